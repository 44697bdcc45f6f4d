"""The search language: `level:2 family:club n>=4 sum>=16 owned>1 -name:dog (tribe:x or is:stand-in) "dead calm"`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo


@dataclass(frozen=True, slots=True)
class Query:
    """A search that was understood."""

    text: str

    def matches(self, card: Card, owned: int) -> bool:
        """Say whether `card`, of which `owned` copies are held, is meant."""
        raise NotImplementedError


def parse(text: str) -> Query:
    """Read a search; an empty one means every card. Raises QueryError with the column of the fault."""
    raise NotImplementedError


def search(cards: Iterable[Card], text: str, owned: Mapping[CardNo, int]) -> list[Card]:
    """Give the cards that `text` means, by number. Raises QueryError."""
    raise NotImplementedError


SYNTAX_HELP: str = ""
"""The language explained in a few lines of plain text, for a help screen and `cards --help`."""
