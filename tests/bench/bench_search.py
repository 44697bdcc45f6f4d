"""The search compiled, against the same source as it stands; the solver and the lookahead, against the clock."""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

from collection.catalogue.data import load_catalogue
from collection.games.mudwater import kernel
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.integers import laid_out
from collection.games.mudwater.lookahead import MudwaterLookahead
from collection.games.mudwater.searching import pool_of
from collection.games.mudwater.state import Faces, Mode
from collection.games.protocol import CHANCE
from collection.hands.dealing import draw_hand
from tests.bench.bench_kernel import as_it_stands
from tests.bench.measure import Ratio, compare, seconds

TIMES = 20
"""How many times as fast the compiled search is to be."""
ITERATIONS = 200
POSITIONS = 10


def ratios() -> Iterator[Ratio]:
    """Twenty times as many iterations compiled as interpreted, over ten openings of the real catalogue."""
    game, catalogue, rng = Mudwater(), load_catalogue(), random.Random(7)
    faces, owned = Faces.of(catalogue), {card.number: 1 for card in catalogue}
    states = []
    for first in (0, 1) * (POSITIONS // 2):
        hands = (draw_hand(catalogue, owned, rng), draw_hand(catalogue, owned, rng))
        state = game.start(Setup(faces, Mode.STANDARD, hands, first))
        states.append(game.apply(state, {CHANCE: game.turn(state).sample(rng)})[0])  # type: ignore[union-attr]
    searches = [(laid_out(state)[0], state.to_move, pool_of(game.view(state, state.to_move), None)) for state in states]

    def search(core: ModuleType, iterations: int) -> None:
        for seed, (deal, seat, cards) in enumerate(searches):
            core.search(core.mind(deal, seat, cards, seed), core.seedling(), cards, iterations)

    yield compare(
        f"{TIMES * ITERATIONS * POSITIONS:,} searches compiled / {ITERATIONS * POSITIONS:,} as it stands",
        partial(seconds, partial(search, kernel, TIMES * ITERATIONS)),
        partial(seconds, partial(search, as_it_stands(), ITERATIONS)),
        bound=1,
    )
    late = [_late(deal, seed) for seed, (deal, _, _) in enumerate(searches * 20)]
    empty, known = kernel.table(), kernel.table()

    def longest() -> float:
        found = 0.0
        for position in late:
            # One table for all: it knows no faces, and so must be emptied between deals, which is not what is measured.
            known[:] = empty
            found = max(found, _worked(partial(kernel.solve, position, 1 << 40, known)))
        return found

    yield compare(
        f"the longest of {len(late)} positions with three empty squares / 0.1 s",
        longest,
        lambda: 0.1,
        bound=1,
        rounds=3,
    )
    lookaheads = [MudwaterLookahead(game.view(state, state.to_move), rng) for state in states]
    yield compare(
        "the longest of ten looks too deep to be finished / 10 ms",
        lambda: max(_worked(partial(lookahead.worth, 9)) for lookahead in lookaheads),
        lambda: 0.01,
        bound=1,
    )


def _worked(act: Callable[[], object]) -> float:
    """Give the seconds that the processor worked: the longest of many on the wall is the one that others broke into."""
    begin = time.process_time()
    act()
    return time.process_time() - begin


def _late(deal: array[int], seed: int) -> array[int]:
    """Play a deal greedily until three squares are empty."""
    game, turn = array("q", deal), 0
    while sum(owner == kernel.NOBODY for owner in kernel.laid(game)[1]) > 3:
        turn += 1
        kernel.apply(game, kernel.choose(game, kernel.GREEDY, seed * 100 + turn))
    return game
