"""What is believed of hidden cards, by the Level curve and by cards seen before: from a view alone, and searched by."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from collection.catalogue.card import Level
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.solving import Solver
from collection.games.mudwater.state import State, View
from collection.games.protocol import Belief, Believe, Limit
from collection.hands.dealing import BEGINNERS_SPLIT
from collection.players.beliefs import SeenCards, Weights, level_curve
from collection.players.programs import program
from tests.players.test_players_programs import retold
from tests.players.test_players_search import at

GAME = Mudwater()


def theirs(state: State, seat: int) -> frozenset[int]:
    """All fourteen cards that the rival of `seat` brought."""
    side = state.sides[1 - seat]
    laid = {p.card for square in state.board if square for p in square.pile if p.by == 1 - seat}
    return side.hand | {card for card in laid | {side.ante} if card is not None}


def shown(state: State, seat: int) -> set[int | None]:
    return {p.card for square in state.board if square for p in square.pile if p.by == 1 - seat and p.up}


def guessed(view: View, belief: Belief, times: int = 300) -> list[frozenset[int]]:
    rng = random.Random(3)
    return [GAME.guess(view, rng, belief).sides[1 - view.seat].hand for _ in range(times)]


def levels(state: State, hands: list[frozenset[int]]) -> dict[Level, float]:
    """How many cards of each Level there are in a hand, on the average."""
    count = Counter(state.faces[card].level for hand in hands for card in hand)
    return {level: count[level] / len(hands) for level in Level}


def test_before_anything_is_shown_hands_are_imagined_near_the_beginners_split() -> None:
    state = at(1, 0)
    view = GAME.view(state, state.to_move)
    found = levels(state, guessed(view, level_curve(view), 1_000))
    for level, wanted in BEGINNERS_SPLIT.items():
        # 13 of the 14 are in the hand, and the free card is mostly of a Level that has many cards.
        assert wanted * 13 / 14 - 0.15 < found[level] < (wanted + 0.55) * 13 / 14 + 0.15


def test_what_was_shown_of_a_level_is_not_expected_again() -> None:
    compared = 0
    for seed in range(60):
        state = at(seed, 12)
        seat = state.to_move
        view = GAME.view(state, seat)
        brought = Counter(state.faces[card].level for card in shown(state, seat) if card is not None)
        if brought[Level.I] >= BEGINNERS_SPLIT[Level.I] - 1 and Level.I not in state.sides[1 - seat].lacks:
            curve, alike = (levels(state, guessed(view, one, 100)) for one in (level_curve(view), Evenly()))
            assert curve[Level.I] < alike[Level.I] * 0.75
            compared += 1
    assert compared >= 3


class Evenly:
    def weight(self, card: int) -> float:
        return 1.0


def test_no_card_that_was_shown_is_expected_and_no_other_ruled_out() -> None:
    state = at(2, 8)
    seat = state.to_move
    belief = level_curve(GAME.view(state, seat))
    seen = shown(state, seat)
    assert seen
    assert {card for card in state.faces if not belief.weight(card)} == seen


def test_a_saved_hand_is_the_only_one_imagined() -> None:
    for seed in range(10):
        state = at(seed, 9)
        seat = state.to_move
        view = GAME.view(state, seat)
        saved = theirs(state, seat)
        assert all(hand <= saved for hand in guessed(view, SeenCards(saved)(view), 20))


@pytest.mark.parametrize(("again", "least", "most"), [(1.0, 0.90, 0.96), (0.5, 0.40, 0.53)])
def test_cards_seen_come_as_often_as_it_is_said(again: float, least: float, most: float) -> None:
    """13 of 14 times what was brought is in the hand: else it is the ante."""
    state = at(4, 0)
    seat = state.to_move
    view = GAME.view(state, seat)
    seen = frozenset(random.Random(1).sample(sorted(theirs(state, seat)), 5))
    hands = guessed(view, SeenCards(seen, again)(view), 600)
    assert least < sum(len(hand & seen) for hand in hands) / (5 * len(hands)) < most
    others = levels(state, [hand - seen for hand in hands])
    assert all(others.values()), "what was not seen follows the curve"


def test_more_cards_seen_than_a_hand_holds_are_all_as_likely() -> None:
    state = at(4, 0)
    view = GAME.view(state, state.to_move)
    seen = frozenset(range(1, 41))
    belief = SeenCards(seen)(view)
    assert len({belief.weight(card) for card in seen}) == 1
    assert all(hand <= seen for hand in guessed(view, belief, 20))


def test_nothing_seen_leaves_the_curve() -> None:
    state = at(4, 3)
    view = GAME.view(state, state.to_move)
    assert SeenCards(frozenset())(view) == level_curve(view)


@pytest.mark.parametrize("believe", [level_curve, SeenCards(frozenset(range(1, 30)))])
def test_a_belief_rests_on_the_view_alone(believe: Believe, positions: list[State]) -> None:
    for number, state in enumerate(positions[::7]):
        other = retold(state, state.to_move, random.Random(number))
        one, two = (believe(GAME.view(known, state.to_move)) for known in (state, other))
        assert isinstance(one, Weights)
        assert one == two


def test_a_search_that_knows_the_rivals_hand_judges_better() -> None:
    """Held against what is proved, in positions with two empty squares, where more cards are hidden than known."""
    solver, off = Solver(), {"knowing": 0.0, "guessing": 0.0}
    judged = 0
    for seed in range(200):
        state = at(seed, 11)
        if sum(square is None for square in state.board) != 2:
            continue
        solution = solver.solve(state, 200_000)
        seat = state.to_move
        if solution is None:
            continue
        for label, believe in (("knowing", SeenCards(theirs(state, seat))), ("guessing", level_curve)):
            choice = program("search:300", GAME, believe).choose(GAME.view(state, seat), random.Random(seed), Limit())
            if choice.thoughts is not None:
                off[label] += abs(choice.thoughts.chance - (solution.worth + 1) / 2)
        judged += 1
        if judged == 25:
            break
    assert judged == 25
    assert off["knowing"] < off["guessing"] * 0.9


@pytest.mark.parametrize("name", ["search:60", "alphabeta:d2x8"])
def test_a_program_believes_what_it_is_told_and_else_that_all_cards_are_alike(
    name: str, positions: list[State]
) -> None:
    state = positions[60]
    view = GAME.view(state, state.to_move)

    def thought(believe: Believe | None) -> object:
        return program(name, GAME, believe).choose(view, random.Random(5), Limit())

    assert thought(None) == thought(None)
    assert thought(level_curve) == thought(level_curve)
    assert thought(None) != thought(level_curve)
