from __future__ import annotations

import math
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from collection.ledger.intervals import Interval, Method, gamma_below, gamma_quantile, rate, share


def _ends(interval: Interval) -> list[float]:
    return [interval.low, interval.high]


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [
        # From printed tables of exact 95 % limits for a Poisson count.
        (0, 0.0, 3.689),
        (1, 0.0253, 5.572),
        (2, 0.242, 7.225),
        (5, 1.623, 11.668),
        (10, 4.795, 18.390),
        (20, 12.217, 30.888),
        (50, 37.111, 65.919),
        (100, 81.364, 121.627),
    ],
)
def test_exact_poisson_limits_are_those_of_the_tables(count: int, low: float, high: float) -> None:
    assert _ends(rate(count, 1)) == pytest.approx([low, high], abs=6e-4)


def test_a_rate_is_a_count_for_each_pack() -> None:
    found = rate(10, 4)
    assert found.estimate == 2.5
    assert found.method is Method.GARWOOD
    assert _ends(found) == pytest.approx([4.7954 / 4, 18.3904 / 4], abs=1e-4)


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_shares_have_wilsons_limits(part: int, whole: int, low: float, high: float) -> None:
    found = share(part, whole)
    assert found.method is Method.WILSON
    assert _ends(found) == pytest.approx([low, high], abs=1e-4)


@given(st.integers(1, 5000).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_a_share_lies_in_its_range_and_the_range_within_nothing_and_all(counts: tuple[int, int]) -> None:
    found = share(*counts)
    assert 0 <= found.low <= found.estimate <= found.high <= 1


@given(st.integers(0, 200_000), st.integers(1, 20_000), st.floats(0.5, 0.999))
def test_the_ends_of_a_rate_leave_out_what_they_say(count: int, exposure: int, confidence: float) -> None:
    found = rate(count, exposure, confidence)
    tail = (1 - confidence) / 2
    assert found.low <= found.estimate < found.high
    if count:
        assert gamma_below(count, found.low * exposure) == pytest.approx(tail, rel=1e-6)
    assert gamma_below(count + 1, found.high * exposure) == pytest.approx(1 - tail, rel=1e-6)


@given(st.integers(0, 1000), st.integers(1, 100))
def test_more_cards_raise_a_rate_and_more_packs_narrow_it(count: int, exposure: int) -> None:
    one, more, longer = rate(count, exposure), rate(count + 1, exposure), rate(count * 2, exposure * 2)
    assert one.low < more.low
    assert one.high < more.high
    assert longer.high - longer.low < one.high - one.low


@given(st.integers(0, 300), st.integers(1, 50))
def test_more_certainty_is_a_wider_range(count: int, exposure: int) -> None:
    usual, surer = rate(count, exposure), rate(count, exposure, 0.99)
    assert surer.low <= usual.low
    assert usual.high < surer.high


@given(st.integers(1, 400), st.floats(0.001, 0.999))
@example(125, 0.02290588388529206)  # Newton's step ends on the very answer
def test_a_quantile_undoes_the_chance(shape: int, chance: float) -> None:
    assert gamma_below(shape, gamma_quantile(shape, chance)) == pytest.approx(chance, rel=1e-8)


def test_the_chance_below_is_the_poisson_sum() -> None:
    for shape, x in ((1, 0.5), (3, 2.0), (3, 9.0), (12, 12.0)):
        at_least = 1 - sum(math.exp(-x) * x**times / math.factorial(times) for times in range(shape))
        assert gamma_below(shape, x) == pytest.approx(at_least, rel=1e-10)


@pytest.mark.parametrize("truth", [0.05, 0.4, 2.0])
def test_ranges_of_rates_hold_the_truth_at_least_as_often_as_they_say(truth: float) -> None:
    rng = random.Random(7)
    held = 0
    for _ in range(600):
        packs = rng.randint(5, 30)
        found = rate(sum(_poisson(rng, truth) for _ in range(packs)), packs)
        held += found.low <= truth <= found.high
    assert held / 600 >= 0.93  # 95 % less what 600 tries leave to chance


def _poisson(rng: random.Random, mean: float) -> int:
    times, left = 0, rng.expovariate(1)
    while left < mean:
        times += 1
        left += rng.expovariate(1)
    return times
