"""Who takes the keyboard, where several people can act at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList

from collection.games.protocol import Seat
from collection.tui.hands_cards import PointedList
from collection.tui.place import Question
from collection.tui.text import plain_content


class WhoActs(Question[Seat]):
    """Asks who wants the keyboard; nothing of anybody's hand stands here."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "Back", show=False)]

    def __init__(self, people: Sequence[tuple[Seat, str]]) -> None:
        super().__init__()
        self._people = people

    def compose(self) -> ComposeResult:
        """Compose the names."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content("Who takes the keyboard?")
            dialog.border_subtitle = Content("enter chooses, esc leaves")
            yield PointedList(id="who-acts")

    def on_mount(self) -> None:
        """Show the names."""
        people = self.query_one(PointedList)
        people.show_lines([plain_content(f" {name}", cells=50) for _, name in self._people], 0)
        people.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._people[event.option_index][0])
