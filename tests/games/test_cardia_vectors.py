"""Cardia, case by case: the test vectors of the rules page."""

from __future__ import annotations

import pytest

from collection.errors import RecordError
from collection.games.cardia.cards import Faction
from collection.games.cardia.decks import deck_faults
from collection.games.protocol import Over
from tests.games.cardia_positions import (
    GAME,
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
WITH_COUNSELOR = "ferryman juggler navigator tax-collector buccaneer smuggler shipwright tide-shifter shanty-singer "
WITH_COUNSELOR += "cartographer harbourmaster counselor wrecker siren colossus goddess"
"""Deck III with the Dynasty of deck II."""


def test_vector_1_level_cards_bring_no_signet_and_no_ability_and_both_draw() -> None:
    state, events = placed_with_events(position(a="9 1", b="9 1", deck_a="2", deck_b="2"), 9, 9)
    assert signets(state) == (0, 0)
    assert "activated" not in [event.kind for event in events]
    assert state.hands == ((1, 2), (1, 2))


def test_vector_2_the_rulebooks_example_of_a_full_round() -> None:
    before = position("9 v 12", a="10 1", b="15 1", deck_a="2", deck_b="2")
    state = placed(before, 10, 15)
    assert row_of(state) == ["9t v 12", "10 v 15"], "the Shanty Singer is the only card below the Cartographer"
    assert winners(state)[-1] == "B"
    assert state.hands == ((1, 2), (1, 2))


def test_vector_3_buccaneer() -> None:
    state = placed(position(a="5 1", b="9 2 3", deck_b="4 6"), 5, 9)
    assert 4 in state.discards[B]
    assert asked_of(state) == B, "the opponent chooses"
    assert offered(state) == ["discard 2", "discard 3"]
    state = chosen(state, "discard 3")
    assert 3 in state.discards[B]
    assert state.hands[B] == (2, 6)
    empty = placed(position(a="5 1", b="9 2 3"), 5, 9)
    assert offered(empty) == ["discard 2", "discard 3"], "no deck: only the hand discard"


def test_vector_4_juggler_turns_a_past_encounter_and_nobody_activates() -> None:
    state = placed(position("7 v 8", "4+3 v 11", a="2 1", b="10 1"), 2, 10)
    state, events = chosen_with_events(chosen(state, "card A4"), "card A7")
    assert row_of(state)[:2] == ["7+6 v 8", "4 v 11"]
    assert influences(state, 0) == (13, 8)
    assert winners(state) == ["A", "B", "B"]
    assert "activated" not in [event.kind for event in events], "the Tide Shifter that now loses does nothing"


def test_vector_4_also_for_modifiers_on_the_juggler_itself() -> None:
    before = position("7 v 8", a="2 1", b="10 1", waiting=(3, 0))
    state = chosen(placed(before, 2, 10), "card A2")
    assert row_of(state) == ["7+6 v 8", "2 v 10"]


def test_vector_5_navigator_wins_by_the_island() -> None:
    state = placed(position(a="3 1", b="6 1", ships="outer-a centre-1 outer-b"), 3, 6)
    state, events = chosen_with_events(state, "ship outer-b to centre-1")
    assert "card A3" in offered(state)
    state, more = chosen_with_events(state, "card A3")
    assert influences(state) == (7, 6), "2 ships there: +4"
    assert winners(state) == ["A"]
    assert "activated" not in [event.kind for event in (*events, *more)]


def test_vector_6_occultist() -> None:
    assert signets(position("4t v 9")) == (0, 1), "influence 4: no bonus"
    assert signets(position("4-5t v 9")) == (2, 1)
    assert signets(position("4-4t v 9")) == (2, 1), "0 or less"
    assert signets(position("4-5 v 9")) == (0, 1), "no token, no ability"


def test_vector_7_shipwright_modifies_both_next_cards_in_phase_1() -> None:
    state = placed(position(a="7 9 1", b="8 11 2"), 7, 8)
    state = chosen(state, "+3", "-3")
    state, events = placed_with_events(state, 9, 11)
    compared = next(dict(event.facts) for event in events if event.kind == "compared")
    assert compared == {"influence": [12, 8], "winner": A, "both": False}
    assert row_of(state)[-1] == "9+3 v 11-3"


def test_vector_8_falconer_ties_the_previous_encounter_while_the_phial_is_there() -> None:
    before = position("3 v 16", a="4 1", b="9 2", options=IV)
    assert winners(before) == ["B"]
    state = chosen(placed(before, 4, 9), "card A4")
    assert row_of(state) == ["3 v 16", "4p v 9"]
    assert winners(state) == ["-", "B"]
    assert winners(position("3 v 16", "4 v 9", options=IV)) == ["B", "B"], "the signet comes back without the phial"


def test_vector_9_scoundrel_against_an_empty_hand_wins_at_once() -> None:
    state = placed(position(a="9 1", b="12", options=IV), 9, 12)
    assert won_by(state) == ("ability", A)


def test_vector_10_usurper_wins_when_the_hand_is_too_small() -> None:
    before = position("1 v 2", "3 v 4", a="16 7", b="15 8", waiting=(-2, 0), options=IV)
    state = placed(before, 16, 15)
    state = chosen(state, "card B2", "card B4")
    assert won_by(state) == ("ability", A)


def test_vector_11_four_signets_and_a_ship_at_home_win_unless_a_breeze_blows() -> None:
    row = ("12 v 2", "13 v 3", "14 v 4", "15 v 5")
    state = placed(position(*row, a="8 1", b="8 1", ships="home-a"), 8, 8)
    assert won_by(state) == ("signets", A)
    breeze = {"soft-breeze": "yes"}
    state = placed(position(*row, a="8 1", b="8 1", ships="home-a", options=breeze), 8, 8)
    assert state.result is None


def test_vector_12_level_at_five_plays_on_and_the_next_lead_wins() -> None:
    row = [f"{value} v {value - 10}" for value in (11, 12, 13, 14, 15)]
    row += [f"{value - 8} v {value}" for value in (13, 14, 15, 16)]
    before = position(*row, a="9 16", b="12 10 9", ships="home-b centre-1")
    assert signets(before) == (5, 5)
    state = placed(before, 9, 9)
    assert state.result is None
    state = placed(state, 16, 10)
    while state.result is None and asked_of(state) is not None:
        state = chosen(state, offered(state)[0])
    assert won_by(state) == ("signets", A)


def test_vector_13_nobody_can_play() -> None:
    def end(*row: str, a: str = "9", b: str = "9") -> tuple[str, int | None]:
        return won_by(placed(position(*row, a=a, b=b, ships="centre-1"), 9, 9))

    assert end("12 v 2", "13 v 3", "14 v 4", "5 v 15", "6 v 16") == ("cannot-play", A)
    assert end("12 v 2", "13 v 3", "5 v 15", "6 v 16") == ("cannot-play", None)
    assert end("12 v 2", "13 v 3", "14 v 4", b="9 1") == ("cannot-play", B), "even when behind"


def test_vector_14_modifiers_are_added_up_and_influence_may_be_negative() -> None:
    assert influences(position("10-2 v 9")) == (8, 9)
    assert influences(position("1-2 v 9")) == (-1, 9)
    state = placed(position(a="1 2", b="1 3", waiting=(3 - 5, 0)), 1, 1)
    assert row_of(state) == ["1-2 v 1"], "+3 and -5 make one -2"


def test_vector_15_levelling_a_past_encounter_returns_its_signet() -> None:
    before = position("8 v 9", "1 v 2", a="7 3", b="12 4", options={"deck": "II"})
    assert signets(before) == (0, 2)
    assert signets(position("8+1 v 9", "1 v 2")) == (0, 1)


def test_vector_16_a_gap_closes_and_tokens_go_back() -> None:
    before = position("1 v 2", "4+3t v 5-2", "8 v 9", "10 v 11", a="13 3", b="15 4")
    state = chosen(placed(before, 13, 15), "encounter 2")
    assert row_of(state) == ["1 v 2", "8 v 9", "10 v 11", "13 v 15"]
    assert 4 in state.discards[A]
    assert 5 in state.discards[B]


def test_vector_17_siren_moves_a_group_and_the_island_works_once() -> None:
    before = position(a="14 1", b="15 2", ships="outer-b outer-b outer-b")
    state = placed(before, 14, 15)
    assert "ship outer-b to home-a" in offered(state), "the own island is allowed (ruling 18)"
    state = chosen(state, "ship outer-b to centre-1")
    assert ships_of(state) == "centre-1 centre-1 centre-1"
    state = chosen(state, "card A14")
    assert influences(state) == (20, 15), "+2 for each of three ships, once"
    assert asked_of(state) is None


def test_vector_18_tide_shifters_second_pull_ends_on_the_last_island() -> None:
    before = position(a="8 1", b="9 2", deck_a="3 4 5", ships="outer-b home-a home-b")
    state = chosen(placed(before, 8, 9), "ship outer-b to centre-1")
    assert ships_of(state) == "home-a centre-1 home-b"
    state, events = chosen_with_events(state, "ship centre-1 to outer-a")
    islands = [dict(event.facts)["island"] for event in events if event.kind == "island"]
    assert islands == ["outer-a"]
    assert state.hands[A] == (1, 3, 4), "a card for the ship, and one at the end of the round"


def test_vector_19_shanty_singer_sings_once_a_round_and_before_islands() -> None:
    before = position("9t v 12", a="11 1", b="15 2", ships="outer-b outer-a centre-2")
    state = placed(before, 11, 15)
    state, events = chosen_with_events(state, "ship outer-b to centre-1")
    assert row_of(state)[0] == "9+2t v 12"
    assert "island" not in [event.kind for event in events], "the second movement comes first"
    state = chosen(state, "ship outer-a to home-a")
    assert row_of(state)[0] == "9+2t v 12"


def test_vector_20_only_instant_abilities_are_copied() -> None:
    _, events = placed_with_events(position(a="11 1", b="12 2", deck_b="8 3", options=IV), 11, 12)
    kinds = [event.kind for event in events]
    assert "milled" in kinds
    assert "copied" not in kinds, "the Chancellor is ongoing"
    _, events = placed_with_events(position(a="14 1", b="8 2", waiting=(-9, 0), options=IV), 14, 8)
    assert "copied" not in [event.kind for event in events]


def test_vector_21_two_goddesses() -> None:
    both = position("3 v 6", "16t v 16t")
    assert winners(both) == ["both", "both"]
    assert signets(both) == (2, 2)
    assert winners(position("3 v 6", "16 v 16t")) == ["B", "B"]


def test_vector_22_a_phial_moves_when_the_supply_is_empty() -> None:
    before = position("3 v 16", "4p v 9", a="2 1", b="10 5", options=IV, supply=(0, 4))
    assert winners(before)[0] == "-"
    state = placed(before, 2, 10)
    assert row_of(state)[1:] == ["4 v 9", "2+5p v 10"]
    assert winners(state)[0] == "B", "the Falconer's ability ends"


def test_vector_23_stealing_keeps_the_number_of_phials() -> None:
    state = placed(position("3 v 4p", a="10 1", b="12 2", options=IV), 10, 12)
    assert offered(state) == ["supply", "card B4"]
    state = chosen(state, "card B4", "card B12")
    assert row_of(state) == ["3 v 4", "10p v 12-3"]
    assert state.supply == (4, 3)
    assert sum(state.supply) + 1 == 8


def test_vector_24_mentor() -> None:
    state, events = placed_with_events(position("3 v 2", a="12 1", b="15 4"), 12, 15)
    assert "nothing" in [event.kind for event in events]
    state = placed(position("4t v 2", "3 v 1", a="12 1", b="15 5"), 12, 15)
    assert row_of(state)[0] == "4tt v 2"


def test_vector_25_matriarch() -> None:
    before = position("3 v 4", a="15 1", b="16 2", options=IV, supply=(7, 1))
    state, events = placed_with_events(before, 15, 16)
    assert "stolen" not in [event.kind for event in events]
    state = placed(position("3 v 4", "5 v 6", a="15 1", b="16 2", options=IV, supply=(6, 2)), 15, 16)
    state = chosen(state, "card A3")
    assert offered(state) == ["card A5", "card A15"], "two different cards"
    state = chosen(state, "card A15")
    assert row_of(state) == ["3p v 4", "5 v 6", "15p v 16"]
    assert state.supply == (6, 0)
    assert influences(state) == (20, 16)
    assert influences(state, 0) == (8, 4)


def test_vector_26_goddess_against_counselor_and_falconers_tie_with_a_judge() -> None:
    options = {"cards": WITH_COUNSELOR.split()}
    assert winners(position("3 v 6", "16t v 12t", options=options)) == ["B", "A"], "neither counts; influence decides"
    assert winners(position("6 v 3", "16t v 12t", options=options)) == ["A", "A"]
    with_judge = "hired-blade scout surgeon falconer skyrunner fortune-teller stormcaller judge ambusher aeronaut "
    with_judge += "clockmaker wind-whisperer cloud-herald magistra matriarch djinn"
    options = {"cards": with_judge.split()}
    assert winners(position("3 v 16", "4p v 8t", options=options)) == ["B", "B"]
    assert winners(position("3 v 16", "4p v 8", options=options)) == ["-", "B"]
    _, events = placed_with_events(position("1 v 8t", a="9 1", b="9 2", options=options), 9, 9)
    assert "activated" not in [event.kind for event in events], "a tie that a Judge turns activates nobody"


def test_vector_27_shapeshifter_against_shapeshifter() -> None:
    before = position(a="14 1", b="14 2", waiting=(-1, 0), options=IV)
    state, events = placed_with_events(before, 14, 14)
    assert [event.kind for event in events].count("copied") == 1
    assert "nothing" in [event.kind for event in events]
    assert row_of(state) == ["14-1 v 14"]


def test_vector_28_an_active_goddess_wins_phase_1_and_the_higher_card_activates() -> None:
    state, events = placed_with_events(position("16t v 5", a="3 2", b="9 4"), 3, 9)
    assert [dict(event.facts)["seat"] for event in events if event.kind == "activated"] == [B]
    assert row_of(state)[-1] == "3 v 9t"
    assert winners(state)[-1] == "A"


def test_vector_29_which_combined_decks_are_legal() -> None:
    archipelago = [card.key for card in GAME.data.cards if card.faction is Faction.ARCHIPELAGO]
    rest = ["mediator", "treasurer", "revolutionary", "witch-king", "shipwright", "colossus"]
    legal = [*archipelago, *rest, "void-mage", "puppeteer"]
    assert deck_faults(legal, GAME.data) == ()
    assert GAME.setup(2, {"cards": legal}).anchors
    with pytest.raises(RecordError, match="Academy"):
        GAME.setup(2, {"cards": [*archipelago, *rest, "void-mage", "illusionist"]})
    assert isinstance(GAME.turn(placed(position(a="9", b="9"), 9, 9)), Over)
