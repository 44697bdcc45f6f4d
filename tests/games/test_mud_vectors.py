"""The test vectors of MUD's rules page, one by one."""

from __future__ import annotations

import random
from collections import Counter

from collection.games.mud.cards import Goal, leaning_won
from collection.games.mud.state import Phase
from collection.games.protocol import Over, Seats
from collection.games.written import begin
from tests.games.mud_tables import GAME, A, B, C, cards, cards_of, facts, fine, happened, numbers, play, table, why_not

SIX_MIDDLE = "slm slm nlm nlm mlm wlm"
SIX_UPPER = "slu slu nlu nlu mlu wlu"
SIX_WORKING = "slw slw nlw nlw mlw wlw"


def test_vector_1_everybody_gets_seven_and_scandals_lie_apart() -> None:
    state = begin(GAME, 4, {"first": "C"}).drawn(random.Random(1)).state
    assert [len(hand) for hand in state.hands] == [7] * 4
    assert len(state.pile) == 136 - 28
    assert sorted(state.scandals) == list(range(1, 25))
    assert (state.active, state.rows, state.maps) == (C, ((),) * 4, ((),) * 4)


def test_vector_2_three_voters_and_a_fourth_with_a_bloc_of_the_middle_class() -> None:
    three = play(table("slw nlw mlw wlw", ""), "map slw", "map nlw", "map mlw")
    assert three.maps[A] == cards("slw nlw mlw")
    assert why_not(three, "map wlw") == "limit"
    bloc = table("slw nlw mcw wcw mcu", "", maps={A: SIX_MIDDLE})
    four = play(bloc, "map slw", "map nlw", "map mcw", "map wcw")
    assert why_not(four, "map mcu") == "limit"


def test_vector_3_the_sixth_of_the_middle_class_makes_a_fourth_legal_at_once() -> None:
    state = table("slm slw nlw mcw", "", maps={A: "slm nlm nlm mlm wlm"})
    state = play(state, "map slw", "map nlw", "map slm")
    assert fine(state, "map mcw")


def test_vector_4_two_rats_bring_two_scandals_and_rivals_see_how_many() -> None:
    state = table("money stuffing", "", pile="slw " * 9, scandals=(3, 7, 9))
    state, events = happened(state, "play money", "play stuffing")
    assert numbers(state, A) == [3, 7]
    assert [held.card for held in GAME.view(state, B).known.rows[A]] == [0, 0]
    assert [held.card for held in GAME.view(state, A).known.rows[A]] == [3, 7]
    seen = [event for event in events if event.kind == "scandal-seen"]
    assert all(event.seats == frozenset({A}) for event in seen)
    assert [one["number"] for one in facts(events, "scandal")] == [0, 0]


def test_vector_5_a_dig_brings_one_and_the_one_dug_up_is_enacted_and_discarded() -> None:
    state = table("dig", "slw nlw mlw", rows={B: [3, 23]}, scandals=(8,))
    state = play(state, "play dig B")
    assert state.phase is Phase.PICK
    state, events = happened(state, "pick 3")
    assert numbers(state, A) == [8]
    assert numbers(state, B) == [23]
    assert state.hands[B] == ()
    assert state.spent == (3,)
    assert state.discard == cards("dig slw nlw mlw")
    assert [one["number"] for one in facts(events, "revealed")] == [3]


def test_vector_6_nobody_without_a_scandal_is_dug_at() -> None:
    state = table("dig", "", "", rows={C: [1]}, scandals=(8,))
    assert why_not(state, "play dig B") == "no-scandal"
    assert why_not(state, "play dig A") == "target"
    assert fine(state, "play dig C")


def test_vector_7_a_poached_voter_goes_to_the_hand_and_is_mapped_within_the_limit() -> None:
    state = table("poach mlw mlw mlw", "", maps={B: "slw nlw"}, scandals=(23,))
    state = play(state, "play poach B slw")
    assert "slw" in state.hands[A]
    assert (state.maps[A], state.maps[B]) == ((), cards("nlw"))
    assert fine(state, "map slw")
    full = play(state, "map mlw", "map mlw", "map mlw")
    assert why_not(full, "map slw") == "limit"


