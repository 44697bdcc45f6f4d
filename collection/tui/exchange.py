"""Cards that change hands away from the game, written down: a trade, a gift, a find, a loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import ClassVar

from collection.catalogue.card import Card, Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import read_copies
from collection.desk import exchange
from collection.desk.exchange import BrokenHand, Receipt
from collection.desk.said import said
from collection.store.book import Book
from collection.tui.forms import Faulty, Field, Form, Reader, read_day
from collection.tui.place import MudwaterScreen
from collection.tui.text import clipped

KINDS = ("trade", "gift", "found", "lost")


class ExchangeForm(Form[Receipt]):
    """What was given, what was got, and who was at the other side."""

    TITLE_WORDS: ClassVar[str] = "Log an exchange"
    NOTE: ClassVar[str] = (
        "Cards by number or name: 45 45*2 dead calm. A gift has one side: what was given, or what was got."
    )

    def __init__(self, catalogue: Catalogue, card: Card | None = None) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._card = card

    def fields(self) -> Iterable[Field]:
        """Give the lines of the form."""
        number = "" if self._card is None else str(self._card.number)
        return (
            Field("kind", "What", choices=KINDS),
            Field("partner", "With", "whom; empty for a find or a loss"),
            Field("give", "I gave", "what left the binder", number),
            Field("get", "I got", "what came into the binder"),
            Field("day", "Date", "today"),
            Field("note", "Note"),
        )

    def submit(self, values: Mapping[str, str]) -> None:
        """Post the entry."""
        reader = Reader(values)
        cards = partial(_copies, self._catalogue)
        nothing: tuple[Copies, ...] = ()
        give, get = reader.read("give", cards, empty=nothing), reader.read("get", cards, empty=nothing)
        day = reader.read("day", read_day, empty=None)
        kind = values["kind"]
        partner = values["partner"].strip()
        if kind in ("trade", "gift") and not partner:
            reader.faults["partner"] = f"Who was it? A {kind} has somebody at the other side."
        if "give" not in reader.faults and "get" not in reader.faults:
            reader.faults |= _sides(kind, bool(give), bool(get))
        reader.check()
        word = said(self.mudwater.clock(), id=self.entry_id, on=day, note=values["note"])
        collector = self.mudwater.collector
        acts: dict[str, Callable[[Book], Receipt]] = {
            "trade": lambda book: exchange.trade(book, collector, partner, give, get, word),
            "gift": lambda book: exchange.gift(
                book, collector, give or get, word, to=partner if give else None, source=None if give else partner
            ),
            "found": lambda book: exchange.found(book, collector, get or give, word),
            "lost": lambda book: exchange.lost(book, collector, give or get, word),
        }
        self.at_desk(acts[kind], self.dismiss)


def _copies(catalogue: Catalogue, text: str) -> tuple[Copies, ...]:
    return read_copies(catalogue, [text])


def _sides(kind: str, give: bool, get: bool) -> dict[str, str]:
    """Say which side of an exchange is missing or too much."""
    if not give and not get:
        return {"get" if kind == "found" else "give": "Which cards?"}
    if give and get and kind != "trade":
        return {"get": f"A {kind if kind == 'gift' else kind + ' card'} has one side: empty one of the two."}
    if kind == "found" and not get:
        return {"get": "A found card came in: write it here.", "give": "Nothing is given by finding."}
    if kind == "lost" and not give:
        return {"give": "A lost card went out: write it here.", "get": "Nothing is got by losing."}
    return {}


def ask_exchange(screen: MudwaterScreen, card: Card | None = None, then: Callable[[], None] | None = None) -> None:
    """Show the form in front of `screen`, and say afterwards what was written down."""

    def done(receipt: Receipt | None) -> None:
        if receipt is None:
            return
        screen.mudwater.say(
            f"{receipt.entry.kind.value.capitalize()} is in the ledger. {broken_words(receipt.broken)}".strip()
        )
        (then or screen.refresh_place)()

    screen.at_desk(_catalogue, lambda catalogue: screen.app.push_screen(ExchangeForm(catalogue, card), done))


def _catalogue(book: Book) -> Catalogue:
    with book.reading() as unit:
        return unit.cards.catalogue()


def broken_words(broken: Iterable[BrokenHand]) -> str:
    """Name the hands that an act broke."""
    names = [f"{clipped(each.hand.name, 40)} ({clipped(each.hand.owner.name, 24)})" for each in broken]
    if not names:
        return ""
    return f"No longer legal: {', '.join(names)}."


__all__ = ["ExchangeForm", "Faulty", "ask_exchange", "broken_words"]
