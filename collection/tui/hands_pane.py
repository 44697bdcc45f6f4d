"""What the builder shows: owned cards at the left, the hand at the right, and its figures below both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from collection.catalogue.card import Card, CardNo
from collection.hands.hand import HAND_SIZE, Hand
from collection.tui.face import CardFace, Printed
from collection.tui.hands_cards import CardList
from collection.tui.hands_desk import Shelf
from collection.tui.hands_figures import Figures, figure_lines, notes
from collection.tui.hands_rows import LOCKED, ROOMY, Lines
from collection.tui.text import plain_content

_FEWEST_ROWS = 6
"""Lines of cards that are seen however much there is to say below."""

_NARROW = 36
"""Cells of the hand's lines on a screen that is not roomy: its column without edge and scroll bar."""

_ROOM_FOR_A_FACE = 35
"""Lines in which a whole hand, a card's face below it and the figures have room."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A hand being built, as it stands after one key."""

    shelf: Shelf
    hand: Hand | None
    """The saved hand that it is made of."""
    found: Sequence[Card]
    """The owned cards that the search finds."""
    now: Figures
    before: Figures
    """The figures before the last change."""
    locked: frozenset[CardNo]
    changed: bool


class BuilderPane(Vertical):
    """Shows benches; changes nothing."""

    DEFAULT_CSS = """
    BuilderPane { height: 1fr; }
    BuilderPane #panes { height: 1fr; }
    BuilderPane #left { width: 1fr; padding-left: 1; }
    BuilderPane #right { width: 38; padding-left: 1; border-left: vkey $panel; }
    BuilderPane #search { height: 1; }
    BuilderPane #prompt { width: 2; color: $footer-key-foreground; text-style: bold; }
    BuilderPane #filter { width: 1fr; background: $background; }
    BuilderPane #filter:focus { background: $surface; }
    BuilderPane .heading { height: 1; color: $text-muted; }
    BuilderPane #owned { height: 1fr; }
    BuilderPane #title { height: 1; }
    BuilderPane #hand { height: auto; max-height: 1fr; }
    BuilderPane #summary {
        height: auto; padding: 0 1; background: $surface; scrollbar-size-vertical: 1;
    }
    BuilderPane #figures, BuilderPane #reasons { height: auto; width: 1fr; }
    BuilderPane #preview { display: none; margin: 1 0 0 6; width: 23; height: 9; }
    """

    def compose(self) -> ComposeResult:
        """Compose both lists, the filter above the one, and the figures below both."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                with Horizontal(id="search"):
                    yield Static(Content("/"), id="prompt")
                    yield Input(placeholder="level:2 family:club n>=4", id="filter", compact=True)
                yield Static(id="owned-heading", classes="heading")
                yield CardList(id="owned")
            with Vertical(id="right"):
                yield Static(id="title")
                yield Static(id="hand-heading", classes="heading")
                yield CardList(id="hand", twice=True)
                yield CardFace(id="preview")
        with VerticalScroll(id="summary"):
            yield Static(id="figures")
            yield Static(id="reasons")

    @property
    def owned(self) -> CardList:
        """The owned cards."""
        return self.query_one("#owned", CardList)

    @property
    def hand(self) -> CardList:
        """The cards of the hand."""
        return self.query_one("#hand", CardList)

    @property
    def box(self) -> Input:
        """Where a search is typed."""
        return self.query_one("#filter", Input)

    @property
    def pointed(self) -> CardNo | None:
        """The card under the cursor of the list that is worked in."""
        return (self.owned if self.owned.has_focus else self.hand).number

    def show(self, bench: Bench) -> None:
        """Show all of it."""
        self.show_owned(bench)
        lines, shelf = self._lines(bench), bench.shelf
        self.query_one("#hand-heading", Static).update(Content(lines.hand_heading()))
        self.hand.show(lines.hand(bench.now, bench.locked))
        self.query_one("#title", Static).update(_title(bench, self.app.size.width))
        shown = figure_lines(bench.now, bench.before, shelf.catalogue)
        self.query_one("#figures", Static).update(Content("\n").join(shown))
        reasons = self.query_one("#reasons", Static)
        against = notes(bench.now, shelf.catalogue)
        reasons.update(Content("\n").join(against))
        reasons.display = bool(against)
        # The hand is seen whole first; what has no room below it can be scrolled to.
        rows = min(max(len(bench.now.cards), _FEWEST_ROWS), HAND_SIZE)
        self.query_one("#summary").styles.max_height = max(self.size.height - rows - 2, len(shown))
        self.query_one("#preview").display = self.size.height >= _ROOM_FOR_A_FACE

    def show_owned(self, bench: Bench) -> None:
        """Show the owned cards alone: the search is another one."""
        lines = self._lines(bench)
        self.query_one("#owned-heading", Static).update(Content(lines.owned_heading()))
        self.owned.show(lines.owned(bench.found, frozenset(bench.now.cards), bench.locked))

    def show_face(self, card: Card) -> None:
        """Show a card's face, where there is room for it."""
        self.query_one("#preview", CardFace).card = Printed.of(card)

    def _lines(self, bench: Bench) -> Lines:
        return Lines(bench.shelf, bench.hand, self.app.size.width >= ROOMY)


def _title(bench: Bench, width: int) -> Content:
    """Give what stands above the hand on a screen of `width` columns; the name takes the room that the rest leaves."""
    roomy = width >= ROOMY
    state = f"  {len(bench.now.cards)} of {HAND_SIZE}"
    if bench.changed:
        state += "  not saved"
    if bench.locked:
        state += f"  {LOCKED} {len(bench.locked)}{' locked' if roomy else ''}"
    room = (width // 2 - 3 if roomy else _NARROW) - len(state)
    return plain_content(bench.hand.name if bench.hand is not None else "New hand", "bold", cells=room) + state
