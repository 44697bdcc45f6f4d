"""A card: one of the 120 numbers of Swamp Origins, and what its face says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TypeAlias

CardNo: TypeAlias = int
"""A card's number, 1 to 120."""

FIRST_CARD: CardNo = 1
LAST_CARD: CardNo = 120

BASE_FINISH = "base"
"""The finish of a copy when nothing else is said."""


class Level(IntEnum):
    """One to five diamonds: how a card gets onto the board (Rules of Play, The five Levels)."""

    I = 1  # noqa: E741 - the rulebook's own numeral
    II = 2
    III = 3
    IV = 4
    V = 5

    @property
    def rarity(self) -> str:
        """The rulebook's word: Common, Uncommon, Rare, Prestige, Legendary."""
        return ("Common", "Uncommon", "Rare", "Prestige", "Legendary")[self - 1]

    @property
    def diamonds(self) -> str:
        """One to five `◆`."""
        return "◆" * self


class Family(StrEnum):
    """The four families; each beats the next around the circle, Arcana beats Club (Advanced Mode)."""

    CLUB = "club"
    MUTANT = "mutant"
    COSMIC = "cosmic"
    ARCANA = "arcana"

    def beats(self, other: Family) -> bool:
        """Say whether this family breaks a tie against `other`."""
        order = list(Family)
        return order[(order.index(self) + 1) % len(order)] is other

    @property
    def letter(self) -> str:
        """One capital letter that tells families apart without colour: C, M, O (cosmic), A."""
        return {"club": "C", "mutant": "M", "cosmic": "O", "arcana": "A"}[self.value]


FIELDS = ("number", "name", "level", "family", "tribe", "artist", "n", "e", "s", "w")
"""The fields of a card, in the order in which they are shown; each can be confirmed."""

EDGES = ("n", "e", "s", "w")
"""The four sides, by the card's own compass."""
LOWEST_EDGE, HIGHEST_EDGE = 1, 9
"""What a side can show."""


STAND_IN_MARK = "~"
"""Stands behind whatever nobody has confirmed, wherever it is shown."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card's face. Fields outside `confirmed` are stand-ins, and every surface that shows one says so."""

    number: CardNo
    name: str
    level: Level
    family: Family
    tribe: str
    artist: str | None
    n: int
    e: int
    s: int
    w: int
    """Edge numbers, 1 to 9, by the card's own compass."""
    confirmed: frozenset[str] = frozenset()
    """The fields (of FIELDS) that somebody has confirmed; `number` says that this number belongs to this face."""

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """North, east, south, west."""
        return (self.n, self.e, self.s, self.w)

    @property
    def is_stand_in(self) -> bool:
        """Whether any field but the artist (often unknown, never made up) is unconfirmed."""
        return not self.confirmed.issuperset(set(FIELDS) - {"artist"})


@dataclass(frozen=True, slots=True, order=True)
class Copies:
    """So many pieces of cardboard with one number and one finish; `quantity` is 1 or more."""

    number: CardNo
    finish: str = BASE_FINISH
    quantity: int = 1
