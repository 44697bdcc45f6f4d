from __future__ import annotations

import contextlib
import datetime as dt
import functools
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.desk.said import Said, said
from collection.store.book import Book


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="session")
def fresh_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new book's file, laid out once and copied for every test that wants one."""
    path = tmp_path_factory.mktemp("fresh") / "book.db"
    Book.open(path, load_catalogue).close()
    return path


@pytest.fixture
def new_book(fresh_file: Path, tmp_path: Path) -> Iterator[Callable[[], Book]]:
    """A maker of fresh books, for tests that need several."""
    opened: list[Book] = []

    def make() -> Book:
        path = tmp_path / f"book-{len(opened)}.db"
        shutil.copy(fresh_file, path)
        opened.append(Book.open(path, load_catalogue))
        return opened[-1]

    yield make
    for book in opened:
        book.close()


@pytest.fixture
def book(new_book: Callable[[], Book]) -> Book:
    return new_book()


@pytest.fixture(scope="session")
def now() -> dt.datetime:
    return dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)


@pytest.fixture(scope="session")
def contents() -> Callable[[Book], list[str]]:
    """A reader of everything that a book's file holds, row by row, to prove that nothing changed."""

    def read(book: Book) -> list[str]:
        with contextlib.closing(sqlite3.connect(book.path)) as connection:
            tables = [
                name
                for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            ]
            return [f"{table} {row}" for table in tables for row in connection.execute(f'SELECT * FROM "{table}"')]

    return read


@pytest.fixture(scope="session")
def say(now: dt.datetime) -> Callable[..., Said]:
    """A maker of envelopes: `say("a1")`, `say("a1", note="...", on=...)`."""
    return functools.partial(_say, now)


def _say(now: dt.datetime, id: str, *, on: dt.date | None = None, note: str = "", corrects: str | None = None) -> Said:
    return said(now, id=id, on=on, note=note, corrects=corrects)
