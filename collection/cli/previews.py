"""What a file or a count change: shown, asked about, and told when it is done."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import typer

from collection.catalogue.card import BASE_FINISH
from collection.cli.asked import Asked
from collection.cli.output import STAND_IN_NOTE, counted, data, data_json, face_name, short, table, talk
from collection.cli.receipts import broken_json, entry_json, tell_broken, tell_said_before, tell_way_back
from collection.text import plain

if TYPE_CHECKING:
    from collection.desk.importing import Change, Imported, Preview

STANDARD_INPUT = "-"
_A_CARD = re.compile(r"#?[0-9]+(?:[:*×xX].*)?")


def read_file(name: str) -> bytes:
    """Read what a person named: a file, or standard input for `-`; no more of it than is ever read."""
    if name == STANDARD_INPUT:
        return _read(sys.stdin.buffer)
    with Path(name).open("rb") as file:
        return _read(file)


def _read(stream: BinaryIO) -> bytes:
    from collection.desk.whole import MOST_BYTES
    from collection.interchange.table import LARGEST

    content = stream.read(LARGEST + 1)
    if len(content) > LARGEST and content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        # Only a whole book's document may be longer than any table.
        content += stream.read(MOST_BYTES + 1 - len(content))
    return content


def names_a_file(word: str) -> bool:
    """Say whether a word stands for a file (or standard input), not for a card."""
    if word == STANDARD_INPUT or "/" in word or Path(word).suffix.lower() in (".csv", ".txt", ".tsv"):
        return True
    return _A_CARD.fullmatch(word) is None and Path(word).is_file()


def can_ask(name: str) -> bool:
    """Say whether somebody is there to answer: not where standard input is what is read."""
    return name != STANDARD_INPUT and sys.stdin.isatty() and sys.stderr.isatty()


def confirmed(question: str) -> bool:
    """Ask a question that is answered by yes or no; no when nothing is typed."""
    return typer.confirm(question, default=False, err=True)


def tell_preview(preview: Preview) -> None:
    """Show what change, card by card and finish by finish, and what stays."""
    if preview.changed:
        heads = ("No", "Name", "Finish", "Before", "After", "Change", "Lines")
        # What was typed has no lines.
        shown = len(heads) if preview.sheet.lines else len(heads) - 1
        table(heads[:shown], [_row(one)[:shown] for one in preview.changed], right=(0, 3, 4, 5))
    data(_summary(preview))
    if any(one.card.is_stand_in for one in preview.changed):
        talk(STAND_IN_NOTE)


def tell_reading(preview: Preview) -> None:
    """Say how the file was read, what was left out, and every line that could not be read."""
    for notice in preview.notices:
        talk(short(notice, 500))
    for refusal in preview.refused:
        talk(short(str(refusal), 500))


def tell_imported(asked: Asked, preview: Preview, imported: Imported, *, as_json: bool) -> None:
    """Say what was posted, which hands it broke, and how to take it back."""
    if as_json:
        data_json(preview_json(preview, imported))
    elif imported.entry is not None and imported.new:
        tell_preview(preview)
    tell_reading(preview)
    if imported.entry is None:
        talk("Nothing differs: nothing was posted.")
        return
    tell_said_before(imported.new)
    tell_broken(imported.broken)
    tell_way_back(asked, imported.entry.id)


def preview_json(preview: Preview, imported: Imported | None = None) -> dict[str, Any]:
    """Give a preview as `import --json` and `recount --json` print it; `entry` is what was posted, if anything was."""
    entry = None if imported is None else imported.entry
    return {
        "mode": preview.mode.value,
        "whole": preview.whole,
        "read_as": preview.sheet.shape,
        "changed": [_change_json(one) for one in preview.changed],
        "unchanged": [_change_json(one) for one in preview.unchanged],
        "refused": [{"line": one.line, "reason": one.reason} for one in preview.refused],
        "notices": list(preview.notices),
        "entry": None if entry is None else entry_json(entry),
        "new": imported is not None and imported.new,
        "broken": [] if imported is None else broken_json(imported.broken),
    }


def _row(one: Change) -> tuple[str, ...]:
    return (
        str(one.card.number),
        face_name(one.card),
        "" if one.finish == BASE_FINISH else plain(one.finish),
        str(one.before),
        str(one.after),
        f"{one.change:+}",
        ", ".join(map(str, one.lines[:4])) + (", …" if len(one.lines) > 4 else "") or "not named",
    )


def _summary(preview: Preview) -> str:
    numbers = len({one.card.number for one in preview.changed})
    changed = f"{counted(numbers, 'number changes', 'numbers change')}" if numbers else "No number changes"
    copies = f", +{preview.came} and -{preview.went} copies" if numbers else ""
    stay = len({one.card.number for one in preview.unchanged})
    refused = len({one.line for one in preview.refused})
    day = f" On {preview.on.isoformat()}:" if preview.on is not None else ""
    return f"{day} {changed}{copies}; {stay} named and unchanged; {counted(refused, 'line')} refused.".strip()


def _change_json(one: Change) -> dict[str, Any]:
    return {
        "number": one.card.number,
        "name": one.card.name,
        "finish": one.finish,
        "before": one.before,
        "after": one.after,
        "lines": list(one.lines),
    }
