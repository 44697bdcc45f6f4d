"""A hand is fourteen different numbers that its collector owns, and every reason why not is said at once."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.hands.legality import hand_faults, table_faults

CATALOGUE = load_catalogue()
FOURTEEN = tuple(range(1, 15))


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return CATALOGUE


def everything(copies: int = 1) -> dict[int, int]:
    return dict.fromkeys(range(1, 121), copies)


def codes(cards: tuple[int, ...], catalogue: Catalogue, owned: dict[int, int]) -> list[tuple[str, int | None]]:
    return [(fault.code, fault.card) for fault in hand_faults(cards, catalogue, owned)]


def test_fourteen_different_owned_numbers_are_legal(catalogue: Catalogue) -> None:
    assert hand_faults(FOURTEEN, catalogue, everything()) == ()


def test_thirteen_cards_ask_for_one_more(catalogue: Catalogue) -> None:
    (fault,) = hand_faults(FOURTEEN[:13], catalogue, everything())
    assert (fault.code, fault.card) == ("too-few", None)
    assert "13 cards" in fault.message
    assert "add one more" in fault.message


@pytest.mark.parametrize(("size", "words"), [(0, "add 14 more"), (1, "1 card "), (12, "add two more")])
def test_too_few_says_how_many_are_missing(catalogue: Catalogue, size: int, words: str) -> None:
    (fault,) = hand_faults(FOURTEEN[:size], catalogue, everything())
    assert fault.code == "too-few"
    assert words in fault.message


def test_fifteen_cards_ask_to_take_one_out(catalogue: Catalogue) -> None:
    (fault,) = hand_faults((*FOURTEEN, 15), catalogue, everything())
    assert fault.code == "too-many"
    assert "take one out" in fault.message


def test_number_45_twice_is_said_by_number_and_name(catalogue: Catalogue) -> None:
    (fault,) = hand_faults((*FOURTEEN[:12], 45, 45), catalogue, everything(2))
    assert (fault.code, fault.card) == ("twice", 45)
    assert f"#45 {catalogue[45].name}" in fault.message
    assert "twice" in fault.message
    assert "choose another" in fault.message


def test_a_number_thrice_is_one_fault(catalogue: Catalogue) -> None:
    (fault,) = hand_faults((*FOURTEEN[:11], 45, 45, 45), catalogue, everything(3))
    assert "three times" in fault.message


def test_118_not_owned_is_said_with_every_way_to_get_it(catalogue: Catalogue) -> None:
    owned = everything() | {118: 0}
    (fault,) = hand_faults((*FOURTEEN[:13], 118), catalogue, owned)
    assert (fault.code, fault.card) == ("not-owned", 118)
    assert f"#118 {catalogue[118].name}" in fault.message
    assert "pull, trade or win it, or choose another" in fault.message


@pytest.mark.parametrize("number", [137, 0, 121, -3])
def test_a_number_outside_the_set_is_not_a_card(catalogue: Catalogue, number: int) -> None:
    (fault,) = hand_faults((*FOURTEEN[:13], number), catalogue, everything())
    assert (fault.code, fault.card) == ("not-a-card", number)
    assert f"{number} is not a card: numbers run from 1 to 120" in fault.message


def test_all_reasons_come_at_once(catalogue: Catalogue) -> None:
    cards = (*FOURTEEN[:9], 45, 45, 118, 137)
    owned = everything(2) | {118: 0, 3: 0}
    assert codes(cards, catalogue, owned) == [
        ("too-few", None),
        ("twice", 45),
        ("not-a-card", 137),
        ("not-owned", 3),
        ("not-owned", 118),
    ]


def test_one_copy_is_enough_for_a_hand_and_its_finish_does_not_matter(catalogue: Catalogue) -> None:
    # Ruling 14: `owned` counts copies of a number over all finishes.
    assert hand_faults(FOURTEEN, catalogue, dict.fromkeys(FOURTEEN, 1)) == ()


def test_the_beginners_split_is_never_a_reason(catalogue: Catalogue) -> None:
    # Ruling 17: fourteen cards of one Level are legal.
    commons = tuple(card.number for card in catalogue if card.level == 1)[:14]
    assert hand_faults(commons, catalogue, everything()) == ()


def test_a_friendly_game_asks_nobody_who_owns_the_cards(catalogue: Catalogue) -> None:
    assert table_faults(FOURTEEN, catalogue) == ()
    assert [fault.code for fault in table_faults(FOURTEEN[:13], catalogue)] == ["too-few"]


@settings(deadline=None)
@given(st.lists(st.integers(-5, 130), max_size=20), st.dictionaries(st.integers(1, 120), st.integers(0, 3)))
def test_faults_are_what_counting_by_hand_finds(cards: list[int], owned: dict[int, int]) -> None:
    found = Counter(fault.code for fault in hand_faults(cards, CATALOGUE, owned))
    real = [number for number in cards if 1 <= number <= 120]
    assert found["too-few"] == (len(cards) < 14)
    assert found["too-many"] == (len(cards) > 14)
    assert found["not-a-card"] == len(set(cards) - set(range(1, 121)))
    assert found["twice"] == sum(1 for number in set(real) if real.count(number) > 1)
    assert found["not-owned"] == sum(1 for number in set(real) if not owned.get(number))
