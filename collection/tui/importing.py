"""Files: taken in once it is shown what they would change, written for other programs, and the book backed up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from collection.catalogue.card import BASE_FINISH
from collection.desk.importing import Change, Mode, Preview
from collection.desk.whole import MOST_BYTES, Taking
from collection.errors import CollectionError
from collection.store.book import Book
from collection.tui.commands import Command, bindings_of
from collection.tui.dialogs import Confirm
from collection.tui.forms import Choice
from collection.tui.place import Drill
from collection.tui.rows import Rows
from collection.tui.text import clipped, paragraph, plain_text

if TYPE_CHECKING:
    from collection.desk.backups import BackedUp
    from collection.desk.importing import Imported

COLUMNS = (
    ("line", "Line", 6),
    ("number", " No", 3),
    ("name", "Name", 24),
    ("before", "Before", 6),
    ("after", "After", 5),
    ("what", "What happens", 0),
)

MODES = {
    "add": (Mode.ADD, False, "so many more copies come: posted as found"),
    "set": (Mode.SET, False, "so many copies are there in all, 0 too: posted as a recount"),
    "whole": (Mode.SET, True, "as set, and cards that the file does not name are not there"),
}
"""What may be picked: the mode, whether it is whole, and what that means."""

MOST_ROWS = 1_000
"""Lines of a preview that are drawn; the sum below counts all of them."""

Seen: TypeAlias = Preview | Taking


@dataclass(frozen=True, slots=True)
class _Looked:
    """A file as it was looked at: what it would do, and under which name and mode."""

    name: str
    mode: str
    seen: Seen


class FilesScreen(Drill):
    """A file's name and mode, and what taking it in would change, line by line."""

    WHERE: ClassVar[str] = "files"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("files"))
    MAIN: ClassVar[str] = "#preview"
    HELP_TEXT: ClassVar[str] = (
        "Taking a file in\n"
        "A collection as a table (our own CSV, that of other programs for collectors) or a plain list of cards; also "
        "packs, a ledger or a whole book that this program wrote. Nothing is posted before you have seen what would "
        "change, and a file is taken in whole or not at all. Files that this program wrote itself carry their own "
        "dates; the mode means nothing to them."
    )
    DEFAULT_CSS = """
    FilesScreen .line { height: 1; padding: 0 1; }
    FilesScreen .label { width: 6; color: $text-muted; }
    FilesScreen Input { width: 1fr; background: $surface; }
    FilesScreen Input:focus { background: $panel; }
    FilesScreen #mode { width: 28; }
    FilesScreen #meaning { width: 1fr; color: $text-muted; }
    FilesScreen #sum { height: auto; max-height: 4; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._looked: _Looked | None = None
        self._posted: str | None = None
        self._busy = False

    def compose_place(self) -> ComposeResult:
        """Compose name, mode, preview and its sum."""
        with Horizontal(classes="line"):
            yield Static("File", classes="label", markup=False)
            yield Input(placeholder="~/cards.csv, then enter: nothing is posted by looking", id="file", compact=True)
        with Horizontal(classes="line"):
            yield Static("Mode", classes="label", markup=False)
            yield Choice(tuple(MODES), "add", id="mode")
            yield Static(MODES["add"][2], id="meaning", markup=False)
        yield Rows(COLUMNS, id="preview", classes="unless-nothing")
        yield Static(
            "Name a file and press enter to see what it would change.\n\n^t writes a file, ^y backs the book up.",
            classes="nothing",
            markup=False,
        )
        yield Static(id="sum", markup=False)

    def on_mount(self) -> None:
        """Begin with the file's name."""
        self.set_class(True, "-nothing")
        self.query_one("#file").focus()
        self.status(self._hint())

    # Looking

    @property
    def _named(self) -> str:
        return self.query_one("#file", Input).value.strip()

    @property
    def _mode(self) -> str:
        return self.query_one("#mode", Choice).value

    @on(Input.Changed)
    def _typed(self) -> None:
        self.refresh_keys()

    @on(Choice.Picked)
    def _picked(self) -> None:
        self.query_one("#meaning", Static).update(MODES[self._mode][2])
        if self._looked is not None:
            self.action_open()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self.do_open()

    def do_open(self) -> None:
        """Look at the file when it is named, else say that it is to be."""
        if self._named:
            self.action_open()
        else:
            self.status("Name a file first.")

    def action_open(self) -> None:
        """Read the file and show what it would change."""
        name, mode, collector, now = self._named, self._mode, self.mudwater.collector, self.mudwater.clock()

        def look(book: Book) -> _Looked:
            from collection.desk.files import named_path, read_named
            from collection.desk.importing import preview
            from collection.desk.whole import look_into, recognised

            data = read_named(named_path(name), MOST_BYTES)
            source = recognised(data)
            if source is not None:
                return _Looked(name, mode, look_into(book, source, now, collector=collector))
            meant, whole, _ = MODES[mode]
            return _Looked(name, mode, preview(book, collector, data, meant, whole=whole))

        self._looked = None
        self.status("Reading …")
        self.at_desk(look, self._take, refused=self._refused, slot="files")

    def _take(self, looked: _Looked) -> None:
        self._looked = looked
        rows = list(_rows(looked.seen))
        self.set_class(not rows, "-nothing")
        table = self.query_one(Rows)
        table.show_rows((str(index), cells) for index, cells in enumerate(rows[:MOST_ROWS]))
        table.move_cursor(row=0)
        words = _summary(looked.seen)
        if len(rows) > MOST_ROWS:
            words += f" The first {MOST_ROWS} of {len(rows)} lines are shown."
        lines = [Content.styled(words, "bold"), *(paragraph(each, "dim") for each in _notices(looked.seen))]
        self.query_one("#sum", Static).update(Content("\n").join(lines))
        if not looked.seen.refused:
            self.status(self._hint())
        self.refresh_keys()

    def _show_nothing(self) -> None:
        self._looked = None
        self.set_class(True, "-nothing")
        self.query_one("#sum", Static).update("")
        self.status(self._hint())
        self.refresh_keys()

    @on(Rows.RowHighlighted)
    def _read_whole(self, event: Rows.RowHighlighted) -> None:
        """Show the reason of a refused line whole: the column may be too narrow for it."""
        refused = () if self._looked is None else self._looked.seen.refused
        if event.cursor_row < len(refused):
            self.status(paragraph(str(refused[event.cursor_row]), "$text-error"))
        else:
            self.status(self._hint())

    def _refused(self, error: CollectionError) -> None:
        self._busy = False
        self._show_nothing()
        self.query_one("#sum", Static).update(paragraph("\n".join(error.reasons[:4]), "$text-error"))
        self.status("Nothing was posted.")
        self.refresh_keys()

    def _hint(self) -> str:
        if self._looked is None:
            return "enter looks at the file; nothing is posted by looking."
        return "Nothing is posted yet. ^s takes it in."

    # Taking in

    def why_not(self, command: Command) -> str | None:
        """Say what has to be there first."""
        if command.id == "files.open" and not self._named:
            return "Name a file first."
        if command.id == "files.save":
            return self._why_not_take_in()
        if command.id == "files.undo" and self._posted is None:
            return "Nothing was taken in here that one entry would take back."
        return None

    def _why_not_take_in(self) -> str | None:
        looked = self._looked
        if looked is None or looked.name != self._named:
            return "Look at the file first: enter in its line."
        seen = looked.seen
        if isinstance(seen, Taking):
            if seen.refused:
                return "It cannot be taken in: mend what the lines say first."
            return None if seen.changes else "All of it is in the book already."
        if seen.refused and (seen.whole or not seen.sheet.counted):
            return "Lines cannot be read: mend them first."
        return None if seen.changed else "Nothing would change."

    def action_save(self) -> None:
        """Take in what is shown; where lines cannot be read, only once that was confirmed."""
        looked = self._looked
        if looked is None or self._busy:
            return
        if looked.seen.refused:
            lines = len({one.line for one in looked.seen.refused})
            left_out = "1 line cannot be read and is" if lines == 1 else f"{lines} lines cannot be read and are"
            question = Confirm("Take in the rest?", [Content(f"{left_out} left out.")], yes="Take in the rest")
            self.app.push_screen(question, lambda yes: self._take_in(looked) if yes else None)
        else:
            self._take_in(looked)

    def _take_in(self, looked: _Looked) -> None:
        seen, now, name = looked.seen, self.mudwater.clock(), clipped(Path(looked.name).name, 80)
        self._busy = True
        if isinstance(seen, Taking):
            from collection.desk.whole import take

            self.at_desk(lambda book: take(book, seen, now), lambda _: self._taken(None), refused=self._refused)
            return

        def commit_it(book: Book) -> Imported:
            from collection.desk.importing import commit
            from collection.desk.said import said

            return commit(book, seen, said(now, note=f"From {name}"), skip_refused=bool(seen.refused))

        self.at_desk(commit_it, self._taken, refused=self._refused)

    def _taken(self, imported: Imported | None) -> None:
        from collection.tui.exchange import broken_words

        self._busy = False
        self._posted = None if imported is None or imported.entry is None else imported.entry.id
        words = "" if imported is None else broken_words(imported.broken)
        back = " F8 takes it back." if self._posted else ""
        self.mudwater.say(f"It is in the book.{back} {words}".strip())
        # What was added once is not left there to be added twice.
        self._show_nothing()
        self.status("Taken in. enter looks at the file again.")

    def action_undo(self) -> None:
        """Take back what was taken in last here."""
        entry, now = self._posted, self.mudwater.clock()
        if entry is None:
            return

        def take_back(book: Book) -> str:
            from collection.desk.exchange import void
            from collection.desk.said import said
            from collection.tui.exchange import broken_words

            return broken_words(void(book, entry, said(now)).broken)

        def done(words: str) -> None:
            self._posted = None
            self.mudwater.say(f"Taken back: what the file brought. {words}".strip())
            self._show_nothing()

        self.at_desk(take_back, done)

    def action_type(self) -> None:
        """Go to where the file is named."""
        self.query_one("#file").focus()

    # Writing

    def action_keep(self) -> None:
        """Write a file."""
        from collection.tui.export_form import ExportForm

        self.app.push_screen(ExportForm(), lambda words: self.mudwater.say(words) if words else None)

    def action_backup(self) -> None:
        """Copy the whole book to a file beside it."""
        path = self.mudwater.book_path

        def copy(_: Book) -> BackedUp:
            from collection.desk.backups import back_up

            return back_up(path, None)

        def done(made: BackedUp) -> None:
            gone = f" {len(made.gone)} older ones made room." if made.gone else ""
            self.mudwater.say(f"Backed up: {clipped(str(made.path), 200)}.{gone}")

        self.at_desk(copy, done)


