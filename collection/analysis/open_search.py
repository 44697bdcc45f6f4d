"""What a position of any game is worth to each seat when nothing is hidden, by the search that plays any game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from collection.games.protocol import AnyGame, Moves, Outcome, Over, Seat, Seats
from collection.players.tree import TreeSearch, reward


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a position: each seat's chance, 0 to 1, and what the searching seat had better do."""

    chances: tuple[float, ...]
    best: Any
    """None where the searching seat has no move."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A view that hides nothing."""

    seat: Seat
    state: Any


@dataclass(frozen=True, slots=True)
class _Only:
    """The one move that a seat may make."""

    move: Any

    def __contains__(self, move: object) -> bool:
        return bool(move == self.move)

    def __iter__(self) -> Any:
        return iter((self.move,))

    def __bool__(self) -> bool:
        return True

    def sample(self, rng: random.Random) -> Any:  # noqa: ARG002 - there is nothing to draw
        return self.move


class _OpenGame:
    """A game whose guesses are the truth, and which notes what the games that were imagined brought each seat."""

    def __init__(self, game: AnyGame, root: Any, forced: Mapping[Seat, Any]) -> None:
        self._game = game
        self._root = root
        self._forced = forced
        self.brought: list[Outcome] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def guess(self, view: _Open, rng: random.Random, belief: Any = None) -> Any:  # noqa: ARG002 - nothing is guessed
        return view.state

    def moves(self, state: Any, seat: Seat) -> Moves[Any]:
        if seat in self._forced and state is self._root:
            return _Only(self._forced[seat])
        return self._game.moves(state, seat)

    def outcome(self, state: Any) -> Outcome | None:
        outcome = self._game.outcome(state)
        if outcome is not None:
            self.brought.append(outcome)
        return outcome


def look_into(
    game: AnyGame,
    state: Any,
    seat: Seat,
    seats: int,
    rng: random.Random,
    effort: int,
    forced: Mapping[Seat, Any] | None = None,
) -> Found:
    """Search from `state`, which is not over, for `seat`, imagining `effort` games (at least 2).

    `forced` says what some seats do now, whatever might be better. The chance of the searching seat is that of its
    best move where it has one; the others share what is left in the proportion in which the later half of the games
    that were imagined shared it, and that half alone tells where the seat has no move.
    """
    opened = _OpenGame(game, state, forced or {})
    search = TreeSearch(opened, _Open(seat, state), rng)
    search.think(effort)
    late = opened.brought[len(opened.brought) // 2 :]
    shares = [sum(reward(outcome, one) for outcome in late) / len(late) for one in range(seats)]
    turn = game.turn(state)
    options = search.options() if isinstance(turn, Seats) and seat in turn.must | turn.may else ()
    if not options:
        return Found(tuple(shares), None)
    best = options[0]
    return Found(_shared(shares, seat, best.chance), best.move)


def _shared(shares: list[float], seat: Seat, chance: float) -> tuple[float, ...]:
    """Give `seat` its chance, and the others what is left of 1, in proportion to their shares."""
    others = sum(share for other, share in enumerate(shares) if other != seat)
    return tuple(
        chance if other == seat else (1 - chance) * (share / others if others else 1 / (len(shares) - 1))
        for other, share in enumerate(shares)
    )


def at_the_end(game: AnyGame, state: Any) -> tuple[float, ...] | None:
    """Give what the end of a game is worth to each seat, None where `state` is not the end."""
    if not isinstance(game.turn(state), Over):
        return None
    outcome = game.outcome(state)
    assert outcome is not None, "a game that is over has an outcome"
    return tuple(reward(outcome, seat) for seat in range(len(outcome.points)))
