"""Rows of packs and ledgers, several of which make one thing: cells read by their heads, faults by their lines."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping

from collection.catalogue.words import read_integer
from collection.interchange.items import ID, read_moment
from collection.interchange.table import Refusal, Row, Table, unguarded
from collection.ledger.entry import MOST_COPIES
from collection.text import quoted

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_YES, _NO = frozenset({"yes", "true", "1"}), frozenset({"", "no", "false", "0"})
_HIGHEST = 999_999


class Line:
    """One row under heads. Each method reads a cell; where it cannot, it notes why and gives a value of no meaning."""

    def __init__(self, row: Row, heads: Mapping[str, int], refused: list[Refusal]) -> None:
        self.number = row.line
        self._row = row
        self._heads = heads
        self._refused = refused

    def fault(self, what: str) -> None:
        """Note a fault of this line, a sentence."""
        self._refused.append(Refusal(self.number, what))

    def text(self, head: str) -> str:
        """Give a cell as it was given to `guarded`; empty where there is no such column."""
        place = self._heads.get(head)
        return "" if place is None else unguarded(self._row.cells[place])

    def id(self, head: str) -> str:
        """Give an id."""
        value = self.text(head)
        if ID.fullmatch(value) is None:
            self.fault(f"The {head} {quoted(value)} is no id: 1 to 64 letters, digits, dots, dashes, underscores.")
        return value

    def day(self, head: str) -> dt.date:
        """Give a day."""
        value = self.text(head)
        if _DAY.fullmatch(value):
            try:
                return dt.date.fromisoformat(value)
            except ValueError:
                pass
        self.fault(f"The {head} {quoted(value)} is not a day; write it as year-month-day, such as 2026-03-31.")
        return dt.date.min

    def moment(self, head: str) -> dt.datetime | None:
        """Give a moment, None where the cell is empty."""
        value = self.text(head)
        found = read_moment(value) if value else None
        if value and found is None:
            self.fault(f"The {head} {quoted(value)} is not a moment, such as 2026-03-31T18:30:00+00:00.")
        return found

    def card(self, head: str) -> int:
        """Give a card's number; whether the set has it is for the books to say."""
        value = self.text(head)
        number = read_integer(value.removeprefix("#"))
        if number is None or not 1 <= number <= _HIGHEST:
            self.fault(f"The {head} {quoted(value)} is not a card's number; write plain digits, as in 45.")
            return 1
        return number

    def quantity(self, head: str, *, signed: bool = False) -> int:
        """Give a quantity of 1 or more; where `signed`, also below zero, and never zero."""
        value = self.text(head).replace("−", "-")
        sign = -1 if signed and value.startswith("-") else 1
        number = read_integer(value.removeprefix("-" if sign < 0 else "+" if signed else ""))
        if number is None or not 1 <= number <= MOST_COPIES:
            low = f"{-MOST_COPIES} to -1 or " if signed else ""
            self.fault(f"The {head} {quoted(value)} cannot be; it is {low}1 to {MOST_COPIES}.")
            return 1
        return sign * number

    def flag(self, head: str) -> bool:
        """Give yes or no; an empty cell is no."""
        value = self.text(head).lower()
        if value not in _YES | _NO:
            self.fault(f"The {head} {quoted(value)} is neither yes nor no.")
        return value in _YES


def lines_of_table(table: Table, refused: list[Refusal]) -> Iterator[Line]:
    """Give the rows of a table by its heads; the first of two columns of one head counts."""
    heads: dict[str, int] = {}
    for place, head in enumerate(table.heads):
        heads.setdefault(head, place)
    for row in table.rows:
        yield Line(row, heads, refused)


def in_order(refused: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """Give refusals by their lines."""
    return tuple(sorted(refused, key=lambda one: one.line or 0))
