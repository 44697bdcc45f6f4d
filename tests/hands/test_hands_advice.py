"""Advice: a hand near the beginners' split from what is free, each card with its reason."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import CardNo, Level
from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused
from collection.hands.advice import KEPT, SPLIT, Pick, Supply, complete, edge_sum
from collection.hands.hand import Hand
from collection.hands.legality import hand_faults
from collection.ledger.entry import Account, AccountKind

CATALOGUE = load_catalogue()
ANN = Account(1, "Ann", AccountKind.COLLECTOR)
EVERYTHING = dict.fromkeys(range(1, 121), 1)
numbers = st.integers(1, 120)
collections = st.dictionaries(numbers, st.integers(0, 3), min_size=10, max_size=70)


def at(level: Level) -> list[CardNo]:
    return [card.number for card in CATALOGUE if card.level is level]


def levels(cards: tuple[CardNo, ...]) -> Counter[Level]:
    return Counter(CATALOGUE[number].level for number in cards)


def kept(*cards: CardNo) -> list[Pick]:
    return [Pick(number, KEPT) for number in cards]


def cards_of(picks: tuple[Pick, ...]) -> tuple[CardNo, ...]:
    return tuple(pick.card for pick in picks)


def hand(name: str, *cards: CardNo, sleeved: bool = False) -> Hand:
    return Hand(1, ANN, name, cards, sleeved=sleeved)


def owning(*cards: CardNo) -> dict[CardNo, int]:
    return dict.fromkeys(cards, 1)


def test_of_a_whole_set_the_strongest_of_each_level_come_in_by_the_split() -> None:
    picks = complete((), Supply(CATALOGUE, EVERYTHING))
    assert levels(cards_of(picks)) == Counter(SPLIT)
    for level in Level:
        inside = [CATALOGUE[pick.card] for pick in picks if CATALOGUE[pick.card].level is level]
        outside = [CATALOGUE[number] for number in at(level) if number not in cards_of(picks)]
        weakest = max((-edge_sum(card), card.number) for card in inside)
        assert all((-edge_sum(card), card.number) > weakest for card in outside)


@given(collections, st.frozensets(numbers), st.frozensets(numbers, max_size=30), st.lists(numbers, max_size=14))
def test_a_hand_is_legal_takes_nothing_that_is_not_free_and_gives_a_reason_for_each_card(
    owned: dict[CardNo, int], never: frozenset[CardNo], keepsakes: frozenset[CardNo], left: list[CardNo]
) -> None:
    supply = Supply(CATALOGUE, owned, keepsakes, never, (hand("Pier", *left),))
    free = {number for number, copies in owned.items() if copies > (number in left)} - never
    if len(free) < 14:
        with pytest.raises(HandRefused):
            complete((), supply)
        return
    picks = complete((), supply)
    chosen = set(cards_of(picks))
    assert hand_faults(cards_of(picks), CATALOGUE, owned) == ()
    assert chosen <= free
    assert all(pick.why for pick in picks)
    # Keepsakes stay at home, but for as many as a hand cannot do without.
    assert len(chosen & keepsakes) == max(0, 14 - len(free - keepsakes))
    available, inside = levels(tuple(free - keepsakes | chosen)), levels(cards_of(picks))
    for level, wanted in SPLIT.items():
        assert inside[level] >= min(wanted, available[level])


@given(st.dictionaries(numbers, st.integers(1, 3), min_size=14), st.lists(numbers, max_size=13, unique=True))
def test_filling_keeps_what_is_in_first_and_in_order_and_adds_the_rest(
    owned: dict[CardNo, int], there: list[CardNo]
) -> None:
    picks = complete(kept(*there), Supply(CATALOGUE, owned))
    assert list(picks[: len(there)]) == kept(*there)
    assert len(set(cards_of(picks))) == 14
    assert set(cards_of(picks)[len(there) :]) <= set(owned)


def test_a_short_level_is_made_up_from_the_nearest_the_lower_first() -> None:
    owned = owning(*at(Level.I), *at(Level.II), *at(Level.IV), *at(Level.V))
    picks = complete((), Supply(CATALOGUE, owned))
    assert levels(cards_of(picks)) == {Level.I: 6, Level.II: 5, Level.IV: 2, Level.V: 1}
    made_up = [pick.why for pick in picks if "missing" in pick.why]
    assert len(made_up) == 2
    assert all("missing Level III" in why and "Level II left by edges" in why for why in made_up)


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        # The free card gives way first, then the nearest Level, the higher one first.
        (at(Level.V)[:2], {Level.I: 5, Level.II: 3, Level.III: 2, Level.IV: 2, Level.V: 2}),
        (at(Level.V)[:3], {Level.I: 5, Level.II: 3, Level.III: 2, Level.IV: 1, Level.V: 3}),
        (at(Level.II)[:5], {Level.I: 5, Level.II: 5, Level.III: 1, Level.IV: 2, Level.V: 1}),
        (at(Level.I)[:7], {Level.I: 7, Level.II: 2, Level.III: 2, Level.IV: 2, Level.V: 1}),
    ],
)
def test_kept_cards_that_crowd_their_level_push_others_out(there: list[CardNo], expected: dict[Level, int]) -> None:
    assert levels(cards_of(complete(kept(*there), Supply(CATALOGUE, EVERYTHING)))) == expected


def test_cards_kept_that_are_no_cards_or_double_count_as_they_are() -> None:
    picks = complete(kept(137, 1, 1), Supply(CATALOGUE, EVERYTHING))
    assert len(picks) == 14
    assert len(set(cards_of(picks))) == 13


def test_a_second_copy_is_free_beside_a_hand_that_is_left_whole() -> None:
    owned = owning(*range(1, 21)) | {1: 2, 2: 2}
    supply = Supply(CATALOGUE, owned, whole=(hand("Pier", 1, 2, 3), hand("Dock", 2, sleeved=True)))
    assert 1 in supply.free
    assert {2, 3}.isdisjoint(supply.free)


def test_everything_that_makes_a_hand_impossible_is_said_at_once_with_the_way_out() -> None:
    owned = owning(*range(2, 30))
    supply = Supply(CATALOGUE, owned, never=frozenset({5}), whole=(hand("Pier", 9, 10),))
    reasons = supply.faults(must=[5, 1, 9, 200, 5])
    assert len(reasons) == 4
    assert "#5" in reasons[0]
    assert "drop one of the two" in reasons[0]
    assert "#1 " in reasons[1]
    assert "not owned" in reasons[1]
    assert "#9" in reasons[2]
    assert "Pier" in reasons[2]
    assert "200 cannot be held: it is not a card" in reasons[3]
    assert supply.faults(must=[6, 7]) == ()
    (reason,) = Supply(CATALOGUE, EVERYTHING, never=frozenset({121, 5})).faults()
    assert "121 cannot be left out" in reason
    assert "16 cards must be held" in supply.faults(must=range(11, 27))[0]


def test_too_few_cards_are_counted_with_what_keeps_them_away() -> None:
    few = Supply(CATALOGUE, owning(*range(1, 11)))
    assert few.faults() == ("A hand needs fourteen different cards, and 10 are owned: pull, trade or win 4 more.",)
    supply = Supply(CATALOGUE, owning(*range(1, 16)), never=frozenset({1}), whole=(hand("Pier", 1, 2, 3),))
    (reason,) = supply.faults()
    assert "12 are free" in reason
    assert "1 must never be staked" in reason
    assert "2 lie in hands" in reason
    assert "Free 2 of them" in reason
