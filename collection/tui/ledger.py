"""The ledger: every entry that moved the collector's cards, newest first, read page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.spelling import write_copies
from collection.desk import exchange
from collection.desk.exchange import Voided
from collection.desk.said import said
from collection.ledger.entry import AccountKind, Entry, EntryKind
from collection.store.book import Book
from collection.tui.commands import Command, bindings_of
from collection.tui.dialogs import Confirm
from collection.tui.exchange import ask_exchange, broken_words
from collection.tui.help import Page
from collection.tui.place import Drill
from collection.tui.rows import Rows
from collection.tui.text import paragraph, plain_content, plain_text

PAGE = 200
"""Entries that are read at a time."""

COLUMNS = (
    ("date", "Date", 10),
    ("kind", "Kind", 7),
    ("who", "With", 12),
    ("cards", "Cards", 22),
    ("note", "Note", 0),
)


class LedgerScreen(Drill):
    """Entries in a table; more are read when the cursor comes to the end."""

    WHERE: ClassVar[str] = "ledger"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("ledger"))
    MAIN: ClassVar[str] = "#entries"
    DEFAULT_CSS = """
    LedgerScreen #title { height: 1; padding: 0 1; text-style: bold; }
    """

    def __init__(self, number: CardNo | None = None) -> None:
        super().__init__()
        self._number = number
        self._entries: dict[str, Entry] = {}
        self._whole = False
        self._catalogue: Catalogue | None = None

    def compose_place(self) -> ComposeResult:
        """Compose the title and the table."""
        yield Static(id="title", markup=False)
        yield Rows(COLUMNS, id="entries", classes="unless-nothing")
        yield Static("Nothing has moved yet.\n\nf logs an exchange, p logs a pack.", classes="nothing", markup=False)

    def on_mount(self) -> None:
        """Begin in the table."""
        self.query_one(Rows).focus()

    def refresh_place(self) -> None:
        """Read the newest entries again."""
        collector, number, limit = self.mudwater.collector, self._number, max(PAGE, len(self._entries))

        def read(book: Book) -> tuple[Catalogue, tuple[Entry, ...]]:
            with book.reading() as unit:
                catalogue = unit.cards.catalogue()
            return catalogue, exchange.entries(book, collector, number=number, limit=limit)

        self.at_desk(read, lambda found: self._take(found[0], found[1], limit), slot="ledger")

    def _take(self, catalogue: Catalogue, entries: tuple[Entry, ...], limit: int) -> None:
        self._catalogue = catalogue
        self._entries = {entry.id: entry for entry in entries}
        self._whole = len(entries) < limit
        self.query_one(Rows).show_rows((entry.id, self._row(entry)) for entry in entries)
        self._show_title()

    def _read_more(self) -> None:
        if self._whole or not self._entries:
            return
        last = next(reversed(self._entries))
        collector, number = self.mudwater.collector, self._number
        self.at_desk(
            lambda book: exchange.entries(book, collector, number=number, limit=PAGE, before=last),
            self._take_more,
            slot="more",
        )

    def _take_more(self, entries: tuple[Entry, ...]) -> None:
        fresh = [entry for entry in entries if entry.id not in self._entries]
        self._entries |= {entry.id: entry for entry in fresh}
        self._whole = len(entries) < PAGE
        self.query_one(Rows).add_more((entry.id, self._row(entry)) for entry in fresh)
        self._show_title()

    def _show_title(self) -> None:
        title = "Ledger"
        if self._number is not None and self._catalogue is not None:
            title = f"Ledger of {self._number} {self._catalogue[self._number].name}"
        count = f"{len(self._entries)}{'' if self._whole else ' and more'}"
        self.query_one("#title", Static).update(
            Content.assemble(plain_content(title, "bold"), (f"   {count} entries, newest first", "dim"))
        )
        self.set_class(not self._entries, "-nothing")
        self.status("Nothing is edited or deleted: v takes an entry back by a new one.")
        self.refresh_keys()

    def _row(self, entry: Entry) -> Sequence[Text]:
        quiet = "dim" if entry.voided_by or entry.kind is EntryKind.VOID else ""
        return (
            plain_text(f"{entry.happened:%Y-%m-%d}", quiet),
            plain_text(entry.kind.value, quiet),
            plain_text(self.other_side(entry), quiet),
            plain_text(self._cards(entry), quiet),
            plain_text(("(taken back) " if entry.voided_by else "") + entry.note, quiet),
        )

    def other_side(self, entry: Entry) -> str:
        """Give the names of whoever else had a part in it; the world is nobody."""
        names = {
            account.name
            for movement in entry.movements
            for account in (movement.source, movement.target)
            if account.kind is not AccountKind.WORLD and account.name != self.mudwater.collector_name
        }
        return ", ".join(sorted(names))

    def _cards(self, entry: Entry) -> str:
        return " ".join(
            f"{self._sign(entry, index)}{write_copies(m.copies)}" for index, m in enumerate(entry.movements)
        )

    def _sign(self, entry: Entry, index: int) -> str:
        return "+" if entry.movements[index].target.name == self.mudwater.collector_name else "-"

    @on(Rows.RowHighlighted)
    def _at_the_end(self) -> None:
        rows = self.query_one(Rows)
        if rows.cursor_row >= len(rows.row_keys) - 5:
            self._read_more()

    @on(Rows.RowSelected)
    def _opened(self) -> None:
        self.action_open()

    # Commands

    @property
    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        return self._entries.get(self.query_one(Rows).cursor_key or "")

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if command.id in ("ledger.open", "ledger.void") and self.entry is None:
            return "No entry is under the cursor."
        if command.id == "ledger.void" and self.entry is not None:
            if self.entry.voided_by:
                return "This entry has been taken back already."
            if self.entry.kind is EntryKind.VOID:
                return "A taking back is not taken back: log what is right instead."
        return None

    def action_open(self) -> None:
        """Show the entry whole."""
        if self.entry is not None:
            self.app.push_screen(Page("Entry", entry_lines(self.entry, self._catalogue)))

    def action_void(self) -> None:
        """Take the entry back, once confirmed."""
        entry = self.entry
        if entry is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                word = said(self.mudwater.clock())
                self.at_desk(lambda book: exchange.void(book, entry.id, word), self._voided)

        self.app.push_screen(
            Confirm("Take this entry back?", entry_lines(entry, self._catalogue), yes="Take it back"), answered
        )

    def _voided(self, voided: Voided) -> None:
        given_back = [one.message for one in voided.given_back]
        self.mudwater.say(" ".join(["Taken back.", *given_back, broken_words(voided.broken)]).strip())
        self.refresh_place()

    def action_exchange(self) -> None:
        """Log an exchange."""
        ask_exchange(self)

    def action_all(self) -> None:
        """Show the entries of every card."""
        self._number = None
        self._entries = {}
        self.refresh_place()


def entry_lines(entry: Entry, catalogue: Catalogue | None) -> Sequence[Content]:
    """Give everything that an entry says."""
    lines = [
        Content.assemble((f"{entry.kind.value.capitalize()} ", "bold"), f"of {entry.happened:%Y-%m-%d}"),
    ]
    for movement in entry.movements:
        copies = movement.copies
        name = catalogue[copies.number].name if catalogue is not None and copies.number in catalogue else ""
        finish = "" if copies.finish == "base" else f" ({copies.finish})"
        lines.append(
            Content.assemble(
                f"  {copies.quantity} × {copies.number} ",
                plain_content(name + finish, cells=30),
                ("  from ", "dim"),
                plain_content(movement.source.name, cells=20),
                (" to ", "dim"),
                plain_content(movement.target.name, cells=20),
            )
        )
    if entry.note:
        lines.append(Content.assemble(("Note  ", "dim"), paragraph(entry.note)))
    lines.append(Content.styled(f"Written down {entry.recorded:%Y-%m-%d %H:%M} UTC, id {entry.id}", "dim"))
    if entry.voided_by:
        lines.append(Content("Taken back since."))
    return lines
