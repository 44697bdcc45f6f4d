"""What a position of any game is worth to each seat when nothing is hidden, by the search that plays any game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from collection.games.protocol import AnyGame, Option, Over, Seat, Seats
from collection.players.tree import TreeSearch, reward


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a position: each seat's chance, 0 to 1, and what the searching seat may do."""

    chances: tuple[float, ...]
    options: tuple[Option[Any], ...]
    """The moves of the searching seat, the one looked into most first; empty where it has none."""

    @property
    def best(self) -> Any:
        """The move of most promise, None where there is none."""
        return self.options[0].move if self.options else None

    def chance_of(self, move: Any) -> float | None:
        """Give what a move of the searching seat brought, None where it was not looked into."""
        return next((option.chance for option in self.options if option.move == move), None)


@dataclass(frozen=True, slots=True)
class _Open:
    """A view that hides nothing."""

    seat: Seat
    state: Any


class _OpenGame:
    """A game whose guesses are the truth."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def guess(self, view: _Open, rng: random.Random, belief: Any = None) -> Any:  # noqa: ARG002 - nothing is guessed
        return view.state


class _NotingSearch(TreeSearch):
    """The search that plays any game, which notes what the games that it imagined brought each seat."""

    def __init__(self, game: AnyGame, view: Any, rng: random.Random) -> None:
        super().__init__(game, view, rng)
        self.brought: list[Sequence[float]] = []

    def _remember(self, path: Iterable[Any], rewards: Sequence[float]) -> None:
        self.brought.append(rewards)
        super()._remember(path, rewards)


def look_into(game: AnyGame, state: Any, seat: Seat, seats: int, rng: random.Random, effort: int) -> Found:
    """Search from `state`, which is not over, for `seat`, imagining `effort` games (at least 2).

    The chance of the searching seat is that of its best move where it has one; the others share what is left in the
    proportion in which the later half of the games that were imagined shared it, and that half alone tells where the
    seat has no move.
    """
    search = _NotingSearch(_OpenGame(game), _Open(seat, state), rng)
    search.think(effort)
    late = search.brought[len(search.brought) // 2 :]
    shares = [sum(rewards[one] for rewards in late) / len(late) for one in range(seats)]
    turn = game.turn(state)
    options = search.options() if isinstance(turn, Seats) and seat in turn.must | turn.may else ()
    if not options:
        return Found(tuple(shares), ())
    return Found(_shared(shares, seat, options[0].chance), options)


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
