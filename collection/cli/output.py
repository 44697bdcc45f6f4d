"""What leaves the program: data on standard output, talk on standard error, tables that fit a terminal."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Any, TextIO

from collection.catalogue.card import STAND_IN_MARK, Card
from collection.text import plain

STAND_IN_NOTE = f"{STAND_IN_MARK} marks a stand-in: nobody has confirmed it from a real card yet."

_NARROWEST = 8
"""Cells that a column keeps, however narrow the terminal."""


def data(text: str = "") -> None:
    """Write a line of data."""
    sys.stdout.write(text + "\n")


def talk(text: str) -> None:
    """Write a line for the person who is reading along.

    Where nobody can be reading (a full disk, a closed pipe) it is left unsaid: what was done stays done.
    """
    sys.stdout.flush()
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        let_go(sys.stderr)


def let_go(stream: TextIO) -> None:
    """Point `stream` nowhere, so that Python does not fail once more while it exits."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def data_json(value: Any) -> None:
    """Write a value as JSON on one line: in ASCII, so that no terminal and no pipe can trip over it."""
    data(json.dumps(value))


def short(text: str, cells: int = 60) -> str:
    """Give text from people for use in a line: plain, and cut with `…` where it is longer than `cells`."""
    text = plain(text)
    if width(text) <= cells:
        return text
    kept, used = [], 0
    for character in text:
        used += _cells(character)
        if used > cells - 1:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def width(text: str) -> int:
    """Count the terminal cells that `text` takes."""
    return len(text) if text.isascii() else sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Collection[int] = ()) -> None:
    """Write rows under heads as data, in columns that fit the terminal; those named in `right` are right-aligned.

    Cells are made plain here. Where the terminal is too narrow the widest columns are cut, with `…` to show it.
    """
    lines = [[plain(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(width(line[column]) for line in lines) for column in range(len(heads))]
    room = shutil.get_terminal_size((80, 24)).columns - 2 * (len(heads) - 1)
    while sum(widths) > room and max(widths) > _NARROWEST:
        spare = sum(widths) - room
        widest = widths.index(max(widths))
        others = max((size for column, size in enumerate(widths) if column != widest), default=0)
        widths[widest] = max(_NARROWEST, widths[widest] - spare, min(others, widths[widest] - 1))
    for line in lines:
        cells = [short(cell, size) for cell, size in zip(line, widths, strict=True)]
        padded = [
            " " * (size - width(cell)) + cell if column in right else cell + " " * (size - width(cell))
            for column, (cell, size) in enumerate(zip(cells, widths, strict=True))
        ]
        data("  ".join(padded).rstrip())


def face_name(card: Card) -> str:
    """Give a card's name, marked when the card is a stand-in."""
    return f"{plain(card.name)} {STAND_IN_MARK}" if card.is_stand_in else plain(card.name)


def card_name(card: Card) -> str:
    """Give number and name as they stand in a sentence: `45 Sea Dog ~`."""
    return f"{card.number} {face_name(card)}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Give `1 card`, `2 cards`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Give `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def on_a_terminal() -> bool:
    """Say whether the screens can be shown."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
