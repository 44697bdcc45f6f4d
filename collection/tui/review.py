"""A review: any written game gone through move by move, with the chances, the better moves, and both hands open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList

from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.games.mudwater.record import Replay
from collection.ledger.match import Match
from collection.tui.board import Board
from collection.tui.commands import Command
from collection.tui.curve import Course, Curve
from collection.tui.help import Page
from collection.tui.place import STAND_IN_NOTE, Drill, bindings_of
from collection.tui.review_findings import Findings, Watch, found_out
from collection.tui.review_lines import move_line, score_line
from collection.tui.review_pane import ReviewPane
from collection.tui.review_sight import Instead, Told
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.analysis.judged import Analysis

_LONG = 400
"""Cells for a sentence that may wrap."""
_NOT_YET = "The moves are not judged yet."


class ReviewScreen(Drill):
    """One game, gone through; the analysis fills in behind it."""

    WHERE = "review"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("review")]
    MAIN = "#moves"
    DEFAULT_CSS = """
    ReviewScreen.-wide #right { width: 56; }
    ReviewScreen.-tall #both-hands { display: block; }
    ReviewScreen.-tall #curve { display: block; height: 10; }
    ReviewScreen.-tall #moves { display: block; }
    ReviewScreen.-tall #saying { height: 6; }
    """
    HELP_TEXT = """\
