from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.ledger.collecting import Wanted, average_packs, chance_left, packs_for

RATES = st.floats(1e-4, 3.0)
WANTED = st.lists(st.builds(Wanted, st.integers(0, 55), RATES), max_size=5)


def test_one_number_takes_as_long_as_a_coin_takes_to_fall() -> None:
    for often in (0.01, 0.2, 3.0):
        assert average_packs([Wanted(1, often)]) == pytest.approx(1 / -math.expm1(-often), rel=1e-4)


def test_two_numbers_take_what_is_worked_out_by_hand() -> None:
    # With chance a for the one and b for the other to come in a pack: 1/a + 1/b - 1/(a + b - ab).
    a, b = -math.expm1(-0.3), -math.expm1(-0.5)
    assert average_packs([Wanted(1, 0.3), Wanted(1, 0.5)]) == pytest.approx(
        1 / a + 1 / b - 1 / (a + b - a * b), rel=1e-9
    )


def test_many_alike_take_the_harmonic_sum() -> None:
    # In continuous time the last of n takes (1 + 1/2 + ... + 1/n) / rate; a pack is half over when it comes.
    often = 1e-3
    harmonic = sum(1 / number for number in range(1, 56)) / often
    assert average_packs([Wanted(55, often)]) == pytest.approx(harmonic + 0.5, rel=1e-4)


def test_nothing_wanted_takes_no_pack_and_what_never_comes_takes_for_ever() -> None:
    assert average_packs([]) == average_packs([Wanted(0, 0.0), Wanted(0, 0.1)]) == 0
    assert packs_for([], 0.9) == 0
    assert average_packs([Wanted(3, 0.5), Wanted(1, 0.0)]) == math.inf
    assert packs_for([Wanted(1, 0.0)], 0.9) is None


@given(WANTED)
def test_the_average_is_the_sum_of_the_chances_that_packs_were_not_enough(wanted: list[Wanted]) -> None:
    wanted = [Wanted(one.numbers, max(one.rate, 0.01)) for one in wanted]
    slowly = sum(chance_left(wanted, packs) for packs in range(4000))
    assert average_packs(wanted) == pytest.approx(slowly, rel=1e-4)


@given(WANTED, st.integers(0, 4), st.floats(1.05, 3.0))
def test_more_wanted_or_rarer_takes_longer(wanted: list[Wanted], place: int, times: float) -> None:
    average = average_packs(wanted)
    assert average_packs([*wanted, Wanted(1, 0.2)]) >= average
    rarer = [Wanted(one.numbers, one.rate / times) if at == place else one for at, one in enumerate(wanted)]
    assert average_packs(rarer) >= average * (1 - 1e-6)


@given(WANTED, st.floats(0.05, 0.99))
def test_packs_for_a_chance_are_the_fewest(wanted: list[Wanted], chance: float) -> None:
    enough = packs_for(wanted, chance)
    assert enough is not None
    assert chance_left(wanted, enough) <= 1 - chance
    assert enough == 0 or chance_left(wanted, enough - 1) > 1 - chance


@pytest.mark.parametrize(
    "wanted",
    [
        [Wanted(1, 0.09)],
        [Wanted(8, 0.02)],
        [Wanted(55, 0.09), Wanted(30, 0.07), Wanted(13, 0.08), Wanted(14, 0.03), Wanted(8, 0.02)],
    ],
)
def test_opening_packs_for_real_takes_as_many(wanted: list[Wanted]) -> None:
    rng = random.Random(11)
    tries = 3000
    # A number that comes at a Poisson rate comes first after an exponential time: in the pack that is then open.
    needed = [
        max(math.ceil(rng.expovariate(one.rate)) for one in wanted for _ in range(one.numbers)) for _ in range(tries)
    ]
    average = sum(needed) / tries
    spread = math.sqrt(sum((one - average) ** 2 for one in needed) / tries / tries)
    assert abs(average_packs(wanted) - average) < 4 * spread
    enough = packs_for(wanted, 0.9)
    assert enough is not None
    assert sum(one <= enough for one in needed) / tries == pytest.approx(0.9, abs=0.03)
