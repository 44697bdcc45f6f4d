"""One mapping of a data file, read field by field, with every fault collected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from collection.catalogue.words import read_integer
from collection.errors import NotUnderstood
from collection.text import clean_name, plain, quoted

UNKNOWN = frozenset({"", "~", "null"})
"""How YAML writes nothing; read without guesses these stay words."""


class Fields:
    """A mapping of a data file; `where` names it in each fault, and the faults go to `faults`.

    Each reader gives a harmless value when the field is missing or wrong, so that the rest can be checked as well.
    """

    def __init__(self, source: object, where: str, faults: list[str]) -> None:
        self.source: Mapping[str, object] = source if isinstance(source, dict) else {}
        self.where = where
        self._faults = faults
        if not isinstance(source, dict):
            self.fault("", "pairs of FIELD: VALUE are expected here.")

    def fault(self, field: str, sentence: str) -> None:
        """Note a fault: a sentence about a field, or about the mapping itself when `field` is empty."""
        self._faults.append(", ".join(part for part in (self.where, field) if part) + f": {sentence}")

    def only(self, known: Sequence[str]) -> None:
        """Note every field that is not one of `known`."""
        for key in self.source:
            if key not in known:
                self.fault(plain(key), f"there is no such field; the fields are {', '.join(known)}.")

    def raw(self, field: str) -> object:
        """Give a field's value as it was written; None, and a fault, when it is missing."""
        value = self.source.get(field)
        # What is no mapping at all has been said to be none; its fields are not missed one by one.
        if value is None and self.source:
            self.fault(field, "it is missing.")
        return value

    def word(self, field: str) -> str:
        """Read a name: visible, in one line, without stray spaces."""
        value = self.raw(field)
        if value is None:
            return ""
        if not isinstance(value, str) or value in UNKNOWN:
            self.fault(field, "a word is expected.")
            return ""
        try:
            cleaned = clean_name(value, what=field)
        except NotUnderstood as refusal:
            self.fault(field, str(refusal))
            return ""
        if cleaned != value:
            self.fault(field, f"it holds invisible characters or stray spaces; write {quoted(cleaned)}.")
        return cleaned

    def number(self, field: str, low: int, high: int) -> int:
        """Read a number from `low` to `high`."""
        value = self.raw(field)
        if value is None:
            return low
        number = read_integer(value) if isinstance(value, str) else None
        if number is None or not low <= number <= high:
            shown = quoted(value) if isinstance(value, str) else "this"
            self.fault(field, f"{shown} is not a number from {low} to {high}.")
            return low
        return number

    def numbers(self, field: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """Read a list of so many numbers from `low` to `high`."""
        value = self.raw(field)
        items = value if isinstance(value, list) else []
        read = [read_integer(item) for item in items if isinstance(item, str)]
        numbers = tuple(number for number in read if number is not None and low <= number <= high)
        if len(items) == len(numbers) == count:
            return numbers
        if value is not None:
            self.fault(field, f"a list of {count} numbers from {low} to {high} is expected.")
        return (low,) * count

    def span(self, field: str, low: int, high: int) -> tuple[int, int]:
        """Read the lowest and the highest of something, as a list of two numbers."""
        first, last = self.numbers(field, 2, low, high)
        if first > last:
            self.fault(field, f"write the lower number first, [{last}, {first}].")
        return first, last
