from __future__ import annotations

import datetime as dt
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import (
    BookBusy,
    CollectionError,
    DataError,
    DiskFull,
    NewerBook,
    NotABook,
    ReadOnlyBook,
    Refused,
    StoreError,
)
from collection.ledger.entry import Account, AccountKind, Draft, EntryKind, Movement, Posted
from collection.store import opening
from collection.store.book import Book, Unit
from collection.store.faults import translation
from collection.store.location import book_path, sample_path
from collection.store.opening import Terms

HOSTILE_FILES = ["a b.db", "100%25 #1?.db", "brackets [x].db", "🐊.db", "quote'\".db", "no ending", "café.db"]


def is_sound(path: Path) -> bool:
    book = Book.open(path, load_catalogue)
    try:
        with book.reading() as unit:
            return unit.ledger.audit() == () and len(unit.cards.catalogue()) == 120
    finally:
        book.close()


@pytest.mark.parametrize("name", HOSTILE_FILES)
def test_a_new_book_is_made_where_it_is_wanted(tmp_path: Path, name: str) -> None:
    path = tmp_path / "some" / "folder" / name
    assert is_sound(path)
    assert is_sound(path)
    assert [file.name for file in path.parent.iterdir()] == [name]


def test_a_new_book_holds_the_catalogue_the_world_and_the_house(book: Book, catalogue: Catalogue) -> None:
    with book.reading() as unit:
        assert tuple(unit.cards.catalogue()) == tuple(catalogue)
        assert unit.accounts.packs.kind is unit.accounts.elsewhere.kind is AccountKind.WORLD
        assert unit.accounts.house.kind is AccountKind.HOUSE
        assert unit.ledger.entries() == ()


def test_a_file_of_no_bytes_becomes_a_book(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    assert is_sound(path)


def test_a_database_without_tables_becomes_a_book(tmp_path: Path) -> None:
    path = tmp_path / "bare.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("VACUUM")
    assert is_sound(path)


def test_data_files_that_do_not_hold_together_leave_no_book_behind(tmp_path: Path) -> None:
    def seed() -> Catalogue:
        raise DataError("cards.yaml, card 3, level: is 6, must be 1 to 5.")

    with pytest.raises(DataError):
        Book.open(tmp_path / "sub" / "book.db", seed)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"number,name\n45,Dead Calm\n" * 100, "is no database"),
        (b"SQLite format 3\x00" + b"\xff" * 4000, "is"),
        (b"x", "is no database"),
    ],
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(content)
    with pytest.raises(NotABook, match=words) as refused:
        Book.open(path, load_catalogue)
    assert str(path) in str(refused.value)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("size", [100, 1000, 4096, 20_000])
def test_a_truncated_book_is_refused(path: Path, size: int) -> None:
    content = path.read_bytes()[:size]
    path.write_bytes(content)
    with pytest.raises(NotABook):
        Book.open(path, load_catalogue)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE card (name TEXT)")
    content = path.read_bytes()
    with pytest.raises(NotABook, match="another program"):
        Book.open(path, load_catalogue)
    assert path.read_bytes() == content


def test_a_newer_book_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {opening.SCHEMA + 1}")
    content = path.read_bytes()
    with pytest.raises(NewerBook, match="Update the program"):
        Book.open(path, load_catalogue)
    assert path.read_bytes() == content


def test_a_folder_is_not_a_book(tmp_path: Path) -> None:
    with pytest.raises(NotABook, match="is a folder"):
        Book.open(tmp_path, load_catalogue)


def test_a_file_is_not_a_folder_for_books(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotABook):
        Book.open(tmp_path / "file" / "book.db", load_catalogue)


