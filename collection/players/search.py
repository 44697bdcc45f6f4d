"""The searching player: it imagines how the game may go on, thousands of times, from what it may know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from collection.games.protocol import AnyGame, Believe, Choice, Limit, Option, Search, SearchedGame, Thoughts
from collection.ledger.intervals import wilson
from collection.players.tree import TreeSearch

_PORTION = 0.005
"""Seconds that it searches between two looks at the clock and at whether it was told to stop."""
_FIRST = 8
"""Imagined games of the first portion: few, for a game whose pace is not known yet."""
_BETWEEN_REPORTS = 0.1
"""Seconds from one report of what was found so far to the next."""
Number = TypeVar("Number", int, float)


class SearchPlayer:
    """Plays the move that its search came back to most often.

    `budget` is how long it thinks when nobody limits it further. Told in iterations alone, it begins every move anew: a
    view, a seed and a number of iterations make the same choice everywhere and always. With a clock it cannot promise
    that, and so keeps its tree: what it has thought about the move that its rival then makes is not lost.
    `believe` says what it takes for likely among hidden cards; without it they are all alike (`beliefs` has some).
    """

    def __init__(self, name: str, game: AnyGame, budget: Limit, believe: Believe | None = None) -> None:
        self.name = name
        self.by_clock = budget.seconds is not None
        self._game = game
        self._budget = budget
        self._believe = believe
        self._before: Search[Any] | None = None

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        """Choose a legal move for the seat that owns `view`, and say how often it won and what else was tried."""
        begun = limit.clock()
        only = self._only_move(view, rng)
        if only is not None:
            return Choice(only, "The only legal move.")
        search = self._search(view, rng)
        iterations = least(self._budget.iterations, limit.iterations)
        seconds = least(self._budget.seconds, limit.seconds)
        until = None if seconds is None else begun + seconds
        _think(search, iterations, until, limit)
        if self.by_clock:
            self._before = search
        options = search.options()
        return Choice(
            options[0].move,
            f"Gives itself {options[0].chance:.0%}, by {options[0].visits:,} imagined games.",
            _told(options),
        )

    def _search(self, view: Any, rng: random.Random) -> Search[Any]:
        belief = self._believe(view) if self._believe is not None else None
        if isinstance(self._game, SearchedGame):
            return self._game.search(view, rng, belief, self._before)
        return TreeSearch(self._game, view, rng, belief)

    def _only_move(self, view: Any, rng: random.Random) -> Any:
        """Give the one legal move there is; None where there are several."""
        legal = self._game.moves(self._game.guess(view, rng), view.seat)
        moves = iter(legal)
        first = next(moves, None)
        return first if first is not None and next(moves, None) is None and legal.sample(rng) == first else None


def _think(search: Search[Any], iterations: int | None, until: float | None, limit: Limit) -> None:
    """Search in portions until a limit is reached; the first portion is always made, so that there is a choice."""
    if iterations is None and until is None and limit.cancelled is None:
        raise ValueError("A search needs a limit: seconds, iterations, or somebody who can stop it.")
    left, portion = iterations, _FIRST
    reports = Reports(limit)
    while True:
        portion = portion if left is None else min(portion, left)
        started = limit.clock()
        search.think(portion)
        now = limit.clock()
        left = None if left is None else left - portion
        if left == 0 or (until is not None and now >= until) or (limit.cancelled is not None and limit.cancelled()):
            return
        reports.give(now, lambda: _told(search.options()))
        spare = _PORTION if until is None else min(_PORTION, until - now)
        portion = max(1, min(4 * portion, int(portion * spare / max(now - started, 1e-9))))


def _told(options: tuple[Option[Any], ...]) -> Thoughts[Any]:
    best = options[0]
    return Thoughts(options, best.chance, *wilson(best.chance, best.visits))


class Reports:
    """What `limit.report` is told on the way, now and then."""

    def __init__(self, limit: Limit) -> None:
        """Begin to count from now on, by the clock of `limit`."""
        self._report = limit.report
        self._next = limit.clock() + _BETWEEN_REPORTS if limit.report is not None else 0.0

    def give(self, now: float, thoughts: Callable[[], Thoughts[Any]]) -> None:
        """Report `thoughts` where the last report is long enough ago; what the listener raises goes through."""
        if self._report is not None and now >= self._next:
            self._report(thoughts())
            self._next = now + _BETWEEN_REPORTS


def least(one: Number | None, other: Number | None) -> Number | None:
    """Give the lesser of two limits, where None is none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
