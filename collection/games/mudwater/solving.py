"""Positions whose cards are all known, played perfectly to the end."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from collection.games.mudwater import kernel
from collection.games.mudwater.integers import laid_out
from collection.games.mudwater.moves import PlayerMove
from collection.games.mudwater.state import State

PATIENCE = 3_000_000
"""Positions that a solver looks at unless told otherwise: about a second where the kernel is compiled."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the mover can force whatever the rival does: 1 a win, 0 a draw, -1 a loss, and a move that forces it.

    `positions` is how many were looked at to prove it.
    """

    worth: int
    move: PlayerMove
    positions: int


class Solver:
    """Solves positions of one deal, and remembers what it has proved from one to the next."""

    def __init__(self) -> None:
        self._known = kernel.table()
        self._faces = array("q")

    def solve(self, state: State, positions: int = PATIENCE) -> Solution | None:
        """Solve a position in which a seat is to move; None where it takes more than so many positions.

        Raises ValueError where a card is unknown, and for a game that is over.
        """
        game, slots = laid_out(state)
        faces = array("q", [*kernel.faces(game), state.mode == "advanced"])
        if faces != self._faces:
            self._known, self._faces = kernel.table(), faces
        worth, move, looked_at = kernel.solve(game, positions, self._known)
        return Solution(worth, slots.move(move), looked_at) if move else None
