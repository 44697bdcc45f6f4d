"""Puzzles out of played games: positions with every card known where one move wins and no other does.

A game takes part that has a solver, which proves what the seat to move can force. Nothing here guesses: a position
that is not proved, with each of its legal moves, is no puzzle.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import log2
from typing import Any, Final, Protocol

from collection.errors import NotUnderstood
from collection.games.protocol import AnyGame, Event, Seat, Seats
from collection.games.registry import Replayed

FEWEST = 3
"""Legal moves that a position has at least to be a puzzle: fewer are no question."""
PATIENCE = 1_000_000
"""Positions that are looked at to prove one puzzle, all its moves together: half a second where it is compiled."""
ANSWERING = 12_000_000
"""Positions that are looked at to answer a move in a puzzle that was proved before; it never takes as many."""
VERSION = "1"
"""Of the rule by which puzzles are found: games looked through by another are looked through again."""


class Solved(Protocol):
    """What the seat to move can force: 1 a win, 0 a draw, -1 a loss, and a move that forces it."""

    @property
    def worth(self) -> int:
        """1, 0 or -1."""
        ...

    @property
    def move(self) -> Any:
        """A move that forces it."""
        ...

    @property
    def positions(self) -> int:
        """How many were looked at."""
        ...


class Solving(Protocol):
    """Proves positions of one deal, and remembers what it has proved."""

    def solve(self, state: Any, positions: int) -> Solved | None:
        """Solve a position, None where that takes more than so many. Raises ValueError where a card is unknown."""
        ...


def _mudwater() -> Solving:
    from collection.games.mudwater.solving import Solver

    return Solver()


_SOLVERS: Final[dict[str, Callable[[], Solving]]] = {"mudwater": _mudwater}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game: after `at` moves `seat` is to move, and of `legal` legal moves `move` alone wins."""

    at: int
    seat: Seat
    move: str
    legal: int
    depth: int
    """Moves to the end of the game when both play on as the solver does, the winning one among them."""
    quiet: bool
    """Nothing visible comes of the winning move at once: it captures nothing."""
    missed: bool
    """In the game another move was made."""

    @property
    def difficulty(self) -> int:
        """How hard it is, about 3 to 25: a point a move to the end, one for each doubling of the legal moves.

        Three more where the winning move captures nothing, and three where it was missed in the game.
        """
        return self.depth + round(log2(self.legal)) + 3 * self.quiet + 3 * self.missed

    @property
    def grade(self) -> str:
        """The difficulty as a word: easy to 7, fair to 11, hard to 15, and very hard."""
        return next((word for most, word in _GRADES if self.difficulty <= most), "very hard")


_GRADES = ((7, "easy"), (11, "fair"), (15, "hard"))


@dataclass(frozen=True, slots=True)
class Work:
    """What one collector has done with a puzzle: moves tried until it was solved, hints taken, and when."""

    tries: int = 0
    hints: int = 0
    solved: dt.datetime | None = None
    """When it was first solved by oneself: before the solution was ever shown."""
    shown: bool = False
    """The solution was shown before it was solved, so that it is never solved by oneself any more."""
    last: dt.datetime | None = None
    """When anything was done last; None where nothing was."""

    @property
    def state(self) -> str:
        """In a word: solved, shown (the solution was looked at), tried, or open."""
        if self.solved is not None:
            return "solved"
        return "shown" if self.shown else "tried" if self.tries else "open"

    def tried(self, now: dt.datetime, *, right: bool) -> Work:
        """Give it after one more move. A puzzle that is solved or shown counts no more tries."""
        if self.solved is not None or self.shown:
            return self
        return replace(self, tries=self.tries + 1, solved=now if right else None, last=self._later(now))

    def hinted(self, now: dt.datetime, hint: int) -> Work:
        """Give it after the hint numbered `hint` (from 1) was taken; taken again it counts once."""
        if self.solved is not None or self.shown or hint <= self.hints:
            return self
        return replace(self, hints=hint, last=self._later(now))

    def revealed(self, now: dt.datetime) -> Work:
        """Give it after the solution was shown."""
        if self.solved is not None or self.shown:
            return self
        return replace(self, shown=True, last=self._later(now))

    def merged(self, other: Work) -> Work:
        """Give what two books together know: the more of each count, and solved where either says so."""
        moments = [moment for moment in (self.last, other.last) if moment is not None]
        solved = [moment for moment in (self.solved, other.solved) if moment is not None]
        return Work(
            max(self.tries, other.tries),
            max(self.hints, other.hints),
            min(solved, default=None),
            self.shown or other.shown,
            max(moments, default=None),
        )

    def _later(self, now: dt.datetime) -> dt.datetime:
        # A clock may be set back; what is written down only grows.
        return now if self.last is None else max(now, self.last)


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line: who made it, as it is written, what it did, and the position after it."""

    seat: Seat
    move: str
    played: Any
    events: tuple[Event, ...]
    state: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a move tried in a puzzle: right, or refuted; the line begins with the move and ends with the game.

    After a right one the rival defends as the solver does, after a wrong one the line is the rival's proof.
    """

    right: bool
    worth: int
    """What the move comes to for the seat that made it: 1 a win, 0 a draw, -1 a loss."""
    line: tuple[Step, ...]


