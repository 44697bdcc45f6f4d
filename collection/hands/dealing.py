"""A legal hand drawn from a collection: what the house brings to the table."""

from __future__ import annotations

import random
from collections.abc import Mapping

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.errors import HandRefused
from collection.hands.hand import HAND_SIZE

BEGINNERS_SPLIT: Mapping[Level, int] = {Level.I: 5, Level.II: 3, Level.III: 2, Level.IV: 2, Level.V: 1}
"""The rulebook's advice for a first hand; one more card is free to choose (ruling 17: advice, never a rule)."""


def draw_hand(catalogue: Catalogue, owned: Mapping[CardNo, int], rng: random.Random) -> tuple[CardNo, ...]:
    """Draw 14 different owned numbers, as near to the beginners' split 5/3/2/2/1 + 1 as the collection allows.

    A Level that is short is made up from the nearest Level that has cards left, the lower one first: it reaches the
    board more easily. Gives the numbers in order. Raises HandRefused when fewer than 14 different numbers are owned.
    """
    left = {level: _shuffled(catalogue, owned, level, rng) for level in Level}
    different = sum(len(pile) for pile in left.values())
    if different < HAND_SIZE:
        raise HandRefused(
            f"A hand needs fourteen different cards, and {different} are owned: "
            f"pull, trade or win {HAND_SIZE - different} more."
        )
    drawn: list[CardNo] = []
    short: list[Level] = []
    for level, wanted in BEGINNERS_SPLIT.items():
        taken = left[level][:wanted]
        del left[level][:wanted]
        drawn += taken
        short += [level] * (wanted - len(taken))
    for level in short:
        drawn.append(left[_nearest(level, left)].pop())
    drawn.append(rng.choice([number for pile in left.values() for number in pile]))
    return tuple(sorted(drawn))


def _shuffled(catalogue: Catalogue, owned: Mapping[CardNo, int], level: Level, rng: random.Random) -> list[CardNo]:
    pile = [card.number for card in catalogue if card.level is level and owned.get(card.number, 0) > 0]
    rng.shuffle(pile)
    return pile


def _nearest(level: Level, left: Mapping[Level, list[CardNo]]) -> Level:
    return min((other for other, pile in left.items() if pile), key=lambda other: (abs(other - level), other))
