"""What came of judging a game: its moves, each with what it kept, and the chances along the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from collection.games.protocol import Seat


@dataclass(frozen=True, slots=True)
class Judged:
    """A move judged: the chance of its seat before it, with the best move, and after it, in hindsight.

    `number` is that of its turn, from 1; seats that choose at the same time share it. `move` and `best` are written in
    the game's notation; `best` is `move` where nothing better was found. `loss` is `before - after`. `exact` says that
    both chances were searched out.
    """

    number: int
    seat: Seat
    move: str
    before: float
    after: float
    best: str
    loss: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """A written game judged.

    `curve` is the chance of the first seat at every turn's beginning, and at the end: one more than there are turns.
    `complete` is False where it was cancelled: then the moves from some point on are judged, and the curve is NaN
    before; or, where cards are unknown, they were drawn less often. `fillings` is how often they were drawn, 0 where
    every card is known.
    """

    judged: tuple[Judged, ...]
    curve: tuple[float, ...]
    complete: bool
    fillings: int = 0

    def as_json(self, seat_names: tuple[str, ...]) -> list[dict[str, Any]]:
        """Give what `analyse --json` prints."""
        return [
            {
                "number": one.number,
                "seat": seat_names[one.seat],
                "move": one.move,
                "before": one.before,
                "after": one.after,
                "best": one.best,
                "loss": one.loss,
                "exact": one.exact,
            }
            for one in self.judged
        ]