def has_solver(game: str) -> bool:
    """Say whether puzzles can be found in games of this name."""
    return game in _SOLVERS


def puzzles_in(
    replayed: Replayed, *, patience: int = PATIENCE, cancelled: Callable[[], bool] | None = None
) -> tuple[Puzzle, ...]:
    """Find the puzzles of a written game, from its end to its beginning as far as positions are proved.

    A game without a solver, and a position with an unknown card, has none. `cancelled` is asked before each position;
    told True, it gives those found so far.
    """
    game = replayed.game
    if game.name not in _SOLVERS:
        return ()
    solver = _SOLVERS[game.name]()
    found: list[Puzzle] = []
    for at in range(len(replayed.steps) - 1, -1, -1):
        if cancelled is not None and cancelled():
            break
        state = replayed.states[at]
        seat = _mover(game, state)
        if seat is None:
            continue
        proving = _Proving(game, solver, patience)
        try:
            wins = proving.wins(state, seat)
        except ValueError:
            # A card that nobody saw: nor can be proved what lies before it.
            break
        if wins is None:
            # The more is open, the longer it takes.
            break
        legal = sum(1 for _ in game.moves(state, seat))
        if len(wins) == 1 and legal >= FEWEST:
            line = tuple(_Proving(game, solver, ANSWERING).line(state, seat, wins[0]))
            missed = replayed.steps[at].get(seat) != wins[0]
            quiet = not any(event.kind == "captured" for event in line[0].events)
            found.append(Puzzle(at, seat, line[0].move, legal, len(line), quiet, missed))
    return tuple(reversed(found))


def answer(game: AnyGame, state: Any, move: Any, *, patience: int = ANSWERING) -> Answer:
    """Answer a legal move in a puzzle with the line that proves it right or wrong.

    Raises NotUnderstood for a game without a solver, and where the proof takes more than `patience` positions.
    """
    if game.name not in _SOLVERS:
        raise NotUnderstood(f"There are no puzzles of {game.name}: nothing proves its positions.")
    seat = _mover(game, state)
    proving = _Proving(game, _SOLVERS[game.name](), patience)
    worth = None if seat is None else proving.worth(game.apply(state, {seat: move})[0], seat)
    if seat is None or worth is None:
        raise NotUnderstood("This position takes longer to prove than it may.")
    return Answer(worth == 1, worth, tuple(proving.line(state, seat, move)))


class _Proving:
    """A game's solver with so many positions to look at, whatever it is asked."""

    def __init__(self, game: AnyGame, solver: Solving, patience: int) -> None:
        self._game = game
        self._solver = solver
        self._left = patience

    def wins(self, state: Any, seat: Seat) -> tuple[Any, ...] | None:
        """Give the moves that win, two at most: more are not counted. None where a move is not proved."""
        wins: list[Any] = []
        for move in self._game.moves(state, seat):
            worth = self.worth(self._game.apply(state, {seat: move})[0], seat)
            if worth is None:
                return None
            if worth == 1:
                wins.append(move)
                if len(wins) == 2:
                    break
        return tuple(wins)

    def worth(self, state: Any, seat: Seat) -> int | None:
        """Give what `seat` can force from here, whoever is to move."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return 0 if not outcome.winners else 1 if seat in outcome.winners else -1
        solved = self._solve(state)
        if solved is None:
            return None
        return solved.worth if _mover(self._game, state) == seat else -solved.worth

    def line(self, state: Any, seat: Seat, move: Any) -> Iterator[Step]:
        """Play `move`, and on as the solver does, to the end of the game."""
        while True:
            after, events = self._game.apply(state, {seat: move})
            yield Step(seat, self._game.write(move), move, events, after)
            mover = _mover(self._game, after)
            solved = None if mover is None else self._solve(after)
            if mover is None or solved is None:
                return
            state, seat, move = after, mover, solved.move

    def _solve(self, state: Any) -> Solved | None:
        if self._left <= 0:
            return None
        solved = self._solver.solve(state, self._left)
        self._left -= self._left if solved is None else solved.positions
        return solved


def _mover(game: AnyGame, state: Any) -> Seat | None:
    """Give the only seat that is to move; None at a chance, at the end, and where several act."""
    turn = game.turn(state)
    if not isinstance(turn, Seats) or len(turn.must) != 1 or turn.may:
        return None
    return next(iter(turn.must))
