"""Where the book lives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from collection.errors import Refused
from collection.text import plain

_FOLDER = "mudwater"
_BOOK = "mudwater.db"
_SAMPLE = "sample.db"


def book_path(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Give the book's file: `given` (`--db`), else `$MUDWATER_DB`, else in the platform's data directory.

    Raises Refused where `~somebody` is nobody's home.
    """
    named = given or environment.get("MUDWATER_DB")
    if named:
        try:
            return Path(named).expanduser()
        except RuntimeError:
            raise Refused(f"{plain(str(named))}: there is no such home folder. Write the whole path.") from None
    from platformdirs import user_data_path

    return user_data_path(_FOLDER, appauthor=False) / _BOOK


def sample_path(book: Path) -> Path:
    """Give the file of the sample collection: beside the book, never the book itself."""
    sample = book.with_name(_SAMPLE)
    # Compared without case: some file systems do not tell `Sample.db` from `sample.db`.
    return sample if book.name.casefold() != _SAMPLE else book.with_name(f"{book.stem}-2.db")
