"""Decks of Cardia: every saved deck, legal or not and why, the printed ones, and the way to the builder and a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from collection.desk.deck_drafts import NEW
from collection.tui.commands import Command
from collection.tui.decks_forms import DeckImportForm, DeckNameForm, ask_export, deal_with, renaming
from collection.tui.decks_rows import STAND_IN_NOTE, DeckLines, reason_lines, shelf_line
from collection.tui.dialogs import Confirm
from collection.tui.hands_cards import PointedList
from collection.tui.place import Drill, bindings_of
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.decks import CheckedDeck, DeckShelf

_NEEDS_A_SAVED_ONE = frozenset({"archive", "rename", "undo", "keep"})
_NEEDS_CARDS = frozenset({"copy", "deal"})


class DecksScreen(Drill):
    """Saved and printed decks at the left; the cards of the one under the cursor, and every reason, at the right."""

    WHERE = "decks"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("decks")]
    MAIN = "#shelf"
    HELP_TEXT = """\
A deck of Cardia has one card of each value from 1 to 16; both players of a game play with the same deck.
A click goes to a deck, and a second one opens it.
The decks as they are printed stand below your own: they can be played and copied, and changing one begins a new deck.
A deck may be saved while it is not legal, and says so. Changes are kept as a draft from the first one on.
u gives a deck the cards that it had before it was changed last; once more brings those back.
Z takes the deck that was put away last into use again."""
    DEFAULT_CSS = """
    DecksScreen #panes { height: 1fr; }
    DecksScreen #left { width: 36; padding: 0 1; }
    DecksScreen.-wide #left { width: 50; }
    DecksScreen #right { width: 1fr; padding-left: 1; border-left: vkey $panel; }
    DecksScreen .title { text-style: bold; color: $primary; height: 1; }
    DecksScreen #shelf { height: 1fr; }
    DecksScreen #cards, DecksScreen #reasons { height: auto; }
    DecksScreen #reasons { margin-bottom: 1; }
    DecksScreen.-short #reasons { margin-bottom: 0; }
    DecksScreen #cards { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shelf: DeckShelf | None = None
        self._point_at: str | None = None

    def compose_place(self) -> ComposeResult:
        """Compose the list, and what is in the deck."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Static(Content("Decks of Cardia"), classes="title")
                yield PointedList(id="shelf", twice=True)
            with VerticalScroll(id="right"):
                yield Static(id="reasons")
                yield Static(id="cards")

    def refresh_place(self) -> None:
        """Read the decks again."""
        from collection.desk.decks import deck_shelf

        collector = self.mudwater.collector
        self.at_desk(lambda book: deck_shelf(book, collector), self._show, slot="shelf")

    def _show(self, shelf: DeckShelf) -> None:
        before = self._pointed
        point_at = self._point_at or (before.deck.name if before is not None else None)
        self._point_at = None
        self._shelf = shelf
        lines = self._lines
        listed = self.query_one("#shelf", PointedList)
        places = [place for place, one in enumerate(lines) if one is not None and one.deck.name == point_at]
        near = min(listed.highlighted or 0, len(lines) - 1)
        listed.show_lines([self._line(one) for one in lines], next(iter(places), near))
        if self.focused is None:
            listed.focus()
        self._show_pointed()
        self.status(STAND_IN_NOTE)

    @property
    def _lines(self) -> Sequence[CheckedDeck | None]:
        """The saved decks, before them None for a draft that was never saved, behind them the printed ones."""
        shelf = self._shelf
        if shelf is None:
            return ()
        return (*((None,) if NEW in shelf.drafts else ()), *shelf.saved, *shelf.printed)

    @property
    def _pointed(self) -> CheckedDeck | None:
        place, lines = self.query_one("#shelf", OptionList).highlighted, self._lines
        return lines[place] if place is not None and place < len(lines) else None

    def _line(self, checked: CheckedDeck | None) -> Content:
        assert self._shelf is not None
        if checked is None:
            return Content.assemble(("new deck", "bold"), "\n   draft, not saved")
        if not checked.deck.id:
            return Content.assemble((checked.deck.name, "bold"), "\n   ", clipped(_as_printed(checked), 60))
        draft = checked.deck.name in self._shelf.drafts
        return shelf_line(checked, draft=draft, cells=30 if self.size.width < 100 else 44)

    @on(OptionList.OptionHighlighted, "#shelf")
    def _show_pointed(self) -> None:
        shelf = self._shelf
        if shelf is None:
            return
        checked = self._pointed
        keys = checked.deck.cards if checked is not None else shelf.drafts.get(NEW, ())
        faults = shelf.checked(keys)
        made = checked.made_of if checked is not None else "never saved: enter goes on with it"
        lines = [plain_content(made, "bold", cells=120)]
        if checked is not None and checked.beside:
            lines.append(plain_content(f"Played with {' and '.join(checked.beside)}."))
        lines += reason_lines(faults, whole=self.size.height >= 30) if faults else [Content("✓ It is legal.")]
        if checked is not None and checked.deck.name in shelf.drafts:
            lines.append(Content("A draft with unsaved changes waits: enter goes on with it."))
        self.query_one("#reasons", Static).update(Content("\n").join(lines))
        rows = DeckLines(shelf.data).deck(keys, faults, roomy=self.size.width >= 100)
        cards = [Content.assemble((row.mark, "bold"), (row.text, "dim" if row.quiet else "")) for row in rows]
        self.query_one("#cards", Static).update(Content("\n").join(cards))
        self.refresh_keys()

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        checked = self._pointed
        if self._shelf is None:
            return "The book is still being opened."
        if command.name in _NEEDS_A_SAVED_ONE and (checked is None or not checked.deck.id):
            printed = "This deck is as it is printed: y copies it." if checked is not None else None
            return printed or "This deck was never saved: enter goes on with it."
        if command.name in _NEEDS_CARDS and checked is None:
            return "This deck was never saved: enter goes on with it."
        if command.name == "undo" and checked is not None and checked.deck.before is None:
            return "It is as it was saved first: there is nothing to undo."
        if command.name == "deal" and checked is not None and checked.faults:
            return "It is not legal yet: the reasons stand at the right."
        return None

    # What can be done

    @on(OptionList.OptionSelected, "#shelf")
    def _open(self) -> None:
        self.action_edit()

    def action_new(self) -> None:
        """Build a new deck, or go on with the draft of one."""
        if self._shelf is not None and NEW in self._shelf.drafts:
            self.mudwater.say("Going on with the draft that was not saved. - empties it.")
        self._build(None)

    def action_edit(self) -> None:
        """Change the deck under the cursor, going on with its draft; of a printed one a new deck is made."""
        checked = self._pointed
        if checked is not None and not checked.deck.id:
            if self._shelf is not None and NEW in self._shelf.drafts:
                self.tell("A new deck waits as a draft: save it or empty it first, or copy this one with y.")
                return
            self._build(None, checked.deck.cards)
            return
        self._build(checked)

    def _build(self, checked: CheckedDeck | None, cards: Sequence[str] | None = None) -> None:
        from collection.tui.decks_builder import DeckBuilderScreen

        if self._shelf is not None:
            begun = self._shelf.drafts.get(checked.deck.name if checked is not None else NEW)
            saved = checked.deck if checked is not None else None
            self.app.push_screen(DeckBuilderScreen(self._shelf, saved, begun if cards is None else cards))

    def action_deal(self) -> None:
        """Sit down to Cardia with the deck under the cursor."""
        if self._pointed is not None:
            deal_with(self, self._pointed.deck.name)

    def action_copy(self) -> None:
        """Ask for the copy's name."""
        from collection.desk.decks import copy_deck

        checked = self._pointed
        if checked is not None:
            collector, now, name = self.mudwater.collector, self.mudwater.clock(), checked.deck.name
            work = lambda to, book: copy_deck(book, collector, name, to, now)  # noqa: E731
            self.app.push_screen(DeckNameForm("Copy this deck as", work), self._done)

    def action_rename(self) -> None:
        """Ask for the new name."""
        if self._pointed is not None:
            self.app.push_screen(renaming(self.mudwater.collector, self._pointed.deck.name), self._done)

    def action_undo(self) -> None:
        """Give the deck the cards that it had before."""
        from collection.desk.decks import undo_deck

        checked = self._pointed
        if checked is not None:
            collector, now, name = self.mudwater.collector, self.mudwater.clock(), checked.deck.name
            self.at_desk(lambda book: undo_deck(book, collector, name, now), self._undone)

    def _undone(self, checked: CheckedDeck) -> None:
        self.mudwater.say(f"{clipped(checked.deck.name, 60)} has the cards of before. u brings the others back.")
        self._done(checked)

    def action_keep(self) -> None:
        """Show the deck under the cursor as text and record, to be copied or written to a file."""
        if self._pointed is not None:
            ask_export(self, self._pointed.deck.name)

    def action_take_in(self) -> None:
        """Ask for a deck that is pasted or in a file, and save it."""
        self.app.push_screen(DeckImportForm(), self._done)

    def action_archive(self) -> None:
        """Ask whether to put the deck away."""
        checked = self._pointed
        if checked is not None:
            words = [f"{clipped(checked.deck.name, 60)} leaves this list; Z brings it back."]
            words.append("Games that were played with it keep its cards.")
            if self._shelf is not None and checked.deck.name in self._shelf.drafts:
                words.append("The changes to it that were never saved are dropped.")
            question = Confirm(
                "Put this deck away?", [plain_content(each) for each in words], yes="Put away", no="Keep it"
            )
            self.app.push_screen(question, partial(self._archive, checked.deck.name))

    def _archive(self, name: str, answer: bool | None) -> None:
        from collection.desk.decks import archive_deck

        if answer:
            collector, now = self.mudwater.collector, self.mudwater.clock()
            self.at_desk(lambda book: archive_deck(book, collector, name, now), lambda _: self.refresh_place())

    def action_back(self) -> None:
        """Take the deck that was put away last into use again."""
        from collection.desk.decks import bring_back_last

        collector = self.mudwater.collector
        self.at_desk(lambda book: bring_back_last(book, collector), self._done)

    def _done(self, saved: CheckedDeck | None) -> None:
        if saved is not None:
            self._point_at = saved.deck.name
            self.refresh_place()


def _as_printed(checked: CheckedDeck) -> str:
    beside = f", with {' and '.join(checked.beside)}" if checked.beside else ""
    return f"as printed{beside}" if checked.made_of.startswith("Deck") else f"{checked.made_of}{beside}"
