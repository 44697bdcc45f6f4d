"""How a game of several seats goes on: who is to act, at once or one by one, and programs between the people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from collection.errors import CollectionError, IllegalMove
from collection.games.protocol import Seat
from collection.tui.place import Drill
from collection.tui.round_program import RoundThinking
from collection.tui.table_turns import PROGRESS_TIME, THINKING_TIME

if TYPE_CHECKING:
    from collection.play.gathering import Gathering
    from collection.store.book import Book


class RoundTurns(Drill):
    """A screen on which a game goes on, choice by choice; what is shown of it is for a subclass to say."""

    def __init__(self, gathering: Gathering, rng: Random) -> None:
        super().__init__()
        self._gathering = gathering
        self._rng = rng
        people = gathering.people
        first = [seat for seat in people if seat in gathering.waiting_for]
        self._viewer: Seat = (first or list(people) or [0])[0]
        """Whose sight is shown; where only programs play, over whose shoulder one looks."""
        self._hidden = len(people) > 1
        """Nobody at the keyboard has said yet who they are."""
        self._busy = False
        """A choice is being written down or thought about."""
        self._left = False
        self._thinking = RoundThinking(self._gone)
        self._stops = 0
        """Choices in a row that could not be written."""
        self._let_go = -1
        """After so many steps whoever may act out of turn has let the programs go on."""
        self._letting = False
        """The programs go on until a person has to act."""
        self._steps_before = 0

    def on_mount(self) -> None:
        """Make ready to follow what a program thinks; until one does, nothing is done."""
        self._following = self.set_interval(PROGRESS_TIME, self._follow_on, pause=True)

    # What a subclass shows

    def _show(self) -> None:
        """Show the game as it is now."""

    def _show_end(self) -> None:
        """Show how it ended."""

    def _show_progress(self) -> None:
        """Show how far whoever is thinking has come."""

    def _to_act(self, seat: Seat) -> None:
        """Let the person in `seat` act."""

    def _put_back(self) -> None:
        """Put away what was being picked."""

    # How far it has come

    @property
    def busy(self) -> bool:
        """Whether a choice is being written down or thought about."""
        return self._busy

    @property
    def match_id(self) -> str:
        """Which match this is."""
        return self._gathering.match.id

    @property
    def gathering(self) -> Gathering:
        """The game on the table."""
        return self._gathering

    @property
    def viewer(self) -> Seat:
        """Whose sight is shown."""
        return self._viewer

    @property
    def _over(self) -> bool:
        return self._gathering.over

    @property
    def _people(self) -> tuple[Seat, ...]:
        return self._gathering.people

    @property
    def _acts(self) -> bool:
        """Whether whose sight is shown can do something now."""
        if self._busy or self._hidden or self._over or self._viewer not in self._people:
            return False
        return self._viewer in self._gathering.waiting_for | self._gathering.may_act

    @property
    def _steps(self) -> int:
        return len(self._gathering.played.steps)

    @property
    def _pausing(self) -> bool:
        """Whether the programs wait until whoever may act out of turn has let them go on."""
        gathering = self._gathering
        if self._busy or self._over or self._letting or self._let_go == self._steps:
            return False
        people = set(self._people)
        return bool(people & gathering.may_act) and not people & gathering.waiting_for

    # Choices

    def _choose(self, move: Any) -> None:
        if self._busy:
            return
        self._busy = True
        self._put_back()
        self._thinking.take_time()
        self._letting = False
        work = partial(_make_choice, self._gathering, self._viewer, move, self.mudwater.clock)
        self.at_desk(work, self._chosen, refused=self._stopped)

    def _chosen(self, _done: object) -> None:
        self._busy = False
        self._thinking.end()
        self._stops = 0
        self._next()

    def _stopped(self, error: CollectionError) -> None:
        """Say why it was refused; where the book did so, take the game up anew as it stands there."""
        self._busy = False
        self._thinking.end()
        self._put_back()
        self.mudwater.say_refused(error)
        if isinstance(error, IllegalMove):
            self._show()
            return
        self._stops += 1
        self.at_desk(partial(_take_up, self.match_id, self._rng), self._taken_up, refused=self._gone_on)

    def _gone_on(self, error: CollectionError) -> None:
        self.mudwater.say_refused(error)
        self._leave()

    def _taken_up(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._thinking.forget()
        if self._stops > 1:
            self.tell("The game waits under Unfinished.")
            self._leave()
        else:
            self._next()

    def _next(self) -> None:
        if self._left:
            return
        if self._over:
            self._show_end()
            return
        gathering = self._gathering
        waiting = [seat for seat in self._from_viewer() if seat in gathering.waiting_for]
        if waiting:
            self._letting = False
            self._to_act(waiting[0])
        elif self._pausing:
            self._to_act(next((seat for seat in self._from_viewer() if seat in gathering.may_act), self._viewer))
        else:
            self._let_programs()

    def _from_viewer(self) -> list[Seat]:
        """Give the people, beginning with whoever has the keyboard, the others clockwise from there."""
        seats = len(self._gathering.match.seats)
        around = [(self._viewer + step) % seats for step in range(seats)]
        return [seat for seat in around if seat in self._people]

    # Programs

    def _let_programs(self) -> None:
        moved, self._steps_before = self._steps != self._steps_before, self._steps
        self._busy = True
        self._thinking.begin()
        self._following.resume()
        self._show()
        # A choice that waits sealed changed nothing that anybody could look at.
        if moved and self.app.animation_level != "none":
            self.set_timer(THINKING_TIME, self._let_program_choose)
        else:
            self._let_program_choose()

    def _let_program_choose(self) -> None:
        work = partial(self._thinking.choose, self._gathering, self._rng, self.mudwater.clock)
        self.at_desk(work, self._chosen, refused=self._stopped)

    def _follow_on(self) -> None:
        if self._thinking.under_way:
            self._show_progress()
        else:
            self._following.pause()

    def action_hurry(self) -> None:
        """Let the programs choose at once until a person acts."""
        self._thinking.hurry_all()

    def action_resume(self) -> None:
        """Let the programs go on until a person has to act."""
        self._letting = True
        self._next()

    def _go_on_once(self) -> None:
        self._let_go = self._steps
        self._next()

    # Leaving

    def _gone(self) -> bool:
        """Say whether nobody sits here any more, so that a program has nothing left to think about."""
        return self._left or self.mudwater.leaving

    def _leave(self) -> None:
        self._left = True
        if self.app.screen is self:
            self.app.pop_screen()


def _make_choice(gathering: Gathering, seat: Seat, move: Any, clock: Callable[[], dt.datetime], book: Book) -> None:
    del book
    gathering.choose(seat, move, clock())


def _take_up(match: str, rng: Random, book: Book) -> Gathering:
    from collection.play.gathering import regather

    return regather(book, match, rng)
