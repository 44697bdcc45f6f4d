"""Copies put in the place of their book, and copies that give way to newer ones."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import BookBusy, DiskFull, NewerBook, NotABook, Refused, StoreError
from collection.ledger.entry import Account, Posted
from collection.store.backup import backup, keep_copy, kept_copies, latest, rotate
from collection.store.book import Book
from collection.store.opening import SCHEMA, Terms
from collection.store.restoring import restore
from collection.store.schema import migrate

Pull = Callable[..., Posted]
KEPT = r"book\.before-restore\.\d{4}-\d\d-\d\dT\d{6}\.\d{6}\.db"


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        # A copy may have its tables, indexes and triggers in another order.
        return sorted(connection.iterdump())


def owned(path: Path) -> dict[int, int]:
    """Open the book and give what is owned in it; it must be sound."""
    book = Book.open(path, load_catalogue)
    try:
        with book.reading() as unit:
            assert unit.ledger.audit() == ()
            ada = unit.accounts.find("Ada")
            return {} if ada is None else dict(unit.ledger.owned(ada))
    finally:
        book.close()


def files(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


@pytest.fixture
def source(path: Path, book: Book, ada: Account, pull: Pull, tmp_path: Path) -> Path:
    """A copy of the book when Ada had one card; she has two by now, and the book is closed."""
    pull(ada, 45)
    folder = tmp_path / "copies"
    folder.mkdir()
    source = backup(path, folder / "copy.db")
    pull(ada, 3, id="pull-2")
    book.close()
    return source


def test_a_book_becomes_what_its_copy_is_and_what_it_was_is_kept(path: Path, source: Path) -> None:
    before, copied = content(path), content(source)
    kept = restore(path, source)
    assert kept is not None
    assert kept.parent == path.parent
    assert re.fullmatch(KEPT, kept.name)
    assert (content(path), content(kept), content(source)) == (copied, before, copied)
    assert (owned(path), owned(kept)) == ({45: 1}, {3: 1, 45: 1})
    assert files(path) == {"book.db", "copies", kept.name}
    # And back again.
    restore(path, kept)
    assert owned(path) == {3: 1, 45: 1}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_where_there_is_no_book_the_copy_becomes_it(source: Path, tmp_path: Path) -> None:
    for name in ("new.db", "empty.db", "a folder/new.db"):
        path = tmp_path / "more" / name
        if name == "empty.db":
            path.parent.mkdir(exist_ok=True)
            path.touch()
        assert restore(path, source) is None
        assert owned(path) == {45: 1}
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_log_that_outlived_its_book_is_not_taken_for_the_copys(source: Path, path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO setting VALUES ('a', 'b')")
    connection.commit()
    log = path.with_name("book.db-wal")
    stale = log.read_bytes()
    connection.close()
    path.unlink()
    log.write_bytes(stale)
    restore(path, source)
    assert owned(path) == {45: 1}


def test_a_copy_of_an_older_schema_is_brought_up_to_date(path: Path, source: Path, tmp_path: Path) -> None:
    older = tmp_path / "copies" / "older.db"
    migrate(older, Terms(), target=1)
    before = older.read_bytes()
    restore(path, older)
    assert owned(path) == {}
    assert older.read_bytes() == before
    assert files(older) == {"copy.db", "older.db"}


@contextmanager
def unchanged(path: Path, *names: str) -> Iterator[None]:
    before, there = content(path), files(path)
    yield
    assert (content(path), files(path)) == (before, there)


def saw(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path


def test_a_copy_that_is_no_book_is_refused(path: Path, source: Path, tmp_path: Path) -> None:
    text = tmp_path / "copies" / "letter.txt"
    text.write_text("Dear Bo,")
    other = saw(tmp_path / "copies" / "other.db", "CREATE TABLE a (b)")
    for wrong in (text, other, tmp_path / "none.db", tmp_path / "copies", path):
        with unchanged(path), pytest.raises(NotABook):
            restore(path, wrong)


def test_a_newer_copy_is_refused(path: Path, source: Path) -> None:
    saw(source, f"PRAGMA user_version = {SCHEMA + 1}")
    with unchanged(path), pytest.raises(NewerBook, match="newer version"):
        restore(path, source)


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (["DROP TRIGGER movement_counts"], "movement_counts"),
        (["DROP TRIGGER balance_follows", "UPDATE balance SET quantity = 9 WHERE account = 4"], "balance"),
        (["DROP TRIGGER account_stays", "DELETE FROM account WHERE id = 4"], "account"),
    ],
)
def test_a_copy_that_is_not_sound_is_refused_with_what_is_wrong(
    path: Path, source: Path, statements: list[str], words: str
) -> None:
    saw(source, *statements)
    with unchanged(path), pytest.raises(NotABook, match="not sound") as refused:
        restore(path, source)
    assert str(source) in refused.value.reasons[0]
    assert any(words in reason for reason in refused.value.reasons[1:])


def test_a_damaged_copy_is_refused(path: Path, source: Path) -> None:
    with source.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xa5" * 4096 * 20)
    with unchanged(path), pytest.raises(NotABook, match="damaged"):
        restore(path, source)


@pytest.mark.parametrize("place", [0, 100, 4096 * 2])
def test_a_damaged_book_is_kept_as_it_lies_and_the_copy_takes_its_place(path: Path, source: Path, place: int) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(b"\xa5" * 4096 * 20)
    before = path.read_bytes()
    kept = restore(path, source)
    assert kept is not None
    assert re.fullmatch(KEPT, kept.name)
    assert kept.read_bytes() == before
    assert owned(path) == {45: 1}


def test_the_file_of_another_program_is_not_written_over(source: Path, tmp_path: Path) -> None:
    other = saw(tmp_path / "other.db", "CREATE TABLE a (b)")
    with unchanged(other), pytest.raises(NotABook, match="another program"):
        restore(other, source)
    with pytest.raises(NotABook, match="folder"):
        restore(tmp_path, source)


OPENER = """
import sys
from pathlib import Path
from collection.catalogue.data import load_catalogue
from collection.store.book import Book
book = Book.open(Path(sys.argv[1]), load_catalogue)
print("open", flush=True)
input()
"""


def test_a_book_that_is_open_elsewhere_is_left_alone_and_named(path: Path, source: Path) -> None:
    opener = [sys.executable, "-c", OPENER, str(path)]
    with subprocess.Popen(opener, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        try:
            with pytest.raises(BookBusy, match="open in another window") as refused:
                restore(path, source, terms=Terms(busy_seconds=0.1))
        finally:
            other.communicate("\n", timeout=60)
    assert str(path) in refused.value.reasons[0]
    assert owned(path) == {3: 1, 45: 1}
    assert not kept_copies(path)
    restore(path, source)
    assert owned(path) == {45: 1}


def test_a_book_that_is_open_here_is_left_alone_too(path: Path, source: Path) -> None:
    book = Book.open(path, load_catalogue)
    with pytest.raises(BookBusy, match="open in another window"):
        restore(path, source, terms=Terms(busy_seconds=0.1))
    book.close()
    restore(path, source)
    assert owned(path) == {45: 1}


def test_a_disk_without_room_leaves_the_book_as_it_was(path: Path, source: Path, pristine: Path) -> None:
    large = shutil.copy(source, source.with_name("large.db"))
    with closing(sqlite3.connect(large)) as connection:
        connection.execute("INSERT INTO setting VALUES ('much', ?)", ("x" * 1_000_000,))
        connection.commit()
    pages = path.stat().st_size // 4096
    with unchanged(path), pytest.raises(DiskFull):
        restore(path, Path(large), terms=Terms(pragmas={"max_page_count": pages + 10}))


RESTORER = """
import sys
from pathlib import Path
import collection.store.audit, collection.store.schema
from collection.store.restoring import restore
print("ready", flush=True)
restore(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def kill_a_restoring(path: Path, source: Path, delay: float) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", RESTORER, str(path), str(source)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert owned(path) in ({45: 1}, {3: 1, 45: 1})


def test_a_restoring_that_is_killed_leaves_the_book_before_or_after(path: Path, source: Path) -> None:
    for delay in (0.05, 0.12):
        kill_a_restoring(path, source, delay)


MOMENT = "2026-05-09T123015.123456"
LEFT = (
    *(f"book.backup.{MOMENT}.db.4711.part", f"book.before-schema-3.{MOMENT}.db.1.part-journal"),
    *(f"book.restoring.{MOMENT}.part", f"book.restoring.{MOMENT}.part-wal", f"book.restoring.{MOMENT}.part-shm"),
    *(f"book.restoring.{MOMENT}.part.4711.part", f"book.before-restore.{MOMENT}.part"),
)
NOT_OURS = (
    "book.part",
    "book.backup.yesterday.part",
    f"other.restoring.{MOMENT}.part",
    f"book.restoring.{MOMENT}.parts",
)


def aged(folder: Path, hours: float) -> None:
    """Make every unfinished copy in `folder` look as if it had last been written so many hours ago."""
    then = time.time() - hours * 3600
    for file in folder.iterdir():
        if ".part" in file.name:
            os.utime(file, (then, then))


@pytest.mark.parametrize("by_restoring", [False, True])
def test_what_copies_that_were_cut_off_left_is_cleared_away_by_the_next(
    path: Path, source: Path, by_restoring: bool
) -> None:
    for name in (*LEFT, *NOT_OURS):
        path.with_name(name).write_bytes(b"half a book")
    # A copy may be growing there just now, by another process.
    keep_copy(path)
    assert files(path) >= {*LEFT, *NOT_OURS}
    aged(path.parent, hours=2)
    if by_restoring:
        restore(path, source)
    else:
        keep_copy(path)
    assert {name for name in files(path) if ".part" in name} == {name for name in NOT_OURS if ".part" in name}
    assert owned(path) == ({45: 1} if by_restoring else {3: 1, 45: 1})


@pytest.mark.slow
def test_a_storm_of_killed_restorings_leaves_the_book_before_or_after(path: Path, source: Path) -> None:
    for turn in range(60):
        kill_a_restoring(path, source, turn * 0.005)


def test_copies_named_here_are_listed_the_newest_first(path: Path, source: Path) -> None:
    assert (kept_copies(path), latest(path)) == ((), None)
    first = keep_copy(path)
    second = restore(path, source)
    third = keep_copy(path)
    assert kept_copies(path) == (third, second, first)
    assert latest(path) == third
    assert owned(first) == {3: 1, 45: 1}
    assert owned(third) == {45: 1}


def test_only_the_newest_copies_stay_and_nobody_elses(path: Path, source: Path) -> None:
    moment = "2020-01-0{}T120000.000000"
    ours = [f"book.backup.{moment.format(day)}.db" for day in range(1, 5)]
    ours += [f"book.before-schema-2.{moment.format(5)}.db", f"book.before-restore.{moment.format(6)}.db"]
    theirs = [
        "book.db",
        "book.backup.db",
        "book.backup.2020-01-01.db",
        f"book.backup.{moment.format(1)}.db.gz",
        f"book.backup.{moment.format(1)} (copy).db",
        f"my book.backup.{moment.format(1)}.db",
        f"book.old.backup.{moment.format(1)}.db",
        f"book.mine.{moment.format(1)}.db",
        f"BOOK.backup.{moment.format(1)}.db",
        f"book.sqlite.backup.{moment.format(1)}.db",
    ]
    for name in (*ours, *theirs[1:]):
        (path.parent / name).write_text("a copy")
    folder = path.parent / f"book.backup.{moment.format(7)}.db"
    folder.mkdir()
    link = path.parent / f"book.backup.{moment.format(8)}.db"
    link.symlink_to(source)
    gone = rotate(path, 2)
    assert {file.name for file in gone} == set(ours[:4])
    assert files(path) == {*ours[4:], *theirs, folder.name, link.name, "copies"}
    assert rotate(path, 2) == ()
    other = path.with_name("book.sqlite")
    assert [file.name for file in kept_copies(other)] == [theirs[-1]]


@pytest.mark.parametrize("keep", [0, -1])
def test_at_least_one_copy_stays(path: Path, keep: int) -> None:
    copy = keep_copy(path)
    with pytest.raises(Refused):
        rotate(path, keep)
    assert copy.exists()


def test_nothing_is_listed_where_there_is_nothing(tmp_path: Path) -> None:
    assert kept_copies(tmp_path / "none" / "book.db") == ()
    with pytest.raises(StoreError):
        keep_copy(tmp_path / "none" / "book.db")


def test_a_name_with_signs_in_it_is_restored_too(source: Path, tmp_path: Path, catalogue: Catalogue) -> None:
    path = tmp_path / "my [book] #1?%20.db"
    Book.open(path, load_catalogue).close()
    kept = restore(path, source)
    assert kept in kept_copies(path)
    assert owned(path) == {45: 1}
