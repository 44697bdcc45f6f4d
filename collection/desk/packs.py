"""Packs: opened, logged, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import Card, Copies
from collection.desk.said import Said
from collection.ledger.entry import Pack
from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class PackLine:
    """One number of a pack: how many, and how many of it are owned now that the pack is in the binder."""

    card: Card
    copies: Copies
    owned: int

    @property
    def is_new(self) -> bool:
        """Whether none was owned before this pack."""
        return self.owned == self.copies.quantity


@dataclass(frozen=True, slots=True)
class PackReceipt:
    """A pack as it is in the books; `new` is false when its id had been said before."""

    pack: Pack
    lines: tuple[PackLine, ...]
    new: bool


def log_pack(
    book: Book, collector: str | None, copies: Sequence[Copies], said: Said, *, price: str = "", shop: str = ""
) -> PackReceipt:
    """Put a pack into the books in one transaction."""
    raise NotImplementedError


def log_pack_levels(
    book: Book,
    collector: str | None,
    levels: tuple[int, int, int, int, int],
    said: Said,
    *,
    price: str = "",
    shop: str = "",
) -> PackReceipt:
    """Put a pack into the books of which only the counts per Level are known; no card moves."""
    raise NotImplementedError


def packs(book: Book, collector: str | None = None) -> tuple[Pack, ...]:
    """Give the collector's packs, newest first."""
    raise NotImplementedError