FOUR = Goal(4, 4)
LIBERAL = "slw slm slu slw nlw nlm nlu nuw mlw mlm muw muu wuw wum wuu wuw"


def test_vector_8_four_of_one_leaning_in_all_regions_undecided_counted_for_it() -> None:
    assert leaning_won(cards(LIBERAL), FOUR) == "liberal"
    almost = LIBERAL.replace("slw slm", "slm", 1)
    state = table("slw", "", "", "", maps={A: almost})
    after, events = happened(state, "map slw")
    assert isinstance(GAME.turn(after), Over)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.termination, outcome.points[A]) == (frozenset({A}), "liberal", 16)
    assert facts(events, "won") == [{"seat": A, "leaning": "liberal"}]


def test_vector_9_two_liberals_and_two_conservatives_are_no_four() -> None:
    assert leaning_won(cards(LIBERAL.replace("muw muu", "mcw mcu")), FOUR) == ""


def test_vector_10_the_goal_of_six_players_is_three_in_three() -> None:
    three = "slw slm nlw nlm nlu mlw mlm mlu"
    six = play(table("slu", *[""] * 5, maps={A: three}), "map slu")
    assert isinstance(GAME.turn(six), Over)
    five = play(table("slu", *[""] * 4, maps={A: three}), "map slu")
    assert isinstance(GAME.turn(five), Seats)
    short = play(table("slu", "", maps={A: three}, short=True), "map slu")
    assert isinstance(GAME.turn(short), Over)


def test_vector_11_leanings_are_not_mixed() -> None:
    mixed = "slw slw slm slm nlw nlw nlm nlm mcw mcw mcm mcm wcw wcw wcm wcm"
    assert leaning_won(cards(mixed), FOUR) == ""


def test_vector_12_who_begins_with_four_draws_at_the_end_only() -> None:
    state = table("7*slw", "4*nlw", pile="mlw " * 9)
    state = play(state, "end")
    assert (state.active, len(state.hands[B])) == (B, 4)
    state = play(state, "map nlw", "end")
    assert (state.active, len(state.hands[B]), len(state.pile)) == (A, 7, 5)


def test_vector_13_nine_cards_in_hand_draw_nothing() -> None:
    state, events = happened(table("9*slw", "", pile="mlw " * 9), "end")
    assert len(state.hands[A]) == 9
    assert facts(events, "drew") == []


def test_vector_14_two_are_drawn_the_discards_shuffled_and_three_drawn() -> None:
    state = table("slw slw", "", pile="nlw nlw", discard="mlw mlw mlw wlw")
    state = play(state, "end")
    assert (state.phase, len(state.hands[A])) == (Phase.RESHUFFLE, 4)
    assert GAME.fault(state, -1, GAME.read(state, "shuffle mlw mlw mlw")) is not None
    state, events = happened(state, "shuffle wlw mlw mlw mlw")
    assert state.hands[A] == cards("slw slw nlw nlw wlw mlw mlw")
    assert (state.pile, state.discard) == (("mlw",), ())
    assert [one["count"] for one in facts(events, "drew")] == [3]


def test_vector_15_rats_are_free_while_every_scandal_is_held_and_no_longer_after_a_dig() -> None:
    state = table("dig stuffing stuffing", "", rows={B: [23]})
    state, events = happened(state, "play stuffing")
    assert facts(events, "immune") == [{"seat": A}]
    assert numbers(state, A) == []
    state = play(state, "play dig B")
    assert (numbers(state, A), numbers(state, B), state.spent) == ([], [], (23,))
    state = play(play(state, "play stuffing"), "scandals 23")
    assert numbers(state, A) == [23]


