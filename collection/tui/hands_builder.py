"""The builder: owned cards at the left, the hand at the right, every reason against it in sight all the time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.query import search
from collection.errors import CollectionError, QueryError
from collection.hands.hand import HAND_SIZE, HandFault
from collection.hands.keepsakes import stake_warnings
from collection.hands.legality import card_label, hand_faults
from collection.ledger.mark import MarkKind
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.face import CardFace, Printed
from collection.tui.hands_cards import OWNED_HEADING, SHORT_HEADING, CardList, Row, card_line, copies_word
from collection.tui.hands_desk import NEW, Shelf, keep_draft, rename, save_hand
from collection.tui.marks import SIGNS
from collection.tui.place import STAND_IN_NOTE, Drill, KeyLine, TopLine, bindings_of
from collection.tui.table_setup import TableRequest
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand


_KEEPSAKE = SIGNS[MarkKind.KEEPSAKE]
MANY = 2
"""Cards that are not owned, from which on one sentence names them all."""
ROOMY = 100
"""Columns from which on the hand's edges have room beside the owned cards'."""


class BuilderScreen(Drill):
    """One hand being built. Changes are kept as a draft; saving makes them the hand."""

    WHERE = "builder"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("builder"),
        Binding("left,right", "other_list", "Other list", show=False, id="builder.other"),
    ]
    MAIN = "#owned"
    HELP_TEXT = """\
