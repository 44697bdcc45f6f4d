"""The programs that can sit down, by name."""

from __future__ import annotations

from collection.games.protocol import AnyGame, Player

NAMES: tuple[str, ...] = ("random", "greedy")
"""Every program, weakest first."""


def program(name: str, game: AnyGame) -> Player:
    """Give the program called `name` for `game`. Raises NotUnderstood, naming those there are."""
    raise NotImplementedError
