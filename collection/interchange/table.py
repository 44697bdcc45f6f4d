"""Tables that people keep as text: any common encoding, separator and line ending, read with the lines of the file."""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from collection.errors import NotUnderstood
from collection.text import plain, search_key

LARGEST = 100_000_000
"""The most bytes that a table may have: a ledger of twenty thousand packs takes a tenth of it."""

SEPARATORS = (",", ";", "\t")
"""What may stand between cells when the file does not say so itself."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks. Those of UTF-32 come first, for one of them begins like one of UTF-16."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_SAYS_SEPARATOR = re.compile(r"\s*\"?sep=(?P<sign>[^\"\w\s]|\t| )\"?[,;\s]*", re.IGNORECASE)
_OPENS = re.compile(r' *"')
_MOST_LINES = 50
"""Lines that one quoted cell may run over; more is taken for a quotation mark that nobody closed."""
_NEEDS_QUOTES = re.compile(r'[",;\t\r\n]|^\s|\s$')
_FORMULA = re.compile(r"'*[=+\-@]")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line of the file on which it begins, from 1, and its cells, made plain."""

    line: int
    cells: tuple[str, ...]

    @property
    def is_blank(self) -> bool:
        """Whether it holds nothing that can be seen."""
        return not any(self.cells)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that cannot be read, and why, in a sentence; `line` is None for what is not in a file."""

    line: int | None
    reason: str

    def __str__(self) -> str:
        return self.reason if self.line is None else f"Line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under heads. `heads` are titles as `heading` gives them, to be compared; blank rows are left out."""

    titles: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    refused: tuple[Refusal, ...]


def heading(title: str) -> str:
    """Give the form in which heads are compared: no case, accents, spaces or signs; `#` stands for `number`."""
    key = search_key(title.replace("#", " number "))
    return "".join(sign for sign in key if sign.isalnum())


def decoded(data: bytes, *, most: int = LARGEST) -> tuple[str, tuple[str, ...]]:
    """Give the text of a file of at most `most` bytes, and what a person should know about its reading.

    UTF-8 with or without its mark, UTF-16 and UTF-32 with theirs, else Windows-1252, which a notice tells. Raises
    NotUnderstood for what is no text.
    """
    if len(data) > most:
        raise NotUnderstood(f"This file has more than the {most} bytes that are read. Is it the one?")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding), ()
            except UnicodeDecodeError:
                raise NotUnderstood(f"This file begins as {encoding.upper()} and goes on as something else.") from None
    if b"\0" in data:
        raise NotUnderstood("This file is no text. If it is a table, save it as CSV in UTF-8 and try again.")
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        raise NotUnderstood("This file is neither UTF-8 nor Windows-1252. Save it as CSV in UTF-8.") from None
    return text, ("The file is not UTF-8 and was read as Windows-1252: look at names with accents.",)


def lines_of(text: str) -> list[str]:
    """Give the lines of a text, whichever of the three line endings they have."""
    return _LINE_END.split(text)


def read_table(text: str, known: Collection[str]) -> Table | None:
    """Read a text as a table; None where it begins with nothing that is a table's head.

    A line `sep=;` is obeyed. Else that separator is taken under which the first line shows the most heads that are
    `known`; a line with none of them, or with a single cell, is no head.
    """
    lines = lines_of(text)
    first = _first_line(lines, 0)
    said = _SAYS_SEPARATOR.fullmatch(lines[first]) if first < len(lines) else None
    if said:
        first = _first_line(lines, first + 1)
    if first == len(lines):
        return None
    best: tuple[int, int, str, tuple[str, ...], int] | None = None
    for separator in (said["sign"],) if said else SEPARATORS:
        cells, taken = _record(lines, first, separator)
        if isinstance(cells, str) or len(cells) < 2:
            continue
        found = (sum(heading(cell) in known for cell in cells), len(cells), separator, cells, taken)
        if best is None or found[:2] > best[:2]:
            best = found
    if best is None or (not best[0] and not said):
        return None
    _, _, separator, titles, taken = best
    return _under(titles, lines, first + taken, separator)


def write_table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write rows under titles: commas, quotes where they are needed, one line feed behind each row."""
    return "".join(",".join(map(_quoted, row)) + "\n" for row in (titles, *rows))


def guarded(text: str) -> str:
    """Give a text so that no spreadsheet takes it for a formula: with `'` in front where it begins like one."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Give the text that `guarded` was given."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _under(titles: tuple[str, ...], lines: Sequence[str], place: int, separator: str) -> Table:
    rows: list[Row] = []
    refused: list[Refusal] = []
    while place < len(lines):
        cells, taken = _record(lines, place, separator)
        if isinstance(cells, str):
            refused.append(Refusal(place + 1, cells))
        else:
            row = Row(place + 1, cells)
            if len(titles) < len(cells) and any(cells[len(titles) :]):
                refused.append(Refusal(row.line, _too_many(row, titles)))
            elif not row.is_blank:
                # Spreadsheets leave out empty cells at the end of a row, and add some.
                rows.append(Row(row.line, (*cells, *[""] * (len(titles) - len(cells)))[: len(titles)]))
        place += taken
    return Table(titles, tuple(map(heading, titles)), tuple(rows), tuple(refused))


def _too_many(row: Row, titles: Sequence[str]) -> str:
    return (
        f"It has {len(row.cells)} cells under {len(titles)} heads. A separator inside a cell needs quotation marks "
        "around the cell."
    )


def _first_line(lines: Sequence[str], place: int) -> int:
    while place < len(lines) and not plain(lines[place]).strip():
        place += 1
    return place


def _record(lines: Sequence[str], place: int, separator: str) -> tuple[tuple[str, ...] | str, int]:
    """Read the row that begins on line `place` (from 0): its cells, or why not; and how many lines it takes.

    After a fault reading goes on with the very next line, so that one lost quotation mark costs one line.
    """
    cells: list[str] = []
    text, at, taken = lines[place], 0, 1
    while True:
        opening = _OPENS.match(text, at)
        if opening is None:
            end = text.find(separator, at)
            cell, at = text[at : end if end >= 0 else None], end
        else:
            closed = _quoted_cell(lines, place + taken - 1, opening.end())
            if closed is None:
                return "A quotation mark opens here and is never closed.", 1
            cell, line, at = closed
            text, taken = lines[line], line - place + 1
            while text.startswith(" ", at) and separator != " ":
                at += 1
            if at < len(text) and not text.startswith(separator, at):
                return "Text stands behind a closing quotation mark; inside a cell it is written twice.", 1
            at = at if at < len(text) else -1
        cells.append(" ".join(plain(cell).split()))
        if at < 0:
            return tuple(cells), taken
        at += len(separator)


def _quoted_cell(lines: Sequence[str], line: int, at: int) -> tuple[str, int, int] | None:
    """Read on from behind an opening quotation mark: the text, and line and place behind the closing one."""
    pieces: list[str] = []
    last = min(len(lines), line + _MOST_LINES)
    while line < last:
        end = lines[line].find('"', at)
        if end < 0:
            pieces.append(lines[line][at:] + "\n")
            line, at = line + 1, 0
        elif lines[line].startswith('"', end + 1):
            pieces.append(lines[line][at : end + 1])
            at = end + 2
        else:
            return "".join(pieces) + lines[line][at:end], line, end + 1
    return None


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell
