"""How a game of Matschig stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from collection.games.matschig.cards import Card
from collection.games.protocol import Seat

NAME = "matschig"

Hidden = Card | None
"""A card, or one that is hidden from whoever looks."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game."""

    seats: int
    easier: bool = False
    """Easier to Clean: who has only Water, or only Sand, may halve the points of the round."""
    perfect: bool = False
    """Perfect Mud: an account of 22, 44, 66 or 88 after a round may be halved."""
    rounds: int = 1
    first: Seat | None = None
    """Who begins; None lets chance say."""


class Phase(StrEnum):
    """What is to happen next."""

    FIRST = "first"
    """Chance says who begins."""
    SHUFFLE = "shuffle"
    """Chance shuffles: the whole deck before a round, the discards once in it."""
    THROW = "throw"
    WINDOW = "window"
    """Everybody but the slinger may offer a third card, sealed."""
    DEFEND = "defend"
    EASIER = "easier"
    """Who may halve the points of the round says whether they do."""
    PERFECT = "perfect"
    """Who may halve their account says whether they do."""
    OVER = "over"


class Due(StrEnum):
    """Why cards are to be drawn."""

    SPREAD = "spread"
    REFILL = "refill"
    REDRAW = "redraw"


@dataclass(frozen=True, slots=True)
class Mud:
    """The mud in the air."""

    thrower: Seat
    """The slinger of this round, however often the mud was diverted."""
    target: Seat
    cards: tuple[Card, ...]
    finished: bool
    """No card may be added any more: a third one was, or the first two made it perfect."""


class State(NamedTuple):
    """Everything there is; in what a seat knows, hidden cards are None.

    A tuple, since one is made for every small thing that happens: that takes a seventh of the time.
    """

    setup: Setup
    phase: Phase
    round: int
    """From 1."""
    starter: Seat
    """Who began this round."""
    active: Seat
    """Who slings, or whose turn it is to sling next."""
    hands: tuple[tuple[Hidden, ...], ...]
    pools: tuple[tuple[Card, ...], ...]
    pile: tuple[Hidden, ...]
    discard: tuple[Card, ...]
    """Sorted: nobody draws from it."""
    accounts: tuple[int, ...]
    """The mud accounts, from rounds that were counted."""
    scores: tuple[int, ...] = ()
    """The points of the round that is being counted."""
    mud: Mud | None = None
    due: tuple[tuple[Due, Seat], ...] = ()
    """Draws that are still to be made, in order."""
    reshuffled: bool = False
    """The discards were shuffled: it is done once a round."""
    last: bool = False
    """No hand is filled any more."""
    stuck: frozenset[Seat] = frozenset()
    """Who is known to lack Sand or Water, having been unable to throw since they last drew."""

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Give all seats clockwise, beginning with `seat`."""
        return tuple((seat + step) % self.seats for step in range(self.seats))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: its own hand, all pools and discards, and how many cards lie everywhere else."""

    seat: Seat
    known: State
