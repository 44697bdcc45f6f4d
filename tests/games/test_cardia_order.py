"""Rulings of Cardia that no test names elsewhere: what is worth what, what may be left undone, and what comes first."""

from __future__ import annotations

from tests.games.cardia_positions import (
    B,
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
)


def test_ruling_6_a_winning_card_has_one_signet_however_far_ahead_it_is_and_any_other_none() -> None:
    assert signets(position("9+50 v 3", ships="")) == (1, 0)
    assert signets(position("9-9 v 3-3", ships="")) == (0, 0)
    assert signets(position("9-9 v 3-2", "1 v 2", ships="")) == (0, 2)


def test_ruling_8_a_tie_against_an_active_goddess_is_lost_and_the_loser_activates() -> None:
    state = position("16t v 1", a="6 3", b="6 5", deck_a="11 8", deck_b="13 8")
    after, events = placed_with_events(state, 6, 6)
    assert winners(after)[-1] == "A"
    activated = [dict(event.facts) for event in events if event.kind == "activated"]
    assert [(one["seat"], one["card"]) for one in activated] == [(B, "Smuggler 6")]


def test_ruling_8_two_active_goddesses_let_both_cards_win_and_nobody_activates() -> None:
    state = position("16t v 1", "1 v 16t", a="9 3", b="6 5", deck_a="11 8", deck_b="13 8")
    after, events = placed_with_events(state, 9, 6)
    assert winners(after)[-1] == "both"
    assert not [event for event in events if event.kind == "activated"]


def test_ruling_8_a_goddess_does_nothing_for_other_factions() -> None:
    state = position("16t v 1", a="5 3", b="7 2", deck_a="11 8", deck_b="13 8", ships="")
    assert winners(placed(state, 5, 7))[-1] == "B"


def test_ruling_10_the_occultists_two_come_on_top_of_the_signet_of_a_win() -> None:
    assert signets(position("4-5t v 1-9", ships="")) == (3, 0)
    assert signets(position("4-5t v 1", ships="")) == (2, 1)
    assert signets(position("4-5 v 1", ships="")) == (0, 1)
    assert signets(position("4-3t v 5", ships="")) == (0, 1)


def test_ruling_13_juggler_may_take_from_itself_and_a_card_without_modifiers() -> None:
    state = position("7 v 15", a="2 3", b="9 5", deck_a="11 8", deck_b="13 8", waiting=(3, 0))
    asked = placed(state, 2, 9)
    assert set(offered(asked)) == {"card A7", "card A2"}
    assert row_of(chosen(asked, "card A2"))[0] == "7+6 v 15"
    assert row_of(chosen(asked, "card A7")) == ["7 v 15", "2+3 v 9"]


def test_ruling_17_an_empty_deck_leaves_the_rest_of_an_ability_to_do() -> None:
    state = position(a="5 3", b="9 6 8", deck_a="11")
    after = chosen(placed(state, 5, 9), "discard 6")
    assert after.hands[B] == (8,)
    assert 6 in after.discards[B]


def test_ruling_25_all_chosen_cards_go_before_the_first_comes() -> None:
    state = position("2 v 15", "3 v 14", a="16 1", b="4 5 12", options={"deck": "IV"}, waiting=(-9, 0))
    after, events = chosen_with_events(chosen(placed(state, 16, 12), "card B14"), "card B15")
    assert [event.kind for event in events].count("destroyed") == 2
    assert row_of(after)[:2] == ["2 v -", "3 v -"]
    assert not [event for event in events if event.kind == "replaced"]
    after = chosen(after, "draw 5")
    assert row_of(after)[:2] == ["2 v 5", "3 v 4"]
    assert winners(after)[:2] == ["B", "B"]


def test_ruling_29_tokens_and_modifiers_have_no_limit() -> None:
    state = position("9+99tttttttt v 1-99", ships="")
    assert influences(state) == (108, -98)
    assert signets(state) == (1, 0)


def test_ruling_30_abilities_then_islands_then_locations() -> None:
    state = position(
        "9 v 3",
        a="1 10",
        b="6 15",
        deck_a="11",
        deck_b="13",
        options={"deck": "III+IV", "location": "uncharted-waters"},
        ships="outer-a centre-1 home-b",
    )
    after = placed(state, 1, 6)
    assert all(option.startswith("ship ") for option in offered(after)), "Ferryman moves a ship first"
    after = chosen(after, "ship centre-1 to centre-2")
    assert all(option.startswith("card ") for option in offered(after)), "then the island has its effect"
    after = chosen(after, "card A9")
    assert "no" in offered(after), "then the Uncharted Waters let the winner pull a ship"
    assert row_of(after)[0] == "9-2 v 3"
    assert ships_of(after) == "outer-a centre-2 home-b"
