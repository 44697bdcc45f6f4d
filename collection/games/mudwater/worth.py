"""What a position is worth when every card is known: proved where the rest can be searched out, else estimated."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace

from collection.games.mudwater import kernel
from collection.games.mudwater.game import outcome_of
from collection.games.mudwater.integers import face_cells, laid_out
from collection.games.mudwater.learned import learned_weights
from collection.games.mudwater.legal import legal_moves
from collection.games.mudwater.moves import Pass, PlayerMove
from collection.games.mudwater.solving import Solver
from collection.games.mudwater.state import State
from collection.games.protocol import Worth

_PASS = Pass()
_PROVING = 10
"""Positions that the solver may look at for each game that may be imagined: either takes about as long."""
_GAVE_UP = 8
"""Once a position was too far from the end, others get this part: only those that are settled soon are proved then."""

_PORTION = 500
"""Games imagined at a stretch: between two of them other threads get their turn, a screen that waits among them."""


class Proofs(Solver):
    """A solver that knows whether it had to give up on a position of the game."""

    def __init__(self) -> None:
        super().__init__()
        self.gave_up = False


def worth_of(
    state: State, rng: random.Random, effort: int, proofs: Proofs, *, learned: bool = True
) -> Worth[PlayerMove]:
    """Tell what `state` is worth to its mover, looking at `effort` imagined games where it cannot be proved.

    Raises ValueError where a card is unknown, and for a game that is over.
    """
    patience = _PROVING * effort
    solution = proofs.solve(state, patience // _GAVE_UP if proofs.gave_up else patience)
    if solution is not None:
        return Worth((solution.worth + 1) / 2, solution.move, exact=True)
    proofs.gave_up = True
    if _PASS in legal_moves(state, state.to_move):
        # A search does not count a forced pass as a move: it would show what the rival had better do.
        return _after_pass(state, rng, effort, proofs, learned=learned)
    return _searched(state, rng, effort, learned=learned)


def _after_pass(state: State, rng: random.Random, effort: int, proofs: Proofs, *, learned: bool) -> Worth[PlayerMove]:
    seat = state.to_move
    passed = replace(state, to_move=1 - seat, passes=state.passes + 1)
    outcome = outcome_of(passed)
    if outcome is not None:
        return Worth(0.5 if not outcome.winners else float(seat in outcome.winners), _PASS, exact=True)
    rivals = worth_of(passed, rng, effort, proofs, learned=learned)
    return Worth(1 - rivals.chance, _PASS, rivals.exact)


def _searched(state: State, rng: random.Random, effort: int, *, learned: bool) -> Worth[PlayerMove]:
    game, slots = laid_out(state)
    rival = state.sides[1 - state.to_move].hand
    # A pool of no other cards than those in the rival's hand: every world that the search imagines is the true one.
    # Antes and rocks, which it leaves out, bear on nothing that can still happen (rulings 6, 8, 9).
    pool = kernel.pool(face_cells(state.faces, sorted(rival)), array("q"))
    weights = learned_weights() if learned else None
    mind = kernel.mind(game, state.to_move, pool, rng.getrandbits(32), weights)
    tree = kernel.seedling()
    for begun in range(0, effort, _PORTION):
        kernel.search(mind, tree, pool, min(_PORTION, effort - begun))
    code, (_, chance) = max(kernel.options(mind, tree).items(), key=lambda item: item[1])
    return Worth(chance, slots.move(code), exact=False)
