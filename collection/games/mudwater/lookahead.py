"""Looking ahead by alpha-beta in worlds that are imagined one by one, each as if all its cards were known."""

from __future__ import annotations

import random
from collections import defaultdict

from collection.games.mudwater import kernel
from collection.games.mudwater.hidden import guess_from
from collection.games.mudwater.integers import laid_out
from collection.games.mudwater.moves import PlayerMove
from collection.games.mudwater.searching import pool_of
from collection.games.mudwater.state import View
from collection.games.protocol import Belief, Option

MOST_POSITIONS = 20_000
"""Positions that are looked at in a world at most: less than 10 ms compiled, and who cancels is not heard before."""


class MudwaterLookahead:
    """What the moves of the seat that owns a view come to, so many moves ahead, on the average of some worlds."""

    def __init__(self, view: View, rng: random.Random, belief: Belief | None = None) -> None:
        """Lay out what is known. Raises ValueError for a view of a real table's record, where cards are unknown."""
        game, self._slots = laid_out(guess_from(view, rng))
        self._pool = pool_of(view, belief)
        self._mind = kernel.mind(game, view.seat, self._pool, rng.getrandbits(32))
        self._work = kernel.frames(MOST_POSITIONS)

    @property
    def positions(self) -> int:
        """How many positions were looked at in the world that was imagined last."""
        return kernel.looked_at(self._work)

    def worth(self, depth: int) -> dict[PlayerMove, float]:
        """Imagine a world and give what each move is worth there to who makes it, 0 a loss to 1 a win.

        Where `depth` moves do not reach the end, the lead in squares decides between 0.455 and 0.545. Gives nothing
        where so deep a look would take too long.
        """
        found = kernel.look_ahead(self._mind, self._pool, self._work, depth)
        return {self._slots.move(code): worth / 200 for code, worth in found.items()}


def averaged(worths: list[dict[PlayerMove, float]]) -> tuple[Option[PlayerMove], ...]:
    """Give each move with the worlds it was weighed in and what it came to on the average, the best one first."""
    in_worlds: defaultdict[PlayerMove, list[float]] = defaultdict(list)
    for found in worths:
        for move, worth in found.items():
            in_worlds[move].append(worth)
    options = [Option(move, len(here), sum(here) / len(here)) for move, here in in_worlds.items()]
    return tuple(sorted(options, key=lambda option: option.chance, reverse=True))
