"""The Hands: every saved hand, legal or not and why, and the way to the builder and the Table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from collection.catalogue.card import CardNo, Level
from collection.hands.legality import hand_faults
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.face import Printed
from collection.tui.forms import Field, Form, Reader
from collection.tui.hands_builder import BuilderScreen, keepsake_lines, reasons_against
from collection.tui.hands_cards import PointedList, card_line, copies_word
from collection.tui.hands_desk import NEW, Shelf, read_shelf, rename
from collection.tui.place import STAND_IN_NOTE, MudwaterScreen, bindings_of
from collection.tui.table_setup import TableRequest
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.store.book import Book

_NEEDS_A_HAND = frozenset({"hands.edit", "hands.deal", "hands.copy", "hands.rename", "hands.archive", "hands.keep"})


class NameForm(Form["CheckedHand"]):
    """Asks for a hand's name and does something with it; closes with the hand as it is then."""

    def __init__(self, title: str, work: Callable[[str, Book], CheckedHand], *, value: str = "") -> None:
        super().__init__()
        self.TITLE_WORDS = title  # type: ignore[misc]  # one form, several questions
        self._work = work
        self._value = value

    def fields(self) -> Sequence[Field]:
        """Ask for the name alone."""
        return (Field("name", "Name", "Dockside", self._value),)

    def submit(self, values: Mapping[str, str]) -> None:
        """Do the work with the name; a refusal stays beside it."""
        reader = Reader(values)
        name = reader.need("name", "A hand needs a name.")
        reader.check()
        self.at_desk(partial(self._work, name), self.dismiss)


class HandsScreen(MudwaterScreen):
    """Saved hands at the left; the cards of the one under the cursor, and every reason against it, at the right."""

    WHERE = "hands"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("hands")]
    MAIN = "#shelf"
    HELP_TEXT = """\
A hand is fourteen different numbers, each owned. It may be saved while it is not legal, and says so.
Changes are kept as a draft from the first one on, so nothing is lost; only Save makes them the hand.
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
        listed.show_lines([self._line(checked) for checked in lines], next(iter(places), 0 if lines else None))
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
        draft = "  draft" if checked.hand.name in self._shelf.drafts else ""
        return Content.assemble(name, "\n   ", words, (draft, "bold"))

    @on(OptionList.OptionHighlighted, "#shelf")
    def _show_pointed(self) -> None:
        shelf = self._shelf
        if shelf is None or not self._lines:
            return
        checked = self._pointed
        cards = checked.hand.cards if checked is not None else shelf.drafts.get(NEW, ())
        faults = checked.faults if checked is not None else hand_faults(cards, shelf.catalogue, shelf.owned)
        notes = [Content.styled("✓ Legal: fourteen different cards, all owned.", "bold")]
        if faults:
            notes = [Content.styled("✗ Not legal:", "bold"), *reasons_against(faults, shelf.catalogue)]
        notes += keepsake_lines(cards, shelf)
        if checked is None or checked.hand.name in shelf.drafts:
            notes.append(plain_content("A draft with unsaved changes waits: enter goes on with it."))
        self.query_one("#reasons", Static).update(Content("\n").join(notes))
        self.query_one("#cards", Static).update(_cards_by_level(cards, shelf))
        self.refresh_keys()

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        shelf = self._shelf
        if shelf is None:
            return "The book is still being opened."
        if command.id in ("hands.new", "hands.suggest") and not shelf.owned:
            return "No cards are owned yet: press p to log a pack."
        if command.id in _NEEDS_A_HAND and self._pointed is None:
            draft = self._lines and command.id == "hands.edit"
            return None if draft else "There is no saved hand under the cursor."
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
            self._build(None, self._shelf.drafts.get(NEW))

    def action_edit(self) -> None:
        """Change the hand under the cursor, going on with its draft where there is one."""
        checked, shelf = self._pointed, self._shelf
        if shelf is None:
            return
        if checked is None:
            self.action_new()
            return
        self._build(checked, shelf.drafts.get(checked.hand.name))

    def _build(self, checked: CheckedHand | None, cards: Sequence[CardNo] | None) -> None:
        if self._shelf is not None:
            self.app.push_screen(BuilderScreen(self._shelf, checked, cards))

    def action_deal(self) -> None:
        """Go to the Table with the hand under the cursor."""
        if self._pointed is not None:
            self.mudwater.table_request = TableRequest(hand=self._pointed.hand.name)
            self.mudwater.go_to("table")

    def action_suggest(self) -> None:
        """Draw a legal hand and open it in the builder, unsaved."""
        from collection.desk.hands import suggest_hand

        collector, seed = self.mudwater.collector, random.SystemRandom().randrange(2**32)
        self.at_desk(lambda book: suggest_hand(book, collector, seed), lambda cards: self._build(None, cards))

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
            work = partial(rename, self.mudwater.collector, checked.hand.name)
            self.app.push_screen(NameForm("Call this hand", work, value=checked.hand.name), self._done)

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
            body = [plain_content(f"{checked.hand.name} leaves this list. Matches played with it keep their own copy.")]
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


def _cards_by_level(cards: Sequence[CardNo], shelf: Shelf) -> Content:
    """Give a hand's cards under headings, Level by Level; what is no card comes last."""
    known = [Printed.of(shelf.catalogue[number]) for number in cards if number in shelf.catalogue]
    counts = Counter(card.level for card in known)
    lines: list[Content] = []
    for level in Level:
        if counts[level]:
            lines.append(Content.styled(f"Level {level.name} {level.rarity}: {counts[level]}", "bold"))
            here = sorted((card for card in known if card.level is level), key=lambda card: card.number)
            lines += [Content(card_line(card, copies_word(shelf.owned.get(card.number, 0)))) for card in here]
    lines += [plain_content(f"{number:>3} is not a card") for number in cards if number not in shelf.catalogue]
    return Content("\n").join(lines)
