"""Taking back what was said: an entry, a pack or a match; and corrections, which post anew and take back at once."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from collection.catalogue.card import CardNo, Copies
from collection.desk.losses import GivenBack, give_back
from collection.desk.said import Said
from collection.errors import LedgerRefused, NotUnderstood
from collection.ledger import posting
from collection.ledger.entry import Account, Draft, Entry, Pack
from collection.ledger.match import Match, Status
from collection.store.book import Unit
from collection.store.sayings import Act
from collection.text import quoted

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Target:
    """What a person named by an id: an entry, and the pack or match it belongs to; at least one of the three."""

    id: str
    entry: Entry | None
    pack: Pack | None
    match: Match | None

    @property
    def taken_back(self) -> bool:
        """Whether it has been taken back already."""
        if self.match is not None:
            return self.match.status is Status.VOID
        if self.pack is not None:
            return self.pack.voided
        return self.entry is not None and self.entry.voided_by is not None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The void that was posted (None where nothing had moved), the match, and whether this was new."""

    entry: Entry | None
    match: Match | None
    new: bool
    given_back: tuple[GivenBack, ...] = ()
    """Hands that had been mended after the match."""


@dataclass(frozen=True, slots=True)
class Corrected(Generic[T]):
    """What was written in the place of something else, and what taking that back did."""

    written: T
    new: bool
    given_back: tuple[GivenBack, ...] = ()
    """Hands that had been mended after the match that was corrected."""


def target(unit: Unit, what: str) -> Target:
    """Find what is meant by an id, or by the start of one. Raises LedgerRefused for nothing, or for several."""
    ids = unit.ledger.ids(what)
    if not ids:
        raise LedgerRefused(
            f"Nothing in the books has an id that starts with {quoted(what)}. "
            "`mudwater ledger`, `pack list` and `ante list` show ids."
        )
    if len(ids) > 1:
        raise LedgerRefused(f"Several ids start with {quoted(what)}: {', '.join(ids[:5])}. Write more of it.")
    (found,) = ids
    return Target(found, unit.ledger.get(found), unit.packs.get(found), unit.matches.get(found))


def is_taken(unit: Unit, id: str) -> bool:
    """Say whether `id` names anything in the books, or was said for anything."""
    return unit.sayings.has(id) or unit.ledger.ids(id) == (id,)


def take_back(unit: Unit, what: Target, said: Said, *, void_id: str | None) -> TakenBack:
    """Take `what` back; again, nothing happens and `new` is false. A voided match leaves the statistics.

    Hands that were mended after the match have their cards of before again, unless they have been changed since.
    Raises LedgerRefused when its cards have gone on, when it is a void itself, or when it is a match not yet over.
    """
    day = _day(what)
    if void_id is not None and said.on not in (None, day):
        raise NotUnderstood(f"A void counts as of the day of what it takes back, {day}. Leave the date out.")
    before = None if void_id is None else unit.sayings.words(void_id, Act.VOIDS)
    if before not in (None, what.id):
        raise LedgerRefused(f"The id {void_id} was said before, to take back {before}. Choose another id.")
    match = what.match
    if match is not None and match.status is Status.PLAYING:
        raise LedgerRefused(
            f"The match {match.id} is not over. Play it to its end, or give it up, and then take it back."
        )
    if what.taken_back:
        return _again(unit, what, void_id if before is None else None)
    entry = _reverse(unit, what, said, void_id)
    if match is None:
        return TakenBack(entry, None, new=True)
    match = replace(match, status=Status.VOID)
    unit.matches.save(match, expected_moves=match.moves)
    return TakenBack(entry, match, new=True, given_back=give_back(unit, match, said.now))


def corrected(unit: Unit, said: Said, draft: Draft | None, write: Callable[[], tuple[T, bool]]) -> Corrected[T]:
    """Do `write`, which posts `draft` and says whether that was new, and take back what `said` corrects.

    Whatever order that takes, no legal end state is refused on the way. Said twice with the same id it must correct the
    same. Raises LedgerRefused.
    """
    before = unit.sayings.words(said.id, Act.CORRECTS)
    if before is not None or said.corrects is None:
        if before is not None and not (said.corrects and before.startswith(said.corrects)):
            raise LedgerRefused(f"The id {said.id} was said before, to correct {before}. Choose another id.")
        return Corrected(*write())
    old = target(unit, said.corrects)
    if old.taken_back:
        raise LedgerRefused(f"{old.id} has been taken back already: write down what is right without correcting it.")
    done = _in_order(unit, old, said, draft, write)
    if not done.new:
        raise LedgerRefused(f"The id {said.id} was said before, and corrected nothing then. Choose another id.")
    unit.sayings.keep(said.id, Act.CORRECTS, old.id)
    return done


