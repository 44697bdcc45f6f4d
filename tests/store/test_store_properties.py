"""Whatever is posted and taken back, in whatever order: balances are the sums, cards are conserved, nobody owes any."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, AccountKind, Draft, EntryKind, Movement, Severity
from collection.store.book import Book

KINDS = sorted(set(EntryKind) - {EntryKind.VOID})
NOON = dt.datetime(2026, 5, 9, 12, tzinfo=dt.UTC)

lines = st.lists(
    st.tuples(
        st.integers(1, 4),
        st.sampled_from(["base", "foil"]),
        st.integers(1, 3),
        st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda ends: ends[0] != ends[1]),
    ),
    min_size=1,
    max_size=4,
)


class Ledgers(RuleBasedStateMachine):
    """The ledger of a real file, beside a model of it: a list of what was accepted."""

    pristine: Path

    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "book.db"
        path.write_bytes(self.pristine.read_bytes())
        self.book = Book.open(path, load_catalogue)
        self.accepted: list[tuple[Draft, bool]] = []
        with self.book.writing() as unit:
            accounts = unit.accounts
            self.people: list[Account] = [
                *(accounts.packs, accounts.elsewhere, accounts.house),
                *(accounts.open(name, AccountKind.COLLECTOR) for name in ("Ada", "Cy")),
                *(accounts.open(name, AccountKind.RIVAL) for name in ("Bo", "Di")),
            ]

    def balances(self) -> Counter[tuple[int, int, str]]:
        held: Counter[tuple[int, int, str]] = Counter()
        for draft, voided in self.accepted:
            if not voided:
                self.apply(held, draft.movements, 1)
        return held

    def apply(self, held: Counter[tuple[int, int, str]], movements: tuple[Movement, ...], sign: int) -> bool:
        """Move cards one line after the other; say whether nobody who is tracked ever fell below zero."""
        fits = True
        for movement in movements if sign > 0 else reversed(movements):
            copies = movement.copies
            source, target = (movement.source, movement.target) if sign > 0 else (movement.target, movement.source)
            held[source.id, copies.number, copies.finish] -= copies.quantity
            held[target.id, copies.number, copies.finish] += copies.quantity
            fits = fits and not (source.kind.tracked and held[source.id, copies.number, copies.finish] < 0)
        return fits

    @rule(lines=lines, kind=st.sampled_from(KINDS), day=st.integers(1, 9), fails=st.booleans())
    def post(self, lines: list[Any], kind: EntryKind, day: int, fails: bool) -> None:
        movements = tuple(
            Movement(Copies(number, finish, quantity), self.people[source], self.people[target])
            for number, finish, quantity, (source, target) in lines
        )
        draft = Draft(f"e{len(self.accepted)}", kind, movements, dt.date(2026, 5, day))
        fits = self.apply(self.balances(), movements, 1)
        if not fits:
            with self.book.writing() as unit, pytest.raises(LedgerRefused):
                unit.ledger.post(draft, NOON)
        elif fails:
            with pytest.raises(ZeroDivisionError):
                self.post_and_fail(draft)
        else:
            with self.book.writing() as unit:
                assert unit.ledger.post(draft, NOON).new
            self.accepted.append((draft, False))

    def post_and_fail(self, draft: Draft) -> None:
        with self.book.writing() as unit:
            unit.ledger.post(draft, NOON)
            raise ZeroDivisionError

    @rule(which=st.integers(0, 50))
    def say_again(self, which: int) -> None:
        if self.accepted:
            draft, _ = self.accepted[which % len(self.accepted)]
            with self.book.writing() as unit:
                assert not unit.ledger.post(draft, NOON).new

    @rule(which=st.integers(0, 50))
    def take_back(self, which: int) -> None:
        if not self.accepted:
            return
        which %= len(self.accepted)
        draft, voided = self.accepted[which]
        fits = voided or self.apply(self.balances(), draft.movements, -1)
        with self.book.writing() as unit:
            if fits:
                assert unit.ledger.void(draft.id, NOON).new is not voided
                self.accepted[which] = (draft, True)
            else:
                with pytest.raises(LedgerRefused):
                    unit.ledger.void(draft.id, NOON)

    @invariant()
    def holdings_are_what_was_accepted(self) -> None:
        held = self.balances()
        with self.book.reading() as unit:
            for person in self.people:
                expected = {(n, f): q for (account, n, f), q in held.items() if account == person.id and q > 0}
                there = {(c.number, c.finish): c.quantity for c in unit.ledger.holdings(person)}
                assert there == expected

    def teardown(self) -> None:
        if not hasattr(self, "book"):
            return
        with self.book.reading() as unit:
            assert [finding for finding in unit.ledger.audit() if finding.severity is Severity.ERROR] == []
            assert len(unit.ledger.entries()) == len(self.accepted) + sum(voided for _, voided in self.accepted)
        self.book.close()
        self.folder.cleanup()


def run(pristine: Path, examples: int, steps: int) -> None:
    Ledgers.pristine = pristine
    run_state_machine_as_test(
        Ledgers,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_random_posts_and_voids_keep_the_books(pristine: Path) -> None:
    run(pristine, 8, 20)


@pytest.mark.slow
def test_many_random_posts_and_voids_keep_the_books(pristine: Path) -> None:
    run(pristine, 300, 60)
