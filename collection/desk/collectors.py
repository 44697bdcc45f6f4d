"""Who sits at the desk."""

from __future__ import annotations

from collection.ledger.entry import Account
from collection.store.book import Book, Unit


def current(unit: Unit, name: str | None) -> Account:
    """Give the collector called `name`, or (None) the one in use: as set, else the only one, else one called Me.

    Raises Refused, naming the collectors there are, when `name` is not one. Reading only: where the book has no
    collector yet, None gives an account `Me` with id 0 that is not in the book and holds nothing.
    """
    raise NotImplementedError


def current_for_writing(unit: Unit, name: str | None) -> Account:
    """Give the collector as `current` does, made when there is none of that name yet."""
    raise NotImplementedError


def add(book: Book, name: str, *, solo: bool = False) -> Account:
    """Add a collector. Raises LedgerRefused when somebody of that name is in the book."""
    raise NotImplementedError


def use(book: Book, name: str) -> Account:
    """Make `name` the collector in use."""
    raise NotImplementedError
