"""A card's face in plain text, and the one mark that tells a stand-in from a fact: `~` behind the value."""

from __future__ import annotations

from collection.catalogue.card import FIELDS, Card
from collection.text import cell_width, crop, fit

STAND_IN_MARK = "~"
"""Stands behind every value that nobody has confirmed, wherever it is shown."""
STAND_IN_NOTE = "~ marks a stand-in: made up until somebody confirms it from the real card."
"""What a surface with marks on it says about them, once."""
FACE_WIDTH = 24
NARROWEST_FACE = 22


def unconfirmed(card: Card) -> tuple[str, ...]:
    """Give the fields whose values are stand-ins, in the order of FIELDS; an unknown artist is nothing made up."""
    return tuple(field for field in FIELDS if field not in card.confirmed and getattr(card, field) is not None)


def value(card: Card, field: str) -> str:
    """Give a field of FIELDS as people read it: `45`, `II`, `club`, `unknown` for an artist; made plain, not marked.

    Raises KeyError for any other field.
    """
    if field not in FIELDS:
        raise KeyError(field)
    if field == "level":
        return card.level.name
    if field == "artist" and card.artist is None:
        return "unknown"
    return crop(str(getattr(card, field)), 1000)


def mark(card: Card, field: str, width: int | None = None) -> str:
    """Give a field as people read it, with `~` behind it when it is a stand-in, in at most `width` cells.

    When there is too little room the value is cropped, never the mark. Raises KeyError for what is no field.
    """
    sign = STAND_IN_MARK if field in unconfirmed(card) else ""
    text = value(card, field)
    return text + sign if width is None else crop(text, width - len(sign)) + sign


def face_lines(card: Card, width: int = FACE_WIDTH) -> tuple[str, ...]:
    """Draw a card in seven lines of exactly `width` cells: the edges at their sides, stand-ins marked with `~`.

    `width` is at least NARROWEST_FACE. The last line but one says `stand-in` in words while any field is one.
    """
    width = max(width, NARROWEST_FACE)
    room = width - 4
    family = f"{card.family.letter} {mark(card, 'family')}"
    level = f"{card.level.diamonds} {mark(card, 'level')}"
    number = f"#{mark(card, 'number')}"
    note = "stand-in" if card.is_stand_in else ""
    return (
        _border(card, "n", width, "┌┐"),
        _row(mark(card, "name", room), "", room),
        _row(level, family, room),
        _side(card, number, room),
        _row(mark(card, "tribe", room), "", room),
        _row(note, "", room),
        _border(card, "s", width, "└┘"),
    )


def _border(card: Card, edge: str, width: int, corners: str) -> str:
    shown = mark(card, edge)
    # The digit stands in the middle whether or not a mark follows it.
    before = (width - 3) // 2
    after = width - 2 - before - cell_width(shown)
    return corners[0] + "─" * before + shown + "─" * after + corners[1]


def _row(left: str, right: str, room: int) -> str:
    return f"│ {_between(left, right, room)} │"


def _side(card: Card, middle: str, room: int) -> str:
    """Give the middle line, whose ends are the west and the east edge instead of the frame."""
    return f"{mark(card, 'w'):<2}{middle.center(room)}{mark(card, 'e'):>2}"


def _between(left: str, right: str, room: int) -> str:
    kept = crop(left, room - cell_width(right) - (1 if right else 0))
    return fit(kept, room - cell_width(right)) + right
