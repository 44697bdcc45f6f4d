"""The turns of a match on the screen: a person's move is written down, a program thinks beside the screen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from collection.catalogue.catalogue import Catalogue
from collection.errors import CollectionError
from collection.games.mudwater.moves import Move
from collection.games.mudwater.state import View
from collection.ledger.match import HUMAN
from collection.tui.place import Drill
from collection.tui.table_program import Thinking
from collection.tui.table_sight import Sight, changed
from collection.tui.text import sentences

if TYPE_CHECKING:
    from collection.play.sitting import Sitting
    from collection.store.book import Book

THINKING_TIME = 0.4
"""Seconds that a program lets pass before it moves, so that a person sees what it does."""
PROGRESS_TIME = 0.15
"""Seconds from one word about how far a program's thinking has come to the next."""


class Turns(Drill):
    """A screen on which a match goes on, turn by turn; what is shown of it is for a subclass to say."""

    def __init__(self, sitting: Sitting, catalogue: Catalogue, rng: Random) -> None:
        super().__init__()
        self._sitting = sitting
        self._catalogue = catalogue
        self._rng = rng
        self._viewer = self._humans[0] if len(self._humans) == 1 else sitting.to_move or 0
        """Whose hand is shown."""
        self._busy = False
        """A move is being written or thought about."""
        self._left = False
        self._thinking = Thinking(self._gone)
        self._stops = 0
        """Moves in a row that could not be written."""
        self._fresh: frozenset[int] = frozenset()
        """The squares that the last move changed."""

    def on_mount(self) -> None:
        """Make ready to follow what a program thinks; until one does, nothing is done."""
        self._following = self.set_interval(PROGRESS_TIME, self._follow_on, pause=True)

    # What a subclass shows

    def _show(self) -> None:
        """Show the match as it is now."""

    def _show_moved(self) -> None:
        """Show the match after a move."""
        self._show()

    def _show_end(self) -> None:
        """Show how it ended."""

    def _show_progress(self) -> None:
        """Show how far whoever is thinking has come."""

    def _to_move(self, seat: int) -> None:
        """Let the person in `seat` move."""

    def _put_back(self) -> None:
        """Put away what was being picked."""

    # How far it has come

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

    def _sight(self, seat: int | None = None) -> Sight:
        viewer = self._viewer if seat is None else seat
        return Sight(self._sitting.game, self._sitting.view(viewer), self._catalogue)

    # Moves

    def _play(self, move: Move) -> None:
        if self._busy:
            return
        self._busy = True
        self._put_back()
        before = self._sitting.view(self._viewer)
        work = partial(_make_move, self._sitting, move, self.mudwater.clock)
        self.at_desk(work, partial(self._moved, before), refused=self._stopped)

    def _moved(self, before: View, _done: object) -> None:
        self._busy = False
        self._thinking.end()
        self._stops = 0
        self._fresh = changed(before.known, self._sitting.view(self._viewer).known)
        self._show_moved()
        self._next_turn()

    def _stopped(self, error: CollectionError) -> None:
        """Another window went on with this match, or the book cannot be written: say so, and take it up anew."""
        self._thinking.end()
        self._stops += 1
        self._put_back()
        self.mudwater.say_refused(error)
        self.at_desk(partial(_take_up, self._sitting.match.id), partial(self._taken_up, error), refused=self._lost)

    def _taken_up(self, stopped: CollectionError, sitting: Sitting) -> None:
        self._busy = False
        self._sitting = sitting
        self._thinking.forget()
        if self._stops > 1 and sitting.to_move is not None and sitting.to_move not in self._humans:
            # A program would try for ever; a person may go on trying.
            self.tell(f"{sentences(stopped.reasons)} The match waits under Unfinished.")
            self._leave()
            return
        self._show_moved()
        self._next_turn()

    def _lost(self, error: CollectionError) -> None:
        """The match cannot be read any more either: the Table has what is left of it."""
        self.mudwater.say_refused(error)
        self._leave()

    def _next_turn(self) -> None:
        seat = self._sitting.to_move
        if seat is None:
            self._show_end()
        elif seat in self._humans:
            self._to_move(seat)
        else:
            self._busy = True
            self._thinking.begin()
            self._follow()
            self._show()
            if self.app.animation_level == "none":
                self._let_program_move()
            else:
                self.set_timer(THINKING_TIME, self._let_program_move)

    def _follow(self) -> None:
        """Show from time to time what whoever is thinking has come to."""
        self._following.resume()

    def _follow_on(self) -> None:
        if self._pondering:
            self._show_progress()
        else:
            self._following.pause()

    @property
    def _pondering(self) -> bool:
        return self._thinking.under_way

    def _let_program_move(self) -> None:
        before = self._sitting.view(self._viewer)
        self.at_desk(self._program_moves, partial(self._moved, before), refused=self._stopped)

    def _program_moves(self, book: Book) -> None:
        self._thinking.move(self._sitting, self._rng, self.mudwater.clock, book)

    def action_hurry(self) -> None:
        """Let the program that is thinking move at once."""
        self._thinking.hurry()

    # Leaving

    def _gone(self) -> bool:
        """Say whether nobody sits here any more, so that a program has nothing left to think about."""
        return self._left or self.mudwater.leaving

    def _leave(self) -> None:
        self._left = True
        if self.app.screen is self:
            self.app.pop_screen()


def _make_move(sitting: Sitting, move: Move, clock: Callable[[], dt.datetime], book: Book) -> None:
    del book
    sitting.play(move, clock())


def _take_up(match: str, book: Book) -> Sitting:
    from collection.play.sitting import resume

    return resume(book, match)
