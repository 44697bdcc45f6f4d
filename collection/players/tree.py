"""A search for any game behind the protocol: two to six seats, turns in sequence, at once, or as reactions.

Information set Monte Carlo tree search as seen by one seat (Cowling, Powley and Whitehouse, 2012), in which every seat
goes for its own reward. A game that brings a faster search of its own is `SearchedGame`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from collection.games.protocol import CHANCE, AnyGame, Belief, Event, Option, Outcome, Over, Seat, Seats

_EXPLORE = 0.6
"""The weight of what has been visited little, against rewards of 0 to 1."""
_URGENCY = 1.0
"""A move that was never tried is tried once nothing that was tried promises more than this."""
_LISTED = 256
"""Moves that are listed at a time; of a larger family some are drawn at each visit."""
_LOOKS = 3
"""Moves that a playout draws, to make the one that gains most at once."""
_TRIALS = 8
"""Moves that were never tried that are compared by what they gain at once, to try the best of them."""
_MOST_NODES = 50_000
"""A tree grows to about 100 MB at the 2 kB that a node of Mudwater takes; a search then goes on without new nodes."""


@dataclass(slots=True)
class _Tried:
    """What came of a move at a node for the seat that made it."""

    visits: int = 0
    available: int = 0
    reward: float = 0.0


@dataclass(slots=True)
class _Node:
    """A point of the game as the searching seat sees it: the moves of each seat that acts, and what may follow."""

    tried: dict[Seat, dict[Any, _Tried]] = field(default_factory=dict)
    below: dict[Hashable, _Node] = field(default_factory=dict)


class TreeSearch:
    """A search from one view on.

    Seats that move at the same time each choose for themselves, by what their own moves brought (decoupled UCB). Where
    seats may react, one of them is drawn, or those who must move and are not interrupted; but what is looked for is a
    move of the searching seat, so that it comes first where it may or must move.
    A node is told from others by what its seat sees happen, so that what is hidden from it is one branch.
    """

    def __init__(self, game: AnyGame, view: Any, rng: random.Random, belief: Belief | None = None) -> None:
        self._game = game
        self._view = view
        self._rng = rng
        self._belief = belief
        self._seat: Seat = view.seat
        self._root = _Node()
        self._nodes = 1
        self._visits = 0

    @property
    def visits(self) -> int:
        """How many games it has imagined."""
        return self._visits

    def think(self, iterations: int) -> None:
        """Imagine so many games more."""
        for _ in range(iterations):
            self._imagine()

    def options(self) -> tuple[Option[Any], ...]:
        """Give the moves that were looked into, the one most visited first."""
        found = self._root.tried.get(self._seat, {}).items()
        options = [Option(move, tried.visits, tried.reward / tried.visits) for move, tried in found if tried.visits]
        return tuple(sorted(options, key=lambda option: (option.visits, option.chance), reverse=True))

    def _imagine(self) -> None:
        """Draw a world, go down the tree, grow it by one node, play out, remember what each seat's moves brought."""
        state = self._game.guess(self._view, self._rng, self._belief)
        node: _Node | None = self._root
        path: list[tuple[Seat, _Tried]] = []
        while not isinstance(turn := self._game.turn(state), Over):
            if not isinstance(turn, Seats):
                # Chance falls anew in every world: nodes stand for what players do.
                state, _ = self._game.apply(state, {CHANCE: turn.sample(self._rng)})
                continue
            seats = self._acting(state, turn, first=not path)
            if node is None:
                state, _ = self._game.apply(state, {seat: self._light(state, seat) for seat in seats})
                continue
            moves = {seat: self._picked(state, seat, node.tried.setdefault(seat, {})) for seat in seats}
            path += [(seat, node.tried[seat][move]) for seat, move in moves.items()]
            state, events = self._game.apply(state, moves)
            node = self._next(node, moves.get(self._seat), events)
        outcome = self._game.outcome(state)
        assert outcome is not None, "a game that is over has an outcome"
        self._visits += 1
        for seat, tried in path:
            tried.visits += 1
            tried.reward += reward(outcome, seat)

    def _acting(self, state: Any, turn: Seats, *, first: bool) -> list[Seat]:
        """Give the seats whose moves come next, in order: all that must move, or one of those that may."""
        if first and self._seat in turn.may:
            return [self._seat]
        must = [sorted(turn.must)] if turn.must else []
        if first and self._seat in turn.must:
            return must[0]
        ways = [*must, *([seat] for seat in sorted(turn.may) if self._game.moves(state, seat))]
        return ways[0] if len(ways) == 1 else self._rng.choice(ways)

    def _picked(self, state: Any, seat: Seat, known: dict[Any, _Tried]) -> Any:
        """Give the move to follow: the most promising one, or one that was never tried."""
        legal = self._game.moves(state, seat)
        listed = dict.fromkeys(islice(legal, _LISTED))
        listed.setdefault(legal.sample(self._rng))
        listed |= dict.fromkeys(move for move in known if move not in listed and move in legal)
        best, most = None, -1.0
        for move in listed:
            tried = known.get(move)
            if tried is not None:
                tried.available += 1
                promise = tried.reward / tried.visits + _EXPLORE * math.sqrt(
                    math.log(1 + tried.available) / tried.visits
                )
                if promise > most:
                    best, most = move, promise
        untried = [move for move in listed if move not in known] if most < _URGENCY else []
        if untried:
            trials = self._rng.sample(untried, min(_TRIALS, len(untried)))
            best = self._greediest(state, seat, trials)
            known[best] = _Tried(available=1)
        return best

    def _next(self, node: _Node, mine: Any, events: Iterable[Event]) -> _Node | None:
        """Give the node that is reached by what the searching seat sees; None, beyond the tree, where it was new."""
        seen = (mine, *((event.kind, repr(event.facts)) for event in events if event.visible_to(self._seat)))
        found = node.below.get(seen)
        if found is None and self._nodes < _MOST_NODES:
            node.below[seen] = _Node()
            self._nodes += 1
        return found

    def _light(self, state: Any, seat: Seat) -> Any:
        """Draw a few moves and give the one that gains most at once."""
        legal = self._game.moves(state, seat)
        return self._greediest(state, seat, [legal.sample(self._rng) for _ in range(_LOOKS)])

    def _greediest(self, state: Any, seat: Seat, moves: list[Any]) -> Any:
        """Give the first of `moves` after which `seat` stands best."""
        if len(moves) == 1:
            return moves[0]
        turn = self._game.turn(state)
        must = turn.must - {seat} if isinstance(turn, Seats) and seat in turn.must else ()
        others = {other: self._game.moves(state, other).sample(self._rng) for other in sorted(must)}
        return max(
            moves, key=lambda move: self._game.standing(self._game.apply(state, {**others, seat: move})[0], seat)
        )


def reward(outcome: Outcome, seat: Seat) -> float:
    """Give what an end is worth to `seat`: winners share 1 among them, and all seats share it in a draw."""
    winners = outcome.winners or frozenset(range(len(outcome.points)))
    return 1 / len(winners) if seat in winners else 0.0
