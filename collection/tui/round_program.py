"""Programs in a game of several seats: each thinks beside the screen for a second at most, and can be hurried."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from collection.games.protocol import Limit, Seat
from collection.tui.table_program import Pondering

if TYPE_CHECKING:
    from collection.play.gathering import Gathering
    from collection.store.book import Book

SECONDS = 1.0
"""How long a program thinks about one choice at most."""


class RoundThinking(Pondering):
    """The program that chooses now; `hurry_all` lets every one be brief until a person acts again."""

    def __init__(self, gone: Callable[[], bool]) -> None:
        """Begin with nobody thinking."""
        super().__init__(gone)
        self._players: dict[Seat, Any] | None = None
        self._all = False

    def begin(self) -> None:
        """Begin to think; where all were hurried, be brief."""
        super().begin()
        if self._all:
            self.hurry()

    def hurry_all(self) -> None:
        """Let this program choose at once, and those that follow until a person acts."""
        self._all = True
        self.hurry()

    def take_time(self) -> None:
        """Let programs think again: a person has acted."""
        self._all = False

    def forget(self) -> None:
        """Let the programs think from the game as it is now: it was taken up anew, or choices were taken back."""
        self._players = None

    def limit(self) -> Limit:
        """Give the limit that it thinks by."""
        return replace(super().limit(), seconds=SECONDS)

    def choose(self, gathering: Gathering, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> None:
        """Let the next program that has to choose do so. Raises as `Gathering.choose` does."""
        from collection.play.gathering import players_of

        del book
        if self._players is None:
            self._players = players_of(gathering)
        waiting = sorted(gathering.waiting_for & self._players.keys())
        # Whoever left may have taken the game up again by now: it is theirs to go on with.
        if not waiting or self._gone():
            return
        seat = waiting[0]
        choice = self._players[seat].choose(gathering.view(seat), rng, self.limit())
        if not self._gone():
            gathering.choose(seat, choice.move, clock())
