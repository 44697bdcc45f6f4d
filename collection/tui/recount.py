"""The binder counted for real: go through it and type what is there, or accept what the books say."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from collection.catalogue.card import BASE_FINISH, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.desk.binder import open_binder
from collection.desk.drafts import CountDraft, count_draft, keep_count_draft
from collection.errors import NotUnderstood
from collection.interchange.cells import Names
from collection.interchange.lists import read_words
from collection.store.book import Book
from collection.tui.commands import Command, bindings_of
from collection.tui.dialogs import Confirm
from collection.tui.place import STAND_IN_MARK, Drill
from collection.tui.recount_form import Recounted, RecountForm
from collection.tui.rows import Rows
from collection.tui.text import clipped, plain_content, plain_text

COLUMNS = (
    ("number", " No", 3),
    ("name", "Name", 26),
    ("finish", "Finish", 8),
    ("book", "Books", 5),
    ("there", "There", 5),
    ("differs", "Differs", 0),
)

Pile: TypeAlias = tuple[CardNo, str]
"""A number in one finish."""


class CountInput(Input):
    """Where counts are typed; the arrows move in the table beneath."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "screen.row(-1)", "Up"),
        ("down", "screen.row(1)", "Down"),
        ("pageup", "screen.row(-10)", "Up"),
        ("pagedown", "screen.row(10)", "Down"),
    ]


@dataclass(frozen=True, slots=True)
class _Found:
    """What the desk tells: the set, what the books say is there, and a count that was begun."""

    catalogue: Catalogue
    held: Mapping[Pile, int]
    draft: CountDraft | None


