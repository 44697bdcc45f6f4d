"""A bare Textual app with the same rows and a filter: at each key the table is filled anew, and nothing else."""

from __future__ import annotations

import sys

from textual import on
from textual.app import App, ComposeResult
from textual.widgets import DataTable, Input

from collection.catalogue.data import load_catalogue


class BareFilter(App[None]):
    """An input, and a table of the cards whose names contain what is typed."""

    def compose(self) -> ComposeResult:
        """Compose both."""
        yield Input(compact=True)
        yield DataTable(cursor_type="row")

    def on_mount(self) -> None:
        """Show every card."""
        self._rows = [
            (
                str(card.number),
                card.name,
                card.level.diamonds,
                card.family.value,
                " ".join(map(str, card.edges)),
                str(sum(card.edges)),
                "0",
                "~",
            )
            for card in load_catalogue()
        ]
        table = self.query_one(DataTable)
        for heading, width in zip("abcdefgh", (3, 24, 5, 8, 7, 3, 3, 4), strict=True):
            table.add_column(heading, width=width)
        table.add_rows(self._rows)

    @on(Input.Changed)
    def _fill(self, event: Input.Changed) -> None:
        table = self.query_one(DataTable)
        table.clear()
        table.add_rows(row for row in self._rows if event.value.casefold() in row[1].casefold())


if __name__ == "__main__":
    sys.exit(BareFilter().run())
