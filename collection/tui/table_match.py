"""A match being played: who sits at the keyboard, what is held, whose turn it is, and how it ends."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.games.mudwater.moves import Move, Pass
from collection.games.mudwater.state import SQUARES, View
from collection.ledger.match import HUMAN, Stakes
from collection.tui.board import Board
from collection.tui.commands import Command
from collection.tui.curtain import Curtain
from collection.tui.dialogs import Confirm
from collection.tui.help import Page
from collection.tui.place import STAND_IN_NOTE, Drill, bindings_of
from collection.tui.table_end import ante_names, end_of, why_no_loss
from collection.tui.table_pane import Scene, TablePane
from collection.tui.table_program import Thinking
from collection.tui.table_sight import Sight, changed
from collection.tui.table_story import tell
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.play.sitting import Sitting
    from collection.store.book import Book

THINKING_TIME = 0.4
"""Seconds that a program lets pass before it moves, so that a person sees what it does."""
_LONG = 400
"""Cells for a sentence that may wrap."""


class MatchScreen(Drill):
    """One match, from the first turn to the antes turned over."""

    WHERE = "match"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("match")]
    MAIN = "#cards"
    DEFAULT_CSS = """
    MatchScreen.-wide #right { width: 46; }
    MatchScreen.-tall #preview { display: block; margin: 1 0 0 10; width: 23; height: 9; }
    MatchScreen.-tall #end-antes { height: 10; }
    MatchScreen.-tall .end-ante { width: 22; height: 10; }
    MatchScreen.-tall .end-ante CardFace { width: 21; height: 9; }
    """
    HELP_TEXT = """\
