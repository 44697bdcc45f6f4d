"""Where the book lives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def book_path(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Give the book's file: `given` (`--db`), else `$MUDWATER_DB`, else in the platform's data directory."""
    raise NotImplementedError


def sample_path(book: Path) -> Path:
    """Give the file of the sample collection: beside the book, never the book itself."""
    raise NotImplementedError
