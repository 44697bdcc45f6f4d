"""Positions of known cards solved, against plain exhaustive search on the clear rules."""

from __future__ import annotations

import random
from functools import partial

import pytest

from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.solving import Solver
from collection.games.mudwater.state import Mode, State
from collection.games.protocol import Over
from tests.games.test_mudwater_kernel import start

GAME = Mudwater()


def exhaustively(state: State, seen: dict[State, int]) -> int:
    """What the mover can force, by the rules alone: 1 a win, 0 a draw, -1 a loss."""
    if state in seen:
        return seen[state]
    outcome = GAME.outcome(state)
    if outcome is not None:
        lead = outcome.points[state.to_move] - outcome.points[1 - state.to_move]
        return (lead > 0) - (lead < 0)
    seat = state.to_move
    best = -1
    for move in GAME.moves(state, seat):
        best = max(best, -exhaustively(GAME.apply(state, {seat: move})[0], seen))
        if best == 1:
            break
    seen[state] = best
    return best


def late(rng: random.Random, mode: Mode, narrow: bool, empty: int, hand: int) -> State | None:
    """A position of a random game with so many empty squares, where nobody has more than `hand` cards left."""
    state = start(rng, mode, narrow)
    while not isinstance(GAME.turn(state), Over):
        if sum(square is None for square in state.board) == empty and max(side.size for side in state.sides) <= hand:
            return state
        moves = list(GAME.moves(state, state.to_move))
        # Upgrades first: so that hands are short before the board is full.
        upgrades = [move for move in moves if getattr(move, "act", None) == "+"] if rng.random() < 0.8 else []
        state, _ = GAME.apply(state, {state.to_move: rng.choice(upgrades or moves)})
    return None


@pytest.mark.parametrize(("empty", "hand", "wanted"), [(1, 7, 200), (2, 4, 80)])
def test_the_last_plays_are_solved_as_exhaustive_search_solves_them(empty: int, hand: int, wanted: int) -> None:
    rng, solver, worths, solved = random.Random(empty), Solver(), [0, 0, 0], 0
    deal = partial(late, rng, empty=empty, hand=hand)
    while solved < wanted:
        state = deal(rng.choice(list(Mode)), rng.random() < 0.5)
        if state is None:
            continue
        solution = solver.solve(state)
        assert solution is not None
        assert solution.worth == exhaustively(state, {})
        after, _ = GAME.apply(state, {state.to_move: solution.move})
        reached = exhaustively(after, {})
        assert solution.worth == (reached if GAME.outcome(after) and after.to_move == state.to_move else -reached)
        worths[solution.worth + 1] += 1
        solved += 1
    assert min(worths[0], worths[2]) > wanted // 10


def test_solving_along_a_line_remembers_and_agrees_with_solving_anew() -> None:
    rng, solver = random.Random(4), Solver()
    for _ in range(6):
        state = None
        while state is None:
            state = late(rng, Mode.STANDARD, False, 2, 6)
        while not isinstance(GAME.turn(state), Over):
            known, anew = solver.solve(state), Solver().solve(state)
            assert known is not None
            assert anew is not None
            assert known.worth == anew.worth
            assert known.positions <= anew.positions
            state, _ = GAME.apply(state, {state.to_move: known.move})


def test_one_solver_does_not_take_one_deal_for_another() -> None:
    """The same cards in both modes, and other cards in the same slots: positions that look alike to the table."""
    rng, solver = random.Random(8), Solver()
    for number in range(60):
        mode = (Mode.STANDARD, Mode.ADVANCED)[number % 2]
        state = late(rng, mode, True, 1, 6)
        if state is not None:
            solution = solver.solve(state)
            assert solution is not None
            assert solution.worth == exhaustively(state, {})


def test_what_takes_too_long_is_not_said_to_be_solved() -> None:
    state = start(random.Random(1), Mode.STANDARD)
    assert Solver().solve(state, positions=2_000) is None


def test_a_game_that_is_over_and_unknown_cards_are_refused() -> None:
    state = start(random.Random(1), Mode.STANDARD)
    with pytest.raises(ValueError, match="known"):
        Solver().solve(GAME.view(state, 0).known)
    while not isinstance(GAME.turn(state), Over):
        state, _ = GAME.apply(state, {state.to_move: GAME.moves(state, state.to_move).sample(random.Random(1))})
    with pytest.raises(ValueError, match="over"):
        Solver().solve(state)
