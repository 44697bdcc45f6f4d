"""A sequential test: whether two players are equally strong, asked as games come in, and no longer than it takes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from collection.errors import NotUnderstood
from collection.lab.scores import Weights, log_likelihood

LOOK: Final = 10
"""Pairs between two looks of the test."""
MARGIN: Final = 0.05
"""How far from one half a score has to be, when nothing else is said, to be a difference: 55 % against 45 %."""
MOST_MARGIN: Final = 0.4
NAME: Final = "two-sided sequential probability ratio test (Wald, Armitage) on pair scores"


class Verdict(StrEnum):
    """How the test was settled."""

    FIRST = "first"
    """The first player is the stronger one."""
    SECOND = "second"
    """The second player is."""
    EVEN = "even"
    """Neither is stronger by the margin or more."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Wald's sequential probability ratio test, turned both ways as Armitage did (1950), on the scores of pairs.

    Three means are weighed against one another: 1/2, 1/2 + margin and 1/2 - margin. The test is settled for a player
    as soon as a mean of 1/2 + margin on that side makes the pairs 2 / alpha times likelier than 1/2 does, and for even
    as soon as both sides make them 1 / beta times less likely. A likelihood ratio seldom grows that far by luck (by
    Ville's inequality in no more than 1 of so many runs, however long they are), so that

    - two players of equal strength are called unequal in at most `alpha` of all runs, and
    - two that differ by `margin` or more are called even in at most `beta` of all runs.

    That is exact where the distribution of pair scores is known. It is not: of all distributions with a mean the one
    that makes the pairs likeliest stands for it (the generalised test that testers of chess engines use), and the rates
    were simulated for the distributions of real matches and for odd ones. Raises NotUnderstood for a margin, alpha or
    beta that leaves nothing to test.
    """

    margin: float = MARGIN
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.margin <= MOST_MARGIN:
            raise NotUnderstood(
                f"A margin is more than 0 and at most {MOST_MARGIN:g}, as in 0.05; not {self.margin:g}."
            )
        if not (0 < self.alpha < 1 and 0 < self.beta < 1):
            raise NotUnderstood(f"Error rates lie between 0 and 1; not {self.alpha:g} and {self.beta:g}.")

    def verdict(self, weights: Weights) -> Verdict | None:
        """Look at how many pairs came to each score; None where more of them are needed."""
        level = log_likelihood(weights, 0.5)
        up = log_likelihood(weights, 0.5 + self.margin) - level
        down = log_likelihood(weights, 0.5 - self.margin) - level
        enough = math.log(2 / self.alpha)
        if up >= enough:
            return Verdict.FIRST
        if down >= enough:
            return Verdict.SECOND
        return Verdict.EVEN if max(up, down) <= math.log(self.beta) else None
