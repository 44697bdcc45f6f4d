"""The curtain of a hot seat: it hides everything before the other hand is shown."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from collection.tui.text import plain_content

_WHY = "Everything is hidden until then, so that nobody sees a hand that is not theirs."


class Curtain(ModalScreen[bool]):
    """Hides the whole screen until the person it names has the keyboard.

    It ends with True when they say so, and with False when somebody leaves the match here.
    """

    DEFAULT_CSS = """
    Curtain { align: center middle; background: $background 100%; }
    Curtain > Vertical {
        width: 60; max-width: 100%; height: auto; padding: 1 2; border: heavy $primary; background: $surface;
    }
    Curtain Static { width: 1fr; height: auto; text-align: center; margin-bottom: 1; }
    Curtain #curtain-name { text-style: bold; }
    Curtain #curtain-why { color: $text-muted; }
    Curtain Button { width: 100%; }
    """
    AUTO_FOCUS = ""
    """Nothing but the space bar and the mouse draws the curtain: a stray enter must not show a hand."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "ready", "Show my hand", id="curtain.ready"),
        Binding("escape", "leave", "Leave", id="curtain.leave"),
    ]

    def __init__(self, name: str, news: str = "") -> None:
        super().__init__()
        self._person = name
        self._news = news

    def compose(self) -> ComposeResult:
        """Name the person, say how to go on, and repeat what everybody may know."""
        with Vertical():
            yield Static(plain_content(f"Hand the keyboard to {self._person}"), id="curtain-name")
            if self._news:
                yield Static(plain_content(self._news), id="curtain-news")
            yield Static(plain_content(_WHY), id="curtain-why")
            ready = Button(plain_content(f"I am {self._person}: show my hand (space)", cells=54), id="curtain-ready")
            ready.can_focus = False
            yield ready

    def on_button_pressed(self) -> None:
        """Draw the curtain by mouse."""
        self.action_ready()

    def action_ready(self) -> None:
        """Show the hand."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Leave the match as it is; it is saved."""
        self.dismiss(False)
