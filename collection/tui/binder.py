"""The Binder: cards, what is owned of them, and one card's life."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable

from collection.tui.commands import bindings_of
from collection.tui.place import MudwaterScreen


class BinderScreen(MudwaterScreen):
    """Cards in a table, the card under the cursor beside it."""

    WHERE: ClassVar[str] = "binder"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("binder"))
    MAIN: ClassVar[str] = "#cards"

    def compose_place(self) -> ComposeResult:
        """Compose filter, table and detail."""
        yield DataTable(id="cards", cursor_type="row")
