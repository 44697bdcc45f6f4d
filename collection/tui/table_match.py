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

from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.games.mudwater.moves import Pass
from collection.ledger.match import Stakes
from collection.tui.board import Board
from collection.tui.commands import Command
from collection.tui.curtain import Curtain
from collection.tui.dialogs import Confirm
from collection.tui.help import Page
from collection.tui.place import STAND_IN_NOTE, bindings_of
from collection.tui.table_end import ante_names, end_of, why_no_loss
from collection.tui.table_pane import Scene, TablePane
from collection.tui.table_picking import LONG, Picking
from collection.tui.table_sight import Sight
from collection.tui.table_story import tell
from collection.tui.table_turns import Turns
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.play.sitting import Sitting
    from collection.store.book import Book


class MatchScreen(Turns):
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
        super().__init__(sitting, catalogue, rng)
        self._hidden = len(self._humans) > 1
        """Nobody at the keyboard has said yet who they are."""
        self._away = False
        """Another place is shown since both hands were hidden."""
        self._picking = Picking()

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
            self._picking.put_back()
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
    def _my_turn(self) -> bool:
        return not self._busy and not self._hidden and self._sitting.to_move == self._viewer

    def _story(self, sight: Sight) -> list[str]:
        return tell(self._sitting.events, sight, self._names)

    # What is shown

    def _put_back(self) -> None:
        self._picking.put_back()

    def _show_moved(self) -> None:
        self._show()
        if not self._over:
            self.table.cards.focus()

    def _scene(self, *, story: bool = True) -> Scene:
        sight = self._sight()
        return Scene(
            match=self._sitting.match,
            names=self._names,
            sight=sight,
            to_move=self._sitting.to_move,
            my_turn=self._my_turn,
            held=self._picking.held,
            rock=self._picking.rock,
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
        if self._picking.refusal or self._my_turn:
            board = self.table.board
            return self._picking.saying(sight, board.cursor, on_board=board.has_focus)
        return plain_content(self._waiting())

    def _waiting(self) -> str:
        seat = self._sitting.to_move
        if seat is None:
            return "The match is over."
        return (
            f"{self._names[seat]} is thinking; M makes it move now."
            if seat not in self._humans
            else "One moment: the move is written down."
        )

    # Picking a card and a square

    @on(OptionList.OptionHighlighted, "#cards")
    def _preview(self) -> None:
        number = self.table.cards.number
        self.table.preview(None if number is None else self._sight().printed(number))

    @on(OptionList.OptionSelected, "#cards")
    def _pick(self, event: OptionList.OptionSelected) -> None:
        number = self.table.cards.number_at(event.option_index)
        self._picking.refusal = ""
        if not self._my_turn or number is None:
            return
        if self._sight().must_pass():
            self._play(Pass())
            return
        self._picking.pick(number)
        board = self.table.board
        board.focus()
        self._show()
        if not board.looks[board.cursor].target:
            board.action_leap(1)

    @on(Board.Pointed)
    def _preview_play(self) -> None:
        self._picking.refusal = ""
        self._show_board()

    @on(Board.Chosen)
    def _play_there(self, message: Board.Chosen) -> None:
        sight, picking = self._sight(), self._picking
        picking.refusal = ""
        if picking.held is None or not self._my_turn:
            self.table.say(plain_content(sight.lying_at(message.square), cells=LONG))
            return
        attempt = sight.attempt(picking.held, message.square, rock=picking.rock)
        if attempt.legal:
            self._play(attempt.play)
        else:
            picking.refuse(attempt)
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
            return None if self._picking.held is not None else "Pick a card first; then r turns it face down."
        if act == "hurry":
            return None if self._thinking.under_way else "No program is thinking now."
        return (self._sight().why_no_pass() or None) if self._my_turn else "It is not your turn."

    def action_rock(self) -> None:
        """Turn the card in hand face down, or face up again."""
        self._picking.turn()
        self._show()

    def action_pass(self) -> None:
        """Pass."""
        self._play(Pass())

    def go_back(self) -> None:
        """Put the card back first, then leave; the match is saved."""
        held = self._picking.held
        self._picking.refusal = ""
        if held is not None:
            self._picking.put_back()
            self.table.cards.focus()
            self._show()
        elif self.table.board.has_focus and not self._over:
            self.table.cards.focus()
            self._show_board()
        else:
            self._leave()

    # The curtain

    def _to_move(self, seat: int) -> None:
        if self._hidden or seat != self._viewer:
            self._draw_curtain(seat)

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
        lines = [plain_content(line, cells=LONG) for line in self._story(self._sight())]
        self.app.push_screen(Page("The match so far", lines))

    def action_give_up(self) -> None:
        """Ask whether to end this match without a result."""
        body = [plain_content("It is friendly, so no card moves.")]
        question = Confirm("End this match without a result?", body, yes="End it", no="Play on")
        self.app.push_screen(question, self._give_up)

    def _give_up(self, answer: bool | None) -> None:
        if answer:
            self.at_desk(lambda _book: self._sitting.give_up(), lambda _none: self._leave())


def _again(match: str, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> Sitting:
    from collection.play.sitting import rematch

    return rematch(book, match, rng=rng, now=clock())
