"""What one game tells, and what many tell together, in lines of text."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from collection.analysis.many_report import HINDSIGHT, many_parts
from collection.analysis.report import habit_sentence
from collection.analysis.summary import ManyGames, SeatSummary
from collection.analysis.words import Size, counted, plural, scale, sign_of
from collection.tui.face import OWNER_MARKS
from collection.tui.review_findings import Findings
from collection.tui.text import plain_content

_LONG = 400
_PAGE = 66
"""The cells of a line on a page in front of a screen of 80."""

_METHOD = (
    "Accuracy is the part of the chances that a seat could have kept which it did keep, over its moves with a choice: "
    "the chances after them added up, by those before them."
)
_HINDSIGHT = "All of it is in hindsight, with every card known, which nobody at the table knew."


def summary_lines(findings: Findings, names: tuple[str, str]) -> list[Content]:
    """Give what one game tells, seat by seat, and the scale at the end."""
    summary = findings.summary
    lines = [Content.styled(_far(findings), "bold")] if not findings.complete else []
    for seat in summary.seats:
        lines += [*_seat_lines(seat, names[seat.seat]), Content("")]
    lines.append(_turned(findings, names))
    if summary.costliest is not None:
        one = findings.judged[summary.costliest]
        lost = f"{one.loss * 100:.0f} points of 100"
        lines.append(plain_content(f"Costliest: move {one.number}, {one.move}, which gave away {lost}.", cells=_LONG))
    if summary.exact_from is not None:
        lines.append(plain_content(f"From move {summary.exact_from} on everything is proven to the end of the game."))
    if findings.analysis.fillings:
        times = findings.analysis.fillings
        drawn = f"What nobody saw was drawn {times} times in agreement with the record; these are the averages."
        lines.append(plain_content(drawn, cells=_LONG))
    lines += [Content(""), *scale_lines(), Content(""), plain_content(f"{_METHOD} {_HINDSIGHT}", "dim", cells=_LONG)]
    return lines


def _far(findings: Findings) -> str:
    return f"As far as it was judged: {len(findings.judged)} of {len(findings.analysis.curve) - 1} moves."


def _seat_lines(seat: SeatSummary, name: str) -> list[Content]:
    accuracy = "no accuracy: it had nothing to keep" if seat.accuracy is None else f"accuracy {seat.accuracy:.0f} %"
    judged = f"{accuracy}, over {plural(seat.moves, 'move')} with a choice" if seat.moves else "no move with a choice"
    return [
        plain_content(f"{OWNER_MARKS[seat.seat]} {name}: {judged}", "bold", cells=_LONG),
        *([plain_content("  " + sizes_line(seat.sizes))] if seat.moves else []),
        *(plain_content(f"  {habit_sentence(habit)}", cells=_LONG) for habit in seat.habits if habit.times),
    ]


def sizes_line(sizes: Mapping[Size, int]) -> str:
    """Give how many moves were of each size."""
    return "  ".join(f"{sign_of(size)} {counted(sizes.get(size, 0), size)}" for size in Size)


def _turned(findings: Findings, names: tuple[str, str]) -> Content:
    points = findings.summary.turned
    if not points:
        so_far = "" if findings.complete else " so far"
        return Content(f"The game did not change hands by a mistake{so_far}.")
    told = "; ".join(
        f"move {point.number}, {OWNER_MARKS[point.seat]} {names[point.seat]} ({point.phase.value})" for point in points
    )
    return plain_content(f"It changed hands at {told}.", cells=_LONG)


def scale_lines() -> list[Content]:
    """Give the scale of sizes."""
    return [plain_content(line) for line in scale()]


def many_lines(found: ManyGames) -> list[Content]:
    """Give what many games tell of one player, as the report has it, and the scale at the end."""
    lines: list[Content] = []
    for part in many_parts(found, _PAGE):
        lines += [plain_content(part.heading, "bold", cells=_LONG)]
        lines += [*(plain_content(line, cells=_LONG) for line in part.lines), Content("")]
    return [*lines, *scale_lines(), Content(""), plain_content(f"{_METHOD} {HINDSIGHT}", "dim", cells=600)]
