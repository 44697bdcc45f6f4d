"""Our kernel against OpenSpiel in the same run, both driven from Python: random games of Mudwater and of dark hex."""

from __future__ import annotations

import importlib.util
import random
import sys
from array import array
from collections.abc import Iterator
from functools import partial
from typing import Any

from collection.catalogue.data import load_catalogue
from collection.games.mudwater import kernel
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.integers import laid_out
from collection.games.mudwater.state import Faces, Mode
from collection.games.protocol import CHANCE
from collection.hands.dealing import draw_hand
from tests.bench.measure import Ratio, compare, seconds

GAMES = 5_000
"""Of OpenSpiel's in one measurement."""


def dealt(seed: int) -> array[int]:
    """Deal a game from the real catalogue, as the kernel holds it."""
    game, catalogue, rng = Mudwater(), load_catalogue(), random.Random(seed)
    owned = {card.number: 1 for card in catalogue}
    hands = (draw_hand(catalogue, owned, rng), draw_hand(catalogue, owned, rng))
    state = game.start(Setup(Faces.of(catalogue), Mode.STANDARD, hands))
    state, _ = game.apply(state, {CHANCE: game.turn(state).sample(rng)})  # type: ignore[union-attr]
    return laid_out(state)[0]


def play_together(deals: list[array[int]], games: int) -> None:
    """Play out random games as our own programs do, many by one call of the kernel."""
    for seed, deal in enumerate(deals):
        kernel.play_many(deal, games // len(deals), kernel.RANDOM, kernel.RANDOM, seed)


def play_singly(deals: list[array[int]], games: int) -> None:
    """Play out random games by one call of the kernel each."""
    for seed in range(games):
        kernel.play_out(deals[seed % len(deals)], kernel.RANDOM, kernel.RANDOM, seed)


def play_theirs(game: Any, games: int) -> None:
    """Play out random games as OpenSpiel's own benchmark does from Python: its legal actions, one drawn, applied."""
    draw = random.Random(1).random
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])


def ratios() -> Iterator[Ratio]:
    """Ten times as many random games of ours as of dark hex on nine cells, five times as many where each is a call."""
    if importlib.util.find_spec("pyspiel") is None:
        print(
            "openspiel: left out, it is not installed (pip install 'mudwater-collection[openspiel]')", file=sys.stderr
        )
        return
    import pyspiel

    deals, other = [dealt(seed) for seed in range(20)], pyspiel.load_game("dark_hex(board_size=3)")
    for play, how, times in ((play_together, "many a call", 10), (play_singly, "one a call", 5)):
        yield compare(
            f"{times * GAMES:,} random games, {how} / {GAMES:,} of dark_hex",
            partial(seconds, partial(play, deals, times * GAMES)),
            partial(seconds, partial(play_theirs, other, GAMES)),
            bound=1,
        )
