"""The rulings of MUD's rules page, and what its RATs do."""

from __future__ import annotations

import random

import pytest

from collection.games.mud.cards import Goal, leaning_won
from collection.games.mud.state import Hold, Phase, State
from collection.games.protocol import Over, Seats
from collection.games.written import begin
from tests.games.mud_tables import GAME, A, B, C, D, cards, facts, fine, happened, numbers, play, table, why_not

SIX_MIDDLE = "slm slm nlm nlm mlm wlm"
SIX_UPPER = "slu slu nlu nlu mlu wlu"
SIX_WORKING = "slw slw nlw nlw mlw wlw"
ALMOST = "slw slm slu nlw nlm nlu nuw mlw mlm muw muu wuw wum wuu wuw"
"""One South Liberal short of the goal."""


def acts(state: State) -> Seats:
    turn = GAME.turn(state)
    assert isinstance(turn, Seats)
    return turn


# Turns


def test_ruling_1_anything_in_any_order_nothing_at_all_and_drawing_ends_it() -> None:
    state = table("slw nlw stuffing", "", maps={A: SIX_WORKING, B: "mlw"}, scandals=(23,), pile="wlw " * 20)
    state = play(state, "map slw", "play stuffing", "steal B mlw", "map nlw", "end")
    assert (state.active, len(state.hands[A]), state.discard) == (B, 7, ("stuffing",))
    assert play(state, "end").active == A, "zero actions are allowed"


def test_ruling_1_a_rat_is_discarded_once_resolved_and_not_shuffled_in_before() -> None:
    state = play(table("money", "", scandals=(23,), pile="slw", discard="nlw mlw"), "play money")
    assert (state.phase, state.discard) == (Phase.RESHUFFLE, cards("nlw mlw"))
    state = play(state, "shuffle nlw mlw")
    assert (state.hands[A], state.discard) == (cards("slw nlw mlw"), ("money",))


def test_ruling_1_turns_go_to_the_left() -> None:
    state = table("", "", "", pile="slw " * 40)
    assert [play(state, *["end"] * turns).active for turns in range(4)] == [A, B, C, A]


def test_ruling_2_the_scandal_comes_before_the_effect() -> None:
    _, events = happened(table("stuffing", "", scandals=(23,)), "play stuffing")
    assert [event.kind for event in events] == ["played", "scandal", "scandal-seen", "stuffed"]
    free = play(table("dig", "", rows={B: [23]}), "play dig B")
    assert numbers(free, A) == [], "a dig under immunity does not make its own Scandal"


def test_ruling_2_shredder_does_not_discard_what_it_brought() -> None:
    state = table("shredder shredder", "", rows={A: [5]}, scandals=(7, 9))
    assert why_not(state, "play shredder 7") == "not-there"
    state = play(state, "play shredder 5")
    assert (numbers(state, A), state.spent) == ([7], (5,))
    assert fine(state, "play shredder 7"), "the next one may"
    assert why_not(table("shredder", "", scandals=(7,)), "play shredder") == "no-scandal"


def test_ruling_2_nor_where_nobody_may_look() -> None:
    state = table("shredder", "", rows={A: [5]}, scandals=(7,), hold=Hold.SEE)
    state = play(state, "play shredder")
    assert (numbers(state, A), state.spent) == ([7], (5,)), "there was one to pick from"


def test_ruling_3_immunity_only_where_deck_and_discards_are_empty() -> None:
    state = play(table("stuffing", "", rows={B: [4]}, spent=(3,)), "play stuffing")
    assert state.phase is Phase.RESHUFFLE_SCANDALS
    free, events = happened(table("stuffing", "", rows={B: [4]}), "play stuffing")
    assert (numbers(free, A), facts(events, "immune")) == ([], [{"seat": A}])


# RATs


@pytest.mark.parametrize(
    ("rat", "move"),
    [
        ("dig", "play dig B"),
        ("poach", "play poach B slw"),
        ("smear", "play smear B slw"),
        ("redistrict", "play redistrict slw for B slw"),
        ("wiretap", "play wiretap B"),
        ("shredder", "play shredder"),
    ],
)
def test_ruling_4_a_rat_needs_its_target(rat: str, move: str) -> None:
    why_not(table(rat, "", scandals=(23,)), move)
    assert not [one for one in GAME.moves(table(rat, "", scandals=(23,)), A) if GAME.write(one).startswith("play")]


@pytest.mark.parametrize(("rat", "move"), [("money", "money"), ("stuffing", "stuffing"), ("purge", "purge south")])
def test_ruling_4_the_others_are_always_playable(rat: str, move: str) -> None:
    assert fine(table(rat, ""), f"play {move}")


