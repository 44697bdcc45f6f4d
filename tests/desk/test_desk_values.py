"""What cards are worth to their owner, in the owner's own figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from collection.catalogue.card import Card, Copies, Level
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.desk.values import clear_value, set_value, values
from collection.errors import CollectionError
from collection.ledger.price import Price
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]


@pytest.fixture
def owning(book: Book, say: Say) -> Book:
    """Ann has two copies of a Level I card, 3, and one each of 6 (I) and 45 (II)."""
    log_pack(book, "Ann", [Copies(3, quantity=2), Copies(6), Copies(45)], say("p"))
    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
        assert [catalogue[number].level for number in (3, 6, 45)] == [Level.I, Level.I, Level.II]
    return book


def numbers(book: Book) -> list[tuple[int | Level, Price | None, int]]:
    return [
        (line.of.number if isinstance(line.of, Card) else line.of, line.price, line.copies)
        for line in values(book, "Ann").lines
    ]


def test_a_value_of_a_card_goes_before_that_of_its_level_and_what_has_none_is_counted(owning: Book) -> None:
    assert values(owning).lines == ()
    assert (values(owning).worth, values(owning).unvalued) == ({}, 4)
    set_value(owning, None, "0,10 €", levels=[Level.I])
    set_value(owning, None, "2.50 EUR", cards=[6])
    set_value(owning, None, "$3", cards=[118])
    assert numbers(owning) == [
        (Level.I, Price("EUR", 10), 2),
        (6, Price("EUR", 250), 1),
        (118, Price("$", 300), 0),
    ]
    found = values(owning)
    assert (found.worth, found.copies, found.unvalued) == ({"EUR": 270}, 4, 1)


def test_setting_and_clearing_tell_what_it_was_before(owning: Book) -> None:
    (first,) = set_value(owning, None, "1", cards=[3])
    assert (first.price, first.before, first.copies) == (Price("", 100), None, 2)
    (again,) = set_value(owning, None, "2 EUR", cards=[3])
    assert (again.price, again.before) == (Price("EUR", 200), Price("", 100))
    # Card 3 and Level III are two things.
    level, card = clear_value(owning, None, cards=[3, 3], levels=[Level.III])
    assert (level.of, level.before) == (Level.III, None)
    assert card.before == Price("EUR", 200)
    assert values(owning).lines == ()


@pytest.mark.parametrize("written", ["", "1,000", "-1", "two beers", "1.234,50", "EUR", "3 dollars each", "1e3"])
def test_a_value_that_is_not_clear_is_refused(owning: Book, written: str, contents: Contents) -> None:
    before = contents(owning)
    with pytest.raises(CollectionError, match="is no value"):
        set_value(owning, None, written, cards=[3])
    assert contents(owning) == before


def test_values_of_numbers_that_are_no_cards_are_refused_all_at_once(owning: Book, contents: Contents) -> None:
    before = contents(owning)
    with pytest.raises(CollectionError) as caught:
        set_value(owning, None, "1", cards=[3, 121, 0])
    assert len(caught.value.reasons) == 2
    with pytest.raises(CollectionError):
        clear_value(owning, None, cards=[121])
    assert contents(owning) == before
