"""A book with three collectors: Anna and Bo have real cards, Solo's are not cardboard."""

from __future__ import annotations

import datetime as dt
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.ledger import posting
from collection.ledger.entry import AccountKind
from collection.play.programs import play_out
from collection.play.sitting import Sitter, Sitting
from collection.store.book import Book

NOW = dt.datetime(2026, 3, 1, 20, 0, tzinfo=dt.UTC)
ANNAS = tuple(range(1, 15))
BOS = tuple(range(40, 54))


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book made once; every test plays in a copy of its own."""
    path = tmp_path_factory.mktemp("template") / "book.db"
    book = Book.open(path, load_catalogue)
    with book.writing() as unit:
        for name, cards, solo in (("Anna", ANNAS, False), ("Bo", BOS, False), ("Solo", ANNAS, True)):
            account = unit.accounts.open(name, AccountKind.COLLECTOR, solo=solo)
            copies = [Copies(number, quantity=2) for number in cards]
            unit.ledger.post(posting.found(f"start-{name}", unit.accounts.elsewhere, account, copies), NOW)
            unit.hands.create(account, f"{name}'s best", cards, NOW)
    book.close()
    return path


@pytest.fixture
def path(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(template, tmp_path / "book.db"))


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    book = Book.open(path, load_catalogue)
    yield book
    book.close()


@pytest.fixture
def now() -> dt.datetime:
    return NOW


@pytest.fixture
def anna() -> Sitter:
    return Sitter("greedy", "Anna", "Anna's best")


@pytest.fixture
def bo() -> Sitter:
    return Sitter("random", "Bo", "Bo's best")


Owned = Callable[[str], Counter[int]]


@pytest.fixture
def owned(book: Book) -> Owned:
    """What somebody owns, by number."""

    def of(name: str) -> Counter[int]:
        with book.reading() as unit:
            account = unit.accounts.house if name == "house" else unit.accounts.find(name)
            assert account is not None
            return Counter(unit.ledger.owned(account))

    return of


Finish = Callable[[Sitting, int], None]


@pytest.fixture
def finish(now: dt.datetime) -> Finish:
    """Let the programs play a match to its end."""

    def to_the_end(sitting: Sitting, seed: int = 1) -> None:
        play_out(sitting, sitting.game, random.Random(seed), lambda: now)
        assert sitting.to_move is None

    return to_the_end
