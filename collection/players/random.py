"""The random player: any legal move, as likely as any other."""

from __future__ import annotations

import random
from typing import Any

from collection.games.protocol import AnyGame, Choice, Limit


class RandomPlayer:
    """Draws one of the legal moves: the yardstick that every other player must beat."""

    name = "random"
    by_clock = False

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:  # noqa: ARG002 - it never thinks
        """Choose a legal move for the seat that owns `view`, without preference."""
        state = self._game.guess(view, rng)
        return Choice(self._game.moves(state, view.seat).sample(rng), "Chosen at random.")
