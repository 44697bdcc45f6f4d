"""The builder of decks: all cards of Cardia at the left, the sixteen places of the deck at the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from collection.desk.deck_drafts import NEW, keep_deck_draft
from collection.errors import CollectionError
from collection.games.cardia.cards import Card
from collection.games.cardia.deck_words import matching
from collection.games.cardia.decks import DECK_SIZE, completions, fitting, in_order, made_of
from collection.tui.commands import Command
from collection.tui.decks_forms import ChooseDeck, DeckNameForm, deal_with, renaming
from collection.tui.decks_rows import (
    ALL_HEADING,
    STAND_IN_NOTE,
    DeckLines,
    about,
    packed_reasons,
    reason_lines,
    state_line,
)
from collection.tui.hands_cards import CardList
from collection.tui.hands_draft import DraftKeeper
from collection.tui.place import Drill, bindings_of
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.decks import CheckedDeck, DeckShelf
    from collection.hands.deck import Deck

Keys = tuple[str, ...]
_ROOM_FOR_SENTENCES = 34
"""Rows of a screen from which on reasons are told in whole sentences."""
_WIDE = 100
"""Cells of a row from which on cards of the deck are told with faction and ability."""
_BESIDE_REASONS = 4
"""Cells of a row that reasons do not have: the edges, and where the list of them is scrolled."""


class DeckBuilderScreen(Drill):
    """One deck being built. Changes are kept as a draft; saving makes them the deck."""

    WHERE = "deck"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("deck")]
    MAIN = "#all"
    HELP_TEXT = """\
