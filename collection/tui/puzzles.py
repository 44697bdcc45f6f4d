"""Puzzles from one's own games: the list, filled while the games are looked through."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from collection.errors import CollectionError
from collection.tui.commands import Command, bindings_of
from collection.tui.hands_cards import PointedList
from collection.tui.place import Drill
from collection.tui.puzzles_solving import PuzzleScreen
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from collection.desk.puzzles import Found, OpenPuzzle, PuzzleLine
    from collection.store.book import Book

_SIGNS = {"solved": "✓", "shown": "·", "tried": "✗", "open": " "}
"""How far one has come with a puzzle, without colour."""
_COLUMNS = " {} {:>3}  {:<6} {:<9} {:<7} {:>5} {:>5}  {:<10}  {}"
_HEADING = " " + _COLUMNS.format(" ", "no", "state", "grade", "to move", "moves", "tries", "day", "against")
_EXPLAINED = (
    "Positions of your own games where one move wins and no other does: each is proved to the end of the game. "
    "Both hands lie open, for this is hindsight."
)


class PuzzlesScreen(Drill):
    """The puzzles, those not solved yet first."""

    WHERE: ClassVar[str] = "puzzles"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("puzzles"))
    MAIN: ClassVar[str] = "#puzzles"
    HELP_TEXT: ClassVar[str] = """\
