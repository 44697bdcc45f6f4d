"""Hands that go out and come in: as text, as a code, as the `hands` of a record."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from collection.desk.collectors import current
from collection.desk.hands import MOST_CARDS, CheckedHand, named_hand, put_hand
from collection.errors import NotUnderstood
from collection.hands.codes import looks_like_code
from collection.interchange.cells import Names
from collection.interchange.hand_forms import LARGEST, SEATS, HandForm, WrittenHand, read_hand, write_hand
from collection.interchange.table import decoded
from collection.store.book import Book
from collection.text import clean_name

__all__ = [
    "LARGEST",
    "SEATS",
    "ExportedHand",
    "HandForm",
    "ImportedHand",
    "export_hand",
    "hand_file",
    "import_hand",
    "looks_like_code",
]


@dataclass(frozen=True, slots=True)
class ExportedHand:
    """A saved hand in one of its forms, with a line feed at the end."""

    name: str
    form: HandForm
    text: str


@dataclass(frozen=True, slots=True)
class ImportedHand:
    """A hand that came in: as it is saved and checked now, and how it was read."""

    checked: CheckedHand
    form: HandForm
    notices: tuple[str, ...]
    replaced: bool
    """Whether a hand of that name was there and has these cards now."""


def export_hand(book: Book, collector: str | None, name: str, form: HandForm, *, seat: str = SEATS[0]) -> ExportedHand:
    """Give a hand in use in one of its forms; `seat` is where a record puts it.

    What is given is read back by `import_hand` as the same cards (a code's in the order of their numbers). Raises
    HandRefused where there is no such hand, and where the form cannot hold it: a text holds any, a code only fourteen
    different cards, a record at most fourteen.
    """
    with book.reading() as unit:
        saved, names = named_hand(unit, current(unit, collector), name), Names(unit.cards.catalogue())
    return ExportedHand(saved.name, form, write_hand(form, saved.name, saved.cards, names, seat=seat))


def hand_file(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Give the text of a file with a hand, in any common encoding, and what a person should know about its reading.

    Raises NotUnderstood for what is no text, and for more than LARGEST bytes.
    """
    return decoded(content, most=LARGEST)


def import_hand(
    book: Book,
    collector: str | None,
    text: str,
    now: dt.datetime,
    *,
    name: str | None = None,
    seat: str | None = None,
    replace: bool = False,
) -> ImportedHand:
    """Save the hand that `text` says, legal or not, under `name` or else the name that it brings.

    A hand of that name is refused, or with `replace` gets these cards. `seat` says which hand of a record with both.
    Raises NotUnderstood with everything that cannot be read, RecordError, and HandRefused; nothing is saved then.
    """
    with book.reading() as unit:
        names = Names(unit.cards.catalogue())
    written = read_hand(text, names, most=MOST_CARDS, seat=seat)
    put = put_hand(book, collector, _kept_name(written, name), written.cards, now, replace=replace)
    return ImportedHand(put.checked, written.form, written.notices, put.replaced)


def _kept_name(written: WrittenHand, name: str | None) -> str:
    if name is None and written.name is None:
        raise NotUnderstood(f"This {written.form} brings no name: say what the hand is to be called.", option="name")
    return clean_name(name if name is not None else written.name or "", what="hand's name")
