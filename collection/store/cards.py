"""The shelf of cards: the catalogue as this book has it."""

from __future__ import annotations

from collections.abc import Mapping

from collection.catalogue.card import Card, CardNo
from collection.catalogue.catalogue import Catalogue


class Cards:
    """The 120 cards: seeded from the data files, corrected by the owner of the real card."""

    def catalogue(self) -> Catalogue:
        """Give all cards as they are now."""
        raise NotImplementedError

    def correct(self, number: CardNo, changes: Mapping[str, str | int | None]) -> Card:
        """Set fields of a card, mark them confirmed, and give the card as it is now.

        Keys are of catalogue.card.FIELDS (`number` confirms that the number belongs to this face and takes its own
        number only); values are in the domain's terms and already checked by `catalogue.correction`.
        """
        raise NotImplementedError

    def refresh(self, seed: Catalogue) -> None:
        """Take stand-in fields from `seed`; what is confirmed here stays as it is."""
        raise NotImplementedError
