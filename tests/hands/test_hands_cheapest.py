"""The cheapest stake: no hand of the same Levels puts less at stake, by exhaustive comparison."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.card import CardNo, Level
from collection.catalogue.data import load_catalogue
from collection.hands.advice import Supply, complete
from collection.hands.cheapest import cheapest_first
from collection.hands.hand import Hand
from collection.hands.stake import Stake, stake
from collection.hands.values import Values
from collection.ledger.entry import Account, AccountKind
from collection.ledger.price import Price

CATALOGUE = load_catalogue()
ANN = Account(1, "Ann", AccountKind.COLLECTOR)
POOL = [card.number for level in Level for card in [c for c in CATALOGUE if c.level is level][:7]]
LEGAL = Hand(1, ANN, "Pier", tuple(POOL[i] for i in range(14)))
values = st.dictionaries(st.sampled_from(POOL), st.integers(0, 3).map(lambda minor: Price("EUR", minor)))
owned_copies = st.lists(st.integers(1, 3), min_size=len(POOL), max_size=len(POOL))


def cost(staked: Stake) -> tuple[int, ...]:
    return (
        len(staked.keepsakes),
        sum(staked.worth.values()),
        len(staked.last_copies),
        sum(len(one.breaks) for one in staked.cards),
    )


@given(owned_copies, values, st.sets(st.sampled_from(POOL), max_size=8))
def test_no_hand_with_the_same_levels_costs_less(
    copies: list[int], by_card: dict[CardNo, Price], keepsakes: set[CardNo]
) -> None:
    owned = dict(zip(POOL, copies, strict=True))
    worth = Values(by_card)
    supply = Supply(CATALOGUE, owned, frozenset(keepsakes))
    picks = complete((), supply, cheapest_first(supply, worth, [LEGAL]).order)
    hand = [pick.card for pick in picks]
    for level in Level:
        inside = [number for number in hand if CATALOGUE[number].level is level]
        there = [number for number in POOL if CATALOGUE[number].level is level]
        least = min(
            cost(stake(other, CATALOGUE, owned, keepsakes, worth, [LEGAL]))
            for other in combinations(there, len(inside))
        )
        if not keepsakes.intersection(there):
            assert cost(stake(inside, CATALOGUE, owned, keepsakes, worth, [LEGAL])) == least


def test_a_reason_says_what_losing_the_card_would_mean() -> None:
    owned = dict.fromkeys(POOL, 1) | {POOL[-1]: 3}
    supply = Supply(CATALOGUE, owned)
    told = cheapest_first(supply, Values(by_level={Level.V: Price("EUR", 250)}), [LEGAL])
    why = {pick.card: pick.why for pick in complete((), supply, told.order)}
    assert "cheapest free Level V to lose (2.50 EUR, 2 spare copies, sum" in why[POOL[-1]]
    assert any("no value said, last copy, its loss breaks" in reason for reason in why.values())
    assert told.notes == ("28 of 35 free cards have no value of yours: they count as worth nothing here.",)


def test_values_in_two_currencies_are_left_out_and_it_is_said() -> None:
    owned = dict.fromkeys(POOL, 1)
    supply = Supply(CATALOGUE, owned)
    mixed = Values({POOL[0]: Price("EUR", 1)}, {Level.V: Price("USD", 1)})
    (note,) = cheapest_first(supply, mixed, []).notes
    assert "EUR and USD, which cannot be compared" in note
    (note,) = cheapest_first(supply, Values(), []).notes
    assert "no card a value" in note
