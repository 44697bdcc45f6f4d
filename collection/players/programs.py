"""The programs that can sit down, by name."""

from __future__ import annotations

from collection.errors import NotUnderstood
from collection.games.protocol import AnyGame, Player
from collection.players import openspiel
from collection.players.greedy import GreedyPlayer
from collection.players.random import RandomPlayer
from collection.text import quoted

NAMES: tuple[str, ...] = ("random", "greedy")
"""Every program, weakest first."""


def program(name: str, game: AnyGame) -> Player:
    """Give the program called `name` for `game`. Raises NotUnderstood, naming those there are.

    Beside NAMES there is `openspiel:200`, OpenSpiel's own player, where that is installed (`openspiel.PREFIX`).
    """
    if name == RandomPlayer.name:
        return RandomPlayer(game)
    if name == GreedyPlayer.name:
        return GreedyPlayer(game)
    if name.startswith(openspiel.PREFIX):
        return openspiel.openspiel_player(name, game)
    raise NotUnderstood(f"No program is called {quoted(name)}: there are {', '.join(NAMES)}.")
