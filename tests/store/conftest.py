from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.ledger.entry import Account, AccountKind, Draft, EntryKind, Movement, Posted
from collection.store.book import Book


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new book, closed: copied where a test does not ask how books are made."""
    path = tmp_path_factory.mktemp("pristine") / "book.db"
    Book.open(path, load_catalogue).close()
    return path


@pytest.fixture
def path(tmp_path: Path, pristine: Path) -> Path:
    return Path(shutil.copy(pristine, tmp_path / "book.db"))


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    book = Book.open(path, load_catalogue)
    yield book
    book.close()


@pytest.fixture
def now() -> dt.datetime:
    return dt.datetime(2026, 5, 9, 12, 30, 15, 123456, tzinfo=dt.UTC)


@pytest.fixture
def ada(book: Book) -> Account:
    with book.writing() as unit:
        return unit.accounts.open("Ada", AccountKind.COLLECTOR)


@pytest.fixture
def cy(book: Book) -> Account:
    with book.writing() as unit:
        return unit.accounts.open("Cy", AccountKind.COLLECTOR)


@pytest.fixture
def bo(book: Book) -> Account:
    with book.writing() as unit:
        return unit.accounts.open("Bo", AccountKind.RIVAL)


@pytest.fixture
def pull(book: Book, now: dt.datetime) -> Callable[..., Posted]:
    """Put copies of numbers from packs into a collection: `pull(ada, 45, 45, 3)`."""

    def post(owner: Account, *numbers: int, id: str = "pull-1", on: dt.date | None = None) -> Posted:
        with book.writing() as unit:
            movements = tuple(
                Movement(Copies(number, quantity=numbers.count(number)), unit.accounts.packs, owner)
                for number in sorted(set(numbers))
            )
            return unit.ledger.post(Draft(id, EntryKind.PULL, movements, on), now)

    return post
