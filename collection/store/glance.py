"""A glance into the book with plain sqlite3: for what must be on the screen before SQLModel could be imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Glance:
    """The catalogue as the book has it, and one collector's copies per number."""

    catalogue: Catalogue
    collector: str | None
    """The collector whose copies these are; None when the book has none yet."""
    owned: Mapping[CardNo, int]


def glance(path: Path, collector: str | None = None) -> Glance | None:
    """Read catalogue and holdings in one go, read-only; None when there is no book yet or it must be migrated first.

    `collector` None means the one in use (as `desk.collectors.current` decides it). Raises NotABook, NewerBook,
    BookBusy, and Refused for a collector who is not in the book.
    """
    raise NotImplementedError
