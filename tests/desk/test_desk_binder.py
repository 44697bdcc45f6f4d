from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.desk.antes import add_ante
from collection.desk.binder import Completion, life, open_binder
from collection.desk.exchange import found, gift, lost, trade, void
from collection.desk.packs import log_pack
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
        ("1", 1, "Pulled from a pack", False),
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