def _rows(seen: Seen) -> Iterator[Sequence[Text]]:
    """Give the lines of a preview: what cannot be read, then what changes, then what stays."""
    for refusal in seen.refused:
        line = "" if refusal.line is None else str(refusal.line)
        yield _cells(line, "", "", "", "", f"refused: {refusal.reason}", "bold")
    if isinstance(seen, Taking):
        for tally in seen.tallies:
            if tally.new or tally.changed or tally.same:
                what = f"{tally.new} new, {tally.changed} changed, {tally.same} here already"
                yield _cells("", "", tally.what, "", "", what, "" if tally.new or tally.changed else "dim")
        return
    yield from (_change_row(change) for change in (*seen.changed, *seen.unchanged))


def _change_row(change: Change) -> Sequence[Text]:
    card = change.card
    lines = ",".join(map(str, change.lines[:3])) + ("…" if len(change.lines) > 3 else "")
    finish = "" if change.finish == BASE_FINISH else f" ({change.finish})"
    what = f"{change.change:+}" if change.change else "unchanged"
    if not change.lines:
        what += ", not named in the file"
    number, before, after = str(card.number), str(change.before), str(change.after)
    return _cells(lines, number, card.name + finish, before, after, what, "" if change.change else "dim")


def _cells(line: str, number: str, name: str, before: str, after: str, what: str, style: str) -> Sequence[Text]:
    return (
        plain_text(line, style, cells=6),
        plain_text(number, style, right=True),
        plain_text(name, style, cells=24),
        plain_text(before, style, right=True),
        plain_text(after, style, right=True),
        plain_text(what, style),
    )


def _summary(seen: Seen) -> str:
    refused = len({one.line for one in seen.refused})
    if isinstance(seen, Taking):
        if refused:
            return f"{refused} lines speak against it: it cannot be taken in."
        return "A file of this program's own." if seen.changes else "All of it is in the book already."
    changed = len({change.card.number for change in seen.changed})
    numbers = "1 number changes" if changed == 1 else f"{changed} numbers change"
    stay = len(seen.unchanged)
    return (
        f"Read as {clipped(seen.sheet.shape, 30)}: {numbers}, +{seen.came} and -{seen.went} copies; "
        f"{stay} unchanged; {refused} refused."
    )


def _notices(seen: Seen) -> tuple[str, ...]:
    return () if isinstance(seen, Taking) else seen.notices[:3]