Finished games are looked through for puzzles when this list is opened, each game once; esc leaves at any time.
✓ is solved, ✗ was tried, · is one whose solution was looked at.
Easy puzzles come first; what is solved stands at the end.
A puzzle is hard when the end is far, the moves are many, the right one takes nothing, and when it was missed."""
    DEFAULT_CSS = """
    PuzzlesScreen #about { height: auto; margin: 1 1 0 1; color: $text-muted; }
    PuzzlesScreen #found { height: 1; margin: 1 1 0 1; text-style: bold; }
    PuzzlesScreen #heading { height: 1; margin: 0 1; color: $text-muted; }
    PuzzlesScreen #puzzles { height: 1fr; margin: 0 1; }
    """

    class Looked(Message):
        """So many games have been looked through."""

        def __init__(self, done: int, of: int) -> None:
            super().__init__()
            self.done, self.of = done, of

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[PuzzleLine, ...] | None = None
        self._looking = False
        self._left = False
        self._games = (0, 0)
        self._found: Found | None = None

    def compose_place(self) -> ComposeResult:
        """Compose what it is about, how far the search is, and the list."""
        yield Static(plain_content(_EXPLAINED, cells=400), id="about", markup=False)
        yield Static(id="found", markup=False)
        yield Static(plain_content(_HEADING), id="heading", markup=False)
        yield PointedList(id="puzzles", twice=True)

    def on_mount(self) -> None:
        """Begin in the list."""
        self.query_one("#puzzles").focus()

    def refresh_place(self) -> None:
        """Read the list again, and look through what is new."""
        self._read()
        book = self.mudwater.book
        if book is not None and not book.writable:
            # Nothing can be found anew where it cannot be kept; those that are there can be solved all the same.
            self.status("This book is read-only: what you solve now is not remembered.")
        elif not self._looking and self._found is None:
            self._look()

    def _read(self) -> None:
        self.at_desk(partial(_read, self.mudwater.collector), self._take, slot="list")

    def _look(self) -> None:
        self._looking, self._games = True, (0, 0)
        work = partial(_find, self.mudwater.collector, self.mudwater.clock(), self._gone, self._tell_looked)
        self.at_desk(work, self._looked_through, refused=self._stopped)
        self._show_found()

    def _gone(self) -> bool:
        return self._left or self.mudwater.leaving

    def _tell_looked(self, done: int, of: int) -> None:
        self.post_message(self.Looked(done, of))

    @on(Looked)
    def _count(self, message: Looked) -> None:
        self._games = (message.done, message.of)
        self._show_found()
        if message.done and self._looking:
            self._read()

    def _looked_through(self, found: Found) -> None:
        self._looking, self._found = False, found
        self._read()

    def _stopped(self, error: CollectionError) -> None:
        self._looking = False
        self.mudwater.say_refused(error)
        self._show_found()

    # What is shown

    def _take(self, lines: tuple[PuzzleLine, ...]) -> None:
        before = self._pointed
        self._lines = lines
        numbers = [line.number for line in lines]
        place = numbers.index(before.number) if before is not None and before.number in numbers else 0
        self.query_one("#puzzles", PointedList).show_lines([_line(one) for one in lines], place if lines else None)
        self._show_found()

    def _show_found(self) -> None:
        lines = self._lines or ()
        solved = sum(line.work.state == "solved" for line in lines)
        said = f"{len(lines)} puzzles, {solved} solved." if len(lines) != 1 else f"1 puzzle, {solved} solved."
        if self._lines is None:
            said = "Reading the puzzles…"
        if self._looking and self._games[1]:
            said += f" Looking through game {min(self._games[0] + 1, self._games[1])} of {self._games[1]}…"
        elif not lines and self._found is not None:
            said = "No puzzles yet: no finished game of yours holds one. Play on at the Table, and come back."
        self.query_one("#found", Static).update(plain_content(said, cells=200))
        self.query_one("#heading").display = bool(lines)
        self.refresh_keys()

    @property
    def _pointed(self) -> PuzzleLine | None:
        place = self.query_one("#puzzles", OptionList).highlighted
        return self._lines[place] if self._lines and place is not None and place < len(self._lines) else None

    # What can be done

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if command.name == "open" and self._pointed is None:
            return "There is no puzzle yet."
        if command.name == "resume":
            if self._looking:
                return "The games are being looked through."
            if self._found is not None and not self._found.left:
                return "Every finished game was looked through."
        return None

    def pointless(self, command: Command) -> bool:
        """Say whether there is nothing left to look through."""
        return command.name == "resume" and self._found is not None and not self._found.left

    @on(OptionList.OptionSelected, "#puzzles")
    def _select(self) -> None:
        self.action_do("puzzles.open")

    def action_open(self) -> None:
        """Solve the puzzle under the cursor."""
        line = self._pointed
        if line is not None:
            self.at_desk(partial(_lay_out, self.mudwater.collector, line.number), self._open, slot="open")

    def _open(self, laid: OpenPuzzle) -> None:
        waiting = tuple(line.number for line in self._lines or () if line.work.state in ("open", "tried"))
        if self.app.screen is self:
            self.app.push_screen(PuzzleScreen(laid, waiting))

    def action_resume(self) -> None:
        """Look through what is left."""
        self._found = None
        self._look()

    def go_back(self) -> None:
        """Leave; what is being looked through is stopped, and what was found stays."""
        self._left = True
        super().go_back()


def _line(line: PuzzleLine) -> Content:
    puzzle, work = line.puzzle, line.work
    against = " and ".join(seat.called for place, seat in enumerate(line.match.seats) if place != line.seat)
    mover = "you" if line.mine else "rival"
    what = (_SIGNS[work.state], line.number, work.state, puzzle.grade, mover, puzzle.legal, work.tries)
    text = _COLUMNS.format(*what, line.match.happened.isoformat(), clipped(against, 30))
    return plain_content(text, "dim" if work.state in ("solved", "shown") else "")


def _read(collector: str | None, book: Book) -> tuple[PuzzleLine, ...]:
    from collection.desk.puzzles import puzzles

    return puzzles(book, collector)


def _find(
    collector: str | None,
    now: dt.datetime,
    cancelled: Callable[[], bool],
    told: Callable[[int, int], None],
    book: Book,
) -> Found:
    from collection.desk.puzzles import find

    return find(book, collector, now, cancelled=cancelled, told=told)


def _lay_out(collector: str | None, number: int, book: Book) -> OpenPuzzle:
    from collection.desk.puzzles import lay_out

    return lay_out(book, collector, number)
