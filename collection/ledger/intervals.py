"""How sure counts make us: 95 % intervals for shares and for rates, each named by its method."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

CONFIDENCE = 0.95

_CLOSE = 1e-9
_STEPS = 200


class Method(StrEnum):
    """How the ends of an interval were found; every output names it."""

    WILSON = "Wilson score"
    """For the share of things that are of a kind, among so many that were seen."""
    WILSON_CARRIED = "Wilson score, carried through"
    """For what follows from one share: computed once from its lower end, and once from its upper end."""
    GARWOOD = "exact Poisson (Garwood)"
    """For how often something comes a pack, when it came so often in so many packs."""
    CARRIED = "exact Poisson (Garwood), carried through"
    """For what follows from rates: computed once from all their lower ends, and once from all their upper ends."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the range that the data leave open; ends may be infinite."""

    estimate: float
    low: float
    high: float
    method: Method
    confidence: float = CONFIDENCE


def share(part: int, whole: int, confidence: float = CONFIDENCE) -> Interval:
    """Estimate a share from `part` of `whole` (at least 1), by Wilson's score method."""
    found = part / whole
    low, high = wilson(found, whole, confidence)
    return Interval(found, 0.0 if part == 0 else low, 1.0 if part == whole else high, Method.WILSON, confidence)


def wilson(mean: float, whole: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Give the ends of Wilson's score interval around a mean, 0 to 1, of `whole` strangers (at least 1).

    Of things that are each 0 or 1 it is the interval of a share. Where some lie between, it is wider than it need be.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    spread = z * z / whole
    middle = (mean + spread / 2) / (1 + spread)
    reach = z * math.sqrt(mean * (1 - mean) / whole + spread / (4 * whole)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def rate(count: int, exposure: int, confidence: float = CONFIDENCE) -> Interval:
    """Estimate how often something comes a pack, from `count` times in `exposure` packs (at least 1).

    Garwood's exact interval. It takes the times to be independent of each other: where packs are put together evenly,
    the truth is known better than it says, never worse.
    """
    tail = (1 - confidence) / 2
    low = 0.0 if count == 0 else gamma_quantile(count, tail)
    high = gamma_quantile(count + 1, 1 - tail)
    return Interval(count / exposure, low / exposure, high / exposure, Method.GARWOOD, confidence)


def gamma_quantile(shape: int, chance: float) -> float:
    """Give the x below which a gamma variable of this shape (and scale 1) lies with `chance`, strictly between 0 and 1.

    Half the quantile of chi-squared with twice the degrees of freedom. Wilson and Hilferty's approximation is where
    Newton's steps begin; a step that leaves the bracket is replaced by halving it.
    """
    z = NormalDist().inv_cdf(chance)
    ninth = 1 / (9 * shape)
    x = shape * max(1 - ninth + z * math.sqrt(ninth), 0.01) ** 3
    low, high = 0.0, math.inf
    for _ in range(_STEPS):
        missed = gamma_below(shape, x) - chance
        if missed > 0:
            high = x
        else:
            low = x
        density = math.exp((shape - 1) * math.log(x) - x - math.lgamma(shape))
        step = missed / density if density > 0 else math.inf
        # Asked of Newton's step before the bracket has its say: beside the very answer, halving leads away from it.
        if abs(step) <= _CLOSE * x:
            return x - step
        following = x - step
        if not low < following < high:
            following = 2 * x if math.isinf(high) else (low + high) / 2
        x = following
    return x


def gamma_below(shape: int, x: float) -> float:
    """Give the chance that a gamma variable of this shape lies below `x` > 0: the regularised incomplete gamma."""
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    return scale * _series(shape, x) if x < shape + 1 else 1 - scale * _fraction(shape, x)


def _series(shape: int, x: float) -> float:
    term = total = 1 / shape
    divisor = float(shape)
    while term > total * 1e-16:
        divisor += 1
        term *= x / divisor
        total += term
    return total


def _fraction(shape: int, x: float) -> float:
    """Evaluate the continued fraction of the upper part, by Lentz's method."""
    tiny = 1e-300
    base = x + 1 - shape
    upper, lower = 1 / tiny, 1 / base
    total = lower
    step = 0
    while True:
        step += 1
        factor = -step * (step - shape)
        base += 2
        lower = 1 / (factor * lower + base or tiny)
        upper = base + factor / upper or tiny
        change = upper * lower
        total *= change
        if abs(change - 1) < 1e-15:
            return total
