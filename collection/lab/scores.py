"""What pairs of games came to, and how sure that makes us of a player's score.

Every start is played twice with the players exchanged, so the two games of a pair are no strangers: good cards win both
of them for whoever holds them. Pairs are strangers to one another. So everything here rests on the score of a pair,
which is one of 0, 1/4, 1/2, 3/4 and 1; a last game without its twin counts as half a pair.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

LOSS, DRAW, WIN = 0, 1, 2
"""What a game came to for the first player, in half points."""

Weights: TypeAlias = tuple[float, ...]
"""How many pairs scored 0, 1/4, 1/2, 3/4 and 1."""

INTERVAL = "Wilson score on pairs"
"""What outputs call the interval that `interval` gives."""

_PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_PAIRS, _LONE = 9, 3
_Z95 = 1.959963984540054
"""How many standard deviations to each side hold 95 % of a normal distribution."""
_CLOSE = 1e-12
_STEPS = 100


def code_of(first: int, second: int | None) -> int:
    """Give the code, 0 to 11, of a pair whose games came to `first` and `second`; None where there was no second."""
    return _PAIRS + first if second is None else 3 * first + second


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of pairs by their code: all that is kept of games, however many they are."""

    counts: tuple[int, ...] = (0,) * (_PAIRS + _LONE)

    def added(self, codes: bytes) -> Tally:
        """Give the tally with one more pair for each of `codes`."""
        return Tally(tuple(count + codes.count(code) for code, count in enumerate(self.counts)))

    @property
    def pairs(self) -> int:
        """How many pairs were played whole."""
        return sum(self.counts[:_PAIRS])

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * self.pairs + sum(self.counts[_PAIRS:])

    def ended(self, result: int) -> int:
        """Count the games that came to LOSS, DRAW or WIN for the first player."""
        twice = sum(self.counts[3 * result + other] + self.counts[3 * other + result] for other in (LOSS, DRAW, WIN))
        return twice + self.counts[_PAIRS + result]

    @property
    def score(self) -> float:
        """(wins + draws / 2) / games of the first player, 0 to 1. At least one game must have been played."""
        return (self.ended(WIN) + self.ended(DRAW) / 2) / self.games

    @property
    def weights(self) -> Weights:
        """How many pairs came to each score; a game without its twin is half a pair that scored what the game did.

        That weighs it rightly where the games of a pair are strangers: its variance is then twice that of a pair.
        """
        weights = [0.0] * len(_PAIR_SCORES)
        for code, count in enumerate(self.counts[:_PAIRS]):
            weights[sum(divmod(code, 3))] += count
        for result, count in enumerate(self.counts[_PAIRS:]):
            weights[2 * result] += count / 2
        return tuple(weights)


def interval(weights: Sequence[float]) -> tuple[float, float]:
    """Give the 95 % interval around the mean score of pairs: the means that a score test would not reject.

    It is Wilson's method carried from shares to pair scores. A mean is held against the mean that was seen in standard
    errors, and the variance behind those is not that of the pairs seen, which is zero where a player won them all, but
    that of the likeliest distribution with the mean in question. For pairs that are all won or lost, it is
    Wilson's interval.
    """
    seen = _mean(weights)
    return _farthest(weights, seen, 0.0), _farthest(weights, seen, 1.0)


def log_likelihood(weights: Sequence[float], mean: float) -> float:
    """Give the logarithm of how likely the pairs are if their mean score is `mean`, strictly between 0 and 1.

    Of all distributions of pair scores with that mean, the one that makes the pairs likeliest stands for it. A constant
    that depends on the pairs alone is left out: likelihoods of the same pairs compare.
    """
    tilt = _tilt(weights, mean)
    return sum(-weight * math.log1p(tilt * (score - mean)) for weight, score in _seen(weights))


def _farthest(weights: Sequence[float], seen: float, end: float) -> float:
    """Halve the way from the mean that was seen to an `end` of the scale until the test is at its limit."""
    kept, rejected = seen, end
    while abs(rejected - kept) > _CLOSE:
        mean = (kept + rejected) / 2
        if sum(weights) * (seen - mean) ** 2 > _Z95 * _Z95 * _variance(weights, mean):
            rejected = mean
        else:
            kept = mean
    return rejected if rejected == end else kept


def _variance(weights: Sequence[float], mean: float) -> float:
    """Give the variance of the likeliest distribution with this `mean`, strictly between 0 and 1."""
    total, tilt = sum(weights), _tilt(weights, mean)
    parts = [(weight / (total * (1 + tilt * (score - mean))), score - mean) for weight, score in _seen(weights)]
    # What the scores seen leave over lies at the end of the scale, where the mean could not be had without it.
    left, end = 1 - sum(chance for chance, _ in parts), (0.0 if tilt > 0 else 1.0) - mean
    return sum(chance * off * off for chance, off in parts) + max(0.0, left) * end * end


def _tilt(weights: Sequence[float], mean: float) -> float:
    """Find how the pairs seen are weighed anew for the likeliest distribution with `mean`, strictly between 0 and 1.

    A score x that was seen w times in n gets the chance w / (n (1 + tilt (x - mean))): Lagrange's multiplier of the
    mean (Owen, "Empirical Likelihood", 2001). It stays where no such chance is above 1, and where none of a score that
    could have been seen, from 0 to 1, is negative; at the ends of that range a score that was not seen has some chance
    all the same. Newton's steps, halving where one leaves the bracket.
    """
    parts, total = [(weight, score - mean) for weight, score in _seen(weights)], sum(weights)
    high = min(1 / mean, *((weight / total - 1) / off for weight, off in parts if off < 0), math.inf)
    low = max(-1 / (1 - mean), *((weight / total - 1) / off for weight, off in parts if off > 0), -math.inf)
    if _pull(parts, high) >= 0:
        return high
    if _pull(parts, low) <= 0:
        return low
    tilt = 0.0
    for _ in range(_STEPS):
        pull = _pull(parts, tilt)
        if pull > 0:
            low = tilt
        else:
            high = tilt
        slope = sum(weight * (off / (1 + tilt * off)) ** 2 for weight, off in parts)
        following = tilt + pull / slope if slope else tilt
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - tilt) <= _CLOSE:
            break
        tilt = following
    return tilt


def _pull(parts: Iterable[tuple[float, float]], tilt: float) -> float:
    """Say how far the mean of the pairs, weighed anew, lies above the one wanted: falls as `tilt` grows."""
    return sum(weight * off / (1 + tilt * off) for weight, off in parts)


def _mean(weights: Sequence[float]) -> float:
    return sum(weight * score for weight, score in _seen(weights)) / sum(weights)


def _seen(weights: Sequence[float]) -> list[tuple[float, float]]:
    return [(weight, score) for weight, score in zip(weights, _PAIR_SCORES, strict=True) if weight]
