"""How well the searching player plays, by names that say so: the longer it thinks, the better."""

from __future__ import annotations

from dataclasses import dataclass

from collection.games.protocol import Limit


@dataclass(frozen=True, slots=True)
class Strength:
    """A level of play: its name, how long the search thinks about a move, and a line that says what to expect."""

    name: str
    budget: Limit
    line: str


LEVELS: tuple[Strength, ...] = (
    Strength("beginner", Limit(iterations=10), "Barely looks ahead: 10 imagined games a move."),
    Strength("casual", Limit(iterations=50), "Sees most captures coming: 50 imagined games a move."),
    Strength("steady", Limit(iterations=400), "Gives little away: 400 imagined games a move."),
    Strength("strong", Limit(iterations=2_000), "Hard to beat: 2,000 imagined games a move."),
    Strength("master", Limit(seconds=1.0), "The best there is here: thinks for a second about each move."),
)
"""Weakest first, each stronger than the one before and the first stronger than greedy play (tests/players, slow).

All but the master answer alike on every machine.
"""
