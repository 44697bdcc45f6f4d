"""A program's turn at the Table: it thinks beside the screen, moves at once when told, and not at all once alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from collection.games.protocol import Limit

if TYPE_CHECKING:
    from collection.play.programs import Programs
    from collection.play.sitting import Sitting


class Thinking:
    """Whether a program thinks now, and what may cut it short; `move` runs in a thread, all else on the screen's."""

    def __init__(self, gone: Callable[[], bool]) -> None:
        """Begin with nobody thinking; `gone` says whether nobody sits here any more."""
        self._gone = gone
        self._programs: Programs | None = None
        """Who plays here, kept for the match: what they thought about before is not lost."""
        self._hurried = False
        self.under_way = False
        """Whether a program thinks now."""

    def begin(self) -> None:
        """Give the turn to a program: it may take the time that it likes."""
        self.under_way, self._hurried = True, False

    def end(self) -> None:
        """Take note that it has moved, or could not."""
        self.under_way = False

    def hurry(self) -> None:
        """Let the program that thinks move at once, with the best that it has."""
        self._hurried = True

    def forget(self) -> None:
        """Let the programs think from the match as it is now: it was taken up anew."""
        self._programs = None

    def move(self, sitting: Sitting, rng: Random, clock: Callable[[], dt.datetime]) -> None:
        """Let the program whose turn it is think and move. Raises as `Sitting.play` does."""
        from collection.play.programs import Programs, let_move

        # Whoever left may have taken the match up again by now: it is theirs to go on with.
        if self._gone():
            return
        if self._programs is None:
            self._programs = Programs(sitting.game)
        limit = Limit(cancelled=lambda: self._hurried or self._gone())
        let_move(sitting, self._programs, rng, clock, limit=limit, left=self._gone)
