"""What a review shows: the board at the left; chances, moves and both hands at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from collection.tui.board import Board
from collection.tui.curve import Curve
from collection.tui.face import OWNER_MARKS, Look, fit
from collection.tui.hands_cards import PointedList
from collection.tui.place import STAND_IN_MARK
from collection.tui.review_sight import Held, OpenHand, Where
from collection.tui.text import clipped, plain_content

STEPS: tuple[Binding, ...] = (
    Binding("h", "screen.do('review.previous')", "Back", show=False, id="review-parts.back"),
    Binding("l", "screen.do('review.next')", "Forward", show=False, id="review-parts.forward"),
)
"""Letters that step where a part of the review has the focus; elsewhere they mean other things."""

_HAND_LINES = 17
_EDGES_FROM = 25
"""Cells of one hand's column from which on its edges stand apart."""


class MoveList(PointedList):
    """The moves, the start above them; the line under the cursor is the position that is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [*STEPS]


class BothHands(Static, can_focus=True):
    """Both hands beside one another: what is in hand, what was played, the ante."""

    DEFAULT_CSS = """
    BothHands { height: 17; width: 1fr; }
    BothHands:focus { background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*STEPS]

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._shown: tuple[tuple[str, str], tuple[OpenHand, OpenHand]] | None = None

    def show(self, names: tuple[str, str], hands: tuple[OpenHand, OpenHand]) -> None:
        """Show these hands."""
        if self._shown != (names, hands):
            self._shown = names, hands
            self._draw()

    def on_resize(self) -> None:
        """Draw anew in the new width."""
        self._draw()

    def _draw(self) -> None:
        if self._shown is None or not self.size.width:
            return
        names, hands = self._shown
        width = (self.size.width - 1) // 2
        columns = [hand_lines(seat, names[seat], hands[seat], width) for seat in (0, 1)]
        lines = [left + Content(" ") + right for left, right in zip(*columns, strict=True)]
        legend = f"{Where.NOW.value} this move  {Where.PLAYED.value} played  {Where.ANTE.value} ante"
        self.update(Content("\n").join([*lines, plain_content(legend, "dim")]))


def hand_lines(seat: int, name: str, hand: OpenHand, width: int) -> list[Content]:
    """Give one hand in lines of `width` cells each: who, a heading, and fourteen lines for its cards."""
    count = f" {hand.size} in hand"
    who = f"{OWNER_MARKS[seat]} {clipped(name, max(width - len(count) - 2, 4))}{count}"
    heading = "  no LF N E S W name" if width >= _EDGES_FROM else "  no LF NESW name"
    lines = [plain_content(fit(who, width), "bold"), Content.styled(fit(heading, width), "dim")]
    lines += [_card_line(held, width) for held in hand.cards[:14]]
    if hand.unlisted and len(lines) < _HAND_LINES - 1:
        lines.append(Content.styled(fit(f"  ? {hand.unlisted} never seen", width), "dim"))
    if not hand.ante and len(lines) < _HAND_LINES - 1:
        lines.append(Content.styled(fit("A ? nobody knows", width), "dim"))
    return lines + [Content(" " * width)] * (_HAND_LINES - 1 - len(lines))


def _card_line(held: Held, width: int) -> Content:
    card = held.card
    between = " " if width >= _EDGES_FROM else ""
    edges = between.join(str(edge) for edge in card.edges)
    mark = STAND_IN_MARK if card.stand_in else " "
    text = f"{card.number:>3}{mark}{card.level.value}{card.family.letter} {edges} {card.name}"
    style = {Where.HAND: "", Where.NOW: "bold", Where.PLAYED: "dim", Where.ANTE: "italic"}[held.where]
    return Content.assemble((held.where.value, "bold"), (fit(text, width - 1), style))


class ReviewPane(Horizontal):
    """Shows a position of a game; knows nothing of how one came there."""

    DEFAULT_CSS = """
    ReviewPane { height: 1fr; }
    ReviewPane #left { width: 1fr; min-width: 41; }
    ReviewPane #right { width: 38; padding-left: 1; }
    ReviewPane #score { height: 1; padding: 0 1; background: $surface; }
    ReviewPane #saying { height: 5; padding: 0 1; }
    ReviewPane #moves-title { height: 1; text-style: bold; background: $surface; }
    ReviewPane #moves { height: 1fr; }
    ReviewPane #both-hands { display: none; }
    ReviewPane.-hands #both-hands { display: block; }
    ReviewPane.-hands #curve, ReviewPane.-hands #moves { display: none; }
    """

    def compose(self) -> ComposeResult:
        """Compose both halves."""
        with Vertical(id="left"):
            yield Static(id="score", markup=False)
            yield Board(id="board")
            yield Static(id="saying", markup=False)
        with Vertical(id="right"):
            yield Curve(id="curve")
            yield Static(id="moves-title", markup=False)
            yield MoveList(id="moves", twice=True)
            yield BothHands(id="both-hands")

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    @property
    def moves(self) -> MoveList:
        """The list of moves."""
        return self.query_one("#moves", MoveList)

    @property
    def curve(self) -> Curve:
        """The chances."""
        return self.query_one("#curve", Curve)

    @property
    def hands(self) -> BothHands:
        """Both hands."""
        return self.query_one("#both-hands", BothHands)

    @property
    def in_hands(self) -> bool:
        """Whether, where there is no room for everything, the hands are shown in place of moves and chances."""
        return self.has_class("-hands")

    def show_board(self, looks: tuple[Look, ...], score: Content, saying: Sequence[Content]) -> None:
        """Show the squares, who holds how many, and what is said of the position."""
        self.board.show(looks)
        self.query_one("#score", Static).update(score)
        self.query_one("#saying", Static).update(Content("\n").join(saying))

    def show_title(self, title: Content) -> None:
        """Show what stands above the moves."""
        self.query_one("#moves-title", Static).update(title)
