"""The lines of a review: who holds how many squares, and a move with its sign and chances."""

from __future__ import annotations

from textual.content import Content

from collection.tui.face import OWNER_MARKS, fit
from collection.tui.review_findings import Findings
from collection.tui.review_sight import Instead, Told
from collection.tui.text import clipped, plain_content

_NAMED_FROM = 50
"""Cells from which on a move is shown with its card's name."""
_CHANCES = 11
"""Cells for sign and chances."""


def score_line(told: Told, at: int, instead: Instead | None) -> Content:
    """Give both players with their squares, whose turn it is, and where in the game this is."""
    held = told.squares_held(at) if instead is None else instead.squares_held
    parts: list[tuple[str, str]] = []
    for seat in (0, 1):
        turn = at < told.moves and told.state(at).to_move == seat
        name = clipped(told.names[seat], 11)
        parts.append((f"{'▸' if turn else ' '}{OWNER_MARKS[seat]} {name} {held[seat]} ", "bold" if turn else ""))
    where = f" {at} of {told.moves}" if instead is None else f" instead of {at} "
    return Content.assemble(*parts, (where, "dim" if instead is None else "bold reverse"))


def move_line(told: Told, findings: Findings | None, number: int, width: int) -> Content:
    """Give a move in `width` cells; 0 is the start."""
    if number == 0:
        return plain_content(" - start", "dim")
    sign, chances = ("", "") if findings is None else findings.brief(number)
    text = f"{number:>2} {OWNER_MARKS[told.mover(number)]} {told.notation(number)}"
    if width >= _NAMED_FROM:
        text = f"{text:<20} {told.card_of(number)}"
    room = max(width - _CHANCES, 10)
    what = plain_content(f"{fit(text, room)} ")
    return Content.assemble(what, (f"{sign:<2}", "bold"), f"{chances:>8}")
