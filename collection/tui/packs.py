"""Packs: type what was in an opened pack, see at once what is new, confirm, and it is in the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError, NotUnderstood
from collection.ledger.entry import EntryId, Pack
from collection.ledger.price import read_price
from collection.store.book import Book
from collection.tui.commands import Command, bindings_of
from collection.tui.dialogs import Confirm
from collection.tui.help import Page
from collection.tui.packs_history import PAGE, EarlierPacks
from collection.tui.packs_opening import FIELDS, Opening, PackInput
from collection.tui.packs_typed import TypedPack
from collection.tui.packs_words import counted_cards, pack_lines
from collection.tui.place import STAND_IN_NOTE, MudwaterScreen
from collection.tui.rows import Rows
from collection.tui.text import plain_content, sentences

if TYPE_CHECKING:
    from collection.desk.drafts import PackDraft
    from collection.desk.packs import PackReceipt


@dataclass(frozen=True, slots=True)
class _Found:
    """What the desk tells of packs."""

    catalogue: Catalogue
    owned: Mapping[CardNo, int]
    packs: Sequence[Pack]
    drafts: Sequence[PackDraft]


class PacksScreen(MudwaterScreen):
    """The pack being typed with its receipt, and the earlier packs."""

    WHERE: ClassVar[str] = "packs"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("packs"))
    MAIN: ClassVar[str] = "#history"
    HELP_TEXT: ClassVar[str] = (
        "Typing a pack\n"
        "Numbers or names, separated by spaces: 12 45 45 118. Also 45*2, 45:foil, #45 and names: dead calm.\n"
        "enter keeps the line; enter on an empty line puts the pack into the book at once.\n"
        "Old packs: ^o goes to the date. A pack that is not finished is kept, also when you leave: ^n keeps it for "
        "later and begins a fresh one, ^y or enter on its line goes on with it. Date, price and shop stay for the "
        "next pack until ^n."
    )
    DEFAULT_CSS = """
    PacksScreen #panes { height: 1fr; }
    PacksScreen.-narrow #panes { layout: vertical; }
    PacksScreen.-wide #panes { layout: horizontal; }
    PacksScreen.-wide #earlier { width: 52; border-left: vkey $panel; }
    PacksScreen.-narrow #earlier { height: 6; border-top: solid $foreground-muted; }
    PacksScreen.-narrow.-tall #earlier { height: 12; }
    PacksScreen .heading { height: 1; padding: 0 1; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._catalogue: Catalogue | None = None
        self._newest: dict[str, PackDraft] = {}
        """What was typed of each pack, as it is to be kept for later."""
        self._stored: PackDraft | None = None
        """What of the pack being typed is kept in the book for later."""
        self._confirming = False
        self._just_logged: str | None = None

    def compose_place(self) -> ComposeResult:
        """Compose the typing with its receipt, and the earlier packs."""
        with Horizontal(id="panes"):
            yield Opening()
            yield EarlierPacks(self._read_more)

    def on_mount(self) -> None:
        """Begin typing."""
        glance = self.mudwater.glance
        if glance is not None:
            self._catalogue = glance.catalogue
            self.opening.know(glance.catalogue, glance.owned)
        self.opening.numbers.focus()
        self._show_keys()

    @property
    def opening(self) -> Opening:
        """The pack being typed."""
        return self.query_one(Opening)

    @property
    def earlier(self) -> EarlierPacks:
        """The earlier packs."""
        return self.query_one(EarlierPacks)

    # The book

    def refresh_place(self) -> None:
        """Read what is owned, the newest of the earlier packs and those not finished again."""
        collector, wanted = self.mudwater.collector, self.earlier.wanted

        def read(book: Book) -> _Found:
            from collection.desk.binder import open_binder
            from collection.desk.drafts import pack_drafts
            from collection.desk.packs import packs

            binder = open_binder(book, collector)
            newest = packs(book, collector, limit=wanted)
            return _Found(binder.catalogue, binder.owned, newest, pack_drafts(book, collector))

        self.at_desk(read, lambda found: self._take(found, wanted), slot="packs")

    def _take(self, found: _Found, wanted: int) -> None:
        self._catalogue = found.catalogue
        self.opening.know(found.catalogue, found.owned)
        others = [draft for draft in found.drafts if draft.id != self.opening.pack.id]
        self.earlier.show_packs(others, found.packs, wanted)
        if self._just_logged is not None:
            self.earlier.rows.go_to(self._just_logged)
            self._just_logged = None
        self._show_keys()

    def _read_more(self, last: EntryId) -> None:
        collector = self.mudwater.collector

        def read(book: Book) -> Sequence[Pack]:
            from collection.desk.packs import packs

            return packs(book, collector, limit=PAGE, before=last)

        self.at_desk(read, self.earlier.add_packs, slot="more")

    def _store(self) -> None:
        """Keep the pack being typed in the book for later, so that leaving loses nothing."""
        draft = self.opening.draft
        if self._confirming or draft == self._stored or (self._stored is None and not self.opening.anything):
            return
        collector, newest = self.mudwater.collector, self._newest
        newest[draft.id] = draft

        def store(book: Book) -> PackDraft:
            from collection.desk.drafts import drop_pack_draft, keep_pack_draft

            # Of several that wait for the book, the last one need not come last.
            now = newest[draft.id]
            if now.cards or now.line:
                keep_pack_draft(book, collector, now)
            else:
                drop_pack_draft(book, collector, now.id)
            return now

        self.at_desk(store, self._is_stored)

    def _is_stored(self, draft: PackDraft) -> None:
        if draft.id == self.opening.pack.id:
            self._stored = draft
        else:
            self.refresh_place()

    @on(events.ScreenSuspend)
    def _left(self) -> None:
        self._store()

    @on(Opening.Changed)
    def _typed(self, message: Opening.Changed) -> None:
        if message.kept:
            self._store()
        self._show_keys()

    @on(Opening.Confirmed)
    def _entered(self) -> None:
        self.action_confirm()

    @on(PackInput.TakeBack)
    def _take_back_card(self) -> None:
        self.action_drop()

    def _show_keys(self) -> None:
        self.refresh_keys()
        drafts = len(self.earlier.drafts)
        if drafts:
            packs = "1 pack is" if drafts == 1 else f"{drafts} packs are"
            self.status(Content.assemble(f"{packs} not finished: ", ("^y", "bold"), " goes on with the last."))
        else:
            self.status(Content.styled(STAND_IN_NOTE, "dim"))

    @on(Rows.RowSelected)
    def _opened(self) -> None:
        if self.earlier.draft is not None:
            self._take_up(self.earlier.draft)
        else:
            self.action_look()

    @on(Rows.RowHighlighted)
    def _highlighted(self) -> None:
        self.refresh_keys()

    # Commands

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        earlier, something = self.earlier, self.opening.anything
        nothing_typed = None if something else "Type the numbers of a pack first."
        fresh = None if something or any(self.opening.details.values()) else "A fresh pack is begun already: type it."
        reasons = {
            "packs.confirm": nothing_typed,
            "packs.drop": nothing_typed,
            "packs.aside": fresh,
            "packs.resume": None if earlier.drafts else "No pack is kept for later.",
            "packs.undo": None if earlier.any_counts else "There is no pack to take back.",
            "packs.look": None if earlier.pack else "No pack is under the cursor.",
            "packs.void": _why_no_void(earlier),
        }
        return reasons.get(command.id)

    def unfinished(self) -> str | None:
        """Name the pack that is typed and neither confirmed nor kept for later."""
        draft = self.opening.draft
        if draft == self._stored or not self.opening.anything:
            return None
        kept = counted_cards(len(draft.cards))
        return f"A pack of {kept} is typed and not yet in the book." if draft.cards else "A pack is being typed."

    def action_type(self) -> None:
        """Go to where a pack is typed."""
        self.opening.numbers.focus()

    def action_details(self) -> None:
        """Go to date, price, shop and note, and back."""
        self.opening.to_details()

    def action_drop(self) -> None:
        """Take back the last card of the pack being typed."""
        dropped = self.opening.drop()
        if dropped is not None:
            name = self._catalogue[dropped.number].name if self._catalogue is not None else ""
            self._store()
            self._show_keys()
            self.status(f"Taken out again: {dropped.number} {name}")

    def action_aside(self) -> None:
        """Keep the pack being typed for later, and begin a fresh one of today."""
        self._store()
        kept = self.opening.anything
        self._begin(TypedPack(), dict.fromkeys(("numbers", *FIELDS), ""))
        self.refresh_place()
        self.status("Kept for later: ^y goes on with it. This is a fresh pack." if kept else "A fresh pack, of today.")

    def action_resume(self) -> None:
        """Go on with the pack under the cursor when it is not finished, else with the one kept last."""
        draft = self.earlier.draft or next(iter(self.earlier.drafts), None)
        if draft is not None:
            self._take_up(draft)

    def _take_up(self, draft: PackDraft) -> None:
        self._store()
        texts = {field: getattr(draft, field) for field in FIELDS}
        self._begin(TypedPack(draft.id, list(draft.cards)), texts | {"numbers": draft.line})
        self._stored = draft
        self.refresh_place()

    def _begin(self, pack: TypedPack, texts: Mapping[str, str]) -> None:
        self._stored = None
        self.opening.begin(pack, texts)
        self._show_keys()

    def action_levels(self) -> None:
        """Log an old pack of which only the counts per Level are known."""
        from collection.tui.packs_levels import LevelsForm

        def done(receipt: PackReceipt | None) -> None:
            if receipt is not None:
                pack, self._just_logged = receipt.pack, receipt.pack.id
                count = counted_cards(sum(pack.levels or ()))
                self.mudwater.say(f"In the book: a pack of {pack.opened:%Y-%m-%d}, {count} by Level. No card moved.")
                self.refresh_place()

        self.app.push_screen(LevelsForm(), done)

    def action_lessons(self) -> None:
        """Show what the packs teach."""
        from collection.tui.packs_lessons import LessonsScreen

        self.app.push_screen(LessonsScreen())

    def action_confirm(self) -> None:
        """Put the pack into the book, in one transaction."""
        opening = self.opening
        if (opening.line and not opening.keep_line()) or self._confirming:
            return
        if not opening.pack.kept:
            self.status("Type the numbers of a pack first.")
            return
        try:
            day = opening.day()
        except NotUnderstood as error:
            opening.query_one("#day").focus()
            self.status(plain_content(sentences(error.reasons), "$text-error"))
            return
        pack, pack_id, details = opening.pack.copies, opening.pack.id, opening.details
        collector, now = self.mudwater.collector, self.mudwater.clock()

        def log(book: Book) -> PackReceipt:
            from collection.desk.drafts import drop_pack_draft
            from collection.desk.packs import log_pack
            from collection.desk.said import said

            word = said(now, id=pack_id, on=day, note=details["note"])
            receipt = log_pack(book, collector, pack, word, price=details["price"], shop=details["shop"])
            drop_pack_draft(book, collector, pack_id)
            return receipt

        self._confirming = True
        self.set_timer(1, self._say_waiting)
        self.at_desk(log, self._logged, refused=self._refused)

    def _say_waiting(self) -> None:
        if self._confirming:
            self.status("Waiting for the book: another program may be writing to it.")

    def _logged(self, receipt: PackReceipt) -> None:
        self._confirming = False
        self._just_logged = receipt.pack.id
        self._begin(TypedPack(), {"numbers": "", "note": ""})
        count, new = sum(line.copies.quantity for line in receipt.lines), receipt.pack.new_numbers or 0
        when = f" of {receipt.pack.opened:%Y-%m-%d}" if self.opening.details["day"].strip() else ""
        words = f"In the book: {counted_cards(count)}{when}, {new} new. F8 takes the pack back."
        if receipt.pack.price and read_price(receipt.pack.price) is None:
            words += "\nThe price is kept as written, and counts in no cost: write it like 4.50 EUR."
        self.mudwater.say(words)
        self.refresh_place()

    def _refused(self, error: CollectionError) -> None:
        self._confirming = False
        self.mudwater.say_refused(error)

    def action_undo(self) -> None:
        """Take back the pack that was logged last, whatever day it is dated."""
        collector, now = self.mudwater.collector, self.mudwater.clock()

        def take_back(book: Book) -> tuple[Pack, str]:
            from collection.desk.packs import undo_pack
            from collection.desk.said import said
            from collection.tui.exchange import broken_words

            undone = undo_pack(book, collector, said(now))
            return undone.pack, broken_words(undone.broken)

        self.at_desk(take_back, lambda found: self._voided(*found))

    def action_look(self) -> None:
        """Show what was in the pack under the cursor."""
        pack = self.earlier.pack
        if pack is not None and self._catalogue is not None:
            self.app.push_screen(Page("Pack", pack_lines(pack, self._catalogue)))

    def action_void(self) -> None:
        """Take back the pack under the cursor, or let go of one that is not finished, once confirmed."""
        draft, pack = self.earlier.draft, self.earlier.pack
        if draft is not None:
            body = [Content(f"{counted_cards(len(draft.cards))} typed and not yet in the book.")]
            question = Confirm("Let go of this pack?", body, yes="Let go of it")
            self.app.push_screen(question, lambda yes: self._let_go(draft.id) if yes else None)
        elif pack is not None and self._catalogue is not None:
            question = Confirm("Take this pack back?", pack_lines(pack, self._catalogue), yes="Take it back")
            self.app.push_screen(question, lambda yes: self._void(pack) if yes else None)

    def _let_go(self, id: str) -> None:
        collector = self.mudwater.collector

        def drop(book: Book) -> None:
            from collection.desk.drafts import drop_pack_draft

            drop_pack_draft(book, collector, id)

        self.at_desk(drop, lambda _: self.refresh_place())

    def _void(self, pack: Pack) -> None:
        now = self.mudwater.clock()

        def take_back(book: Book) -> str:
            from collection.desk.exchange import void
            from collection.desk.said import said
            from collection.tui.exchange import broken_words

            return broken_words(void(book, pack.id, said(now)).broken)

        self.at_desk(take_back, lambda words: self._voided(pack, words))

    def _voided(self, pack: Pack, words: str) -> None:
        count = sum(one.quantity for one in pack.cards) or sum(pack.levels or ())
        self.mudwater.say(f"Taken back: the pack of {pack.opened:%Y-%m-%d}, {counted_cards(count)}. {words}".strip())
        self.refresh_place()


def _why_no_void(earlier: EarlierPacks) -> str | None:
    if earlier.draft is not None:
        return None
    if earlier.pack is None:
        return "No pack is under the cursor."
    return "This pack has been taken back already." if earlier.pack.voided else None
