"""The binder: what is owned, what is missing, and one card's life."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo, Copies, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.ledger.entry import Account, EntryKind
from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class Completion:
    """Distinct numbers owned of how many there are, and copies in all."""

    distinct: int
    of: int
    copies: int


@dataclass(frozen=True, slots=True)
class Binder:
    """A collector's cards at one moment."""

    collector: Account
    catalogue: Catalogue
    holdings: tuple[Copies, ...]
    owned: Mapping[CardNo, int]
    whole: Completion
    by_level: Mapping[Level, Completion]
    by_family: Mapping[Family, Completion]


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """One step in a card's life: `change` copies, and a sentence (`Pulled from a pack`, `Lost to Bo`)."""

    entry: str
    happened: dt.date
    kind: EntryKind
    change: int
    sentence: str
    voided: bool


def open_binder(book: Book, collector: str | None = None) -> Binder:
    """Read the binder of `collector` (None: the one in use)."""
    raise NotImplementedError


def life(book: Book, number: CardNo, collector: str | None = None) -> tuple[Card, tuple[LifeEvent, ...]]:
    """Tell what became of the collector's copies of a card, oldest first."""
    raise NotImplementedError
