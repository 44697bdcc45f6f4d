"""Random games of every game by its rules as they stand, against OpenSpiel's games driven from Python in the same run.

A game is set against a game: dominoes, of some 20 actions, and gin rummy, of some 110. Those of ours are of 18 moves
(Cardia), 80 (Matschig), and 240 to 1,200 (MUD, most of which are offers); each with all that follows from it by itself
and the telling of what happened.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from collection.games.protocol import CHANCE, Over, Seats
from collection.games.registry import WRITTEN, written_game
from collection.games.written import WrittenGame
from tests.bench.measure import Ratio, compare, seconds

GAMES = 10
"""Of ours in one measurement."""
PYTHON, CARDS = "python_block_dominoes", "gin_rummy"
"""A game of OpenSpiel's that is written in Python, and a card game that is written in C++."""
BOUNDS = {"matschig": (20.0, 3.0), "cardia": (7.0, 1.0), "mud": (250.0, 40.0)}
"""How many times as long a random game of ours may take as one of each, for any number of seats."""


def play_ours(game: WrittenGame, seats: int, games: int) -> None:
    """Play out random games; who may act though they need not does so now and then."""
    setup = game.setup(seats, {})
    for seed in range(games):
        rng, state = random.Random(seed), game.start(setup)
        while not isinstance(turn := game.turn(state), Over):
            state, _ = game.apply(state, drawn(game, state, turn, rng))


def drawn(game: WrittenGame, state: Any, turn: Any, rng: random.Random) -> dict[int, Any]:
    """Draw who moves what now."""
    if not isinstance(turn, Seats):
        return {CHANCE: turn.sample(rng)}
    willing = [seat for seat in sorted(turn.may) if game.moves(state, seat)]
    acting = [rng.choice(willing)] if willing and (not turn.must or rng.random() < 0.2) else sorted(turn.must)
    return {seat: game.moves(state, seat).sample(rng) for seat in acting}


def play_theirs(game: Any, games: int) -> None:
    """Play out random games as OpenSpiel's own benchmark does from Python; chance by the odds that it gives."""
    rng = random.Random(1)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))


def ratios() -> Iterator[Ratio]:
    """Give for each game and number of seats how long a random game takes, against one of both of OpenSpiel's."""
    if importlib.util.find_spec("pyspiel") is None:
        print(
            "games: left out, OpenSpiel is not installed (pip install 'mudwater-collection[openspiel]')",
            file=sys.stderr,
        )
        return
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401 - it registers itself

    theirs = [(name, pyspiel.load_game(name)) for name in (PYTHON, CARDS)]
    for name in WRITTEN:
        game = written_game(name)
        for seats in game.seats:
            for (their_name, their_game), bound in zip(theirs, BOUNDS[name], strict=True):
                yield compare(
                    f"{GAMES} random games of {name}, {seats} seats / {their_name}",
                    partial(seconds, partial(play_ours, game, seats, GAMES)),
                    partial(seconds, partial(play_theirs, their_game, GAMES)),
                    bound=bound,
                    rounds=3,
                )
