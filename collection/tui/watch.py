"""A match that is watched: programs play it, at any speed, step by step, or forth from a position that is looked at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.timer import Timer

from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.games.mudwater.moves import Move
from collection.games.protocol import Choice, Limit, Thoughts
from collection.ledger.match import Place, Stakes
from collection.tui.board import Board
from collection.tui.commands import Command
from collection.tui.dialogs import Confirm
from collection.tui.face import OWNER_MARKS
from collection.tui.help import Page
from collection.tui.place import STAND_IN_NOTE, Drill, bindings_of
from collection.tui.table_end import ante_names, end_of
from collection.tui.text import clipped, plain_content
from collection.tui.watch_pane import WatchPane, WatchScene
from collection.tui.watch_reel import Reel, Step, thought_lines

if TYPE_CHECKING:
    from collection.play.programs import Programs
    from collection.play.sitting import Sitting
    from collection.store.book import Book

SPEEDS: tuple[tuple[float, str], ...] = (
    (5.0, "slow, 5 s between moves"),
    (2.0, "calm, 2 s between moves"),
    (1.0, "brisk, 1 s between moves"),
    (0.3, "quick, 0.3 s between moves"),
    (0.0, "as fast as they think"),
)
"""Seconds between two moves, and how that is called."""
_LONG = 400
"""Cells for a sentence that may wrap."""


class WatchScreen(Drill):
    """One match between programs, every card open, from the first turn to the antes turned over."""

    WHERE = "watch"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("watch")]
    DEFAULT_CSS = """
    WatchScreen.-wide #watch-right { width: 60; }
    WatchScreen.-tall #end-antes { height: 10; }
    WatchScreen.-tall .end-ante { width: 22; height: 10; }
    WatchScreen.-tall .end-ante CardFace { width: 21; height: 9; }
    """
    HELP_TEXT = """\
