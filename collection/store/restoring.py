"""Putting a copy of a book in the book's place: all of it or nothing, and what was there is kept."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from collection.errors import BookBusy, NewerBook, NotABook
from collection.ledger.entry import Severity
from collection.store.backup import copy_book, kept_path, sweep, to_disk
from collection.store.faults import translated
from collection.store.opening import (
    SCHEMA,
    Terms,
    connect,
    file_or_nothing,
    make_folder,
    reading_mode,
    schema_number,
    schema_of,
    use_log,
)
from collection.text import plain

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_BESIDE = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a book."""
_MOST_FINDINGS = 10


def restore(book: Path, source: Path, *, terms: Terms | None = None) -> Path | None:
    """Make the book at `book` what `source`, a copy of a book, is; brought up to date where it is older.

    What was there is copied beside it first: gives that copy, None when there was no book. A damaged book is kept as it
    lies. Nobody may have the book open meanwhile, this process included. Raises NotABook when `source` is no sound book
    or the book's file belongs to another program, NewerBook, BookBusy when somebody has it open, and the other
    StoreErrors; the book is then as it was.
    """
    terms = terms or Terms()
    book, source = book.absolute().resolve(), source.absolute()
    number = schema_of(source, terms)
    if number == 0:
        raise NotABook(f"There is no book at {plain(str(source))} to restore.")
    if book.exists() and book.samefile(source):
        raise NotABook(f"{plain(str(source))} is the book itself. Name a copy of it.")
    make_folder(book)
    sweep(book)
    part = kept_path(book, "restoring").with_suffix(".part")
    try:
        copy_book(source, part, terms)
        with translated(source):
            _prove_sound(part, source, number)
        with translated(book):
            return _put_in_place(book, part, terms)
    finally:
        for path in (part, *_beside(part)):
            path.unlink(missing_ok=True)


def _prove_sound(part: Path, source: Path, number: int) -> None:
    """Hold the copy of `source` to all that an audit proves. Raises NotABook."""
    from sqlmodel import Session

    from collection.store.audit import audit
    from collection.store.engine import make_engine
    from collection.store.schema import migrate

    with closing(connect(part, "rw", Terms())) as connection:
        faults = [word for (word,) in connection.execute("PRAGMA integrity_check") if word != "ok"]
        faults += [
            f"{row[0]} points at a {row[2]} that is not there" for row in connection.execute("PRAGMA foreign_key_check")
        ]
    if not faults:
        if number < SCHEMA:
            migrate(part, Terms(), keep=False)
        engine = make_engine(lambda: connect(part, "rw", Terms()))
        try:
            with Session(engine) as session:
                faults = [one.message for one in audit(session) if one.severity is Severity.ERROR]
        finally:
            engine.dispose()
    if faults:
        raise NotABook(
            f"{plain(str(source))} is not sound, and was not restored. Choose another copy.",
            *(plain(fault) for fault in faults[:_MOST_FINDINGS]),
        )


def _put_in_place(book: Path, part: Path, terms: Terms) -> Path | None:
    if not book.exists() or (book.is_file() and not book.stat().st_size):
        _move_there(book, part, terms)
        return None
    if not _is_damaged(book, terms):
        with _held(book, terms) as connection:
            kept = _copy_of(connection, book)
            if kept is not None:
                _write_over(connection, part, kept)
                return kept
    # Its pages cannot be trusted, so neither can anything be written into them.
    kept = kept_path(book, "before-restore")
    for path in (book, *_beside(book)):
        if path.exists() and not path.name.endswith("-shm"):
            shutil.copyfile(path, kept.with_name(kept.name + path.name.removeprefix(book.name)))
    _move_there(book, part, terms)
    return kept


def _is_damaged(book: Path, terms: Terms) -> bool:
    """Say whether the file cannot be read. Raises NotABook for a folder, and for a database of another program."""
    name = plain(str(book))
    if not book.is_file():
        file_or_nothing(book, name)
    try:
        with closing(connect(book, reading_mode(book, terms), terms)) as connection:
            schema_number(connection, name)
    except NewerBook:
        return False
    except sqlite3.DatabaseError as fault:
        if fault.sqlite_errorcode & 0xFF in _DAMAGED:
            return True
        raise
    return False


@contextmanager
def _held(book: Path, terms: Terms) -> Iterator[sqlite3.Connection]:
    """Give a connection that nobody else can be beside. Raises BookBusy."""
    connection = sqlite3.connect(f"{book.as_uri()}?mode=rw", uri=True, timeout=terms.busy_seconds, isolation_level=None)
    try:
        try:
            # Before anything is read: a log that is opened shared stays shared.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA synchronous = FULL")
            for name, value in terms.pragmas.items():
                connection.execute(f"PRAGMA {name} = {value}")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise BookBusy(
                f"{plain(str(book))} is open in another window or program. Close it there, and restore again."
            ) from fault
        yield connection
    finally:
        connection.close()


def _copy_of(connection: sqlite3.Connection, book: Path) -> Path | None:
    """Copy the book that is held beside itself; None when it turns out to be damaged."""
    kept = kept_path(book, "before-restore")
    part = kept.with_suffix(".part")
    try:
        connection.execute("VACUUM INTO ?", (str(part),))
        to_disk(part)
        part.replace(kept)
    except sqlite3.DatabaseError as fault:
        if fault.sqlite_errorcode & 0xFF not in _DAMAGED:
            raise
        return None
    finally:
        part.unlink(missing_ok=True)
    return kept


def _write_over(connection: sqlite3.Connection, part: Path, kept: Path) -> None:
    """Write every page of `part` into the book that is held, in one transaction of SQLite's own."""
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as source:
            if source.execute("PRAGMA page_size").fetchone() != (size,):
                source.execute("PRAGMA journal_mode = DELETE")
                source.execute(f"PRAGMA page_size = {size}")
                source.execute("VACUUM")
            source.backup(connection)
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        kept.unlink(missing_ok=True)
        raise


def _move_there(book: Path, part: Path, terms: Terms) -> None:
    with closing(connect(part, "rw", terms)) as connection:
        use_log(connection, terms)
    to_disk(part)
    # A log that belongs to what was there would be taken for this one's.
    for path in _beside(book):
        path.unlink(missing_ok=True)
    part.replace(book)


def _beside(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + ending) for ending in _BESIDE)
