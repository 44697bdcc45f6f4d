from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.desk.advice import advice
from collection.desk.antes import add_ante
from collection.desk.binder import Completion, life, life_log, open_binder
from collection.desk.exchange import found, gift, lost, trade, void
from collection.desk.packs import log_pack, log_pack_levels, packs, undo_pack
from collection.desk.said import Said
from collection.errors import Refused
from collection.ledger.match import Result
from collection.store.book import Book

Say = Callable[..., Said]


def test_completion_counts_numbers_once_and_copies_all(book: Book, say: Say, catalogue: Catalogue) -> None:
    log_pack(book, None, [Copies(1), Copies(45, quantity=2), Copies(45, "foil"), Copies(8)], say("p"))
    binder = open_binder(book)
    assert binder.whole == Completion(3, 120, 5)
    assert binder.owned == {1: 1, 8: 1, 45: 3}
    assert binder.holdings == (Copies(1), Copies(8), Copies(45, "base", 2), Copies(45, "foil"))
    for parts in (binder.by_level, binder.by_family):
        assert sum(part.distinct for part in parts.values()) == 3
        assert sum(part.of for part in parts.values()) == 120
        assert sum(part.copies for part in parts.values()) == 5
    assert (set(binder.by_level), set(binder.by_family)) == (set(Level), set(Family))
    assert binder.by_level[catalogue[8].level].of == 14


def test_a_cards_life_is_told_from_the_ledger_oldest_first(book: Book, say: Say) -> None:
    days = iter(dt.date(2026, 1, day) for day in range(1, 20))

    def at(id: str) -> Said:
        return say(id, on=next(days))

    log_pack(book, "Ann", [Copies(45), Copies(46)], at("1"))
    gift(book, "Ann", [Copies(45, quantity=2)], at("2"), source="Bo")
    gift(book, "Ann", [Copies(45)], at("3"), to="Bo")
    trade(book, "Ann", "Cy", [Copies(45)], [Copies(46)], at("4"))
    trade(book, "Ann", "Cy", [Copies(46)], [Copies(45)], at("5"))
    found(book, "Ann", [Copies(45)], at("6"))
    lost(book, "Ann", [Copies(45)], at("7"))
    add_ante(book, "Ann", "Bo", Result.LOST, at("8"), mine=45)
    add_ante(book, "Ann", "Bo", Result.WON, at("9"), theirs=45)
    trade(book, "Ann", "Cy", [Copies(45)], [Copies(45, "foil")], at("10"))
    void(book, "6", say("11"))
    card, events = life(book, 45, "Ann")
    assert card.number == 45
    assert [(event.entry, event.change, event.sentence, event.voided) for event in events] == [
        ("1", 1, "Pulled in pack 1", False),
        ("2", 2, "Got from Bo as a gift", False),
        ("3", -1, "Given to Bo as a gift", False),
        ("4", -1, "Given to Cy in a trade", False),
        ("5", 1, "Got from Cy in a trade", False),
        ("6", 1, "Found", True),
        ("11", -1, "Taken back: found", False),
        ("7", -1, "Lost", False),
        ("8", -1, "Lost to Bo as an ante", False),
        ("9", 1, "Won back from Bo as an ante", False),
        ("10", 0, "Swapped for another finish with Cy", False),
    ]
    assert sum(event.change for event in events) == open_binder(book, "Ann").owned[45]


def test_the_other_side_tells_its_own_life(book: Book, say: Say) -> None:
    log_pack(book, "Ann", [Copies(45)], say("p"))
    log_pack(book, "Ben", [Copies(46)], say("q"))
    add_ante(book, "Ann", "Ben", Result.LOST, say("m"), mine=45)
    assert [event.sentence for event in life(book, 45, "Ben")[1]] == ["Won from Ann as an ante"]


def test_a_name_with_braces_is_told_as_it_is(book: Book, say: Say) -> None:
    gift(book, None, [Copies(45)], say("g"), source="{other} {0} %s [/x]")
    assert life(book, 45)[1][0].sentence == "Got from {other} {0} %s [/x] as a gift"


@pytest.mark.parametrize("number", [0, 121, -3, 10**30])
def test_a_number_that_is_no_card_has_no_life(book: Book, number: int) -> None:
    with pytest.raises(Refused, match="not a card"):
        life(book, number)


def test_completion_by_tribe_says_which_tribes_are_made_up(book: Book, say: Say, catalogue: Catalogue) -> None:
    log_pack(book, None, [Copies(1, quantity=2), Copies(45)], say("p"))
    binder = open_binder(book)
    assert sum(part.of for part in binder.by_tribe.values()) == 120
    assert sum(part.distinct for part in binder.by_tribe.values()) == 2
    assert sum(part.copies for part in binder.by_tribe.values()) == 3
    assert binder.by_tribe[catalogue[45].tribe].distinct == 1
    assert binder.made_up_tribes == {card.tribe for card in catalogue if "tribe" not in card.confirmed}
    assert binder.spares == {1: 1}


def test_every_count_of_the_binder_is_the_same_count(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(n, quantity=n % 3 + 1) for n in range(1, 40)] + [Copies(5, "foil")], say("p"))
    binder = open_binder(book)
    assert binder.whole.copies == sum(copies.quantity for copies in binder.holdings) == sum(binder.owned.values())
    assert binder.whole.distinct == len(binder.owned) == len({copies.number for copies in binder.holdings})
    assert sum(binder.spares.values()) == binder.whole.copies - binder.whole.distinct


