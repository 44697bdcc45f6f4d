"""The cards of Matschig, and how they are written: `w4` Water 4, `s3` Sand 3, `u7` Umbrella 7, specials by name."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from collection.errors import UnreadableMove
from collection.text import quoted


class Kind(StrEnum):
    """What a card is for."""

    WATER = "water"
    SAND = "sand"
    UMBRELLA = "umbrella"
    FAN = "fan"
    DRYER = "dryer"
    THIRTEEN = "thirteen"
    DIVERT = "divert"
    SPREAD = "spread"


MUD: Final = frozenset({Kind.WATER, Kind.SAND})
SPECIALS: Final = (Kind.FAN, Kind.DRYER, Kind.THIRTEEN, Kind.DIVERT, Kind.SPREAD)
VALUES: Final = range(1, 8)
"""The values that a water, sand or umbrella card may have; which of them there are is for the deck to say."""

_LETTERS: Final = {Kind.WATER: "w", Kind.SAND: "s", Kind.UMBRELLA: "u"}
_THIRTEEN = "13"


class Card(NamedTuple):
    """One card; cards of the same kind and value are alike. Specials have the value 0."""

    kind: Kind
    value: int = 0

    def __str__(self) -> str:
        """Give the card as it is written."""
        letter = _LETTERS.get(self.kind)
        if letter is not None:
            return f"{letter}{self.value}"
        return _THIRTEEN if self.kind is Kind.THIRTEEN else self.kind.value


UNKNOWN: Final = None
"""A card that is hidden."""

_READ: Final = {
    **{str(card): card for kind in _LETTERS for card in (Card(kind, value) for value in VALUES)},
    **{str(Card(kind)): Card(kind) for kind in SPECIALS},
}


def read_card(text: str) -> Card:
    """Read one card. Raises UnreadableMove."""
    card = _READ.get(text)
    if card is None:
        raise UnreadableMove(
            f"{quoted(text)} is no card: w4, s3 and u7 are, or {', '.join(map(str, SPECIALS))} and 13."
        )
    return card


def points(cards: Iterable[Card]) -> int:
    """Give the face values added up."""
    return sum(card.value for card in cards)


def without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Give `cards` without one of each card in `taken`. Raises ValueError where one is not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def holds(cards: tuple[Card, ...], wanted: Iterable[Card]) -> bool:
    """Say whether all of `wanted` are among `cards`, equal ones counted."""
    try:
        without(cards, wanted)
    except ValueError:
        return False
    return True
