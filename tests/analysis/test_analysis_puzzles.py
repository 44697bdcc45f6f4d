"""Puzzles: one move wins and no other does, as playing everything out to the end says too."""

from __future__ import annotations

import datetime as dt
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.analysis.puzzles import FEWEST, Puzzle, Work, answer, has_solver, puzzles_in
from collection.catalogue.data import load_catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Deal
from collection.games.mudwater.record import Record, replay, write_record
from collection.games.mudwater.state import Faces, Mode, State
from collection.games.protocol import CHANCE
from collection.games.registry import Replayed

RECORD = (Path(__file__).parent / "three_puzzles.yaml").read_text()
GAME = Mudwater()
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def faces() -> Faces:
    return Faces.of(load_catalogue())


@pytest.fixture(scope="module")
def three(faces: Faces) -> Replayed:
    return replay(RECORD, faces)


@cache
def forced(state: State, seat: int) -> int:
    """What `seat` can force, by looking at every continuation: 1, 0 or -1."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return 0 if not outcome.winners else 1 if seat in outcome.winners else -1
    mover = state.to_move
    found = (forced(GAME.apply(state, {mover: move})[0], seat) for move in GAME.moves(state, mover))
    best = max if mover == seat else min
    return best(found)


def test_the_puzzles_of_a_game_are_its_positions_where_one_move_wins(three: Replayed) -> None:
    found = {puzzle.at: puzzle for puzzle in puzzles_in(three)}
    assert sorted(found) == [8, 9, 11]
    # As far back as everything can be looked at within a test.
    for at in range(9, len(three.steps)):
        state = three.states[at]
        seat = state.to_move
        moves = list(GAME.moves(state, seat))
        wins = [move for move in moves if forced(GAME.apply(state, {seat: move})[0], seat) == 1]
        assert (at in found) == (len(wins) == 1 and len(moves) >= FEWEST), at
        if at in found:
            puzzle = found[at]
            assert (puzzle.seat, puzzle.move, puzzle.legal) == (seat, GAME.write(wins[0]), len(moves))
            assert puzzle.missed == (three.steps[at][seat] != wins[0])


def test_every_move_of_a_puzzle_is_answered_by_what_it_comes_to(three: Replayed) -> None:
    for puzzle in puzzles_in(three)[1:]:
        state = three.states[puzzle.at]
        for move in GAME.moves(state, puzzle.seat):
            told = answer(GAME, state, move)
            assert told.right == (GAME.write(move) == puzzle.move)
            assert told.worth == forced(GAME.apply(state, {puzzle.seat: move})[0], puzzle.seat)
            end = GAME.outcome(told.line[-1].state)
            assert end is not None
            assert (puzzle.seat in end.winners) == told.right
            # The line is a legal game from here to its end.
            for step in told.line:
                assert GAME.fault(state, step.seat, step.played) is None
                state, events = GAME.apply(state, {step.seat: step.played})
                assert (state, events, GAME.write(step.played)) == (step.state, step.events, step.move)
            state = three.states[puzzle.at]


def test_there_are_none_where_a_card_is_unknown_time_is_short_or_it_is_cancelled(three: Replayed, faces: Faces) -> None:
    unknown = RECORD.replace("se~120", "se~unknown")
    hands = unknown.replace("115, 120]", "115]", 1)
    assert puzzles_in(replay(hands.partition("result:")[0], faces)) == ()
    assert puzzles_in(three, patience=1) == ()
    assert puzzles_in(three, cancelled=lambda: True) == ()
    assert len(puzzles_in(three, cancelled=iter([False, False, True]).__next__)) == 1


def test_a_position_that_takes_too_long_is_not_answered(three: Replayed) -> None:
    state = three.states[1]
    move = next(iter(GAME.moves(state, state.to_move)))
    with pytest.raises(NotUnderstood, match="longer"):
        answer(GAME, state, move, patience=10)


def test_a_game_without_a_solver_has_no_puzzles(three: Replayed) -> None:
    class Unsolved(Mudwater):
        name = "unsolved"

    other = Unsolved()
    assert not has_solver(other.name)
    with pytest.raises(NotUnderstood, match="no puzzles of unsolved"):
        answer(other, three.states[9], next(iter(other.moves(three.states[9], 1))))


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_random_games_have_puzzles_that_are_true(seed: int) -> None:
    rng = random.Random(seed)
    faces = Faces.of(load_catalogue())
    hands = (tuple(rng.sample(range(1, 121), 14)), tuple(rng.sample(range(1, 121), 14)))
    mode = rng.choice(list(Mode))
    start = GAME.start(Setup(faces, mode, hands, rng.randrange(2)))
    chance = GAME.turn(start)
    deal = chance.sample(rng)  # type: ignore[union-attr]
    assert isinstance(deal, Deal)
    state, moves = GAME.apply(start, {CHANCE: deal})[0], []
    while GAME.outcome(state) is None:
        move = GAME.moves(state, state.to_move).sample(rng)
        moves.append(move)
        state = GAME.apply(state, {state.to_move: move})[0]
    text = write_record(Record(mode, hands, deal, tuple(moves), faces), GAME.outcome(state))
    replayed = replay(text, faces)
    for puzzle in puzzles_in(replayed, patience=10_000):
        position = replayed.states[puzzle.at]
        wins = [move for move in GAME.moves(position, puzzle.seat) if answer(GAME, position, move).right]
        assert [GAME.write(move) for move in wins] == [puzzle.move]


@pytest.mark.parametrize(
    ("harder", "easier"),
    [
        ({"depth": 5}, {"depth": 4}),
        ({"legal": 30}, {"legal": 10}),
        ({"quiet": True}, {"quiet": False}),
        ({"missed": True}, {"missed": False}),
    ],
)
def test_what_makes_a_puzzle_hard(harder: dict[str, int], easier: dict[str, int]) -> None:
    plain = {"at": 1, "seat": 0, "move": "s=1", "legal": 8, "depth": 3, "quiet": False, "missed": False}
    assert Puzzle(**plain | harder).difficulty > Puzzle(**plain | easier).difficulty  # type: ignore[arg-type]


ACTS = st.lists(st.sampled_from(["right", "wrong", "hint 1", "hint 2", "shown"]), max_size=8)


def _done(acts: list[str], begin: int = 0) -> Work:
    work = Work()
    for minute, act in enumerate(acts, start=begin):
        now = NOW + dt.timedelta(minutes=minute)
        if act.startswith("hint"):
            work = work.hinted(now, int(act[-1]))
        elif act == "shown":
            work = work.revealed(now)
        else:
            work = work.tried(now, right=act == "right")
    return work


@given(ACTS)
def test_a_puzzle_is_solved_by_oneself_or_shown_and_then_nothing_changes(acts: list[str]) -> None:
    work = _done(acts)
    ends = [place for place, act in enumerate(acts) if act in ("right", "shown")]
    if ends:
        assert work.state == {"right": "solved", "shown": "shown"}[acts[ends[0]]]
        assert work == _done(acts[: ends[0] + 1])
    else:
        assert (work.state, work.tries) == ("tried" if "wrong" in acts else "open", acts.count("wrong"))


@given(ACTS, ACTS)
def test_two_books_together_know_all_that_each_knows(here: list[str], there: list[str]) -> None:
    one, other = _done(here), _done(there, begin=3)
    together = one.merged(other)
    assert together == other.merged(one)
    assert together.merged(one) == together
    assert together.tries == max(one.tries, other.tries)
    assert (together.solved is None) == (one.solved is None and other.solved is None)
    assert one.merged(one) == one
