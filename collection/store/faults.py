"""The one place where faults of SQLite and of the file system become sentences.

Plain sqlite3, so that a glance needs no more; SQLAlchemy's wrapping is unwrapped by what it carries (`orig`).
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from collection.errors import (
    BookBusy,
    DiskFull,
    LedgerRefused,
    NotABook,
    NotUnderstood,
    ReadOnlyBook,
    Refused,
    StoreError,
)
from collection.text import plain

_PRIMARY = 0xFF
"""The low byte of an extended result code is the primary one."""
_PERHAPS_NO_ROOM = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR})
_ROOM_NEEDED = 64 * 1024
"""The file of shared memory beside a book takes half of this."""


@contextmanager
def translated(path: Path, *, files: bool = True) -> Iterator[None]:
    """Turn what SQLite, SQLAlchemy or the file system raise inside into the errors of `collection.errors`.

    `files` false leaves the file system's alone: inside a unit of work they are about other files than the book.
    """
    try:
        yield
    except sqlite3.Error as fault:
        raise translation(fault, path) from fault
    except UnicodeEncodeError as fault:
        # A word of the command line may hold bytes that are no text at all.
        if fault.reason != "surrogates not allowed":
            raise
        raise NotUnderstood("These words hold bytes that are no text. Write them in UTF-8.") from fault
    except OverflowError as fault:
        if "SQLite" not in str(fault):
            raise
        raise Refused("That number is too large for a book.") from fault
    except Exception as fault:
        if files and isinstance(fault, OSError):
            raise translation(fault, path) from fault
        cause = getattr(fault, "orig", None)
        if not isinstance(cause, sqlite3.Error):
            raise
        raise translation(cause, path) from fault


def translation(fault: sqlite3.Error | OSError, path: Path) -> StoreError | Refused:
    """Give the error that names the file and the way out."""
    book = plain(str(path))
    if isinstance(fault, OSError):
        return _of_system(fault, book)
    code = getattr(fault, "sqlite_errorcode", None)
    words = plain(str(fault))
    if code is None:
        # Python's own complaints, such as a path that holds a NUL character, or a number beyond 64 bits.
        return StoreError(f"{book} cannot be used: {words}.")
    if code & _PRIMARY == sqlite3.SQLITE_CONSTRAINT:
        # A rule of the file itself, which the program would have said earlier and better.
        return LedgerRefused(f"The book does not take that: {words}.")
    if code & _PRIMARY in _PERHAPS_NO_ROOM and has_no_room(path):
        return disk_full(book)
    return _of_sqlite(code & _PRIMARY, words, book)


def has_no_room(path: Path) -> bool:
    """Say whether the disk of `path` takes writing and is full.

    Where SQLite finds no room for the file that it needs beside a book, it says that it cannot open it, or that it
    may not write, or that the disk failed.
    """
    folder = path.absolute().parent
    try:
        has_room = shutil.disk_usage(folder).free >= _ROOM_NEEDED
        # A disk that takes no writing at all has no room either, and making some would not help.
        return not has_room and os.access(folder, os.W_OK)
    except OSError:
        return False


def _of_sqlite(code: int, words: str, book: str) -> StoreError:
    said: StoreError
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            said = BookBusy(f"Another program is writing to {book}. Wait until it is done, or close it, and try again.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH | sqlite3.SQLITE_CANTOPEN:
            said = read_only(book)
        case sqlite3.SQLITE_FULL:
            said = disk_full(book)
        case sqlite3.SQLITE_NOTADB:
            said = no_database(book)
        case sqlite3.SQLITE_CORRUPT:
            said = NotABook(f"{book} is damaged ({words}). Restore a backup, or name another file with --db.")
        case sqlite3.SQLITE_IOERR:
            said = StoreError(f"The disk with {book} failed ({words}). Nothing was changed; check the disk.")
        case _:
            said = StoreError(
                f"{book} cannot be used ({words}). Nothing was changed. "
                "Restore a backup, or name another file with --db."
            )
    return said


def _of_system(fault: OSError, book: str) -> StoreError:
    words = plain(fault.strerror or str(fault))
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(book)
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(book)
    return NotABook(f"{book} cannot be a book ({words}). Name another file with --db.")


def no_database(book: str) -> NotABook:
    """Say that the file is something else altogether."""
    return NotABook(f"{book} is not a book of this program: it is no database. Name another file with --db.")


def read_only(book: str) -> ReadOnlyBook:
    """Say that the file, or its folder, takes no writing."""
    return ReadOnlyBook(
        f"{book} cannot be written: the file or its folder is read-only. Allow writing, or name another file with --db."
    )


def disk_full(book: str) -> DiskFull:
    """Say that there is no room."""
    return DiskFull(f"There is no room on the disk for {book}. Nothing was changed; make room and try again.")
