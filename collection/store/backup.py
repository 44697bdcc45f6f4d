"""Copies of a book: whole, taken while others may be writing, and there only once they are complete."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import sqlite3
import time
from pathlib import Path

from collection.errors import NotABook, Refused
from collection.store.faults import translated, translation
from collection.store.opening import Terms, connect, reading_mode, schema_of
from collection.text import plain

_MOMENT = "%Y-%m-%dT%H%M%S.%f"
_KEPT = re.compile(
    r"(?:backup|before-restore|before-schema-[0-9]+)\.([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}\.[0-9]{6})\.db"
)
"""How the copies are called that this program names itself, behind the name of their book."""
_PART = re.compile(
    r"(?:backup|before-restore|before-schema-[0-9]+|restoring)\.[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}\.[0-9]{6}"
    r"\.(?:db\.[0-9]+\.part|part(?:\.[0-9]+\.part)?)(?:-wal|-shm|-journal)?"
)
"""How the files are called in which a copy grows, and those that SQLite keeps beside them."""
_DEAD_AFTER = 3600.0
"""Seconds after which nobody writes into such a file any more: not a slow disk, and not another machine's program."""

_FAULTS_OF_THE_BOOK = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_BUSY})
"""What goes wrong in the file that is read; all else is about the copy."""


def backup(book: Path, target: Path) -> Path:
    """Copy the book at `book` to `target`, in the place of whatever file was there; give where it is.

    Links are followed.

    Raises NotABook when there is no book, or `target` is the book itself or no file; and the other StoreErrors.
    """
    terms = Terms()
    if schema_of(book, terms) == 0:
        raise NotABook(f"There is no book at {plain(str(book))} to copy.")
    target = target.resolve()
    if target.exists() and not target.is_file():
        # A file moved into the place of a device would take the device away from the whole system.
        raise NotABook(f"{plain(str(target))} is no ordinary file. Name another file for the copy.")
    if target.exists() and target.samefile(book):
        raise NotABook(f"{plain(str(target))} is the book itself. Name another file for the copy.")
    return copy_book(book, target, terms)


def copy_book(book: Path, target: Path, terms: Terms) -> Path:
    """Copy what is committed in `book` to `target`, by way of a file beside it that is moved there when complete."""
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    with translated(target):
        try:
            part.unlink(missing_ok=True)
            with translated(book):
                connection = connect(book, reading_mode(book, terms), terms)
            try:
                # Not the file alone: a part of the book may still be in the log beside it.
                connection.execute("VACUUM INTO ?", (str(part),))
            except sqlite3.DatabaseError as fault:
                of_the_book = fault.sqlite_errorcode & 0xFF in _FAULTS_OF_THE_BOOK
                raise translation(fault, book if of_the_book else target) from fault
            finally:
                connection.close()
            to_disk(part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    return target


def keep_copy(book: Path) -> Path:
    """Copy the book beside itself under a name with the moment in it; give where. Raises as `backup` does."""
    sweep(book)
    return backup(book, kept_path(book, "backup"))


def kept_path(book: Path, why: str) -> Path:
    """Name a copy of `book` that is about to be kept beside it."""
    return book.with_name(f"{_own_name(book)}.{why}.{dt.datetime.now(dt.UTC).strftime(_MOMENT)}.db")


def kept_copies(book: Path) -> tuple[Path, ...]:
    """Give the copies beside `book` that this program named itself, the newest first."""
    start = f"{_own_name(book)}."
    found: list[tuple[str, Path]] = []
    with translated(book):
        for path in book.absolute().parent.iterdir() if book.absolute().parent.is_dir() else ():
            named = _KEPT.fullmatch(path.name.removeprefix(start)) if path.name.startswith(start) else None
            if named is not None and path.is_file() and not path.is_symlink():
                found.append((named[1], path))
    return tuple(path for _, path in sorted(found, reverse=True))


def latest(book: Path) -> Path | None:
    """Give the newest copy beside `book` that this program named itself, None when there is none."""
    return next(iter(kept_copies(book)), None)


def rotate(book: Path, keep: int) -> tuple[Path, ...]:
    """Delete all but the newest `keep` of the copies beside `book` that this program named itself; give what is gone.

    Copies under names that a person chose stay. Raises Refused for fewer than one, and StoreErrors.
    """
    if keep < 1:
        raise Refused("At least one copy has to stay.")
    gone = kept_copies(book)[keep:]
    with translated(book):
        for path in gone:
            path.unlink(missing_ok=True)
    return gone


def sweep(book: Path) -> None:
    """Delete what copies of `book` that were cut off (by a loss of power, say) have left unfinished beside it.

    Only what nobody has touched for an hour: another copy may be growing there right now. What cannot be deleted stays.
    """
    start = f"{_own_name(book)}."
    with contextlib.suppress(OSError):
        for path in book.absolute().parent.iterdir():
            if not path.name.startswith(start) or not _PART.fullmatch(path.name.removeprefix(start)):
                continue
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > _DEAD_AFTER:
                    path.unlink()


def _own_name(book: Path) -> str:
    # Books in one folder that differ only in their endings do not share their copies.
    return book.stem if book.suffix == ".db" else book.name


def to_disk(path: Path) -> None:
    """Wait until the file is on the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