@pytest.mark.parametrize("name", ["a\0b.db", "x" * 300 + ".db"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotABook) as refused:
        Book.open(tmp_path / name, load_catalogue)
    assert "\0" not in str(refused.value)


def test_names_in_sentences_hold_no_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31mred.db"
    path.write_text("no database at all")
    with pytest.raises(NotABook) as refused:
        Book.open(path, load_catalogue)
    assert "\x1b" not in str(refused.value)


def test_a_book_opened_for_reading_reads_and_refuses_to_write(path: Path) -> None:
    book = Book.open(path, load_catalogue, read_only=True)
    with book.reading() as unit:
        assert len(unit.cards.catalogue()) == 120
    with pytest.raises(ReadOnlyBook, match="read-only"), book.writing():
        pass
    book.close()


def test_an_open_book_stays_where_it_is_when_the_working_directory_moves(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    book = Book.open(Path(path.name), load_catalogue)
    book.close()
    monkeypatch.chdir("/")
    with book.writing() as unit:
        assert len(unit.cards.catalogue()) == 120
    assert book.path == path
    book.close()


def test_reading_changes_nothing(book: Book) -> None:
    with pytest.raises(ReadOnlyBook), book.reading() as unit:
        unit.settings.set("a", "b")
    with book.writing() as unit:
        unit.settings.set("a", "c")
    with book.reading() as unit:
        assert unit.settings.get("a") == "c"


@pytest.mark.skipif(os.name != "posix", reason="users and modes of Unix")
def test_what_the_system_forbids_to_write_can_still_be_read(pristine: Path) -> None:
    script = textwrap.dedent("""
        import os
        import sys
        from pathlib import Path
        from alembic import command
        from alembic.config import Config
        from collection.catalogue.data import load_catalogue
        from collection.errors import ReadOnlyBook
        from collection.store.book import Book, Unit
        from collection.store.glance import glance
        if os.geteuid() == 0:
            # The superuser may write anything; somebody who is nobody may not, nor import what is not in yet.
            load_catalogue()
            os.seteuid(65534)
        for path in map(Path, sys.argv[1:]):
            assert len(glance(path).catalogue) == 120
            book = Book.open(path, load_catalogue)
            with book.reading() as unit:
                assert len(unit.cards.catalogue()) == 120
            try:
                with book.writing():
                    pass
            except ReadOnlyBook:
                print("read, not written")
            book.close()
            try:
                Book.open(path.parent / "new.db", load_catalogue).close()
            except ReadOnlyBook:
                print("not made")
    """)
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o755)
        paths = []
        for folder_mode, file_mode in ((0o555, 0o444), (0o555, 0o666), (0o777, 0o444)):
            folder = top / f"{folder_mode:o}-{file_mode:o}"
            folder.mkdir()
            paths.append(Path(shutil.copy(pristine, folder / "book.db")))
            paths[-1].chmod(file_mode)
            folder.chmod(folder_mode)
        try:
            done = subprocess.run(
                [sys.executable, "-c", script, *map(str, paths)],
                capture_output=True,
                text=True,
                check=False,
                cwd="/",
            )
        finally:
            for path in paths:
                path.parent.chmod(0o777)
    assert done.stderr == ""
    # In the last folder alone a new book may be made.
    assert done.stdout.split("\n") == [*["read, not written", "not made"] * 2, "read, not written", ""]


def test_a_full_disk_changes_nothing(path: Path, now: dt.datetime) -> None:
    with closing(sqlite3.connect(path)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    book = Book.open(path, load_catalogue, terms=Terms(pragmas={"max_page_count": pages + 2}))
    with book.writing() as unit:
        ada = unit.accounts.open("Ada", AccountKind.COLLECTOR)
    posted: list[int] = []

    def fill() -> None:
        for number in range(500):
            with book.writing() as unit:
                movement = Movement(Copies(1), unit.accounts.elsewhere, ada)
                unit.ledger.post(Draft(f"e{number}", EntryKind.FOUND, (movement,), note="n" * 300), now)
            posted.append(number)

    with pytest.raises(DiskFull, match="make room"):
        fill()
    with book.reading() as unit:
        assert unit.ledger.owned(ada) == {1: len(posted)}
        assert len(unit.ledger.entries()) == len(posted)
    with pytest.raises(DiskFull), book.writing() as unit:
        unit.settings.set("long", "x" * 100_000)
    book.close()
    assert is_sound(path)


def test_a_disk_too_full_for_a_new_book_says_so_and_a_second_try_succeeds(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with pytest.raises(DiskFull):
        Book.open(path, load_catalogue, terms=Terms(pragmas={"max_page_count": 5}))
    assert is_sound(path)


@pytest.fixture
def writer_elsewhere(path: Path) -> Iterator[Callable[[], None]]:
    """Another process that holds the write lock, until the function given here is called."""
    script = (
        "import sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('BEGIN IMMEDIATE')\n"
        "c.execute(\"INSERT INTO setting VALUES ('held', 'by another')\")\n"
        "print('held', flush=True)\n"
        "sys.stdin.readline()\n"
        "c.execute('COMMIT')\n"
        "print('done', flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    stdin = process.stdin

    def let_go() -> None:
        stdin.write("\n")
        stdin.flush()

    yield let_go
    process.kill()
    process.communicate()


def test_another_writer_is_waited_for_and_then_reported(path: Path, writer_elsewhere: Callable[[], None]) -> None:
    # Opening and reading need not wait.
    book = Book.open(path, load_catalogue, terms=Terms(busy_seconds=0.1))
    with book.reading() as unit:
        assert unit.settings.get("held") is None
    with pytest.raises(BookBusy, match="Another program is writing"), book.writing():
        pass
    book.close()
    patient = Book.open(path, load_catalogue, terms=Terms(busy_seconds=20))
    timer = threading.Timer(0.3, writer_elsewhere)
    timer.start()
    with patient.writing() as unit:
        assert unit.settings.get("held") == "by another"
        unit.settings.set("mine", "after it")
    timer.join()
    patient.close()
    assert is_sound(path)


def test_a_reader_sees_one_moment_while_another_writes(book: Book) -> None:
    with book.reading() as reader:
        assert reader.settings.get("a") is None
        with book.writing() as writer:
            writer.settings.set("a", "1")
        assert reader.settings.get("a") is None
    with book.reading() as reader:
        assert reader.settings.get("a") == "1"


def test_threads_share_a_book(book: Book, ada: Account, now: dt.datetime, pull: Callable[..., Posted]) -> None:
    faults: list[BaseException] = []

    def work(thread: int) -> None:
        try:
            for number in range(10):
                pull(ada, 1, 2, id=f"{thread}-{number}")
                with book.reading() as unit:
                    assert unit.ledger.owned(ada)[1] >= number + 1
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with book.reading() as unit:
        assert unit.ledger.owned(ada) == {1: 60, 2: 60}
        assert unit.ledger.audit() == ()


def test_faults_of_other_files_inside_a_unit_are_not_the_books(book: Book) -> None:
    with pytest.raises(FileNotFoundError), book.reading():
        Path("/no/such/file").read_text()


def test_numbers_beyond_the_file_are_a_sentence_not_a_traceback(book: Book, ada: Account) -> None:
    with pytest.raises(Refused, match="too large"), book.reading() as unit:
        unit.ledger.entries(number=10**30)
    with pytest.raises(Refused, match="too large"), book.writing() as unit:
        unit.cards.correct(10**30, {"n": 3})


def test_bytes_that_are_no_text_are_a_sentence_not_a_traceback(book: Book) -> None:
    word = b"\xff\xfe".decode(errors="surrogateescape")
    asks: tuple[Callable[[Unit], object], ...] = (
        lambda unit: unit.ledger.entry(word),
        lambda unit: unit.matches.find(word),
        lambda unit: unit.settings.set(word, word),
    )
    for ask in asks:
        with pytest.raises(CollectionError), book.writing() as unit:
            ask(unit)
    with book.reading() as unit:
        assert unit.accounts.find(word) is None


def test_fresher_stand_ins_wait_while_another_writes(
    path: Path, catalogue: Catalogue, writer_elsewhere: Callable[[], None]
) -> None:
    changed = Catalogue(replace(card, tribe="other") for card in catalogue)
    book = Book.open(path, lambda: changed, terms=Terms(busy_seconds=0.1))
    with book.reading() as unit:
        assert tuple(unit.cards.catalogue()) == tuple(catalogue)
    book.close()
    writer_elsewhere()
    book = Book.open(path, lambda: changed)
    with book.reading() as unit:
        assert {card.tribe for card in unit.cards.catalogue() if "tribe" not in card.confirmed} == {"other"}
    book.close()


def test_the_book_is_where_it_was_said_to_be(tmp_path: Path) -> None:
    assert book_path(tmp_path / "x.db", {"MUDWATER_DB": "/y.db"}) == tmp_path / "x.db"
    assert book_path(None, {"MUDWATER_DB": "/y.db"}) == Path("/y.db")
    assert book_path(None, {"MUDWATER_DB": ""}).name == "mudwater.db"
    assert book_path(None, {}).is_absolute()


@pytest.mark.parametrize("name", ["mudwater.db", "sample.db", "Sample.DB", "sample-2.db"])
def test_the_sample_is_beside_the_book_and_never_the_book(tmp_path: Path, name: str) -> None:
    sample = sample_path(tmp_path / name)
    assert sample.parent == tmp_path
    assert sample.name.casefold() != name.casefold()


def test_opening_again_takes_stand_ins_from_changed_data_and_leaves_what_is_confirmed(
    path: Path, catalogue: Catalogue
) -> None:
    book = Book.open(path, load_catalogue)
    with book.writing() as unit:
        unit.cards.correct(45, {"name": "Mine", "n": 9})
    book.close()
    changed = Catalogue(replace(card, name=f"Other {card.number}", s=4, tribe="other") for card in catalogue)
    book = Book.open(path, lambda: changed)
    with book.reading() as unit:
        card = unit.cards.catalogue()[45]
        assert (card.name, card.n, card.s, card.tribe) == ("Mine", 9, 4, "other")
        assert card.confirmed >= {"name", "n"}
        fresh = unit.cards.catalogue()[60]
        assert fresh.name == ("Other 60" if "name" not in catalogue[60].confirmed else catalogue[60].name)
    book.close()


def test_unchanged_data_files_are_not_read_again(path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\n"
        "import collection.catalogue.data as data\n"
        "data.load_folder = None\n"
        "from collection.store.book import Book\n"
        "Book.open(Path(sys.argv[1]), data.load_catalogue).close()\n"
        "print('alembic' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    # Nor is Alembic imported for a book of this version.
    assert done.stdout == "False\n"


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR])
@pytest.mark.parametrize(("free", "wanted"), [(0, DiskFull), (10**9, StoreError)])
def test_a_full_disk_is_told_from_a_read_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, free: int, wanted: type[StoreError]
) -> None:
    # SQLite says so when it finds no room for the file of shared memory beside a book.
    fault = sqlite3.OperationalError("unable to open database file")
    fault.sqlite_errorcode = code
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    said = translation(fault, tmp_path / "book.db")
    assert isinstance(said, wanted)
    assert isinstance(said, DiskFull) == (free == 0)


def test_a_book_that_somebody_has_for_themselves_is_waited_for_once_and_reported(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        for read_only in (False, True):
            with pytest.raises(BookBusy):
                Book.open(path, load_catalogue, read_only=read_only, terms=Terms(busy_seconds=0.4))
        assert time.monotonic() - begun < 2 * 0.8
