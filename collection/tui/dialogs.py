"""Questions in front of a screen: trouble with the book, and a confirmation of what cannot be undone lightly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from collection.errors import BookBusy, CollectionError, DiskFull, NewerBook, NotABook, ReadOnlyBook
from collection.tui.place import Question
from collection.tui.text import paragraph, sentences

_WAY_OUT: tuple[tuple[type[CollectionError], str], ...] = (
    (NewerBook, "Install the newer version of this program, or open another book with --db."),
    (NotABook, "Nothing was changed in that file. Open another book with --db."),
    (ReadOnlyBook, "Allow writing to the file and its folder, or open another book with --db."),
    (DiskFull, "Make room on the disk and start again. Nothing half-done was kept."),
    (BookBusy, "Close the other program that is writing, then start again."),
)


class Trouble(Question[None]):
    """The book cannot be opened: the sentence, and the way out."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q", "give_up", "Leave", show=False)]

    def __init__(self, error: CollectionError, path: Path) -> None:
        super().__init__()
        self._error = error
        self._path = path

    def compose(self) -> ComposeResult:
        """Compose the sentence, the file, the way out and one button."""
        with Vertical(classes="dialog"):
            yield Static("The book cannot be opened", classes="dialog-title", markup=False)
            with VerticalScroll(classes="dialog-body", can_focus=False):
                yield Static(paragraph(sentences(self._error.reasons)), markup=False)
                yield Static(paragraph(f"\nFile: {self._path}"), classes="muted", markup=False)
                way = next((way for kind, way in _WAY_OUT if isinstance(self._error, kind)), "")
                yield Static(paragraph(way), classes="muted", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Leave", id="leave", variant="primary", compact=True)

    @on(Button.Pressed)
    def _leave(self) -> None:
        self.dismiss(None)


class Confirm(Question[bool]):
    """Asked once, before something is for keeps: `y` does it, the safe answer has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", "Yes", show=False),
        Binding("n,escape", "no", "No", show=False),
        Binding("left,right,up,down", "app.focus_next", "Other answer", show=False),
    ]

    def __init__(self, title: str, body: Sequence[Content], *, yes: str, no: str = "Go back") -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._yes = yes
        self._no = no

    def compose(self) -> ComposeResult:
        """Compose what would happen and the two answers."""
        with Vertical(classes="dialog"):
            yield Static(paragraph(self._title), classes="dialog-title", markup=False)
            with VerticalScroll(classes="dialog-body", can_focus=False):
                for part in self._body:
                    yield Static(part, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(Content.assemble("esc ", paragraph(self._no)), id="no", variant="primary", compact=True)
                yield Button(Content.assemble("y ", paragraph(self._yes)), id="yes", variant="warning", compact=True)

    def on_mount(self) -> None:
        """Put the focus on the safe answer."""
        self.query_one("#no", Button).focus()

    def action_yes(self) -> None:
        """Do it."""
        self.dismiss(True)

    def action_no(self) -> None:
        """Leave everything as it is."""
        self.dismiss(False)

    @on(Button.Pressed)
    def _answer(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")
