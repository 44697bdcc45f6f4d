"""The chance of winning over a game as a curve of characters: black's side up, white's side down, 50 % between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from collection.tui.face import OWNER_MARKS

LABEL = 6
"""Cells at the left, for the scale."""
_WIDEST = 3
"""Cells that one position takes at most."""
_BLACK, _WHITE = "bold $text-primary", "bold $text-warning"
_HERE = "◆"


@dataclass(frozen=True, slots=True)
class Course:
    """How the chances stood after each move; the first position is that before any move."""

    chances: tuple[float | None, ...]
    """Black's, 0 to 1; None where nothing has been found out yet."""
    signs: tuple[str, ...]
    """The sign of the move that led to each position, empty where there is nothing to say of it."""
    exact: tuple[bool, ...]
    """Whether a chance is proven and not estimated."""

    @classmethod
    def unknown(cls, positions: int) -> Course:
        """Give the course of a game of which nothing has been found out."""
        return cls((None,) * positions, ("",) * positions, (False,) * positions)


@dataclass(frozen=True, slots=True)
class Fit:
    """Which positions fit beside one another, and how many cells each has."""

    first: int
    count: int
    cells: int


def fit(positions: int, room: int, here: int) -> Fit:
    """Fit `positions` into `room` cells; where not all fit, those around `here`."""
    count = max(min(positions, room), 1)
    first = min(max(here - count // 2, 0), positions - count)
    return Fit(max(first, 0), count, max(min(room // count, _WIDEST), 1))


def half_steps(chance: float, rows: int) -> int:
    """Give how many half rows a chance reaches above the line of 50 % (below it when negative), of `rows` each way."""
    return round((chance - 0.5) * 4 * rows)


def draw_course(course: Course, here: int, width: int, rows: int) -> list[Content]:
    """Draw `course` in `width` cells, `rows` above the line of 50 % and as many below, and the signs at the foot.

    A heavy line is proven, a light one estimated, a dotted one not known yet; the diamond is the position shown.
    """
    fitted = fit(len(course.chances), width - LABEL, here)
    shown = range(fitted.first, fitted.first + fitted.count)
    reached = [None if (chance := course.chances[at]) is None else half_steps(chance, rows) for at in shown]
    lines = [
        _label(OWNER_MARKS[0] if row == rows else "", "100%" if row == rows else "")
        + Content.styled("".join(_up(steps, row) * fitted.cells for steps in reached), _BLACK)
        for row in range(rows, 0, -1)
    ]
    lines.append(_label("", "50%") + Content.assemble(*_axis(course, shown, here, fitted.cells)))
    lines += [
        _label(OWNER_MARKS[1] if row == rows else "", "100%" if row == rows else "")
        + Content.styled("".join(_down(steps, row) * fitted.cells for steps in reached), _WHITE)
        for row in range(1, rows + 1)
    ]
    signs = ((course.signs[at][:1].ljust(fitted.cells), "bold reverse" if at == here else "bold") for at in shown)
    return [*lines, _label("", "") + Content.assemble(*signs)]


def _label(mark: str, words: str) -> Content:
    return Content.assemble((f"{mark:1}", "bold"), (f"{words:>4} ", "dim"))


def _up(steps: int | None, row: int) -> str:
    if steps is None or steps < 2 * row - 1:
        return " "
    return "█" if steps >= 2 * row else "▄"


def _down(steps: int | None, row: int) -> str:
    if steps is None or -steps < 2 * row - 1:
        return " "
    return "█" if -steps >= 2 * row else "▀"


def _axis(course: Course, shown: Sequence[int], here: int, cells: int) -> list[tuple[str, str]]:
    parts = []
    for at in shown:
        line = "·" if course.chances[at] is None else "━" if course.exact[at] else "─"
        parts.append((_HERE + line * (cells - 1), "bold") if at == here else (line * cells, ""))
    return parts


class Curve(Widget):
    """Draws a course and says which position was clicked."""

    DEFAULT_CSS = """
    Curve { height: 8; width: 1fr; }
    """

    class Pointed(Message):
        """A position was clicked."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._course = Course.unknown(1)
        self._here = 0

    def show(self, course: Course, here: int) -> None:
        """Draw this course, with a mark at the position `here`."""
        if (course, here) != (self._course, self._here):
            self._course, self._here = course, here
            self.refresh()

    @property
    def course(self) -> Course:
        """What is drawn."""
        return self._course

    def position_at(self, x: int) -> int | None:
        """Give the position at a column of this widget, None beside the curve."""
        fitted = fit(len(self._course.chances), self.size.width - LABEL, self._here)
        place = (x - LABEL) // fitted.cells
        return fitted.first + place if x >= LABEL and place < fitted.count else None

    def on_click(self, event: events.Click) -> None:
        """Say which position was clicked."""
        at = self.position_at(event.x)
        if at is not None:
            self.post_message(self.Pointed(at))

    def render(self) -> Content:
        """Draw the course in the room there is."""
        rows = max((self.size.height - 2) // 2, 1)
        return Content("\n").join(draw_course(self._course, self._here, max(self.size.width, LABEL + 1), rows))