def test_ruling_4_redistrict_needs_a_voter_of_ones_own() -> None:
    state = table("redistrict", "", maps={B: "slw"}, scandals=(23,))
    assert why_not(state, "play redistrict nlw for B slw") == "not-there"


def test_rats_are_aimed_as_their_text_says() -> None:
    state = table("dig money purge wiretap", "nlw", maps={B: "slw"}, scandals=(23,))
    assert why_not(state, "play wiretap A") == "target"
    assert why_not(state, "play poach B slw") == "not-in-hand"
    assert why_not(state, "map money") == "no-voter"
    assert why_not(state, "map slw") == "not-in-hand"


def test_poach_smear_and_purge() -> None:
    maps = {A: "slw", B: "slw nlw", C: "scm slw"}
    state = table("poach smear purge", "", "", maps=maps, scandals=(23, 24, 22))
    assert play(state, "play poach B nlw").hands[A] == cards("purge smear nlw")
    assert play(state, "play smear B nlw").discard == cards("nlw smear")
    purged = play(state, "play purge south")
    assert purged.maps[:2] == (("slw",), ("nlw",))
    assert acts(purged).must == {C}, "who has more than one kind chooses"
    assert play(purged, "choose scm").maps[C] == ("slw",)
    assert why_not(purged, "choose nlw", C) == "not-there"


def test_purge_goes_clockwise() -> None:
    state = table("", "purge", "", maps={A: "slw scw", C: "slw scw"}, scandals=(23,), active=B)
    state = play(state, "play purge south")
    assert acts(state).must == {C}
    assert acts(play(state, "choose slw")).must == {A}


def test_redistrict_swaps_two_voters_that_stay_mapped() -> None:
    state = table("redistrict", "", maps={A: "slw", B: "ncu"}, scandals=(23,))
    after = play(state, "play redistrict slw for B ncu")
    assert after.maps == (("ncu",), ("slw",))
    assert after.mapped == 0, "it does not count towards the limit"


def test_dark_money_draws_three_and_wiretap_takes_a_card_after_a_look() -> None:
    state = play(table("money", "", pile="slw nlw mlw wlw", scandals=(23,)), "play money")
    assert state.hands[A] == cards("slw nlw mlw")
    state, events = happened(table("wiretap", "slw nlw", "", scandals=(23,)), "play wiretap B")
    (looked,) = [event for event in events if event.kind == "looked-at"]
    assert (looked.seats, dict(looked.facts)["cards"]) == (frozenset({A}), cards("nlw slw"))
    state, events = happened(state, "choose nlw")
    assert state.hands == (("nlw",), ("slw",), ())
    (took,) = [event for event in events if event.kind == "took-card"]
    assert took.seats == frozenset({A, B})


# Limits and blocs


def test_ruling_6_stolen_voters_count_when_mapped_and_swaps_do_not() -> None:
    state = table("poach slw slw slw", "", maps={B: "nlw"}, scandals=(23,))
    state = play(state, "play poach B nlw", "map nlw", "map slw", "map slw")
    assert why_not(state, "map slw") == "limit"


def test_ruling_7_a_bloc_that_is_lost_and_regained_gives_no_second_use() -> None:
    state = table("redistrict slw", "", maps={A: SIX_WORKING, B: "slw nlw mcu"}, scandals=(23,))
    state = play(state, "steal B slw", "play redistrict wlw for B mcu")
    assert why_not(state, "steal B nlw") == "no-bloc"
    state = play(state, "map slw")
    assert why_not(state, "steal B nlw") == "used"


def test_ruling_7_a_fourth_by_a_bloc_that_is_lost_needs_it_again() -> None:
    state = table("redistrict 4*slw", "", maps={A: SIX_MIDDLE, B: "mcu"}, scandals=(23,))
    state = play(state, *["map slw"] * 3, "play redistrict slm for B mcu")
    assert why_not(state, "map slw") == "limit"


def test_ruling_8_blocs_are_optional_and_several_may_be_held() -> None:
    state = table("5*mcw", "", maps={A: f"{SIX_MIDDLE} {SIX_UPPER}", B: "slw"}, rows={A: [3]}, pile="slw " * 20)
    state = play(state, *["map mcw"] * 4, "clear 3")
    assert state.spent == (3,)
    assert play(table("", "", maps={A: SIX_WORKING, B: "slw"}, pile="slw " * 7), "end").maps[B] == ("slw",)


