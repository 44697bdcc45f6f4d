"""Advice about owned cards: twins, and cards that others outclass. Never a rule, and no better than the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.likeness import Outclassed, Twins
from collection.catalogue.likeness import outclassed as find_outclassed
from collection.catalogue.likeness import twins as find_twins
from collection.desk.collectors import current
from collection.ledger.entry import Account
from collection.store.book import Book

WHAT_IT_IS = (
    "This is advice, not a rule: a hand needs fourteen different cards, and a weaker one can still be worth its place."
)
ADVANCED = "In Advanced Mode the family breaks ties, so cards of different families do not play the same there."


@dataclass(frozen=True, slots=True)
class Advice:
    """What a collector's cards are beside one another."""

    collector: Account
    owned: Mapping[CardNo, int]
    twins: tuple[Twins, ...]
    """All of the set; a treasured card can stay at home while its owned twin plays."""
    outclassed: tuple[Outclassed, ...]

    @property
    def rests_on_stand_ins(self) -> bool:
        """Whether some of it rests on a Level or a side that nobody has confirmed."""
        return any(group.rests_on_stand_ins for group in self.owned_twins) or any(
            one.rests_on_stand_ins for one in self.outclassed
        )

    @property
    def owned_twins(self) -> tuple[Twins, ...]:
        """The groups of twins of which at least one card is owned."""
        return tuple(group for group in self.twins if any(self.owned.get(card.number, 0) > 0 for card in group.cards))


def advice(book: Book, collector: str | None = None) -> Advice:
    """Look for twins in the set, and for owned cards that other owned cards outclass."""
    with book.reading() as unit:
        account = current(unit, collector)
        catalogue, owned = unit.cards.catalogue(), unit.ledger.owned(account)
    return Advice(account, owned, find_twins(catalogue), find_outclassed(catalogue, owned))
