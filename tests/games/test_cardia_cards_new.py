"""Cardia: what each card of decks III and IV does, beside the cases of the rules page."""

from __future__ import annotations

import pytest

from collection.games.protocol import CHANCE
from tests.games.cardia_positions import (
    A,
    B,
    asked_of,
    chosen,
    chosen_with_events,
    influences,
    offered,
    placed,
    placed_with_events,
    position,
    row_of,
    ships_of,
    signets,
    winners,
    won_by,
)

IV = {"deck": "IV"}

# Deck III


def test_ferryman_goes_to_a_centre_island_even_from_the_other() -> None:
    state = placed(position(a="1 2", b="9 3", ships="home-b centre-1 centre-2"), 1, 9)
    assert offered(state) == [
        "ship centre-1 to centre-2",
        "ship centre-2 to centre-1",
        "ship home-b to centre-1",
        "ship home-b to centre-2",
    ]
    state = chosen(state, "ship centre-1 to centre-2")
    assert ships_of(state) == "centre-2 centre-2 home-b"
    state = chosen(state, "card B9")
    assert row_of(state) == ["1 v 9-4"], "a compulsory -2 for each ship"


def test_juggler_needs_two_cards_and_may_move_nothing() -> None:
    _, events = placed_with_events(position(a="2 1", b="9 3"), 2, 9)
    assert "nothing" in [event.kind for event in events]
    state = chosen(placed(position("3 v 4", a="2 1", b="9 5"), 2, 9), "card A3")
    assert row_of(state) == ["3 v 4", "2 v 9"]
    state = chosen(placed(position("3-2 v 4", a="2 1", b="9 5"), 2, 9), "card A3")
    assert row_of(state) == ["3 v 4", "2-4 v 9"], "what is negative stays negative"


def test_navigator_pushes_or_pulls_any_ship_along_the_lines() -> None:
    state = placed(position(a="3 1", b="9 2", ships="home-a outer-b home-b"), 3, 9)
    assert offered(state) == [
        "ship home-a to outer-a",
        "ship outer-b to centre-1",
        "ship outer-b to centre-2",
        "ship outer-b to home-b",
        "ship home-b to outer-b",
    ]
    state = chosen(state, "ship outer-b to home-b")
    assert asked_of(state) is None, "home islands have no effect"
    assert signets(state) == (1, 3), "each ship at home is a signet"


def test_smuggler_takes_from_the_opponents_side_to_the_own_outer_island() -> None:
    before = position(a="6 1", b="9 2", deck_a="3 4 5", ships="outer-b home-b centre-1")
    state = placed(before, 6, 9)
    assert offered(state) == ["ship outer-b to outer-a", "ship home-b to outer-a"]
    state = chosen(state, "ship home-b to outer-a")
    assert ships_of(state) == "outer-a centre-1 outer-b"
    assert state.hands[A] == (1, 3, 4)
    _, events = placed_with_events(position(a="6 1", b="9 2", ships="outer-a centre-1 home-a"), 6, 9)
    assert "nothing" in [event.kind for event in events]


def test_shipwright_chooses_each_sign() -> None:
    state = placed(position(a="7 3 1", b="8 4 2"), 7, 8)
    assert offered(state) == ["+3", "-3"]
    state = chosen(state, "-3", "+3")
    assert [waiting.modifier for waiting in state.waiting] == [-3, 3]


def test_tide_shifter_pulls_only_towards_its_player_and_may_stop() -> None:
    for_b = placed(position(a="9 1", b="8 2", ships="outer-a centre-1 home-b"), 9, 8)
    assert offered(for_b) == ["ship outer-a to centre-1", "ship outer-a to centre-2", "ship centre-1 to outer-b"]
    state = chosen(for_b, "ship outer-a to centre-1")
    assert offered(state) == ["done", "ship centre-1 to outer-b"]
    state = chosen(state, "done")
    assert "card A9" in offered(state), "the centre island works where the ship stopped"
    home, events = placed_with_events(position(a="8 1", b="9 2", ships="home-a home-a home-a"), 8, 9)
    assert "nothing" in [event.kind for event in events]
    assert ships_of(home) == "home-a home-a home-a"


def test_shanty_singer_sings_for_its_own_player_only() -> None:
    before = position("9t v 9t", a="3 1", b="6 2", ships="outer-b centre-1 home-a")
    state = chosen(placed(before, 3, 6), "ship outer-b to home-b")
    assert row_of(state)[0] == "9+2t v 9t"


def test_cartographer_activates_a_lower_card_at_its_own_place() -> None:
    before = position("1 v 2", "4 v 3", "7 v 5", a="10 8", b="12 9")
    state = placed(before, 10, 12)
    assert offered(state) == ["card A1", "card A4", "card A7"]
    assert row_of(chosen(state, "card A4"))[1] == "4t v 3"
    assert offered(chosen(state, "card A7")) == ["+3", "-3"]


