"""Every move of a written game judged in hindsight, all cards known: what it kept of what was to be had.

A position is worth to a seat its chance of winning, 0 to 1 (a draw is half of it), when every card is known and both go
on as well as the search can. The game is gone through from its end: later positions can be searched out, are known
exactly then, and say what the move was worth that led to them. So a position counts as at least what the move that was
made there kept, and `before` is never less than `after`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from collection.analysis.blending import blended
from collection.analysis.judged import Analysis, Judged
from collection.analysis.open_search import Found, at_the_end, look_into
from collection.games.mudwater.kernel import COMPILED
from collection.games.protocol import CHANCE, KnownGame, Seat, Seats
from collection.games.registry import Gapped, Replayed

COMPILED_DEFAULT: Final = 100_000
INTERPRETED_DEFAULT: Final = 2_000
DEFAULT: Final = COMPILED_DEFAULT if COMPILED else INTERPRETED_DEFAULT
"""Games that may be imagined for a position unless told otherwise: a game of Mudwater then takes a few seconds."""
FILLINGS: Final = 8
"""How often what nobody saw is drawn, to take the average."""
_FILLING_EFFORT = 8
"""A filled game gets this part of the effort: what is unknown blurs more than what is not searched."""
_ANY_GAME_EFFORT = 800
"""The search that plays any game gets this part of the effort: it takes so much longer."""
_LEAST = 16
_NOT_YET = math.nan


def judge(
    replayed: Replayed,
    *,
    seed: int = 0,
    effort: int = DEFAULT,
    cancelled: Callable[[], bool] | None = None,
    told: Callable[[int, int], None] | None = None,
    found: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Judge every move of a game; the same seed and effort give the same analysis.

    `effort` is how many games may be imagined for a position that cannot be searched out. `cancelled` is asked between
    positions; `told` hears how many of how many were done, and `found` what was found out so far. Cards that nobody saw
    are drawn `FILLINGS` times.
    Raises RecordError where no cards agree with a record that leaves some out.
    """
    gaps = replayed.gaps() if isinstance(replayed, Gapped) else ()
    if not gaps:
        progress = _Progress(cancelled, told, len(_turns(replayed)))
        return _Judging(replayed, seed, effort, progress, found).analysis()
    assert isinstance(replayed, Gapped), "what has gaps is gapped"
    progress = _Progress(cancelled, told, len(_turns(replayed)) * FILLINGS)
    lines = []
    for number in range(FILLINGS):
        filled = replayed.filled(random.Random(f"{seed} filling {number}"))
        analysis = _Judging(filled, seed + number, max(1, effort // _FILLING_EFFORT), progress).analysis()
        if not analysis.complete:
            break
        lines.append(analysis)
        if found is not None and len(lines) < FILLINGS:
            found(blended(replayed, gaps, lines, complete=False))
    return blended(replayed, gaps, lines, complete=len(lines) == FILLINGS)


def _turns(replayed: Replayed) -> list[int]:
    """Give the indices of the steps that players made."""
    return [at for at, step in enumerate(replayed.steps) if CHANCE not in step]


def _unhurried(replayed: Replayed) -> tuple[Any, ...]:
    """Give the states, the last as its move left it: whoever resigned then may have been wrong to."""
    if not replayed.steps:
        return replayed.states
    return (*replayed.states[:-1], replayed.game.apply(replayed.states[-2], replayed.steps[-1])[0])


class _Progress:
    """Counts what was done, and asks whether to go on."""

    def __init__(
        self, cancelled: Callable[[], bool] | None, told: Callable[[int, int], None] | None, whole: int
    ) -> None:
        self._cancelled = cancelled
        self._told = told
        self._whole = whole
        self._done = 0

    def cancelled(self) -> bool:
        return self._cancelled is not None and self._cancelled()

    def step(self) -> None:
        self._done += 1
        if self._told is not None:
            self._told(self._done, self._whole)


@dataclass(frozen=True, slots=True)
class _Value:
    """What a position is worth to each seat, what the seat to move had better do, and whether that is certain."""

    chances: tuple[float, ...]
    best: Any
    exact: bool


class _Judging:
    """One game with nothing unknown, judged from its end."""

    def __init__(
        self,
        replayed: Replayed,
        seed: int,
        effort: int,
        progress: _Progress,
        found: Callable[[Analysis], None] | None = None,
    ) -> None:
        self._found = found
        self._replayed = replayed
        self._game = replayed.game
        self._seats = len(replayed.seat_names)
        self._seed = seed
        self._effort = max(1, effort)
        self._progress = progress
        self._states = _unhurried(replayed)
        self._memory = self._game.memory() if isinstance(self._game, KnownGame) else None

    def analysis(self) -> Analysis:
        turns = _turns(self._replayed)
        curve = [_NOT_YET] * (len(turns) + 1)
        judged: list[Judged] = []
        if self._progress.cancelled():
            return Analysis((), tuple(curve), complete=False)
        after = self._value(len(self._states) - 1)
        curve[-1] = after.chances[0]
        for number in range(len(turns), 0, -1):
            if self._progress.cancelled():
                return Analysis(tuple(judged), tuple(curve), complete=False)
            at = turns[number - 1]
            # What chance brings before the next turn is not this move's doing.
            if number < len(turns) and turns[number] != at + 1:
                after = self._value(at + 1)
            value, moves = self._judged(at, number, after)
            judged[:0] = moves
            after = value
            curve[number - 1] = value.chances[0]
            self._progress.step()
            if self._found is not None:
                self._found(Analysis(tuple(judged), tuple(curve), complete=number == 1))
        return Analysis(tuple(judged), tuple(curve), complete=True)

    def _judged(self, at: int, number: int, after: _Value) -> tuple[_Value, list[Judged]]:
        """Judge what was done at a turn; give what the position was worth too."""
        step = self._replayed.steps[at]
        if len(step) > 1:
            return self._judged_at_once(at, number, after)
        ((seat, move),) = step.items()
        value = self._value(at, seat)
        kept = after.chances[seat]
        certain_win = after.exact and kept == 1
        if kept >= value.chances[seat] or value.best is None or value.best == move or certain_win:
            value = _Value(after.chances, move, after.exact and (value.exact or certain_win))
        exact = value.exact and after.exact
        return value, [self._told(number, seat, move, value.chances[seat], kept, value.best, exact=exact)]

    def _judged_at_once(self, at: int, number: int, after: _Value) -> tuple[_Value, list[Judged]]:
        """Judge moves made at the same time: each by what it brings whatever the others do, not by what they did."""
        step = self._replayed.steps[at]
        judged, value = [], None
        for seat in sorted(step):
            found = self._looked_into(at, seat)
            best, before = found.best, found.chances[seat]
            chance = found.chance_of(step[seat])
            kept = after.chances[seat] if chance is None else chance
            if kept >= before or best is None or best == step[seat]:
                before, best = kept, step[seat]
            judged.append(self._told(number, seat, step[seat], before, kept, best, exact=False))
            value = value or _Value(found.chances, best, exact=False)
        assert value is not None, "somebody moved"
        return value, judged

    def _told(
        self, number: int, seat: Seat, move: Any, before: float, after: float, best: Any, *, exact: bool
    ) -> Judged:
        write = self._game.write
        return Judged(number, seat, write(move), before, after, write(best), before - after, exact)

    def _value(self, at: int, seat: Seat = 0) -> _Value:
        """Give what the position before step `at` is worth, `seat` being who searches where several may act."""
        state = self._states[at]
        ended = at_the_end(self._game, state)
        if ended is not None:
            return _Value(ended, None, exact=True)
        turn = self._game.turn(state)
        if isinstance(self._game, KnownGame) and isinstance(turn, Seats) and len(turn.must) == 1 and not turn.may:
            (mover,) = turn.must
            worth = self._game.worth(state, self._rng(at), self._effort, self._memory)
            chances = (worth.chance, 1 - worth.chance)
            return _Value(chances if mover == 0 else chances[::-1], worth.move, worth.exact)
        found = self._looked_into(at, seat)
        return _Value(found.chances, found.best, exact=False)

    def _looked_into(self, at: int, seat: Seat) -> Found:
        effort = max(_LEAST, self._effort // _ANY_GAME_EFFORT)
        state = self._states[at]
        return look_into(self._game, state, seat, self._seats, self._rng(at), effort)

    def _rng(self, at: int) -> random.Random:
        return random.Random(f"{self._seed} position {at}")
