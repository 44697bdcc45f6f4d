"""The catalogue: all cards of the set, by number and by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from collection.catalogue.card import Card, CardNo


class Catalogue:
    """All cards, in the order of their numbers. Immutable."""

    def __init__(self, cards: Iterable[Card]) -> None:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Card]:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __contains__(self, number: object) -> bool:
        raise NotImplementedError

    def __getitem__(self, number: CardNo) -> Card:
        """Give a card. Raises KeyError for a number that is not in the set."""
        raise NotImplementedError

    def named(self, name: str) -> Card | None:
        """Give the card whose name has the same search key."""
        raise NotImplementedError

    def closest(self, name: str, count: int = 3) -> tuple[Card, ...]:
        """Give the cards whose names are closest to a mistyped `name`, best first; may be empty."""
        raise NotImplementedError
