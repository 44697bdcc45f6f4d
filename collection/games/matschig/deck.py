"""What the deck consists of: how many of each card, and which of that somebody has confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from collection.errors import DataError
from collection.games.field import Field, corrected
from collection.games.matschig.cards import SPECIALS, VALUES, Card, Kind
from collection.text import plain

FILE: Final = "deck.yaml"
_VALUED: Final = (Kind.WATER, Kind.SAND, Kind.UMBRELLA)
_MOST = 40
"""Of one card, at most; beyond that it is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a game is played with."""

    counts: tuple[tuple[Card, int], ...]
    hand: int
    """Cards that a hand is filled up to."""
    fields: tuple[Field, ...]
    """Every fact, with what is known of it."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, equal ones as often as they come, in one fixed order."""
        return tuple(card for card, count in self.counts for _ in range(count))


def deck_of(tree: object, corrections: Mapping[str, str] | None = None) -> Deck:
    """Check a deck's data, an owner's `corrections` laid over it by field (`count.water.4`: `5`).

    Raises DataError with every fault, each naming the field.
    """
    fields, faults = corrected(tree, corrections or {})
    numbers: dict[str, int] = {}
    known = {field.name: field.value for field in fields}
    wanted = {"total", "hand", *(f"count.{name}" for name in _names())}
    for name, value in known.items():
        if name == "game":
            continue
        if name not in wanted:
            faults.append(f"{plain(name)[:60]}: Matschig's deck has no such field.")
        elif not (value.isascii() and value.isdigit() and len(value) <= 3):
            faults.append(f"{name}: a number from 0 to 999, not {plain(value)[:20]}.")
        else:
            numbers[name] = int(value)
    faults += [f"{name}: missing." for name in ("total", "hand") if name not in known]
    counts = tuple((card, numbers.get(f"count.{name}", 0)) for name, card in _names().items())
    faults += [f"count of {card}: at most {_MOST}." for card, count in counts if count > _MOST]
    total = sum(count for _, count in counts)
    if not faults and total != numbers["total"]:
        faults.append(f"total: the counts add up to {total}, not {numbers['total']}.")
    if not faults and not 1 <= numbers["hand"] * 6 <= total:
        faults.append(f"hand: {numbers['hand']} cards for each of six players are more than there are.")
    if faults:
        raise DataError(*faults)
    return Deck(tuple(pair for pair in counts if pair[1]), numbers["hand"], tuple(fields))


def _names() -> dict[str, Card]:
    valued = {f"{kind.value}.{value}": Card(kind, value) for kind in _VALUED for value in VALUES}
    return valued | {f"special.{kind.value}": Card(kind) for kind in SPECIALS}
