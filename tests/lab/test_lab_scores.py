"""Scores of pairs: what is counted, and how sure it makes us."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.lab.scores import DRAW, LOSS, WIN, Tally, code_of, interval, log_likelihood
from collection.ledger.intervals import wilson

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)

results = st.sampled_from((LOSS, DRAW, WIN))
matches = st.tuples(st.lists(st.tuples(results, results), max_size=60), st.none() | results).filter(
    lambda match: bool(match[0]) or match[1] is not None
)
weights = st.tuples(*[st.integers(0, 400)] * 5).filter(any)
means = st.floats(0.05, 0.95)


def tallied(pairs: list[tuple[int, int]], lone: int | None) -> Tally:
    codes = [code_of(*pair) for pair in pairs] + ([] if lone is None else [code_of(lone, None)])
    return Tally().added(bytes(codes))


@given(matches)
def test_a_tally_counts_what_was_played(match: tuple[list[tuple[int, int]], int | None]) -> None:
    pairs, lone = match
    games = [game for pair in pairs for game in pair] + ([] if lone is None else [lone])
    tally = tallied(pairs, lone)
    assert (tally.games, tally.pairs) == (len(games), len(pairs))
    assert [tally.ended(result) for result in (LOSS, DRAW, WIN)] == [games.count(r) for r in (LOSS, DRAW, WIN)]
    assert tally.score == pytest.approx(sum(games) / 2 / len(games))
    assert sum(tally.weights) == len(games) / 2
    assert sum(w * s for w, s in zip(tally.weights, SCORES, strict=True)) == pytest.approx(sum(games) / 4)


@given(matches)
def test_the_interval_holds_the_score(match: tuple[list[tuple[int, int]], int | None]) -> None:
    tally = tallied(*match)
    low, high = interval(tally.weights)
    assert 0 <= low <= tally.score + 1e-9
    assert tally.score - 1e-9 <= high <= 1


@given(weights)
def test_the_interval_of_the_other_player_is_the_mirror(counts: tuple[int, ...]) -> None:
    low, high = interval(counts)
    assert interval(counts[::-1]) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@given(st.integers(0, 300), st.integers(0, 300))
def test_for_pairs_won_or_lost_whole_it_is_wilsons(lost: int, won: int) -> None:
    if lost + won:
        assert interval((lost, 0, 0, 0, won)) == pytest.approx(wilson(won / (lost + won), lost + won), abs=1e-7)


def test_pairs_that_cancel_out_say_more_than_games_by_themselves() -> None:
    # 100 games each way: good cards won 40 pairs' games for whoever held them.
    low, high = interval((5, 0, 40, 0, 5))
    alone = wilson(0.5, 100)
    assert alone[0] < low < 0.5 < high < alone[1]


def test_the_interval_is_wilsons() -> None:
    # Known values: 50 of 100 and 0 of 10, to four places.
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def likelihood_ratio(counts: tuple[int, ...], one: float, other: float) -> float:
    return log_likelihood(counts, one) - log_likelihood(counts, other)


def likeliest(counts: tuple[int, ...], mean: float, steps: int = 30) -> float:
    """Search the distributions with a mean for the greatest likelihood, on a grid: slow, and sure."""
    best = -math.inf
    for inner in product(range(steps + 1), repeat=3):
        middle = [part / steps for part in inner]
        top = mean - sum(m * s for m, s in zip(middle, SCORES[1:4], strict=True))
        chances = [1 - sum(middle) - top, *middle, top]
        if min(chances) >= -1e-12:
            terms = [c * math.log(p) if p > 0 else -math.inf for c, p in zip(counts, chances, strict=True) if c]
            best = max(best, sum(terms))
    return best


@pytest.mark.parametrize(
    "counts", [(1, 2, 6, 2, 1), (0, 0, 9, 0, 1), (1, 0, 0, 9, 0), (0, 0, 0, 0, 7), (0, 3, 4, 0, 0)]
)
def test_a_likelihood_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, ...]) -> None:
    expected = likeliest(counts, 0.6) - likeliest(counts, 0.5)
    assert likelihood_ratio(counts, 0.6, 0.5) == pytest.approx(expected, abs=0.05)


@given(weights, means, means)
def test_likelihoods_of_the_other_player_are_mirrored(counts: tuple[int, ...], one: float, other: float) -> None:
    ratio = likelihood_ratio(counts, one, other)
    assert likelihood_ratio(counts[::-1], 1 - one, 1 - other) == pytest.approx(ratio, rel=1e-6, abs=1e-6)


@given(weights, means)
def test_no_mean_is_likelier_than_the_one_seen(counts: tuple[int, ...], other: float) -> None:
    seen = sum(c * s for c, s in zip(counts, SCORES, strict=True)) / sum(counts)
    if 0 < seen < 1:
        assert likelihood_ratio(counts, seen, other) >= -1e-6


def coverage(chances: tuple[float, ...], pairs: int, runs: int) -> float:
    """Give the share of runs in which the interval holds the true mean."""
    rng = random.Random(f"{chances}/{pairs}")
    mean = sum(c * s for c, s in zip(chances, SCORES, strict=True))
    held = 0
    for _ in range(runs):
        drawn = rng.choices(range(5), chances, k=pairs)
        low, high = interval([drawn.count(score) for score in range(5)])
        held += low - 1e-9 <= mean <= high + 1e-9
    return held / runs


REAL = [(0.25, 0, 0.5, 0, 0.25), (0.05, 0, 0.9, 0, 0.05), (1 / 3, 0, 0, 2 / 3, 0), (0.01, 0.02, 0.07, 0.2, 0.7)]


@pytest.mark.slow
@pytest.mark.parametrize("chances", REAL)
@pytest.mark.parametrize("pairs", [5, 20, 100, 500])
def test_19_of_20_intervals_hold_the_truth(chances: tuple[float, ...], pairs: int) -> None:
    share = coverage(chances, pairs, 700)
    # Three standard errors in so many runs are 2.5 %; where there are few pairs, a score test errs on the safe side.
    assert share >= 0.925
    if pairs >= 100:
        assert share <= 0.98


def test_most_intervals_hold_the_truth() -> None:
    assert all(coverage(chances, 20, 30) >= 0.8 for chances in REAL)
