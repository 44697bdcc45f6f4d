"""Cards beside cards: twins, and cards that another card outclasses. Advice from their faces, never a rule.

In the standard game a card is its Level and its four sides (Rules of Play, Capturing). In Advanced Mode the family
breaks ties, so there only twins of one family play the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from collection.catalogue.card import EDGES, Card, CardNo, Level

PLAYED = frozenset({"level", *EDGES})
"""The fields that likeness rests on: where one is a stand-in, so is what is said of it."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Cards of one Level with the same four sides, by number; two or more."""

    cards: tuple[Card, ...]

    @property
    def one_family(self) -> bool:
        """Whether they are the same in Advanced Mode too."""
        return len({card.family for card in self.cards}) == 1

    @property
    def rests_on_stand_ins(self) -> bool:
        """Whether a Level or a side among them is made up."""
        return _made_up(self.cards)


@dataclass(frozen=True, slots=True)
class Outclassed:
    """An owned card, and the other owned cards of its Level that match or beat it on all four sides, by number."""

    card: Card
    by: tuple[Card, ...]

    @property
    def twins(self) -> tuple[Card, ...]:
        """Those that only match it, side by side."""
        return tuple(other for other in self.by if other.edges == self.card.edges)

    @property
    def better(self) -> tuple[Card, ...]:
        """Those that beat it on a side at least."""
        return tuple(other for other in self.by if other.edges != self.card.edges)

    @property
    def rests_on_stand_ins(self) -> bool:
        """Whether a Level or a side of the card, or of all that outclass it, is made up."""
        return all(_made_up((self.card, other)) for other in self.by)


def twins(cards: Iterable[Card]) -> tuple[Twins, ...]:
    """Give the groups of cards that have Level and all four sides in common, by their lowest number."""
    groups: dict[tuple[Level, tuple[int, int, int, int]], list[Card]] = defaultdict(list)
    for card in sorted(cards, key=_number):
        groups[card.level, card.edges].append(card)
    return tuple(Twins(tuple(group)) for group in groups.values() if len(group) > 1)


def outclassed(cards: Iterable[Card], owned: Mapping[CardNo, int]) -> tuple[Outclassed, ...]:
    """Give the owned cards that another owned card of their Level matches or beats on all four sides, by number."""
    mine = sorted((card for card in cards if owned.get(card.number, 0) > 0), key=_number)
    found = (Outclassed(card, tuple(other for other in mine if _covers(other, card))) for card in mine)
    return tuple(one for one in found if one.by)


def _covers(other: Card, card: Card) -> bool:
    return (
        other.number != card.number
        and other.level is card.level
        and all(theirs >= its for theirs, its in zip(other.edges, card.edges, strict=True))
    )


def _made_up(cards: Iterable[Card]) -> bool:
    return not all(card.confirmed >= PLAYED for card in cards)


def _number(card: Card) -> CardNo:
    return card.number
