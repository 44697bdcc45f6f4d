"""A program chooses legally, from its view alone, and the same again for the same view and seed."""

from __future__ import annotations

import dataclasses
import random

import pytest

from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.moves import Act, Pass, Play
from collection.games.mudwater.state import Piece, Side, Square, State
from collection.games.protocol import Limit, Over
from collection.players.levels import LEVELS
from collection.players.programs import NAMES, program

GAME = Mudwater()
SHORT = Limit(iterations=20)
"""For programs that think: few games imagined, and told in games, so that the same seed gives the same move."""


def retold(state: State, seat: int, rng: random.Random) -> State:
    """The same position with everything changed that `seat` cannot see: the rival's hand, ante and rocks, its own ante
    being known to it.
    """
    rival = 1 - seat
    mine = state.sides[seat]
    seen = {piece.card for square in state.board if square for piece in square.pile if piece.up and piece.by == rival}
    others = [number for number in state.faces if number not in seen]
    lacks = state.sides[rival].lacks
    rng.shuffle(others)
    pool = iter(others)
    fit = [number for number in others if state.faces[number].level not in lacks]
    hand = frozenset(fit[: state.sides[rival].size])
    rest = (number for number in pool if number not in hand)
    side = dataclasses.replace(state.sides[rival], hand=hand, ante=next(rest))
    sides: tuple[Side, Side] = (mine, side) if seat == 0 else (side, mine)
    board = tuple(
        square
        and Square(
            square.owner,
            tuple(p if p.up or p.by == seat else Piece(next(rest), False, p.by) for p in square.pile),
        )
        for square in state.board
    )
    return dataclasses.replace(state, sides=sides, board=board)


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_legal_and_says_why(name: str, positions: list[State]) -> None:
    player = program(name, GAME)
    for number, state in enumerate(positions[::3]):
        choice = player.choose(GAME.view(state, state.to_move), random.Random(number), SHORT)
        assert GAME.fault(state, state.to_move, choice.move) is None
        assert choice.remark.endswith(".")
        assert len(choice.remark) < 60


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_see_does_not_change_its_choice(name: str, positions: list[State]) -> None:
    player = program(name, GAME)
    changed = 0
    for number, state in enumerate(positions[::3]):
        seat = state.to_move
        other = retold(state, seat, random.Random(number))
        assert GAME.view(other, seat) == GAME.view(state, seat)
        changed += other != state
        chosen = [player.choose(GAME.view(one, seat), random.Random(number), SHORT) for one in (state, other)]
        assert chosen[0] == chosen[1]
    assert changed > 50


@pytest.mark.parametrize("name", NAMES)
def test_a_player_remembers_nothing(name: str, positions: list[State]) -> None:
    used, state = program(name, GAME), positions[5]
    view = GAME.view(state, state.to_move)
    first = used.choose(view, random.Random(9), SHORT)
    for other in positions[:40]:
        used.choose(GAME.view(other, other.to_move), random.Random(1), SHORT)
    assert used.choose(view, random.Random(9), SHORT) == first
    assert program(name, GAME).choose(view, random.Random(9), SHORT) == first


def test_the_greedy_player_never_leaves_a_greater_gain_lying(positions: list[State]) -> None:
    player = program("greedy", GAME)
    for number, state in enumerate(positions[::5]):
        seat = state.to_move
        chosen = player.choose(GAME.view(state, seat), random.Random(number), SHORT).move

        def gain(move: Play | Pass, state: State = state, seat: int = seat) -> float:
            return GAME.standing(GAME.apply(state, {seat: move})[0], seat)

        assert isinstance(chosen, (Play, Pass))
        assert gain(chosen) == max(gain(move) for move in GAME.moves(state, seat))


def test_ties_are_drawn_so_that_openings_differ(positions: list[State]) -> None:
    opening = positions[0]
    view = GAME.view(opening, opening.to_move)
    player = program("greedy", GAME)
    moves = {player.choose(view, random.Random(seed), SHORT).move for seed in range(30)}
    assert len(moves) > 10
    assert {move.act for move in moves if isinstance(move, Play)} == {Act.PLACE, Act.ROCK}


def test_an_unknown_program_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotUnderstood, match="random, greedy"):
        program("deep[/blue]\x1b[31m", GAME)


@pytest.mark.parametrize("name", NAMES)
def test_a_program_knows_its_own_name(name: str) -> None:
    assert program(name, GAME).name == name


@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_every_level_plays_a_legal_game_from_views_alone(name: str, positions: list[State]) -> None:
    players, state, rng = (program(name, GAME), program(name, GAME)), positions[0], random.Random(3)
    while not isinstance(GAME.turn(state), Over):
        seat = state.to_move
        move = players[seat].choose(GAME.view(state, seat), rng, SHORT).move
        assert GAME.fault(state, seat, move) is None
        state, _ = GAME.apply(state, {seat: move})
    assert GAME.outcome(state) is not None
