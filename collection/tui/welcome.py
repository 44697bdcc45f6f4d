"""The first run: there is no book yet."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button, Static

from collection.tui.commands import bindings_of
from collection.tui.place import KeyLine, MudwaterScreen
from collection.tui.text import paragraph


class WelcomeScreen(MudwaterScreen):
    """Offers a sample collection in a book of its own, and a book for the cards in hand."""

    WHERE: ClassVar[str] = "welcome"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("welcome"))
    DEFAULT_CSS = """
    WelcomeScreen { align: center middle; }
    WelcomeScreen #welcome { width: 60; max-width: 96%; height: auto; }
    WelcomeScreen .offer { width: 1fr; height: 3; content-align: left middle; text-align: left; }
    WelcomeScreen .offer-more { color: $text-muted; padding: 0 0 0 4; height: auto; }
    """

    def compose(self) -> ComposeResult:
        """Compose the two offers."""
        with Vertical(id="welcome"):
            yield Static("Mudwater: Swamp Origins", classes="dialog-title", markup=False)
            yield Static("Your binder, ledger, hand workshop and sparring partner.\n", classes="muted", markup=False)
            yield Button(
                Content.assemble(("1", "bold"), "  Look around in a sample collection"), id="sample", classes="offer"
            )
            yield Static(
                "Made-up packs, hands and games in a book of its own.\nYour own cards stay out of it.\n",
                classes="offer-more",
                markup=False,
            )
            yield Button(Content.assemble(("2", "bold"), "  Start with my own cards"), id="real", classes="offer")
            yield Static(id="where", classes="offer-more", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Say where the book would be, and begin at the first offer."""
        self.query_one("#where", Static).update(
            Content.assemble("An empty book, kept at\n", paragraph(str(self.mudwater.own_path)))
        )
        self.query_one("#sample", Button).focus()

    def action_sample(self) -> None:
        """Open the sample."""
        from collection.store.location import sample_path

        self.mudwater.change_book(sample_path(self.mudwater.own_path), sample=True)

    def action_real(self) -> None:
        """Make the own book and begin with the first pack."""
        self.mudwater.start = "packs"
        self.mudwater.change_book(self.mudwater.own_path, sample=False, anew=True)

    def action_next(self) -> None:
        """Go to the other offer."""
        self.focus_next(Button)

    @on(Button.Pressed, "#sample")
    def _sample(self) -> None:
        self.action_sample()

    @on(Button.Pressed, "#real")
    def _real(self) -> None:
        self.action_real()
