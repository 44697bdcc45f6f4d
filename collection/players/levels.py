"""How well the searching player plays, by names that say so: the longer it thinks, the better."""

from __future__ import annotations

from dataclasses import dataclass

from collection.games.protocol import AnyGame, Limit, SearchedGame


@dataclass(frozen=True, slots=True)
class Strength:
    """A level of play: its name, how long the search thinks about a move, and a line that says what to expect."""

    name: str
    budget: Limit
    """In a game that brings a search of its own, as Mudwater does."""
    line: str
    """What to expect at Mudwater."""
    any_game: Limit
    """In any other: its rules are played as they stand, and a choice is to take no more than a second."""

    def budget_at(self, game: AnyGame) -> Limit:
        """Give how long it thinks about a move of `game`."""
        return self.budget if isinstance(game, SearchedGame) else self.any_game


LEVELS: tuple[Strength, ...] = (
    Strength("beginner", Limit(iterations=10), "Barely looks ahead: 10 imagined games a move.", Limit(iterations=8)),
    Strength(
        "casual", Limit(iterations=50), "Sees most captures coming: 50 imagined games a move.", Limit(iterations=25)
    ),
    Strength("steady", Limit(iterations=400), "Gives little away: 400 imagined games a move.", Limit(iterations=80)),
    Strength("strong", Limit(iterations=2_000), "Hard to beat: 2,000 imagined games a move.", Limit(iterations=240)),
    Strength(
        "master", Limit(seconds=1.0), "The best there is here: thinks for a second about each move.", Limit(seconds=0.9)
    ),
)
"""Weakest first; at Mudwater each is stronger than the one before, the first than greedy play (tests/players, slow).

All but the master answer alike on every machine.
"""
