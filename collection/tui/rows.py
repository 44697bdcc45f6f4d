"""A table of rows that a person moves in, keeping its place when the rows change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

LIST_BINDINGS: tuple[Binding, ...] = (
    Binding("j", "cursor_down", "Down", show=False, id="lists.down"),
    Binding("k", "cursor_up", "Up", show=False, id="lists.up"),
)


class Rows(DataTable[Text]):
    """A table whose cursor is a row and stays on that row, wherever it goes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *LIST_BINDINGS,
        # By themselves these two go to the ends of a row, of which a cursor that is a row knows nothing.
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]

    def __init__(self, columns: Sequence[tuple[str, str, int]], *, id: str, classes: str = "") -> None:
        """Take columns as (key, heading, cells); a width that is known spares measuring each cell.

        A last column of 0 cells takes what is left of the table's width.
        """
        super().__init__(id=id, classes=classes, cursor_type="row", zebra_stripes=False)
        self._plan = columns
        self._shown: list[tuple[str, Sequence[Text]]] = []

    def on_mount(self) -> None:
        """Make the columns."""
        self._make_columns()

    def _render_cell(
        self,
        row_index: int,
        column_index: int,
        base_style: Style,
        width: int,
        cursor: bool = False,
        hover: bool = False,
    ) -> list[list[Segment]]:
        """Draw a cell: one line in one style. Textual's way, which takes every kind of cell, is a third of a frame."""
        a_row = 0 <= row_index < len(self._shown) and column_index >= 0
        cell = self._shown[row_index][1][column_index] if a_row else None
        if cell is None or cell.spans or "\n" in cell.plain:
            return super()._render_cell(row_index, column_index, base_style, width, cursor, hover)
        component, post = self._get_styles_to_render_cell(
            False, False, False, hover, cursor, self.show_cursor, self._show_hover_cursor,
            self.cursor_foreground_priority == "css", self.cursor_background_priority == "css",
        )  # fmt: skip
        own = self.app.console.get_style(cell.style) if isinstance(cell.style, str) else cell.style
        place = Style.from_meta({"row": row_index, "column": column_index})
        pad = " " * self.cell_padding
        room = width - 2 * self.cell_padding
        return [[Segment(f"{pad}{_fitted(cell, room)}{pad}", base_style + place + component + own + post)]]

    def on_resize(self) -> None:
        """Fit the last column to the table."""
        if self._plan[-1][2] == 0 and self._last_width() != self.ordered_columns[-1].width:
            at = self.cursor_row
            self.clear(columns=True)
            self._make_columns()
            for key, cells in self._shown:
                self.add_row(*cells, key=key)
            self.move_cursor(row=at)

    def _make_columns(self) -> None:
        for key, heading, width in self._plan:
            self.add_column(Text(heading, no_wrap=True), key=key, width=width or self._last_width())

    def _last_width(self) -> int:
        fixed = sum(width + 2 * self.cell_padding for _, _, width in self._plan[:-1])
        scrollbar = 1
        return max(self.size.width - fixed - 2 * self.cell_padding - scrollbar, 8)

    @property
    def cursor_key(self) -> str | None:
        """The key of the row under the cursor, None when there are no rows."""
        if not 0 <= self.cursor_row < len(self._shown):
            return None
        return self._shown[self.cursor_row][0]

    @property
    def row_keys(self) -> list[str]:
        """The keys of the rows, as they are shown."""
        return [key for key, _ in self._shown]

    def show_rows(self, rows: Iterable[tuple[str, Sequence[Text]]]) -> None:
        """Show these rows, each with its key. Nothing is drawn anew when they are what is shown already."""
        wanted = list(rows)
        if wanted == self._shown:
            return
        keep = self.cursor_key
        self._shown = wanted
        self.clear()
        for key, cells in wanted:
            self.add_row(*cells, key=key)
        if keep is not None:
            self.go_to(keep)

    def change_row(self, key: str, cells: Sequence[Text]) -> None:
        """Show other cells in the row of this key, where there is one, without drawing the others anew."""
        for index, (each, shown) in enumerate(self._shown):
            if each == key and shown != cells:
                self._shown[index] = (key, cells)
                for column, cell in zip(self.ordered_columns, cells, strict=True):
                    self.update_cell(key, column.key, cell)
                return

    def add_more(self, rows: Iterable[tuple[str, Sequence[Text]]]) -> None:
        """Show these rows below the others."""
        for key, cells in rows:
            self._shown.append((key, cells))
            self.add_row(*cells, key=key)

    def go_to(self, key: str) -> None:
        """Put the cursor on a row, where there is one of that key."""
        for index, (each, _) in enumerate(self._shown):
            if each == key:
                self.move_cursor(row=index)
                return


def _fitted(cell: Text, room: int) -> str:
    """Give a cell's words in exactly `room` cells, at the side where they belong."""
    missing = room - cell_len(cell.plain)
    if missing < 0:
        return set_cell_size(set_cell_size(cell.plain, max(room - 1, 0)) + "…", max(room, 0))
    return " " * missing + cell.plain if cell.justify == "right" else cell.plain + " " * missing
