"""The earlier packs: those that are not finished on top, then the newest, more of them when the cursor comes down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from collection.catalogue.card import Copies
from collection.catalogue.spelling import write_copies
from collection.desk.drafts import PackDraft
from collection.ledger.entry import EntryId, Pack
from collection.tui.packs_words import pack_row
from collection.tui.rows import Rows
from collection.tui.text import plain_text

PAGE = 50
"""Packs that are read at a time."""

COLUMNS = (("date", "Opened", 10), ("size", "Cards", 5), ("what", "What was in it", 0))

_DRAFT = "draft "


class EarlierPacks(Vertical):
    """A table of packs. `read_more` is asked for the packs behind the one of an id."""

    def __init__(self, read_more: Callable[[EntryId], None]) -> None:
        super().__init__(id="earlier")
        self._read_more = read_more
        self._packs: dict[str, Pack] = {}
        self._drafts: dict[str, PackDraft] = {}
        self._whole = False

    def compose(self) -> ComposeResult:
        """Compose the heading and the table."""
        yield Static("Earlier packs", id="earlier-title", classes="heading", markup=False)
        yield Rows(COLUMNS, id="history")

    @property
    def rows(self) -> Rows:
        """The table."""
        return self.query_one(Rows)

    @property
    def wanted(self) -> int:
        """How many packs to read to show at least what is shown now, within reason."""
        return max(PAGE, min(len(self._packs), 4 * PAGE))

    @property
    def pack(self) -> Pack | None:
        """The pack under the cursor."""
        return self._packs.get(self.rows.cursor_key or "")

    @property
    def draft(self) -> PackDraft | None:
        """The unfinished pack under the cursor."""
        return self._drafts.get((self.rows.cursor_key or "").removeprefix(_DRAFT))

    @property
    def drafts(self) -> Sequence[PackDraft]:
        """The unfinished packs, the one that was touched last first."""
        return tuple(self._drafts.values())

    @property
    def any_counts(self) -> bool:
        """Whether a pack is shown that was not taken back."""
        return any(not pack.voided for pack in self._packs.values())

    def show_packs(self, drafts: Sequence[PackDraft], packs: Sequence[Pack], asked: int) -> None:
        """Show the unfinished packs and the newest others, of which `asked` were asked for."""
        self._drafts = {draft.id: draft for draft in drafts}
        self._packs = {pack.id: pack for pack in packs}
        self._whole = len(packs) < asked
        self.rows.show_rows(self._all_rows())
        self._show_title()

    def add_packs(self, packs: Sequence[Pack]) -> None:
        """Show older packs below the others."""
        fresh = [pack for pack in packs if pack.id not in self._packs]
        self._packs |= {pack.id: pack for pack in fresh}
        self._whole = len(packs) < PAGE
        self.rows.add_more((pack.id, pack_row(pack)) for pack in fresh)
        self._show_title()

    def _all_rows(self) -> Iterator[tuple[str, Sequence[Text]]]:
        yield from ((_DRAFT + draft.id, _draft_row(draft)) for draft in self._drafts.values())
        yield from ((pack.id, pack_row(pack)) for pack in self._packs.values())

    def _show_title(self) -> None:
        count = f"{len(self._packs)}{'' if self._whole else ' and more'}"
        words = f"Earlier packs: {count}" if self._packs else "Earlier packs: none yet"
        if self._drafts:
            words += f", {len(self._drafts)} not finished"
        self.query_one("#earlier-title", Static).update(words)

    @on(Rows.RowHighlighted)
    def _at_the_end(self) -> None:
        rows = self.rows
        if not self._whole and self._packs and rows.cursor_row >= len(rows.row_keys) - 5:
            self._read_more(next(reversed(self._packs)))


def _draft_row(draft: PackDraft) -> Sequence[Text]:
    pieces: dict[tuple[int, str], int] = {}
    for one in draft.cards:
        pieces[one.number, one.finish] = pieces.get((one.number, one.finish), 0) + one.quantity
    what = " ".join(write_copies(Copies(*pile, quantity)) for pile, quantity in pieces.items())
    return (
        plain_text(draft.day or "today", "italic", cells=10),
        plain_text(str(len(draft.cards)), "italic", right=True),
        plain_text(f"(not finished) {what} {draft.line}".rstrip(), "italic"),
    )
