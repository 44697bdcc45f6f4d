"""The one door through which people's words reach the screens: never as markup, never with control characters.

Textual reads markup in almost every string it is given, and a name with a bracket would crash it or become a button.
So whatever a person may have written is turned into `Content` (widgets, titles, tooltips) or `Text` (table cells) here.
"""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.content import Content

from collection.text import plain

LONGEST_CELL = 200
"""No line of a screen shows more of a text than this; longer ones end in an ellipsis."""


def clipped(text: str, cells: int = LONGEST_CELL) -> str:
    """Give `text` safe to show on one line of at most `cells` terminal cells, with `…` where something is left out."""
    safe = plain(text[: 4 * cells + 4])
    if cell_len(safe) <= cells and len(text) <= 4 * cells + 4:
        return safe
    return set_cell_size(safe, max(cells - 1, 0)).rstrip() + "…"


def plain_text(text: str, style: str = "", *, cells: int = LONGEST_CELL, right: bool = False) -> Text:
    """Give a table cell: `text` as it is written, no markup, one line of at most `cells` cells."""
    return Text(
        clipped(text, cells), style=style, no_wrap=True, overflow="ellipsis", end="", justify="right" if right else None
    )


def plain_content(text: str, style: str = "", *, cells: int = LONGEST_CELL) -> Content:
    """Give a widget's content, title or tooltip: `text` as it is written, no markup."""
    return Content.styled(clipped(text, cells), style) if style else Content(clipped(text, cells))


def paragraph(text: str, style: str = "", *, characters: int = 1_000) -> Content:
    """Give a longer text that may wrap; line breaks that this program wrote itself are kept."""
    lines = [plain(line) for line in text[: characters + 1].splitlines()]
    safe = "\n".join(lines)
    if len(text) > characters:
        safe = safe[: characters - 1].rstrip() + "…"
    return Content.styled(safe, style) if style else Content(safe)


def sentences(reasons: tuple[str, ...]) -> str:
    """Give the reasons of a refusal, each on a line of its own."""
    return "\n".join(plain(reason) for reason in reasons)
