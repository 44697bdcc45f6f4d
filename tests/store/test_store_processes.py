"""Several processes on one book, and processes that are killed: the book is always before an act or after it."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from collection.catalogue.data import load_catalogue
from collection.ledger.entry import AccountKind
from collection.store.book import Book

PREAMBLE = """
import datetime as dt, sys
from pathlib import Path
from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.ledger.entry import AccountKind, Draft, EntryKind, Movement
from collection.store.book import Book
path, name = Path(sys.argv[1]), sys.argv[2]
now = dt.datetime.now(dt.UTC)
"""

WRITER = (
    PREAMBLE
    + """
book = Book.open(path, load_catalogue)
with book.writing() as unit:
    ada = unit.accounts.open("Ada", AccountKind.COLLECTOR)
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    with book.writing() as unit:
        # Read, then write: what two writers could do to each other's sums they would do here.
        held = unit.ledger.owned(ada).get(1, 0)
        pulled = tuple(Movement(Copies(card), unit.accounts.packs, ada) for card in (1, 2))
        unit.ledger.post(Draft(f"{name}-{number}", EntryKind.PULL, pulled), now)
        unit.settings.set("held", str(held + 1))
    print(number, flush=True)
"""
)

MAKER = (
    PREAMBLE
    + """
print("ready", flush=True)
Book.open(path, load_catalogue).close()
print("made", flush=True)
"""
)


def start(script: str, path: Path, name: str, count: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, str(path), name, str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_writing_lose_nothing(path: Path) -> None:
    writers = [start(WRITER, path, name, 12) for name in ("a", "b")]
    for writer in writers:
        _, stderr = writer.communicate(timeout=60)
        assert (writer.returncode, stderr) == (0, "")
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        (ada,) = unit.accounts.all(AccountKind.COLLECTOR)
        assert unit.ledger.owned(ada) == {1: 24, 2: 24}
        assert unit.settings.get("held") == "24"
        assert {entry.id for entry in unit.ledger.entries()} == {f"{name}-{n}" for name in "ab" for n in range(12)}
        assert unit.ledger.audit() == ()
    book.close()


def test_two_processes_making_one_book_make_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "book.db"
    makers = [start(MAKER, path, name) for name in ("a", "b")]
    for maker in makers:
        _, stderr = maker.communicate(timeout=60)
        assert (maker.returncode, stderr) == (0, "")
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        assert len(unit.cards.catalogue()) == 120
    book.close()


def kill_a_writer(path: Path, turn: int, delay: float) -> None:
    writer = start(WRITER, path, f"r{turn}", 100_000)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    time.sleep(delay)
    writer.send_signal(signal.SIGKILL)
    said, _ = writer.communicate(timeout=60)
    committed = [int(line) for line in said.splitlines()]
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        (ada,) = unit.accounts.all(AccountKind.COLLECTOR)
        entries = unit.ledger.entries()
        mine = {entry.id for entry in entries if entry.id.startswith(f"r{turn}-")}
        # All that was reported is there, and at most one that was committed and not reported any more.
        assert mine in ({f"r{turn}-{n}" for n in range(len(committed) + more)} for more in (0, 1))
        assert unit.ledger.owned(ada) == ({1: len(entries), 2: len(entries)} if entries else {})
        assert unit.settings.get("held") == (str(len(entries)) if entries else None)
        assert unit.ledger.audit() == ()
    book.close()


def kill_a_maker(path: Path, delay: float) -> None:
    maker = start(MAKER, path, "m")
    assert maker.stdout is not None
    assert maker.stdout.readline() == "ready\n"
    time.sleep(delay)
    maker.send_signal(signal.SIGKILL)
    maker.communicate(timeout=60)
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        assert len(unit.cards.catalogue()) == 120
    book.close()


def test_a_writer_that_is_killed_leaves_the_book_before_or_after(path: Path) -> None:
    for turn, delay in enumerate((0.0, 0.07)):
        kill_a_writer(path, turn, delay)


def test_a_book_whose_maker_was_killed_is_made_by_the_next(tmp_path: Path) -> None:
    for turn, delay in enumerate((0.02, 0.12)):
        kill_a_maker(tmp_path / f"{turn}.db", delay)


@pytest.mark.slow
def test_a_storm_of_killed_writers_loses_nothing(path: Path) -> None:
    rng = random.Random(7)
    for turn in range(40):
        kill_a_writer(path, turn, rng.uniform(0, 0.2))


@pytest.mark.slow
def test_a_storm_of_killed_makers_leaves_no_book_unusable(tmp_path: Path) -> None:
    rng = random.Random(7)
    for turn in range(40):
        kill_a_maker(tmp_path / f"{turn}.db", rng.uniform(0, 0.4))