def test_vector_16_five_discarded_scandals_are_shuffled_and_one_is_taken() -> None:
    state = play(table("stuffing", "", spent=(1, 2, 3, 4, 5)), "play stuffing")
    assert state.phase is Phase.RESHUFFLE_SCANDALS
    state = play(state, "scandals 4 1 5 2 3")
    assert (numbers(state, A), state.scandals, state.spent) == ([4], (1, 5, 2, 3), ())


def test_vector_17_a_working_bloc_steals_once_a_turn_and_an_upper_one_discards_a_scandal() -> None:
    state = table("", "", maps={A: SIX_WORKING, B: "slw nlw slm"})
    assert why_not(state, "steal B slm") == "not-working"
    state = play(state, "steal B slw")
    assert (state.hands[A], state.maps[B]) == (cards("slw"), cards("nlw slm"))
    assert why_not(state, "steal B nlw") == "used"
    upper = table("", "", maps={A: SIX_UPPER}, rows={A: [3, 9]})
    assert why_not(upper, "clear") == "choose"
    upper = play(upper, "clear 9")
    assert (numbers(upper, A), upper.spent) == ([3], (9,))
    assert why_not(upper, "clear 3") == "used"
    assert why_not(table("", "", maps={A: SIX_UPPER}), "clear") == "no-scandal"


def test_vector_18_off_turn_nothing_comes_into_play_but_a_deal_may_be_made() -> None:
    state = table("slw", "nlw dig", "", rows={A: [1]}, scandals=(2,))
    assert why_not(state, "map nlw", B) == "off-turn"
    assert why_not(state, "play dig A", B) == "off-turn"
    assert why_not(state, "end", B) == "off-turn"
    offered = play(state, "B: offer A nlw for slw")
    assert GAME.turn(offered) == Seats(frozenset({A}))
    traded = play(offered, "accept")
    assert traded.hands == (cards("nlw"), cards("dig slw"), ())
    assert traded.active == A
    assert play(offered, "refuse").hands == state.hands


def test_vector_19_a_shared_scandal_strikes_both_and_is_discarded_once() -> None:
    state = table("money", "slw slw", "dig", pile="nlw " * 30, scandals=(3, 5))
    state = play(state, "play money shared with B", "accept")
    assert state.rows[A][0].partner == B
    state = play(state, "end", "end")
    assert state.active == C
    state = play(state, "play dig A")
    assert state.hands[A] == state.hands[B] == ()
    assert (state.spent, numbers(state, A)) == ((3,), [])


def test_vector_20_a_digger_may_dig_for_what_it_shares_itself() -> None:
    state = table("dig slw slw", "nlw nlw", rows={A: [(3, B)]}, scandals=(23,))
    state, events = happened(state, "play dig B")
    assert [one["seat"] for one in facts(events, "punished")] == [A, B]
    assert state.hands == ((), ())
    assert state.spent == (3,)


def test_vector_21_ballot_stuffing_makes_five_and_scandal_16_leaves_one() -> None:
    state = play(table("stuffing 6*slw", "", scandals=(23,)), "play stuffing", *["map slw"] * 5)
    assert why_not(state, "map slw") == "limit"
    cursed = table("stuffing 6*slw", "", maps={A: SIX_MIDDLE}, scandals=(23,), bound=("one voter next turn",))
    cursed = play(cursed, "play stuffing", "map slw")
    assert why_not(cursed, "map slw") == "limit"


def test_vector_22_no_card_is_lost_between_any_two_actions() -> None:
    rng = random.Random(11)
    state = begin(GAME, 3, {"short": "yes"}).drawn(rng).state
    there: Counter[object] = Counter([*GAME.deck.cards, *GAME.deck.scandals])
    for _ in range(150):
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            break
        if isinstance(turn, Seats):
            (seat,) = turn.must
            step = {seat: GAME.moves(state, seat).sample(rng)}
        else:
            step = {-1: turn.sample(rng)}
        state, _ = GAME.apply(state, step)
        assert cards_of(state) == there
