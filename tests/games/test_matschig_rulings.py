"""Rulings and sentences of Matschig that no test vector shows: aims, Diverts, draws from a short pile."""

from __future__ import annotations

import random

import pytest

from collection.games.matschig.state import Phase
from collection.games.protocol import CHANCE
from tests.games.test_matschig import GAME, A, B, C, D, cards, facing, happened, play, table, thrown, why_not


def test_mud_is_one_sand_and_one_water_at_somebody_else() -> None:
    state = table("w4 w3 s1 s2 u7", "", "")
    assert why_not(state, A, "throw w4 w3 at B") == "one-of-each"
    assert why_not(state, A, "throw s1 s2 at B") == "one-of-each"
    assert why_not(state, A, "throw w4 u7 at B") == "one-of-each"
    assert why_not(state, A, "throw w4 s1 at A") == "target"
    assert why_not(state, A, "throw w4 s1 at D") == "target"
    assert why_not(state, A, "throw w5 s1 at B") == "not-in-hand"
    assert why_not(state, B, "throw w4 s1 at C") == "not-your-turn"


def test_rulings_4_to_6_a_third_card_is_exact_and_goes_to_anybody_but_who_adds_it() -> None:
    window = thrown(table("w4 s1", "w3 s3 u3", "s3 w3", "s3"), "throw w4 s1 at B")
    assert why_not(window, C, "add s3 at C") == "target"
    assert why_not(window, B, "add s3 at B") == "target"
    assert why_not(window, C, "add w3 at A") == "not-perfect"
    assert why_not(window, A, "add s3 at C") == "not-your-turn"
    to_the_thrower = play(window, {C: "add s3 at A"})
    assert to_the_thrower.mud is not None
    assert (to_the_thrower.mud.target, to_the_thrower.mud.cards) == (A, (*cards("w4"), *cards("s1"), *cards("s3")))
    assert to_the_thrower.phase is Phase.DEFEND
    assert to_the_thrower.hands[C] == cards("w3")


def test_ruling_7_and_8_the_new_target_defends_against_all_three_and_the_third_is_mud() -> None:
    window = thrown(table("w4 s1", "", "s3 w1", "u3 u4", last=True), "throw w4 s1 at B")
    aimed = play(window, {C: "add s3 at D"})
    after = play(aimed, {D: "block s3 with u3"})
    assert after.pools == ((), (), (), cards("w4 s1"))
    assert after.discard == cards("s3 u3")


def test_ruling_12_mud_is_diverted_again_and_again_and_every_divert_is_discarded() -> None:
    state = thrown(table("w4 s1 divert", "divert", "divert s3", last=True), "throw w4 s1 at B")
    state = play(state, {})
    assert why_not(state, B, "divert B") == "target"
    state = play(state, {B: "divert A"})
    assert state.phase is Phase.WINDOW
    state = play(play(state, {}), {A: "divert C"})
    state = play(play(state, {}), {C: "divert B"})
    after = play(play(state, {}), {B: "take"})
    assert after.pools == ((), cards("w4 s1"), ())
    assert after.discard == cards("divert divert divert")


def test_ruling_12_perfect_mud_is_diverted_with_all_three_cards_and_nobody_adds_to_it() -> None:
    window = thrown(table("w4 s1", "", "s3", "divert", last=True), "throw w4 s1 at B")
    diverted = play(play(window, {C: "add s3 at D"}), {D: "divert C"})
    assert diverted.phase is Phase.DEFEND
    assert play(diverted, {C: "take"}).pools[C] == cards("w4 s1 s3")


def test_ruling_13_mud_and_spread_lie_in_the_discards_before_the_draws_which_go_clockwise() -> None:
    state = facing("spread", "w4 s1", others=("", "", ""), pile="w7", discard="u1", last=False)
    before = play(state, {B: "spread"})
    assert before.pools == ((), (), cards("w7"), ())
    assert before.phase is Phase.SHUFFLE
    assert before.discard == cards("u1 w4 s1 spread")
    after, events = happened(before, {CHANCE: "shuffle u1 s1 w4 spread"})
    drawn = [dict(event.facts) for event in events if event.kind == "spread-draw"]
    assert [(one["seat"], one["card"], one["hit"]) for one in drawn] == [(D, "u1", False), (A, "s1", True)]
    assert after.pools == (cards("s1"), (), cards("w7"), ())


