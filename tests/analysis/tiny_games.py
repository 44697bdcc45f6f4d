"""Games small enough to be judged by hand, behind the protocol that every game stands behind, and as written games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from collection.games.protocol import CHANCE, Event, Fault, Outcome, Over, Seats


@dataclass(frozen=True)
class Table:
    """A heap, who moves, what was shown (in Pennies), and who won."""

    heap: int
    to_move: int = 0
    winner: int | None = None
    falls: bool = False
    """Whether chance is to take away next."""


@dataclass(frozen=True)
class Listed:
    """Legal moves, listed."""

    moves: tuple[Any, ...]

    def __contains__(self, move: object) -> bool:
        return move in self.moves

    def __iter__(self) -> Iterator[Any]:
        return iter(self.moves)

    def __bool__(self) -> bool:
        return bool(self.moves)

    def sample(self, rng: random.Random) -> Any:
        return rng.choice(self.moves)


class Tiny:
    """What the games have in common: everything is open, and the winner takes all."""

    name = "tiny"
    seats = range(2, 4)

    def __init__(self, players: int = 2) -> None:
        self.players = players

    def fault(self, state: Table, seat: int, move: Any) -> Fault | None:
        return None

    def view(self, state: Table, seat: int) -> Any:
        raise AssertionError("who judges in hindsight needs no view")

    def guess(self, view: Any, rng: random.Random, belief: Any = None) -> Any:
        raise AssertionError("who judges in hindsight guesses nothing")

    def outcome(self, state: Table) -> Outcome | None:
        if state.winner is None:
            return None
        points = tuple(int(seat == state.winner) for seat in range(self.players))
        return Outcome("over", frozenset({state.winner}), points)

    def standing(self, state: Table, seat: int) -> float:
        return 0.0

    def write(self, move: Any) -> str:
        return str(move)

    def read(self, state: Table, text: str) -> Any:
        return int(text)


class Nim(Tiny):
    """Take 1 or 2; who takes the last wins. With `luck`, chance takes 1 or 2 after the first move."""

    def __init__(self, players: int = 2, *, luck: bool = False) -> None:
        super().__init__(players)
        self.luck = luck

    def turn(self, state: Table) -> Any:
        if state.winner is not None:
            return Over()
        return Fall() if state.falls else Seats(frozenset({state.to_move}))

    def moves(self, state: Table, seat: int) -> Listed:
        mine = seat == state.to_move and state.winner is None and not state.falls
        return Listed(tuple(range(1, min(2, state.heap) + 1)) if mine else ())

    def apply(self, state: Table, moves: Mapping[int, Any]) -> tuple[Table, tuple[Event, ...]]:
        ((seat, taken),) = moves.items()
        heap = state.heap - taken
        if seat == CHANCE:
            return replace(state, heap=heap, falls=False), (Event("fell", None, (("taken", taken),)),)
        winner = seat if heap == 0 else None
        falls = self.luck and winner is None and heap > 2
        return Table(heap, (seat + 1) % self.players, winner, falls), (Event("took", None, (("taken", taken),)),)


class Fall:
    """Chance takes 1 or 2."""

    def sample(self, rng: random.Random) -> int:
        return rng.randint(1, 2)


class Pennies(Tiny):
    """Both choose at once: 9 beats 0 beats 1 beats 9 for the first seat; 5 always loses against all but 5."""

    def turn(self, state: Table) -> Any:
        return Over() if state.winner is not None else Seats(frozenset({0, 1}))

    def moves(self, state: Table, seat: int) -> Listed:
        return Listed((0, 1, 5, 9) if state.winner is None else ())

    def apply(self, state: Table, moves: Mapping[int, Any]) -> tuple[Table, tuple[Event, ...]]:
        mine, theirs = moves[0], moves[1]
        beats = {(9, 0), (0, 1), (1, 9), (0, 5), (1, 5), (9, 5)}
        if (mine, theirs) in beats:
            return replace(state, winner=0), ()
        if (theirs, mine) in beats:
            return replace(state, winner=1), ()
        return replace(state, heap=0), (Event("again"),)


@dataclass(frozen=True)
class Played:
    """A tiny game, written."""

    game: Any
    states: tuple[Table, ...]
    steps: tuple[Mapping[int, Any], ...]
    events: tuple[tuple[Event, ...], ...]
    seat_names: tuple[str, ...]

    @property
    def outcome(self) -> Outcome | None:
        outcome: Outcome | None = self.game.outcome(self.states[-1])
        return outcome

    def as_json(self) -> dict[str, Any]:
        return {}


def played(game: Tiny, begin: Table, steps: list[Mapping[int, Any]]) -> Played:
    """Play a tiny game through."""
    rules: Any = game
    states, events = [begin], []
    for step in steps:
        state, happened = rules.apply(states[-1], step)
        states.append(state)
        events.append(happened)
    names = ("ann", "bo", "cy")[: game.players]
    return Played(game, tuple(states), tuple(steps), tuple(events), names)
