"""One puzzle: a card is picked and a square, and the move is answered by proof."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList

from collection.errors import CollectionError
from collection.tui.board import Board
from collection.tui.commands import Command, bindings_of
from collection.tui.place import STAND_IN_NOTE, Drill
from collection.tui.puzzles_pane import PuzzlePane, Shown
from collection.tui.table_picking import Picking

if TYPE_CHECKING:
    import datetime as dt

    from collection.desk.puzzles import Attempted, OpenPuzzle, PuzzleLine
    from collection.store.book import Book


class PuzzleScreen(Drill):
    """A position with both hands open; one move wins."""

    WHERE: ClassVar[str] = "puzzle"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("puzzle"))
    MAIN: ClassVar[str] = "#cards"
    DEFAULT_CSS = """
    PuzzleScreen.-wide #right { width: 46; }
    PuzzleScreen.-tall #cards { max-height: 13; }
    """
    HELP_TEXT: ClassVar[str] = """\
Pick a card (arrows or j k, then enter), then a square (arrows or h j k l, then enter); or click both.
Of all legal moves one wins, whatever the rival does; every other move draws or loses, and that is proved.
The answer is a line of moves to the end of the game: go through it in the list, the board follows.
Both hands lie open, rocks too: this is hindsight.
● is black, in heavy frames; ○ is white, in light frames. [ ] may be played on; ▲ may be upgraded."""

    def __init__(self, laid: OpenPuzzle, others: tuple[int, ...] = ()) -> None:
        """Lay a puzzle out; `others` are the numbers of the list that it was chosen from."""
        super().__init__()
        self._laid = laid
        self._others = others
        self._picking = Picking()
        self._told: Attempted | None = None
        self._at = 0
        self._hint = ""
        self._asking = False
        """A move is being answered, or the next puzzle laid out."""

    def compose_place(self) -> ComposeResult:
        """Compose the pane."""
        yield PuzzlePane(id="puzzle")

    def on_mount(self) -> None:
        """Show the position."""
        self._begin()

    @property
    def pane(self) -> PuzzlePane:
        """Everything between the top line and the keys."""
        return self.query_one("#puzzle", PuzzlePane)

    @property
    def busy(self) -> bool:
        """Whether an answer is being waited for."""
        return self._asking

    @property
    def number(self) -> int:
        """Which puzzle it is."""
        return self._laid.line.number

    @property
    def _shown(self) -> Shown:
        return Shown(self._laid, self._picking, self._told, self._at)

    def _begin(self) -> None:
        from collection.desk.puzzles import hint_words

        self._picking, self._told, self._at = Picking(), None, 0
        self._hint = hint_words(self._laid, self._laid.line.work.hints)
        self._show()
        self.pane.cards.focus()
        if any(card.is_stand_in for card in self._laid.catalogue):
            self.status(STAND_IN_NOTE)

    def _show(self) -> None:
        self.pane.show(self._shown, self._hint)
        self.refresh_keys()

    def _show_board(self) -> None:
        self.pane.show_board(self._shown, self._hint)

    # Picking a card and a square

    @on(OptionList.OptionSelected, "#cards")
    def _pick(self, event: OptionList.OptionSelected) -> None:
        number = self.pane.cards.number_at(event.option_index)
        if self._asking or self._told is not None or number is None:
            return
        self._picking.pick(number)
        board = self.pane.board
        board.focus()
        self._show()
        if not board.looks[board.cursor].target:
            board.action_leap(1)

    @on(Board.Pointed)
    def _preview(self) -> None:
        self._picking.refusal = ""
        self._show_board()

    @on(Board.Chosen)
    def _choose(self, message: Board.Chosen) -> None:
        self._picking.refusal = ""
        if self._told is not None or self._asking or self._picking.held is None:
            self._show_board()
            return
        attempt = self._shown.sight().attempt(self._picking.held, message.square, rock=self._picking.rock)
        if attempt.legal:
            self._try(self._laid.game.write(attempt.play))
        else:
            self._picking.refuse(attempt)
            self._show_board()

    def _try(self, move: str) -> None:
        self._ask(partial(_attempt, self.mudwater.collector, self.number, move, self.mudwater.clock()))

    def _ask(self, work: partial[Attempted]) -> None:
        self._asking = True
        self._picking.put_back()
        self._show()
        self.at_desk(work, self._answered, refused=self._refused)

    def _answered(self, told: Attempted) -> None:
        self._asking = False
        self._told, self._at = told, 1
        self._take(told.line)
        self._show()
        self.pane.line.focus()

    def _refused(self, error: CollectionError) -> None:
        self._asking = False
        self._show()
        self.mudwater.say_refused(error)

    def _take(self, line: PuzzleLine) -> None:
        self._laid = replace(self._laid, line=line)

    @on(OptionList.OptionHighlighted, "#line")
    def _follow(self, event: OptionList.OptionHighlighted) -> None:
        if self._told is not None:
            self._at = min(event.option_index, len(self._told.answer.line))
            self._show_board()

    # What can be done

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        if self._asking:
            return "One moment: the answer is on its way."
        told, reasons = self._told, {"next_puzzle": (self._next is None, "No other puzzle is left to solve.")}
        if told is None:
            reasons["rock"] = (self._picking.held is None, "Pick a card first; then r turns it face down.")
            reasons["again"] = (True, "The position lies as it was asked.")
        else:
            reasons["rock"] = (True, "The move is made; d lays the position out again.")
            reasons["hint"] = (True, "It is answered already; d lays the position out again.")
            reasons["answer"] = (told.answer.right, "This is the solution.")
        holds, reason = reasons.get(command.name, (False, ""))
        return reason if holds else None

    @property
    def _next(self) -> int | None:
        """The number of the next one in the list, going round."""
        if self.number not in self._others:
            return next(iter(self._others), None)
        place = self._others.index(self.number)
        following = self._others[place + 1 :] + self._others[:place]
        return next(iter(following), None)

    def action_rock(self) -> None:
        """Turn the card in hand face down, or face up again."""
        self._picking.turn()
        self._show()

    def action_hint(self) -> None:
        """Take the next hint."""
        self.at_desk(partial(_hint, self.mudwater.collector, self.number, self.mudwater.clock()), self._hinted)

    def _hinted(self, told: tuple[str, PuzzleLine]) -> None:
        if self._asking or self._told is not None or told[1].number != self.number:
            # Whoever asked has gone on meanwhile: it is counted, and no use any more.
            return
        self._hint = told[0]
        self._take(told[1])
        self._picking.put_back()
        self.pane.cards.focus()
        self._show()

    def action_answer(self) -> None:
        """Show the solution."""
        self._ask(partial(_reveal, self.mudwater.collector, self.number, self.mudwater.clock()))

    def action_again(self) -> None:
        """Lay the position out again."""
        self._begin()

    def action_next_puzzle(self) -> None:
        """Go to the next puzzle."""
        number = self._next
        if number is not None:
            self._asking = True
            self.at_desk(partial(_lay_out, self.mudwater.collector, number), self._go_on, refused=self._refused)

    def _go_on(self, laid: OpenPuzzle) -> None:
        self._asking = False
        if self._laid.line.work.state in ("solved", "shown"):
            self._others = tuple(number for number in self._others if number != self.number)
        self._laid = laid
        self._begin()

    def go_back(self) -> None:
        """Put the card back first, then the position, then leave."""
        if self._picking.held is not None or (self._told is None and self.pane.board.has_focus):
            self._picking.put_back()
            self.pane.cards.focus()
            self._show()
        elif self._told is not None and not self._told.answer.right:
            self._begin()
        else:
            self.app.pop_screen()


def _attempt(collector: str | None, number: int, move: str, now: dt.datetime, book: Book) -> Attempted:
    from collection.desk.puzzles import attempt

    return attempt(book, collector, number, move, now)


def _reveal(collector: str | None, number: int, now: dt.datetime, book: Book) -> Attempted:
    from collection.desk.puzzles import reveal

    return reveal(book, collector, number, now)


def _hint(collector: str | None, number: int, now: dt.datetime, book: Book) -> tuple[str, PuzzleLine]:
    from collection.desk.puzzles import hint

    return hint(book, collector, number, now)


def _lay_out(collector: str | None, number: int, book: Book) -> OpenPuzzle:
    from collection.desk.puzzles import lay_out

    return lay_out(book, collector, number)
