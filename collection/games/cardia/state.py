"""How a game of Cardia stands. A card is told by its value: each player has one of every value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from collection.games.cardia.cards import Card
from collection.games.cardia.data import Island
from collection.games.protocol import Seat

NAME = "cardia"

Hidden: TypeAlias = "int | None"
"""A card, or one that is hidden from whoever looks."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game."""

    cards: tuple[Card, ...]
    """The deck of either player, by value."""
    hand: int
    signets: int
    """How many win at the end of a round."""
    phials: int
    """Of each player; 0 where none are used."""
    anchors: tuple[int, ...]
    """Where ships lie at the beginning; none where islands are not used."""
    islands: tuple[Island, ...]
    locations: frozenset[str] = frozenset()
    after: tuple[str, ...] = ("late", "end")
    """What follows the abilities of a round, in order: the tasks that this deck and these locations need."""

    def card(self, value: int) -> Card:
        """Give the card with this value."""
        return self.cards[value - 1]


class Phase(StrEnum):
    """What is to happen next."""

    SHUFFLE = "shuffle"
    """Chance shuffles both decks, and the hands are drawn."""
    PLACE = "place"
    """Both place a card, together, or one after the other where one is to place it face up."""
    RESOLVE = "resolve"
    """Somebody is asked something, or chance is, or nothing is left to be done."""
    OVER = "over"


class Lay(NamedTuple):
    """A card in play and what lies on it."""

    value: int
    modifier: int = 0
    """All its modifiers, added up."""
    tokens: int = 0
    """Ongoing tokens."""
    phials: int = 0


class Encounter(NamedTuple):
    """Two cards that lie opposite each other."""

    round: int
    """In which it came to be: what tells it from others, whatever comes to lie there."""
    lays: tuple[Lay | None, Lay | None]
    """Seat A's card and seat B's."""


class Waiting(NamedTuple):
    """What waits for the next card that a player places."""

    modifier: int = 0
    librarian: tuple[int, ...] = ()
    """Modifiers whose sign its player chooses when the card is revealed."""
    blackmail: tuple[tuple[str, int], ...] = ()
    """Factions that it should be of, and how many hand cards are discarded if it is not."""
    engineer: tuple[int, ...] = ()
    """Modifiers that come at the end of phase 2."""


class Placed(NamedTuple):
    """A card that is placed and not revealed yet, with what waited for it."""

    card: Hidden
    waiting: Waiting
    open: bool = False
    """Whether it was placed face up."""


class Task(NamedTuple):
    """Something that is still to be done; the last one is done first."""

    kind: str
    seat: Seat = 0
    """For whom, "you"."""
    here: int = 0
    """Their card that it is about, "this card"."""
    amount: int = 0
    data: tuple[Any, ...] = ()
    chain: tuple[tuple[Seat, int], ...] = ()
    """The cards whose abilities led here by activating or copying one another."""


class Result(NamedTuple):
    """How the game ended; nobody has won a draw."""

    how: str
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is; in what a seat knows, hidden cards are None."""

    setup: Setup
    phase: Phase
    round: int
    row: tuple[Encounter, ...]
    hands: tuple[tuple[Hidden, ...], ...]
    decks: tuple[tuple[Hidden, ...], ...]
    """The next card first."""
    discards: tuple[tuple[int, ...], ...]
    """Sorted."""
    ships: tuple[int, ...]
    """Where they are, sorted; ships are alike."""
    supply: tuple[int, ...]
    """Phials in front of each player."""
    waiting: tuple[Waiting, ...]
    fog: tuple[Placed, ...] = ()
    """The pair that lies face down (Foggy Swamp)."""
    first: Seat | None = None
    """Who is to place a card face up before the other chooses."""
    opened: int | None = None
    """The card that was placed so."""
    tasks: tuple[Task, ...] = ()
    bottom: tuple[int, ...] = (0, 0)
    """How many cards at the bottom of the deck its owner has put there and knows (Scrapyard)."""
    shown: tuple[tuple[int, ...], ...] = ((), ())
    """Cards in a hand that the other player has seen go there."""
    moved: tuple[bool, ...] = (False, False)
    """Who has moved ships in this round."""
    queue: tuple[tuple[Seat, int], ...] = ()
    """Islands whose effect is still to come, and for whom."""
    won: tuple[Seat, int] | None = None
    """Who won phase 1 of this round, and with which card."""
    before: tuple[tuple[int, bool, bool], ...] = ()
    """Who won which past encounter when phase 2 began (Serpent Temple)."""
    late: tuple[tuple[Seat, int, int], ...] = ()
    """Modifiers that come at the end of phase 2: whose card, which, how much."""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: its own hand and all that lies open."""

    seat: Seat
    known: State
