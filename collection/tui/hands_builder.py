"""The builder: owned cards at the left, the hand at the right, and below what every key does to the hand's figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, OptionList

from collection.catalogue.card import Card, CardNo
from collection.catalogue.query import search
from collection.desk.hand_drafts import NEW, HandDraft, keep_hand_draft
from collection.errors import CollectionError, QueryError
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.hands_cards import CardList
from collection.tui.hands_desk import History, Shelf, read_history, read_shelf
from collection.tui.hands_draft import DraftKeeper
from collection.tui.hands_edits import Cards, Edits, Step
from collection.tui.hands_figures import figures
from collection.tui.hands_history import local_minute
from collection.tui.hands_pane import Bench, BuilderPane
from collection.tui.hands_rows import card_sentence
from collection.tui.hands_told import Told
from collection.tui.place import STAND_IN_NOTE, Drill, bindings_of
from collection.tui.table_setup import TableRequest
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.hands.advice import Pick
    from collection.store.book import Book


class BuilderScreen(Drill):
    """One hand being built. Changes are kept as a draft; saving makes them the hand."""

    WHERE = "builder"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("builder")]
    MAIN = "#owned"
    HELP_TEXT = """\
A click on an owned card does what enter does; at the hand a click goes to a card, a second one takes it out. \
+ in the hand, ✗ a reason against it, ■ locked, ♥ a keepsake.
own: last is the last copy, ×2 leaves a spare, tied means that every copy lies in a sleeved hand.
ways: how many ways lead up to a card of Level III to V from this hand alone, with a Level I or a rock at the foot; \
dead is none at all. "can stand" is how many of each Level can get onto the board when the hand is spent on that \
Level alone.
Figures in brackets say what the last change did. . locks a card: fill anew and Empty leave it in, and so does enter.
+ keeps all that is in and fills up to fourteen; * replaces every card that is not locked.
Undo goes on past the saved hand into its earlier versions. A draft with its locks survives the end of the program.
A keepsake is a card marked never to be staked; a hand with one is legal, and warned about."""

    DEFAULT_CSS = """
    BuilderScreen.-wide #right { width: 1fr; }
    """

    def __init__(
        self,
        shelf: Shelf,
        saved: CheckedHand | None,
        cards: Sequence[CardNo] | None = None,
        *,
        then: Sequence[CardNo] | None = None,
        locked: Collection[CardNo] = (),
    ) -> None:
        """Build on a saved hand or (None) a new one.

        `cards` are changes to it that were not saved yet, `then` is one more that is made at once and can be undone.
        """
        super().__init__()
        self._shelf = shelf
        self._hand = saved.hand if saved is not None else None
        self._edits = Edits(self._saved, cards, locked)
        self._found: tuple[Card, ...] = ()
        self._before = figures(self._edits.cards, shelf, self._hand)
        if then is not None:
            self._edits.change(then)
        self._now = figures(self._edits.cards, shelf, self._hand)
        self._why: dict[CardNo, str] = {}
        """Why cards that were filled in came in."""
        self._noted_at: CardNo | None = None
        """The card that the cursor was at when the line below said what a key did."""
        self._keeper: DraftKeeper[HandDraft] | None = None

    def compose_place(self) -> ComposeResult:
        """Compose the lists and figures."""
        yield BuilderPane(id="bench")

    def on_resize(self) -> None:
        """Make use of the room there is."""
        if self._keeper is not None:
            self._show()

    def on_mount(self) -> None:
        """Show both lists, and look for the hand's earlier versions."""
        self._keeper = DraftKeeper(self.mudwater, self._shelf.drafts, keep_hand_draft)
        self._found = self._find() or ()
        self._show()
        self._keep_draft()
        self.pane.owned.focus()
        if self._hand_name:
            work = partial(read_history, self.mudwater.collector, self._hand_name)
            self.at_desk(work, self._remember, slot="history")

    def _remember(self, history: History) -> None:
        if self._hand is not None:
            self._edits.remember(history.versions, self._hand.version)
        self.refresh_keys()

    @property
    def _hand_name(self) -> str:
        return self._hand.name if self._hand is not None else NEW

    @property
    def _called(self) -> str:
        """What sentences call it."""
        return clipped(self._hand_name, 60) or "the new hand"

    @property
    def _saved(self) -> Cards:
        return self._hand.cards if self._hand is not None else ()

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self._edits.cards != self._saved

    @property
    def told(self) -> Told:
        """What the screens that tell of a hand are told: the hand as it is here."""
        return Told(self._shelf, self._called, self._edits.cards, self._hand)

    # What is shown

    @property
    def pane(self) -> BuilderPane:
        """What is between the frame's lines."""
        return self.query_one(BuilderPane)

    def _show(self) -> None:
        self.pane.show(self._bench)
        self.refresh_keys()

    def _find(self) -> tuple[Card, ...] | None:
        """Give the owned cards that the search finds, None where it cannot be read; the line below says what it is."""
        shelf = self._shelf
        try:
            found = search(shelf.catalogue, self.pane.box.value, shelf.known)
        except QueryError as error:
            self.status(f"Column {error.column}: {error}")
            return None
        owned = tuple(card for card in found if shelf.owned.get(card.number, 0) > 0)
        note = STAND_IN_NOTE if any(card.is_stand_in for card in shelf.catalogue) else ""
        self.status(note if owned else "No owned card is like that. esc leaves the search; emptied, it shows all.")
        return owned

    @property
    def _bench(self) -> Bench:
        return Bench(self._shelf, self._hand, self._found, self._now, self._before, self._edits.locks, self.changed)

    @on(OptionList.OptionHighlighted)
    def _point(self, event: OptionList.OptionHighlighted) -> None:
        number = event.option_list.number if isinstance(event.option_list, CardList) else None
        if event.option_list.has_focus and number is not None and number != self._noted_at:
            self._noted_at = None
            self._tell_of(number)

    def _note(self, words: str) -> None:
        """Say what a key did below the figures, where it hides none of them, until the cursor moves on."""
        self._noted_at = self.pane.pointed
        self.status(plain_content(words))

    def _unnote(self) -> None:
        """Say no longer what a key did, but what the card under the cursor is."""
        number, self._noted_at = self.pane.pointed, None
        if number is not None:
            self._tell_of(number)
        else:
            self.status(self.told.note)

    def _tell_of(self, number: CardNo) -> None:
        if number in self._shelf.catalogue:
            self.pane.show_face(self._shelf.catalogue[number])
        why = self._why.get(number) if number in self._edits.cards else None
        locked = "; locked" if number in self._edits.locks else ""
        words = card_sentence(number, self._now, self._shelf) + locked
        self.status(plain_content(f"{words}; {why}" if why else words, cells=max(self.size.width - 2, 20)))

    @on(Input.Changed, "#filter")
    def _filter(self) -> None:
        found = self._find()
        if found is not None and found != self._found:
            self._found = found
            self.pane.show_owned(self._bench)

    @on(Input.Submitted, "#filter")
    def _leave_filter(self) -> None:
        self.pane.owned.focus()

    # Changing the hand

    @on(OptionList.OptionSelected, "#owned")
    def _put_in_or_out(self, event: OptionList.OptionSelected) -> None:
        number = self.pane.owned.number_at(event.option_index)
        if number is None:
            return
        if number in self._edits.cards:
            self._take_out(number, every=True)
        else:
            self._change((*self._edits.cards, number))

    @on(OptionList.OptionSelected, "#hand")
    def _take_one_out(self, event: OptionList.OptionSelected) -> None:
        number = self.pane.hand.number_at(event.option_index)
        if number is not None:
            self._take_out(number, every=False)

    def _take_out(self, number: CardNo, *, every: bool) -> None:
        left = self._edits.without(number, every=every)
        if left is None:
            self.tell(f"#{number} is locked into this hand: . unlocks it.")
        else:
            self._change(left)

    def _change(self, cards: Sequence[CardNo]) -> None:
        if self._edits.change(cards):
            self._moved()

    def _moved(self) -> None:
        """Show what the step to other cards did, and keep it."""
        self._before, self._now = self._now, figures(self._edits.cards, self._shelf, self._hand)
        self._unnote()
        self._show()
        self._keep_draft()

    @on(events.ScreenSuspend)
    def _left_behind(self) -> None:
        """Let go of what the last change did when another screen takes this one's place; a question does not."""
        if not self.app.screen.is_modal:
            self._settle()

    def _settle(self) -> None:
        """Show the hand as it is, without what the last change did to it."""
        self._before = self._now
        self._unnote()
        self._show()

    def _keep_draft(self) -> None:
        if self._keeper is not None:
            draft = HandDraft(self._edits.cards, self._edits.locks) if self.changed or self._edits.locks else None
            self._keeper.keep(self._hand_name, draft)

    def unfinished(self) -> str | None:
        """Name the changes that are neither saved nor kept as a draft."""
        if not self.changed or self._keeper is None or not (self._keeper.unkept or self._keeper.busy):
            return None
        return f"The changes to {self._called} are not in the book."

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.name == "save" and not self.changed:
            return "Nothing has changed since it was saved." if self._hand_name else "Put a card in first."
        if command.name in ("rename", "deal", "history") and not self._hand_name:
            return "Save this hand first: that gives it a name."
        return self._edits.why_not(command.name)

    def action_put(self) -> None:
        """Put the card under the cursor into the hand, or take it out, as the list does it."""
        listed = self.pane.owned if self.pane.owned.has_focus else self.pane.hand
        listed.action_select()

    def action_other(self) -> None:
        """Go to the other list."""
        hand, owned = self.pane.hand, self.pane.owned
        there = owned if hand.has_focus else hand
        there.focus()
        if there.number is not None:
            self._tell_of(there.number)

    def action_filter(self) -> None:
        """Go to the search."""
        self.pane.box.focus()

    def action_undo(self) -> None:
        """Take back the last change, or go back to an earlier version."""
        self._stepped(self._edits.undo())

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self._stepped(self._edits.redo())

    def _stepped(self, step: Step) -> None:
        self._moved()
        if step.version is not None:
            made = local_minute(step.version.made, self.mudwater.clock())
            self._note(f"This is version {step.version.number}, of {made}. s saves it anew.")

    def action_lock(self) -> None:
        """Lock the card under the cursor into the hand, or unlock it."""
        number = self.pane.pointed
        if number is None or number not in self._edits.cards:
            self.tell("Only a card of the hand can be locked: enter puts it in first.")
            return
        self._edits.lock(number)
        self._show()
        self._keep_draft()

    def action_empty(self) -> None:
        """Take every card out that is not locked; undo brings them back."""
        self._change(self._edits.locked_cards)

    def action_fill(self) -> None:
        """Fill up to fourteen; every card that is in stays."""
        self._fill(self._edits.cards)

    def action_anew(self) -> None:
        """Replace every card that is not locked; undo brings the old ones back."""
        self._fill(tuple(dict.fromkeys(self._edits.locked_cards)))

    def _fill(self, keep: Cards) -> None:
        from collection.desk.suggestions import fill_hand

        collector, name, begun = self.mudwater.collector, self._hand_name, self._edits.cards

        def filled(picks: Iterable[Pick]) -> None:
            # A key pressed meanwhile is meant; the answer to an older hand is not.
            if self._edits.cards == begun:
                self._filled({pick.card: pick.why for pick in picks}, keep)

        self.at_desk(lambda book: fill_hand(book, collector, keep, editing=name), filled, slot="fill")

    def _filled(self, picked: dict[CardNo, str], keep: Cards) -> None:
        came = [number for number in picked if number not in keep]
        before = set(self._edits.cards)
        self._why.update({number: picked[number] for number in came})
        self._change((*keep, *came))
        fresh = [number for number in came if number not in before]
        self._note(f"Came in: {len(fresh)}. Go to one to read why." if fresh else "The same cards came again.")

    def action_suggest(self) -> None:
        """Lay suggestions beside one another that hold every locked card; undo brings this hand back."""
        from collection.tui.suggest import suggestions_for

        held, name = self._edits.locked_cards, self._hand_name
        self.app.push_screen(suggestions_for(self._shelf, lambda cards: self._filled(dict(cards), ()), held, name))

    # What is told of the hand

    def action_stake(self) -> None:
        """Tell what the hand can cost."""
        self.told.show_stake(self.mudwater, self._take_shelf)

    def action_ladder(self) -> None:
        """Tell which cards get onto the board."""
        self.told.show_ladder(self.mudwater, self._take_shelf)

    def action_compare(self) -> None:
        """Lay the hand beside others."""
        self.told.show_compare(self.mudwater)

    def action_history(self) -> None:
        """Tell how the hand came to be."""
        self.told.show_history(self.mudwater, self._change)

    def _take_shelf(self, shelf: Shelf) -> None:
        """Count anew with what was said about the cards meanwhile."""
        self._shelf = shelf
        self._now = self._before = figures(self._edits.cards, shelf, self._hand)
        self._show()

    def action_save(self) -> None:
        """Save; a new hand is asked its name first."""
        from collection.desk.hands import save_draft
        from collection.tui.hands import NameForm

        collector, now = self.mudwater.collector, self.mudwater.clock()
        draft, hand = HandDraft(self._edits.cards, self._edits.locks), self._hand

        def save(name: str, book: Book) -> CheckedHand:
            return save_draft(book, collector, name, draft, now, built_on=hand.version if hand is not None else None)

        if hand is not None:
            self.at_desk(partial(save, hand.name), self._saved_now, refused=self._not_saved)
        else:
            self.app.push_screen(NameForm("Save this hand as", save), self._saved_now)

    def _not_saved(self, error: CollectionError) -> None:
        """Say why, and go on from the hand as another window left it: what stands here can still be saved."""
        self.mudwater.say_refused(error)
        self.at_desk(partial(read_shelf, self.mudwater.collector), self._rebase, slot="shelf")

    def _rebase(self, shelf: Shelf) -> None:
        was = self._hand
        found = [checked.hand for checked in shelf.hands if was is not None and checked.hand.id == was.id]
        self._hand = found[0] if found else None
        self._take_shelf(shelf)
        self._keep_draft()

    def _saved_now(self, saved: CheckedHand | None) -> None:
        if saved is None:
            return
        self._hand = saved.hand
        if self._keeper is not None:
            # Saving left no more than the locks; a draft that was on its way meanwhile came later.
            self._keeper.keep(NEW, None)
        self._keep_draft()
        words = "It is legal." if not saved.faults else "It is not legal yet."
        self.mudwater.say(f"Saved {self._called}. {words}")
        self._settle()

    def action_rename(self) -> None:
        """Ask for the new name."""
        from collection.tui.hands import renaming

        self.app.push_screen(renaming(self.mudwater.collector, self._hand_name), self._renamed)

    def _renamed(self, renamed: CheckedHand | None) -> None:
        if renamed is not None:
            if self._keeper is not None:
                self._keeper.renamed(self._hand_name, renamed.hand.name)
            self._hand = renamed.hand
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
        elif self._keeper is not None and self._keeper.unkept:
            body = [plain_content(self.unfinished() or "")]
            question = Confirm("Leave now?", body, yes="Leave without it")
            self.app.push_screen(question, self._let_go)
        else:
            self.mudwater.say(f"Not saved: the changes to {self._called} wait as a draft.")
            super().go_back()

    def _let_go(self, answer: bool | None) -> None:
        if answer:
            self.app.pop_screen()
