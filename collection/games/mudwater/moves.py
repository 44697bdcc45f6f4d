"""The moves of Mudwater, chance among them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from collection.catalogue.card import CardNo


class Act(StrEnum):
    """How a card is played, by its sign in the notation."""

    PLACE = "="
    ROCK = "~"
    UPGRADE = "+"


@dataclass(frozen=True, slots=True)
class Play:
    """A card onto a square. `card` is None for a rock that nobody turned over (records of real tables only)."""

    act: Act
    square: int
    card: CardNo | None


@dataclass(frozen=True, slots=True)
class Pass:
    """No legal move: the turn goes to the other seat."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The move of chance: the antes drawn (None: never turned over) and the seat that begins."""

    antes: tuple[CardNo | None, CardNo | None]
    first: int


PlayerMove: TypeAlias = Play | Pass
Move: TypeAlias = Play | Pass | Deal
