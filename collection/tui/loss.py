"""A loss and its hands: which are short of the lost card, what takes its place, all changed on one key and back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import STAND_IN_MARK, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.tui.commands import Command, bindings_of
from collection.tui.place import STAND_IN_NOTE, Drill
from collection.tui.rows import Rows
from collection.tui.text import clipped, paragraph, plain_content, plain_text, sentences

if TYPE_CHECKING:
    from collection.desk.exchange import Voided
    from collection.desk.losses import Loss, Mending, Offer
    from collection.store.book import Book

COLUMNS = (
    ("hand", "Hand", 20),
    ("state", "", 10),
    ("by", "Takes its place", 25),
    ("level", "Level", 5),
    ("legal", "Then", 0),
)


class LossScreen(Drill):
    """One lost match: its hands in a table, and beneath it why each gets which card."""

    WHERE: ClassVar[str] = "loss"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("loss"))
    MAIN: ClassVar[str] = "#offers"
    HELP_TEXT: ClassVar[str] = """\
What takes the lost card's place: a free card of the same Level, else of the nearest, the lower one first; the \
strongest there by the sum of its edges. Never a keepsake, and no copy that lies in a sleeved hand.
Changing a hand makes a new version of it. Undo takes the game back with all of it: the card is yours again, and each \
hand mended here has the cards that it had, unless it has been changed since."""
    DEFAULT_CSS = """
    LossScreen #lost { height: auto; padding: 0 1; margin-bottom: 1; }
    LossScreen #why-pane { height: 1fr; border-top: solid $panel; padding: 0 1; scrollbar-size-vertical: 1; }
    LossScreen #why { height: auto; }
    """

    # Not among the defaults: the frame's own rule, by which tables take all the room, would come before them.
    CSS: ClassVar[str] = "LossScreen #offers { height: auto; max-height: 60%; }"

    def __init__(self, match: str) -> None:
        """Take the lost match by its id."""
        super().__init__()
        self._match = match
        self._catalogue: Catalogue | None = None
        self._loss: Loss | None = None
        self._skipped: set[int] = set()
        """Hands that are to stay as they are, by id."""
        self._mended: dict[int, Offer] = {}
        """Offers that were taken here, by the hand's id."""
        self._voided: Voided | None = None
        self._busy = False

    def compose_place(self) -> ComposeResult:
        """Compose the table, and the reasons beneath it."""
        yield Static(id="lost", markup=False)
        yield Rows(COLUMNS, id="offers")
        with VerticalScroll(id="why-pane", can_focus=False):
            yield Static(id="why", markup=False)

    def on_mount(self) -> None:
        """Begin in the table."""
        self.query_one("#offers").focus()

    # The book

    def refresh_place(self) -> None:
        """Read again which hands are short of the card."""
        if self._voided is None:
            self.at_desk(partial(_read, self._match), self._take, refused=self._say_no_loss, slot="loss")

    def _take(self, found: tuple[Catalogue, Loss]) -> None:
        self._catalogue, self._loss = found
        self._show()

    def _say_no_loss(self, error: CollectionError) -> None:
        self._loss = None
        self.query_one("#lost", Static).update(paragraph(sentences(error.reasons)))
        self.query_one("#offers", Rows).show_rows(())
        self.refresh_keys()

    def go_back(self) -> None:
        """Leave, but not in the midst of an act: the screen beneath would be read before it is done."""
        if self._busy:
            self.tell("One moment: it is being written down.")
        else:
            super().go_back()

    # What is shown

    @property
    def _offers(self) -> dict[int, Offer]:
        """The hands that are short of the card, and those that were mended here, by the hand's id."""
        open_still = {} if self._loss is None else {offer.hand.id: offer for offer in self._loss.offers}
        return self._mended | open_still

    @property
    def _chosen(self) -> tuple[Offer, ...]:
        """The offers that mending would take now."""
        offers = () if self._loss is None else self._loss.offers
        return tuple(offer for offer in offers if offer.by is not None and offer.hand.id not in self._skipped)

    @property
    def offer(self) -> Offer | None:
        """The offer under the cursor."""
        key = self.query_one("#offers", Rows).cursor_key
        return None if key is None else self._offers.get(int(key))

    def _show(self) -> None:
        loss = self._loss
        if loss is None or self._catalogue is None:
            return
        self.query_one("#lost", Static).update(Content("\n").join([self._headline(loss), self._what_now(loss)]))
        offers = self._offers
        self.query_one("#offers", Rows).show_rows((str(hand), self._row(offer)) for hand, offer in offers.items())
        shown = [loss.card, *(offer.by for offer in offers.values() if offer.by is not None)]
        marked = any(self._catalogue[number].is_stand_in for number in shown)
        self.status(STAND_IN_NOTE if marked else "")
        self._show_why()
        self.refresh_keys()

    def _headline(self, loss: Loss) -> Content:
        seat = loss.match.seats[1 - (loss.match.loser or 0)]
        rival = seat.player if seat.account is None else seat.account.name
        verb = "= Taken back: " if self._voided is not None else "▼ Lost: "
        return Content.assemble(
            (verb, "bold"),
            plain_content(self._card(loss.card), "bold", cells=32),
            f", {clipped(loss.loser.name, 16)} to {clipped(rival, 16)}",
        )

    def _what_now(self, loss: Loss) -> Content:
        if self._voided is not None:
            return Content("The card is back. esc leaves.")
        short, chosen = len(loss.offers), len(self._chosen)
        if not short:
            told = "Every hand has a card in its place." if self._mended else "No saved hand is short of it."
        else:
            told = f"{_hands(short)} short of it."
        many = "it" if short == 1 else "all" if chosen == short else str(chosen)
        mends = Content.assemble(("e", "bold"), f" changes {many}; ") if chosen else Content("")
        return Content.assemble(f"{told} ", mends, ("u", "bold"), " takes the whole game back.")

    def _row(self, offer: Offer) -> Sequence[Text]:
        state = self._state(offer)
        quiet = "dim" if state in ("left out", "none free") else ""
        name = (plain_text(offer.hand.name, quiet, cells=20), plain_text(state, quiet or "bold"))
        if offer.by is None or self._catalogue is None or state == "as before":
            return (*name, plain_text(""), plain_text(""), plain_text(""))
        return (
            *name,
            plain_text(self._card(offer.by), quiet, cells=25),
            plain_text(self._catalogue[offer.by].level.diamonds, quiet),
            plain_text("not legal" if offer.faults else "legal", quiet),
        )

    def _state(self, offer: Offer) -> str:
        if self._voided is not None:
            left = {one.hand.id for one in self._voided.given_back if not one.done}
            return "left as is" if offer.hand.id in left else "as before"
        if self._mended.get(offer.hand.id) is offer:
            return "changed"
        if offer.by is None:
            return "none free"
        return "left out" if offer.hand.id in self._skipped else "to change"

    def _card(self, number: CardNo) -> str:
        card = None if self._catalogue is None else self._catalogue[number]
        return str(number) if card is None else f"{number} {card.name}{f' {STAND_IN_MARK}' * card.is_stand_in}"

    @on(Rows.RowHighlighted)
    def _show_why(self) -> None:
        offer = self.offer
        lines = [] if offer is None else self._reasons(offer)
        self.query_one("#why", Static).update(paragraph("\n".join(lines)))

    def _reasons(self, offer: Offer) -> list[str]:
        """Say why this card takes the place, what else the hand lacks then, and what taking back did to it."""
        if self._voided is not None:
            told = [one.message for one in self._voided.given_back if one.hand.id == offer.hand.id]
            return told or ["It was not changed, and its card is back."]
        lacks = offer.faults if offer.by is not None else ()
        return [offer.why, *(f"Not legal yet: {fault.message}" for fault in lacks)]

    # Commands

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if self._voided is not None:
            return "The game has been taken back: nothing is lost any more."
        if self._loss is None:
            return "No card was lost here."
        if command.id == "loss.mend" and not self._chosen:
            return "No hand is to change: none is short of a card that could be replaced, or all are left out."
        if command.id == "loss.skip":
            offer = self.offer
            if offer is None or offer.by is None or self._mended.get(offer.hand.id) is offer:
                return "No hand that is to change is under the cursor."
        return None

    def pointless(self, command: Command) -> bool:
        """Say so of everything once the game has been taken back."""
        del command
        return self._voided is not None

    @on(Rows.RowSelected)
    def _selected(self) -> None:
        self.action_do("loss.skip")

    def action_skip(self) -> None:
        """Leave the hand under the cursor out, or take it in again."""
        if self.offer is not None:
            self._skipped ^= {self.offer.hand.id}
            self._show()

    def action_mend(self) -> None:
        """Change every hand that is to change, in one act."""
        if not self._busy:
            self._busy = True
            work = partial(_mend, self._match, self._chosen, self.mudwater.clock())
            self.at_desk(work, self._are_mended, refused=self._refused)

    def _are_mended(self, mending: Mending) -> None:
        self._busy = False
        self._mended |= {offer.hand.id: offer for offer in mending.mended}
        self.mudwater.say(f"{_hands(len(mending.mended))} changed. u takes it all back.")
        self.refresh_place()

    def action_undo(self) -> None:
        """Take the game back, and with it the lost card and what was mended."""
        if not self._busy:
            self._busy = True
            self.at_desk(partial(_void, self._match, self.mudwater.clock()), self._is_void, refused=self._refused)

    def _is_void(self, voided: Voided) -> None:
        from collection.tui.exchange import broken_words

        self._busy = False
        self._voided = voided
        self.mudwater.say(f"The game is taken back, and so is the card. {broken_words(voided.broken)}".strip())
        self._show()

    def _refused(self, error: CollectionError) -> None:
        self._busy = False
        self.mudwater.say_refused(error)
        self.refresh_place()


def _hands(count: int) -> str:
    return "1 hand is" if count == 1 else f"{count} hands are"


def _read(match: str, book: Book) -> tuple[Catalogue, Loss]:
    from collection.desk.losses import loss

    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
    return catalogue, loss(book, match)


def _mend(match: str, chosen: Sequence[Offer], now: dt.datetime, book: Book) -> Mending:
    from collection.desk.losses import mend

    return mend(book, match, now, chosen=chosen)


def _void(match: str, now: dt.datetime, book: Book) -> Voided:
    from collection.desk.exchange import void
    from collection.desk.said import said

    return void(book, match, said(now))
