"""What a puzzle shows: the board at the left; both hands, or the line that answers a move, at the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from collection.catalogue.card import STAND_IN_MARK
from collection.games.mudwater.state import State, View
from collection.tui.board import Board
from collection.tui.face import OWNER_MARKS, Look, Printed, fit
from collection.tui.hands_cards import CARD_HEADING, CardList, PointedList, Row, card_line, cards_word
from collection.tui.table_picking import Picking
from collection.tui.table_sight import Sight, changed, takes
from collection.tui.text import clipped, plain_content

if TYPE_CHECKING:
    from collection.analysis.puzzles import Step
    from collection.desk.puzzles import Attempted, OpenPuzzle

_BY_NAME_FROM = 30
"""Rows of the screen from which on the rival's cards stand one a line."""
_SHORT = 12
"""Cells of a card in the short way."""
_LEGEND = "[ ] may go here  ▲ upgrade  ○→● taken"
_LEGEND_OF_LINE = "Go through the line: the board follows."


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle as it is shown: the position asked about, or one of the line that answered."""

    laid: OpenPuzzle
    picking: Picking
    told: Attempted | None = None
    at: int = 0
    """How many moves of the line are made on the board."""

    def sight(self, seat: int | None = None) -> Sight:
        """Give what the seat that is asked (or another) sees: with every card open, all of it."""
        whose = self.laid.line.puzzle.seat if seat is None else seat
        return Sight(self.laid.game, View(whose, self._state(self.at)), self.laid.catalogue)

    def _state(self, at: int) -> State:
        state: State = self.laid.state if self.told is None or not at else self.told.answer.line[at - 1].state
        return state

    def looks(self, cursor: int) -> tuple[Look, ...]:
        """Give the board: with the card in hand, or as the line has come to lie."""
        sight = self.sight()
        if self.told is not None:
            fresh = changed(self._state(self.at - 1), self._state(self.at)) if self.at else frozenset[int]()
            return sight.squares(fresh=fresh)
        if self.picking.held is not None:
            return sight.squares_for(self.picking.held, cursor, rock=self.picking.rock)
        return sight.squares()


class PuzzlePane(Horizontal):
    """Shows a puzzle; knows nothing of what is right."""

    DEFAULT_CSS = """
    PuzzlePane { height: 1fr; }
    PuzzlePane #left { width: 1fr; min-width: 41; }
    PuzzlePane #right { width: 38; padding-left: 1; }
    PuzzlePane #score { height: 1; padding: 0 1; background: $surface; }
    PuzzlePane #saying { height: auto; min-height: 3; max-height: 5; padding: 0 1; }
    PuzzlePane #legend { height: 1; padding: 0 1; color: $text-muted; }
    PuzzlePane .hand-title { height: 1; text-style: bold; background: $surface; }
    PuzzlePane #hand-heading { height: 1; color: $text-muted; }
    PuzzlePane #cards { height: auto; max-height: 11; }
    PuzzlePane #rival-title { margin-top: 1; }
    PuzzlePane #rival-pane { height: 1fr; scrollbar-size-vertical: 1; }
    PuzzlePane #rival { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
    PuzzlePane #asked { height: 1fr; }
    PuzzlePane #answered { height: 1fr; }
    PuzzlePane #verdict { height: auto; margin: 1 0; }
    PuzzlePane #line { height: auto; max-height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        """Compose both halves."""
        with Vertical(id="left"):
            yield Static(id="score", markup=False)
            yield Board(id="board")
            yield Static(id="saying", markup=False)
            yield Static(plain_content(_LEGEND), id="legend", markup=False)
        with Vertical(id="right"):
            with Vertical(id="asked"):
                yield Static(id="hand-title", classes="hand-title", markup=False)
                yield Static(plain_content(CARD_HEADING), id="hand-heading", markup=False)
                yield CardList(id="cards")
                yield Static(id="rival-title", classes="hand-title", markup=False)
                with VerticalScroll(id="rival-pane", can_focus=False):
                    yield Static(id="rival", markup=False)
            with Vertical(id="answered"):
                yield Static(id="line-title", classes="hand-title", markup=False)
                yield Static(id="verdict", markup=False)
                yield PointedList(id="line")

    def on_mount(self) -> None:
        """Keep the answer for later."""
        self.query_one("#answered").display = False

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    @property
    def cards(self) -> CardList:
        """The hand of the seat that is asked."""
        return self.query_one("#cards", CardList)

    @property
    def line(self) -> PointedList:
        """The moves of the answer."""
        return self.query_one("#line", PointedList)

    def show(self, shown: Shown, hint: str) -> None:
        """Draw everything."""
        told = shown.told
        self.query_one("#asked").display = told is None
        self.query_one("#answered").display = told is not None
        self.query_one("#legend", Static).update(plain_content(_LEGEND if told is None else _LEGEND_OF_LINE))
        if told is None:
            self._show_hands(shown)
        else:
            self.query_one("#line-title", Static).update(plain_content(_line_title(shown, told)))
            self.query_one("#verdict", Static).update(plain_content(verdict(shown, told), "bold", cells=300))
            self.line.show_lines(list(_line_rows(shown, told)), shown.at)
        self.show_board(shown, hint)

    def show_board(self, shown: Shown, hint: str) -> None:
        """Draw what follows the cursor: the squares, and what is said about them."""
        board = self.board
        board.show_cursor = shown.told is None and shown.picking.held is not None
        board.show(shown.looks(board.cursor))
        self.query_one("#score", Static).update(_score(shown))
        self.query_one("#saying", Static).update(_saying(shown, board, hint))

    def _show_hands(self, shown: Shown) -> None:
        puzzle, names = shown.laid.line.puzzle, shown.laid.names
        sight, other = shown.sight(), shown.sight(1 - puzzle.seat)
        rows = []
        for card in sight.hand():
            playable = sight.may_play(card.number)
            mark = "◆" if card.number == shown.picking.held else " " if playable else "-"
            rows.append(Row(card.number, card_line(card), mark=mark, quiet=not playable))
        self.cards.show(rows)
        for of, name, cards in ((sight, "hand", len(rows)), (other, "rival", len(other.hand()))):
            title = f"{OWNER_MARKS[of.seat]} {clipped(names[of.seat], 20)}'s hand, {cards_word(cards)}"
            self.query_one(f"#{name}-title", Static).update(plain_content(title))
        by_name = self.screen.size.height >= _BY_NAME_FROM
        lines = [plain_content(f"  {card_line(card)}") for card in other.hand()] if by_name else _short(other.hand())
        self.query_one("#rival", Static).update(Content("\n").join(lines))