The space bar lets the programs go on, or rest; + and - change how much time passes between two moves.
The left arrow looks back, the right arrow looks on, and at the newest position lets one move be made; home and end \
look at the deal and at the newest position. Looking back takes nothing back.
B plays on from the position that is shown, beside this game, which stays as it is.
Both hands are open, since nobody here has a secret; o hides them. Antes stay face down until the end.
A click on a square says what lies there; with the keys, tab goes to the board, the arrows move there, enter leaves it.
Every move is saved at once: leave whenever you like, and go on from the Table."""

    @dataclass
    class Thought(Message):
        """What a program found out so far; sent from the thread in which it thinks."""

        seat: int
        thoughts: Thoughts[Move]

    def __init__(
        self, sitting: Sitting, catalogue: Catalogue, rng: Random, *, going: bool = False, speed: int = 2
    ) -> None:
        super().__init__()
        self._sitting = sitting
        self._catalogue = catalogue
        self._rng = rng
        self._reel = Reel(sitting, catalogue)
        self._shown = len(self._reel)
        """The position that is looked at: so many moves were made before it."""
        self._going = going
        self._speed = speed
        self._open = True
        self._busy = False
        """A program thinks, or its move is being written."""
        self._hurried = False
        self._given_up = False
        """It is to end without a result as soon as no move is being written."""
        self._left = False
        self._thoughts: Thoughts[Move] | None = None
        """What the program that is thinking found out so far."""
        self._programs: Programs | None = None
        self._pause: Timer | None = None

    def compose_place(self) -> ComposeResult:
        """Compose the table."""
        yield WatchPane(id="watch")

    def on_mount(self) -> None:
        """Show the match as far as it has come."""
        from collection.tui.branching import tell_branch

        note = STAND_IN_NOTE if any(card.is_stand_in for card in self._catalogue) else ""
        self.status(note)
        tell_branch(self, self._sitting.match)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._show()
        if self._over:
            self._tell_end()
        elif self._going:
            self._next_move()

    def on_resize(self) -> None:
        """Show the hands with what there is room for."""
        self.call_after_refresh(self._show)

    def leave_place(self) -> None:
        """Let the programs rest while another place is shown."""
        self._rest()

    def refresh_place(self) -> None:
        """Show the end of the story to who comes back."""
        self.pane.show_newest()
        if self.mudwater.table_request is not None:
            self.tell("This match is still on the table. It is saved: esc leaves it, then the hand can be dealt.")

    @property
    def pane(self) -> WatchPane:
        """What is shown."""
        return self.query_one("#watch", WatchPane)

    @property
    def busy(self) -> bool:
        """Whether a program thinks, or its move is being written down."""
        return self._busy

    @property
    def match_id(self) -> str:
        """Which match this is."""
        return self._sitting.match.id

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return len(self._reel)

    @property
    def shown(self) -> int:
        """How many moves were made before the position that is looked at."""
        return self._shown

    @property
    def _over(self) -> bool:
        # While a move is being written it may be over in the book already, and not yet here.
        return not self._busy and self._sitting.to_move is None

    @property
    def _at_newest(self) -> bool:
        return self._shown == len(self._reel)

    # What is shown

    def _show(self) -> None:
        if self._left or not self.pane.is_mounted:
            return
        reel, at = self._reel, self._shown
        self.pane.show(
            WatchScene(
                looks=reel.looks(at, rocks=self._open or (self._over and self._at_newest)),
                score=self._score(),
                saying=self._saying(),
                playback=self._playback(),
                names=reel.names,
                hands=(reel.hand(at, 0), reel.hand(at, 1)),
                hidden=not self._open,
                thoughts=self._told(),
                story=reel.story(at, rocks=self._open),
            )
        )
        self.pane.show_the_end(self._over and self._at_newest)
        self.refresh_keys()

    def _score(self) -> Content:
        held = self._reel.sight(self._shown).held()
        state = self._reel.state(self._shown)
        over = self._over and self._at_newest
        parts: list[tuple[str, str]] = []
        for seat in (0, 1):
            turn = not over and state.to_move == seat
            name = clipped(self._reel.names[seat], 11)
            parts.append((f"{'▸' if turn else ' '}{OWNER_MARKS[seat]} {name} {held[seat]} ", "bold" if turn else ""))
        match = self._sitting.match
        watched = "what if" if match.branch is not None else "watched"
        stakes = "for keeps" if match.stakes is Stakes.KEEPS else watched
        mode = "" if match.mode == "standard" else f" {match.mode}"
        return Content.assemble(*parts, (f" {stakes}{mode}", "dim"))

    def _saying(self) -> Content:
        if self.pane.board.has_focus:
            return self._lying(self.pane.board.cursor)
        told = self._reel.story(self._shown, rocks=self._open) if self._shown else []
        last = self._last_turn(told)
        return plain_content(last or "Nothing has been played yet.", cells=_LONG)

    def _last_turn(self, told: list[str]) -> str:
        """Give what the last move did: what was told of it, which at the end are several sentences."""
        before = len(self._reel.story(self._shown - 1, rocks=self._open)) if self._shown else 0
        return " ".join(told[before : before + 2])

    def _lying(self, square: int) -> Content:
        lies = self._reel.sight(self._shown).lies(square, self._reel.names, rocks=self._open)
        return plain_content(lies, cells=_LONG)

    def _playback(self) -> Content:
        made = len(self._reel)
        where = f"move {made}" if self._at_newest else f"looking back: {self._shown} of {made}"
        if self._over:
            state, how = "■", "over"
        elif self._going:
            state, how = "▶", SPEEDS[self._speed][1]
        else:
            state, how = "‖", "one move, then rest" if self._busy else "resting"
        return plain_content(f"{state} {where}, {how}")

    def _told(self) -> Content:
        """Say what the mover of the last move thought, or what the one that thinks now has found so far."""
        if not self._open:
            return Content.styled("Hands and thoughts are hidden (o).", "dim")
        if self._at_newest and self._busy:
            seat = self._sitting.to_move or 0
            return self._thoughts_of(seat, self._thoughts, self._shown, thinking=True)
        step = self._reel.step(self._shown)
        if step is None:
            return Content("")
        if step.choice is None:
            return Content.styled("No thoughts of this move are kept.", "dim")
        return self._thoughts_of(step.seat, step.choice.thoughts, self._shown - 1, remark=step.choice.remark)

    def _thoughts_of(
        self, seat: int, thoughts: Thoughts[Move] | None, at: int, *, thinking: bool = False, remark: str = ""
    ) -> Content:
        name = clipped(self._reel.names[seat], 12)
        who = f"{OWNER_MARKS[seat]} {name}"
        if thoughts is None:
            said = "thinks …" if thinking else f"thought: {remark}" if remark else "said nothing of this move."
            return plain_content(f"{who} {said}", "bold")
        chance = f"{thoughts.chance:.0%} ({100 * thoughts.low:.0f} to {100 * thoughts.high:.0f})"
        sight = self._reel.sight(at, self._reel.state(at).to_move)
        lines = [plain_content(line) for line in thought_lines(thoughts, sight)]
        return Content("\n").join(
            [plain_content(f"{who} {'thinks' if thinking else 'thought'}: {chance}", "bold"), *lines]
        )

    @on(Board.Pointed)
    def _point(self, event: Board.Pointed) -> None:
        self.pane.say(self._lying(event.square))

    @on(Board.Chosen)
    def _choose(self, event: Board.Chosen) -> None:
        """Say what lies there, and give the arrows back to stepping, which a click took away."""
        self.set_focus(None)
        self.pane.say(self._lying(event.square))

    def why_not(self, command: Command) -> str | None:
        """Give the reason why a command cannot be done now."""
        return self._reasons().get(command.name)

    def _reasons(self) -> dict[str, str | None]:
        match, over = self._sitting.match, "The match is over." if self._over else None
        keeps = "A match for keeps is played to its end." if match.stakes is Stakes.KEEPS else None
        again = "A branch is not dealt again: B branches off once more." if match.place is Place.BRANCH else None
        deal = None if self._shown else "This is the deal: nothing was played before."
        return {
            "go": over,
            "step": over if self._at_newest else None,
            "give_up": over or keeps,
            "hurry": over or (None if self._busy else "No program is thinking now."),
            "again": again or (None if over else "The same hands are dealt again after the end of this match."),
            "branch": "Nothing can be played from the end: look back first." if over and self._at_newest else None,
            "back": deal,
            "first": deal,
            "newest": "This is the newest position." if self._at_newest else None,
            "slower": None if self._speed else "Slower than that it does not go; the space bar stops it.",
            "faster": None if self._speed < len(SPEEDS) - 1 else "Faster than they think they cannot play.",
        }

    def pointless(self, command: Command) -> bool:
        """Say so of what only a match that goes on has."""
        return self._over and (
            command.name in ("go", "hurry") or (command.name == "again" and self._sitting.match.place is Place.BRANCH)
        )

    # Looking and going

    def action_go(self) -> None:
        """Let the programs go on, or rest."""
        if self._going:
            self._rest()
            return
        self._going = True
        self._shown = len(self._reel)
        self._show()
        self._next_move()

    def _rest(self) -> None:
        self._going = False
        self._stop_waiting()
        self._show()

    def _stop_waiting(self) -> None:
        if self._pause is not None:
            self._pause.stop()
            self._pause = None

    def action_back(self) -> None:
        """Look at the position before this one."""
        self._look(self._shown - 1)

    def action_first(self) -> None:
        """Look at the deal."""
        self._look(0)

    def action_newest(self) -> None:
        """Look at the newest position."""
        self._look(len(self._reel))

    def _look(self, at: int) -> None:
        self._shown = at
        self._rest()

    def action_step(self) -> None:
        """Look at the next position; at the newest, let one move be made."""
        if not self._at_newest:
            self._look(self._shown + 1)
            return
        self._going = False
        self._stop_waiting()
        self._next_move()

    def action_slower(self) -> None:
        """Let more time pass."""
        self._change_speed(-1)

    def action_faster(self) -> None:
        """Let less time pass."""
        self._change_speed(1)

    def _change_speed(self, by: int) -> None:
        self._speed += by
        waiting = self._pause is not None
        self._stop_waiting()
        if not self._going:
            self.status(f"When they go on: {SPEEDS[self._speed][1]}.")
        self._show()
        if waiting:
            self._wait()

    def action_open(self) -> None:
        """Hide both hands, or lay them open."""
        self._open = not self._open
        self._show()

    def action_hurry(self) -> None:
        """Let the program that is thinking move at once."""
        self._hurried = True

    # Moves

    def _wait(self) -> None:
        """Let the time between two moves pass."""
        seconds = SPEEDS[self._speed][0]
        if seconds:
            self._pause = self.set_timer(seconds, self._waited)
        else:
            self._waited()

    def _waited(self) -> None:
        self._pause = None
        if self._going:
            self._next_move()

    def _next_move(self) -> None:
        """Let the program whose turn it is think and move."""
        if self._busy or self._over:
            return
        self._busy, self._hurried, self._thoughts = True, False, None
        self._show()
        self.at_desk(self._think, self._moved, refused=self._stopped)

    def _gone(self) -> bool:
        return self._left or self.mudwater.leaving

    def _think(self, book: Book) -> Step | None:
        """Think and move, in a thread; None where by then nobody watches any more: the match waits as it is."""
        from collection.play.programs import Programs

        del book
        sitting = self._sitting
        seat, name = sitting.to_move, sitting.player_to_move
        if seat is None or name is None or self._gone():
            return None
        if self._programs is None:
            self._programs = Programs(sitting.game)
        limit = Limit(cancelled=lambda: self._hurried or self._gone(), report=partial(self._report, seat))
        choice: Choice[Move] = self._programs.choose(sitting, seat, name, self._rng, limit)
        if self._gone():
            return None
        events = sitting.play(choice.move, self.mudwater.clock())
        return Step(seat, choice.move, events, sitting.state, choice)

    def _report(self, seat: int, thoughts: Thoughts[Move]) -> None:
        self.post_message(self.Thought(seat, thoughts))

    @on(Thought)
    def _hear(self, message: Thought) -> None:
        # What was sent before a move may come after it.
        if self._busy and message.seat == self._sitting.to_move:
            self._thoughts = message.thoughts
            if self._at_newest:
                self.pane.show_thoughts(self._told())

    def _moved(self, step: Step | None) -> None:
        self._busy = False
        if step is None:
            return
        follows = self._at_newest
        self._reel.add(step)
        if follows:
            self._shown = len(self._reel)
        if self._over:
            self._going = False
            self._tell_end()
        self._show()
        if self._given_up and not self._over:
            self._give_up(True)
        elif self._going:
            self._wait()

    def _stopped(self, error: CollectionError) -> None:
        """Another window went on with this match, or the book cannot be written: rest, and take it up as it is."""
        self._busy = self._going = self._given_up = False
        self.mudwater.say_refused(error)
        self.at_desk(partial(_take_up, self._sitting.match.id), self._taken_up, refused=self._lost)

    def _taken_up(self, sitting: Sitting) -> None:
        self._sitting, self._programs = sitting, None
        self._reel = Reel(sitting, self._catalogue)
        self._shown = len(self._reel)
        self._show()

    def _lost(self, error: CollectionError) -> None:
        self.mudwater.say_refused(error)
        self._leave()

    # The end, and going elsewhere

    def _tell_end(self) -> None:
        sight, ending = self._reel.sight(len(self._reel)), self.pane.ending
        black, white = (None if side.ante is None else sight.printed(side.ante) for side in sight.known.sides)
        ending.turn_over(self._reel.names, (black, white))
        settlement = self._sitting.settlement
        reason = settlement.reason if settlement is not None else ""
        work = partial(end_of, self._sitting.match, self._reel.names, reason, ante_names((black, white)))
        self.at_desk(work, ending.show_end)

    def action_story(self) -> None:
        """Read the whole match so far."""
        lines = [plain_content(line, cells=_LONG) for line in self._reel.story(self._shown, rocks=self._open)]
        self.app.push_screen(Page("The match so far", lines))

    def action_branch(self) -> None:
        """Play on from the position that is shown, beside this game."""
        from collection.tui.branching import branch_off

        self._rest()
        branch_off(self.mudwater, self._sitting.match, self._shown)

    def action_again(self) -> None:
        """Deal the same hands again."""
        if self._busy:
            return
        self._busy = True
        work = partial(_again, self._sitting.match.id, self._rng, self.mudwater.clock)
        self.at_desk(work, self._replace_with, refused=self._not_again)

    def _not_again(self, error: CollectionError) -> None:
        self._busy = False
        self.mudwater.say_refused(error)

    def _replace_with(self, sitting: Sitting) -> None:
        self._left = True
        self.app.switch_screen(WatchScreen(sitting, self._catalogue, self._rng, going=True, speed=self._speed))

    def action_give_up(self) -> None:
        """Ask whether to end this match without a result."""
        self._rest()
        question = Confirm(
            "End this match without a result?",
            [plain_content("It is friendly, so no card moves.")],
            yes="End it",
            no="Watch on",
        )
        self.app.push_screen(question, self._give_up)

    def _give_up(self, answer: bool | None) -> None:
        self._given_up = bool(answer)
        if self._busy:
            # One after the other: what a program is thinking about is written down first.
            self._hurried = self._given_up
        elif self._given_up:
            self._busy = True
            self.at_desk(lambda _book: self._sitting.give_up(), lambda _none: self._leave(), refused=self._stopped)

    def go_back(self) -> None:
        """Leave the board first, then the match, which is saved."""
        if self.pane.board.has_focus:
            self.set_focus(None)
            self._show()
        else:
            self._leave()

    def _leave(self) -> None:
        self._left = True
        self._stop_waiting()
        if self.app.screen is self:
            self.app.pop_screen()


def _take_up(match: str, book: Book) -> Sitting:
    from collection.play.sitting import resume

    return resume(book, match)


def _again(match: str, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> Sitting:
    from collection.play.sitting import rematch

    return rematch(book, match, rng=rng, now=clock())
