"""Corrections shared between owners: what is confirmed here stays, unless it is given up card by card or altogether."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.correction import read_changes
from collection.desk.corrections import (
    Comparison,
    Difference,
    compare_corrections,
    export_corrections,
    take_corrections,
)
from collection.errors import Refused
from collection.store.book import Book

Maker = Callable[[], Book]


def _correct(book: Book, number: int, *words: str) -> None:
    with book.writing() as unit:
        unit.cards.correct(number, read_changes(unit.cards.catalogue()[number], words))


def _cards(book: Book) -> Catalogue:
    with book.reading() as unit:
        return unit.cards.catalogue()


def _told(differences: tuple[Difference, ...]) -> list[tuple[int, str, object, object]]:
    return [(one.card.number, one.field, one.mine, one.theirs) for one in differences]


@pytest.fixture
def theirs(new_book: Maker) -> Book:
    """Another owner's book: 12 and 45 corrected."""
    book = new_book()
    _correct(book, 12, "n=9", "e=8")
    _correct(book, 45, "name=Her Own Name", "artist=")
    return book


def _compare(book: Book, theirs: Book) -> Comparison:
    return compare_corrections(book, export_corrections(theirs, as_csv=False))


def test_what_nobody_here_has_confirmed_is_taken_over(book: Book, theirs: Book) -> None:
    seen = _compare(book, theirs)
    assert [one[:2] for one in _told(seen.new)] == [(12, "n"), (12, "e"), (45, "name"), (45, "artist")]
    assert seen.conflicts == ()
    done = take_corrections(book, seen)
    assert (done.taken, done.kept) == (seen.new, ())
    assert _cards(book) == _cards(theirs)
    again = _compare(book, theirs)
    assert (again.new, again.conflicts) == ((), ())


def test_conflicts_are_shown_side_by_side_and_keep_what_is_here(book: Book, theirs: Book) -> None:
    _correct(book, 12, "n=7", "e=8")
    seen = _compare(book, theirs)
    assert _told(seen.conflicts) == [(12, "n", 7, 9)]
    done = take_corrections(book, seen)
    assert done.kept == seen.conflicts
    assert (_cards(book)[12].n, _cards(book)[45].name) == (7, "Her Own Name")


def test_a_conflict_is_given_up_for_one_card_or_for_all(book: Book, theirs: Book) -> None:
    _correct(book, 12, "n=7")
    _correct(book, 45, "name=Mine")
    done = take_corrections(book, _compare(book, theirs), take=[45])
    assert _told(done.kept) == [(12, "n", 7, 9)]
    assert _cards(book)[45].name == "Her Own Name"
    take_corrections(book, _compare(book, theirs), take_theirs=True)
    assert _cards(book) == _cards(theirs)


def test_a_card_without_a_conflict_cannot_be_given_up(book: Book, theirs: Book) -> None:
    with pytest.raises(Refused, match="Card 45 has no conflict"):
        take_corrections(book, _compare(book, theirs), take=[45])
    assert _compare(book, theirs).new


def test_a_card_that_was_corrected_meanwhile_is_looked_at_again(book: Book, theirs: Book) -> None:
    seen = _compare(book, theirs)
    _correct(book, 12, "n=7")
    with pytest.raises(Refused, match="have changed here"):
        take_corrections(book, seen)
    assert _cards(book)[45].name != "Her Own Name", "all or nothing"


def test_the_name_of_an_unknown_artist_comes_over_as_known_to_be_unknown(book: Book, theirs: Book) -> None:
    take_corrections(book, _compare(book, theirs))
    assert "artist" in _cards(book)[45].confirmed
    assert _cards(book)[45].artist is None
