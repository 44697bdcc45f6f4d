"""A sheet: how many copies of which cards a file names, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.interchange.table import Refusal


@dataclass(frozen=True, slots=True)
class Counted:
    """So many copies of one card and finish, 0 too, as one line says; `line` is None for what is not in a file."""

    line: int | None
    number: CardNo
    finish: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """What could be read and what could not; the shape is the name of the program or format that writes such files."""

    shape: str
    counted: tuple[Counted, ...]
    refused: tuple[Refusal, ...] = ()
    notices: tuple[str, ...] = ()
    tells_finishes: bool = True
    """Whether the file has a place for finishes; where it has none, every copy is taken for a base card."""

    @property
    def piles(self) -> Mapping[tuple[CardNo, str], int]:
        """Copies by number and finish, lines that name the same ones added up."""
        piles: Counter[tuple[CardNo, str]] = Counter()
        for one in self.counted:
            piles[one.number, one.finish] += one.quantity
        return piles

    @property
    def lines(self) -> Mapping[tuple[CardNo, str], tuple[int, ...]]:
        """The lines that name each number and finish."""
        lines: dict[tuple[CardNo, str], list[int]] = {}
        for one in self.counted:
            if one.line is not None:
                lines.setdefault((one.number, one.finish), []).append(one.line)
        return {pile: tuple(named) for pile, named in lines.items()}
