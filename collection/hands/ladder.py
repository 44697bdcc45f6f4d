"""The ladder of a hand: which of its cards can get onto the board face up at all, and how many ways lead there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.state import SQUARES

_CLIMBERS = (Level.III, Level.IV, Level.V)
"""Level I is placed, and any other card can be the rock under a Level II: only from Level III on can a way be shut."""


@dataclass(frozen=True, slots=True)
class WaysUp:
    """How a card of Level III, IV or V gets onto the board from its own hand alone.

    A way up is one card of the same hand for each Level below, beginning with a Level I face up or with a rock, which
    counts as Level I whatever it hides (Rules of Play, Upgrade; ruling 9). A captured square can stand in for any of
    them, so a card without a way up is not unplayable, but it waits for the rival.
    """

    card: CardNo
    level: Level
    face_up: int
    """Ways whose foot is a Level I card placed face up."""
    on_rock: int
    """Ways whose foot is a rock: any other card of the hand that is not itself a rung of the way, also a Level I."""
    hangs_on: tuple[CardNo, ...]
    """Cards each of which, lost as the ante, would leave no way up at all, by number; none where there is none now."""

    @property
    def dead(self) -> bool:
        """Whether no way up leads there from this hand alone."""
        return not self.face_up and not self.on_rock

    @property
    def in_all(self) -> int:
        """Ways up of either kind."""
        return self.face_up + self.on_rock


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ladder of a hand."""

    ways: tuple[WaysUp, ...]
    """One for each card of Level III to V, by Level, then by number."""
    standing: Mapping[Level, int]
    """How many cards of each Level can get onto the board face up, when the hand is spent on that Level alone.

    Each stands on a square of its own and uses up one card of every Level between, and a foot: a Level I, or any card
    that is left, as a rock (the next rock can follow when one is covered, ruling 5). All five Levels are there.
    """

    @property
    def dead_weight(self) -> tuple[CardNo, ...]:
        """The cards without any way up."""
        return tuple(one.card for one in self.ways if one.dead)


def ladder(cards: Sequence[CardNo], catalogue: Catalogue) -> Ladder:
    """Count the ways up of a hand's cards. Numbers that are no cards, and doubles, are left out."""
    levels = {number: catalogue[number].level for number in sorted(set(cards)) if number in catalogue}
    counts = Counter(levels.values())
    return Ladder(tuple(_all_ways(levels, counts)), {level: _standing(level, counts) for level in Level})


def _all_ways(levels: Mapping[CardNo, Level], counts: Counter[Level]) -> Iterator[WaysUp]:
    for level in _CLIMBERS:
        climbers = [number for number, its in levels.items() if its is level]
        if not climbers:
            continue
        face_up, on_rock = _ways(level, counts)
        needed = _needed(level, counts) if face_up or on_rock else frozenset()
        for number in climbers:
            hangs_on = tuple(other for other, its in levels.items() if its in needed and other != number)
            yield WaysUp(number, level, face_up, on_rock, hangs_on)


def _ways(level: Level, counts: Mapping[Level, int]) -> tuple[int, int]:
    """Count the ways up to one card of `level` in a hand with so many cards of each Level: face up, and on a rock."""
    rungs = math.prod(counts[between] for between in Level if Level.I < between < level)
    beside = sum(counts.values()) - 1 - (level - 2)
    return counts[Level.I] * rungs, beside * rungs


def _needed(level: Level, counts: Counter[Level]) -> frozenset[Level]:
    """Give the Levels of which any one card less would shut every way up to a card of `level`."""
    return frozenset(
        lost for lost, there in counts.items() if there > (lost is level) and not any(_ways(level, _less(counts, lost)))
    )


def _less(counts: Counter[Level], lost: Level) -> Counter[Level]:
    return counts - Counter((lost,))


def _standing(level: Level, counts: Counter[Level]) -> int:
    """Give how many cards of `level` can stand at once: each is the top of as many cards as its Level says."""
    if level is Level.I:
        return min(counts[Level.I], len(SQUARES))
    tops_and_rungs = min(counts[between] for between in Level if Level.I < between <= level)
    return min(tops_and_rungs, counts.total() // level, len(SQUARES))
