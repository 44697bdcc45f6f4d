"""Two hands side by side: what they share, and what only one of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Compared:
    """The different numbers of two hands at one Level, each in order; `level` is None for numbers that are no cards."""

    level: Level | None
    both: tuple[CardNo, ...]
    here: tuple[CardNo, ...]
    """Only in the first hand."""
    there: tuple[CardNo, ...]
    """Only in the second."""


def compare(here: Sequence[CardNo], there: Sequence[CardNo], catalogue: Catalogue) -> tuple[Compared, ...]:
    """Compare two hands Level by Level, Levels without a card left out; doubles count once, numbers of no card last."""
    first, second = set(here), set(there)

    def at(level: Level | None, numbers: set[CardNo]) -> tuple[CardNo, ...]:
        return tuple(sorted(number for number in numbers if _level(number, catalogue) is level))

    groups = (
        Compared(level, at(level, first & second), at(level, first - second), at(level, second - first))
        for level in (*Level, None)
    )
    return tuple(group for group in groups if group.both or group.here or group.there)


def changes(before: Sequence[CardNo], after: Sequence[CardNo]) -> tuple[tuple[CardNo, ...], tuple[CardNo, ...]]:
    """Give the numbers that came in and those that went out, each in order; of doubles, each copy counts."""
    return _without(after, before), _without(before, after)


def _level(number: CardNo, catalogue: Catalogue) -> Level | None:
    return catalogue[number].level if number in catalogue else None


def _without(cards: Sequence[CardNo], others: Sequence[CardNo]) -> tuple[CardNo, ...]:
    left = list(cards)
    for number in others:
        if number in left:
            left.remove(number)
    return tuple(sorted(left))