def test_harbourmaster_may_move_a_different_ship() -> None:
    state = placed(position(a="11 1", b="12 2", ships="outer-b outer-b home-a"), 11, 12)
    state = chosen(state, "ship outer-b to home-b")
    assert "ship home-b to outer-b" not in offered(state), "a different ship"
    assert "ship outer-b to home-b" in offered(state)
    state = chosen(state, "done")
    assert ships_of(state) == "home-a outer-b home-b"


def test_harbourmasters_two_movements_to_one_island_work_twice() -> None:
    before = position(a="11 1", b="12 2", deck_a="3 4 5 6 7 8", ships="centre-1 centre-2 home-a")
    state = chosen(placed(before, 11, 12), "ship centre-1 to outer-a")
    state, events = chosen_with_events(state, "ship centre-2 to outer-a")
    islands = [dict(event.facts)["island"] for event in events if event.kind == "island"]
    assert islands == ["outer-a", "outer-a"], "it came into the queue again"
    assert state.hands[A] == (1, 3, 4, 5, 6, 7), "two ships, twice, and the end of the round"


def test_mentor_activates_the_nearest_ongoing_card_whatever_the_time() -> None:
    state = placed(position("9 v 2", "4 v 3", a="12 1", b="15 5"), 12, 15)
    assert row_of(state)[:2] == ["9 v 2", "4t v 3"]


def test_wrecker_discards_an_earlier_encounter() -> None:
    _, events = placed_with_events(position(a="13 1", b="14 2"), 13, 14)
    assert "nothing" in [event.kind for event in events]
    state = placed(position("1 v 2", "3 v 4", a="13 5", b="14 6"), 13, 14)
    assert offered(state) == ["encounter 1", "encounter 2"]
    assert row_of(chosen(state, "encounter 1")) == ["3 v 4", "13 v 14"]


def test_colossus_raises_another_card() -> None:
    state = placed(position("3 v 4", a="15 1", b="16 2"), 15, 16)
    assert row_of(state) == ["3+7 v 4", "15 v 16"]
    _, events = placed_with_events(position(a="15 1", b="16 2"), 15, 16)
    assert "nothing" in [event.kind for event in events]


def test_goddess_wins_past_own_and_later_encounters_with_the_archipelago() -> None:
    assert winners(position("3 v 6", "2 v 4", "16t v 15", "1 v 9")) == ["A", "B", "A", "A"]
    assert winners(position("3 v 3", "16t v 15")) == ["A", "A"], "ties too"
    assert winners(position("3 v 6", "16 v 15")) == ["B", "A"], "without a token its signets go"


# Deck IV


def test_cutpurse_draws_a_random_card() -> None:
    state = placed(position(a="1 2", b="9 3 4", options=IV), 1, 9)
    assert asked_of(state) == CHANCE
    state = chosen(state, "draw 4")
    assert 4 in state.discards[B]


def test_scout_raises_itself_with_every_phial() -> None:
    state = placed(position(a="2 1", b="9 3", options=IV), 2, 9)
    assert row_of(state) == ["2+5p v 9"]
    assert state.supply == (3, 4)


def test_forger_puts_a_hand_card_in_its_place() -> None:
    state = placed(position("1 v 2", a="3 16 5", b="9 4", options=IV), 3, 9)
    assert offered(state) == ["put 5", "put 16"]
    state = chosen(state, "put 16")
    assert row_of(state) == ["1 v 2", "16-3 v 9"]
    assert winners(state)[-1] == "A"
    stays = placed(position(a="3", b="9 4", options=IV), 3, 9)
    assert row_of(stays) == ["3 v 9"]


def test_falconer_needs_a_losing_card() -> None:
    state = placed(position("5 v 3", "1 v 6", a="4 2", b="9 7", options=IV), 4, 9)
    assert offered(state) == ["card A1", "card A4"]


def test_skyrunner_goes_here_or_before() -> None:
    state = placed(position("2 v 3", "1 v 6", a="5 7", b="9 8", deck_b="10 11", options=IV), 5, 9)
    assert offered(state) == ["card A5", "card A1"]
    state = chosen(state, "card A5")
    assert 10 in state.discards[B]


def test_mesmerizer_swaps_cards_with_all_that_lies_on_them() -> None:
    state = placed(position("8+2tp v 3", "1 v 9", a="6 2", b="7 4", options=IV), 6, 7)
    state = chosen(state, "card A8", "card A1")
    assert row_of(state) == ["1 v 3", "8+2tp v 9", "6 v 7"]
    alone = placed(position(a="6 2", b="7 4", options=IV), 6, 7)
    assert row_of(alone) == ["6 v 7"]


def test_stormcaller_is_worth_more_while_it_wins() -> None:
    assert signets(position("7p v 3", options=IV)) == (2, 0)
    assert signets(position("7p v 9", options=IV)) == (0, 1)
    state = placed(position("8 v 2", "3 v 4", a="7 1", b="9 5", options=IV), 7, 9)
    assert row_of(state)[0] == "8p v 2", "the only winning card"
    none = placed(position(a="7 1", b="9 5", options=IV), 7, 9)
    assert none.supply == (4, 4)


