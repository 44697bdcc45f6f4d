"""Tied up: copies in sleeved hands lie with those hands, and are not free for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.hands.hand import Hand
from collection.hands.legality import card_label
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class TiedCard:
    """A card of a hand of which no copy is free, the sleeved hands that hold them, and a sentence that says so."""

    card: CardNo
    hands: tuple[str, ...]
    message: str


def free_copies(owned: Mapping[CardNo, int], hands: Iterable[Hand]) -> Mapping[CardNo, int]:
    """Give how many copies of each owned number are free: in none of the sleeved ones among `hands`.

    A sleeved hand ties up one copy of each of its numbers, for each number may be in a hand once (Rules of Play,
    Building your hand); one that is put away ties up nothing. Numbers without a free copy are left out. To rebuild a
    sleeved hand from its own copies too, leave it out of `hands`.
    """
    tied = Counter(number for hand in hands if _ties(hand) for number in set(hand.cards))
    return {number: copies - tied[number] for number, copies in owned.items() if copies > tied[number]}


def tied_cards(
    cards: Sequence[CardNo], catalogue: Catalogue, owned: Mapping[CardNo, int], others: Iterable[Hand]
) -> tuple[TiedCard, ...]:
    """Give every card among `cards` whose owned copies all lie in sleeved ones of `others`, in order, each once.

    `others` are the other hands of the same collector. This makes no hand illegal: the sleeves can be opened. A card
    that is not owned at all is a fault of its own (`hand_faults`), and is left out here.
    """
    sleeved = [hand for hand in others if _ties(hand)]
    free = free_copies(owned, sleeved)
    return tuple(
        _tied(number, catalogue, owned[number], [hand.name for hand in sleeved if number in hand.cards])
        for number in dict.fromkeys(cards)
        if owned.get(number, 0) > 0 and number not in free
    )


def _ties(hand: Hand) -> bool:
    return hand.sleeved and not hand.archived


def _tied(number: CardNo, catalogue: Catalogue, owned: int, hands: Sequence[str]) -> TiedCard:
    *others, last = (quoted(name) for name in hands)
    named = f"{', '.join(others)} and {last}" if others else last
    copies = "The only copy" if owned == 1 else f"Each of the {owned} copies"
    message = (
        f"{copies} of {card_label(number, catalogue)} is tied up in {named}, which "
        f"{'is' if len(hands) == 1 else 'are'} sleeved: take it out there, or choose another."
    )
    return TiedCard(number, tuple(hands), message)
