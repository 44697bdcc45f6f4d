"""The differences of a count, card by card, and the reason for them: posted as one entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import BASE_FINISH
from collection.desk.drafts import keep_count_draft
from collection.desk.importing import Change, Imported, Preview
from collection.desk.recount import post_recount, preview_recount
from collection.desk.said import said
from collection.store.book import Book
from collection.tui.exchange import broken_words
from collection.tui.forms import Field, Form, Reader, read_day
from collection.tui.text import clipped, paragraph, plain_content


@dataclass(frozen=True, slots=True)
class Recounted:
    """What came of a count: the entry's id (None where nothing differed), and what to say of it."""

    entry: str | None
    words: str


class RecountForm(Form[Recounted]):
    """Reason and day, below the differences as they are on that day."""

    TITLE_WORDS: ClassVar[str] = "What differs"
    SAVE_WORDS: ClassVar[str] = "Post"
    NOTE: ClassVar[str] = "One entry is posted. Cards that were not counted stay as they are."
    DEFAULT_CSS = """
    RecountForm #differences { height: auto; width: 1fr; margin-bottom: 1; }
    """

    def __init__(self, entry_id: str, counted: Sequence[str], reason: str) -> None:
        """Take what was counted as words such as `45:foil*2`; the entry bears `entry_id`."""
        super().__init__()
        self.entry_id = entry_id
        self._counted = counted
        self._reason = reason
        self._shown: tuple[Change, ...] | None = None

    def fields(self) -> Iterable[Field]:
        """Give reason and day."""
        return (
            Field("note", "Reason", "counted the binder", self._reason or "counted the binder"),
            Field("day", "Date", "today; counted earlier: 2024-12-03"),
        )

    def on_mount(self) -> None:
        """Read the differences."""
        self.query_one(".dialog-body", VerticalScroll).mount(
            Static("Looking …", id="differences", markup=False), before=0
        )
        super().on_mount()
        collector, counted = self.mudwater.collector, self._counted
        self.at_desk(lambda book: preview_recount(book, collector, counted), self._show)

    def _show(self, preview: Preview) -> None:
        self._shown = preview.changed
        lines = [_line(change) for change in preview.changed]
        when = f" on {preview.on:%Y-%m-%d}" if preview.on is not None else ""
        if not lines:
            lines = [Content(f"Nothing differs: the books{when} say what is there. Posting ends this count.")]
        lines += [paragraph(notice, "dim") for notice in preview.notices]
        lines += [plain_content(str(refusal), "$text-error") for refusal in preview.refused]
        self.query_one("#differences", Static).update(Content("\n").join(lines))

    def submit(self, values: Mapping[str, str]) -> None:
        """Post the differences that are shown, or show others first."""
        reader = Reader(values)
        reason = reader.need("note", "Say why the books and the binder differ.")
        day = reader.read("day", read_day, empty=None)
        reader.check()
        word = said(self.mudwater.clock(), id=self.entry_id, on=day, note=reason)
        collector, counted, shown = self.mudwater.collector, self._counted, self._shown

        def post(book: Book) -> Preview | Recounted:
            preview = preview_recount(book, collector, counted, on=day)
            if preview.changed != shown:
                return preview
            if not preview.changed:
                keep_count_draft(book, collector, None)
                return Recounted(None, "The books say what is there: nothing had to be posted.")
            imported = post_recount(book, preview, word)
            keep_count_draft(book, collector, None)
            return Recounted(None if imported.entry is None else imported.entry.id, _words(preview, imported))

        self.at_desk(post, self._answer)

    def _answer(self, answer: Preview | Recounted) -> None:
        if isinstance(answer, Recounted):
            self.dismiss(answer)
            return
        self._show(answer)
        self.say_faults({"verdict": "The books of that day say something else: look at these differences, then post."})


def _line(change: Change) -> Content:
    finish = "" if change.finish == BASE_FINISH else f" ({change.finish})"
    name = clipped(change.card.name + finish, 28)
    return Content.assemble(
        f"{change.card.number:>4}  ",
        plain_content(f"{name:<28}"),
        (f" {change.before:>3} in the books, {change.after:>3} there  ", ""),
        (f"{change.change:+}", "bold $text-warning"),
    )


def _words(preview: Preview, imported: Imported) -> str:
    numbers = len({change.card.number for change in preview.changed})
    cards = "1 number" if numbers == 1 else f"{numbers} numbers"
    words = f"Recounted: {cards}, +{preview.came} and -{preview.went} copies. F8 takes it back."
    return f"{words} {broken_words(imported.broken)}".strip()
