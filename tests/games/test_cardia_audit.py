"""Cardia: abilities, locations and ends of the game that meet, as the rules page lets them meet."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from collection.games.cardia.resolving import ASKS
from collection.games.cardia.state import Phase, Task, Waiting
from collection.games.cardia.table import Table
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

ONE, II, IV, BOTH = {"deck": "I"}, {"deck": "II"}, {"deck": "IV"}, {"deck": "III+IV"}
_DYNASTY = (4, 12)


def sea_with(*dynasty: str) -> dict[str, Any]:
    """Give deck III with the Dynasty of another deck."""
    return {"cards": [*(card.key for card in GAME.data.deck("III") if card.value not in _DYNASTY), *dynasty]}


WITH_MEDIATOR = sea_with("mediator", "treasurer")
WITH_COUNSELOR = sea_with("tax-collector", "counselor")


# Who wins an encounter


def test_a_goddess_on_both_sides_outdoes_a_counselor_beside_one_of_them() -> None:
    assert winners(position("3 v 6", "12t v 16t", "16t v 1", options=WITH_COUNSELOR))[0] == "both"
    assert winners(position("5 v 6", "12t v 16t", options=WITH_COUNSELOR))[0] == "B", "they cancel: 6 is higher"
    assert winners(position("7 v 6", "12t v 16t", options=WITH_COUNSELOR))[0] == "A"
    assert winners(position("6 v 6", "12t v 16t", options=WITH_COUNSELOR))[0] == "-"


def test_two_counselors_cancel_and_what_lies_there_decides() -> None:
    assert winners(position("3 v 6", "12t v 12t", options=II)) == ["B", "-"]
    assert winners(position("3 v 6", "12t v 12", options=II)) == ["A", "-"]
    assert winners(position("12t v 5", "3 v 6", options=II)) == ["A", "B"], "there is no encounter before the first"


def test_a_mediators_tie_goes_to_a_judge_and_to_both_where_both_have_one() -> None:
    assert winners(position("4t v 9", "8t v 3", options=ONE))[0] == "A"
    assert winners(position("9 v 4t", "3 v 8t", options=ONE))[0] == "B"
    assert winners(position("4t v 9", "8t v 8t", options=ONE)) == ["both", "both"]
    assert signets(position("4t v 9", "8t v 8t", options=ONE)) == (2, 2)


def test_a_judges_win_of_a_tie_wins_no_phase_1_for_a_location() -> None:
    options = {"cards": [*_with_judge()], "location": "flying-islands"}
    state, events = placed_with_events(position("8t v 3", a="5 1", b="5 2", options=options), 5, 5)
    assert winners(state) == ["A", "A"]
    assert asked_of(state) is None, "it was a tie"
    assert "activated" not in [event.kind for event in events]


def _with_judge() -> list[str]:
    judged = "hired-blade scout surgeon falconer skyrunner fortune-teller stormcaller judge ambusher aeronaut "
    judged += "clockmaker wind-whisperer cloud-herald magistra matriarch djinn"
    return judged.split()


def test_a_forced_win_is_before_a_falconers_tie() -> None:
    assert winners(position("3 v 16", "16t v 4p", options=BOTH))[0] == "A"
    assert winners(position("10 v 16", "16t v 4p", options=BOTH))[0] == "-", "10 is no Archipelago card here"
    assert winners(position("3 v 16", "16 v 4p", options=BOTH))[0] == "-"


def test_a_goddess_that_loses_its_last_token_takes_its_signets_along() -> None:
    assert signets(position("3 v 9", "16tt v 1", "6 v 8", ships="")) == (3, 0)
    assert signets(position("3 v 9", "16 v 1", "6 v 8", ships="")) == (1, 2)


def test_an_ability_that_ends_undoes_a_past_encounter_in_play() -> None:
    options = {"cards": _archipelago_with_void_mage()}
    before = position("3 v 9", "16t v 1", a="2 5", b="15 4", options=options)
    assert winners(before)[0] == "A"
    state, events = chosen_with_events(chosen(placed(before, 2, 15), "card A16"), "tokens")
    assert winners(state)[0] == "B"
    assert "activated" not in [event.kind for event in events]


def _archipelago_with_void_mage() -> list[str]:
    others = "void-mage puppeteer mediator treasurer revolutionary witch-king shipwright colossus"
    return [*(card.key for card in GAME.data.cards if card.faction.value == "archipelago"), *others.split()]


def test_levelling_by_a_move_returns_the_signet_and_activates_nobody() -> None:
    before = position("6 v 9", a="7 1", b="12 2", options=II)
    assert signets(before) == (0, 1)
    state, events = chosen_with_events(placed(before, 7, 12), "card A6")
    assert (influences(state, 0), winners(state)[0]) == ((9, 9), "-")
    assert "activated" not in [event.kind for event in events]


# Chains


def test_a_phial_placed_within_a_chain_begins_a_new_one_until_none_can_come() -> None:
    # Wind Whisperer activates the Falconer before it, which places the next phial on the Wind Whisperer.
    state = placed(position("4 v 9", a="12 1", b="14 2", options=IV, supply=(2, 6)), 12, 14)
    assert offered(state) == ["card A4", "card A12"]
    state, events = chosen_with_events(state, "card A12")
    assert [event.kind for event in events].count("phial") == 2, "the second one comes from the Wind Whisperer itself"
    assert row_of(state) == ["4p v 9", "12p v 14"]
    assert state.supply == (0, 6)
    assert state.phase is Phase.PLACE


def test_a_copied_copy_ends_and_the_rest_of_the_round_goes_on() -> None:
    state = placed(position("2 v 9", a="14 1", b="14 3", deck_a="5", waiting=(0, -1), options=IV), 14, 14)
    assert state.phase is Phase.PLACE
    assert state.hands[A] == (1, 5)


def test_a_cartographer_reaches_the_mentor_only_when_it_is_lower() -> None:
    state = placed(position("4 v 5", "12-4 v 13", a="10 1", b="11 2"), 10, 11)
    assert offered(state) == ["card A4", "card A12"]
    assert row_of(chosen(state, "card A12"))[0] == "4t v 5", "the Mentor activates the Occultist"


# Replacements


def test_a_replacement_wins_or_loses_at_once_and_brings_no_ability() -> None:
    state = placed(position(a="9 1", b="12 16 4", options=IV), 9, 12)
    assert (asked_of(state), offered(state)) == (B, ["put 4", "put 16"])
    state, events = chosen_with_events(state, "put 4")
    assert (row_of(state), winners(state)) == (["9 v 4"], ["A"])
    assert "activated" not in [event.kind for event in events]


def test_what_waits_for_a_next_card_passes_a_replacement_by() -> None:
    state = placed(position("1 v 2", a="10 1 3", b="12 5 6", options=ONE), 10, 12)
    waiting = dataclasses.replace(state, waiting=(Waiting(), Waiting(-5, (2,), (("guild", 2),), (5,))))
    after = chosen(waiting, offered(waiting)[0])
    assert row_of(after)[-1] in ("10 v 5", "10 v 6")
    assert after.waiting[B] == Waiting(-5, (2,), (("guild", 2),), (5,)), "it still waits"


def test_an_engineers_modifier_is_lost_with_the_card_that_it_was_for() -> None:
    before = position("1 v 2", a="9 5", b="12 16 4", options=IV)
    before = dataclasses.replace(before, waiting=(Waiting(), Waiting(engineer=(5,))))
    state = chosen(placed(before, 9, 12), "put 4")
    assert row_of(state)[-1] == "9 v 4", "the 12 was the next card"


def test_a_discarded_card_leaves_its_phials_with_the_player_whose_card_held_them() -> None:
    stolen = position("11p v 12", options=IV, supply=(4, 3))
    table = Table.of(stolen)
    table.discard_played((A, 11))
    assert table.supply == [5, 3], "it stays stolen"
    usurped = position("1 v 2p", "3 v 9p", a="16 7", b="15 8 4 5", options=IV, supply=(4, 2), waiting=(-2, 0))
    after = chosen(placed(usurped, 16, 15), "card B2", "card B9", "draw 8", "draw 4")
    assert row_of(after)[:2] == ["1 v 8", "3 v 4"]
    assert after.supply == (4, 4)


# Phials


def test_a_phial_moved_off_a_card_ends_what_it_did_there() -> None:
    before = position("3 v 16", "4p v 9", "7p v 5", a="2 1", b="12 2", options=IV, supply=(0, 6))
    assert (winners(before), signets(before)) == (["-", "B", "A"], (2, 1))
    asked = placed(before, 2, 12)
    assert offered(asked) == ["card A4", "card A7"]
    off_storm = chosen(asked, "card A7")
    assert row_of(off_storm) == ["3 v 16", "4p v 9", "7 v 5", "2+5p v 12"]
    assert signets(off_storm) == (1, 2)
    off_falcon = chosen(asked, "card A4")
    assert (winners(off_falcon), signets(off_falcon)) == (["B", "B", "A", "B"], (2, 3))


def test_matriarchs_two_phials_are_resolved_in_any_order_and_all_lie_there_before() -> None:
    before = position("2 v 9", "5 v 10", a="15 1", b="16 4", deck_b="3 6", options=IV)
    state = chosen(placed(before, 15, 16), "card A2", "card A5")
    assert offered(state) == ["card A2", "card A5"]
    assert row_of(state)[:2] == ["2p v 9", "5p v 10"], "both are placed, nothing is resolved yet"
    state = chosen(state, "card A5")
    assert 3 in state.discards[B]
    assert row_of(state)[0] == "2+5p v 9"
    assert state.supply == (4, 2)


def test_matriarch_takes_from_cards_as_well_as_the_supply() -> None:
    before = position("2 v 9p", "5 v 10p", a="15 1", b="16 4", deck_b="3 6", options=IV, supply=(4, 0))
    state = chosen(placed(before, 15, 16), "card A2", "card A15")
    assert offered(state) == ["card B9", "card B10"]
    state = chosen(state, "card B10")
    assert row_of(state)[:2] == ["2+5p v 9", "5 v 10"]
    assert state.supply == (4, 0)


def test_a_swamp_guardian_takes_a_card_back_without_what_lay_on_it() -> None:
    state = placed(position("1 v 2", "8+3t v 9+1", "10 v 10", a="13 3", b="15 4", options=ONE), 13, 15)
    state = chosen(state, "card A8")
    assert (row_of(state), state.hands[A]) == (["1 v 2", "10 v 10", "13 v 15"], (3, 8))
    assert winners(state)[1] == "-", "no Judge is active any more"
    assert 9 in state.discards[B]
    assert GAME.view(state, B).known.hands[A] == (8, None), "all saw it go there"
    assert row_of(placed(state, 8, 4))[-1] == "8 v 4t", "nothing lies on it when it is placed again"


# Islands


def test_a_group_that_comes_home_has_no_effect_but_its_signets() -> None:
    state, events = chosen_with_events(
        placed(position(a="14 1", b="15 2", ships="centre-1 centre-1 outer-b"), 14, 15), "ship centre-1 to home-a"
    )
    assert signets(state) == (2, 1)
    assert "island" not in [event.kind for event in events]


def test_shanty_singer_sings_before_the_first_of_two_islands_and_in_the_next_round_again() -> None:
    before = position("9t v 12", a="11 3 1", b="15 13 2", deck_a="5 6 7 4", ships="outer-b centre-2 home-b")
    state = chosen(placed(before, 11, 15), "ship outer-b to centre-1", "ship centre-2 to outer-b")
    assert row_of(state)[0] == "9+2t v 12"
    assert offered(state) == ["island centre-1", "island outer-b"], "in the mover's order"
    state = chosen(state, "island centre-1", "card A11")
    assert (row_of(state)[1], state.hands[A]) == ("11+2 v 15", (1, 3, 5, 6))
    state = chosen(placed(state, 3, 13), "ship centre-1 to outer-a")
    assert row_of(state)[0] == "9+4t v 12"


def test_shanty_singer_sings_for_a_pull_of_the_uncharted_waters_too() -> None:
    options = {"deck": "III", "location": "uncharted-waters"}
    state = placed(position("9t v 12", a="11 1", b="4 3", ships="outer-a home-b home-b", options=options), 11, 4)
    state = chosen(state, "ship outer-a to home-a")
    assert row_of(state)[0] == "9+2t v 12"
    assert ships_of(state) == "home-a home-b home-b"


def test_an_island_that_turns_the_encounter_changes_nothing_of_who_won_phase_1() -> None:
    options = {"deck": "III", "location": "uncharted-waters"}
    before = position(a="3 1", b="6 2", ships="outer-b centre-1 home-a", options=options)
    state = chosen(placed(before, 3, 6), "ship outer-b to centre-1", "card A3")
    assert winners(state) == ["A"]
    assert (asked_of(state), offered(state)[0]) == (B, "no"), "the Smuggler won phase 1"


# Ends of the game


LEVEL = ("12 v 2", "13 v 3", "14 v 4", "15 v 5", "1 v 6", "2 v 8", "3 v 10", "5 v 11", "6 v 16")


def ended(ships: str, **options: str) -> tuple[str, int | None] | None:
    """Say how it ends when both place a 9, A having four encounters, B five."""
    state = placed(position(*LEVEL, a="9 7", b="9 7", ships=ships, options=options), 9, 9)
    return None if state.result is None else won_by(state)


def test_level_at_or_over_the_target_plays_on_and_a_lead_wins() -> None:
    assert ended("home-a centre-1 centre-2") is None, "5-5"
    assert ended("home-a home-a home-b") is None, "6-6"
    assert ended("home-a home-a centre-1") == ("signets", A), "6-5"
    assert ended("home-b centre-1 centre-2") == ("signets", B), "4-6"


def test_a_soft_breeze_takes_six_and_plays_on_at_six_each() -> None:
    breeze = {"soft-breeze": "yes"}
    assert ended("centre-1 centre-1 centre-2") == ("signets", B), "4-5"
    assert ended("centre-1 centre-1 centre-2", **breeze) is None
    assert ended("home-a home-a home-b", **breeze) is None, "6-6"
    assert ended("home-a home-a centre-1", **breeze) == ("signets", A), "6-5"


def test_where_both_hands_are_empty_ships_count_and_the_target_does_not() -> None:
    row = ("12 v 2", "3 v 13")
    assert won_by(placed(position(*row, a="9", b="9", ships="home-a centre-1 centre-2"), 9, 9)) == ("cannot-play", A)
    level = placed(position(*row, a="9", b="9", ships="home-a home-b centre-2"), 9, 9)
    assert won_by(level) == ("cannot-play", None)
    both = placed(position(*LEVEL, a="9", b="9", ships="home-a centre-1 centre-2"), 9, 9)
    assert won_by(both) == ("cannot-play", None), "five each and nothing left to play"


def test_a_draw_at_the_end_of_the_round_lets_the_game_go_on() -> None:
    state = placed(position(a="9", b="9", deck_a="1", deck_b="2"), 9, 9)
    assert state.phase is Phase.PLACE
    assert won_by(placed(position(a="9", b="9", deck_a="1"), 9, 9)) == ("cannot-play", A)


# Locations


def test_founders_day_is_won_before_the_loser_activates_an_ongoing_ability() -> None:
    options = {"deck": "II", "location": "founders-day"}
    state = placed(position("9 v 8", "7 v 6", a="15 1", b="12 2", options=options), 15, 12)
    assert won_by(state) == ("founders-day", A), "the Counselor would take the second encounter away"
    first = {"deck": "I", "location": "founders-day"}
    state = placed(position("9 v 8", "7 v 6", a="15 1", b="4 2", options=first), 15, 4)
    assert won_by(state) == ("founders-day", A), "and the Mediator the third"


def test_founders_day_waits_until_all_replacements_lie_there() -> None:
    options = {"deck": "IV", "location": "founders-day"}
    row = ("9 v 8", "7 v 10", "13 v 5", "2 v 4", "1 v 11", "3 v 12-10")
    before = position(*row, a="16 14", b="15 6 14", deck_b="7", waiting=(-9, 0), options=options)
    state = chosen(placed(before, 16, 15), "card B10", "card B12")
    state = chosen(state, "draw 6")
    assert winners(state)[:3] == ["A", "A", "A"]
    assert winners(state)[4:] == ["B", "B", "B"], "both at the same moment"
    assert state.result is None


def test_serpent_temple_looks_at_the_whole_of_phase_2_and_only_at_past_encounters() -> None:
    options = {"deck": "II", "location": "serpent-temple"}
    before = position("3 v 5", a="4 1", b="7 8 2", deck_a="6 10", options=options)
    state = placed(before, 4, 7)
    assert winners(state) == ["B", "A"], "Tax Collector turns the current encounter"
    assert asked_of(state) is None, "which is no past one"
    engineer = dataclasses.replace(before, waiting=(Waiting(engineer=(5,)), Waiting()), hands=((1, 7), (2, 8, 9)))
    state = chosen(placed(engineer, 7, 9), "card A3")
    assert (winners(state)[0], asked_of(state)) == ("A", B)


def test_serpent_temple_pays_the_rival_for_what_is_lost_and_each_encounter_once() -> None:
    options = {"deck": "II", "location": "serpent-temple"}
    before = position("6 v 5", "8 v 7", a="3 1 2", b="9 4 10", deck_b="11 13", options=options)
    state = chosen(placed(before, 3, 9), "card A8")
    assert winners(state)[:2] == ["A", "B"]
    assert asked_of(state) == A, "who discards one"
    state = chosen(state, "discard 2")
    assert (state.hands[A], state.hands[B]) == ((1,), (4, 10, 11, 13))


def test_who_put_the_last_card_under_a_deck_still_knows_it_when_a_faction_is_gone() -> None:
    table = Table.of(
        position(a="1", b="2", deck_b="9 4", options={"deck": "II", "location": "scrapyard"}, bottom=(0, 1))
    )
    ASKS["witch-king"].answer(table, Task("witch-king", A, 13), "faction swamp")
    assert GAME.view(table.state(), B).known.decks[B] == (4,), "there is nothing to shuffle in a deck of one"
    assert GAME.view(table.state(), A).known.decks[B] == (None,)


def test_bazaar_looks_after_a_blackmail_and_after_the_reveal() -> None:
    options = {"deck": "II", "location": "bazaar"}
    before = position(a="3 1 2", b="9 4 5 6", deck_b="7 8 10 11 12", options=options)
    before = dataclasses.replace(before, waiting=(Waiting(), Waiting(blackmail=(("guild", 2),))))
    state = chosen(placed(before, 3, 9), "discard 4", "discard 5")
    assert state.hands[B] == (6, 7, 8, 10, 11)


def test_flying_islands_place_on_a_card_that_moved_and_not_on_one_that_is_gone() -> None:
    options = {"deck": "IV", "location": "flying-islands"}
    state = chosen(placed(position(a="9 1", b="12 4 6", options=options), 9, 12), "put 4")
    assert asked_of(state) is None, "the Wind Whisperer that won was discarded; what replaced it has not won"


def foggy(deck: str, a: str, b: str, *row: str, **more: Any) -> Any:
    return position(*row, a=a, b=b, options={"deck": deck, "location": "foggy-swamp"}, **more)


def test_foggy_swamp_blackmail_meets_the_next_card_placed_when_it_is_revealed() -> None:
    state = placed(placed(foggy("II", "9 8 3 1 2", "10 4 6 5 7 11 12"), 9, 10), 8, 4)
    state = placed(chosen(state, "faction guild"), 3, 6)
    assert row_of(state)[1] == "8 v 4+4"
    assert state.hands[B] == (5, 7, 11, 12), "4 is no Guild card either, but lay there already"
    state, events = placed_with_events(state, 1, 5)
    assert (asked_of(state), offered(state)) == (B, ["discard 7", "discard 11", "discard 12"])
    assert "compared" not in [event.kind for event in events], "at the reveal, before the comparison"
    assert chosen(state, "discard 7", "discard 11").hands[B] == (12,)


def test_foggy_swamp_librarian_and_engineer_meet_the_next_card_placed() -> None:
    state = placed(placed(foggy("II", "6 8 3 1", "10 9 12 4"), 6, 10), 8, 9)
    assert state.waiting[A].librarian == (2,)
    state = placed(state, 3, 12)
    assert row_of(state)[1] == "8t v 9", "it loses as it lies"
    state = placed(state, 1, 4)
    assert (asked_of(state), offered(state)) == (A, ["+2", "-2"])
    assert row_of(chosen(state, "+2"))[2].startswith("3+2 v 12")
    state = placed(placed(foggy("II", "11 8 4 1", "13 9 12 2"), 11, 13), 8, 9)
    assert state.waiting[A].engineer == (5,)
    state = placed(placed(state, 4, 12), 1, 2)
    assert row_of(state)[2] == "4+9 v 12", "four at once, and five at the end of phase 2"


@pytest.mark.parametrize("seat", [A, B])
def test_foggy_swamp_ends_for_one_empty_hand_though_a_pair_lies_face_down(seat: int) -> None:
    hands = ["10", "4 5"] if seat == A else ["4 5", "10"]
    state = placed(foggy("II", *hands), *((10, 4) if seat == A else (4, 10)))
    assert won_by(state) == ("cannot-play", 1 - seat)
