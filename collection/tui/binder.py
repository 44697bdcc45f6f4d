"""The Binder: cards, what is owned of them, and one card's life."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, Static

from collection.catalogue.card import Card, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import QueryError
from collection.tui.binder_rows import COLUMNS, SORTINGS, in_order, row_of, sorting_after, words_of
from collection.tui.card_acts import CardActs
from collection.tui.commands import Command, bindings_of
from collection.tui.place import STAND_IN_NOTE
from collection.tui.rows import Rows
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.desk.advice import Advice
    from collection.desk.binder import Binder, LifeEvent
    from collection.desk.searches import SavedSearch
    from collection.store.book import Book
    from collection.tui.card_detail import CardDetail
    from collection.tui.lists import Picked

PAUSE = 0.04
"""Seconds without a key after which a search that is being typed is carried out."""


_NEEDS_A_CARD = frozenset({"binder.open", "binder.ledger", "binder.mark", "binder.edit", "binder.keep"})
_NEEDS_THE_BOOK = frozenset({"binder.mark", "binder.edit", "binder.keep", "binder.lists", "binder.save"})


class BinderScreen(CardActs):
    """Cards in a table, the card under the cursor beside it, or by itself where the terminal is narrow."""

    WHERE: ClassVar[str] = "binder"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("binder"))
    MAIN: ClassVar[str] = "#cards"
    DEFAULT_CSS = """
    BinderScreen #panes { height: 1fr; }
    BinderScreen #list { width: 1fr; }
    BinderScreen #search { height: 1; padding: 0 1; }
    BinderScreen #search Input { width: 1fr; background: $background; }
    BinderScreen #search Input:focus { background: $surface; }
    BinderScreen #prompt { width: 2; color: $footer-key-foreground; text-style: bold; }
    BinderScreen #count { width: auto; padding-left: 1; color: $text-muted; }
    BinderScreen #detail { width: 46; border-left: vkey $panel; }
    BinderScreen.-narrow #detail { display: none; width: 1fr; border-left: none; }
    BinderScreen.-narrow.-open #detail { display: block; }
    BinderScreen.-narrow.-open #list { display: none; }
    BinderScreen.-narrow CardDetail { layout: horizontal; }
    BinderScreen.-narrow #printed { width: 40; }
    BinderScreen.-wide.-open #list { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._cards: Catalogue | None = None
        self._owned: Mapping[CardNo, int] = {}
        self._binder: Binder | None = None
        self._finishes: dict[CardNo, dict[str, int]] = {}
        self._cells: dict[CardNo, Sequence[Text]] = {}
        self._advice: Advice | None = None
        self._detail: CardDetail | None = None
        self._sorting, self._turned = 0, False
        self._pause: Timer | None = None
        self._card_pause: Timer | None = None

    def compose_place(self) -> ComposeResult:
        """Compose search, table and detail."""
        with Horizontal(id="panes"):
            with Vertical(id="list"):
                with Horizontal(id="search"):
                    yield Static("/", id="prompt")
                    yield Input(placeholder="level:2 family:club n>=4 owned>1", id="filter", compact=True)
                    yield Static(id="count", markup=False)
                yield Rows(COLUMNS, id="cards", classes="unless-nothing")
                yield Static(id="nothing", classes="nothing", markup=False)
            yield Vertical(id="detail")

    def on_mount(self) -> None:
        """Show the cards of a glance; the book brings the rest."""
        self.query_one(Rows).focus()
        if self.mudwater.glance is not None:
            self._take_glance()

    def _take_glance(self) -> None:
        glance = self.mudwater.glance
        if glance is not None and self._binder is None:
            # What fits on the screen is enough until the book is open, and costs a third.
            self._take_cards(glance.catalogue, glance.owned, at_most=self.app.size.height)

    def refresh_place(self) -> None:
        """Read the binder again."""
        collector = self.mudwater.collector

        def read(book: Book) -> Binder:
            from collection.desk.binder import open_binder

            return open_binder(book, collector)

        self.at_desk(read, self._take_binder, slot="binder")

    def _take_binder(self, binder: Binder) -> None:
        # The pane comes with the book: the first frame is the cards.
        from collection.tui.card_detail import CardDetail, finishes_of
        from collection.tui.marks import marked

        self._binder = binder
        self._finishes = finishes_of(binder)
        self.marks = marked(binder.marks)
        self._take_cards(binder.catalogue, binder.owned)
        if self._detail is None:
            self._detail = CardDetail()
            self.query_one("#detail").mount(self._detail)
        self._detail.show_completion(binder)
        self._show_card()
        self._read_advice()

    def _read_advice(self) -> None:
        collector = self.mudwater.collector

        def read(book: Book) -> Advice:
            from collection.desk.advice import advice

            return advice(book, collector)

        self.at_desk(read, self._take_advice, slot="advice")

    def _take_advice(self, found: Advice) -> None:
        self._advice = found
        if self._detail is not None:
            self._detail.show_advice(self.card, found)

    def _take_cards(self, cards: Catalogue, owned: Mapping[CardNo, int], *, at_most: int | None = None) -> None:
        self._cards, self._owned = cards, owned
        self._cells = {}
        self._search(at_most)

    def _row(self, card: Card) -> tuple[str, Sequence[Text]]:
        if card.number not in self._cells:
            self._cells[card.number] = row_of(card, self._owned.get(card.number, 0), self._signs(card.number))
        return str(card.number), self._cells[card.number]

    def _signs(self, number: CardNo) -> str:
        if number not in self.marks:
            return ""
        from collection.tui.marks import signs

        return signs(self.marks[number])

    def help_text(self) -> str:
        """Explain the search."""
        from collection.catalogue.query import SYNTAX_HELP

        return "Searching\n" + SYNTAX_HELP

    # Searching and sorting

    @on(Input.Changed, "#filter")
    def _typed(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._search)

    @on(Input.Submitted, "#filter")
    def _entered(self) -> None:
        self._search()
        self.query_one(Rows).focus()

    def _search(self, at_most: int | None = None) -> None:
        if self._cards is None:
            return
        text = self.query_one("#filter", Input).value
        try:
            found = self._found(self._cards, text)
        except QueryError as error:
            self._show_fault(error)
            return
        found = in_order(found, self._sorting, self._turned, self._owned, self.marks)
        if found:
            self.query_one(Rows).show_rows(self._row(card) for card in found[:at_most])
        self._show_count(len(found), text.strip())
        self.refresh_keys()

    def _found(self, cards: Catalogue, text: str) -> list[Card]:
        if not text.strip():
            return list(cards)
        from collection.catalogue.query import search

        return search(cards, text, self._owned if self._binder is None else self._binder.known)

    def _show_fault(self, error: QueryError) -> None:
        """Point at the column; the table keeps the last cards that a search found."""
        reason = " ".join(error.reasons)
        self.remove_class("-nothing")
        self.query_one("#count", Static).update("not understood")
        self.status(Content.assemble((f"Column {error.column}: ", "bold $text-error"), plain_content(reason)))

    def _show_count(self, found: int, text: str) -> None:
        assert self._cards is not None
        whole = len(self._cards)
        self.query_one("#count", Static).update(f"{found} of {whole}" if found != whole else f"{whole} cards")
        self.set_class(not found, "-nothing")
        if not found:
            from collection.tui.lists import EMPTY

            words = EMPTY.get(text, "No card of the set is like that.")
            self.query_one("#nothing", Static).update(
                Content(f"{words}\n\nesc clears the search, ? explains the words it knows, @ shows the lists")
            )
        self.status(self._hint())

    def _hint(self) -> Content:
        if not self._owned:
            hint = Content.assemble(
                "No cards yet. Press ", ("p", "bold"), " to log a pack, ", ("F12", "bold"), " to take in a file. "
            )
        elif self._sorting or self._turned:
            hint = Content(f"By {words_of(self._sorting, self._turned)}. ")
        else:
            hint = Content("")
        if not self.marks:
            return hint + Content.styled(STAND_IN_NOTE, "dim")
        from collection.tui.marks import LEGEND

        return hint + Content.styled(f"{LEGEND}  {STAND_IN_NOTE.partition(':')[0]}", "dim")

    @on(Rows.HeaderSelected)
    def _sort_by(self, event: Rows.HeaderSelected) -> None:
        self._sorting, turn = sorting_after(self._sorting, event.column_key.value or "number")
        self._turned = turn and not self._turned
        self._search()

    # The card under the cursor

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        key = None if self.has_class("-nothing") else self.query_one(Rows).cursor_key
        return None if key is None or self._cards is None else self._cards[int(key)]

    @on(Rows.RowHighlighted)
    def _highlighted(self) -> None:
        self._show_card()
        self.refresh_keys()

    def _show_card(self) -> None:
        card, detail = self.card, self._detail
        if detail is None:
            return
        number = 0 if card is None else card.number
        copies, finishes = self._owned.get(number, 0), self._finishes.get(number, {})
        detail.show_card(card, copies, finishes, self.marks.get(number, {}))
        detail.show_advice(card, self._advice)
        if self._card_pause is not None:
            self._card_pause.stop()
        self._card_pause = self.set_timer(PAUSE, self._read_life)

    def _read_life(self) -> None:
        card = self.card
        if card is None or not self.query_one("#detail").display:
            return
        collector, number = self.mudwater.collector, card.number

        def read(book: Book) -> tuple[LifeEvent, ...]:
            from collection.desk.binder import life
            from collection.tui.card_detail import MOST_EVENTS

            # One more than is shown, to know that there are more: a long history is not read for one card.
            return life(book, number, collector, latest=MOST_EVENTS + 1)[1]

        self.at_desk(read, self._take_life, slot="life")

    def _take_life(self, events: tuple[LifeEvent, ...]) -> None:
        if self._detail is not None:
            self._detail.show_life(events)

    @on(Rows.RowSelected)
    def _opened(self) -> None:
        self.action_open()

    # Commands

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if command.id in _NEEDS_A_CARD and self.card is None:
            return "No card is under the cursor: clear the search with esc."
        if command.id in _NEEDS_THE_BOOK and self._binder is None:
            return "The book is still being opened."
        if command.id == "binder.save" and not self.query_one("#filter", Input).value.strip():
            return "Type a search first: / goes there."
        return None

    def action_filter(self) -> None:
        """Go to the search."""
        self.remove_class("-open")
        self.query_one("#filter", Input).focus()

    def action_open(self) -> None:
        """Show the card by itself, where it is not beside the table already."""
        self.add_class("-open")
        if self._detail is not None:
            self._detail.focus()
        self._read_life()
        if self.has_class("-narrow"):
            self.status(Content.assemble(("j k", "bold"), " next and previous card   ", (STAND_IN_NOTE, "dim")))

    def action_order(self) -> None:
        """Sort by the next order."""
        self._sorting, self._turned = (self._sorting + 1) % len(SORTINGS), False
        self._search()

    def action_all(self) -> None:
        """Show the whole set."""
        self.ask_for("")

    def ask_for(self, text: str) -> None:
        """Show the cards that a search finds."""
        box = self.query_one("#filter", Input)
        with self.prevent(Input.Changed):
            box.value = text
        self._search()

    def action_next_card(self) -> None:
        """Go to the next card."""
        self.query_one(Rows).action_cursor_down()

    def action_previous_card(self) -> None:
        """Go to the card before."""
        self.query_one(Rows).action_cursor_up()

    def action_completion(self) -> None:
        """Show completion by itself."""
        from collection.tui.card_detail import completion_lines
        from collection.tui.help import Page

        if self._binder is not None:
            lines = completion_lines(self._binder, width=24, heading=False, tribes=True)
            self.app.push_screen(Page("Completion", [lines]))

    def action_lists(self) -> None:
        """Pick a list."""
        from collection.tui.lists import ask_lists

        ask_lists(self, self._count, self._list_picked)

    def _count(self, text: str) -> int | None:
        try:
            return len(self._found(self._cards, text)) if self._cards is not None else None
        except QueryError:
            return None

    def _list_picked(self, picked: Picked) -> None:
        if picked.rival:
            from collection.tui.rival import RivalScreen

            self.app.push_screen(RivalScreen(picked.rival))
            return
        self.remove_class("-open")
        self.ask_for(picked.search)
        self.query_one(Rows).focus()

    def action_save(self) -> None:
        """Save the search under a name."""
        from collection.tui.lists import SaveSearchForm

        text = self.query_one("#filter", Input).value.strip()
        saved = self._binder.known.saved if self._binder is not None else None
        self.app.push_screen(SaveSearchForm(text, sorted(saved or ())), self._search_saved)

    def _search_saved(self, saved: SavedSearch | None) -> None:
        if saved is not None:
            self.mudwater.say(f"Saved: {clipped(saved.spelled, 64)} asks for it again. @ shows the lists.")

    def findable(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """Give the saved searches and the cards, for the palette."""
        if self._binder is None:
            return
        for name, text in sorted((self._binder.known.saved or {}).items()):
            yield f"@{name}", text, partial(self.ask_for, f'@"{name}"')
        for card in self._binder.catalogue:
            yield f"{card.number} {card.name}", "Go to this card", partial(self.go_to, card.number)

    def go_to(self, number: CardNo) -> None:
        """Put the cursor on a card, in the whole set where the search leaves it out."""
        table = self.query_one(Rows)
        if str(number) not in table.row_keys or self.has_class("-nothing"):
            self.action_all()
        table.go_to(str(number))
        table.focus()

    def action_recount(self) -> None:
        """Count the cards that are shown for real."""
        from collection.tui.recount import RecountScreen

        if self.card is None:
            self.tell("No card is shown: clear the search with esc.")
            return
        query = self.query_one("#filter", Input).value.strip()
        shown = [int(key) for key in self.query_one(Rows).row_keys] if query else []
        self.app.push_screen(RecountScreen(query, shown))

    def can_go_back(self) -> bool:
        """Say whether `esc` would close, leave or clear something."""
        open_card = self.has_class("-open") and self.has_class("-narrow")
        return open_card or self.typing() or bool(self.query_one("#filter", Input).value)

    def go_back(self) -> None:
        """Close the card, leave the search, clear the search: one step at a time."""
        table = self.query_one(Rows)
        if self.has_class("-open") and not self.typing():
            self.remove_class("-open")
            table.focus()
            self._search()
        elif self.typing():
            if self.has_class("-nothing"):
                self.action_all()
            table.focus()
        elif self.query_one("#filter", Input).value:
            self.action_all()
