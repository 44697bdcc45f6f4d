"""Our kernel against OpenSpiel in the same run: random games driven from Python, and search interpreted."""

from __future__ import annotations

import importlib.util
import random
import sys
from array import array
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

from collection.catalogue.data import load_catalogue
from collection.games.mudwater import kernel
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.integers import hand_cells, laid_out
from collection.games.mudwater.state import Faces, Mode, State
from collection.games.protocol import CHANCE, Limit
from collection.hands.dealing import draw_hand
from collection.players.programs import program
from tests.bench.bench_kernel import as_it_stands
from tests.bench.measure import Ratio, compare, seconds

GAMES = 5_000
"""Of OpenSpiel's in one measurement."""
SIMULATIONS = 200
"""Of OpenSpiel's search, from each position."""


def begun(seed: int, moves: int = 0) -> State:
    """Deal a game from the real catalogue, and make some random moves."""
    game, catalogue, rng = Mudwater(), load_catalogue(), random.Random(seed)
    owned = {card.number: 1 for card in catalogue}
    hands = (draw_hand(catalogue, owned, rng), draw_hand(catalogue, owned, rng))
    state = game.start(Setup(Faces.of(catalogue), Mode.STANDARD, hands))
    state, _ = game.apply(state, {CHANCE: game.turn(state).sample(rng)})  # type: ignore[union-attr]
    for _ in range(moves):
        state, _ = game.apply(state, {state.to_move: game.moves(state, state.to_move).sample(rng)})
    return state


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


def search_ours(core: ModuleType, states: list[State], iterations: int) -> None:
    """Search from each of these states, for the seat whose turn it is, any card that it has not seen being possible."""
    for seed, state in enumerate(states):
        rival = 1 - state.to_move
        shown = {
            piece.card for square in state.board if square for piece in square.pile if piece.up and piece.by == rival
        }
        pool = core.pool(hand_cells(state.faces, [card for card in state.faces if card not in shown]), array("q"))
        core.search(core.mind(laid_out(state)[0], state.to_move, pool, seed), core.seedling(), pool, iterations)


def search_theirs(states: list[State], simulations: int) -> None:
    """Let OpenSpiel's bot search from each of these states; the rules that it plays by are compiled."""
    game = Mudwater()
    player = program(f"openspiel:{simulations}", game)
    for seed, state in enumerate(states):
        player.choose(game.view(state, state.to_move), random.Random(seed), Limit())


def ratios() -> Iterator[Ratio]:
    """Ten times as many random games of ours as of dark hex on nine cells, five times as many where each is a call.

    And twice as many iterations of our search, interpreted, as OpenSpiel's ISMCTSBot makes on the same positions.
    """
    if importlib.util.find_spec("pyspiel") is None:
        print(
            "openspiel: left out, it is not installed (pip install 'mudwater-collection[openspiel]')", file=sys.stderr
        )
        return
    import pyspiel

    deals, other = [laid_out(begun(seed))[0] for seed in range(20)], pyspiel.load_game("dark_hex(board_size=3)")
    for play, how, times in ((play_together, "many a call", 10), (play_singly, "one a call", 5)):
        yield compare(
            f"{times * GAMES:,} random games, {how} / {GAMES:,} of dark_hex",
            partial(seconds, partial(play, deals, times * GAMES)),
            partial(seconds, partial(play_theirs, other, GAMES)),
            bound=1,
        )
    states, source = [begun(seed, moves) for seed, moves in enumerate((0, 4, 8))], as_it_stands()
    yield compare(
        f"{2 * SIMULATIONS} iterations as it stands / {SIMULATIONS} of ISMCTSBot",
        partial(seconds, partial(search_ours, source, states, 2 * SIMULATIONS)),
        partial(seconds, partial(search_theirs, states, SIMULATIONS)),
        bound=1,
    )