def test_chancellor_counts_the_previous_win() -> None:
    assert signets(position("5 v 3", "8t v 9", options=IV)) == (2, 1)
    assert signets(position("3 v 5", "8t v 9", options=IV)) == (0, 2)


def test_scoundrel_lets_the_opponent_choose_the_replacement() -> None:
    state = placed(position(a="9 1", b="12 2 3", options=IV), 9, 12)
    assert (asked_of(state), offered(state)) == (B, ["put 2", "put 3"])
    state = chosen(state, "put 2")
    assert row_of(state) == ["9 v 2"]


def test_aeronaut_steals_and_lowers() -> None:
    state = placed(position(a="10 1", b="12 2", options=IV, supply=(4, 0)), 10, 12)
    assert row_of(state) == ["10 v 12"], "there is nothing to steal"


def test_spy_copies_what_it_has_milled() -> None:
    state, events = placed_with_events(position(a="11 1", b="12 3", deck_b="2 4", options=IV), 11, 12)
    assert "copied" in [event.kind for event in events]
    assert row_of(state) == ["11p v 12"], "Scout's upper ability, on the Spy (ruling 24)"
    assert influences(state) == (11, 12), "and no phial ability there"


def test_wind_whisperer_activates_the_previous_card() -> None:
    state = placed(position("8 v 3", a="12 1", b="14 2", options=IV), 12, 14)
    assert row_of(state) == ["8t v 3", "12p v 14"]
    state = placed(position("2 v 3", a="12 1", b="14 4", options=IV), 12, 14)
    assert row_of(state) == ["2+5p v 3", "12p v 14"], "Scout's upper ability places a phial on the Scout"


def test_cloud_herald_raises_the_previous_card() -> None:
    assert influences(position("3 v 4", "13p v 14", options=IV), 0) == (6, 4)
    state = placed(position("3 v 4", "15 v 1", a="13 2", b="14 5", options=IV), 13, 14)
    assert row_of(state)[0] == "3p v 4", "the only own card with less influence"
    assert row_of(placed(position("15 v 1", a="13 2", b="14 5", options=IV), 13, 14))[-1] == "13 v 14"


def test_shapeshifter_copies_the_opposing_card() -> None:
    state = placed(position(a="14 1", b="2 3", waiting=(-13, 0), options=IV), 14, 2)
    assert row_of(state) == ["14-13p v 2"]


def test_matriarch_orders_what_two_phials_activate() -> None:
    before = position("2 v 3", "10 v 4", a="15 1", b="16 5", options=IV)
    state = chosen(placed(before, 15, 16), "card A2", "card A10")
    assert row_of(state)[:2] == ["2p v 3", "10p v 4"], "both are placed first"
    assert offered(state) == ["card A2", "card A10"]
    state = chosen(state, "card A10", "card B16")
    assert row_of(state) == ["2+5p v 3", "10p v 4", "15 v 16-3"]


def test_matriarch_counts_every_phial_on_every_own_card() -> None:
    state = position("2pp v 3p", "15p v 16", options=IV)
    assert influences(state, 0) == (12, 3)
    assert influences(state, 1) == (20, 16)
    assert influences(position("2pp v 3p", "15 v 16", options=IV), 0) == (2, 3)


def test_usurper_replaces_at_random_earlier_encounters_first() -> None:
    before = position("1 v 2+3", "3 v 14", a="16 7", b="15 8 9", waiting=(-2, 0), options=IV)
    state = chosen(placed(before, 16, 15), "card B14", "card B2")
    assert asked_of(state) == CHANCE
    state, events = chosen_with_events(state, "draw 9")
    assert row_of(state) == ["1 v 9", "3 v 8", "16-2 v 15"], "the second draw is of a hand of one"
    assert "activated" not in [event.kind for event in events]
    assert {2, 14} <= set(state.discards[B])


@pytest.mark.parametrize("answers", [["done"], ["card B2", "done"]])
def test_usurper_may_choose_fewer(answers: list[str]) -> None:
    before = position("1 v 2", "3 v 14", a="16 7", b="15 8 9", waiting=(-2, 0), options=IV)
    state = chosen(placed(before, 16, 15), *answers)
    assert row_of(state)[1] == "3 v 14"
    assert state.result is None


def test_usurper_against_an_empty_hand_wins_with_one_card() -> None:
    before = position("1 v 2", a="16 7", b="15", waiting=(-2, 0), options=IV)
    assert won_by(chosen(placed(before, 16, 15), "card B2", "done")) == ("ability", A)


def test_matriarch_says_nothing_of_phials_that_activate_nothing() -> None:
    before = position("8 v 3", "7 v 4", a="15 1", b="16 5", options=IV)
    state, events = chosen_with_events(chosen(placed(before, 15, 16), "card A8"), "card A15")
    assert row_of(state) == ["8p v 3", "7 v 4", "15p v 16"]
    assert "nothing" not in [event.kind for event in events]
