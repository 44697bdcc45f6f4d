"""The protocol behind which every game stands: two to six seats, turns in sequence, at once, or as reactions.

A game is a stateless object; a state is an immutable, hashable value. Chance is a move like any other: it is sampled
once, recorded, and so a record needs no generator. Players are given views, never states. A view names its seat as
`view.seat`, and the states of a game for several numbers of seats say how many there are as `state.seats`.

Contracts, tested over every game and seed: a move is legal iff it has no fault; `read(write(m)) == m`; replaying a
record gives the same end; states that differ only in what a seat cannot see give it equal views and events;
`view(guess(view(s))) == view(s)` and `moves(guess(view(s)), seat) == moves(s, seat)`; random play ends; cards are
conserved.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

Seat: TypeAlias = int
"""A place at the table, counted from 0."""

CHANCE: Seat = -1
"""The seat under which a chance move is handed to `apply`."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")
MoveT_co = TypeVar("MoveT_co", covariant=True)


class Moves(Protocol[MoveT_co]):
    """The legal moves of one seat: a collection that need not be listed to be asked or drawn from."""

    def __contains__(self, move: object) -> bool:
        """Say whether `move` is legal."""
        ...

    def __iter__(self) -> Iterator[MoveT_co]:
        """Yield legal moves in a fixed order; a family too large to list may be left out of the iteration."""
        ...

    def __bool__(self) -> bool:
        """Say whether there is any legal move."""
        ...

    def sample(self, rng: random.Random) -> MoveT_co:
        """Draw one legal move. Raises IndexError when there is none."""
        ...