class RecountScreen(Drill):
    """A table of what the books say is there; a count is typed for each line, or enter accepts it."""

    WHERE: ClassVar[str] = "recount"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("recount"))
    MAIN: ClassVar[str] = "#piles"
    HELP_TEXT: ClassVar[str] = (
        "Counting\n"
        "A number and enter says how many copies of the card under the cursor are there; enter alone accepts what the "
        "books say. 45*2, 45:foil*1 or dead calm*0 count any card, also one that is not in the table. Cards that were "
        "not counted stay as they are. What was counted is kept when you leave, and moves nothing until it is posted."
    )
    DEFAULT_CSS = """
    RecountScreen #ask { height: 1; padding: 0 1; }
    RecountScreen #ask Static { width: auto; color: $text-muted; padding-right: 1; }
    RecountScreen #count { width: 1fr; background: $surface; }
    RecountScreen #count:focus { background: $panel; }
    RecountScreen #sum { height: 1; padding: 0 1; }
    """

    def __init__(self, query: str = "", scope: Sequence[CardNo] = ()) -> None:
        """Count the cards of `scope`, which `query` has found; none for the whole set."""
        super().__init__()
        self._draft = CountDraft(uuid.uuid4().hex, query, tuple(scope))
        self._catalogue: Catalogue | None = None
        self._held: Mapping[Pile, int] = {}
        self._kept = self._draft
        """What of the count is kept in the book."""
        self._posted: str | None = None

    def compose_place(self) -> ComposeResult:
        """Compose where a count is typed, the table and the sum."""
        with Horizontal(id="ask"):
            yield Static("How many are there?", markup=False)
            yield CountInput(placeholder="2, or enter for what the books say; 45:foil*1", id="count", compact=True)
        yield Rows(COLUMNS, id="piles")
        yield Static(id="sum", markup=False)

    def on_mount(self) -> None:
        """Begin counting."""
        self.query_one("#count").focus()

    # The book

    def refresh_place(self) -> None:
        """Read what the books say, and at first also what was counted before."""
        collector = self.mudwater.collector

        def read(book: Book) -> _Found:
            binder = open_binder(book, collector)
            held = {(one.number, one.finish): one.quantity for one in binder.holdings if one.quantity > 0}
            return _Found(binder.catalogue, held, count_draft(book, collector))

        self.at_desk(read, self._take, slot="recount")

    def _take(self, found: _Found) -> None:
        first = self._catalogue is None
        self._catalogue, self._held = found.catalogue, found.held
        if first and found.draft is not None and found.draft.counted:
            self._draft = self._kept = found.draft
        self._show_rows()
        if first and self._draft.counted:
            number, finish, _ = self._draft.counted[-1]
            self.query_one(Rows).go_to(_key((number, finish)))
            self.action_row(1)
            self._say(f"Going on where you left: {self._progress()}")

    def _store(self) -> None:
        if self._draft == self._kept:
            return
        collector = self.mudwater.collector

        def store(book: Book) -> CountDraft:
            # Of several that wait for the book, the last one need not come last.
            draft = self._draft
            keep_count_draft(book, collector, draft if draft.counted else None)
            return draft

        self.at_desk(store, self._is_kept)

    def _is_kept(self, draft: CountDraft) -> None:
        self._kept = draft

    @on(events.ScreenSuspend)
    def _left(self) -> None:
        self._store()

    def unfinished(self) -> str | None:
        """Name a count that is not yet kept."""
        return None if self._draft == self._kept else "A count of the binder is under way."

    # Counting

    @property
    def counts(self) -> dict[Pile, int]:
        """What was counted: the last word about each pile."""
        return {(number, finish): quantity for number, finish, quantity in self._draft.counted}

    @property
    def _pile(self) -> Pile | None:
        key = self.query_one(Rows).cursor_key
        if key is None:
            return None
        number, _, finish = key.partition(":")
        return int(number), finish

    @on(Input.Submitted, "#count")
    def _entered(self, event: Input.Submitted) -> None:
        words, pile = event.value.strip(), self._pile
        if self._catalogue is None:
            return
        if pile is not None and (not words or (words.isascii() and words.isdigit() and len(words) <= 3)):
            self._count([(*pile, int(words) if words else self._held.get(pile, 0))])
            self.action_row(1)
        elif words:
            try:
                found = read_words(Names(self._catalogue), [words])
            except NotUnderstood as error:
                self.status(plain_content(" ".join(error.reasons), "$text-error"))
                return
            self._count([(one.number, one.finish, one.quantity) for one in found])
            self.query_one(Rows).go_to(_key((found[-1].number, found[-1].finish)))
        event.input.value = ""

    def _count(self, counted: Sequence[tuple[CardNo, str, int]]) -> None:
        again = {(number, finish) for number, finish, _ in counted}
        before = [each for each in self._draft.counted if each[:2] not in again]
        self._draft = replace(self._draft, counted=(*before, *counted))
        rows, fresh = self.query_one(Rows), False
        for number, finish, _ in counted:
            fresh = fresh or _key((number, finish)) not in rows.row_keys
            rows.change_row(_key((number, finish)), self._row((number, finish)))
        if fresh:
            self._show_rows()
        self._store()
        self._say("")

    def _say(self, words: str) -> None:
        """Show how far the count has come, and above it `words`."""
        self.query_one("#sum", Static).update(Content.styled(self._progress(), "bold"))
        scope = f"Counting {self._draft.query}" if self._draft.query else "Counting the whole set"
        self.status(plain_content(words or f"{scope}. Cards that are not counted stay as they are.", "dim"))
        self.refresh_keys()

    def _progress(self) -> str:
        counts = self.counts
        differ = sum(1 for pile, there in counts.items() if there != self._held.get(pile, 0))
        done = len(set(self.query_one(Rows).row_keys) & {_key(pile) for pile in counts})
        lines, verb = len(self.query_one(Rows).row_keys), "differs" if differ == 1 else "differ"
        return f"{done} of {lines} lines counted, {differ} {verb}"

    def _show_rows(self) -> None:
        self.query_one(Rows).show_rows((_key(pile), self._row(pile)) for pile in self._piles())
        self._say("")

    def _piles(self) -> list[Pile]:
        """Give what is to be counted: what is held of the scope, its other cards, and what was counted besides."""
        assert self._catalogue is not None
        scope = set(self._draft.scope) or {card.number for card in self._catalogue}
        held = {pile for pile in self._held if pile[0] in scope}
        others = {(number, BASE_FINISH) for number in scope - {number for number, _ in held}}
        return sorted((pile for pile in held | others | set(self.counts) if pile[0] in self._catalogue), key=_order)

    def _row(self, pile: Pile) -> Sequence[Text]:
        assert self._catalogue is not None
        card, book, there = self._catalogue[pile[0]], self._held.get(pile, 0), self.counts.get(pile)
        quiet = "dim" if there is None else ""
        differs = "" if there in (None, book) else f"{(there or 0) - book:+}"
        words = {None: "", True: "as the books say"}.get(there if there is None else there == book, differs)
        return (
            plain_text(str(card.number), quiet, right=True),
            plain_text(clipped(card.name, 24) + (f" {STAND_IN_MARK}" if card.is_stand_in else ""), quiet, cells=26),
            plain_text("" if pile[1] == BASE_FINISH else pile[1], quiet, cells=8),
            plain_text(str(book), quiet, right=True),
            plain_text("·" if there is None else str(there), "bold" if differs else quiet, right=True),
            plain_text(words, "bold" if differs else quiet),
        )

    # Commands

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if command.id in ("recount.save", "recount.drop", "recount.empty") and not self._draft.counted:
            return "Nothing is counted yet: type how many are there, or enter for what the books say."
        if command.id == "recount.undo" and self._posted is None:
            return "No recount was posted here."
        return None

    def action_row(self, by: int) -> None:
        """Move in the table while the input keeps the focus."""
        rows = self.query_one(Rows)
        rows.move_cursor(row=max(0, min(rows.cursor_row + by, len(rows.row_keys) - 1)))

    def action_type(self) -> None:
        """Go to where counts are typed."""
        self.query_one("#count").focus()

    def action_drop(self) -> None:
        """Take the last count back."""
        number, finish, _ = self._draft.counted[-1]
        self._draft = replace(self._draft, counted=self._draft.counted[:-1])
        rows = self.query_one(Rows)
        rows.change_row(_key((number, finish)), self._row((number, finish)))
        rows.go_to(_key((number, finish)))
        self._store()
        self._say("")

    def action_empty(self) -> None:
        """Let go of everything counted so far, once confirmed."""
        question = Confirm("Start over?", [Content(f"{self._progress()}. Nothing was posted.")], yes="Let go of it")
        self.app.push_screen(question, lambda yes: self._begin_anew() if yes else None)

    def _begin_anew(self) -> None:
        self._draft = replace(self._draft, id=uuid.uuid4().hex, counted=(), reason="")
        self._store()
        self._show_rows()
        self.query_one(Rows).move_cursor(row=0)

    def action_save(self) -> None:
        """Show the differences and post them."""
        counted = [f"{number}:{finish}*{quantity}" for number, finish, quantity in self._draft.counted]
        self.app.push_screen(RecountForm(self._draft.id, counted, self._draft.reason), self._done)

    def _done(self, recounted: Recounted | None) -> None:
        if recounted is None:
            return
        self.mudwater.say(recounted.words)
        self._posted = recounted.entry or self._posted
        self._begin_anew()
        self.refresh_place()

    def action_undo(self) -> None:
        """Take back the recount that was posted last here."""
        from collection.desk.exchange import void
        from collection.desk.said import said
        from collection.tui.exchange import broken_words

        entry, now = self._posted, self.mudwater.clock()
        if entry is None:
            return

        def done(words: str) -> None:
            self._posted = None
            self.mudwater.say(f"Taken back: the recount. {words}".strip())
            self.refresh_place()

        self.at_desk(lambda book: broken_words(void(book, entry, said(now)).broken), done)


def _key(pile: Pile) -> str:
    return f"{pile[0]}:{pile[1]}"


def _order(pile: Pile) -> tuple[CardNo, bool, str]:
    return pile[0], pile[1] != BASE_FINISH, pile[1]
