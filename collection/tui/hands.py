"""The Hands: every saved hand, legal or not and why, and the way to the builder and the Table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from collection.catalogue.card import CardNo
from collection.desk.hand_drafts import NEW
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.forms import Field, Form, Reader
from collection.tui.hands_builder import BuilderScreen
from collection.tui.hands_cards import PointedList
from collection.tui.hands_desk import Shelf, read_shelf
from collection.tui.hands_figures import TIED, figure_lines, figures, legal_line, notes
from collection.tui.hands_rows import cards_by_level
from collection.tui.hands_told import Told
from collection.tui.place import STAND_IN_NOTE, MudwaterScreen, bindings_of
from collection.tui.table_setup import TableRequest
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.store.book import Book

_NEEDS_CARDS = frozenset({"edit", "stake", "ladder", "compare"})
"""What can be done with a draft that was never saved, too."""
_NEEDS_A_HAND = frozenset({"deal", "copy", "rename", "archive", "history", "undo", "redo", "sleeve", "keep"})

SLEEVED = f"{TIED} sleeved"
TALL = 30
"""Rows from which on ladder and stake have room above the cards."""


class NameForm(Form["CheckedHand"]):
    """Asks for a hand's name and does something with it; closes with the hand as it is then."""

    def __init__(self, title: str, work: Callable[[str, Book], CheckedHand], *, value: str = "") -> None:
        super().__init__()
        self.TITLE_WORDS = title  # type: ignore[misc]  # one form, several questions
        self._work = work
        self._value = value

    def fields(self) -> Sequence[Field]:
        """Ask for the name alone."""
        return (Field("name", "Name", "such as Dockside", self._value),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Do the work with the name; a refusal stays beside it."""
        reader = Reader(values)
        name = reader.need("name", "A hand needs a name.")
        reader.check()
        self.at_desk(partial(self._work, name), self.dismiss)


def renaming(collector: str | None, name: str) -> NameForm:
    """Give the form that asks what a saved hand is to be called."""
    from collection.desk.hands import rename_hand

    return NameForm("Call this hand", lambda to, book: rename_hand(book, collector, name, to), value=name)


class HandsScreen(MudwaterScreen):
    """Saved hands at the left; the cards of the one under the cursor, and every reason against it, at the right."""

    WHERE = "hands"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("hands")]
    MAIN = "#shelf"
    HELP_TEXT = """\
A hand is fourteen different numbers, each owned. It may be saved while it is not legal, and says so.
Changes are kept as a draft from the first one on, so nothing is lost; only Save makes them the hand.
u and U go back and forth between a hand's saved versions; i tells of all of them, and brings any back.
A hand that is sleeved (S) ties its copies up: other hands are not offered them, and say so where they need one.
Friendly games ask for fourteen different cards; games for keeps also that you own every one."""
    DEFAULT_CSS = """
    HandsScreen #panes { height: 1fr; }
    HandsScreen #left { width: 34; padding: 0 1; }
    HandsScreen.-wide #left { width: 50; }
    HandsScreen #right { width: 1fr; padding-left: 1; border-left: vkey $panel; }
    HandsScreen .title { text-style: bold; color: $primary; height: 1; }
    HandsScreen #shelf { height: 1fr; }
    HandsScreen #cards, HandsScreen #reasons { height: auto; }
    HandsScreen #reasons { margin-bottom: 1; }
    HandsScreen #cards { text-wrap: nowrap; text-overflow: ellipsis; }
    HandsScreen #empty { height: 1fr; padding: 2 4; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shelf: Shelf | None = None
        self._point_at: str | None = None

    def compose_place(self) -> ComposeResult:
        """Compose the list, what is in the hand, and what stands there while there is none."""
        yield Static(id="empty")
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Static(Content("Hands"), classes="title")
                yield PointedList(id="shelf")
            with VerticalScroll(id="right"):
                yield Static(id="reasons")
                yield Static(id="cards")

    def on_mount(self) -> None:
        """Show the frame; the hands come with the book."""
        self.query_one("#panes").display = False

    def refresh_place(self) -> None:
        """Read the hands again."""
        self.at_desk(partial(read_shelf, self.mudwater.collector), self._show, slot="shelf")

    def _show(self, shelf: Shelf) -> None:
        point_at = self._point_at or (self._pointed.hand.name if self._pointed is not None else None)
        self._point_at = None
        self._shelf = shelf
        lines = self._lines
        self.query_one("#panes").display = bool(lines)
        empty = self.query_one("#empty", Static)
        empty.display = not lines
        empty.update(_empty_words(shelf))
        listed = self.query_one("#shelf", PointedList)
        places = [place for place, checked in enumerate(lines) if checked is not None and checked.hand.name == point_at]
        near = min(listed.highlighted or 0, len(lines) - 1) if lines else None
        listed.show_lines([self._line(checked) for checked in lines], next(iter(places), near))
        if lines and self.focused is None:
            listed.focus()
        self._show_pointed()
        self.status(STAND_IN_NOTE if any(card.is_stand_in for card in shelf.catalogue) else "")

    @property
    def _lines(self) -> tuple[CheckedHand | None, ...]:
        """The hands, and before them None for a draft that was never saved."""
        if self._shelf is None:
            return ()
        return (*((None,) if NEW in self._shelf.drafts else ()), *self._shelf.hands)

    @property
    def _pointed(self) -> CheckedHand | None:
        place = self.query_one("#shelf", OptionList).highlighted
        lines = self._lines
        return lines[place] if place is not None and place < len(lines) else None

    def _line(self, checked: CheckedHand | None) -> Content:
        assert self._shelf is not None
        if checked is None:
            return Content.assemble(("new hand", "bold"), ("  draft, not saved", ""))
        name = plain_content(checked.hand.name, "bold", cells=18 if self.size.width < 100 else 30)
        count = len(checked.faults)
        words = "✓ legal" if not count else "✗ 1 reason against" if count == 1 else f"✗ {count} reasons against"
        draft = "  draft" if self._shelf.unsaved(checked) else ""
        sleeved = f"  {SLEEVED}" if checked.hand.sleeved else ""
        return Content.assemble(name, "\n   ", words, (sleeved, "bold"), (draft, "bold"))

    @on(OptionList.OptionHighlighted, "#shelf")
    def _show_pointed(self) -> None:
        shelf = self._shelf
        if shelf is None or not self._lines:
            return
        checked = self._pointed
        cards = self._pointed_cards
        now = figures(cards, shelf, checked.hand if checked is not None else None)
        lines = figure_lines(now, now, shelf.catalogue) if self.size.height >= TALL else [legal_line(now, now)]
        lines += notes(now, shelf.catalogue)
        if checked is not None and checked.hand.sleeved:
            lines.append(plain_content("In sleeves: its copies are tied up, and no other hand is offered them."))
        if shelf.unsaved(checked):
            lines.append(plain_content("A draft with unsaved changes waits: enter goes on with it."))
        self.query_one("#reasons", Static).update(Content("\n").join(lines))
        self.query_one("#cards", Static).update(cards_by_level(cards, shelf))
        self.refresh_keys()

    @property
    def _pointed_cards(self) -> tuple[CardNo, ...]:
        """The cards of the hand under the cursor as it was saved, or of the draft that never was."""
        checked, shelf = self._pointed, self._shelf
        if checked is not None:
            return checked.hand.cards
        draft = shelf.drafts.get(NEW) if shelf is not None else None
        return draft.cards if draft is not None else ()

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        shelf = self._shelf
        if shelf is None:
            return "The book is still being opened."
        if command.name in ("new", "suggest") and not shelf.owned:
            return "No cards are owned yet: press p to log a pack."
        if command.name in _NEEDS_CARDS and not self._lines:
            return "There is no hand yet: n builds one."
        if command.name in _NEEDS_A_HAND and self._pointed is None:
            return "There is no saved hand under the cursor."
        return None

    # What can be done

    @on(OptionList.OptionSelected, "#shelf")
    def _open(self) -> None:
        self.action_edit()

    def action_new(self) -> None:
        """Build a new hand, or go on with the draft of one."""
        if self._shelf is not None:
            if NEW in self._shelf.drafts:
                self.mudwater.say("Going on with the draft that was not saved. - empties it.")
            self._build(None)

    def action_edit(self) -> None:
        """Change the hand under the cursor, going on with its draft where there is one."""
        checked, shelf = self._pointed, self._shelf
        if shelf is None:
            return
        if checked is None:
            self.action_new()
            return
        self._build(checked)

    def _build(self, checked: CheckedHand | None, cards: Sequence[CardNo] | None = None) -> None:
        """Open the builder, with `cards` that are not saved yet, else with the hand's draft where there is one."""
        if self._shelf is None:
            return
        draft = self._shelf.drafts.get(checked.hand.name if checked is not None else NEW)
        locked = draft.locked if draft is not None else frozenset[CardNo]()
        begun = draft.cards if draft is not None else None
        self.app.push_screen(BuilderScreen(self._shelf, checked, begun, then=cards, locked=locked))

    def action_deal(self) -> None:
        """Go to the Table with the hand under the cursor."""
        if self._pointed is not None:
            self.mudwater.table_request = TableRequest(hand=self._pointed.hand.name)
            self.mudwater.go_to("table")

    def action_decks(self) -> None:
        """Build decks of Cardia."""
        from collection.tui.decks import DecksScreen

        self.app.push_screen(DecksScreen())

    def action_suggest(self) -> None:
        """Lay suggestions beside one another; the one that is taken is opened in the builder, unsaved."""
        from collection.tui.suggest import suggestions_for

        if self._shelf is not None:
            self.app.push_screen(suggestions_for(self._shelf, lambda cards: self._build(None, tuple(cards))))

    # What is told of a hand

    @property
    def _told(self) -> Told | None:
        if self._shelf is None or not self._lines:
            return None
        checked = self._pointed
        hand = checked.hand if checked is not None else None
        return Told(self._shelf, hand.name if hand is not None else "the new hand", self._pointed_cards, hand)

    def action_stake(self) -> None:
        """Tell what the hand under the cursor can cost."""
        if self._told is not None:
            self._told.show_stake(self.mudwater)

    def action_ladder(self) -> None:
        """Tell which of its cards get onto the board."""
        if self._told is not None:
            self._told.show_ladder(self.mudwater)

    def action_compare(self) -> None:
        """Lay it beside another."""
        if self._told is not None:
            self._told.show_compare(self.mudwater)

    def action_history(self) -> None:
        """Tell how it came to be; a version that is brought back is opened in the builder."""
        checked = self._pointed
        if self._told is not None and checked is not None:
            self._told.show_history(self.mudwater, partial(self._build, checked))

    # What changes a saved hand

    def action_undo(self) -> None:
        """Put the hand under the cursor back to the version before."""
        from collection.desk.hands import undo_hand

        self._step(undo_hand)

    def action_redo(self) -> None:
        """Put it forth again."""
        from collection.desk.hands import redo_hand

        self._step(redo_hand)

    def _step(self, act: Callable[[Book, str | None, str, dt.datetime], CheckedHand]) -> None:
        checked = self._pointed
        if checked is not None:
            collector, now, name = self.mudwater.collector, self.mudwater.clock(), checked.hand.name
            self.at_desk(lambda book: act(book, collector, name, now), self._stepped)

    def _stepped(self, checked: CheckedHand) -> None:
        self.mudwater.say(f"{clipped(checked.hand.name, 60)} is as in version {checked.hand.version} again.")
        self._done(checked)

    def action_sleeve(self) -> None:
        """Tie the hand's copies up, or let them go."""
        from collection.desk.hands import sleeve_hand

        checked = self._pointed
        if checked is not None:
            collector, name, sleeved = self.mudwater.collector, checked.hand.name, not checked.hand.sleeved
            self.at_desk(lambda book: sleeve_hand(book, collector, name, sleeved=sleeved), self._sleeved)

    def _sleeved(self, checked: CheckedHand) -> None:
        name = clipped(checked.hand.name, 60)
        tied = f"{name} is sleeved: no other hand is offered its copies."
        self.mudwater.say(tied if checked.hand.sleeved else f"{name} is out of its sleeves: its copies are free.")
        self._done(checked)

    def action_copy(self) -> None:
        """Ask for the copy's name."""
        from collection.desk.hands import copy_hand

        checked = self._pointed
        if checked is not None:
            collector, now, name = self.mudwater.collector, self.mudwater.clock(), checked.hand.name
            work = lambda to, book: copy_hand(book, collector, name, to, now)  # noqa: E731
            self.app.push_screen(NameForm("Copy this hand as", work), self._done)

    def action_rename(self) -> None:
        """Ask for the new name."""
        checked = self._pointed
        if checked is not None:
            self.app.push_screen(renaming(self.mudwater.collector, checked.hand.name), self._done)

    def action_keep(self) -> None:
        """Show the hand under the cursor as text, code and record, to be copied or written to a file."""
        from collection.tui.hands_exchange import ask_export

        if self._pointed is not None:
            ask_export(self, self._pointed.hand.name)

    def action_take_in(self) -> None:
        """Ask for a hand that is pasted or in a file, and save it."""
        from collection.tui.hands_exchange import ask_import

        ask_import(self, self._done)

    def _done(self, saved: CheckedHand | None) -> None:
        if saved is not None:
            self._point_at = saved.hand.name
            self.refresh_place()

    def action_archive(self) -> None:
        """Ask whether to put the hand away."""
        checked = self._pointed
        if checked is not None:
            words = [f"{clipped(checked.hand.name, 60)} leaves this list. Matches played with it keep their own copy."]
            if self._shelf is not None and self._shelf.unsaved(checked):
                words.append("The changes to it that were never saved are dropped.")
            body = [plain_content(each, cells=200) for each in words]
            question = Confirm("Put this hand away?", body, yes="Put away", no="Keep it")
            self.app.push_screen(question, partial(self._archive, checked.hand.name))

    def _archive(self, name: str, answer: bool | None) -> None:
        from collection.desk.hands import archive_hand

        if answer:
            collector, now = self.mudwater.collector, self.mudwater.clock()
            self.at_desk(lambda book: archive_hand(book, collector, name, now), lambda _: self.refresh_place())


def _empty_words(shelf: Shelf) -> Content:
    if not shelf.owned:
        return Content.assemble(
            ("No cards yet, so there is nothing to build a hand from.", "bold"),
            "\n\nPress ", ("p", "bold"), " to log the packs that you have opened.",
        )  # fmt: skip
    return Content.assemble(
        ("No hands yet.", "bold"),
        "\n\nPress ", ("n", "bold"), " to build one from your cards, or ", ("g", "bold"), " to have one suggested.",
    )  # fmt: skip
