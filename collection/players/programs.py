"""The programs that can sit down, by name."""

from __future__ import annotations

from collection.errors import NotUnderstood
from collection.games.protocol import AnyGame, Player
from collection.players.greedy import GreedyPlayer
from collection.players.random import RandomPlayer
from collection.text import quoted

NAMES: tuple[str, ...] = ("random", "greedy")
"""Every program, weakest first."""


def program(name: str, game: AnyGame) -> Player:
    """Give the program called `name` for `game`. Raises NotUnderstood, naming those there are."""
    if name == RandomPlayer.name:
        return RandomPlayer(game)
    if name == GreedyPlayer.name:
        return GreedyPlayer(game)
    raise NotUnderstood(f"No program is called {quoted(name)}: there are {', '.join(NAMES)}.")
