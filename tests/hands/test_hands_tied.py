"""Sleeved hands tie up one copy of each of their cards; nobody else's hand, and no legality, changes by that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.hands.hand import Hand
from collection.hands.legality import hand_faults
from collection.hands.tied import free_copies, tied_cards
from collection.ledger.entry import Account, AccountKind

ANN = Account(4, "Ann", AccountKind.COLLECTOR)
CARDS = st.lists(st.integers(1, 8), max_size=6).map(tuple)
OWNED = st.dictionaries(st.integers(1, 8), st.integers(1, 3))
HANDS = st.lists(st.builds(Hand, st.integers(), st.just(ANN), st.text(), CARDS, st.booleans(), st.booleans()))


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def hand(name: str, *cards: int, sleeved: bool = True, archived: bool = False) -> Hand:
    return Hand(1, ANN, name, cards, archived, sleeved)


def test_a_sleeved_hand_ties_up_one_copy_of_each_card_and_others_none() -> None:
    owned = {1: 1, 2: 2, 3: 3, 4: 1}
    hands = [hand("A", 1, 2, 2, 9), hand("B", 2, 3), hand("C", 4, sleeved=False), hand("D", 4, archived=True)]
    assert free_copies(owned, hands) == {3: 2, 4: 1}
    assert free_copies(owned, []) == owned


@given(OWNED, HANDS)
def test_free_copies_are_what_no_sleeve_holds(owned: dict[int, int], hands: list[Hand]) -> None:
    free = free_copies(owned, hands)
    sleeved = [one for one in hands if one.sleeved and not one.archived]
    for number in range(1, 9):
        tied = sum(number in one.cards for one in sleeved)
        assert free.get(number, 0) == max(0, owned.get(number, 0) - tied)
    assert 0 not in free.values()


@given(CARDS, OWNED, HANDS)
def test_a_card_is_tied_up_when_copies_are_owned_and_none_is_free(
    cards: tuple[int, ...], owned: dict[int, int], hands: list[Hand]
) -> None:
    catalogue = load_catalogue()
    tied = tied_cards(cards, catalogue, owned, hands)
    free = free_copies(owned, hands)
    assert [one.card for one in tied] == [
        number for number in dict.fromkeys(cards) if number in owned and number not in free
    ]
    assert all(one.hands for one in tied)
    assert {fault.card for fault in hand_faults(cards, catalogue, owned) if fault.code == "not-owned"}.isdisjoint(
        one.card for one in tied
    )


def test_the_sentence_names_the_card_and_the_sleeved_hands_and_the_way_out(catalogue: Catalogue) -> None:
    (only,) = tied_cards([45], catalogue, {45: 1}, [hand('Dock\x1b[31m"side', 45)])
    assert only.message == (
        f'The only copy of #45 {catalogue[45].name} is tied up in "Dock[31m"side", which is sleeved: '
        "take it out there, or choose another."
    )
    (each,) = tied_cards([45], catalogue, {45: 2}, [hand("A", 45), hand("B", 45), hand("C", 45)])
    assert each.hands == ("A", "B", "C")
    assert each.message.startswith("Each of the 2 copies")
    assert '"A", "B" and "C", which are sleeved' in each.message
