"""The forms in which a hand travels: plain text, a code, the `hands` of a record; found out by looking.

Each may begin with a line `# name`: to a record (YAML) it is a comment, to the others the hand's name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from collection.catalogue.card import CardNo
from collection.errors import HandRefused, NotUnderstood, RecordError
from collection.games.mudwater.state import SEAT_NAMES
from collection.games.mudwater.written import hands_in
from collection.games.record import read_tree
from collection.hands.codes import looks_like_code, read_code, write_code
from collection.interchange.cells import Names
from collection.interchange.hand_text import HandText, Page, page_of, read_hand_text, write_hand_text
from collection.text import quoted

LARGEST = 1_000_000
"""The most bytes or characters of a file with a hand: a whole record fits, and with it any text."""

SEATS = SEAT_NAMES
"""The words for the seats of a record."""

_BEGINS_RECORD = re.compile(r"(?:game|hands) ?:(?: |$)|\{")


class HandForm(StrEnum):
    """How a hand is written."""

    TEXT = "text"
    """Name and cards, one on a line."""
    CODE = "code"
    """Fourteen characters."""
    RECORD = "record"
    """The `hands` of a written game."""


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """A hand as it was read: its cards in order, the name it brings, if any, and notices, in sentences."""

    form: HandForm
    name: str | None
    cards: tuple[CardNo, ...]
    notices: tuple[str, ...] = ()


def read_hand(text: str, names: Names, *, most: int, seat: str | None = None) -> WrittenHand:
    """Read a hand in whichever form it is; `seat` says which one of a record that holds both.

    Raises NotUnderstood with every fault for what cannot be read, for more than `most` cards, and for a seat that is
    needed, not there or out of place; RecordError for a record with faults.
    """
    if len(text) > LARGEST:
        raise NotUnderstood(f"This text has {len(text)} characters; at most {LARGEST} are read. Is it the right one?")
    text = text.removeprefix("\ufeff")
    page = page_of(text)
    if not page.lines and page.name is None:
        raise NotUnderstood("There is no hand in it: nothing but blank lines and comments.")
    form = _form_of(page, names)
    if form is HandForm.RECORD:
        return WrittenHand(form, page.name, _seated(text, seat))
    if seat is not None:
        raise NotUnderstood(f"This is a {form}, and only a record has seats: leave the seat out.")
    if form is HandForm.CODE:
        return WrittenHand(form, page.name, read_code(page.lines[0][1]))
    found = read_hand_text(page, names, most=most)
    return WrittenHand(form, page.name, found.cards, found.notices)


def write_hand(form: HandForm, name: str, cards: Sequence[CardNo], names: Names, *, seat: str = SEATS[0]) -> str:
    """Write a hand, with a line feed at the end; `seat` is where a record puts it.

    A text holds any hand. Raises HandRefused, with every reason, where the form cannot hold this one.
    """
    if form is HandForm.TEXT:
        return write_hand_text(name, cards, names)
    if form is HandForm.CODE:
        return f"{write_code(cards)}\n"
    text = f"# {name}\nhands: {{{seat}: [{', '.join(map(str, cards))}]}}\n"
    try:
        hands_in(read_tree(text))
    except RecordError as no:
        raise HandRefused(*(f"A record cannot hold this hand. {reason}" for reason in no.reasons)) from None
    return text


def _form_of(page: Page, names: Names) -> HandForm:
    """Find the form out; a single line is a card before it is a code."""
    if any(_BEGINS_RECORD.match(line) for _, line in page.lines):
        return HandForm.RECORD
    if len(page.lines) == 1 and looks_like_code(page.lines[0][1]) and not _names_a_card(page, names):
        return HandForm.CODE
    return HandForm.TEXT


def _names_a_card(page: Page, names: Names) -> bool:
    try:
        found: HandText = read_hand_text(page, names, most=1_000)
    except NotUnderstood:
        return False
    return bool(found.cards)


def _seated(text: str, seat: str | None) -> tuple[CardNo, ...]:
    """Give the hand of a record that is meant. Raises NotUnderstood and RecordError."""
    hands = hands_in(read_tree(text))
    if seat is not None:
        if seat not in hands:
            raise NotUnderstood(f"This record has no hand of {quoted(seat)}; there is {' and '.join(hands)}.")
        return hands[seat]
    # A rival's cards that nobody knows are written as an empty list.
    known = {name: cards for name, cards in hands.items() if cards} or hands
    if len(known) > 1:
        raise NotUnderstood(
            f"This record holds two hands: say which seat is meant, {' or '.join(known)}.", option="seat"
        )
    return next(iter(known.values()))
