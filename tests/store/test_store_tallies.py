"""Running sums: what flowed, what packs add up to, what was held on a day. A slow count by hand must always agree."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Copies
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, AccountKind, Draft, EntryId, EntryKind, Movement, Pack, Posted
from collection.ledger.pulls import NO_PULLS, Cost, PullTally
from collection.store.book import Book, Unit

Pull = Callable[..., Posted]


@pytest.fixture
def log(book: Book, now: dt.datetime) -> Callable[..., Pack]:
    """Log a pack: `log(ada, "p1", 45, 45, 3)`."""

    def one(owner: Account, id: str, *numbers: int, price: str = "", corrects: EntryId | None = None) -> Pack:
        with book.writing() as unit:
            return log_in(unit, owner, id, numbers, now, price=price, corrects=corrects)

    return one


def log_in(
    unit: Unit,
    owner: Account,
    id: str,
    numbers: Sequence[int],
    now: dt.datetime,
    *,
    price: str = "",
    corrects: EntryId | None = None,
) -> Pack:
    pulled = tuple(
        Movement(Copies(number, quantity=numbers.count(number)), unit.accounts.packs, owner)
        for number in sorted(set(numbers))
    )
    return unit.packs.log(owner, Draft(id, EntryKind.PULL, pulled), now, price=price, corrects=corrects)[0]


def tally(book: Book, owner: Account) -> PullTally:
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        return unit.packs.tally(owner)


def test_nobody_starts_with_a_tally_of_none(book: Book, ada: Account) -> None:
    assert tally(book, ada) == NO_PULLS


def test_packs_of_both_kinds_are_added_up_apart(
    book: Book, ada: Account, cy: Account, now: dt.datetime, log: Callable[..., Pack]
) -> None:
    log(ada, "p1", 45, 45, 3, price="4.50 EUR")
    log(ada, "p2", 45, 8, price="€ 5")
    log(ada, "p3", 8, price="$3")
    log(ada, "p4", 60, price="a kiss")
    log(cy, "p5", 45)
    with book.writing() as unit:
        unit.packs.log_levels(ada, "old", (4, 2, 1, 1, 0), None, now, price="9 EUR")
        unit.packs.log_levels(ada, "older", (3, 0, 0, 0, 1), None, now)
    assert tally(book, ada) == PullTally(
        packs=4,
        level_packs=2,
        cards=7,
        by_card={3: 1, 8: 2, 45: 3, 60: 1},
        by_level=(7, 2, 1, 1, 1),
        new_numbers=4,
        costs=(Cost("$", 300, 1, 0), Cost("EUR", 950, 2, 3)),
    )
    assert tally(book, cy) == PullTally(1, 0, 1, {45: 1}, (0, 0, 0, 0, 0), 1)


def test_a_pack_that_is_taken_back_leaves_the_tally_once(
    book: Book, ada: Account, now: dt.datetime, log: Callable[..., Pack]
) -> None:
    log(ada, "p1", 3, price="4 EUR")
    before = tally(book, ada)
    log(ada, "p2", 45, 45, price="5 EUR")
    with book.writing() as unit:
        unit.packs.log_levels(ada, "old", (4, 2, 1, 1, 0), None, now, price="9 EUR")
    for _ in range(2):
        with book.writing() as unit:
            unit.packs.void("p2", now)
            unit.packs.void("old", now)
        assert tally(book, ada) == before
    with book.writing() as unit:
        unit.ledger.void("p1", now)
    assert tally(book, ada) == NO_PULLS


def test_new_numbers_are_those_not_owned_when_the_pack_was_logged(
    book: Book, ada: Account, bo: Account, now: dt.datetime, pull: Pull, log: Callable[..., Pack]
) -> None:
    pull(ada, 45)
    assert log(ada, "p1", 45, 3, 3, 8).new_numbers == 2
    assert log(ada, "p2", 3, 8).new_numbers == 0
    with book.writing() as unit:
        unit.ledger.post(Draft("gone", EntryKind.GIFT, (Movement(Copies(45), ada, bo),)), now)
        unit.ledger.post(Draft("gone-2", EntryKind.GIFT, (Movement(Copies(45), ada, bo),)), now)
    assert log(ada, "p3", 45).new_numbers == 1
    with book.writing() as unit:
        finish = (Movement(Copies(45, "foil"), unit.accounts.packs, ada), Movement(Copies(9), unit.accounts.packs, ada))
        assert unit.packs.log(ada, Draft("p4", EntryKind.PULL, finish), now)[0].new_numbers == 1
        assert unit.packs.log_levels(ada, "old", (1, 0, 0, 0, 0), None, now)[0].new_numbers is None
    with book.reading() as unit:
        kept = {pack.id: pack.new_numbers for pack in unit.packs.all(ada)}
    assert kept == {"p1": 2, "p2": 0, "p3": 1, "p4": 1, "old": None}
    assert tally(book, ada).new_numbers == 4


def test_what_a_corrected_pack_brought_was_not_owned_before(
    book: Book, ada: Account, bo: Account, now: dt.datetime, log: Callable[..., Pack]
) -> None:
    log(ada, "typo", 45, 45, 3, price="4 EUR")
    with book.writing() as unit:
        unit.ledger.post(Draft("gone", EntryKind.GIFT, (Movement(Copies(45), ada, bo),)), now)
        pack = log_in(unit, ada, "right", (45, 45, 8), now, price="4 EUR", corrects="typo")
        assert (pack.new_numbers, pack.corrects) == (2, "typo")
        unit.packs.void("typo", now)
    assert tally(book, ada) == PullTally(1, 0, 3, {8: 1, 45: 2}, (0, 0, 0, 0, 0), 2, costs=(Cost("EUR", 400, 1, 2),))
    # Taken back first, it counts for nothing anyway.
    assert log(ada, "again", 45, 60, corrects="typo").new_numbers == 1
    with pytest.raises(LedgerRefused):
        log(ada, "more", 45, corrects="nothing")


def test_a_pack_goes_into_the_collection_of_whoever_opens_it(
    book: Book, ada: Account, cy: Account, now: dt.datetime
) -> None:
    with book.writing() as unit, pytest.raises(LedgerRefused, match="nobody else"):
        unit.packs.log(ada, Draft("p", EntryKind.PULL, (Movement(Copies(45), unit.accounts.packs, cy),)), now)


def test_a_price_that_cannot_be_read_is_kept_and_counted_nowhere(
    book: Book, ada: Account, log: Callable[..., Pack]
) -> None:
    for number, price in enumerate(
        ("two for 9", "1,000 EUR", "", "9" * 30, "-4 EUR", "9999999.99 EUR", "99999999 EUR")
    ):
        assert log(ada, f"p{number}", 45, price=price).price == price
    assert tally(book, ada).costs == (Cost("EUR", 999_999_999, 1, 0),)


def test_flows_count_both_ways_and_what_is_held_is_the_difference(
    book: Book, ada: Account, bo: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, 45, 45)
    with book.writing() as unit:
        unit.ledger.post(Draft("lost", EntryKind.ANTE, (Movement(Copies(45), ada, bo),)), now)
        unit.ledger.post(Draft("gift", EntryKind.GIFT, (Movement(Copies(45, "base", 2), ada, bo),)), now)
        unit.ledger.post(Draft("won", EntryKind.ANTE, (Movement(Copies(9), bo, ada),)), now)
        unit.ledger.void("gift", now)
    with book.reading() as unit:
        assert (unit.ledger.moved(ada, bo), unit.ledger.moved(bo, ada)) == ({45: 3}, {9: 1, 45: 2})
        assert unit.ledger.exchanged(ada, bo) == ((45, 1),)
        assert unit.ledger.exchanged(bo, ada) == ((9, 1),)
        assert unit.ledger.moved(unit.accounts.packs, ada) == {45: 3}
        assert unit.ledger.audit() == ()


def test_a_collection_is_given_as_it_was_on_any_day(
    book: Book, ada: Account, bo: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, 45, id="b", on=dt.date(2026, 5, 3))
    pull(ada, 3, id="a", on=dt.date(2026, 5, 1))
    pull(ada, 60, id="typo", on=dt.date(2026, 5, 2))
    with book.writing() as unit:
        unit.ledger.post(Draft("t", EntryKind.GIFT, (Movement(Copies(45), ada, bo),), dt.date(2026, 5, 5)), now)
        unit.ledger.void("typo", now + dt.timedelta(days=3))
    days = {
        dt.date(2026, 4, 30): (),
        dt.date(2026, 5, 1): (Copies(3),),
        dt.date(2026, 5, 2): (Copies(3),),
        dt.date(2026, 5, 3): (Copies(3), Copies(45, "base", 2)),
        dt.date(2026, 5, 5): (Copies(3), Copies(45)),
        dt.date.max: (Copies(3), Copies(45)),
        dt.date.min: (),
    }
    with book.reading() as unit:
        assert {day: unit.ledger.holdings_on(ada, day) for day in days} == days
        assert unit.ledger.holdings_on(bo, dt.date(2026, 5, 6)) == (Copies(45),)


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["pack", "levels", "correct", "void", "give", "win"]),
        st.lists(st.integers(1, 6), min_size=1, max_size=5),
        st.sampled_from(["", "1 EUR", "2.50 EUR", "$3", "much"]),
        st.integers(0, 50),
    ),
    max_size=14,
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_whatever_is_logged_and_taken_back_the_sums_are_what_is_left(
    book: Book, ada: Account, bo: Account, now: dt.datetime, acts: list[tuple[str, list[int], str, int]]
) -> None:
    class Undo(Exception):
        pass

    with suppress(Undo), book.writing() as unit:
        owner = unit.accounts.open("Dee", AccountKind.COLLECTOR)
        for turn, (act, numbers, price, which) in enumerate(acts):
            do(unit, owner, bo, act, f"act-{turn}", numbers, price, which, now)
        kept = [pack for pack in unit.packs.all(owner) if not pack.voided]
        by_card: dict[int, int] = {}
        for pack in kept:
            for copies in pack.cards:
                by_card[copies.number] = by_card.get(copies.number, 0) + copies.quantity
        counted = [pack.levels for pack in kept if pack.levels is not None]
        tally = unit.packs.tally(owner)
        assert tally.packs == len(kept) - len(counted)
        assert tally.level_packs == len(counted)
        assert (tally.by_card, tally.cards) == (by_card, sum(by_card.values()))
        assert list(tally.by_level) == [sum(levels[at] for levels in counted) for at in range(5)]
        assert tally.new_numbers == sum(pack.new_numbers or 0 for pack in kept)
        paid = [pack for pack in kept if pack.levels is None and pack.price not in ("", "much")]
        assert sum(cost.packs for cost in tally.costs) == len(paid)
        assert sum(cost.new_numbers for cost in tally.costs) == sum(pack.new_numbers or 0 for pack in paid)
        assert unit.ledger.holdings_on(owner, dt.date.max) == unit.ledger.holdings(owner)
        assert unit.ledger.audit() == ()
        raise Undo


def do(
    unit: Unit,
    owner: Account,
    bo: Account,
    act: str,
    id: str,
    numbers: list[int],
    price: str,
    which: int,
    now: dt.datetime,
) -> None:
    packs = [pack for pack in unit.packs.all(owner) if not pack.voided]
    old = packs[which % len(packs)] if packs else None
    try:
        match act:
            case "pack":
                log_in(unit, owner, id, numbers, now, price=price)
            case "levels":
                levels = tuple(numbers.count(level) for level in range(1, 6))
                if sum(levels):
                    unit.packs.log_levels(owner, id, (*levels[:4], levels[4]), None, now, price=price)  # type: ignore[arg-type]
            case "correct" if old is not None and old.cards:
                log_in(unit, owner, id, numbers, now, price=price, corrects=old.id)
                unit.packs.void(old.id, now)
            case "void" if old is not None:
                unit.packs.void(old.id, now)
            case "give":
                unit.ledger.post(Draft(id, EntryKind.GIFT, (Movement(Copies(numbers[0]), owner, bo),)), now)
            case "win":
                unit.ledger.post(Draft(id, EntryKind.ANTE, (Movement(Copies(numbers[0]), bo, owner),)), now)
    except LedgerRefused as refused:
        if "would go" not in str(refused):
            raise