def _in_order(
    unit: Unit, old: Target, said: Said, draft: Draft | None, write: Callable[[], tuple[T, bool]]
) -> Corrected[T]:
    """Post the new and void the old, in the order in which no account falls below zero.

    The new one goes first, since cards that the old one brought may have gone on. Where it needs cards that only the
    void brings back, the void goes first; where each waits for the other, what is missing is lent in between, by an
    entry that is voided again at once.
    """
    missing = () if draft is None else _shortages(unit, draft)
    loans: list[Entry] = []
    if missing:
        try:
            taken = take_back(unit, old, said, void_id=None)
        except LedgerRefused:
            loans = [_lend(unit, account, copies, said) for account, copies in missing]
        else:
            return Corrected(*write(), taken.given_back)
    result, new = write()
    given_back = take_back(unit, old, said, void_id=None).given_back if new else ()
    for loan in loans:
        unit.ledger.void(loan.id, said.now, note=loan.note)
    return Corrected(result, new, given_back)


def _shortages(unit: Unit, draft: Draft) -> tuple[tuple[Account, tuple[Copies, ...]], ...]:
    """Give, for every tracked account, the copies that `draft` takes from it and that it does not have."""
    wanted: dict[Account, Counter[tuple[CardNo, str]]] = {}
    for movement in draft.movements:
        if movement.source.kind.tracked:
            taken = wanted.setdefault(movement.source, Counter())
            taken[movement.copies.number, movement.copies.finish] += movement.copies.quantity
    for account, taken in wanted.items():
        taken.subtract({(one.number, one.finish): one.quantity for one in unit.ledger.holdings(account)})
    return tuple(
        (account, tuple(Copies(number, finish, more) for (number, finish), more in sorted(taken.items()) if more > 0))
        for account, taken in wanted.items()
        if any(more > 0 for more in taken.values())
    )


def _lend(unit: Unit, account: Account, copies: tuple[Copies, ...], said: Said) -> Entry:
    loan = posting.found(
        uuid.uuid5(uuid.NAMESPACE_OID, f"{said.id} {account.id}").hex,
        unit.accounts.elsewhere,
        account,
        copies,
        happened=said.day,
        note="Lent for the length of a correction.",
    )
    return unit.ledger.post(loan, said.now).entry


def _day(what: Target) -> dt.date:
    if what.match is not None:
        return what.match.happened
    if what.pack is not None:
        return what.pack.opened
    assert what.entry is not None
    return what.entry.happened


def _again(unit: Unit, what: Target, void_id: str | None) -> TakenBack:
    """Say again what took `what` back. Raises LedgerRefused when `void_id` is the id of something else."""
    voided_by = None if what.entry is None else what.entry.voided_by
    if void_id is not None and void_id != voided_by and is_taken(unit, void_id):
        raise LedgerRefused(f"The id {void_id} is in the books already, for something else. Choose another id.")
    return TakenBack(None if voided_by is None else unit.ledger.entry(voided_by), what.match, new=False)


def _reverse(unit: Unit, what: Target, said: Said, void_id: str | None) -> Entry | None:
    if what.entry is not None:
        # Also a pack's: it is taken back when its entry is.
        return unit.ledger.void(what.entry.id, said.now, note=said.note, void_id=void_id).entry
    if void_id is not None:
        # Nothing has moved, so no entry will hold this id: it is remembered, lest it be said of something else.
        if is_taken(unit, void_id):
            raise LedgerRefused(f"The id {void_id} is in the books already, for something else. Choose another id.")
        unit.sayings.keep(void_id, Act.VOIDS, what.id)
    return None if what.pack is None else unit.packs.void(what.pack.id, said.now, note=said.note)
