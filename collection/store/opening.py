"""The file itself, by plain sqlite3: is it a book, of which schema, and how can it be opened.

Nothing here needs SQLModel, so that a glance can use it too.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from collection.errors import DiskFull, NewerBook, NotABook, ReadOnlyBook, StoreError
from collection.store.faults import disk_full, has_no_room, no_database, read_only, translated
from collection.text import plain

SCHEMA = 6
"""The number of the newest schema, kept in `PRAGMA user_version`; migration `0001` makes schema 1, and so on."""

APPLICATION_ID = 0x4D756477
"""`Mudw`, kept in `PRAGMA application_id`: marks our files."""

_OLDEST_SQLITE = (3, 38, 0)
"""STRICT tables came with 3.37, JSON in every build with 3.38."""

_MAGIC = b"SQLite format 3\0"
"""What every file of SQLite begins with."""

BUSY_SECONDS = 5.0
"""How long a writer waits for another before it gives up."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How connections to a book behave."""

    busy_seconds: float = BUSY_SECONDS
    pragmas: Mapping[str, int | str] = field(default_factory=dict)
    """More pragmas for every connection, such as a limit on pages."""


def connect(path: Path, mode: str, terms: Terms) -> sqlite3.Connection:
    """Open a connection with the store's pragmas. `mode` is `rwc`, `rw`, `ro` or `immutable`.

    Transactions are begun by whoever uses it (`isolation_level` None); any thread may use it, one at a time.
    """
    query = "immutable=1" if mode == "immutable" else f"mode={mode}"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}",
        uri=True,
        timeout=terms.busy_seconds,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        # The waiting time first: every pragma after it may have to wait.
        connection.execute(f"PRAGMA busy_timeout = {int(terms.busy_seconds * 1000)}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA recursive_triggers = ON")
        # The entry trigger reads JSON, which some builds of SQLite count among the functions that a schema may not use.
        connection.execute("PRAGMA trusted_schema = ON")
        connection.execute("PRAGMA synchronous = FULL")
        for name, value in terms.pragmas.items():
            connection.execute(f"PRAGMA {name} = {value}")
    except BaseException:
        connection.close()
        raise
    return connection


def schema_of(path: Path, terms: Terms) -> int:
    """Give the number of the schema of the file at `path`; 0 when there is none, or nothing is in it yet.

    Raises NotABook, NewerBook, and the other StoreErrors.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreError(f"This Python has SQLite {sqlite3.sqlite_version}; 3.38 or newer is needed.")
    book = plain(str(path))
    with translated(path):
        file_or_nothing(path, book)
        if not path.exists():
            return 0
        connection = connect(path, reading_mode(path, terms), terms)
        try:
            return schema_number(connection, book)
        finally:
            connection.close()


def file_or_nothing(path: Path, book: str) -> None:
    """Raise NotABook for a path that is neither a file nor free to become one; `book` is how sentences name it."""
    if "\0" in str(path):
        raise NotABook(f"{book} cannot be the name of a file. Name another file with --db.")
    if path.is_dir():
        raise NotABook(f"{book} is a folder, not a book. Name a file in it with --db.")
    if not path.exists():
        return
    if not path.is_file():
        raise NotABook(f"{book} is not a file. Name another one with --db.")
    # SQLite takes a file of a few bytes for an empty database, and would write over it.
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) not in (b"", _MAGIC):
            raise no_database(book)


def schema_number(connection: sqlite3.Connection, book: str) -> int:
    """Give the number of the schema behind `connection`, 0 for an empty file. Raises NotABook and NewerBook."""
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    number: int = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if mark == 0 and number == 0 and tables == 0:
        return 0
    if mark != APPLICATION_ID or number < 1:
        raise NotABook(f"{book} is a database of another program. Name another file with --db.")
    if number > SCHEMA:
        raise NewerBook(
            f"{book} was written by a newer version of this program (schema {number}, this one knows {SCHEMA}). "
            "Update the program, or name another file with --db."
        )
    return number


def reading_mode(path: Path, terms: Terms) -> str:
    """Find the mode in which the existing file at `path` can be read: `rw` where possible, else `ro` or `immutable`.

    A book in WAL mode wants a file beside it even for reading. Where the folder forbids that, and nothing waits in a
    log, nobody can be writing to it either, and it is read as it lies there. Raises ReadOnlyBook when that fails too.
    """
    faults: list[sqlite3.OperationalError] = []
    log = path.with_name(path.name + "-wal")
    modes = ["rw", "ro"]
    if not (log.exists() and log.stat().st_size):
        modes.append("immutable")
    for mode in modes:
        try:
            connection = connect(path, mode, terms)
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                # Somebody has it for themselves: no other way of looking would show a whole book either.
                raise
            faults.append(fault)
            continue
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
            faults.append(fault)
        else:
            return mode
        finally:
            connection.close()
    raise faults[-1]


def is_writable(path: Path, terms: Terms) -> bool:
    """Say whether the existing file at `path` takes writing, by beginning to write and leaving off.

    Somebody else holding it means that it does.
    """
    try:
        connection = connect(path, "rw", Terms(0.0, terms.pragmas))
        try:
            connection.execute("BEGIN IMMEDIATE")
            # On a file that the system opened for reading, BEGIN IMMEDIATE quietly begins a reading transaction.
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("ROLLBACK")
        finally:
            connection.close()
    except sqlite3.OperationalError as fault:
        return fault.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return True


def use_log(connection: sqlite3.Connection, terms: Terms) -> None:
    """Put the file into WAL mode, which it then stays in: readers and a writer do not wait for each other.

    SQLite does not wait by itself when two processes do this at the same moment, so we do.
    """
    end = time.monotonic() + terms.busy_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return


def make_folder(path: Path) -> None:
    """Make the folder of a new book. Raises ReadOnlyBook, NotABook, DiskFull."""
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)


def refuse_writing(path: Path) -> ReadOnlyBook | DiskFull:
    """Say why the book at `path` was opened for reading only."""
    return disk_full(plain(str(path))) if has_no_room(path) else read_only(plain(str(path)))
