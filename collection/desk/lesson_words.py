"""How lessons are said: numbers as exactly as they deserve, ranges, and how many packs a goal takes."""

from __future__ import annotations

import math

from collection.desk.lessons import CostLesson, Goal, Verdict
from collection.ledger.intervals import Interval
from collection.ledger.price import written


def amount(number: float) -> str:
    """Write a number as exactly as its size deserves: `0.03`, `0.25`, `5.0`, `412`."""
    if math.isinf(number):
        return "no end"
    if number >= 99.5:
        return f"{number:.0f}"
    return f"{number:.1f}" if number >= 0.995 else f"{number:.2f}"


def ranged(interval: Interval) -> str:
    """Write an estimate with its range: `5.0 (3.6 to 6.8)`."""
    return f"{amount(interval.estimate)} ({amount(interval.low)} to {amount(interval.high)})"


def goal_words(goal: Goal) -> str:
    """Say how many packs a goal takes: `40 (28 to 61)`, `at least 12`, `too few packs to say`."""
    if goal.verdict is Verdict.REACHED:
        return "none, complete"
    if goal.packs is None:
        return goal.verdict.value
    if goal.verdict is Verdict.NEVER_PULLED:
        return f"at least {amount(goal.packs.low)}"
    return ranged(goal.packs)


def money(cost: CostLesson, minor: float | None) -> str:
    """Write an amount in the currency of `cost`; `-` for none that could be said."""
    return "-" if minor is None or math.isinf(minor) else written(cost.currency, minor)


def next_cost(cost: Interval) -> str:
    """Say what a new number may cost in the next pack, in the currency's unit."""
    estimate, low, high = (f"{end / 100:.2f}" for end in (cost.estimate, cost.low, cost.high))
    if math.isinf(cost.estimate):
        return f"at least {low}"
    return f"{estimate} ({low} or more)" if math.isinf(cost.high) else f"{estimate} ({low} to {high})"
