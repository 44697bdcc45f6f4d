"""Packs: type what was in an opened pack, see at once what is new, confirm, and it is in the book."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError, NotUnderstood
from collection.ledger.entry import Pack
from collection.store.book import Book
from collection.tui.commands import Command, bindings_of
from collection.tui.dialogs import Confirm
from collection.tui.forms import read_day
from collection.tui.help import Page
from collection.tui.packs_typed import TypedPack
from collection.tui.packs_words import counted_cards, pack_lines, pack_row
from collection.tui.place import STAND_IN_NOTE, MudwaterScreen
from collection.tui.rows import Rows
from collection.tui.text import plain_content, sentences

COLUMNS = (("date", "Opened", 10), ("size", "Cards", 5), ("what", "What was in it", 0))

DETAILS = (
    ("day", "Date", "today", 12),
    ("price", "Price", "as paid", 12),
    ("shop", "Shop", "", 0),
    ("note", "Note", "", 0),
)
"""Field, label, placeholder, cells (0: what is left of the line)."""


class PackInput(Input):
    """Where a pack is typed; on an empty line backspace takes the last card back."""

    def on_key(self, event: events.Key) -> None:
        """Take the last card back where there is nothing to delete."""
        if event.key == "backspace" and not self.value and isinstance(self.screen, PacksScreen):
            event.stop()
            event.prevent_default()
            self.screen.action_drop()


class PacksScreen(MudwaterScreen):
    """The pack being typed with its receipt, and the earlier packs."""

    WHERE: ClassVar[str] = "packs"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("packs"))
    MAIN: ClassVar[str] = "#history"
    HELP_TEXT: ClassVar[str] = (
        "Typing a pack\n"
        "Numbers or names, separated by spaces: 12 45 45 118. Also 45*2, 45:foil, #45 and names: dead calm.\n"
        "enter keeps the line; enter on an empty line puts the pack into the book at once."
    )
    DEFAULT_CSS = """
    PacksScreen #panes { height: 1fr; }
    PacksScreen.-narrow #panes { layout: vertical; }
    PacksScreen.-wide #panes { layout: horizontal; }
    PacksScreen #opening { width: 1fr; height: 1fr; }
    PacksScreen.-wide #earlier { width: 52; border-left: vkey $panel; }
    PacksScreen.-narrow #earlier { height: 8; border-top: solid $panel; }
    PacksScreen .line { height: 1; padding: 0 1; }
    PacksScreen Input { background: $surface; }
    PacksScreen Input:focus { background: $panel; }
    PacksScreen .label { width: 6; color: $text-muted; }
    PacksScreen #numbers { width: 1fr; }
    PacksScreen .details Input { margin-right: 1; }
    PacksScreen #receipt { height: 1fr; padding: 1 1 0 1; scrollbar-size-vertical: 1; }
    PacksScreen #receipt Static { width: 1fr; height: auto; }
    PacksScreen .heading { height: 1; padding: 0 1; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._catalogue: Catalogue | None = None
        self._owned: Mapping[CardNo, int] = {}
        self._typed = TypedPack()
        self._confirming = False
        self._just_logged: str | None = None
        self._packs: dict[str, Pack] = {}

    def compose_place(self) -> ComposeResult:
        """Compose the typing with its receipt, and the earlier packs."""
        with Horizontal(id="panes"):
            with Vertical(id="opening"):
                with Horizontal(classes="line"):
                    yield Static("Pack", classes="label", markup=False)
                    yield PackInput(placeholder="12 45 45 dead calm, then enter", id="numbers", compact=True)
                for details in (DETAILS[:-1], DETAILS[-1:]):
                    with Horizontal(classes="line details"):
                        for field, label, placeholder, cells in details:
                            yield Static(label, classes="label", markup=False)
                            box = Input(placeholder=placeholder, id=field, compact=True)
                            box.styles.width = cells or "1fr"
                            yield box
                with VerticalScroll(id="receipt", can_focus=False):
                    yield Static(id="lines", markup=False)
            with Vertical(id="earlier"):
                yield Static("Earlier packs", classes="heading", markup=False)
                yield Rows(COLUMNS, id="history")

    def on_mount(self) -> None:
        """Begin typing."""
        glance = self.mudwater.glance
        if glance is not None:
            self._catalogue, self._owned = glance.catalogue, glance.owned
        self.query_one("#numbers", Input).focus()
        self._show()

    def refresh_place(self) -> None:
        """Read what is owned and the earlier packs again."""
        collector = self.mudwater.collector

        def read(book: Book) -> tuple[Catalogue, Mapping[CardNo, int], Sequence[Pack]]:
            from collection.desk.binder import open_binder
            from collection.desk.packs import packs

            binder = open_binder(book, collector)
            return binder.catalogue, binder.owned, packs(book, collector)

        self.at_desk(read, self._take, slot="packs")

    def _take(self, found: tuple[Catalogue, Mapping[CardNo, int], Sequence[Pack]]) -> None:
        self._catalogue, self._owned, packs = found
        self._packs = {pack.id: pack for pack in packs}
        history = self.query_one("#history", Rows)
        history.show_rows((pack.id, pack_row(pack)) for pack in packs)
        if self._just_logged is not None:
            history.go_to(self._just_logged)
            self._just_logged = None
        self._show()

    # The pack being typed

    @on(Input.Changed, "#numbers")
    def _line_changed(self) -> None:
        self._show()

    @on(Input.Submitted, "#numbers")
    def _entered(self) -> None:
        box = self.query_one("#numbers", Input)
        if not box.value.strip():
            self.action_confirm()
        elif self._keep_line():
            self._show()

    @on(Input.Submitted)
    def _detail_entered(self, event: Input.Submitted) -> None:
        if event.input.id != "numbers":
            self.query_one("#numbers", Input).focus()

    def _keep_line(self) -> bool:
        """Put the line into the pack; False, saying why, when it cannot be read."""
        box = self.query_one("#numbers", Input)
        if self._catalogue is None:
            return False
        try:
            self._typed.keep(self._catalogue, box.value)
        except NotUnderstood:
            self._show()
            return False
        box.value = ""
        return True

    def _show(self) -> None:
        """Show the receipt so far, and what the line being typed means."""
        catalogue = self._catalogue
        receipt = () if catalogue is None else self._typed.receipt(catalogue, self._owned, self._line)
        self.query_one("#lines", Static).update(Content("\n").join(receipt))
        self.refresh_keys()
        self.status(Content.styled(STAND_IN_NOTE, "dim"))

    # The earlier packs

    @property
    def pack(self) -> Pack | None:
        """The earlier pack under the cursor."""
        return self._packs.get(self.query_one("#history", Rows).cursor_key or "")

    @on(Rows.RowSelected)
    def _opened(self) -> None:
        self.action_look()

    # Commands

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if command.id in ("packs.confirm", "packs.drop") and not self._typed.kept and not self._line:
            return "Type the numbers of a pack first."
        if command.id == "packs.undo" and self._newest is None:
            return "There is no pack to take back."
        if command.id in ("packs.look", "packs.void") and self.pack is None:
            return "No pack is under the cursor."
        if command.id == "packs.void" and self.pack is not None and self.pack.voided:
            return "This pack has been taken back already."
        return None

    def unfinished(self) -> str | None:
        """Name the pack that is typed and not confirmed."""
        return (
            f"A pack of {counted_cards(len(self._typed.kept))} is typed and not yet in the book."
            if self._typed.kept
            else None
        )

    @property
    def _line(self) -> str:
        return self.query_one("#numbers", Input).value.strip() if self.is_mounted else ""

    @property
    def _newest(self) -> Pack | None:
        """The pack that was written down last and still counts."""
        return next((pack for pack in self._packs.values() if not pack.voided), None)

    def action_type(self) -> None:
        """Go to where a pack is typed."""
        self.query_one("#numbers", Input).focus()

    def action_details(self) -> None:
        """Go to date, price, shop and note, and back."""
        focused = self.focused.id if self.focused is not None else ""
        self.query_one("#numbers" if focused in {field for field, *_ in DETAILS} else "#day").focus()

    def action_drop(self) -> None:
        """Take back the last card of the pack being typed."""
        if self._line:
            self.query_one("#numbers", Input).value = ""
        elif self._typed.kept:
            dropped = self._typed.kept.pop()
            name = self._catalogue[dropped.number].name if self._catalogue is not None else ""
            self._show()
            self.status(f"Taken out again: {dropped.number} {name}")

    def action_confirm(self) -> None:
        """Put the pack into the book, in one transaction."""
        if (self._line and not self._keep_line()) or self._confirming:
            return
        if not self._typed.kept:
            self.status("Type the numbers of a pack first.")
            return
        try:
            day = self._day()
        except NotUnderstood as error:
            self.query_one("#day").focus()
            self.status(plain_content(sentences(error.reasons), "$text-error"))
            return
        pack, pack_id = self._typed.copies, self._typed.id
        price, shop, note = (self.query_one(f"#{field}", Input).value for field in ("price", "shop", "note"))
        collector, now = self.mudwater.collector, self.mudwater.clock()

        def log(book: Book) -> Sequence[tuple[int, bool]]:
            from collection.desk.packs import log_pack
            from collection.desk.said import said

            word = said(now, id=pack_id, on=day, note=note)
            receipt = log_pack(book, collector, pack, word, price=price, shop=shop)
            return [(line.copies.quantity, line.is_new) for line in receipt.lines]

        self._confirming = True
        self.at_desk(log, self._logged, refused=self._refused)

    def _day(self) -> dt.date | None:
        text = self.query_one("#day", Input).value.strip()
        return read_day(text) if text else None

    def _logged(self, lines: Sequence[tuple[int, bool]]) -> None:
        self._confirming = False
        self._just_logged = self._typed.id
        self._typed = TypedPack()
        for field in ("numbers", "note"):
            self.query_one(f"#{field}", Input).value = ""
        self.query_one("#numbers", Input).focus()
        count, new = sum(quantity for quantity, _ in lines), sum(1 for _, is_new in lines if is_new)
        self.mudwater.say(f"In the book: {counted_cards(count)}, {new} new. F8 takes the pack back.")
        self.refresh_place()

    def _refused(self, error: CollectionError) -> None:
        self._confirming = False
        self.mudwater.say_refused(error)

    def action_undo(self) -> None:
        """Take back the newest pack."""
        if self._newest is not None:
            self._void(self._newest)

    def action_look(self) -> None:
        """Show what was in the pack under the cursor."""
        if self.pack is not None and self._catalogue is not None:
            self.app.push_screen(Page("Pack", pack_lines(self.pack, self._catalogue)))

    def action_void(self) -> None:
        """Take back the pack under the cursor, once confirmed."""
        pack = self.pack
        if pack is None or self._catalogue is None:
            return
        question = Confirm("Take this pack back?", pack_lines(pack, self._catalogue), yes="Take it back")
        self.app.push_screen(question, lambda yes: self._void(pack) if yes else None)

    def _void(self, pack: Pack) -> None:
        now = self.mudwater.clock()

        def take_back(book: Book) -> str:
            from collection.desk.exchange import void
            from collection.desk.said import said
            from collection.tui.exchange import broken_words

            return broken_words(void(book, pack.id, said(now)).broken)

        self.at_desk(take_back, lambda words: self._voided(pack, words))

    def _voided(self, pack: Pack, words: str) -> None:
        count = sum(one.quantity for one in pack.cards)
        self.mudwater.say(f"Taken back: the pack of {pack.opened:%Y-%m-%d}, {counted_cards(count)}. {words}".strip())
        self.refresh_place()
