"""A hand as a picture: its cards face up, in rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.pictures import palette
from collection.pictures.faces import SHAPE, STAND_IN_NOTE, card_back, card_face, printed
from collection.pictures.scene import Box, Ink, Scene, Shape, Text, words_in
from collection.text import plain

_EDGE, _CARD, _GAP, _TOP = 28.0, 132.0, 14.0, 92.0
_COLUMNS = 7


def hand_scene(name: str, cards: Sequence[CardNo], catalogue: Catalogue, faults: Iterable[str] = ()) -> Scene:
    """Draw the cards of a hand in its order; `faults` say why it is not legal, none where it is."""
    rows = max((len(cards) + _COLUMNS - 1) // _COLUMNS, 1)
    width = 2 * _EDGE + _COLUMNS * _CARD + (_COLUMNS - 1) * _GAP
    known = [catalogue[number] for number in cards if number in catalogue]
    notes = _notes(tuple(faults), stand_ins=any(card.is_stand_in for card in known))
    low = _TOP + rows * (SHAPE * _CARD + _GAP)
    height = low + 18 * len(notes) + _EDGE - 4
    spread = " · ".join(f"{level.name} {sum(card.level is level for card in known)}" for level in Level)
    counted = f"{len(cards)} card{'' if len(cards) == 1 else 's'} · by Level: {spread}"
    room = width - 2 * _EDGE
    shapes: list[Shape] = [
        Box(0.75, 0.75, width - 1.5, height - 1.5, Ink(palette.PAGE, palette.RULE, 1.5), radius=14),
        words_in(_EDGE, 46, name, 24, palette.INK, room, bold=True),
        Text(_EDGE, 72, counted, 14, palette.SOFT),
    ]
    for place, number in enumerate(cards):
        row, column = divmod(place, _COLUMNS)
        x, y = _EDGE + column * (_CARD + _GAP), _TOP + row * (SHAPE * _CARD + _GAP)
        if number in catalogue:
            shapes += card_face(printed(catalogue[number]), x, y, _CARD)
        else:
            shapes += card_back(x, y, _CARD)
            shapes.append(
                words_in(x + _CARD / 2, y + 30, f"#{number}", 14, palette.INK, _CARD - 16, "middle", bold=True)
            )
    for line, words in enumerate(notes):
        shapes.append(words_in(_EDGE, low + 12 + 18 * line, words, 12, palette.SOFT, room))
    named = [f"{number} {catalogue[number].name}" if number in catalogue else str(number) for number in cards]
    return Scene(width, height, f"Mudwater: the hand {plain(name)}", f"{counted}: {', '.join(named)}.", tuple(shapes))


def _notes(faults: Sequence[str], *, stand_ins: bool) -> list[str]:
    """Give the lines under the cards: why the hand is not legal, and what the marks mean."""
    most = 4
    notes = [f"Not legal: {fault}" for fault in faults[:most]]
    if len(faults) > most:
        notes.append(f"and {len(faults) - most} more reasons")
    return [*notes, STAND_IN_NOTE] if stand_ins else notes
