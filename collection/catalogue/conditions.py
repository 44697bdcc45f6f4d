"""What a search can ask of a card, once it was read: conditions, and their joining by and, or and not."""

# ruff: noqa: ARG002 - every condition is asked the same question, and few need all of it.

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from collection.catalogue.card import Card, CardNo, Family
from collection.text import search_key


class Condition(Protocol):
    """Something that holds for a card, of which so many copies are owned, or does not."""

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; with no parts, always."""

    parts: tuple[Condition, ...]

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        return all(part.holds(card, owned) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Any:
    """At least one part holds."""

    parts: tuple[Condition, ...]

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        return any(part.holds(card, owned) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Condition

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        return not self.part.holds(card, owned)


@dataclass(frozen=True, slots=True)
class Named:
    """The name or the tribe contains a text, or the card has the number that the text is."""

    key: str
    number: CardNo | None = None

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        return card.number == self.number or self.key in _key(card.name) or self.key in _key(card.tribe)


@dataclass(frozen=True, slots=True)
class Worded:
    """A field of words (name, tribe, artist) contains a text, or is exactly it. An unknown artist is neither."""

    field: str
    key: str
    whole: bool

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        text = {"name": card.name, "tribe": card.tribe, "artist": card.artist}[self.field]
        if text is None:
            return False
        return _key(text) == self.key if self.whole else self.key in _key(text)


@dataclass(frozen=True, slots=True)
class Counted:
    """A number (an edge, the sum, the Level, copies owned) lies in one of the spans, ends included."""

    field: str
    spans: tuple[tuple[int, int], ...]

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        value = self._value(card, owned)
        return any(low <= value <= high for low, high in self.spans)

    def _value(self, card: Card, owned: int) -> int:
        if self.field == "owned":
            return owned
        if self.field == "sum":
            return sum(card.edges)
        return int(getattr(card, self.field))


@dataclass(frozen=True, slots=True)
class OfFamily:
    """The card is of one of these families."""

    families: frozenset[Family]

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        return card.family in self.families


@dataclass(frozen=True, slots=True)
class StandIn:
    """Some field of the card is made up."""

    def holds(self, card: Card, owned: int) -> bool:
        """Say whether it holds."""
        return card.is_stand_in


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    """Remember the search keys of the cards' words: a filter box asks for the same ones at every keystroke."""
    return search_key(text)
