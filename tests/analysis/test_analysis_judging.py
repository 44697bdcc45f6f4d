"""Moves of Mudwater judged: what is proved against plain exhaustive search, what is estimated by what must hold."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.analysis.judged import Analysis
from collection.analysis.judging import FILLINGS, judge
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.moves import Deal, PlayerMove
from collection.games.mudwater.record import Record, Replay, replay, write_record
from collection.games.mudwater.state import Mode, State
from collection.games.protocol import Event, Outcome, Over
from tests.games.test_mudwater_kernel import start
from tests.games.test_mudwater_real_table import STEEP, half_forgotten, true_game
from tests.games.test_mudwater_rules_page import begun, card
from tests.games.test_mudwater_solving import exhaustively, late

GAME = Mudwater()
EFFORT = 300


@cache
def random_game(seed: int) -> Replay:
    """A game of random moves, as its record tells it."""
    rng = random.Random(seed)
    state = start(rng, rng.choice(list(Mode)))
    sides, faces, mode = state.sides, state.faces, state.mode
    hands = tuple(tuple(sorted({*side.hand, side.ante or 0})) for side in sides)
    deal, moves = Deal((sides[0].ante, sides[1].ante), state.to_move), list[PlayerMove]()
    while not isinstance(GAME.turn(state), Over):
        move = GAME.moves(state, state.to_move).sample(rng)
        state, _ = GAME.apply(state, {state.to_move: move})
        moves.append(move)
    return replay(write_record(Record(mode, (hands[0], hands[1]), deal, tuple(moves), faces)), faces)


@dataclass(frozen=True)
class Ending:
    """The last moves of a game, from some position on."""

    states: tuple[State, ...]
    steps: tuple[Mapping[int, Any], ...]
    events: tuple[tuple[Event, ...], ...]
    game: Mudwater = GAME
    seat_names: tuple[str, ...] = ("black", "white")

    @property
    def outcome(self) -> Outcome | None:
        return GAME.outcome(self.states[-1])

    def as_json(self) -> dict[str, Any]:
        return {}


def ending(state: State, moves: list[PlayerMove]) -> Ending:
    states, steps, events = [state], [], []
    for move in moves:
        steps.append({states[-1].to_move: move})
        after, happened = GAME.apply(states[-1], steps[-1])
        states.append(after)
        events.append(happened)
    return Ending(tuple(states), tuple(steps), tuple(events))


def moved(state: State, text: str) -> PlayerMove:
    move = GAME.read(state, text)
    assert not isinstance(move, Deal)
    assert GAME.fault(state, state.to_move, move) is None
    return move


def random_ending(seed: int, empty: int, hand: int) -> Ending:
    rng, state = random.Random(seed), None
    while state is None:
        state = late(rng, rng.choice(list(Mode)), rng.random() < 0.5, empty, hand)
    moves, at = [], state
    while not isinstance(GAME.turn(at), Over):
        moves.append(GAME.moves(at, at.to_move).sample(rng))
        at, _ = GAME.apply(at, {at.to_move: moves[-1]})
    return ending(state, moves)


def truth(state: State, seat: int) -> float:
    """What `seat` can force, as a chance."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return 0.5 if not outcome.winners else float(seat in outcome.winners)
    worth = exhaustively(state, {})
    return ((worth if seat == state.to_move else -worth) + 1) / 2


