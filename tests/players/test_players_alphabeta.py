"""Alpha-beta in imagined worlds: as far as it was told to look, and never at what its seat cannot see."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.lookahead import MOST_POSITIONS, MudwaterLookahead
from collection.games.mudwater.moves import Act, Play, PlayerMove
from collection.games.mudwater.state import State
from collection.games.protocol import Limit
from collection.players.alphabeta import alphabeta_player
from collection.players.programs import program
from tests.players.test_players_programs import retold
from tests.players.test_players_search import at, ticking

GAME = Mudwater()


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 14), depth=st.integers(1, 3))
def test_what_a_seat_cannot_see_does_not_change_its_choice(seed: int, plies: int, depth: int) -> None:
    state = at(seed, plies)
    seat = state.to_move
    other = retold(state, seat, random.Random(seed))
    player = program(f"alphabeta:d{depth}x2", GAME)
    one, two = (player.choose(GAME.view(known, seat), random.Random(seed), Limit()) for known in (state, other))
    assert one == two
    assert GAME.fault(state, seat, one.move) is None


def test_no_world_keeps_whoever_cancels_waiting() -> None:
    """However deep the look, it stops after so many positions, and says that it came to nothing."""
    for seed in range(4):
        state = at(seed, 0)
        lookahead = MudwaterLookahead(GAME.view(state, state.to_move), random.Random(seed))
        assert lookahead.worth(9) == {}
        assert lookahead.positions < MOST_POSITIONS * 1.1


def by_the_rules(state: State, seat: int, depth: int) -> float:
    """What a position is worth to `seat`, by plain minimax on the rules."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return (1.0 if seat in outcome.winners else 0.0) if outcome.winners else 0.5
    if depth == 0:
        return 0.5 + GAME.standing(state, seat) / 200
    mover = state.to_move
    after = (GAME.apply(state, {mover: move})[0] for move in told_apart(state))
    worths = [by_the_rules(then, seat, depth - 1) for then in after]
    return max(worths) if mover == seat else min(worths)


def told_apart(state: State) -> list[PlayerMove]:
    """The legal moves, of the rocks only those of the card that is laid as one: lowest Level, then least edges."""
    moves: list[PlayerMove] = list(GAME.moves(state, state.to_move))
    rocks = [move.card for move in moves if isinstance(move, Play) and move.act is Act.ROCK]
    faces = state.faces
    lowest = min(((faces[card].level, sum(faces[card].edges)) for card in rocks if card is not None), default=None)

    def is_kept(move: PlayerMove) -> bool:
        if not isinstance(move, Play) or move.act is not Act.ROCK or move.card is None:
            return True
        return (faces[move.card].level, sum(faces[move.card].edges)) == lowest

    return [move for move in moves if is_kept(move)]


class Certainty:
    """A belief that knows the rival's hand."""

    def __init__(self, cards: frozenset[int]) -> None:
        self.cards = cards

    def weight(self, card: int) -> float:
        return float(card in self.cards)


@pytest.mark.parametrize("depth", [1, 2])
def test_moves_are_worth_what_minimax_on_the_rules_says(depth: int) -> None:
    """Of a rival whose hand is known there is only one world, so that both look at the same one."""
    for seed in range(30):
        state = at(seed, 9 + seed % 12)
        view, theirs = GAME.view(state, state.to_move), state.sides[1 - state.to_move].hand
        found = MudwaterLookahead(view, random.Random(1), Certainty(theirs)).worth(depth)
        assert found.keys() <= set(told_apart(state))
        for move, worth in found.items():
            after, _ = GAME.apply(state, {state.to_move: move})
            assert worth == pytest.approx(by_the_rules(after, state.to_move, depth - 1))


def test_by_the_clock_it_looks_farther_while_there_is_time() -> None:
    view = GAME.view(at(1, 6), at(1, 6).to_move)
    player = alphabeta_player("alphabeta:1s", GAME)
    short = player.choose(view, random.Random(1), Limit(clock=ticking(0.3))).thoughts
    longer = player.choose(view, random.Random(1), Limit(clock=ticking(0.03))).thoughts
    assert short is not None
    assert longer is not None
    assert short.options[0].visits < longer.options[0].visits


def test_it_stops_when_it_is_told_to() -> None:
    view = GAME.view(at(1, 6), at(1, 6).to_move)
    choice = program("alphabeta:d2x9999", GAME).choose(view, random.Random(1), Limit(cancelled=lambda: True))
    assert choice.thoughts is not None
    assert choice.thoughts.options[0].visits == 1
    assert choice.remark == f"Worth {choice.thoughts.chance:.0%} in 1 imagined world."


@pytest.mark.parametrize("name", ["alphabeta:", "alphabeta:3", "alphabeta:d0x10", "alphabeta:d3x0", "alphabeta:0s"])
def test_a_budget_that_says_nothing_is_refused(name: str) -> None:
    with pytest.raises(NotUnderstood, match="how far to look ahead"):
        program(name, GAME)


def test_told_to_stop_before_any_world_was_looked_into_it_still_has_a_move() -> None:
    """Nine moves ahead come to nothing at the start of a game: it looks less far before it obeys."""
    state = at(0, 0)
    view = GAME.view(state, state.to_move)
    choice = program("alphabeta:d9x10", GAME).choose(view, random.Random(1), Limit(cancelled=lambda: True))
    assert GAME.fault(state, view.seat, choice.move) is None
