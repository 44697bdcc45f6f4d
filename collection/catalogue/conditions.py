"""What a search can ask of a card, once it was read: conditions, and their joining by and, or and not."""

# ruff: noqa: ARG002 - every condition is asked the same question, and few need all of it.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from collection.catalogue.card import Card, CardNo, Family
from collection.text import search_key

_NONE: frozenset[CardNo] = frozenset()


@dataclass(frozen=True, slots=True)
class Known:
    """What a search can ask of besides the cards' faces; what is None is not known here, and refused when asked for."""

    owned: Mapping[CardNo, int] = field(default_factory=dict)
    """Copies per number."""
    marked: Mapping[str, frozenset[CardNo]] | None = None
    """The collector's marks: `keepsake`, `wish`, `offer`."""
    held: Mapping[str, frozenset[CardNo]] | None = None
    """The collector's cards that somebody still holds, by the search key of their name; empty where they hold none."""
    saved: Mapping[str, str] | None = None
    """Saved searches by the search key of their name."""
    alike: Mapping[str, frozenset[CardNo]] = field(default_factory=dict)
    """`twin` and `outclassed`; a search that asks for them fills them in from the cards that it goes through."""


class Condition(Protocol):
    """Something that holds for a card, given what is known besides its face, or does not."""

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; with no parts, always."""

    parts: tuple[Condition, ...]

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return all(part.holds(card, known) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Any:
    """At least one part holds."""

    parts: tuple[Condition, ...]

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return any(part.holds(card, known) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Condition

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return not self.part.holds(card, known)


@dataclass(frozen=True, slots=True)
class Named:
    """The name or the tribe contains a text, or the card has the number that the text is."""

    key: str
    number: CardNo | None = None

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return card.number == self.number or self.key in _key(card.name) or self.key in _key(card.tribe)


@dataclass(frozen=True, slots=True)
class Worded:
    """A field of words (name, tribe, artist) contains a text, or is exactly it. An unknown artist is neither."""

    field: str
    key: str
    whole: bool

    def holds(self, card: Card, known: Known) -> bool:
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

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        value = self._value(card, known)
        return any(low <= value <= high for low, high in self.spans)

    def _value(self, card: Card, known: Known) -> int:
        if self.field == "owned":
            return known.owned.get(card.number, 0)
        if self.field == "sum":
            return sum(card.edges)
        return int(getattr(card, self.field))


@dataclass(frozen=True, slots=True)
class OfFamily:
    """The card is of one of these families."""

    families: frozenset[Family]

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return card.family in self.families


@dataclass(frozen=True, slots=True)
class StandIn:
    """Some field of the card is made up."""

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return card.is_stand_in


@dataclass(frozen=True, slots=True)
class Marked:
    """The collector has put this mark on the card."""

    mark: str

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return card.number in (known.marked or {}).get(self.mark, _NONE)


@dataclass(frozen=True, slots=True)
class Alike:
    """The card is a twin, or outclassed."""

    word: str

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        return card.number in known.alike.get(self.word, _NONE)


@dataclass(frozen=True, slots=True)
class Held:
    """Somebody (None: anybody) still holds copies of the card that were the collector's."""

    key: str | None

    def holds(self, card: Card, known: Known) -> bool:
        """Say whether it holds."""
        held = known.held or {}
        if self.key is None:
            return any(card.number in numbers for numbers in held.values())
        return card.number in held.get(self.key, _NONE)


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    """Remember the search keys of the cards' words: a filter box asks for the same ones at every keystroke."""
    return search_key(text)
