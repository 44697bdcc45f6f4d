"""Views, guesses and what a pass tells."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from collection.catalogue.card import CardNo, Family, Level
from collection.catalogue.data import load_catalogue
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Act, Deal, Pass, Play
from collection.games.mudwater.rules import is_over
from collection.games.mudwater.state import BLACK, WHITE, Face, Faces, Mode, State
from collection.games.protocol import CHANCE, Seats

GAME = Mudwater()
FACES = Faces.of(load_catalogue())


@dataclass(frozen=True)
class Weights:
    weights: dict[CardNo, float]
    otherwise: float = 0.0

    def weight(self, card: CardNo) -> float:
        return self.weights.get(card, self.otherwise)


def random_state(rng: random.Random, plies: int, faces: Faces = FACES) -> State:
    hands = (tuple(rng.sample(sorted(faces), 14)), tuple(rng.sample(sorted(faces), 14)))
    state = GAME.start(Setup(faces, Mode.STANDARD, hands))
    turn = GAME.turn(state)
    assert not isinstance(turn, Seats)
    state, _ = GAME.apply(state, {CHANCE: turn.sample(rng)})  # type: ignore[union-attr]
    for _ in range(plies):
        if is_over(state):
            break
        state, _ = GAME.apply(state, {state.to_move: GAME.moves(state, state.to_move).sample(rng)})
    return state


def steep(seed: int) -> Faces:
    """A catalogue with few Levels I and II, so that passes are common."""
    rng = random.Random(seed)
    levels = [1] * 6 + [2] * 4 + [3] * 10 + [4] * 10 + [5] * 10
    return Faces({n: Face(Level(level), Family.CLUB, (rng.randint(1, 9),) * 4) for n, level in enumerate(levels, 1)})


def test_a_view_holds_nothing_of_the_rival_but_counts() -> None:
    for seed in range(200):
        state = random_state(random.Random(seed), seed % 9)
        if is_over(state):
            continue
        view = GAME.view(state, BLACK)
        side = view.known.sides[WHITE]
        assert (side.hand, side.ante, side.size) == (frozenset(), None, state.sides[WHITE].size)
        hidden = [
            piece
            for square in view.known.board
            if square
            for piece in square.pile
            if not piece.up and piece.by == WHITE
        ]
        assert all(piece.card is None for piece in hidden)
        assert view.known.sides[BLACK] == state.sides[BLACK]


def test_a_hand_stays_hidden_after_the_end_too() -> None:
    state = random_state(random.Random(3), 99)
    assert is_over(state)
    assert state.sides[WHITE].size > 0
    assert GAME.view(state, BLACK).known.sides[WHITE].hand == frozenset()
    assert GAME.view(state, BLACK).known.sides[WHITE].ante == state.sides[WHITE].ante


def test_passes_tell_true_things_and_guesses_believe_them() -> None:
    told = 0
    for seed in range(400):
        rng = random.Random(seed)
        faces = steep(seed)
        state = random_state(rng, 0, faces)
        while not is_over(state):
            state, _ = GAME.apply(state, {state.to_move: GAME.moves(state, state.to_move).sample(rng)})
            for seat in (BLACK, WHITE):
                lacks = state.sides[seat].lacks
                assert not {faces[number].level for number in state.sides[seat].hand} & lacks
                if lacks:
                    told += 1
                    guessed = GAME.guess(GAME.view(state, 1 - seat), rng)
                    assert not {faces[number].level for number in guessed.sides[seat].hand} & lacks
                    if guessed.to_move == seat and not is_over(guessed):
                        assert list(GAME.moves(guessed, seat)) == [Pass()], "passing is absorbing, in every guess"
    assert told > 100


def test_a_guess_without_a_belief_draws_every_card_alike() -> None:
    state = random_state(random.Random(1), 4)
    view, rng = GAME.view(state, BLACK), random.Random(2)
    antes, hands = Counter[CardNo | None](), Counter[CardNo]()
    for _ in range(4_000):
        side = GAME.guess(view, rng).sides[WHITE]
        antes[side.ante] += 1
        hands.update(side.hand)
    seen = {p.card for square in view.known.board if square for p in square.pile if p.by == WHITE}
    assert set(hands) == set(FACES) - seen
    assert max(hands.values()) < 1.5 * min(hands.values())
    assert len(antes) > 110


def test_a_belief_weighs_the_cards() -> None:
    view, rng = GAME.view(random_state(random.Random(1), 0), BLACK), random.Random(2)
    heavy = Counter[CardNo]()
    for _ in range(800):
        heavy.update(GAME.guess(view, rng, Weights({5: 30.0}, otherwise=1.0)).sides[WHITE].hand)
    assert heavy[5] > 600
    assert max(count for number, count in heavy.items() if number != 5) < 200


def test_a_card_of_weight_zero_is_drawn_only_when_the_others_run_out() -> None:
    view, rng = GAME.view(random_state(random.Random(1), 0), BLACK), random.Random(2)
    likely = Weights(dict.fromkeys(range(1, 21), 1.0))
    for _ in range(200):
        side = GAME.guess(view, rng, likely).sides[WHITE]
        assert {*side.hand, side.ante} <= set(range(1, 21))
    scarce = Weights(dict.fromkeys(range(1, 6), 1.0))
    side = GAME.guess(view, rng, scarce).sides[WHITE]
    assert set(range(1, 6)) <= side.hand
    assert len(side.hand) == 13


def test_a_likely_card_is_as_soon_a_rock_as_the_ante() -> None:
    hand = tuple(range(101, 115))
    state = GAME.start(Setup(FACES, Mode.STANDARD, (hand, hand), BLACK))
    state, _ = GAME.apply(state, {CHANCE: Deal((101, 101), BLACK)})
    state, _ = GAME.apply(state, {BLACK: Play(Act.ROCK, 0, 102)})
    view, rng = GAME.view(state, WHITE), random.Random(2)
    # Twelve of these are in hand nearly always, and the thirteenth is the ante or the rock.
    likely = Weights(dict.fromkeys(range(1, 14), 1e9), otherwise=1.0)
    antes = sum((GAME.guess(view, rng, likely).sides[BLACK].ante or 0) < 14 for _ in range(400))
    assert 150 < antes < 250


def test_the_first_seat_of_a_rematch_is_given_to_the_draw() -> None:
    rng = random.Random(1)
    for first in (BLACK, WHITE):
        state = GAME.start(Setup(FACES, Mode.STANDARD, (tuple(range(1, 15)), tuple(range(1, 15))), first))
        turn = GAME.turn(state)
        assert not isinstance(turn, Seats)
        assert all(turn.sample(rng).first == first for _ in range(20))  # type: ignore[union-attr]
        fault = GAME.fault(state, CHANCE, Deal((1, 1), 1 - first))
        assert fault is not None
        assert fault.code == "bad-first"


def test_a_deal_is_chances_alone_and_comes_once() -> None:
    state = GAME.start(Setup(FACES, Mode.STANDARD, (tuple(range(1, 15)), tuple(range(21, 35)))))
    deal = Deal((1, 21), BLACK)
    assert GAME.fault(state, CHANCE, deal) is None
    codes = [
        GAME.fault(state, BLACK, deal),
        GAME.fault(state, CHANCE, Deal((21, 21), BLACK)),
        GAME.fault(state, CHANCE, Deal((None, 21), BLACK)),
        GAME.fault(state, CHANCE, Deal((1, 21), 2)),
        GAME.fault(state, BLACK, Pass()),
        GAME.fault(GAME.apply(state, {CHANCE: deal})[0], CHANCE, deal),
    ]
    assert [fault and fault.code for fault in codes] == [
        "not-a-move",
        "bad-ante",
        "bad-ante",
        "bad-first",
        "not-dealt",
        "dealt",
    ]


def test_a_rock_tells_its_card_to_its_owner_alone() -> None:
    state = replace(random_state(random.Random(4), 0), to_move=BLACK)
    number = min(state.sides[BLACK].hand)
    move = GAME.read(state, f"c~{number}")
    assert isinstance(move, Play)
    _, events = GAME.apply(state, {BLACK: move})
    assert [event.kind for event in events if event.visible_to(WHITE)] == ["rocked"]
    assert all(number not in dict(event.facts).values() for event in events if event.visible_to(WHITE) and number > 1)
    assert [event.kind for event in events if event.visible_to(BLACK)] == ["rocked", "rock"]


def test_a_guess_needs_a_catalogue_that_is_large_enough() -> None:
    few = Faces({n: Face(Level.I, Family.CLUB, (1, 1, 1, 1)) for n in range(1, 15)})
    state = random_state(random.Random(1), 2, few)
    assert GAME.view(GAME.guess(GAME.view(state, BLACK), random.Random(1)), BLACK) == GAME.view(state, BLACK)
    missing = Faces({n: face for n, face in few.items() if n < 14})
    view = GAME.view(state, BLACK)
    with pytest.raises(ValueError, match="cannot be guessed"):
        GAME.guess(replace(view, known=replace(view.known, faces=missing)), random.Random(1))
