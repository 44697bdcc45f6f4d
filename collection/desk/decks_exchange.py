"""Decks of Cardia that go out and come in: as text, or as the options of a written game."""

from __future__ import annotations

import datetime as dt

from collection.desk.collectors import current
from collection.desk.decks import CheckedDeck, cardia, data_in, named_deck, put_deck
from collection.errors import NotUnderstood
from collection.interchange.deck_text import LARGEST, DeckForm, read_deck, write_deck
from collection.interchange.table import decoded
from collection.store.book import Book

__all__ = ["LARGEST", "DeckForm", "deck_file", "export_deck", "import_deck"]


def export_deck(book: Book, collector: str | None, name: str, form: DeckForm) -> tuple[str, str]:
    """Give a deck's name and its text in one of its forms; `import_deck` reads it back as the same cards.

    Raises HandRefused where there is no such deck.
    """
    with book.reading() as unit:
        saved, data = named_deck(unit, current(unit, collector), name), data_in(unit)
    return saved.name, write_deck(form, saved.name, saved.cards, data)


def deck_file(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Give the text of a file with a deck, in any common encoding, and what a person should know about its reading.

    Raises NotUnderstood for what is no text, and for more than LARGEST bytes.
    """
    return decoded(content, most=LARGEST)


def import_deck(
    book: Book, collector: str | None, text: str, now: dt.datetime, *, name: str | None = None, replace: bool = False
) -> CheckedDeck:
    """Save the deck that `text` says, legal or not, under `name` or else the name that it brings.

    A deck of that name is refused, or with `replace` gets these cards. Raises NotUnderstood with everything that cannot
    be read, RecordError, and HandRefused; nothing is saved then.
    """
    brought, cards = read_deck(text, cardia(book))
    called = name if name is not None else brought
    if called is None:
        raise NotUnderstood("This brings no name: say what the deck is to be called.", option="name")
    return put_deck(book, collector, called, cards, now, replace=replace)
