"""A drawn hand is legal, and as near to the beginners' split as the collection allows."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Level
from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused
from collection.hands.dealing import BEGINNERS_SPLIT, draw_hand
from collection.hands.legality import hand_faults

CATALOGUE = load_catalogue()
collections = st.dictionaries(st.integers(1, 120), st.integers(0, 3), min_size=10, max_size=60)


def levels(hand: tuple[int, ...]) -> Counter[int]:
    return Counter(int(CATALOGUE[number].level) for number in hand)


@settings(deadline=None)
@given(collections, st.integers(0, 2**32))
def test_every_drawn_hand_is_legal_and_near_the_split(owned: dict[int, int], seed: int) -> None:
    held = [number for number, copies in owned.items() if copies]
    assume(len(held) >= 14)
    hand = draw_hand(CATALOGUE, owned, random.Random(seed))
    assert hand_faults(hand, CATALOGUE, owned) == ()
    available, drawn = levels(tuple(held)), levels(hand)
    for level, wanted in BEGINNERS_SPLIT.items():
        assert drawn[level] >= min(wanted, available[level])
    above = sum(max(0, drawn[level] - wanted) for level, wanted in BEGINNERS_SPLIT.items())
    missing = sum(max(0, wanted - available[level]) for level, wanted in BEGINNERS_SPLIT.items())
    assert above == missing + 1


def test_a_whole_set_gives_five_three_two_two_one_and_one_more() -> None:
    owned = dict.fromkeys(range(1, 121), 1)
    extra = Counter[int]()
    for seed in range(60):
        drawn = levels(draw_hand(CATALOGUE, owned, random.Random(seed)))
        drawn.subtract({int(level): wanted for level, wanted in BEGINNERS_SPLIT.items()})
        extra.update(+drawn)
    assert sum(extra.values()) == 60
    assert len(extra) > 1, "the fourteenth card is free to choose"


def test_a_missing_level_is_made_up_from_its_neighbours() -> None:
    owned = {card.number: 1 for card in CATALOGUE if card.level in (1, 2, 5)}
    drawn = levels(draw_hand(CATALOGUE, owned, random.Random(1)))
    assert drawn[2] >= 5, "two of Level III come from Level II"
    assert drawn[5] >= 3, "two of Level IV come from Level V"


def test_of_two_levels_equally_near_the_lower_makes_up_for_a_missing_one() -> None:
    owned = {card.number: 1 for card in CATALOGUE if card.level is not Level.III}
    for seed in range(20):
        drawn = levels(draw_hand(CATALOGUE, owned, random.Random(seed)))
        assert drawn[2] >= 5, "both of Level III come from Level II, not from IV"


def test_the_same_seed_draws_the_same_hand_whatever_the_order_of_holdings() -> None:
    owned = dict.fromkeys(range(1, 121), 1)
    backwards = dict.fromkeys(range(120, 0, -1), 1)
    assert draw_hand(CATALOGUE, owned, random.Random(7)) == draw_hand(CATALOGUE, backwards, random.Random(7))
    assert draw_hand(CATALOGUE, owned, random.Random(7)) != draw_hand(CATALOGUE, owned, random.Random(8))


def test_thirteen_different_cards_make_no_hand() -> None:
    owned = dict.fromkeys(range(1, 14), 5) | {20: 0}
    with pytest.raises(HandRefused, match=r"13 are owned: pull, trade or win 1 more"):
        draw_hand(CATALOGUE, owned, random.Random(1))
