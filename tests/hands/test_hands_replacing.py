"""The best card for the place of a lost one: the same Level, else the nearest; the strongest; and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import STAND_IN_MARK, Card, Level
from collection.catalogue.data import load_catalogue
from collection.hands.replacing import best_replacement, replaced

CATALOGUE = load_catalogue()
NUMBERS = st.integers(1, 120)


def of_level(level: Level) -> list[Card]:
    """Give the cards of a Level, strongest first."""
    cards = [card for card in CATALOGUE if card.level is level]
    return sorted(cards, key=lambda card: (-sum(card.edges), card.number))


def numbers(cards: list[Card]) -> list[int]:
    return [card.number for card in cards]


def test_the_strongest_free_card_of_the_same_level_comes_in_and_why_is_said() -> None:
    lost, *others = of_level(Level.II)
    best = others[0]
    found = best_replacement(lost.number, [lost.number], CATALOGUE, dict.fromkeys(range(1, 121), 1), ())
    assert found is not None
    assert found.card == best.number
    assert f"#{best.number} {best.name} is of Level II, as #{lost.number} {lost.name} is" in found.why
    assert f"strongest of {len(others)} free" in found.why
    assert f"its edges come to {sum(best.edges)}{STAND_IN_MARK}." in found.why


def test_a_sum_of_confirmed_edges_carries_no_mark() -> None:
    rocket = CATALOGUE[3]
    assert rocket.confirmed >= {"n", "e", "s", "w"}
    other = next(card for card in of_level(rocket.level) if card.number != 3)
    found = best_replacement(other.number, [other.number], CATALOGUE, {3: 1}, ())
    assert found is not None
    assert found.why.endswith(f"the only free card there; its edges come to {sum(rocket.edges)}.")


@pytest.mark.parametrize(
    ("lost", "free", "wanted"),
    [
        (Level.III, (Level.I, Level.V, Level.IV), Level.IV),
        (Level.III, (Level.II, Level.IV), Level.II),
        (Level.V, (Level.I, Level.III), Level.III),
        (Level.I, (Level.V,), Level.V),
    ],
    ids=["one away before two", "the lower of two as near", "downwards", "whatever there is"],
)
def test_without_a_free_card_of_the_level_the_nearest_comes_in(
    lost: Level, free: tuple[Level, ...], wanted: Level
) -> None:
    card = of_level(lost)[0]
    owned = {number: 1 for level in free for number in numbers(of_level(level))}
    found = best_replacement(card.number, [card.number], CATALOGUE, owned, ())
    assert found is not None
    assert found.card == of_level(wanted)[0].number
    assert f"No other Level {lost.name} is free" in found.why
    assert f"of Level {wanted.name}, the nearest" in found.why


def test_no_keepsake_and_no_card_of_the_hand_comes_in_and_then_none_does() -> None:
    first, second, third, *_ = of_level(Level.I)
    owned = {second.number: 1, third.number: 1}
    hand = [first.number, second.number]
    found = best_replacement(first.number, hand, CATALOGUE, owned, ())
    assert found is not None
    assert found.card == third.number
    assert best_replacement(first.number, hand, CATALOGUE, owned, {third.number}) is None


@given(
    st.lists(NUMBERS, min_size=1, max_size=14, unique=True),
    st.dictionaries(NUMBERS, st.integers(0, 2)),
    st.sets(NUMBERS),
)
def test_no_free_card_is_nearer_or_as_near_and_stronger(
    cards: list[int], free: dict[int, int], keepsakes: set[int]
) -> None:
    lost = cards[0]
    allowed = [CATALOGUE[number] for number, copies in free.items() if copies]
    allowed = [card for card in allowed if card.number not in cards and card.number not in keepsakes]
    found = best_replacement(lost, cards, CATALOGUE, free, keepsakes)
    if found is None:
        assert not allowed
        return
    best = CATALOGUE[found.card]
    assert best in allowed
    away = abs(best.level - CATALOGUE[lost].level)
    for card in allowed:
        further = abs(card.level - CATALOGUE[lost].level) - away
        assert further >= 0
        assert further or card.level >= best.level
        assert card.level is not best.level or sum(card.edges) <= sum(best.edges)
    after = replaced(cards, lost, found.card)
    assert len(set(after)) == len(cards)
    assert set(cards) - set(after) == {lost}


def test_only_the_lost_card_s_own_place_changes() -> None:
    assert replaced((5, 7, 9), 7, 8) == (5, 8, 9)
    with pytest.raises(ValueError, match="not in"):
        replaced((5, 7), 6, 8)
