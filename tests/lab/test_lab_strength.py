"""The search for the strongest hand: never worse than its start, never better by luck, and the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from collection.catalogue.card import CardNo
from collection.catalogue.data import load_catalogue
from collection.errors import NotUnderstood
from collection.hands.advice import MUST, Pick, Supply, complete
from collection.lab.strength import GATE, ROUND, Contender, Trial, Watch, greedy_trial, least_games, strongest

CATALOGUE = load_catalogue()
OWNED = dict.fromkeys(range(1, 121, 2), 1)
SUPPLY = Supply(CATALOGUE, OWNED)
START = complete((), SUPPLY)
BUDGET = 200 * ROUND


def cards_of(picks: Sequence[Pick]) -> frozenset[CardNo]:
    return frozenset(pick.card for pick in picks)


def luck_alone(seed: int) -> Trial:
    """A game in which the hand does not matter."""
    return lambda cards, number: random.Random(f"{seed}/{number}/{sorted(cards)}").random()


def worth_of(good: frozenset[CardNo], seed: int = 0, gain: float = 0.05) -> Trial:
    """A game in which every card of `good` helps, and luck is the same for every hand but for a little."""

    def trial(cards: Sequence[CardNo], number: int) -> float:
        rng = random.Random(f"{seed}/{number}")
        own = random.Random(f"{seed}/{number}/{sorted(cards)}")
        return 0.3 + gain * len(good & set(cards)) + 0.1 * rng.random() + 0.02 * own.random()

    return trial


def test_a_swap_that_is_truly_better_is_found_and_its_reason_says_by_how_much() -> None:
    outside = cards_of(complete((), Supply(CATALOGUE, {n: 1 for n in OWNED if n not in cards_of(START)})))
    found = strongest(START, SUPPLY, worth_of(outside), saved={}, games=4 * BUDGET, seed=1)
    assert found.taken >= 1
    assert found.score is not None
    assert found.score.score > 0.35
    new = cards_of(found.hand.picks) - cards_of(START)
    assert len(new) == found.taken
    assert new <= outside
    reasons = [pick.why for pick in found.hand.picks if pick.card in new]
    assert all("swapped in for #" in why and "points of 100 more in" in why for why in reasons)
    assert found.compared[0][0] == found.hand
    assert found.compared[-1][0].cards == tuple(sorted(cards_of(START)))


def test_luck_alone_seldom_passes_the_gate() -> None:
    taken = tried = 0
    for seed in range(40):
        found = strongest(START, SUPPLY, luck_alone(seed), saved={}, games=BUDGET, seed=seed)
        taken, tried = taken + found.taken, tried + found.tried
    assert tried == 40 * 16
    # At 2.2 standard errors, one in some fifty passes.
    assert taken <= 4, GATE


def test_the_hand_suggested_is_never_behind_the_start_or_a_saved_hand_in_the_games_they_shared() -> None:
    saved = {"Dockside": tuple(range(1, 29, 2)), "Pier": tuple(range(31, 59, 2))}
    for seed in range(10):
        found = strongest(START, SUPPLY, luck_alone(seed), saved=saved, games=BUDGET, seed=seed)
        assert found.compared[0][0] == found.hand
        assert all(found.compared[0][1] >= score for _, score in found.compared)
        names = {one.name for one, _ in found.compared}
        assert names & set(saved)
        assert tuple(sorted(cards_of(START))) in {one.cards for one, _ in found.compared}


def test_a_saved_hand_that_is_best_is_suggested_by_its_name() -> None:
    pier = tuple(range(61, 89, 2))
    found = strongest(START, SUPPLY, worth_of(frozenset(pier), gain=0.03), saved={"Pier": pier})
    assert found.hand.name == "Pier"
    assert set(found.hand.cards) == set(pier)
    assert all('in "Pier", which scored best' in pick.why for pick in found.hand.picks)


def test_hands_to_be_compared_in_any_case_are_there_to_the_end() -> None:
    beside = Contender("", complete((), Supply(CATALOGUE, {n: 1 for n in OWNED if n not in cards_of(START)})))
    found = strongest(START, SUPPLY, luck_alone(1), saved={}, beside=[beside], games=BUDGET)
    assert {beside.cards, tuple(sorted(cards_of(START)))} <= {one.cards for one, _ in found.compared}
    better = strongest(
        START, SUPPLY, worth_of(frozenset(beside.cards), gain=0.03), saved={}, beside=[beside], games=BUDGET
    )
    assert better.hand.cards == beside.cards


def test_a_hand_beside_the_start_takes_its_place_by_luck_seldom() -> None:
    beside = Contender("", complete((), Supply(CATALOGUE, {n: 1 for n in OWNED if n not in cards_of(START)})))
    found = [
        strongest(START, SUPPLY, luck_alone(seed), saved={}, beside=[beside], games=BUDGET, seed=seed)
        for seed in range(40)
    ]
    assert sum(one.compared[0][0].cards == beside.cards for one in found) > 10
    assert sum(one.hand.cards == beside.cards for one in found) <= 4


def test_what_must_be_held_is_never_swapped_out_and_what_is_not_free_never_in() -> None:
    must = sorted(cards_of(START))[:10]
    supply = Supply(CATALOGUE, OWNED, never=frozenset(range(61, 121)) - cards_of(START))
    start = complete([Pick(number, MUST) for number in must], supply)
    good = frozenset(range(1, 121)) - frozenset(must)
    found = strongest(start, supply, worth_of(good - cards_of(start)), saved={}, must=must, games=3 * BUDGET)
    assert found.taken >= 1
    assert set(must) <= cards_of(found.hand.picks)
    assert cards_of(found.hand.picks) <= {number for number in OWNED if number <= 60} | cards_of(START)


def test_the_same_seed_gives_the_same_answer_and_plays_what_was_asked_for() -> None:
    seen = []
    watch = Watch(progress=lambda played, of: seen.append((played, of)))
    one = strongest(START, SUPPLY, luck_alone(3), saved={}, games=BUDGET, seed=3, watch=watch)
    assert one == strongest(START, SUPPLY, luck_alone(3), saved={}, games=BUDGET, seed=3)
    assert one.games == BUDGET
    assert seen == [(ROUND * number, BUDGET) for number in range(1, 201)]


def test_every_comparison_and_the_last_measure_use_rounds_of_their_own() -> None:
    rounds: list[tuple[tuple[CardNo, ...], int]] = []

    def trial(cards: Sequence[CardNo], number: int) -> float:
        rounds.append((tuple(sorted(cards)), number))
        return luck_alone(5)(cards, number)

    found = strongest(START, SUPPLY, trial, saved={}, games=BUDGET)
    assert found.score is not None
    measured = found.score.games // ROUND
    assert not {number for _, number in rounds[-measured:]} & {number for _, number in rounds[:-measured]}
    assert len(set(rounds)) == len(rounds)


@pytest.mark.parametrize("after", [0, 1, 30, 150])
def test_cut_short_it_gives_the_best_so_far_and_no_score(after: int) -> None:
    asked = iter(range(10_000))
    found = strongest(
        START, SUPPLY, luck_alone(2), saved={}, games=BUDGET, watch=Watch(stop=lambda: next(asked) >= after)
    )
    assert found.cut_short
    assert found.score is None
    assert found.games == after * ROUND
    assert len(cards_of(found.hand.picks)) == 14


def test_too_few_games_for_the_hands_there_are_is_refused() -> None:
    saved = {str(first): tuple(range(first, first + 28, 2)) for first in range(1, 21, 2)}
    with pytest.raises(NotUnderstood, match=str(least_games(10))):
        strongest(START, SUPPLY, luck_alone(0), saved=saved, games=least_games(10) - 1)
    few = strongest(START, SUPPLY, luck_alone(0), saved=saved, games=least_games(10))
    assert few.score is not None


def test_the_real_score_is_the_same_for_a_seed_and_tells_a_strong_hand_from_a_weak_one() -> None:
    strong = [pick.card for pick in complete((), Supply(CATALOGUE, dict.fromkeys(range(1, 121), 1)))]
    weak = [card.number for card in CATALOGUE if card.level == 4][:14]
    trial = greedy_trial(CATALOGUE, seed=1)
    assert trial(strong, 0) == greedy_trial(CATALOGUE, seed=1)(strong, 0)
    assert trial(strong, 0) > trial(weak, 0)
