"""The cheapest stake: which cards a collector would miss least, should one of them be lost as the ante."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import Card
from collection.hands.advice import Order, Supply, edge_sum, sum_words
from collection.hands.hand import Hand
from collection.hands.stake import CardAtStake, stake
from collection.hands.values import Values
from collection.ledger.price import written
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class Cheapest:
    """An order by what is at stake, and what has to be known of it."""

    order: Order
    notes: tuple[str, ...]
    """What the order assumes, in whole sentences."""


def cheapest_first(supply: Supply, values: Values, others: Sequence[Hand]) -> Cheapest:
    """Give the order in which the open cards of `supply` cost least, `others` being the collector's saved hands.

    By the owner's value, then whether it is the last copy, then how many other legal hands its loss would break, then
    the strongest by edges. Any of the fourteen may be the ante, each as likely (ruling 13), so taking the first cards
    of each Level makes the sum over the hand as small as it can be, in that order of what counts. A card without a
    value counts as worth nothing; values in several currencies cannot be compared and are left out. Both is said.
    """
    cards = supply.open()
    numbers = [card.number for card in supply.catalogue if supply.free.get(card.number, 0) > 0]
    staked = stake(numbers, supply.catalogue, supply.owned, supply.keepsakes, values, others)
    by_number = {one.card: one for one in staked.cards}
    comparable = len(staked.worth) == 1

    def rank(card: Card) -> tuple[int, ...]:
        one = by_number[card.number]
        worth = one.value.minor if comparable and one.value is not None else 0
        return (worth, one.last, len(one.breaks), -edge_sum(card), card.number)

    def praise(card: Card) -> str:
        return f"{_cost(by_number[card.number], valued=bool(staked.worth))}, {sum_words(card)}"

    unvalued = sum(by_number[card.number].value is None for card in cards)
    return Cheapest(Order("cheapest", "to lose", rank, praise), _notes(tuple(staked.worth), unvalued, len(cards)))


def _cost(one: CardAtStake, *, valued: bool) -> str:
    parts = []
    if valued:
        parts.append("no value said" if one.value is None else written(one.value.currency, one.value.minor))
    parts.append("last copy" if one.last else "1 spare copy" if one.spares == 1 else f"{one.spares} spare copies")
    if one.breaks:
        parts.append(f"its loss breaks {' and '.join(quoted(name) for name in one.breaks)}")
    return ", ".join(parts)


def _notes(currencies: Sequence[str], unvalued: int, of: int) -> tuple[str, ...]:
    if not currencies:
        return ("You have given no card a value yet, so copies and broken hands alone are counted.",)
    if len(currencies) > 1:
        names = " and ".join(currency or "no named currency" for currency in currencies)
        return (f"Your values are in {names}, which cannot be compared: they are left out here.",)
    if unvalued:
        return (f"{unvalued} of {of} free cards have no value of yours: they count as worth nothing here.",)
    return ()