class Chance(Protocol[MoveT_co]):
    """A turn of chance: a shuffle, a coin, an ante drawn."""

    def sample(self, rng: random.Random) -> MoveT_co:
        """Draw a chance move, to be applied under the seat CHANCE."""
        ...


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats that act: `apply` takes the moves of all `must` seats together, or one move of one `may` seat."""

    must: frozenset[Seat]
    may: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""


Turn: TypeAlias = "Chance[MoveT] | Seats | Over"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a move is not legal, in the rulebook's terms."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `seats` may see it; None means everybody. `facts` holds JSON-like values."""

    kind: str
    seats: frozenset[Seat] | None = None
    facts: tuple[tuple[str, Any], ...] = ()

    def visible_to(self, seat: Seat) -> bool:
        """Say whether `seat` may see this event."""
        return self.seats is None or seat in self.seats


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winners` is empty for a draw; `points` has one number a seat."""

    termination: str
    winners: frozenset[Seat]
    points: tuple[int, ...]


class Belief(Protocol):
    """What a player thinks likely about hidden cards: a weight of 0 or more for each card number."""

    def weight(self, card: int) -> float:
        """Give the relative weight of `card`."""
        ...


Believe: TypeAlias = Callable[[Any], Belief]
"""What a view makes a player believe of the cards that it hides."""


class Game(Protocol[StateT, MoveT, ViewT]):
    """The rules of one game."""

    name: str
    """As records and commands spell it: `mudwater`."""
    seats: range
    """How many seats it takes."""

    def turn(self, state: StateT) -> Turn[MoveT]:
        """Say who acts next: chance, seats, or nobody."""
        ...

    def moves(self, state: StateT, seat: Seat) -> Moves[MoveT]:
        """Give the legal moves of `seat`; none when it is not its turn."""
        ...

    def fault(self, state: StateT, seat: Seat, move: MoveT) -> Fault | None:
        """Say why `move` is not legal for `seat`, None when it is."""
        ...

    def apply(self, state: StateT, moves: Mapping[Seat, MoveT]) -> tuple[StateT, tuple[Event, ...]]:
        """Give the state after `moves` and what happened. The moves must be legal: nothing is checked here."""
        ...

    def view(self, state: StateT, seat: Seat) -> ViewT:
        """Give everything that `seat` may know, and nothing else."""
        ...

    def guess(self, view: ViewT, rng: random.Random, belief: Belief | None = None) -> StateT:
        """Draw a state that is consistent with `view`."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Give how the game ended, None while it goes on."""
        ...

    def standing(self, state: StateT, seat: Seat) -> float:
        """Give what a greedy player maximises for `seat`, from public facts alone (squares held, points)."""
        ...

    def write(self, move: MoveT) -> str:
        """Give `move` in the game's notation."""
        ...

    def read(self, state: StateT, text: str) -> MoveT:
        """Read a move. Raises UnreadableMove when it is not in the notation; it may still be illegal."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think: seconds, or iterations where it counts them; whichever comes first.

    A player that thinks for long asks `cancelled` every few milliseconds and, told True, gives the best that it has.
    """

    seconds: float | None = None
    iterations: int | None = None
    cancelled: Callable[[], bool] | None = None
    clock: Callable[[], float] = time.perf_counter
    """By which the seconds are told: it gives those since some moment. Nothing else in the pure rooms knows a clock."""
    report: Callable[[Thoughts[Any]], None] | None = None
    """Told about every tenth of a second what a player that thinks for long has so far, in the thread it thinks in.

    The choice does not depend on it, and what it raises ends the thinking.
    """


@dataclass(frozen=True, slots=True)
class Option(Generic[MoveT_co]):
    """A move that was looked into: in how many imagined games, and what share of them it won, 0 to 1.

    A draw counts as half, and a game that was not imagined to its end as the chance that it seemed to have.
    """

    move: MoveT_co
    visits: int
    chance: float


@dataclass(frozen=True, slots=True)
class Thoughts(Generic[MoveT_co]):
    """What a player found out about its moves: the options, the one most visited first, and its chance of winning.

    `low` and `high` are the 95 % Wilson interval of that chance, as if its imagined games were drawn at random. They
    are not quite: a search comes back to what has gone well. Nor does it know of errors in judging unfinished games.
    """

    options: tuple[Option[MoveT_co], ...]
    chance: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Choice(Generic[MoveT]):
    """A player's move, what it has to say about it (empty, or one sentence), and what it found out, if it searched."""

    move: MoveT
    remark: str = ""
    thoughts: Thoughts[MoveT] | None = None


class Player(Protocol):
    """Who chooses a move, from a view alone. A player holds no state of the game."""

    name: str
    by_clock: bool
    """Whether how long it thinks is told by a clock, so that the same seed need not give the same move again."""

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        """Choose a legal move for the seat that owns `view`."""
        ...


class Search(Protocol[MoveT_co]):
    """A search for the best move of the seat that owns a view, made in as many portions as its owner likes."""

    @property
    def visits(self) -> int:
        """How many games it has imagined, those of an earlier search that it builds on among them."""
        ...

    def think(self, iterations: int) -> None:
        """Imagine so many games more."""
        ...

    def options(self) -> tuple[Option[MoveT_co], ...]:
        """Give the moves that were looked into, the one most visited first."""
        ...


@runtime_checkable
class SearchedGame(Protocol):
    """A game that brings a search of its own, faster than the one that plays any game."""

    def search(self, view: Any, rng: random.Random, belief: Belief | None = None, before: Any = None) -> Search[Any]:
        """Begin a search. `before`, a search that this game began, is built on where `view` comes later in its game.

        Without `before`, the same view and the same `rng` make the same search.
        """
        ...


@dataclass(frozen=True, slots=True)
class Worth(Generic[MoveT_co]):
    """What a position is worth to the seat to move when every card is known: its chance of winning, 0 to 1.

    `move` is a move that keeps that chance. `exact` says that the rest was searched out: then the chance is what can
    be forced, 1 a win, 0.5 a draw, 0 a loss.
    """

    chance: float
    move: MoveT_co
    exact: bool


@runtime_checkable
class KnownGame(Protocol):
    """A game of two seats in turns that can tell, better than a search for any game, what a known position is worth."""

    def memory(self) -> Any:
        """Give something in which `worth` keeps what it proved, for the positions of one game, asked one by one."""
        ...

    def worth(self, state: Any, rng: random.Random, effort: int, memory: Any = None) -> Worth[Any]:
        """Tell what `state`, in which a seat is to move and no card is unknown, is worth to that seat.

        `effort` is how many games it may imagine; the same questions in the same order get the same answers. Raises
        ValueError where a card is unknown, and for a game that is over.
        """
        ...
