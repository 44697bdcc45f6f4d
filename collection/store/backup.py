"""Copies of a book: whole, taken while others may be writing, and there only once they are complete."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from collection.errors import NotABook
from collection.store.faults import translated, translation
from collection.store.opening import Terms, connect, reading_mode, schema_of
from collection.text import plain

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
            _to_disk(part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    return target


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
