"""Backups of a book: made by hand or beside it, put back, and named."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

from collection.errors import Refused
from collection.store.backup import backup, keep_copy, kept_copies, rotate
from collection.text import plain

KEEP = 10
"""Copies beside the book that are kept, unless something else is said."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A backup beside the book: where it is, when it was made, how large it is."""

    path: Path
    made: dt.datetime
    size: int


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made, and the older ones beside the book that gave way to it."""

    path: Path
    gone: tuple[Path, ...]


def back_up(book: Path, file: Path | None, *, replace: bool = False, keep: int = KEEP) -> BackedUp:
    """Copy the book at `book` to `file`; None: beside it, under a name with the moment, where the newest `keep` stay.

    Raises Refused for a `file` that is there, unless it is to be replaced, and for a `keep` below 1; NotABook when
    there is no book, and the other StoreErrors.
    """
    if file is not None:
        if file.exists() and not replace:
            raise Refused(f"{plain(str(file))} is there already. Name another file, or add --replace.")
        return BackedUp(backup(book, file), ())
    if keep < 1:
        raise Refused("At least one backup has to stay.")
    made = keep_copy(book)
    return BackedUp(made, rotate(book, keep))


def put_back(book: Path, source: Path) -> Path | None:
    """Make the book what `source` is; gives where the book that was there has gone, None when there was none.

    Raises NotABook when `source` is no sound book, BookBusy when somebody has the book open, and the other StoreErrors;
    the book is then as it was.
    """
    from collection.store.restoring import restore

    return restore(book, source)


def backups(book: Path) -> tuple[Kept, ...]:
    """Give the backups beside the book that the program named itself, newest first."""
    found: list[Kept] = []
    for path in kept_copies(book):
        try:
            stat = path.stat()
        except FileNotFoundError:
            # Another process has just rotated it away.
            continue
        found.append(Kept(path, dt.datetime.fromtimestamp(stat.st_mtime, dt.UTC), stat.st_size))
    return tuple(found)
