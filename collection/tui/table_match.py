"""A match being played: who sits at the keyboard, what is held, whose turn it is, and how it ends."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList

from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.moves import Act, Pass
from collection.tui.board import Board
from collection.tui.branching import tell_branch
from collection.tui.commands import Command
from collection.tui.curtain import Curtain
from collection.tui.place import STAND_IN_NOTE, bindings_of
from collection.tui.table_acts import Acts
from collection.tui.table_end import ante_names, end_of
from collection.tui.table_hint import Hint
from collection.tui.table_pane import Scene, TablePane
from collection.tui.table_picking import LONG, Picking
from collection.tui.table_sight import Sight
from collection.tui.table_story import tell
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.play.sitting import Sitting


class MatchScreen(Acts):
    """One match, from the first turn to the antes turned over."""

    WHERE = "match"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("match")]
    MAIN = "#cards"
    DEFAULT_CSS = """
    MatchScreen.-short .-hinted #story-pane { display: none; }
    MatchScreen.-wide #right { width: 46; }
    MatchScreen.-tall #preview { display: block; margin: 1 0 0 10; width: 23; height: 9; }
    MatchScreen.-tall #story-pane { margin-top: 1; }
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
While a program thinks, M makes it move at once; it also cuts a hint short.
A hint comes from your own view alone: ★ marks the best card and square, and enter, enter plays it.
The line under your hand is a guess at the other hand, by Level; H or a click on it tells how much of it is known.
░░ below it are the two antes: yours by name, for your hand lacks it, the other unknown until the end.
u takes your last move back, with the reply, where nothing is at stake. X resigns, once confirmed.
B plays on from here beside this match, which stays as it is.
Every move is saved at once: leave whenever you like, and resume from the Table."""

    def __init__(self, sitting: Sitting, catalogue: Catalogue, rng: Random) -> None:
        super().__init__(sitting, catalogue, rng)
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
        if self._sitting.match.branch is not None:
            tell_branch(self, self._sitting.match)
        elif any(card.is_stand_in for card in self._catalogue):
            self.status(STAND_IN_NOTE)
        self.call_after_refresh(self._next_turn)

    def leave_place(self) -> None:
        """Hide both hands where two people share the keyboard: anybody may come back. A program moves at once."""
        self._thinking.hurry()
        if len(self._humans) > 1 and not self._over:
            self._put_back()
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

    # What is shown

    def _put_back(self) -> None:
        super()._put_back()
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
            hint=self._hint,
            advising=self._advice_awaited(),
            rival=self._rival if self._rival is not None and self._rival.seat != self._viewer else None,
            story=self._story(sight) if story else (),
        )

    def _show(self) -> None:
        self.table.show(self._scene())
        self.refresh_keys()
        self._look_at_rival()

    def _show_board(self) -> None:
        self.table.show_board(self._scene(story=False))

    def _saying(self, sight: Sight) -> Content:
        picking, board = self._picking, self.table.board
        if self._my_turn and self._hint is not None and picking.idle and not board.has_focus:
            return plain_content(self._hint.sentence(sight), "bold", cells=LONG)
        if self._my_turn:
            return picking.saying(sight, board.cursor, on_board=board.has_focus)
        return plain_content(self._waiting())

    def _waiting(self) -> str:
        seat = self._sitting.to_move
        if seat is None:
            return "The match is over."
        if seat in self._humans:
            return "One moment: the move is written down."
        progress, name = self._thinking.progress, self._names[seat]
        return f"{name} is thinking: {progress}. M makes it move now." if progress else f"{name} is to move."

    def _advice_awaited(self) -> str:
        progress = self._advising.progress
        return f"Looking for a hint: {progress}. M shows the best so far." if progress else ""

    def _show_progress(self) -> None:
        if self._thinking.under_way:
            self.table.say(plain_content(self._waiting()))
        if self._advising.under_way:
            self.table.await_advice(self._advice_awaited())

    def _show_hint(self, hint: Hint) -> None:
        if self._picking.idle and hint.play is not None:
            self.table.cards.point_at(hint.play.card)
            self.table.board.cursor = hint.play.square
        self._show()

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
        hinted = self._hint.play if self._hint is not None else None
        if hinted is not None and hinted.card == number:
            # Whoever takes up the card of a hint means the hint: r turns the card, as ever.
            self._picking.rock = hinted.act is Act.ROCK
            board.cursor = hinted.square
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
        reason = super().why_not(command)
        if reason is not None or command.name not in ("rock", "pass"):
            return reason
        if command.name == "rock":
            return None if self._picking.held is not None else "Pick a card first; then r turns it face down."
        return (self._sight().why_no_pass() or None) if self._my_turn else "It is not your turn."

    def action_rock(self) -> None:
        """Turn the card in hand face down, or face up again."""
        self._picking.turn()
        self._show()

    def action_pass(self) -> None:
        """Pass."""
        self._play(Pass())

    def go_back(self) -> None:
        """Put the card back first, then the hint away, then leave; the match is saved."""
        self._picking.refusal = ""
        if self._picking.held is not None:
            self._picking.put_back()
            self.table.cards.focus()
            self._show()
        elif self._hint is not None or self._advising.under_way:
            self._forget_hint()
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
