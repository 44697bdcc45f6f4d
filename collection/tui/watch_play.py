"""How a match that is watched goes on: move by move, at any speed, at rest, or seen at an earlier position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message
from textual.timer import Timer

from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.games.mudwater.moves import Move
from collection.games.protocol import Choice, Limit, Thoughts
from collection.tui.place import Drill
from collection.tui.watch_reel import Reel, Step

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


class Playback(Drill):
    """A screen on which programs play a match; what is shown of it is for a subclass to say."""

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

    # What a subclass shows

    def _show(self) -> None:
        """Show the position that is looked at, and how it goes on."""

    def _show_thoughts(self) -> None:
        """Show what the program that is thinking has found so far."""

    def _tell_end(self) -> None:
        """Make ready what is shown of the end."""

    # How far it has come

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
                self._show_thoughts()

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

    # Leaving

    def _give_up(self, answer: bool | None) -> None:
        self._given_up = bool(answer)
        if self._busy:
            # One after the other: what a program is thinking about is written down first.
            self._hurried = self._given_up
        elif self._given_up:
            self._busy = True
            self.at_desk(lambda _book: self._sitting.give_up(), lambda _none: self._leave(), refused=self._stopped)

    def _leave(self) -> None:
        self._left = True
        self._stop_waiting()
        if self.app.screen is self:
            self.app.pop_screen()


def _take_up(match: str, book: Book) -> Sitting:
    from collection.play.sitting import resume

    return resume(book, match)
