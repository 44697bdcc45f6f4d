"""Ratios that mean something on a noisy machine: both sides in turn, in one run, medians compared."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    """What was compared, the two medians in seconds, and the most that the ratio may be."""

    name: str
    ours: float
    base: float
    bound: float

    @property
    def value(self) -> float:
        """How many times the base we take."""
        return self.ours / self.base

    @property
    def holds(self) -> bool:
        """Whether the ratio is within its bound."""
        return self.value <= self.bound

    def __str__(self) -> str:
        verdict = "ok" if self.holds else "TOO SLOW"
        times = f"{self.ours * 1000:10.2f} ms against {self.base * 1000:10.2f} ms"
        return f"{self.name:<58} {times}   x{self.value:5.2f} (at most {self.bound:g})  {verdict}"


def seconds(act: Callable[[], object]) -> float:
    """Give the wall time of one call, garbage collected beforehand."""
    gc.collect()
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def compare(
    name: str,
    ours: Callable[[], float],
    base: Callable[[], float],
    *,
    bound: float,
    rounds: int = 7,
) -> Ratio:
    """Measure `ours` and `base` (each gives its own seconds) in turn, `rounds` times after one warm-up."""
    ours(), base()
    pairs = [(ours(), base()) for _ in range(rounds)]
    return Ratio(
        name,
        statistics.median(mine for mine, _ in pairs),
        statistics.median(other for _, other in pairs),
        bound,
    )