def test_ruling_14_one_hand_after_the_other_is_filled_the_slingers_first() -> None:
    state = thrown(table("w4 s1", "u5", "w1", pile="w2 w3 w5 s2 s3 s4 s5 u1 u2"), "throw w4 s1 at B")
    after = play(play(state, {}), {B: "take"})
    assert after.hands == (cards("w2 w3 w5 s2 s3 s4 s5"), cards("u5 u1 u2"), cards("w1"))
    assert not after.last, "there was nothing to shuffle, so that the one reshuffle is still to come"
    assert not after.reshuffled


def test_ruling_14_a_reshuffle_by_a_redraw_makes_the_refill_at_the_end_of_that_round_the_last() -> None:
    full = "u1 u1 u2 u2 u3 u3 u4"
    state = table("w1 s2 u1 u2 u3 u4 u5", full, full, pile="u6 u7", discard="w2 s4 w5 s5")
    stuck = play(play(thrown(state, "throw w1 s2 at C"), {}), {C: "take"})
    assert (stuck.phase, stuck.hands[B]) == (Phase.SHUFFLE, ()), "B redraws: the hand first, then the discards"
    assert stuck.discard == cards(f"w2 s4 w5 s5 {full}")
    able = play(stuck, {CHANCE: "shuffle w2 s4 u1 u1 u2 u2 u3 w5 s5 u3 u4"})
    assert (able.phase, able.active, able.hands[B]) == (Phase.THROW, B, cards("w2 s4 u1 u1 u2 u2 u3"))
    assert not able.last
    after = play(play(thrown(able, "throw w2 s4 at C"), {}), {C: "take"})
    assert after.last
    assert after.hands[B] == cards("u1 u1 u2 u2 u3 w5 s5")


def test_ruling_15_a_short_pile_gives_what_it_has_and_once_all_is_used_up_the_round_is_over() -> None:
    state = play(play(thrown(table("w1 s2", "u1", "u2", pile="u3"), "throw w1 s2 at C"), {}), {C: "take"})
    assert (state.phase, state.hands[A], state.hands[B]) == (Phase.SHUFFLE, cards("u3"), ())
    assert state.discard == cards("u1")
    after = play(state, {CHANCE: "shuffle u1"})
    assert after.phase is Phase.OVER
    assert after.hands == (cards("u3"), cards("u1"), cards("u2"))
    assert after.accounts == (0, 0, 3)


@pytest.mark.parametrize("defence", ["fan", "dryer", "13", "divert", "spread", "u7 u7"])
def test_ruling_18_whoever_could_defend_need_not(defence: str) -> None:
    after = play(facing(defence, "w4 s1"), {B: "take"})
    assert after.pools[B] == cards("w4 s1")
    assert after.hands[B] == cards(defence)


def test_ruling_20_every_seat_sees_every_pool_and_no_hand_but_its_own() -> None:
    state = table("w4 s1", "u7 fan", "s3", pools={A: "w1", B: "s2 w7"}, pile="w2 s4")
    for seat in (A, B, C):
        known = GAME.view(state, seat).known
        assert known.pools == state.pools
        assert known.hands[seat] == state.hands[seat]
        assert all(card is None for other in (A, B, C) if other != seat for card in known.hands[other])
        assert all(card is None for card in known.pile)
        assert GAME.guess(GAME.view(state, seat), random.Random(1)).pools == state.pools


def test_ruling_21_what_is_left_in_hand_is_not_counted() -> None:
    state = thrown(table("w1 s2 w7 w7", "s7 s7", "u7", pools={C: "w4"}, last=True, pile=""), "throw w1 s2 at B")
    after = play(play(state, {}), {B: "take"})
    assert after.phase is Phase.OVER
    assert after.accounts == (0, 3, 4)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == {A}
