"""Ids of entries, packs and matches, whole or by their start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import false

from collection.errors import LedgerRefused
from collection.text import quoted

ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
LONGEST_ID = 64

R = TypeVar("R")


def starts_with(column: Any, start: str) -> tuple[Any, ...]:
    """Give the conditions for ids that begin with `start`, as an index can answer them."""
    if not start:
        return (false(),)
    return (column >= start, column < start[:-1] + chr(min(ord(start[-1]) + 1, 0x10FFFF)))


def only_one(rows: Sequence[R], asked: str, what: str, ids: Sequence[str]) -> R:
    """Give the only row. Raises LedgerRefused for none, and for several with their ids."""
    if not rows:
        raise LedgerRefused(f"There is no {what} {quoted(asked, 80)} in the books.")
    if len(rows) > 1:
        listed = ", ".join(ids[:5]) + (", …" if len(ids) > 5 else "")
        raise LedgerRefused(f"{quoted(asked, 80)} may be any of {listed}. Write more of the id.")
    return rows[0]
