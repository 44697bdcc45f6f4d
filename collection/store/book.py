"""The book: one SQLite file with a collector's cards, ledger, hands and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from collection.catalogue.catalogue import Catalogue
from collection.store.accounts import Accounts
from collection.store.cards import Cards
from collection.store.hands import Hands
from collection.store.ledger import Ledger
from collection.store.matches import Matches
from collection.store.packs import Packs
from collection.store.settings import Settings


class Unit:
    """One unit of work: the shelves of the book, all seeing the same moment."""

    accounts: Accounts
    cards: Cards
    ledger: Ledger
    packs: Packs
    hands: Hands
    matches: Matches
    settings: Settings


class Book:
    """An open book. Safe to share between threads; every unit of work has a connection of its own."""

    path: Path

    @classmethod
    def open(cls, path: Path, seed: Callable[[], Catalogue]) -> Book:
        """Open the book at `path`, make it when there is none, migrate it (after a backup) when it is older.

        `seed` gives the catalogue of the data files: what a new book starts from, and what refreshes stand-ins of an
        older one; confirmed fields are never overwritten. Raises NotABook, NewerBook, ReadOnlyBook, DiskFull, BookBusy.
        """
        raise NotImplementedError

    @contextmanager
    def reading(self) -> Iterator[Unit]:
        """Give a unit of work that sees one moment and changes nothing."""
        raise NotImplementedError

    @contextmanager
    def writing(self) -> Iterator[Unit]:
        """Give a unit of work that is committed whole at its end, or, when anything is raised in it, not at all.

        It holds the write lock from its start (BEGIN IMMEDIATE). Raises BookBusy, ReadOnlyBook, DiskFull.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the file."""
        raise NotImplementedError
