"""What cards are worth to their owner: the owner's own figures, by card or by Level, and none invented."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from collection.catalogue.card import Card, CardNo, Level
from collection.ledger.price import Price


@dataclass(frozen=True, slots=True)
class Values:
    """A collector's own values: of single cards, and of all cards of a Level that have none of their own."""

    by_card: Mapping[CardNo, Price] = field(default_factory=dict)
    by_level: Mapping[Level, Price] = field(default_factory=dict)

    def of(self, card: Card) -> Price | None:
        """Give what one copy of `card` is worth to its owner; None where nobody has said."""
        return self.by_card.get(card.number, self.by_level.get(card.level))
