"""Several analyses of one game, in each of which what nobody saw was drawn anew, made into one."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from collection.analysis.judged import Analysis, Judged
from collection.games.protocol import CHANCE
from collection.games.registry import Replayed


def blended(replayed: Replayed, gaps: Sequence[bool], lines: Sequence[Analysis]) -> Analysis:
    """Give the average of complete analyses of `replayed`, whose `gaps` say where unknown cards may matter.

    The better move is the one that would have brought most on the average, of those whose cards are known to have been
    at hand; where there is none, the move that was made counts as the best. A move is judged exactly where all lines
    agree that it is and no unknown card can matter any more.
    """
    steps = [at for at, step in enumerate(replayed.steps) if CHANCE not in step]
    if not lines:
        return Analysis((), (math.nan,) * (len(steps) + 1), complete=False)
    judged = []
    for same in zip(*(line.judged for line in lines), strict=True):
        at = steps[same[0].number - 1]
        judged.append(_average(replayed, at, same, certain=not (gaps[at] or gaps[at + 1])))
    curve = [_mean([line.curve[at] for line in lines]) for at in range(len(steps) + 1)]
    for one in judged:
        if len(replayed.steps[steps[one.number - 1]]) == 1 and one.loss == 0:
            curve[one.number - 1] = curve[one.number]
    return Analysis(tuple(judged), tuple(curve), complete=True, fillings=len(lines))


def _average(replayed: Replayed, at: int, same: Sequence[Judged], *, certain: bool) -> Judged:
    first = same[0]
    state, played = replayed.states[at], replayed.steps[at][first.seat]
    game = replayed.game
    move = game.write(played)
    known = {game.write(legal) for legal in game.moves(state, first.seat)}
    brings: defaultdict[str, float] = defaultdict(float)
    for one in same:
        if one.best in known:
            brings[one.best] += one.loss
    best = max(brings, key=lambda written: brings[written], default=move)
    after = _mean([one.after for one in same])
    before = _mean([one.before for one in same])
    if brings.get(best, 0) <= 0:
        before, best = after, move
    exact = certain and all(one.exact for one in same)
    return Judged(first.number, first.seat, move, before, after, best, before - after, exact)


def _mean(values: Sequence[Any]) -> float:
    return float(sum(values) / len(values))
