"""A loss written down: whom the card went to, the hand that was played, and which of its cards it was."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from collection.catalogue.card import STAND_IN_MARK, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.hands.hand import Hand
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result
from collection.tui.commands import Command, bindings_of
from collection.tui.marks import SIGNS
from collection.tui.place import STAND_IN_NOTE, Drill
from collection.tui.rows import Rows
from collection.tui.text import plain_text

if TYPE_CHECKING:
    from collection.desk.antes import AnteReceipt
    from collection.store.book import Book

HANDS = (("hand", "My hand", 0),)
CARDS = (("number", " No", 3), ("name", "The card I lost", 27), ("level", "Level", 5), ("owned", "Owned", 0))
ANY = ""
"""The key of the line for a hand that was not saved: any owned card can be the one."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What the desk tells."""

    catalogue: Catalogue
    owned: Mapping[CardNo, int]
    hands: Mapping[str, Hand]
    rivals: Sequence[str]
    keepsakes: frozenset[CardNo]


class LossEntryScreen(Drill):
    """Rival, hand and card, picked from what there is; posted once confirmed, and handed to `then`."""

    WHERE: ClassVar[str] = "losing"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("losing"))
    MAIN: ClassVar[str] = "#cards"
    HELP_TEXT: ClassVar[str] = (
        "A game at a real table, for keeps, that you lost today. Write the rival's name, pick the hand that you played "
        "and the card of it that was your ante; enter goes on. For another day, a friendly game, their ante or a note, "
        "use New game in Ante."
    )
    DEFAULT_CSS = """
    LossEntryScreen #to { height: 1; padding: 0 1; margin-bottom: 1; }
    LossEntryScreen #to Static { width: auto; padding-right: 1; }
    LossEntryScreen #rival { width: 1fr; background: $surface; }
    LossEntryScreen #rival:focus { background: $panel; }
    LossEntryScreen #hands { width: 28; }
    LossEntryScreen #cards { width: 1fr; }
    """

    def __init__(self, then: Callable[[AnteReceipt], None]) -> None:
        super().__init__()
        self._then = then
        self._entry_id = uuid.uuid4().hex
        """Made when the screen opens: posted twice, the card moves once."""
        self._found: _Found | None = None
        self._busy = False

    def compose_place(self) -> ComposeResult:
        """Compose the rival's name, the hands and the cards."""
        with Horizontal(id="to"):
            yield Static("I lost a card to", markup=False)
            yield Input(placeholder="who sat opposite", id="rival", compact=True)
        with Horizontal():
            yield Rows(HANDS, id="hands")
            yield Rows(CARDS, id="cards")

    def on_mount(self) -> None:
        """Begin with the rival."""
        self.query_one("#rival").focus()

    def unfinished(self) -> str | None:
        """Name a loss that is being written down."""
        return "A loss is not written down yet." if self.query_one("#rival", Input).value.strip() else None

    # The book

    def refresh_place(self) -> None:
        """Read hands, cards and rivals again."""
        self.at_desk(partial(_read, self.mudwater.collector), self._take, slot="losing")

    def _take(self, found: _Found) -> None:
        self._found = found
        suggester = SuggestFromList(found.rivals, case_sensitive=False) if found.rivals else None
        self.query_one("#rival", Input).suggester = suggester
        rows = [(name, (plain_text(name, cells=26),)) for name in found.hands]
        self.query_one("#hands", Rows).show_rows([*rows, (ANY, (plain_text("any card that I own"),))])
        self._show_cards()

    @on(Rows.RowHighlighted, "#hands")
    def _show_cards(self) -> None:
        found = self._found
        if found is None:
            return
        cards = [number for number in dict.fromkeys(self._of_hand(found)) if number in found.catalogue]
        self.query_one("#cards", Rows).show_rows((str(number), self._row(number, found)) for number in cards)
        marked = any(found.catalogue[number].is_stand_in for number in cards)
        self.status(STAND_IN_NOTE if marked else "")
        self.refresh_keys()

    def _of_hand(self, found: _Found) -> Sequence[CardNo]:
        hand = found.hands.get(self.query_one("#hands", Rows).cursor_key or ANY)
        return sorted(number for number, copies in found.owned.items() if copies) if hand is None else hand.cards

    def _row(self, number: CardNo, found: _Found) -> Sequence[Text]:
        card, copies = found.catalogue[number], found.owned.get(number, 0)
        kept = f" {SIGNS[MarkKind.KEEPSAKE]}" if number in found.keepsakes else ""
        quiet = "" if copies else "dim"
        return (
            plain_text(str(number), quiet, right=True),
            plain_text(f"{card.name}{f' {STAND_IN_MARK}' * card.is_stand_in}", quiet, cells=27),
            plain_text(card.level.diamonds, quiet),
            plain_text(({0: "none", 1: "last"}.get(copies) or f"×{copies}") + kept, quiet),
        )

    # Going on

    @on(Input.Submitted, "#rival")
    def _to_hands(self) -> None:
        self.query_one("#hands").focus()

    @on(Rows.RowSelected, "#hands")
    def _to_cards(self) -> None:
        self.query_one("#cards").focus()

    @on(Rows.RowSelected, "#cards")
    def _picked(self) -> None:
        self.action_do("losing.save")

    @on(Input.Changed, "#rival")
    @on(Rows.RowHighlighted, "#cards")
    def _changed(self) -> None:
        self.refresh_keys()

    @property
    def card(self) -> CardNo | None:
        """The card under the cursor."""
        key = self.query_one("#cards", Rows).cursor_key
        return None if key is None else int(key)

    def why_not(self, command: Command) -> str | None:
        """Say what is missing."""
        del command
        if self._found is None:
            return "The book is still being opened."
        if not self.query_one("#rival", Input).value.strip():
            return "Who was it? Write the rival's name."
        if self.card is None:
            return "No card is under the cursor: pick the hand, then the card that was lost."
        if not self._found.owned.get(self.card, 0):
            return "You do not own that card, so it cannot be lost. Pick another."
        return None

    def action_save(self) -> None:
        """Write the loss down, once confirmed."""
        from collection.tui.ante_forms import ask_keeps

        found, card = self._found, self.card
        if found is None or card is None or self._busy:
            return
        rival = self.query_one("#rival", Input).value.strip()
        keepsakes = found.keepsakes
        ask_keeps(self, found.catalogue[card], rival, lost=True, keepsakes=keepsakes, then=partial(self._post, rival))

    def _post(self, rival: str) -> None:
        card = self.card
        if card is None or self._busy:
            return
        self._busy = True
        hand = self.query_one("#hands", Rows).cursor_key or None
        work = partial(_lose, self.mudwater.collector, rival, card, hand, self._entry_id, self.mudwater.clock())
        self.at_desk(work, self._posted, refused=self._refused)

    def _posted(self, receipt: AnteReceipt) -> None:
        self.query_one("#rival", Input).value = ""
        if self.app.screen is self:
            self.app.pop_screen()
        self._then(receipt)

    def _refused(self, error: CollectionError) -> None:
        self._busy = False
        self.mudwater.say_refused(error)


def _read(collector: str | None, book: Book) -> _Found:
    from collection.desk.antes import tallies
    from collection.desk.collectors import current
    from collection.desk.marks import keepsakes

    rivals = [tally.rival for tally in tallies(book, collector)]
    with book.reading() as unit:
        account = current(unit, collector)
        hands = {hand.name: hand for hand in unit.hands.all(account)}
        return _Found(unit.cards.catalogue(), unit.ledger.owned(account), hands, rivals, keepsakes(unit, account))


def _lose(
    collector: str | None, rival: str, card: CardNo, hand: str | None, id: str, now: dt.datetime, book: Book
) -> AnteReceipt:
    from collection.desk.antes import add_ante
    from collection.desk.said import said

    return add_ante(book, collector, rival, Result.LOST, said(now, id=id), mine=card, hand=hand)
