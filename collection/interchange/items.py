"""Items of a document, checked while they are read: every fault is noted with its place, and reading goes on."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from collection.text import LONGEST, clean_note, crop, quoted

ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What an id is made of."""

KEY = re.compile(r"[a-z0-9-]{1,60}", re.ASCII)
"""What names a card of Cardia in files."""

MOST_FAULTS = 50
"""Faults that are told of one file; of the others only how many there are."""

_MOST = 2**63 - 1
"""The largest whole number that a book can hold."""
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)

NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)
"""Stands in the place of a moment that cannot be read."""

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")


class Faults:
    """What is wrong with a file, in the order in which it was met."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._more = 0

    def at(self, place: str, what: str) -> None:
        """Note a fault; `place` is where, `what` a sentence about it."""
        self.add(f"{place}: {what}")

    def add(self, sentence: str) -> None:
        """Note a fault that says itself where it is."""
        if len(self._told) < MOST_FAULTS:
            self._told.append(sentence)
        else:
            self._more += 1

    def __bool__(self) -> bool:
        return bool(self._told)

    def __len__(self) -> int:
        return len(self._told) + self._more

    def sentences(self) -> tuple[str, ...]:
        """Give them all, the last saying how many more there are."""
        return (*self._told, f"… and {self._more} more.") if self._more else tuple(self._told)


class Item:
    """One object of a document. Each method takes a field out of it; where it cannot, a fault is noted.

    What is given in place of a field at fault is of the right type and of no meaning: whoever reads goes on, and
    throws everything away at the end if there was any fault.
    """

    def __init__(self, tree: object, place: str, faults: Faults) -> None:
        self._fields: Mapping[str, Any] = tree if isinstance(tree, dict) else {}
        self._taken: set[str] = set()
        self._faults = faults
        self.place = place
        self._is_object = isinstance(tree, dict)
        if not self._is_object:
            faults.at(place, "this is to be an object with fields in braces.")

    def fault(self, what: str) -> None:
        """Note a fault of this item; one without a place is the document itself."""
        self._faults.at(self.place or "the document", what)

    def has(self, name: str) -> bool:
        """Say whether a field is there, and more than null."""
        return self._fields.get(name) is not None

    def raw(self, name: str) -> Any:
        """Give a field as it is; None where it is missing, which is no fault."""
        self._taken.add(name)
        return self._fields.get(name)

    def line(self, name: str, *, empty: bool = True) -> str:
        """Give a text as the books keep it: one line, safe characters; where `empty` is false, some."""
        value = self._take(name, str, "a text")
        if value is None:
            return ""
        if len(value) > LONGEST or clean_note(value) != value:
            self.fault(f"{name} is not a text as the books keep one: one line, no control characters, no blank ends.")
        elif not value and not empty:
            self.fault(f"{name} is empty.")
        return value

    def text(self, name: str) -> str:
        """Give a text of any length."""
        value = self._take(name, str, "a text")
        if value is None:
            return ""
        if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
            self.fault(f"{name} holds characters that are no text.")
        return value

    def id(self, name: str = "id") -> str:
        """Give an id."""
        value = self._take(name, str, "an id")
        if value is None:
            return ""
        if ID.fullmatch(value) is None:
            self.fault(f"{name} {quoted(value)} is no id: 1 to 64 letters, digits, dots, dashes and underscores.")
        return value

    def number(self, name: str, lowest: int = 0, highest: int = _MOST) -> int:
        """Give a whole number within bounds."""
        value = self._take(name, int, "a whole number")
        if value is None:
            return lowest
        if not lowest <= value <= highest:
            self.fault(f"{name} is {_short(value)}, and goes from {lowest} to {highest}.")
        return value

    def flag(self, name: str) -> bool:
        """Give true or false."""
        return bool(self._take(name, bool, "true or false"))

    def word(self, name: str, kind: type[E]) -> E:
        """Give one of a list of words."""
        value = self._take(name, str, "a word")
        first = next(iter(kind))
        if value is None:
            return first
        try:
            return kind(value)
        except ValueError:
            self.fault(f"{name} {quoted(value)} is none of {', '.join(kind)}.")
            return first

    def maybe(self, name: str, read: Callable[[str], Any]) -> Any:
        """Give what `read` gives for a field, None where it is null or missing."""
        self._taken.add(name)
        return read(name) if self.has(name) else None

    def day(self, name: str) -> dt.date:
        """Give a day."""
        value = self._take(name, str, "a day")
        if value is not None and _DAY.fullmatch(value):
            try:
                return dt.date.fromisoformat(value)
            except ValueError:
                pass
        if value is not None:
            self.fault(f"{name} {quoted(value)} is not a day, such as 2026-03-31.")
        return dt.date.min

    def moment(self, name: str) -> dt.datetime:
        """Give a moment in UTC."""
        value = self._take(name, str, "a moment")
        found = None if value is None else read_moment(value)
        if value is not None and found is None:
            self.fault(f"{name} {quoted(value)} is not a moment, such as 2026-03-31T18:30:00.000000+00:00.")
        return found or NEVER

    def numbers(self, name: str) -> tuple[int, ...]:
        """Give a list of whole numbers."""
        values = self._take(name, list, "a list")
        if values is None:
            return ()
        if all(type(value) is int and abs(value) <= _MOST for value in values):
            return tuple(values)
        self.fault(f"{name} is to be a list of whole numbers.")
        return ()

    def keys(self, name: str) -> tuple[str, ...]:
        """Give a list of keys: words of small letters, digits and dashes."""
        values = self._take(name, list, "a list")
        if values is None:
            return ()
        if all(isinstance(value, str) and KEY.fullmatch(value) for value in values):
            return tuple(values)
        self.fault(f"{name} is to be a list of words of small letters, digits and dashes.")
        return ()

    def items(self, name: str, what: str) -> list[Item]:
        """Give a list of objects; `what` names one of them in sentences."""
        values: Sequence[object] = self._take(name, list, "a list") or ()
        inside = f"{self.place}, " if self.place else ""
        return [Item(value, f"{inside}{what} {place}", self._faults) for place, value in enumerate(values, start=1)]

    def close(self, known: Collection[str] = ()) -> None:
        """Note a fault for every field that nobody asked for."""
        unknown = [name for name in self._fields if name not in self._taken and name not in known]
        if unknown:
            names = ", ".join(crop(name, 40) for name in unknown[:5])
            self.fault(f"unknown fields: {names}. A newer version of this program may know them.")

    def _take(self, name: str, kind: type[T], what: str) -> T | None:
        """Give a field of exactly this kind, None (and a fault) for any other."""
        self._taken.add(name)
        value = self._fields.get(name)
        # Not by isinstance: true is no number.
        if type(value) is kind:
            return value
        if self._is_object:
            self.fault(f"{name} is to be {what}." if name in self._fields else f"{name} is missing.")
        return None


def read_moment(text: str) -> dt.datetime | None:
    """Read a moment with its zone, None for what is none."""
    try:
        found = dt.datetime.fromisoformat(text)
        # Beyond the calendar's ends there is no UTC.
        return None if found.tzinfo is None else found.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return None


def _short(value: int) -> str:
    return str(value) if abs(value) <= _MOST else "a number beyond all bounds"
