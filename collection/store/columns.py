"""How values of the domain are written into STRICT columns: enums by value, days and instants as ISO 8601 text.

With it, what the tables have in common: that they are strict, and that every CHECK has a name.
"""

# ruff: noqa: ARG002 - SQLAlchemy hands every conversion its dialect, and there is only SQLite's here

from __future__ import annotations

import datetime as dt
import json
from enum import StrEnum
from typing import Any, Generic, TypeVar

from sqlalchemy import CheckConstraint, Integer, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from collection.catalogue.card import FIELDS
from collection.ledger.match import Taking

STRICT: dict[str, Any] = {"sqlite_strict": True}
"""What every table takes as its last argument."""
IS_ID = "length({0}) BETWEEN 1 AND 64 AND length({0}) = length(CAST({0} AS BLOB)) AND {0} NOT GLOB '*[^A-Za-z0-9._-]*'"
"""The condition for an id; `{0}` is the column."""

E = TypeVar("E", bound=StrEnum)


def check(name: str, sql: str) -> CheckConstraint:
    """Give a CHECK with a name, by which its refusal can be told."""
    return CheckConstraint(sql, name=name)


class EnumText(TypeDecorator[E], Generic[E]):
    """A StrEnum by its value; anything else is refused before it reaches the file."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: type[E]) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: E | None, dialect: Dialect) -> str | None:
        """Write the value of a member."""
        return None if value is None else self.kind(value).value

    def process_result_value(self, value: str | None, dialect: Dialect) -> E | None:
        """Read a member."""
        return None if value is None else self.kind(value)


class Day(TypeDecorator[dt.date]):
    """A day as `YYYY-MM-DD`, which also sorts."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: dt.date | None, dialect: Dialect) -> str | None:
        """Write a day."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> dt.date | None:
        """Read a day."""
        return None if value is None else dt.date.fromisoformat(value)


class Instant(TypeDecorator[dt.datetime]):
    """A moment in UTC with microseconds; a time without a zone is refused."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> str | None:
        """Write a moment."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> dt.datetime | None:
        """Read a moment."""
        return None if value is None else dt.datetime.fromisoformat(value)


class Flag(TypeDecorator[bool]):
    """Yes or no as 1 or 0."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        """Write 1 or 0."""
        return None if value is None else int(bool(value))

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        """Read 1 or 0."""
        return None if value is None else bool(value)


class Fields(TypeDecorator[frozenset[str]]):
    """Names of a card's fields, with blanks between, in the order of FIELDS."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: frozenset[str] | None, dialect: Dialect) -> str | None:
        """Write the names."""
        return None if value is None else " ".join(field for field in FIELDS if field in value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> frozenset[str] | None:
        """Read the names."""
        return None if value is None else frozenset(value.split())


class Numbers(TypeDecorator[tuple[int, ...]]):
    """A row of whole numbers as a JSON array."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        """Write the array."""
        return None if value is None else json.dumps(list(value), separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        """Read the array."""
        return None if value is None else tuple(json.loads(value))


class Words(TypeDecorator[tuple[str, ...]]):
    """A row of words as a JSON array."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """Write the array."""
        return None if value is None else json.dumps(list(value), separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """Read the array."""
        return None if value is None else tuple(json.loads(value))


class Takings(TypeDecorator[tuple[Taking, ...]]):
    """What was taken back, as a JSON array of `[seat, moves left, moves taken back]`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[Taking, ...] | None, dialect: Dialect) -> str | None:
        """Write the array."""
        rows = None if value is None else [[one.seat, one.left, one.moves] for one in value]
        return None if rows is None else json.dumps(rows, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[Taking, ...] | None:
        """Read the array."""
        return None if value is None else tuple(Taking(*row) for row in json.loads(value))