@pytest.mark.parametrize("hold", [Hold.SEE, Hold.SAY])
def test_ruling_8_a_scandal_hidden_from_its_owner_is_cleared_blind(hold: Hold) -> None:
    state = table("", "", maps={A: SIX_UPPER}, rows={A: [3, 9]}, hold=hold)
    assert why_not(state, "clear 3") == "not-there"
    state = play(state, "clear")
    assert state.phase is Phase.PICK
    assert play(state, "pick 9").spent == (9,)


# Winning


def test_ruling_9_a_win_off_turn_counts_and_comes_at_once() -> None:
    state = table("redistrict", "", "", maps={A: "slw mcw", B: f"{ALMOST} ncw"}, scandals=(23,))
    after, events = happened(state, "play redistrict slw for B ncw")
    assert (after.winner, after.phase, after.discard) == (B, Phase.OVER, ("redistrict",))
    assert [one["seat"] for one in facts(events, "won")] == [B]
    assert GAME.turn(after) == Over()
    assert not GAME.moves(after, A)


def test_ruling_9_of_two_at_once_the_active_player_wins_then_clockwise() -> None:
    # The swap gives each of them the South Liberal, or the Northeast one, that they lack.
    other = "slw slm slu slw nlw nlm nlu mlw mlm muw muu wuw wum wuu wuw"
    state = table("redistrict", "", maps={A: f"{ALMOST} nlw", B: f"{other} slw"}, scandals=(23,))
    assert play(state, "play redistrict nlw for B slw").winner == A


def test_ruling_10_undecided_voters_count_for_both_and_for_a_whole_region() -> None:
    goal = Goal(4, 4)
    regions = ["4*{}cw", "2*{}cw 2*{}uw", "4*{}uw", "3*{}cw 1*{}um"]
    some = " ".join(text.replace("{}", region) for text, region in zip(regions, "snmw", strict=True))
    assert leaning_won(cards(some), goal) == "conservative"
    assert leaning_won(cards("4*suw 4*nuw 4*muw 4*wuw"), goal) == "liberal", "for either: the first is named"


def test_ruling_11_a_hand_over_seven_is_kept() -> None:
    assert len(play(table("8*slw", "", pile="nlw"), "end").hands[A]) == 8


def test_ruling_12_where_both_piles_are_empty_drawing_stops() -> None:
    state, events = happened(table("slw", "nlw"), "end")
    assert (state.hands[A], state.active) == (("slw",), B)
    assert facts(events, "no-cards") == [{"seat": A}]


def test_a_game_in_which_nobody_has_a_card_and_none_is_left_ends_without_a_winner() -> None:
    state, events = happened(table("", "", maps={A: "slw", B: "nlw"}), "end")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == ("stalled", frozenset())
    assert [event.kind for event in events][-1] == "stalled"
    assert isinstance(GAME.turn(play(table("", "", maps={B: SIX_WORKING}), "end")), Seats), "a bloc may still steal"


# Deals


def test_ruling_13_hand_cards_for_hand_cards_by_consent_and_gifts() -> None:
    state = table("slw dig", "nlw", "mlw", maps={A: "wlw"}, rows={A: [3]})
    assert play(state, "offer B slw", "accept").hands == (("dig",), cards("nlw slw"), ("mlw",))
    assert play(state, "offer B for nlw", "accept").hands[A] == cards("dig nlw slw")
    assert play(state, "C: offer B mlw for nlw", "accept").hands[1:] == (("mlw",), ("nlw",))
    assert why_not(state, "offer B wlw") == "not-in-hand", "Map cards are not traded"
    assert why_not(state, "offer A slw") == "target"
    assert why_not(state, "offer B") == "empty"
    assert why_not(state, "offer B for nlw nlw") == "too-many"


def test_ruling_13_who_lacks_what_is_wanted_can_only_refuse() -> None:
    state = play(table("slw", "nlw"), "offer B slw for mlw")
    assert why_not(state, "accept", B) == "not-in-hand"
    assert [GAME.write(move) for move in GAME.moves(state, B)] == ["refuse"]
    assert why_not(state, "end", B) == "answer", "an offer is answered at once"
    assert why_not(state, "map slw", A) == "not-your-turn"


def test_ruling_13_three_offers_a_turn_and_three_more_in_the_next() -> None:
    state = table("7*slw", "7*nlw", "")
    state = play(state, *["B: offer A nlw", "refuse"] * 3)
    assert why_not(state, "offer A nlw", B) == "offers"
    assert acts(state).may == {C}
    assert fine(play(state, "end"), "offer A nlw", B)