Arrows, h and l go from move to move; so do a click on a move and one on the curve. tab goes to the board, where the \
arrows and a click tell what lies on a square.
The curve is the chance of winning, all cards known: black's side up, white's down, 50 % between. A heavy line is \
proven to the end of the game, a light one is estimated, a dotted one not known yet. ◆ is the position shown.
The signs below it and in the list are the size of what a move gave away; % has the scale. g shows the better move \
on the board. esc stops the analysis first, then leaves; c goes on with it."""

    class Judging(Message):
        """So many moves have been judged."""

        def __init__(self, run: int, done: int, of: int) -> None:
            super().__init__()
            self.run, self.done, self.of = run, done, of

    class SoFar(Message):
        """What has been found out so far."""

        def __init__(self, run: int, analysis: Analysis) -> None:
            super().__init__()
            self.run, self.analysis = run, analysis

    def __init__(
        self,
        replayed: Replay,
        names: tuple[str, str],
        catalogue: Catalogue,
        *,
        match: Match | None = None,
        at: int | None = None,
    ) -> None:
        super().__init__()
        self._told = Told(replayed, names, catalogue)
        self._match = match
        self._at = min(max(at or 0, 0), self._told.moves)
        self._better = False
        """Whether the better move is on the board in place of the one that was made."""
        self._findings: Findings | None = None
        self._runs = 0
        self._under_way = 0
        """The number of the analysis under way; 0 while there is none."""
        self._stopping = False
        self._judged = (0, self._told.moves)
        self._trouble: tuple[str, ...] = ()

    def compose_place(self) -> ComposeResult:
        """Compose board, curve, moves and hands."""
        yield ReviewPane(id="review")

    def on_mount(self) -> None:
        """Show the position, and begin to judge the moves."""
        self._show_moves()
        self._show()
        self.pane.moves.focus()
        notes = []
        if self._told.replayed.changed_cards:
            numbers = ", ".join(str(number) for number in self._told.replayed.changed_cards[:8])
            notes.append(f"The catalogue has come to differ in {numbers}; the game is shown as it was played.")
        if self._told.any_stand_in:
            notes.append(STAND_IN_NOTE)
        self.status("  ".join(notes))
        if self._told.moves:
            self._analyse()

    def on_unmount(self) -> None:
        """Stop the analysis."""
        self._under_way = 0

    def on_resize(self) -> None:
        """Write the moves anew in the new width."""
        if self.is_mounted:
            self.call_after_refresh(self._show_moves)

    @property
    def pane(self) -> ReviewPane:
        """What is shown."""
        return self.query_one("#review", ReviewPane)

    @property
    def at(self) -> int:
        """How many moves were made before the position that is shown."""
        return self._at

    @property
    def judging(self) -> bool:
        """Whether moves are being judged."""
        return self._under_way != 0

    # What is shown

    def _show(self) -> None:
        told, at = self._told, self._at
        instead = self._instead
        looks = told.looks(at) if instead is None else instead.looks
        self.pane.show_board(looks, score_line(told, at, instead), self._saying(instead))
        self.pane.curve.show(self._course, at)
        self.pane.hands.show(told.names, told.hands(at))
        self._show_title()
        self.refresh_keys()

    @property
    def _course(self) -> Course:
        return self._findings.course if self._findings is not None else Course.unknown(self._told.moves + 1)

    @property
    def _instead(self) -> Instead | None:
        best = self._findings.better(self._at) if self._findings is not None and self._better else None
        return None if best is None else self._told.instead(self._at, best)

    def _saying(self, instead: Instead | None) -> list[Content]:
        told, at = self._told, self._at
        if self.pane.board.has_focus and instead is None:
            return [plain_content(told.lying_at(at, self.pane.board.cursor), cells=_LONG)]
        verdict = self._findings.verdict(at, shown=instead is not None) if self._findings is not None else []
        if instead is not None:
            return [plain_content(f"Better: {instead.says}", "bold", cells=_LONG), *verdict]
        if at == 0:
            return [plain_content(" ".join(told.beginning()), cells=_LONG)]
        said = told.story(at)[:1]
        if at < told.moves:
            return [plain_content(said[0], cells=_LONG), *verdict]
        end = told.result() or told.ending()
        return [plain_content(" ".join([*said, *end[:1]]), cells=_LONG), *verdict, *map(_sentence, end[1:])]

    def _show_title(self) -> None:
        done, of = self._judged
        if self.pane.in_hands and not self._all_in_sight:
            title = "Both hands (H: the moves again)"
        elif self._under_way:
            title = f"Moves: judging, {done} of {of} (esc stops)"
        elif self._trouble:
            title = f"Moves: {self._trouble[0]}"
        elif self._findings is None or not self._findings.complete:
            title = f"Moves: {len(self._findings.judged) if self._findings else 0} of {of} judged (c goes on)"
        else:
            title = "Moves, chance of the mover"
        self.pane.show_title(plain_content(title, cells=_LONG))

    def _show_moves(self) -> None:
        moves = self.pane.moves
        width = max(moves.size.width - 2, 34)
        lines = [move_line(self._told, self._findings, number, width) for number in range(self._told.moves + 1)]
        if len(moves.lines) != len(lines):
            moves.show_lines(lines, self._at)
            return
        for index, (line, was) in enumerate(zip(lines, moves.lines, strict=True)):
            if line != was:
                moves.show_line(index, line)

    # Going from move to move

    def _go(self, at: int) -> None:
        at = min(max(at, 0), self._told.moves)
        self._better = self._better and at == self._at
        self._at = at
        if self.pane.moves.highlighted != at:
            self.pane.moves.highlighted = at
        self._show()

    @on(OptionList.OptionHighlighted, "#moves")
    def _went(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self._at and event.option_index == self.pane.moves.highlighted:
            self._go(event.option_index)

    @on(Curve.Pointed)
    def _pointed(self, message: Curve.Pointed) -> None:
        self._go(message.at)

    @on(OptionList.OptionSelected, "#moves")
    def _chosen(self) -> None:
        if not self._all_in_sight:
            self.action_do("review.hands")

    @on(Board.Pointed)
    @on(Board.Chosen)
    def _looked(self) -> None:
        self._better = False
        self.pane.board.focus()
        self._show()

    def on_descendant_focus(self) -> None:
        """Tell what the cursor is on when the board is come to, and of the move when it is left."""
        self._show()

    def action_next(self) -> None:
        """Go forward by one move."""
        self._go(self._at + 1)

    def action_previous(self) -> None:
        """Go back by one move."""
        self._go(self._at - 1)

    def action_first(self) -> None:
        """Go to the start."""
        self._go(0)

    def action_last(self) -> None:
        """Go to the end."""
        self._go(self._told.moves)

    def action_turn(self) -> None:
        """Go to the next turning point; from the last one to the first."""
        self._go(next((turn for turn in self._turns if turn > self._at), self._turns[0]))

    def action_turn_back(self) -> None:
        """Go to the turning point before."""
        self._go(max(turn for turn in self._turns if turn < self._at))

    @property
    def _turns(self) -> tuple[int, ...]:
        return () if self._findings is None else self._findings.turns

    # What can be done

    @property
    def _all_in_sight(self) -> bool:
        return self.has_class("-tall")

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        match command.name:
            case "turn" | "turn_back":
                return self._why_no_turn(back=command.name == "turn_back")
            case "hands":
                return "Both hands are in sight." if self._all_in_sight else None
            case "summary" | "save":
                return self._why_nothing_told()
        ask = {"better": self._why_no_better, "branch": self._why_no_what_if, "resume": self._why_no_more}
        return ask[command.name]() if command.name in ask else None

    def pointless(self, command: Command) -> bool:
        """Say so of the key for the hands where there is room for all."""
        return command.id == "review.hands" and self._all_in_sight

    def _why_nothing_told(self) -> str | None:
        if not self._told.moves:
            return "No move was made in this game."
        return None if self._findings is not None and self._findings.judged else _NOT_YET

    def _why_no_turn(self, *, back: bool) -> str | None:
        if self._findings is None:
            return self._why_nothing_told() or _NOT_YET
        if not self._turns:
            return "The game did not change hands by a mistake, as far as it is judged."
        there = not back or self._turns[0] < self._at
        return None if there else "No turning point came before this position."

    def _why_no_better(self) -> str | None:
        if self._at == 0:
            return "Go to a move first: → or l."
        if self._findings is None or self._at not in self._findings.judged:
            return _NOT_YET
        if self._findings.better(self._at) is None:
            return "No better move was found."
        return None

    def _why_no_what_if(self) -> str | None:
        if self._told.state(self._at) is self._told.state(self._told.moves) and self._told.finished:
            return "The game is over here: go back to a position from which it can be played on."
        return None

    def _why_no_more(self) -> str | None:
        if self._under_way:
            return "The moves are being judged; esc stops it."
        if not self._told.moves:
            return "No move was made in this game."
        return "Every move is judged." if self._findings is not None and self._findings.complete else None

    def action_better(self) -> None:
        """Show the better move on the board, or again the one that was made."""
        self._better = not self._better
        if self._better and self._instead is None:
            self._better = False
            self.tell("The better move plays a card that nobody saw: it cannot be shown on the board.")
        self._show()

    def action_hands(self) -> None:
        """Show both hands in place of moves and curve, or those again."""
        self.pane.toggle_class("-hands")
        (self.pane.hands if self.pane.in_hands else self.pane.moves).focus()
        self._show()

    def action_story(self) -> None:
        """Read the whole game."""
        lines = [plain_content(line, cells=_LONG) for line in self._told.whole_story()]
        self.app.push_screen(Page("The game", lines))

    def action_summary(self) -> None:
        """Show what the game tells."""
        from collection.tui.review_summary import summary_lines

        if self._findings is not None:
            self.app.push_screen(Page("What this game tells", summary_lines(self._findings, self._told.names)))

    def action_save(self) -> None:
        """Write it to a file."""
        from collection.tui.review_export import ReviewForm

        if self._findings is not None:
            self.app.push_screen(ReviewForm(self._told, self._findings), self._saved)

    def _saved(self, words: str | None) -> None:
        if words:
            self.mudwater.say(words)

    def action_branch(self) -> None:
        """Play on from here, without touching the game."""
        from collection.tui.branching import branch_off

        source = self._match if self._match is not None else self._record
        branch_off(self.mudwater, source, self._at)

    @property
    def _record(self) -> str:
        from collection.games.mudwater.record import write_record

        return write_record(self._told.replayed.record)

    def go_back(self) -> None:
        """Stop the analysis first, put the board back, then leave."""
        if self._better:
            self._better = False
            self._show()
        elif self.pane.in_hands and not self._all_in_sight:
            self.action_hands()
        elif self._under_way and not self._stopping:
            self._stopping = True
        else:
            self._under_way = 0
            super().go_back()

    # The analysis

    def action_resume(self) -> None:
        """Go on with the analysis."""
        self._analyse()

    def _analyse(self) -> None:
        """Judge the moves in a thread; an older analysis sees that its run is over, and stops."""
        self._runs += 1
        run = self._under_way = self._runs
        self._stopping, self._trouble = False, ()
        work = partial(
            found_out,
            self._told.replayed,
            self._match,
            Watch(
                cancelled=lambda: self._stopping or self._under_way != run or self.mudwater.leaving,
                told=lambda done, of: self._post(self.Judging(run, done, of)),
                found=lambda analysis: self._post(self.SoFar(run, analysis)),
            ),
        )
        self.at_desk(work, partial(self._found, run), refused=partial(self._not_found, run), slot="analysis")
        self._show_title()

    def _post(self, message: Message) -> None:
        """Say something on the screen's own side; called where the moves are judged."""
        self.post_message(message)

    @on(Judging)
    def _count(self, message: Judging) -> None:
        # The last of them may come after the analysis's own answer, and changes nothing then.
        if message.run == self._under_way:
            # A game with cards that nobody saw is judged as often as they are drawn: people count its moves once.
            moves = self._told.moves
            self._judged = (message.done * moves // message.of if message.of else 0, moves)
            self._show_title()

    @on(SoFar)
    def _so_far(self, message: SoFar) -> None:
        if message.run == self._under_way:
            self._take(message.analysis)

    def _found(self, run: int, analysis: Analysis) -> None:
        if run == self._under_way:
            self._under_way = 0
            self._take(analysis)

    def _take(self, analysis: Analysis) -> None:
        self._findings = Findings(self._told.replayed, analysis)
        self._show_moves()
        self._show()

    def _not_found(self, run: int, error: CollectionError) -> None:
        if run == self._under_way:
            self._under_way = 0
            self._trouble = error.reasons
            self.mudwater.say_refused(error)
            self._show()


def _sentence(text: str) -> Content:
    return plain_content(text, cells=_LONG)