A deck has one card of each value from 1 to 16. Of the Archipelago and of the Expedition all eight cards are in, or \
none; of every other faction the cards come from one deck.
enter puts the card under the cursor in, in the place of what has its value, or takes it out; at the deck a click goes \
to a card, and a second one takes it out.
+ is in the deck, - ends in no legal deck beside the cards of other values that are in, ✗ has a reason against it.
F puts a whole faction of a deck in. + makes a legal deck of it, if one can come of it; g shows all that can.
Changes are kept as a draft from the first one on; only Save makes them the deck.
~ marks what nobody has confirmed from the real game yet; an owner corrects it: `mudwater game set cardia`."""
    DEFAULT_CSS = """
    DeckBuilderScreen #panes { height: 1fr; }
    DeckBuilderScreen #left { width: 1fr; padding-left: 1; }
    DeckBuilderScreen #right { width: 34; padding-left: 1; border-left: vkey $panel; }
    DeckBuilderScreen.-wide #left { width: 52; }
    DeckBuilderScreen.-wide #right { width: 1fr; }
    DeckBuilderScreen #search { height: 1; }
    DeckBuilderScreen #prompt { width: 2; color: $footer-key-foreground; text-style: bold; }
    DeckBuilderScreen #filter { width: 1fr; background: $background; }
    DeckBuilderScreen #filter:focus { background: $surface; }
    DeckBuilderScreen .heading { height: 1; color: $text-muted; }
    DeckBuilderScreen #all { height: 1fr; }
    DeckBuilderScreen #about { height: 3; padding: 0 1; background: $surface; }
    DeckBuilderScreen.-tall #about { height: 4; }
    DeckBuilderScreen #title { height: 1; }
    DeckBuilderScreen #deck { height: auto; max-height: 1fr; }
    DeckBuilderScreen #verdict { height: auto; max-height: 6; padding: 0 1; scrollbar-size-vertical: 1; }
    DeckBuilderScreen #verdict:focus { background: $surface; }
    DeckBuilderScreen.-tall #verdict { max-height: 16; }
    DeckBuilderScreen #state, DeckBuilderScreen #reasons { height: auto; width: 1fr; }
    """

    def __init__(self, shelf: DeckShelf, saved: Deck | None, cards: Sequence[str] | None = None) -> None:
        """Build on a saved deck or (None) a new one; `cards` are what was begun of it."""
        super().__init__()
        self._shelf = shelf
        self._saved = saved
        self._lines = DeckLines(shelf.data)
        self._past: list[Keys] = []
        self._here: Keys = saved.cards if saved is not None else ()
        self._future: list[Keys] = []
        if cards is not None and tuple(cards) != self._here:
            self._past.append(self._here)
            self._here = tuple(cards)
        self._found: tuple[Card, ...] = self._by_value(shelf.data.cards)
        self._keeper: DraftKeeper[Keys] | None = None

    def compose_place(self) -> ComposeResult:
        """Compose both lists, what a card does, and what is against the deck."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                with Horizontal(id="search"):
                    yield Static(Content("/"), id="prompt")
                    yield Input(placeholder="swamp, III, 12, ship, signet", id="filter", compact=True)
                yield Static(Content(ALL_HEADING), classes="heading")
                yield CardList(id="all")
            with Vertical(id="right"):
                yield Static(id="title")
                yield CardList(id="deck", twice=True)
        yield Static(id="about")
        with VerticalScroll(id="verdict"):
            yield Static(id="state")
            yield Static(id="reasons")

    def on_mount(self) -> None:
        """Show both lists."""
        self._keeper = DraftKeeper(self.mudwater, self._shelf.drafts, keep_deck_draft)
        self._show()
        self.query_one("#all").focus()
        self.status(STAND_IN_NOTE)

    def on_resize(self) -> None:
        """Make use of the room there is."""
        if self._keeper is not None:
            self._show()

    @property
    def cards(self) -> Keys:
        """The deck as it is now."""
        return self._here

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self._here != (self._saved.cards if self._saved is not None else ())

    @property
    def _called(self) -> str:
        return self._saved.name if self._saved is not None else NEW

    # What is shown

    def _by_value(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        keys = in_order([card.key for card in cards], self._shelf.data)
        return tuple(card for key in keys if (card := self._shelf.data.card(key)) is not None)

    def _show(self) -> None:
        data, faults = self._shelf.data, self._shelf.checked(self._here)
        possible = completions(self._here, data)
        self.query_one("#all", CardList).show(self._lines.all(self._found, self._here, fitting(self._here, data)))
        self.query_one("#deck", CardList).show(self._lines.deck(self._here, faults, roomy=self.size.width >= _WIDE))
        count = f"  {len(self._here)} of {DECK_SIZE}{'  not saved' if self.changed else ''}"
        room = self.size.width - 56 if self.size.width >= _WIDE else 32
        name = plain_content(self._called or "New deck", "bold", cells=room - len(count))
        self.query_one("#title", Static).update(name + count)
        made = made_of(self._here, data)
        self.query_one("#state", Static).update(state_line(faults, made, len(possible)))
        reasons = self.query_one("#reasons", Static)
        reasons.display = bool(faults)
        whole = self.size.height >= _ROOM_FOR_SENTENCES
        lines = reason_lines(faults, whole=True) if whole else packed_reasons(faults, self.size.width - _BESIDE_REASONS)
        reasons.update(Content("\n").join(lines))
        self._tell_of_pointed()
        self.refresh_keys()

    @property
    def _pointed(self) -> str | None:
        listed = self.query_one("#deck" if self.query_one("#deck").has_focus else "#all", CardList)
        return self._lines.key(listed.number, self._here)

    def _tell_of_pointed(self) -> None:
        key = self._pointed
        card = None if key is None else self._shelf.data.card(key)
        told = Content("No card has this value yet.") if card is None else about(card, self._shelf.data)
        self.query_one("#about", Static).update(told)

    @on(OptionList.OptionHighlighted)
    def _point(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_list.has_focus:
            self._tell_of_pointed()

    @on(Input.Changed, "#filter")
    def _filter(self) -> None:
        found = self._by_value(matching(self.query_one("#filter", Input).value, self._shelf.data))
        self.status(STAND_IN_NOTE if found else "No card is like that. esc leaves the search; emptied, it shows all.")
        if found != self._found:
            self._found = found
            self._show()

    @on(Input.Submitted, "#filter")
    def _leave_filter(self) -> None:
        self.query_one("#all").focus()

    # Changing the deck

    @on(OptionList.OptionSelected, "#all")
    @on(OptionList.OptionSelected, "#deck")
    def _put_in_or_out(self, event: OptionList.OptionSelected) -> None:
        listed = event.option_list
        assert isinstance(listed, CardList)
        key = self._lines.key(listed.number_at(event.option_index), self._here)
        if key is None:
            self._look_for(-(listed.number_at(event.option_index) or 0))
        elif key in self._here:
            self._change([each for each in self._here if each != key])
        else:
            self._change(self._with([key]))

    def _look_for(self, value: int) -> None:
        """Go to the cards of a value that the deck has none of."""
        listed = self.query_one("#all", CardList)
        first = next((card for card in self._found if card.value == value), None)
        if first is None:
            self.tell(f"The search hides the cards of value {value}: / changes it.")
            return
        listed.focus()
        listed.point_at(self._lines.number(first))

    def _with(self, keys: Sequence[str]) -> list[str]:
        """Give the deck with these cards, each in the place of those that have its value."""
        values = {card.value for key in keys if (card := self._shelf.data.card(key)) is not None}
        stay = [key for key in self._here if (card := self._shelf.data.card(key)) is None or card.value not in values]
        return [*stay, *keys]

    def _change(self, cards: Sequence[str]) -> None:
        ordered = in_order(cards, self._shelf.data)
        if ordered != self._here:
            self._past.append(self._here)
            self._here = ordered
            self._future.clear()
            self._moved()

    def _moved(self) -> None:
        self._show()
        self._keep_draft()

    def _keep_draft(self) -> None:
        if self._keeper is not None:
            self._keeper.keep(self._called, self._here if self.changed else None)

    def unfinished(self) -> str | None:
        """Name the changes that are neither saved nor kept as a draft."""
        if not self.changed or self._keeper is None or not (self._keeper.unkept or self._keeper.busy):
            return None
        return f"The changes to {clipped(self._called, 60) or 'the new deck'} are not in the book."

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        named, here, data = bool(self._called), self._here, self._shelf.data
        faults = self._shelf.checked(here)
        reasons = (
            ("save", not self.changed, "Nothing has changed since it was saved." if named else "Put a card in first."),
            ("undo", not self._past, "There is no change to take back."),
            ("redo", not self._future, "Nothing was taken back that could be done again."),
            ("empty", not here, "The deck is empty already."),
            ("fill", not faults, "It is a legal deck already."),
            ("fill suggest", not completions(here, data), "No legal deck holds all of these cards: see below why."),
            ("faction", data.card(self._pointed or "") is None, "Go to a card first: its faction is meant."),
            ("rename deal", not named, "Save this deck first: that gives it a name."),
            ("deal", self.changed, "Save the changes first: the deck is played as it was saved."),
            ("deal", bool(faults), "It is not legal yet: the reasons stand below."),
        )
        return next((words for names, holds, words in reasons if holds and command.name in names.split()), None)

    def action_put(self) -> None:
        """Put the card under the cursor into the deck, or take it out."""
        listed = self.query_one("#deck" if self.query_one("#deck").has_focus else "#all", CardList)
        listed.action_select()

    def action_other(self) -> None:
        """Go to the other list."""
        self.query_one("#all" if self.query_one("#deck").has_focus else "#deck").focus()
        self._tell_of_pointed()

    def action_filter(self) -> None:
        """Go to the search."""
        self.query_one("#filter").focus()

    def action_undo(self) -> None:
        """Take back the last change."""
        self._future.append(self._here)
        self._here = self._past.pop()
        self._moved()

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self._past.append(self._here)
        self._here = self._future.pop()
        self._moved()

    def action_empty(self) -> None:
        """Take every card out; undo brings them back."""
        self._change(())

    def action_faction(self) -> None:
        """Put all cards in that are of the pointed card's faction and deck."""
        data = self._shelf.data
        card = data.card(self._pointed or "")
        if card is not None:
            alike = [one for one in data.cards if (one.faction, one.deck) == (card.faction, card.deck)]
            self._change(self._with([one.key for one in alike]))

    def action_fill(self) -> None:
        """Make the first legal deck of it that holds all that is in."""
        self._change(completions(self._here, self._shelf.data)[0])

    def action_suggest(self) -> None:
        """Choose among the legal decks that hold all that is in."""
        data = self._shelf.data
        decks = completions(self._here, data)
        self.app.push_screen(ChooseDeck([(keys, made_of(keys, data)) for keys in decks]), self._taken)

    def _taken(self, keys: Keys | None) -> None:
        if keys is not None:
            self._change(keys)

    # Saving it

    def action_save(self) -> None:
        """Save the deck; a new one is asked for its name."""
        from collection.desk.decks import save_draft

        collector, now, cards, saved = self.mudwater.collector, self.mudwater.clock(), self._here, self._saved
        if saved is None:
            form = DeckNameForm(
                "Call this deck", lambda name, book: save_draft(book, collector, name, cards, now, built_on=None)
            )
            self.app.push_screen(form, self._saved_as)
        else:
            name = saved.name
            work = lambda book: save_draft(book, collector, name, cards, now, built_on=saved)  # noqa: E731
            self.at_desk(work, self._saved_as, refused=self._not_saved, slot="save")

    def _not_saved(self, error: CollectionError) -> None:
        """Say why, and go on from the deck as another window left it: what stands here can still be saved."""
        from collection.desk.decks import deck_shelf

        self.mudwater.say_refused(error)
        self.at_desk(partial(deck_shelf, collector=self.mudwater.collector), self._rebase, slot="shelf")

    def _rebase(self, shelf: DeckShelf) -> None:
        was = self._saved
        self._shelf = shelf
        self._saved = next((one.deck for one in shelf.saved if was is not None and one.deck.id == was.id), None)
        if was is not None and self._saved is not None and self._saved.cards not in (was.cards, self._here):
            # One step back stands what the other window saved.
            self._past.append(self._saved.cards)
        self._moved()

    def _saved_as(self, checked: CheckedDeck | None) -> None:
        if checked is None:
            return
        if self._saved is None and self._keeper is not None:
            self._keeper.keep(NEW, None)
        self._saved = checked.deck
        legal = "It is legal." if not checked.faults else "It is not legal yet."
        self.mudwater.say(f"{clipped(checked.deck.name, 60)} is saved. {legal}")
        self._moved()

    def action_rename(self) -> None:
        """Ask for the new name."""
        self.app.push_screen(renaming(self.mudwater.collector, self._called), partial(self._renamed, self._called))

    def _renamed(self, before: str, checked: CheckedDeck | None) -> None:
        if checked is not None:
            if self._keeper is not None:
                self._keeper.renamed(before, checked.deck.name)
            self._saved = checked.deck
            self._moved()

    def action_deal(self) -> None:
        """Sit down to Cardia with this deck."""
        deal_with(self, self._called)