Pick a card (arrows or j k, then enter), then a square (arrows or h j k l, then enter).
With the mouse: click the card, then the square.
Comma and full stop jump between the squares where the card may go. Escape puts it back.
● is black, in heavy frames; ○ is white, in light frames. [ ] may be played on; ▲ may be upgraded.
○→● marks what the play under the cursor would take. A rock shows nothing to the other seat.
While a program thinks, M makes it move at once.
Every move is saved at once: leave whenever you like, and resume from the Table."""

    def __init__(self, sitting: Sitting, catalogue: Catalogue, rng: Random) -> None:
        super().__init__()
        self._sitting = sitting
        self._catalogue = catalogue
        self._rng = rng
        humans = self._humans
        self._viewer = humans[0] if len(humans) == 1 else sitting.to_move or 0
        self._hidden = len(humans) > 1
        """Nobody at the keyboard has said yet who they are."""
        self._held: CardNo | None = None
        self._rock = False
        self._busy = False
        """A move is being written or thought about."""
        self._left = False
        self._thinking = Thinking(self._gone)
        self._away = False
        """Another place is shown since both hands were hidden."""
        self._stops = 0
        """Moves in a row that could not be written."""
        self._fresh: frozenset[int] = frozenset()
        self._refusal = ""

    def compose_place(self) -> ComposeResult:
        """Compose the table."""
        yield TablePane(id="table")

    def on_mount(self) -> None:
        """Show the match, behind the curtain when two people share the keyboard."""
        if self._hidden:
            self.table.visible = False
        else:
            self._show()
            self.table.cards.focus()
        if any(card.is_stand_in for card in self._catalogue):
            self.status(STAND_IN_NOTE)
        self.call_after_refresh(self._next_turn)

    def leave_place(self) -> None:
        """Hide both hands where two people share the keyboard: anybody may come back. A program moves at once."""
        self._thinking.hurry()
        if len(self._humans) > 1 and not self._over:
            self._held, self._rock = None, False
            self._hidden = self._away = True
            self.table.visible = False

    def refresh_place(self) -> None:
        """Ask behind the curtain who came back; what lies on the table is what was last played here."""
        if self._left:
            self._leave()
            return
        away, self._away = self._away, False
        self.table.show_newest()
        if away and not self._busy:
            self._next_turn()
        if self._over:
            # It may have been taken back where its loss was looked at.
            self._show_end()
        if self.mudwater.table_request is not None:
            self.tell("This match is still on the table. It is saved: esc leaves it, then the hand can be dealt.")

    @property
    def table(self) -> TablePane:
        """The table."""
        return self.query_one("#table", TablePane)

    @property
    def busy(self) -> bool:
        """Whether a move is being written down or thought about."""
        return self._busy

    @property
    def match_id(self) -> str:
        """Which match this is."""
        return self._sitting.match.id

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return self._sitting.match.moves

    @property
    def _humans(self) -> tuple[int, ...]:
        return tuple(seat for seat, sitter in enumerate(self._sitting.match.seats) if sitter.player == HUMAN)

    @property
    def _names(self) -> tuple[str, str]:
        black, white = (seat.called for seat in self._sitting.match.seats)
        return black, white

    @property
    def _over(self) -> bool:
        return self._sitting.to_move is None

    @property
    def _my_turn(self) -> bool:
        return not self._busy and not self._hidden and self._sitting.to_move == self._viewer

    def _sight(self, seat: int | None = None) -> Sight:
        viewer = self._viewer if seat is None else seat
        return Sight(self._sitting.game, self._sitting.view(viewer), self._catalogue)

    def _story(self, sight: Sight) -> list[str]:
        return tell(self._sitting.events, sight, self._names)

    # What is shown

    def _scene(self, *, story: bool = True) -> Scene:
        sight = self._sight()
        return Scene(
            match=self._sitting.match,
            names=self._names,
            sight=sight,
            to_move=self._sitting.to_move,
            my_turn=self._my_turn,
            held=self._held,
            rock=self._rock,
            fresh=self._fresh,
            saying=self._saying(sight),
            story=self._story(sight) if story else (),
        )

    def _show(self) -> None:
        self.table.show(self._scene())
        self.refresh_keys()

    def _show_board(self) -> None:
        self.table.show_board(self._scene(story=False))

    def _saying(self, sight: Sight) -> Content:
        if self._refusal:
            return plain_content(f"Not allowed: {self._refusal}", "bold", cells=_LONG)
        if not self._my_turn:
            return plain_content(self._waiting())
        if self._held is not None:
            return self._said_of_held(sight, self._held)
        if sight.must_pass():
            return plain_content("You have no legal play, so you must pass: w, or enter on any card.", "bold")
        if self.table.board.has_focus:
            return plain_content(sight.lying_at(self.table.board.cursor), cells=_LONG)
        return plain_content("Your turn. Pick a card (enter, or click it), then a square.")

    def _waiting(self) -> str:
        seat = self._sitting.to_move
        if seat is None:
            return "The match is over."
        return (
            f"{self._names[seat]} is thinking; M makes it move now."
            if seat not in self._humans
            else "One moment: the move is written down."
        )

    def _said_of_held(self, sight: Sight, card: CardNo) -> Content:
        attempt = sight.attempt(card, self.table.board.cursor, rock=self._rock)
        if attempt.legal:
            return Content.assemble(("enter ", "bold"), plain_content(sight.describe(attempt), cells=_LONG))
        place = SQUARES[attempt.play.square]
        return plain_content(f"Not at {place}: {' '.join(attempt.faults)}", cells=_LONG)

    # Picking a card and a square

    @on(OptionList.OptionHighlighted, "#cards")
    def _preview(self) -> None:
        number = self.table.cards.number
        self.table.preview(None if number is None else self._sight().printed(number))

    @on(OptionList.OptionSelected, "#cards")
    def _pick(self, event: OptionList.OptionSelected) -> None:
        number = self.table.cards.number_at(event.option_index)
        self._refusal = ""
        if not self._my_turn or number is None:
            return
        if self._sight().must_pass():
            self._play(Pass())
            return
        self._held, self._rock = number, False
        board = self.table.board
        board.focus()
        self._show()
        if not board.looks[board.cursor].target:
            board.action_leap(1)

    @on(Board.Pointed)
    def _preview_play(self) -> None:
        self._refusal = ""
        self._show_board()

    @on(Board.Chosen)
    def _play_there(self, message: Board.Chosen) -> None:
        sight = self._sight()
        self._refusal = ""
        if self._held is None or not self._my_turn:
            self.table.say(plain_content(sight.lying_at(message.square), cells=_LONG))
            return
        attempt = sight.attempt(self._held, message.square, rock=self._rock)
        if attempt.legal:
            self._play(attempt.play)
        else:
            self._refusal = " ".join(attempt.faults)
            self._show_board()

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        over = "The match is over." if self._over else None
        match command.id:
            case "match.rematch":
                return None if over else "A rematch comes after the end of this match."
            case "match.story":
                return "Everything is hidden." if self._hidden else None
            case "match.loss":
                return why_no_loss(self._sitting.match)
            case "match.rock" | "match.pass" | "match.hurry":
                return over or self._why_not_now(command.name)
        keeps = self._sitting.match.stakes is Stakes.KEEPS
        to_its_end = "A match for keeps is played to its end; leave it with esc and resume it later."
        return over or (to_its_end if keeps else None)

    def pointless(self, command: Command) -> bool:
        """Say so of what only a match that goes on has, and of the loss where none came of it."""
        if command.id == "match.loss":
            return self._over and why_no_loss(self._sitting.match) is not None
        return self._over and command.id in ("match.rock", "match.pass")

    def _why_not_now(self, act: str) -> str | None:
        if act == "rock":
            return None if self._held is not None else "Pick a card first; then r turns it face down."
        if act == "hurry":
            return None if self._thinking.under_way else "No program is thinking now."
        return (self._sight().why_no_pass() or None) if self._my_turn else "It is not your turn."

    def action_rock(self) -> None:
        """Turn the card in hand face down, or face up again."""
        self._rock = not self._rock
        self._refusal = ""
        self._show()

    def action_pass(self) -> None:
        """Pass."""
        self._play(Pass())

    def go_back(self) -> None:
        """Put the card back first, then leave; the match is saved."""
        self._refusal = ""
        if self._held is not None:
            self._held, self._rock = None, False
            self.table.cards.focus()
            self._show()
        elif self.table.board.has_focus and not self._over:
            self.table.cards.focus()
            self._show_board()
        else:
            self._leave()

    def _leave(self) -> None:
        self._left = True
        if self.app.screen is self:
            self.app.pop_screen()

    # Moves

    def _play(self, move: Move) -> None:
        if self._busy:
            return
        self._busy = True
        self._held, self._rock, self._refusal = None, False, ""
        before = self._sitting.view(self._viewer)
        work = partial(_make_move, self._sitting, move, self.mudwater.clock)
        self.at_desk(work, partial(self._moved, before), refused=self._stopped)

    def _moved(self, before: View, _done: object) -> None:
        self._busy = False
        self._thinking.end()
        self._stops = 0
        self._fresh = changed(before.known, self._sitting.view(self._viewer).known)
        self._show()
        if not self._over:
            self.table.cards.focus()
        self._next_turn()

    def _stopped(self, error: CollectionError) -> None:
        """Another window went on with this match, or the book cannot be written: say so, and take it up anew."""
        self._busy = False
        self._thinking.end()
        self._stops += 1
        self.mudwater.say_refused(error)
        self.at_desk(partial(_take_up, self._sitting.match.id), self._taken_up)

    def _taken_up(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._thinking.forget()
        if self._stops > 1:
            self.tell("The match waits under Unfinished.")
            self._leave()
            return
        self._show()
        self._next_turn()

    def _next_turn(self) -> None:
        seat = self._sitting.to_move
        if seat is None:
            self._show_end()
        elif seat not in self._humans:
            self._busy = True
            self._thinking.begin()
            self._show()
            if self.app.animation_level == "none":
                self._let_program_move()
            else:
                self.set_timer(THINKING_TIME, self._let_program_move)
        elif self._hidden or seat != self._viewer:
            self._draw_curtain(seat)

    def _let_program_move(self) -> None:
        before = self._sitting.view(self._viewer)
        self.at_desk(self._program_moves, partial(self._moved, before), refused=self._stopped)

    def _program_moves(self, book: Book) -> None:
        del book
        self._thinking.move(self._sitting, self._rng, self.mudwater.clock)

    def _gone(self) -> bool:
        """Say whether nobody sits here any more, so that a program has nothing left to think about."""
        return self._left or self.mudwater.leaving

    def action_hurry(self) -> None:
        """Let the program that is thinking move at once."""
        self._thinking.hurry()

    # The curtain

    def _draw_curtain(self, seat: int) -> None:
        self._hidden = True
        self.table.visible = False
        self.refresh_keys()
        if self.app.screen is not self:
            # Another place is shown: the curtain is drawn when somebody comes back.
            self._away = True
            return
        # Whoever reads this is not yet known to be the one it is for: only what both may see.
        public = [event for event in self._sitting.events if event.seats is None]
        news = tell(public, self._sight(seat), self._names)
        self.app.push_screen(Curtain(self._names[seat], news[-1] if news else ""), partial(self._curtain_drawn, seat))

    def _curtain_drawn(self, seat: int, ready: bool | None) -> None:
        if not ready:
            self._leave()
            return
        self._viewer = seat
        self._hidden = False
        self.table.visible = True
        self._show()
        self.table.cards.focus()

    # The end

    def _show_end(self) -> None:
        self._hidden = False
        table = self.table
        table.visible = True
        self._show()
        table.turn_over()
        table.ending.focus_text()
        sight = self._sight()
        black, white = (None if side.ante is None else sight.printed(side.ante) for side in sight.known.sides)
        table.ending.turn_over(self._names, (black, white))
        settlement = self._sitting.settlement
        reason = settlement.reason if settlement is not None else ""
        work = partial(end_of, self._sitting.match, self._names, reason, ante_names((black, white)))
        self.at_desk(work, table.ending.show_end)

    def action_rematch(self) -> None:
        """Play again with the same hands."""
        if self._busy:
            return
        self._busy = True
        work = partial(_again, self._sitting.match.id, self._rng, self.mudwater.clock)
        self.at_desk(work, self._replace_with, refused=self._no_rematch)

    def _no_rematch(self, error: CollectionError) -> None:
        self._busy = False
        self.mudwater.say_refused(error)

    def _replace_with(self, sitting: Sitting) -> None:
        self._left = True
        self.app.switch_screen(MatchScreen(sitting, self._catalogue, self._rng))

    def action_loss(self) -> None:
        """See what the loss broke."""
        from collection.tui.loss import LossScreen

        self.app.push_screen(LossScreen(self._sitting.match.id))

    def action_story(self) -> None:
        """Read the whole match so far."""
        lines = [plain_content(line, cells=_LONG) for line in self._story(self._sight())]
        self.app.push_screen(Page("The match so far", lines))

    def action_give_up(self) -> None:
        """Ask whether to end this match without a result."""
        body = [plain_content("It is friendly, so no card moves.")]
        question = Confirm("End this match without a result?", body, yes="End it", no="Play on")
        self.app.push_screen(question, self._give_up)

    def _give_up(self, answer: bool | None) -> None:
        if answer:
            self.at_desk(lambda _book: self._sitting.give_up(), lambda _none: self._leave())


def _make_move(sitting: Sitting, move: Move, clock: Callable[[], dt.datetime], book: Book) -> None:
    del book
    sitting.play(move, clock())


def _take_up(match: str, book: Book) -> Sitting:
    from collection.play.sitting import resume

    return resume(book, match)


def _again(match: str, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> Sitting:
    from collection.play.sitting import rematch

    return rematch(book, match, rng=rng, now=clock())
