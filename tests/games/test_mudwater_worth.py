"""What known positions are worth: proved near the end, estimated by a search from which nothing is hidden before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from collection.games.mudwater import worth
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.state import Mode, State
from collection.games.protocol import KnownGame, Over
from tests.games.test_mudwater_kernel import start
from tests.games.test_mudwater_solving import exhaustively, late

GAME = Mudwater()


def endings(count: int, empty: int, hand: int) -> list[State]:
    rng, found = random.Random(empty), list[State]()
    while len(found) < count:
        state = late(rng, rng.choice(list(Mode)), rng.random() < 0.5, empty, hand)
        if state is not None:
            found.append(state)
    return found


def test_mudwater_can_tell_what_known_positions_are_worth() -> None:
    assert isinstance(GAME, KnownGame)


def test_near_the_end_it_is_proved() -> None:
    for state in endings(20, 1, 6):
        found = GAME.worth(state, random.Random(0), 5_000)
        assert found.exact
        assert found.chance == (exhaustively(state, {}) + 1) / 2
        assert found.move in GAME.moves(state, state.to_move)


def test_the_search_knows_the_rivals_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a proof it comes to the same: it would not, were it to imagine other hands than the true one."""
    monkeypatch.setattr(worth, "_PROVING", 0)
    passes = 0
    for state in endings(60, 1, 6):
        found = GAME.worth(state, random.Random(0), 20_000)
        assert found.chance == pytest.approx((exhaustively(state, {}) + 1) / 2, abs=0.12)
        passes += GAME.write(found.move) == "pass"
        after, _ = GAME.apply(state, {state.to_move: found.move})
        assert -exhaustively(after, {}) == exhaustively(state, {})
    assert passes, "a forced pass is no move of the search, and told all the same"


def test_the_same_question_has_the_same_answer_and_a_chance_is_a_chance() -> None:
    for seed in range(4):
        state = start(random.Random(seed), Mode.STANDARD)
        one, again = (GAME.worth(state, random.Random(seed), 400) for _ in range(2))
        assert one == again
        assert not one.exact
        assert 0 <= one.chance <= 1
        assert one.move in GAME.moves(state, state.to_move)


def test_who_gave_up_once_is_less_patient_with_what_comes_before(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    memory = GAME.memory()

    def unsolved(state: State, positions: int) -> Any:
        asked.append(positions)

    monkeypatch.setattr(memory, "solve", unsolved)
    state = start(random.Random(1), Mode.STANDARD)
    for _ in range(2):
        GAME.worth(state, random.Random(0), 160, memory)
    assert asked == [1600, 200]


def test_a_game_that_is_over_and_unknown_cards_are_refused() -> None:
    state = start(random.Random(1), Mode.STANDARD)
    with pytest.raises(ValueError, match="known"):
        GAME.worth(GAME.view(state, 0).known, random.Random(0), 100)
    while not isinstance(GAME.turn(state), Over):
        state, _ = GAME.apply(state, {state.to_move: GAME.moves(state, state.to_move).sample(random.Random(1))})
    with pytest.raises(ValueError, match="over"):
        GAME.worth(state, random.Random(0), 100)
