"""Several analyses of one game, in each of which what nobody saw was drawn anew, made into one."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from collection.analysis.judged import Analysis, Judged
from collection.games.protocol import CHANCE
from collection.games.registry import Replayed


def blended(replayed: Replayed, gaps: Sequence[bool], lines: Sequence[Analysis], *, complete: bool) -> Analysis:
    """Give the average of complete analyses of `replayed`, whose `gaps` say where unknown cards may matter.

    The better move is the one that would have brought most on the average, of those whose cards are known to have been
    at hand; where there is none, the move that was made counts as the best. A move is judged exactly where all lines
    agree that it is and no unknown card can matter any more. `complete` says whether these are all there were to be.
    """
    steps = [at for at, step in enumerate(replayed.steps) if CHANCE not in step]
    if not lines:
        return Analysis((), (math.nan,) * (len(steps) + 1), complete=False)
    curve = [_mean([line.curve[at] for line in lines]) for at in range(len(steps) + 1)]
    judged: list[Judged] = []
    for same in reversed(list(zip(*(line.judged for line in lines), strict=True))):
        number, seat = same[0].number, same[0].seat
        at = steps[number - 1]
        after = _mean([one.after for one in same])
        in_turns = len(replayed.seat_names) == 2 and len(replayed.steps[at]) == 1
        if in_turns and number < len(steps) and steps[number] == at + 1:
            # What comes next may have been found to be worth less, where its better moves were of unknown cards.
            after = curve[number] if seat == 0 else 1 - curve[number]
        one = _average(replayed, at, same, after, certain=not (gaps[at] or gaps[at + 1]))
        judged.insert(0, one)
        if in_turns:
            curve[number - 1] = one.before if seat == 0 else 1 - one.before
    return Analysis(tuple(judged), tuple(curve), complete=complete, fillings=len(lines))


def _average(replayed: Replayed, at: int, same: Sequence[Judged], after: float, *, certain: bool) -> Judged:
    first = same[0]
    state, game = replayed.states[at], replayed.game
    move = game.write(replayed.steps[at][first.seat])
    known = {game.write(legal) for legal in game.moves(state, first.seat)}
    brings: defaultdict[str, float] = defaultdict(float)
    for one in same:
        if one.best in known:
            brings[one.best] += one.loss
    best = max(brings, key=lambda written: brings[written], default=move)
    before = _mean([one.before for one in same])
    if brings.get(best, 0) <= 0 or best == move or before <= after:
        before, best = after, move
    exact = certain and all(one.exact for one in same)
    return Judged(first.number, first.seat, move, before, after, best, before - after, exact)


def _mean(values: Sequence[Any]) -> float:
    return float(sum(values) / len(values))
