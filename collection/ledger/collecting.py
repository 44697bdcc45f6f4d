"""How many packs it takes to complete something: the coupon collector's question, answered exactly.

A pack is taken to bring each number a Poisson number of times, independently: then whether a number has come within m
packs does not depend on the others, and the chance that all have is a product. Packs are whole, so the average is the
sum, over m = 0, 1, 2 and on, of the chance that m packs were not enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_ONE_BY_ONE = 64
"""Packs that are summed one by one; beyond them the sum is an integral with half of its first term: off by less than
one part in ten thousand."""
_PANEL = 16
"""Simpson's intervals between a number of packs and twice that number."""
_NOTHING = 1e-12


@dataclass(frozen=True, slots=True)
class Wanted:
    """So many numbers that are all as likely as each other: `rate` is how often each of them comes a pack."""

    numbers: int
    rate: float


def chance_left(wanted: Sequence[Wanted], packs: float) -> float:
    """Give the chance that `packs` packs do not bring every number of `wanted`."""
    together = 0.0
    for one in wanted:
        if one.numbers:
            missed = math.exp(-one.rate * packs)
            if missed >= 1.0:
                return 1.0
            together += one.numbers * math.log1p(-missed)
    return -math.expm1(together)


def average_packs(wanted: Sequence[Wanted]) -> float:
    """Give how many packs it takes on average until every number of `wanted` has come; infinite when one never comes.

    Zero when no number is wanted.
    """
    if any(one.numbers and one.rate <= 0 for one in wanted):
        return math.inf
    total = 0.0
    for packs in range(_ONE_BY_ONE):
        left = chance_left(wanted, packs)
        if left < _NOTHING:
            return total
        total += left
    return total + _tail(wanted, _ONE_BY_ONE)


def packs_for(wanted: Sequence[Wanted], chance: float) -> int | None:
    """Give the fewest packs that bring every number of `wanted` with at least `chance`; None when none ever do."""
    if any(one.numbers and one.rate <= 0 for one in wanted):
        return None
    enough = 1
    while chance_left(wanted, enough) > 1 - chance:
        enough *= 2
    too_few = -1
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if chance_left(wanted, middle) > 1 - chance:
            too_few = middle
        else:
            enough = middle
    return enough


def _tail(wanted: Sequence[Wanted], start: float) -> float:
    """Sum the chances from `start` packs on: the integral in panels that double, and half of the first term."""
    total = chance_left(wanted, start) / 2
    while True:
        step = start / _PANEL
        heights = [chance_left(wanted, start + step * place) for place in range(_PANEL + 1)]
        part = step / 3 * (heights[0] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2]) + heights[-1])
        total += part
        start *= 2
        if heights[-1] * start < _NOTHING * total:
            return total