def test_the_binder_as_of_a_day_is_what_the_entries_until_then_come_to(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(1), Copies(2)], say("p", on=dt.date(2026, 1, 1)))
    add_ante(book, None, "Bo", Result.LOST, say("m", on=dt.date(2026, 1, 3)), mine=1)
    log_pack(book, None, [Copies(9)], say("q", on=dt.date(2026, 1, 2)))
    found(book, None, [Copies(50)], say("f", on=dt.date(2026, 1, 2)))
    void(book, "f", say("v"))
    days = {day: set(open_binder(book, on=dt.date(2026, 1, day)).owned) for day in (1, 2, 3)}
    assert days == {1: {1, 2}, 2: {1, 2, 9}, 3: {2, 9}}
    assert open_binder(book, on=dt.date(2025, 12, 31)).whole == Completion(0, 120, 0)


def test_a_life_counts_on_and_is_written_down_as_text(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(45)], say("p", on=dt.date(2026, 1, 1), note="the first one"))
    add_ante(book, None, "Bo", Result.LOST, say("m", on=dt.date(2026, 1, 2)), mine=45)
    add_ante(book, None, "Bo", Result.WON, say("n", on=dt.date(2026, 1, 3)), theirs=45)
    add_ante(book, None, "Bo", Result.WON, say("o", on=dt.date(2026, 1, 4)), theirs=45)
    card, events = life(book, 45)
    assert [event.held for event in events] == [1, 0, 1, 2]
    assert life_log(card, events) == (
        f"45 {card.name} ~\n"
        "\n"
        "2026-01-01  +1  Pulled in pack 1\n"
        "                the first one\n"
        "2026-01-02  -1  Lost to Bo as an ante\n"
        "2026-01-03  +1  Won back from Bo as an ante\n"
        "2026-01-04  +1  Won from Bo as an ante\n"
        "\n"
        "Copies now: 2\n"
    )
    assert life(book, 45, latest=2)[1] == tuple(
        dataclasses.replace(event, sentence="Won from Bo as an ante") for event in events[-2:]
    ), "copies are counted on from what was there before, and what was lost before is not looked at"
    assert life(book, 45, latest=4)[1] == events
    card, nothing = life(book, 46)
    assert life_log(card, nothing) == f"46 {card.name} ~\n\nNever owned.\n"


def test_advice_is_about_owned_cards_and_says_what_it_rests_on(book: Book, say: Say, catalogue: Catalogue) -> None:
    low, high = next(
        (low, high)
        for low in catalogue
        for high in catalogue
        if low is not high
        and low.level is high.level
        and all(a <= b for a, b in zip(low.edges, high.edges, strict=True))
    )
    log_pack(book, None, [Copies(low.number)], say("p"))
    assert advice(book).outclassed == ()
    log_pack(book, None, [Copies(high.number)], say("q"))
    told = advice(book)
    assert [(one.card.number, [other.number for other in one.by]) for one in told.outclassed] == [
        (low.number, [high.number])
    ]
    assert told.rests_on_stand_ins


def test_confirmed_twins_are_told_as_facts(book: Book, say: Say) -> None:
    face = {"level": Level.II, "n": 5, "e": 2, "s": 4, "w": 1}
    with book.writing() as unit:
        unit.cards.correct(45, face | {"family": Family.CLUB.value})
        unit.cards.correct(46, face | {"family": Family.ARCANA.value})
    assert advice(book).owned_twins == ()
    log_pack(book, None, [Copies(45)], say("p"))
    (group,) = advice(book).owned_twins
    assert [card.number for card in group.cards] == [45, 46]
    assert (group.one_family, group.rests_on_stand_ins) == (False, False)
    assert advice(book).outclassed == ()
    log_pack(book, None, [Copies(46)], say("q"))
    assert [[other.number for other in one.twins] for one in advice(book).outclassed] == [[46], [45]]


def test_a_pack_is_told_by_its_number_which_it_keeps_when_taken_back(book: Book, say: Say) -> None:
    log_pack(book, "Bea", [Copies(45)], say("hers"))
    log_pack(book, "Ann", [Copies(45)], say("first", on=dt.date(2026, 1, 2)))
    log_pack_levels(book, "Ann", (5, 2, 1, 0, 0), say("levels"))
    undo_pack(book, "Ann", say("undo-levels"))
    log_pack(book, "Ann", [Copies(45)], say("late", on=dt.date(2025, 1, 1)))
    undo_pack(book, "Ann", say("undo-late"))
    log_pack(book, "Ann", [Copies(45)], say("again"))
    assert {pack.id: pack.number for pack in packs(book, "Ann")} == {"first": 1, "levels": 2, "late": 3, "again": 4}
    assert [(event.entry, event.sentence) for event in life(book, 45, "Ann")[1]] == [
        ("late", "Pulled in pack 3"),
        ("undo-late", "Taken back: pulled in pack 3"),
        ("first", "Pulled in pack 1"),
        ("again", "Pulled in pack 4"),
    ]
    assert life(book, 45, "Bea")[1][0].sentence == "Pulled in pack 1"
