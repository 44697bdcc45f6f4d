"""Programs that think at the Table: beside the screen, cut short when told, gone once nobody sits here."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from collection.games.protocol import Believe, Choice, Limit, Thoughts

if TYPE_CHECKING:
    from collection.play.programs import Programs
    from collection.play.sitting import Sitting
    from collection.store.book import Book

SHOWN_AFTER = 0.1
"""Seconds of thinking that pass unmentioned."""


class Pondering:
    """Somebody who may be thinking now; what thinks runs in a thread, all else on the screen's side.

    Of what is thought nothing but its extent is told: how long, and how many games were imagined.
    """

    def __init__(self, gone: Callable[[], bool]) -> None:
        """Begin with nobody thinking; `gone` says whether nobody sits here any more."""
        self._gone = gone
        self._hurried = False
        self._since = 0.0
        self._games = 0
        self.under_way = False
        """Whether somebody thinks now."""

    def begin(self) -> None:
        """Begin to think: it may take the time that it likes."""
        self.under_way, self._hurried = True, False
        self._since, self._games = time.monotonic(), 0

    def end(self) -> None:
        """Take note that it has come to an end."""
        self.under_way = False

    def hurry(self) -> None:
        """Let it come to an end at once, with the best that it has."""
        self._hurried = True

    @property
    def progress(self) -> str:
        """How far it has come, in words; empty while it is not worth a word."""
        seconds = time.monotonic() - self._since
        if not self.under_way or seconds < SHOWN_AFTER:
            return ""
        games = f", {self._games:,} games imagined" if self._games else ""
        return f"{seconds:.1f} s{games}"

    def limit(self) -> Limit:
        """Give the limit that it thinks by."""
        return Limit(cancelled=lambda: self._hurried or self._gone(), report=self._count)

    def _count(self, thoughts: Thoughts[Any]) -> None:
        self._games = sum(option.visits for option in thoughts.options)


class Thinking(Pondering):
    """The program whose turn it is."""

    def __init__(self, gone: Callable[[], bool]) -> None:
        """Begin with nobody thinking."""
        super().__init__(gone)
        self._programs: Programs | None = None
        """Who plays here, kept for the match: what they thought about before is not lost."""

    def forget(self) -> None:
        """Let the programs think from the match as it is now: it was taken up anew, or moves were taken back."""
        self._programs = None

    def move(self, sitting: Sitting, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> None:
        """Let the program whose turn it is think and move. Raises as `Sitting.play` does."""
        from collection.desk.rehearsal import believed
        from collection.play.programs import Programs, let_move

        # Whoever left may have taken the match up again by now: it is theirs to go on with.
        if self._gone():
            return
        if self._programs is None:
            self._programs = Programs(sitting.game)
        believe = None if sitting.to_move is None else believed(book, sitting.match, sitting.to_move)
        let_move(sitting, self._programs, rng, clock, limit=self.limit(), left=self._gone, believe=believe)


class Advising(Pondering):
    """The strongest program, asked what it would play in a person's seat."""

    def choose(self, sitting: Sitting, view: Any, believe: Believe | None, rng: Random) -> Choice[Any]:
        """Give what it would play, from `view` alone, and what else it looked into."""
        from collection.players.levels import LEVELS
        from collection.players.programs import program

        return program(LEVELS[-1].name, sitting.game, believe).choose(view, rng, self.limit())