def same(one: float, other: float) -> bool:
    return math.isclose(one, other, abs_tol=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_endings_are_proved_as_exhaustive_search_proves_them(seed: int) -> None:
    game = random_ending(seed, *((1, 6) if seed % 2 else (2, 4)))
    analysis = judge(game, effort=20_000)
    assert len(analysis.judged) == len(game.steps)
    for at, one in enumerate(analysis.judged):
        state = game.states[at]
        assert one.exact
        assert one.before == truth(state, one.seat)
        assert one.after == truth(game.states[at + 1], one.seat)
        best = GAME.apply(state, {one.seat: GAME.read(state, one.best)})[0]
        assert truth(best, one.seat) == one.before
        assert (one.best == one.move) == (one.loss == 0)


@settings(max_examples=12)
@given(st.integers(0, 40), st.integers(0, 2**40))
def test_what_holds_of_every_analysis(number: int, seed: int) -> None:
    game = random_game(number)
    analysis = judge(game, seed=seed, effort=EFFORT)
    assert analysis == judge(game, seed=seed, effort=EFFORT), "the same question, the same answer"
    assert analysis.complete
    assert analysis.fillings == 0
    assert len(analysis.curve) == len(analysis.judged) + 1
    assert all(0 <= chance <= 1 for chance in analysis.curve)
    for at, one in enumerate(analysis.judged):
        state = game.states[at]
        assert (one.number, one.seat) == (at + 1, state.to_move)
        assert one.move == GAME.write(game.record.moves[at])
        assert one.loss == one.before - one.after >= 0
        assert (one.best == one.move) == (one.loss == 0)
        assert GAME.fault(state, one.seat, GAME.read(state, one.best)) is None
        assert not one.exact or {one.before, one.after} <= {0, 0.5, 1}
        curve = analysis.curve if one.seat == 0 else [1 - chance for chance in analysis.curve]
        assert same(curve[at], one.before)
        assert same(curve[at + 1], one.after)
    assert game.outcome is not None
    points = game.outcome.points
    assert analysis.curve[-1] == (points[0] > points[1]) + (points[0] == points[1]) / 2
    assert analysis.judged[-1].exact


def test_the_last_square_decides_and_the_wrong_card_on_it_loses() -> None:
    """Case 16: the ninth square's captures count and nobody answers. Five squares win, four lose (Winning the game)."""
    cards = dict.fromkeys((1, 2, 3, 4, 12, 13, 14), card(1, 5, 5, 5, 5))
    cards |= {11: card(1, 5, 5, 5, w=6), 5: card(1, n=9), 6: card(1, n=1)}
    state = begun(cards, black=(1, 2, 3, 4, 5, 6), white=(11, 12, 13, 14))
    for text in ("nw=1", "n=11", "e=2", "ne=12", "s=3", "sw=13", "w=4", "se=14"):
        state, _ = GAME.apply(state, {state.to_move: moved(state, text)})
    # White took nw and holds five squares of eight. At c, card 5 takes n for Black; card 6 takes nothing.
    for text, after in (("c=5", 1), ("c=6", 0), ("c~91", 0)):
        (one,) = judge(ending(state, [moved(state, text)])).judged
        assert (one.move, one.before, one.after, one.best, one.exact) == (text, 1, after, "c=5", True)


def test_a_move_that_throws_a_certain_win_away_is_a_certain_loss() -> None:
    """Two squares left, Black ahead by one capture: the one move keeps it, the other lets White take it back."""
    found = None
    for seed in range(400):
        game = random_ending(seed, 1, 6)
        analysis = judge(game, effort=20_000)
        thrown = [one for one in analysis.judged if one.loss == 1]
        if thrown:
            found = (game, thrown[0])
            break
    assert found is not None
    game, one = found
    state = game.states[one.number - 1]
    assert truth(state, one.seat) == 1
    assert truth(game.states[one.number], one.seat) == 0
    assert truth(GAME.apply(state, {one.seat: GAME.read(state, one.best)})[0], one.seat) == 1


def test_a_record_that_stops_early_is_judged_as_far_as_it_goes() -> None:
    whole = random_game(3)
    part = Record(whole.record.mode, whole.record.hands, whole.record.deal, whole.record.moves[:5], whole.record.faces)
    analysis = judge(replay(write_record(part), part.faces), effort=EFFORT)  # type: ignore[arg-type]
    assert len(analysis.judged) == 5
    assert 0 <= analysis.curve[-1] <= 1
    nothing = Record(part.mode, part.hands, part.deal, (), part.faces)
    assert judge(replay(write_record(nothing), part.faces), effort=EFFORT).judged == ()  # type: ignore[arg-type]


def test_giving_up_is_not_held_against_the_last_move() -> None:
    """A resignation ends the game, but the move before it is worth what it left on the table."""
    whole = random_game(5)
    moves = whole.record.moves[:-2]
    plain = Record(whole.record.mode, whole.record.hands, whole.record.deal, moves, whole.record.faces)
    given_up = Record(plain.mode, plain.hands, plain.deal, moves, plain.faces, 0)
    faces = whole.states[0].faces
    ended = replay(write_record(given_up), faces)
    assert ended.outcome is not None
    assert judge(ended, effort=EFFORT) == judge(replay(write_record(plain), faces), effort=EFFORT)


def forgotten(seed: int) -> Replay:
    return replay(write_record(half_forgotten(true_game(seed), random.Random(seed))), STEEP)


@pytest.mark.parametrize("seed", range(30))
def test_what_nobody_saw_is_drawn_in_agreement_with_the_record(seed: int) -> None:
    game = forgotten(seed)
    for number in range(4):
        filled = game.filled(random.Random(number))
        again = replay(write_record(filled.record), STEEP)
        assert not filled.record.at_table
        assert again.states == filled.states
        assert again.outcome == game.outcome
        for known, drawn in zip(game.states, filled.states, strict=True):
            for seat in (0, 1):
                assert known.sides[seat].size == len(drawn.sides[seat].hand)
                shown = {piece.card for square in known.board if square for piece in square.pile if piece.by == seat}
                assert shown - {None} <= {
                    piece.card for square in drawn.board if square for piece in square.pile if piece.by == seat
                }


def test_unknown_cards_are_averaged_over_and_never_called_proved() -> None:
    told = 0
    for seed in range(6):
        game = forgotten(seed)
        gaps = game.gaps()
        if not gaps:
            continue
        told += 1
        analysis = judge(game, effort=EFFORT)
        assert analysis.fillings == FILLINGS
        assert [one.move for one in analysis.judged] == [GAME.write(move) for move in game.record.moves]
        for at, one in enumerate(analysis.judged):
            state = game.states[at]
            assert one.loss == one.before - one.after >= 0
            assert not (one.exact and (gaps[at] or gaps[at + 1]))
            assert one.best == one.move or one.best in [GAME.write(m) for m in GAME.moves(state, one.seat)]
            curve = analysis.curve if one.seat == 0 else [1 - chance for chance in analysis.curve]
            assert same(curve[at + 1], one.after)
            assert same(curve[at], one.before)
    assert told >= 3


def test_a_record_with_gaps_that_is_stopped_says_so_and_keeps_what_it_has() -> None:
    game = next(game for game in map(forgotten, range(20)) if game.gaps() and len(game.record.moves) > 3)
    so_far: list[Analysis] = []
    analysis = judge(game, effort=EFFORT, found=so_far.append, cancelled=lambda: len(so_far) == 2)
    assert not analysis.complete
    assert analysis.fillings == 2
    assert analysis == so_far[-1]
    assert [len(one.judged) for one in so_far] == [len(game.record.moves)] * 2
    nothing = judge(game, effort=EFFORT, cancelled=lambda: True)
    assert (nothing.judged, nothing.complete) == ((), False)
    assert all(math.isnan(chance) for chance in nothing.curve)