Enter, space or a click puts a card of the left list into the hand, or takes it out again (+ marks it).
Enter, space or a click on a card of the right list takes it out. Left and right change the list.
"last" marks a card of which you own one copy: lost as an ante, it is gone.
♥ marks a keepsake, never to be staked: a hand with one is legal, and warned about."""
    DEFAULT_CSS = """
    BuilderScreen #panes { height: 1fr; }
    BuilderScreen #left { width: 4fr; padding-left: 1; }
    BuilderScreen #right { width: 3fr; padding-left: 1; border-left: vkey $panel; }
    BuilderScreen.-wide #right { width: 4fr; }
    BuilderScreen #search { height: 1; }
    BuilderScreen #prompt { width: 2; color: $footer-key-foreground; text-style: bold; }
    BuilderScreen #filter { width: 1fr; background: $background; }
    BuilderScreen #filter:focus { background: $surface; }
    BuilderScreen .heading { height: 1; color: $text-muted; }
    BuilderScreen #owned { height: 1fr; }
    BuilderScreen #title { height: 1; }
    BuilderScreen #hand { height: auto; max-height: 14; }
    BuilderScreen.-tall #hand { max-height: 20; }
    BuilderScreen #reasons-pane { height: 1fr; margin-top: 1; scrollbar-size-vertical: 1; }
    BuilderScreen #reasons { height: auto; }
    BuilderScreen #preview { display: none; }
    BuilderScreen.-tall #preview { display: block; margin: 1 0 0 8; width: 23; height: 9; }
    """

    def __init__(self, shelf: Shelf, saved: CheckedHand | None, cards: Sequence[CardNo] | None = None) -> None:
        super().__init__()
        self._shelf = shelf
        self._hand_name = saved.hand.name if saved is not None else NEW
        self._saved: tuple[CardNo, ...] = saved.hand.cards if saved is not None else ()
        self._cards: tuple[CardNo, ...] = self._saved if cards is None else tuple(cards)
        self._before: list[tuple[CardNo, ...]] = [] if self._cards == self._saved else [self._saved]
        self._keeping = self._unkept = False
        """A draft is being written; the last one could not be written."""
        self._kept: tuple[CardNo, ...] | None = self._saved

    def compose(self) -> ComposeResult:
        """Compose both lists, the filter above the one, the reasons below the other."""
        yield TopLine("hands")
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                with Horizontal(id="search"):
                    yield Static(Content("/"), id="prompt")
                    yield Input(placeholder="level:2 family:club n>=4", id="filter", compact=True)
                yield Static(Content(OWNED_HEADING), classes="heading")
                yield CardList(id="owned")
                yield CardFace(id="preview")
            with Vertical(id="right"):
                yield Static(id="title")
                yield Static(id="hand-heading", classes="heading")
                yield CardList(id="hand")
                with VerticalScroll(id="reasons-pane", can_focus=False):
                    yield Static(id="reasons")
        yield Static(id="status", markup=False)
        yield KeyLine()

    def on_resize(self) -> None:
        """Make use of the room there is."""
        self._show_hand()

    def on_mount(self) -> None:
        """Show both lists."""
        self._show()
        self._keep_draft()
        self.query_one("#owned", CardList).focus()

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self._cards != self._saved

    @property
    def faults(self) -> tuple[HandFault, ...]:
        """Every reason why the hand, as it is here, is not legal."""
        return hand_faults(self._cards, self._shelf.catalogue, self._shelf.owned)

    # What is shown

    def _show(self) -> None:
        self._show_owned()
        self._show_hand()
        self.refresh_keys()

    def _show_owned(self) -> None:
        shelf, text = self._shelf, self.query_one("#filter", Input).value
        try:
            found = search(shelf.catalogue, text, shelf.known)
        except QueryError as error:
            self.status(f"Column {error.column}: {error}")
            return
        owned = [card for card in found if shelf.owned.get(card.number, 0) > 0]
        note = STAND_IN_NOTE if any(card.is_stand_in for card in shelf.catalogue) else ""
        self.status(note if owned else "No owned card is like that. esc leaves the search; emptied, it shows all.")
        rows = []
        for card in owned:
            inside = card.number in self._cards
            line = card_line(Printed.of(card), copies_word(shelf.owned[card.number]))
            kept = _KEEPSAKE if card.number in shelf.keepsakes else " "
            rows.append(Row(card.number, line, mark="+" if inside else kept, quiet=inside))
        self.query_one("#owned", CardList).show(rows)

    def _show_hand(self) -> None:
        shelf, faults, roomy = self._shelf, self.faults, self.size.width >= ROOMY
        self.query_one("#hand-heading", Static).update(Content(OWNED_HEADING if roomy else SHORT_HEADING))
        wrong = {fault.card for fault in faults if fault.card is not None}
        rows = []
        for number in sorted(self._cards, key=self._by_level):
            if number in shelf.catalogue:
                copies = copies_word(shelf.owned.get(number, 0))
                line = card_line(Printed.of(shelf.catalogue[number]), copies, edges=roomy)
            else:
                line = f"{number:>3} is not a card"
            kept = _KEEPSAKE if number in shelf.keepsakes else " "
            rows.append(Row(number, line, mark="✗" if number in wrong else kept))
        self.query_one("#hand", CardList).show(rows)
        name = plain_content(self._hand_name or "New hand", "bold", cells=20)
        unsaved = ("  not saved", "") if self.changed else ("", "")
        self.query_one("#title", Static).update(Content.assemble(name, f"  {len(self._cards)} of {HAND_SIZE}", unsaved))
        self.query_one("#reasons", Static).update(self._reasons(faults))

    def _by_level(self, number: CardNo) -> tuple[int, CardNo]:
        catalogue = self._shelf.catalogue
        return (catalogue[number].level if number in catalogue else len(Level) + 1, number)

    def _reasons(self, faults: Sequence[HandFault]) -> Content:
        known = [self._shelf.catalogue[number] for number in self._cards if number in self._shelf.catalogue]
        counts = Counter(card.level for card in known)
        split = "Levels " + ", ".join(f"{level.name} {counts[level]}" for level in Level)
        verdict = "✗ Not legal. " if faults else "✓ Legal. "
        lines = [
            Content.assemble((verdict, "bold"), (split, "dim")),
            *keepsake_lines(self._cards, self._shelf),
            *reasons_against(faults, self._shelf.catalogue),
        ]
        return Content("\n").join(lines)

    @on(OptionList.OptionHighlighted)
    def _preview(self, event: OptionList.OptionHighlighted) -> None:
        number = event.option_list.number if isinstance(event.option_list, CardList) else None
        if event.option_list.has_focus and number is not None and number in self._shelf.catalogue:
            self.query_one("#preview", CardFace).card = Printed.of(self._shelf.catalogue[number])

    @on(Input.Changed, "#filter")
    def _filter(self) -> None:
        self._show_owned()

    @on(Input.Submitted, "#filter")
    def _leave_filter(self) -> None:
        self.query_one("#owned", CardList).focus()

    # Changing the hand

    @on(OptionList.OptionSelected, "#owned")
    def _put_in_or_out(self, event: OptionList.OptionSelected) -> None:
        number = self.query_one("#owned", CardList).number_at(event.option_index)
        if number is not None:
            inside = number in self._cards
            self._change(tuple(card for card in self._cards if card != number) if inside else (*self._cards, number))

    @on(OptionList.OptionSelected, "#hand")
    def _take_out(self, event: OptionList.OptionSelected) -> None:
        number = self.query_one("#hand", CardList).number_at(event.option_index)
        if number is not None:
            place = self._cards.index(number)
            self._change((*self._cards[:place], *self._cards[place + 1 :]))

    def _change(self, cards: tuple[CardNo, ...]) -> None:
        if cards != self._cards:
            self._before.append(self._cards)
            self._cards = cards
            self._show()
            self._keep_draft()

    def _keep_draft(self) -> None:
        """Keep the change in the book: one write at a time, the newest state last."""
        if self._keeping or self._kept == self._cards:
            return
        self._keeping, self._kept = True, self._cards
        draft = self._cards if self.changed else None
        work = partial(keep_draft, self.mudwater.collector, self._hand_name, draft)
        self.mudwater.at_desk(work, self._draft_kept, owner=self.mudwater, refused=self._draft_refused)

    def _draft_kept(self, _done: None) -> None:
        self._keeping = self._unkept = False
        self._keep_draft()

    def _draft_refused(self, error: CollectionError) -> None:
        """Say it, and try again with the next change: what stands here is nowhere else."""
        self._keeping, self._kept, self._unkept = False, None, self.changed
        self.mudwater.say_refused(error)

    def unfinished(self) -> str | None:
        """Name the changes that are neither saved nor kept as a draft."""
        if not self.changed or not (self._unkept or self._keeping):
            return None
        return f"The changes to {self._hand_name or 'the new hand'} are not in the book."

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.id == "builder.save" and not self.changed:
            return "Nothing has changed since it was saved." if self._hand_name else "Put a card in first."
        if command.id == "builder.undo" and not self._before:
            return "There is no change to take back."
        if command.id == "builder.empty" and not self._cards:
            return "The hand is empty already."
        if command.id in ("builder.rename", "builder.deal") and not self._hand_name:
            return "Save this hand first: that gives it a name."
        return None

    def action_other_list(self) -> None:
        """Go to the other list."""
        hand = self.query_one("#hand", CardList)
        self.query_one("#owned", CardList).focus() if hand.has_focus else hand.focus()

    def action_filter(self) -> None:
        """Go to the search."""
        self.query_one("#filter", Input).focus()

    def action_undo(self) -> None:
        """Take back the last change."""
        self._cards = self._before.pop()
        self._show()
        self._keep_draft()

    def action_empty(self) -> None:
        """Take every card out; undo brings them back."""
        self._change(())

    def action_suggest(self) -> None:
        """Replace the hand by one that is drawn; undo brings the old one back."""
        from collection.desk.hands import suggest_hand

        collector, seed = self.mudwater.collector, random.SystemRandom().randrange(2**32)
        self.at_desk(lambda book: suggest_hand(book, collector, seed), self._change)

    def action_save(self) -> None:
        """Save; a new hand is asked its name first."""
        from collection.tui.hands import NameForm

        if self._hand_name:
            self._save_as(self._hand_name)
            return
        cards, now, collector = self._cards, self.mudwater.clock(), self.mudwater.collector
        form = NameForm(
            "Save this hand as", lambda name, book: save_hand(collector, name, cards, now, new=True, book=book)
        )
        self.app.push_screen(form, self._saved_now)

    def _save_as(self, name: str) -> None:
        cards, now, collector = self._cards, self.mudwater.clock(), self.mudwater.collector
        self.at_desk(lambda book: save_hand(collector, name, cards, now, new=False, book=book), self._saved_now)

    def _saved_now(self, saved: CheckedHand | None) -> None:
        if saved is None:
            return
        self._hand_name, self._saved = saved.hand.name, saved.hand.cards
        self._kept = self._saved
        self._keep_draft()
        words = "It is legal." if not saved.faults else "It is not legal yet."
        self.mudwater.say(f"Saved {saved.hand.name}. {words}")
        self._show()

    def action_rename(self) -> None:
        """Ask for the new name."""
        from collection.tui.hands import NameForm

        work = partial(rename, self.mudwater.collector, self._hand_name)
        self.app.push_screen(NameForm("Call this hand", work, value=self._hand_name), self._renamed)

    def _renamed(self, renamed: CheckedHand | None) -> None:
        if renamed is not None:
            self._hand_name = renamed.hand.name
            self._show()

    def action_deal(self) -> None:
        """Go to the Table with this hand as it is saved."""
        if self.changed:
            self.mudwater.say("The Table takes the hand as it was saved; s saves the changes.", severity="warning")
        self.mudwater.table_request = TableRequest(hand=self._hand_name)
        self.mudwater.go_to("table")

    def go_back(self) -> None:
        """Leave the search first, then the builder; a draft stays, and says so."""
        if self.typing() or not self.changed:
            super().go_back()
        elif self._unkept:
            body = [plain_content(self.unfinished() or "")]
            question = Confirm("Leave now?", body, yes="Leave without it")
            self.app.push_screen(question, self._let_go)
        else:
            name = self._hand_name or "the new hand"
            self.mudwater.say(f"Not saved: the changes to {name} wait as a draft.")
            super().go_back()

    def _let_go(self, answer: bool | None) -> None:
        if answer:
            self.app.pop_screen()


def keepsake_lines(cards: Sequence[CardNo], shelf: Shelf) -> list[Content]:
    """Warn of every keepsake among a hand's cards: it is legal, and at stake in every game for keeps."""
    warnings = stake_warnings(cards, shelf.catalogue, shelf.owned, shelf.keepsakes)
    if len(warnings) <= 1:
        return [plain_content(f"{_KEEPSAKE} {warning.message}", cells=600) for warning in warnings]
    names = ", ".join(card_label(warning.card, shelf.catalogue) for warning in warnings)
    words = f"{_KEEPSAKE} {len(warnings)} keepsakes, marked never to be staked, and any card can be the ante: {names}."
    return [plain_content(words, cells=1_000)]


def reasons_against(faults: Sequence[HandFault], catalogue: Catalogue) -> list[Content]:
    """Give every reason on a line of its own; many cards that are not owned share one, each named."""
    missing = [fault.card for fault in faults if fault.code == "not-owned" and fault.card is not None]
    shared = len(missing) > MANY
    lines = [f"- {fault.message}" for fault in faults if not (shared and fault.code == "not-owned")]
    if shared:
        names = ", ".join(f"#{number} {catalogue[number].name}" for number in missing)
        lines.append(f"- Not owned: {names}. Pull, trade or win them, or choose others.")
    return [plain_content(line, cells=600) for line in lines]