def _short(cards: Sequence[Printed]) -> list[Content]:
    """Give cards three a line: number, Level and family, edges N E S W."""
    cells = []
    for card in cards:
        mark = STAND_IN_MARK if card.stand_in else " "
        edges = "".join(str(edge) for edge in card.edges)
        cells.append(fit(f"{card.number:>3}{mark}{card.level.value}{card.family.letter} {edges}", _SHORT))
    heading = fit(" no LF NESW", _SHORT) * min(3, len(cells))
    lines = ["".join(cells[start : start + 3]) for start in range(0, len(cells), 3)]
    return [Content.styled(heading, "dim"), *(plain_content(line) for line in lines)]


def _score(shown: Shown) -> Content:
    black, white = shown.sight().held()
    line = shown.laid.line
    text = f"Puzzle {line.number}, {line.puzzle.grade}, {line.work.state}"
    return Content.assemble((text, "bold"), f"   {OWNER_MARKS[0]} {black}  {OWNER_MARKS[1]} {white}")


def _saying(shown: Shown, board: Board, hint: str) -> Content:
    sight, puzzle = shown.sight(), shown.laid.line.puzzle
    if shown.told is not None:
        return plain_content(sight.lying_at(board.cursor), cells=400) if board.has_focus else _position(shown)
    if not shown.picking.idle or board.has_focus:
        return shown.picking.saying(sight, board.cursor, on_board=board.has_focus)
    who = f"{OWNER_MARKS[puzzle.seat]} {clipped(shown.laid.names[puzzle.seat], 24)}"
    asked = f" to move: 1 of {puzzle.legal} moves wins."
    more = f"Hint: {hint}" if hint else "Pick a card, then a square."
    return Content.assemble((who + asked, "bold"), "\n", plain_content(more, cells=200))


def _position(shown: Shown) -> Content:
    told = shown.told
    assert told is not None
    if not shown.at:
        return plain_content("The position that was asked about.")
    return plain_content(_words(shown, told.answer.line[shown.at - 1], shown.at), cells=400)


def verdict(shown: Shown, told: Attempted) -> str:
    """Say what came of the move."""
    work, puzzle = told.line.work, shown.laid.line.puzzle
    if told.answer.right:
        if work.state == "solved":
            tries = "at the first try" if work.tries == 1 else f"after {work.tries} tries"
            hints = "" if not work.hints else ", with a hint" if work.hints == 1 else f", with {work.hints} hints"
            return f"✓ Right: it wins. Solved {tries}{hints}."
        return "✓ This is the move that wins. The solution was shown, so it counts as not solved by yourself."
    rival = clipped(shown.laid.names[1 - puzzle.seat], 20)
    comes = "It only draws" if told.answer.worth == 0 else "It loses"
    shown_by = f"see what {rival} answers" if len(told.answer.line) > 1 else "it ends the game"
    return f"✗ Not that one. {comes}: {shown_by}. d tries another move."


def _line_title(shown: Shown, told: Attempted) -> str:
    return f"{OWNER_MARKS[shown.laid.line.puzzle.seat]} {told.move} and what follows"


def _line_rows(shown: Shown, told: Attempted) -> Iterator[Content]:
    yield plain_content("   the position asked about", "dim")
    for count, step in enumerate(told.answer.line, start=1):
        sure = "bold" if count == 1 else ""
        yield plain_content(f"{count:>2} {OWNER_MARKS[step.seat]} {step.move}{_taken(step)}", sure)
    outcome = shown.laid.game.outcome(told.answer.line[-1].state)
    if outcome is not None:
        black, white = outcome.points
        yield plain_content(f"   end: {OWNER_MARKS[0]} {black}, {OWNER_MARKS[1]} {white}", "dim")


def _taken(step: Step) -> str:
    taken = [str(dict(event.facts)["square"]) for event in step.events if event.kind == "captured"]
    return f", {takes(taken)}" if taken else ""


def _words(shown: Shown, step: Step, at: int) -> str:
    """Say what a step of the line does, in a sentence."""
    before = Shown(shown.laid, shown.picking, shown.told, at - 1).sight(step.seat)
    return f"{OWNER_MARKS[step.seat]} {shown.laid.names[step.seat]}: {before.describe_move(step.played)}"
