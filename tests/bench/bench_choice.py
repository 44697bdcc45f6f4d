"""A choice of the searching player at every game and number of seats, against the second that it may take."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from collection.games.protocol import CHANCE, Limit, Seat
from collection.games.registry import WRITTEN, written_game
from collection.games.written import WrittenGame
from collection.players.programs import program
from tests.bench.bench_games import drawn
from tests.bench.measure import Ratio

LEVELS = ("strong", "master")
"""Those that think longest: by the games that they imagine, and by the clock."""
MOMENTS = (0.0, 0.5, 0.9)
"""The beginning, the middle and the end of a random game, as shares of the choices made in it."""
SECOND = 1.0


def positions(game: WrittenGame, seats: int, seed: int = 1) -> list[tuple[Any, Seat]]:
    """Play one random game; give where a seat had to choose among several moves at each of the moments."""
    rng, state = random.Random(seed), game.start(game.setup(seats, {}))
    found: list[tuple[Any, Seat]] = []
    while game.outcome(state) is None:
        moves = drawn(game, state, game.turn(state), rng)
        found += [(state, seat) for seat in moves if seat != CHANCE and len(list(game.moves(state, seat))) > 1][:1]
        state, _ = game.apply(state, moves)
    return [found[int(moment * (len(found) - 1))] for moment in MOMENTS]


def ratios() -> Iterator[Ratio]:
    """Give the longest of three choices of each level. One that works alone on a core is told by the core's clock."""
    for name in WRITTEN:
        game = written_game(name)
        for seats in game.seats:
            there = positions(game, seats)
            for level in LEVELS:
                longest = max(_took(game, level, state, seat) for state, seat in there)
                yield Ratio(f"a choice of {level} at {name}, {seats} seats / a second", longest, SECOND, 1)


def _took(game: WrittenGame, level: str, state: Any, seat: Seat) -> float:
    player, view = program(level, game), game.view(state, seat)
    begin = time.process_time()
    player.choose(view, random.Random(5), Limit(clock=time.process_time))
    return time.process_time() - begin
