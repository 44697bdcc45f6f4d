"""Holdings read from a book with a million movements, against one with a thousand."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Iterator
from pathlib import Path

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.ledger.entry import AccountKind, Draft, EntryKind, Movement
from collection.store.book import Book
from tests.bench.measure import Ratio, compare, seconds

LONG, SHORT = 1_000_000, 1_000
LINES = 100
READS = 200


def book_with(path: Path, movements: int) -> Book:
    """Make a book with so many movements, posted as any are."""
    book = Book.open(path, load_catalogue)
    now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    with book.writing() as unit:
        collector = unit.accounts.open("Me", AccountKind.COLLECTOR)
        for number in range(movements // LINES):
            lines = tuple(
                Movement(Copies(card, quantity=1 + number % 3), unit.accounts.packs, collector)
                for card in range(1, LINES + 1)
            )
            unit.ledger.post(Draft(f"entry-{number}", EntryKind.PULL, lines), now)
    return book


def read(book: Book) -> None:
    """Read the holdings many times, each in a unit of work of its own."""
    for _ in range(READS):
        with book.reading() as unit:
            collector = unit.accounts.find("Me")
            assert collector is not None
            assert len(unit.ledger.holdings(collector)) == LINES


def ratios() -> Iterator[Ratio]:
    """Holdings after a million movements, over holdings after a thousand."""
    with tempfile.TemporaryDirectory() as folder:
        long = book_with(Path(folder) / "long.db", LONG)
        short = book_with(Path(folder) / "short.db", SHORT)
        yield compare(
            f"holdings with {LONG:,} movements / with {SHORT:,}",
            lambda: seconds(lambda: read(long)) / READS,
            lambda: seconds(lambda: read(short)) / READS,
            bound=1.5,
        )
        long.close()
        short.close()
