"""The sequential test: it settles, keeps its error rates, and takes fewer games than a fixed match would."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.errors import NotUnderstood
from collection.lab.sequential import LOOK, MOST_MARGIN, SequentialTest, Verdict

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)

INDEPENDENT = (0.25, 0, 0.5, 0, 0.25)
"""Two games won or lost by the toss of a coin."""
BY_CARDS = (0.12, 0.06, 0.64, 0.06, 0.12)
"""The better cards win both games for whoever holds them."""
MOSTLY_SPLIT = (0.03, 0, 0.94, 0, 0.03)
LOPSIDED = (1 / 3, 0, 0, 2 / 3, 0)
"""Not even symmetric, as a match between players of different style might be."""
SHAPES = [INDEPENDENT, BY_CARDS, MOSTLY_SPLIT, LOPSIDED]


def shifted(chances: Sequence[float], mean: float) -> list[float]:
    """Move a distribution to a mean, by taking from every score alike for the top or the bottom one."""
    now = sum(c * s for c, s in zip(chances, SCORES, strict=True))
    end = 1.0 if mean > now else 0.0
    part = (mean - now) / (end - now)
    return [c * (1 - part) + part * (s == end) for c, s in zip(chances, SCORES, strict=True)]


def runs(test: SequentialTest, chances: Sequence[float], times: int) -> tuple[Counter[Verdict | None], float]:
    """Let the test run often; give how it was settled, and how many pairs it took on average."""
    rng = random.Random(f"{chances}")
    found, pairs = Counter[Verdict | None](), 0
    for _ in range(times):
        counts, verdict = [0] * 5, None
        while verdict is None and sum(counts) < 20_000:
            for score in rng.choices(range(5), chances, k=LOOK):
                counts[score] += 1
            verdict = test.verdict(tuple(counts))
        found[verdict] += 1
        pairs += sum(counts)
    return found, pairs / times


def check_error_rates(test: SequentialTest, shape: Sequence[float], times: int, luck: float) -> None:
    """Hold the shares of wrong verdicts against the rates that are promised, with `luck` for the simulation."""
    even, _ = runs(test, shifted(shape, 0.5), times)
    assert even[Verdict.FIRST] + even[Verdict.SECOND] <= (test.alpha + luck) * times
    for mean, right in ((0.5 + test.margin, Verdict.FIRST), (0.5 - test.margin, Verdict.SECOND)):
        found, _ = runs(test, shifted(shape, mean), times)
        assert found[Verdict.EVEN] <= (test.beta + luck) * times
        assert found[right] >= (1 - test.beta - test.alpha / 2 - luck) * times
        assert even[None] == found[None] == 0, "it always ends"


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("margin", [0.05, 0.1])
def test_error_rates_are_what_is_promised(shape: tuple[float, ...], margin: float) -> None:
    # Two and a half standard errors of a share of 5 % in 500 runs.
    check_error_rates(SequentialTest(margin), shape, 500, 2.5 * (0.05 * 0.95 / 500) ** 0.5)


@pytest.mark.parametrize("shape", SHAPES)
def test_error_rates_are_about_what_is_promised(shape: tuple[float, ...]) -> None:
    check_error_rates(SequentialTest(0.15), shape, 40, 0.08)


def test_it_takes_fewer_games_than_a_match_of_fixed_length() -> None:
    # A fixed match of the same error rates: ((1.96 + 1.645) x deviation / margin) squared pairs.
    fixed = ((1.96 + 1.645) / 0.1) ** 2 * 0.125
    _, pairs = runs(SequentialTest(0.1), shifted(INDEPENDENT, 0.6), 40)
    assert pairs < 0.8 * fixed


def test_a_far_stronger_player_is_found_out_fast() -> None:
    assert SequentialTest().verdict((0, 0, 0, 0, 40)) is Verdict.FIRST
    assert SequentialTest().verdict((40, 0, 0, 0, 0)) is Verdict.SECOND
    assert SequentialTest().verdict((0, 0, 400, 0, 0)) is Verdict.EVEN


@given(st.tuples(*[st.integers(0, 300)] * 5).filter(any), st.floats(0.01, MOST_MARGIN))
def test_the_other_player_gets_the_mirrored_verdict(counts: tuple[int, ...], margin: float) -> None:
    mirrored = {Verdict.FIRST: Verdict.SECOND, Verdict.SECOND: Verdict.FIRST}
    verdict = SequentialTest(margin).verdict(counts)
    other = SequentialTest(margin).verdict(counts[::-1])
    assert other == (mirrored.get(verdict, verdict) if verdict else None)


@pytest.mark.parametrize("margin", [0.0, -0.1, 0.5, float("nan")])
def test_a_margin_that_leaves_nothing_to_test_is_said(margin: float) -> None:
    with pytest.raises(NotUnderstood, match="margin"):
        SequentialTest(margin)


@pytest.mark.parametrize("rate", [0.0, 1.0, float("nan")])
def test_an_error_rate_that_is_none_is_said(rate: float) -> None:
    for rates in ({"alpha": rate}, {"beta": rate}):
        with pytest.raises(NotUnderstood, match="Error rates"):
            SequentialTest(**rates)
