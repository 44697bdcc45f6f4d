"""The kernel compiled, against the same source as it stands: one core, games played out from the draw of antes on."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

from collection.catalogue.data import load_catalogue
from collection.games.mudwater import integers, kernel
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.integers import laid_out
from collection.games.mudwater.state import Faces, Mode
from collection.games.protocol import CHANCE
from collection.hands.dealing import draw_hand
from tests.bench.measure import Ratio, compare, seconds

TIMES = 60
"""How many times as fast the compiled kernel is to be."""


def as_it_stands() -> ModuleType:
    """Load the kernel's source, whatever lies compiled beside it."""
    spec = importlib.util.spec_from_file_location("kernel_as_it_stands", Path(integers.__file__).with_name("kernel.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ratios() -> Iterator[Ratio]:
    """Sixty times as many games compiled as interpreted, over twenty deals of the real catalogue."""
    game, catalogue, rng = Mudwater(), load_catalogue(), random.Random(7)
    faces, owned = Faces.of(catalogue), {card.number: 1 for card in catalogue}
    games = []
    for first in (0, 1) * 10:
        hands = (draw_hand(catalogue, owned, rng), draw_hand(catalogue, owned, rng))
        state = game.start(Setup(faces, Mode.STANDARD, hands, first))
        state, _ = game.apply(state, {CHANCE: game.turn(state).sample(rng)})  # type: ignore[union-attr]
        games.append(laid_out(state)[0])
    source = as_it_stands()

    def play(core: ModuleType, each: int, policy: int) -> None:
        for seed, deal in enumerate(games):
            core.play_many(deal, each, policy, policy, seed)

    for name, policy, each in (("random", kernel.RANDOM, 100), ("greedy", kernel.GREEDY, 12)):
        yield compare(
            f"{TIMES * each * len(games):,} {name} games compiled / {each * len(games):,} as it stands",
            partial(seconds, partial(play, kernel, TIMES * each, policy)),
            partial(seconds, partial(play, source, each, policy)),
            bound=1,
        )