def test_ruling_13_never_inside_an_action() -> None:
    state = play(table("wiretap", "slw nlw", "mlw", scandals=(23,)), "play wiretap B")
    assert acts(state).may == frozenset()
    assert why_not(state, "offer A mlw", C) == "not-your-turn"


def test_ruling_13_others_learn_only_how_many_cards_moved() -> None:
    state = table("slw dig", "nlw", "mlw")
    _, events = happened(state, "offer B dig slw for nlw", "accept")
    seen = [event for event in events if event.visible_to(C)]
    assert [event.kind for event in seen] == ["offered", "traded"]
    assert all(dict(event.facts)["gives"] == 2 for event in seen)
    waiting = play(state, "offer B dig slw for nlw")
    deal = GAME.view(waiting, C).known.deal
    assert deal is not None
    assert (deal.gives, deal.wants) == ((None, None), (None,))


# In Pari Delicto


def shared(rat: str, **more: object) -> State:
    """Give a position in which A has shared a RAT with B, and it is B's turn."""
    more.setdefault("scandals", (9,))
    state = table(rat.split(maxsplit=1)[0], "", "7*mcw", pile="wcw " * 60, **more)  # type: ignore[arg-type]
    return play(state, f"play {rat} shared with B", "accept", "end")


def test_ruling_14_the_partner_answers_before_the_scandal_is_taken() -> None:
    state = play(table("money", "", pile="slw " * 3, scandals=(9,)), "play money shared with B")
    assert (state.phase, acts(state).must, numbers(state, A)) == (Phase.PACT, frozenset({B}), [])
    alone = play(state, "refuse")
    assert (alone.rows[A][0].partner, alone.abilities[B]) == (-1, ())
    both = play(state, "accept")
    assert (both.rows[A][0].partner, both.abilities[B]) == (B, ("money",))
    for seat in (A, B):
        assert GAME.view(both, seat).known.rows[A][0].card == 9, "both may look"


def test_ruling_14_no_scandal_no_pact_and_none_with_oneself() -> None:
    assert why_not(table("money", ""), "play money shared with B") == "no-scandal"
    assert why_not(table("money", "", scandals=(1,)), "play money shared with A") == "partner"
    setup = begin(GAME, 2, {"pact": "no"}).state.setup
    state = table("money", "", scandals=(1,))._replace(setup=setup)
    assert why_not(state, "play money shared with B") == "no-pacts"


def test_ruling_14_the_partner_uses_it_once_with_targets_of_its_own_and_no_scandal() -> None:
    state = shared("smear C slw", maps={C: "slw nlw"})
    assert why_not(state, "play smear C nlw") == "not-in-hand"
    state = play(state, "use smear C nlw")
    assert (state.maps[C], numbers(state, B)) == ((), [])
    assert state.discard == cards("slw nlw smear"), "no second card is discarded"
    assert why_not(state, "use smear C nlw") == "no-ability"


def test_ruling_14_an_unused_ability_lapses_at_the_end_of_the_partners_next_turn() -> None:
    state = shared("money")
    assert fine(state, "use money")
    state, events = happened(state, "end")
    assert state.abilities[B] == ()
    assert facts(events, "lapsed") == [{"seat": B, "cards": ("money",)}]


def test_ruling_14_an_ability_brings_nothing_to_share_again() -> None:
    assert why_not(shared("money"), "use money shared with C") == "no-scandal"


def test_ruling_14_a_shared_dig_is_used_with_a_target_of_ones_own() -> None:
    state = table("dig", "7*slw", "7*slw", rows={A: [22], C: [23, 24]}, scandals=(9, 8), pile="wcw " * 9)
    state = play(state, "play dig C shared with B", "accept", "pick 23", "end", "use dig C")
    assert (state.spent, numbers(state, B), numbers(state, C)) == ((23, 24), [], [])


def test_ruling_14_either_can_be_dug_for_it_and_counts_as_holding_it() -> None:
    state = table("", "", "dig", rows={A: [(3, B), 23]}, scandals=(24,), active=C)
    assert fine(state, "play dig B")
    after = play(state, "play dig B")
    assert after.spent == (3,), "it is the only one that B holds"
    assert GAME.turn(play(state, "play dig A")) != acts(state)


def test_ruling_14_upper_bloc_or_shredder_of_either_discards_it_for_both() -> None:
    state = table("", "shredder", maps={B: SIX_UPPER}, rows={A: [(3, B)]}, scandals=(9,), active=B)
    assert play(state, "clear 3").rows[A] == ()
    after = play(state, "play shredder 3")
    assert (after.rows[A], after.spent) == ((), (3,))


