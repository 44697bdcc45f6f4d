"""Marks and saved searches: set, changed and forgotten as their owner likes, whatever they are called."""

from __future__ import annotations

import pytest

from collection.errors import NotUnderstood, Refused
from collection.ledger.entry import Account
from collection.ledger.mark import Mark, MarkKind
from collection.store.book import Book
from collection.text import clean_name, clean_note

HOSTILE = [
    "[bold]x[/x]",
    "\x1b[31mred\x1b[0m",
    "\u202eevil",
    "'); DROP TABLE mark; --",
    "🂡🃏",
    "ß" * 5000,
    "a\0b",
    "%_*?",
]


def test_a_mark_is_new_once_and_its_note_is_the_last_word(book: Book, ada: Account, bo: Account) -> None:
    with book.writing() as unit:
        assert unit.marks.set(ada, 45, MarkKind.KEEPSAKE, "from  Grandma")
        assert not unit.marks.set(ada, 45, MarkKind.KEEPSAKE, "from Grandpa")
        assert unit.marks.set(ada, 45, MarkKind.WISH)
        assert unit.marks.set(ada, 3, MarkKind.OFFER)
        assert unit.marks.set(bo, 3, MarkKind.WISH)
    with book.reading() as unit:
        assert unit.marks.all(ada) == (
            Mark(ada, 3, MarkKind.OFFER),
            Mark(ada, 45, MarkKind.KEEPSAKE, "from Grandpa"),
            Mark(ada, 45, MarkKind.WISH),
        )
        assert unit.marks.all(ada, MarkKind.WISH) == (Mark(ada, 45, MarkKind.WISH),)
        assert unit.marks.all(bo) == (Mark(bo, 3, MarkKind.WISH),)
        assert unit.ledger.audit() == ()


def test_a_mark_is_cleared_once(book: Book, ada: Account) -> None:
    with book.writing() as unit:
        unit.marks.set(ada, 45, MarkKind.KEEPSAKE)
        unit.marks.set(ada, 45, MarkKind.WISH)
        assert unit.marks.clear(ada, 45, MarkKind.KEEPSAKE)
        assert not unit.marks.clear(ada, 45, MarkKind.KEEPSAKE)
        assert unit.marks.all(ada) == (Mark(ada, 45, MarkKind.WISH),)
        assert unit.marks.set(ada, 45, MarkKind.KEEPSAKE)


@pytest.mark.parametrize("number", [0, 121, -3, 2**70])
def test_what_is_no_card_takes_no_mark(book: Book, ada: Account, number: int) -> None:
    with pytest.raises(Refused), book.writing() as unit:
        unit.marks.set(ada, number, MarkKind.WISH)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_come_back_as_they_are_kept(book: Book, ada: Account, text: str) -> None:
    with book.writing() as unit:
        unit.marks.set(ada, 45, MarkKind.WISH, text)
        unit.searches.save(text, text)
    with book.reading() as unit:
        (mark,) = unit.marks.all(ada)
        assert mark.note == clean_note(text)
        assert unit.searches.all() == ((clean_name(text), clean_note(text)),)
        assert unit.searches.find(text) == unit.searches.find(clean_name(text)) == clean_note(text)
        assert unit.ledger.audit() == ()


def test_words_without_end_are_not_understood(book: Book, ada: Account) -> None:
    with book.writing() as unit:
        with pytest.raises(NotUnderstood):
            unit.marks.set(ada, 45, MarkKind.WISH, "x" * 10_001)
        with pytest.raises(NotUnderstood):
            unit.searches.save("x" * 10_001, "owned:1")
        with pytest.raises(NotUnderstood):
            unit.searches.save("long", "x" * 10_001)


def test_searches_are_saved_under_one_name_however_it_is_written(book: Book) -> None:
    with book.writing() as unit:
        unit.searches.save("Spares", "owned>1")
        unit.searches.save("missing", "owned:0")
        unit.searches.save("SPÁRES", 'owned>2 "dead calm"')
    with book.reading() as unit:
        assert unit.searches.all() == (("missing", "owned:0"), ("SPÁRES", 'owned>2 "dead calm"'))
        assert unit.searches.find("spares") == 'owned>2 "dead calm"'
        assert unit.searches.find("none") is None
    with book.writing() as unit:
        assert unit.searches.drop("Spares")
        assert not unit.searches.drop("Spares")
        assert unit.searches.all() == (("missing", "owned:0"),)


@pytest.mark.parametrize("name", ["", "  ", "\u200d", "\x1b"])
def test_a_search_needs_a_name(book: Book, name: str) -> None:
    with book.writing() as unit:
        with pytest.raises(NotUnderstood):
            unit.searches.save(name, "owned:1")
        assert unit.searches.find(name) is None
        assert not unit.searches.drop(name)
