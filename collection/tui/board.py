"""The 3 by 3 board: nine faces, a cursor, what may be played where and what it would take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from collection.games.mudwater.state import BLACK, SQUARES
from collection.tui.face import SMALLEST, Emphasis, Frame, Lines, Look, Part, draw

LARGEST = (23, 9)
"""Columns and rows beyond which a square gains nothing."""
_SHAPE = 2.6
"""Cells across for one down: about a card's shape in most terminals."""

EMPTY_BOARD: tuple[Look, ...] = tuple(Look(place=place) for place in SQUARES)
"""Nine empty squares."""

_EMPHASIS = {
    Emphasis.PLAIN: Style.null(),
    Emphasis.STRONG: Style(bold=True),
    Emphasis.QUIET: Style(dim=True),
}


class Board(Widget, can_focus=True):
    """Nine squares. It draws what it is given, moves a cursor, and says which square was chosen."""

    DEFAULT_CSS = """
    Board {
        width: 1fr; height: 1fr; min-width: 39; min-height: 15;
        &> .board--black { color: $text-primary; background: $primary-muted; }
        &> .board--white { color: $text-warning; background: $warning-muted; }
        &> .board--empty { color: $text-muted; }
        &> .board--target { color: $text-success; }
        &> .board--taken { color: $text-error; background: $error-muted; }
        &> .board--cursor { color: $foreground; text-style: bold; }
        &:ansi > .board--black { background: ansi_default; }
        &:ansi > .board--white { background: ansi_default; }
        &:ansi > .board--taken { background: ansi_default; text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--black",
        "board--white",
        "board--empty",
        "board--target",
        "board--taken",
        "board--cursor",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1, 0)", "Up", id="board.up", show=False),
        Binding("down,j", "step(1, 0)", "Down", id="board.down", show=False),
        Binding("left,h", "step(0, -1)", "Left", id="board.left", show=False),
        Binding("right,l", "step(0, 1)", "Right", id="board.right", show=False),
        Binding("full_stop", "leap(1)", "Next square to play on", id="board.next", show=False),
        Binding("comma", "leap(-1)", "Previous square to play on", id="board.previous", show=False),
        Binding("enter,space", "choose", "Play here", id="board.choose", show=False),
    ]

    @dataclass
    class Pointed(Message):
        """The cursor came to a square, by key or by mouse."""

        board: Board
        square: int

        @property
        def control(self) -> Board:
            """The board it happened on."""
            return self.board

    @dataclass
    class Chosen(Message):
        """A square was chosen, by key or by click."""

        board: Board
        square: int

        @property
        def control(self) -> Board:
            """The board it happened on."""
            return self.board

    def __init__(self, looks: tuple[Look, ...] = EMPTY_BOARD, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._looks = looks
        self.cursor = SQUARES.index("c")
        self.show_cursor = False
        """Whether the cursor is drawn: while a card is held, or the board has the focus."""

    def show(self, looks: tuple[Look, ...]) -> None:
        """Draw these nine squares."""
        self._looks = looks
        self.refresh()

    @property
    def looks(self) -> tuple[Look, ...]:
        """The nine squares as they are drawn, the cursor among them."""
        shown = self.show_cursor or self.has_focus
        return tuple(replace(look, cursor=shown and square == self.cursor) for square, look in enumerate(self._looks))

    def point(self, square: int) -> None:
        """Move the cursor to `square`."""
        if square != self.cursor:
            self.cursor = square
            self.refresh()
            self.post_message(self.Pointed(self, square))

    def action_step(self, down: int, right: int) -> None:
        """Move the cursor by one square; at the rim it stays."""
        row, column = divmod(self.cursor, 3)
        self.point(min(max(row + down, 0), 2) * 3 + min(max(column + right, 0), 2))

    def action_leap(self, step: int) -> None:
        """Move the cursor to the next square that the held card may be played on."""
        for distance in range(1, len(SQUARES) + 1):
            square = (self.cursor + step * distance) % len(SQUARES)
            if self._looks[square].target:
                self.point(square)
                return

    def action_choose(self) -> None:
        """Choose the square under the cursor."""
        self.post_message(self.Chosen(self, self.cursor))

    def square_size(self) -> tuple[int, int]:
        """Give columns and rows of one square: as large as fits, near a card's shape, odd so that it has a middle."""
        height = min(max(_odd(self.size.height // 3), SMALLEST[1]), LARGEST[1])
        across = min(_odd(self.size.width // 3), LARGEST[0], _odd(round(height * _SHAPE)))
        width = max(across, SMALLEST[0])
        return width, min(height, max(_odd(round(width / _SHAPE) + 1), SMALLEST[1]))

    def _origin(self) -> tuple[int, int]:
        width, height = self.square_size()
        return max((self.size.width - 3 * width) // 2, 0), max((self.size.height - 3 * height) // 2, 0)

    def square_at(self, x: int, y: int) -> int | None:
        """Give the square at a cell of this widget, None beside the board."""
        left, top = self._origin()
        width, height = self.square_size()
        column, row = (x - left) // width, (y - top) // height
        return row * 3 + column if 0 <= column < 3 and 0 <= row < 3 else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse while a card is held, so that what it would take is seen before the click."""
        square = self.square_at(event.x, event.y)
        if self.show_cursor and square is not None:
            self.point(square)

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked square."""
        square = self.square_at(event.x, event.y)
        if square is not None:
            self.point(square)
            self.post_message(self.Chosen(self, square))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor, unless a card is held."""
        self.refresh()

    def render(self) -> Content:
        """Draw the nine squares in the middle of the room there is."""
        width, height = self.square_size()
        left, top = self._origin()
        looks = self.looks
        rows: list[Content] = [Content("")] * top
        margin = Content(" " * left)
        for row in range(3):
            faces = [self._styled(look, draw(look, width, height)) for look in looks[row * 3 : row * 3 + 3]]
            rows.extend(margin + Content.assemble(*line) for line in zip(*faces, strict=True))
        return Content("\n").join(rows)

    def _styled(self, look: Look, lines: Lines) -> list[Content]:
        ground = self.get_visual_style(f"board--{_ground(look)}")
        frame = ground + self.get_visual_style("board--cursor", partial=True) if look.cursor else ground
        drawn = []
        for line in lines:
            parts = [(part.text, _part_style(part, look, ground, frame)) for part in line]
            drawn.append(Content.assemble(*parts))
        return drawn


def _odd(cells: int) -> int:
    """Give the greatest odd number up to `cells`."""
    return cells - 1 + cells % 2


def _ground(look: Look) -> str:
    if look.taken:
        return "taken"
    if look.owner is None:
        return "target" if look.target else "empty"
    return "black" if look.owner == BLACK else "white"


def _part_style(part: Part, look: Look, ground: Style, frame: Style) -> Style:
    at_frame = part.text[:1] in Frame.DOUBLE.value + "▶◀" and look.cursor
    return (frame if at_frame else ground) + _EMPHASIS[part.emphasis]