def test_ruling_14_a_shared_shredder_does_not_discard_what_came_with_it() -> None:
    state = shared("shredder 5", rows={A: [5]})
    assert numbers(state, A) == [9]
    assert why_not(state, "use shredder 9") == "no-scandal"
    lapsed = play(state, "end", "end")
    assert lapsed.rows[A][0].barred == ()


def test_ruling_14_what_would_go_to_the_one_punished_stays_where_it_is() -> None:
    state = table("dig", "", "", maps={A: "slw", B: "nlw"}, rows={A: [(4, B)]}, scandals=(23,))
    after = play(state, "play dig B")
    assert after.maps == (("slw",), (), ()), "the digger keeps its own Voter, and takes the partner's"
    assert after.hands[A] == ("nlw",)


def test_ruling_14_both_are_punished_the_active_player_first_then_clockwise() -> None:
    state = table("", "", "dig", "", rows={A: [(23, D)]}, scandals=(24,), active=C)
    _, events = happened(state, "play dig A")
    assert [one["seat"] for one in facts(events, "punished")] == [D, A]


# Who sees and picks


@pytest.mark.parametrize(
    ("hold", "sight"),
    [
        (Hold.USUAL, {A: [3, 9], B: [0, 9], C: [0, 0]}),
        (Hold.SEE, {A: [0, 0], B: [0, 0], C: [0, 0]}),
        (Hold.HEAR, {A: [3, 9], B: [3, 9], C: [3, 9]}),
        (Hold.SAY, {A: [0, 0], B: [0, 3], C: [3, 9]}),
    ],
)
def test_ruling_18_who_may_look(hold: Hold, sight: dict[int, list[int]]) -> None:
    state = table("", "", "", rows={A: [3, (9, B)]}, hold=hold)
    assert {seat: sorted(held.card for held in GAME.view(state, seat).known.rows[A]) for seat in range(3)} == sight


@pytest.mark.parametrize("hold", [Hold.USUAL, Hold.SEE, Hold.HEAR])
def test_ruling_18_a_digger_picks_blind_even_where_all_know(hold: Hold) -> None:
    state = table("dig", "", rows={B: [23, 24]}, scandals=(1,), hold=hold)
    assert why_not(state, "play dig B 23") == "blind"
    picked = play(state, "play dig B")
    assert {GAME.turn(picked).sample(random.Random(seed)).scandal for seed in range(9)} == {23, 24}  # type: ignore[union-attr]


def test_ruling_18_hear_no_evil_announces_and_say_no_evil_shows_to_the_others() -> None:
    _, events = happened(table("stuffing", "", "", scandals=(9,), hold=Hold.HEAR), "play stuffing")
    assert facts(events, "scandal")[0]["number"] == 9
    _, events = happened(table("stuffing", "", "", scandals=(9,), hold=Hold.SAY), "play stuffing")
    (seen,) = [event for event in events if event.kind == "scandal-seen"]
    assert seen.seats == frozenset({B, C})
    _, events = happened(table("stuffing", "", "", scandals=(9,), hold=Hold.SEE), "play stuffing")
    assert "scandal-seen" not in [event.kind for event in events]


def test_ruling_18_in_say_no_evil_the_digger_reads_the_row_and_names_one() -> None:
    state = table("dig", "", "", rows={B: [23, 24]}, scandals=(1,), hold=Hold.SAY)
    assert why_not(state, "play dig B") == "choose"
    assert play(state, "play dig B 24").spent == (24,)
    assert why_not(state, "play dig B 9") == "not-there"


def test_ruling_18_a_partner_digs_blind_for_the_shared_card() -> None:
    state = table("dig", "", "", rows={B: [23, (24, A)]}, scandals=(1,), hold=Hold.SAY)
    assert why_not(state, "play dig B 24") == "not-there"
    assert play(state, "play dig B").spent == (24,)
    assert play(state, "play dig B 23").spent == (23,)


def test_ruling_17_who_begins_is_named_or_drawn() -> None:
    assert begin(GAME, 4, {"first": "D"}).drawn(random.Random(1)).state.active == D
    drawn = {begin(GAME, 4, {}).drawn(random.Random(seed)).state.active for seed in range(24)}
    assert drawn == {A, B, C, D}


def test_ruling_19_stuffing_comes_on_top_of_the_bloc() -> None:
    state = table("stuffing 7*slw", "", maps={A: SIX_MIDDLE}, scandals=(23,))
    state = play(state, "play stuffing", *["map slw"] * 6)
    assert why_not(state, "map slw") == "limit"
