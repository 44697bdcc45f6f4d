"""Cardia: the frame of the rulebook and the rulings that no case of the rules page holds."""

from __future__ import annotations

import dataclasses
import random

import pytest

from collection.errors import RecordError, UnreadableMove
from collection.games.cardia.moves import read_move
from collection.games.cardia.resolving import settle
from collection.games.cardia.state import Phase, State, Task
from collection.games.cardia.table import Table
from collection.games.protocol import Over, Seats
from tests.games.cardia_positions import (
    GAME,
    A,
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
    won_by,
)

II, IV = {"deck": "II"}, {"deck": "IV"}
ORDER = " ".join(map(str, range(1, 17)))


def why_not(state: State, seat: int, move: str) -> str:
    fault = GAME.fault(state, seat, read_move(move))
    assert fault is not None, f"{move} is legal"
    assert read_move(move) not in GAME.moves(state, seat)
    return fault.code


# The frame


def test_setup_of_deck_iii_and_of_deck_iv() -> None:
    third = GAME.start(GAME.setup(2, {}))
    assert ships_of(third) == "outer-a centre-1 outer-b"
    assert third.supply == (0, 0), "no phials"
    fourth = GAME.start(GAME.setup(2, IV))
    assert fourth.ships == ()
    assert fourth.supply == (4, 4)
    state, events = GAME.apply(third, {-1: GAME.read(third, f"shuffle {ORDER} / {ORDER}")})
    assert state.hands == ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    assert [event.seats for event in events if event.kind == "drew-cards"] == [frozenset({A}), frozenset({B})]
    assert GAME.turn(state) == Seats(frozenset({A, B}))
    short = GAME.fault(third, -1, GAME.read(third, "shuffle 1 2 / 3 4"))
    assert short is not None


def test_placing_is_from_the_hand_and_nothing_else() -> None:
    state = position(a="9 1", b="9 1")
    assert why_not(state, A, "play 3") == "not-in-hand"
    assert why_not(state, A, "card A1") == "place-a-card"
    asked = placed(position("3 v 4", "5 v 6", a="15 1", b="16 2"), 15, 16)
    assert why_not(asked, A, "play 1") == "choose-first"
    assert why_not(asked, A, "card B4") == "not-offered"
    assert why_not(asked, B, "card A3") == "not-your-turn"
    fault = GAME.fault(asked, A, read_move("card B4"))
    assert fault is not None
    assert fault.message == "What is to be chosen for Colossus is another card of yours: card A3, card A5."
    over = placed(position(a="9", b="9"), 9, 9)
    assert why_not(over, A, "play 9") == "not-your-turn"


@pytest.mark.parametrize("text", ["play", "play 17", "play 07", "card C1", "ship home-a", "discard 0", "+03", "dance"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove):
        read_move(text)


def test_a_card_whose_ability_cannot_be_resolved_may_be_played() -> None:
    state, events = placed_with_events(position(a="15 1", b="16 2"), 15, 16)
    assert [dict(event.facts)["card"] for event in events if event.kind == "nothing"] == ["Colossus 15"]
    assert state.phase is Phase.PLACE


def test_an_ongoing_ability_stays_when_its_card_comes_to_win_and_ends_with_its_last_token() -> None:
    assert winners(position("1 v 3", "12+9t v 5", options=II)) == ["A", "A"]
    before = position("1 v 3", "12t v 5", "3 v 1", a="2 4", b="13 6", options=II)
    state = chosen(placed(before, 2, 13), "card A12", "card A3")
    assert row_of(state)[:3] == ["1 v 3", "12 v 5", "3t v 1"]
    assert winners(state)[0] == "B", "what it did to a past encounter is undone"


def test_no_modifier_is_put_on_a_card_that_is_not_in_play() -> None:
    state = placed(position("5 v 6", a="3 9 1", b="10 4 2", options=II), 3, 10)
    assert not {"card A9", "card A1", "card B4"} & set(offered(state))


def test_an_empty_deck_is_not_reshuffled_and_loses_nothing() -> None:
    state = placed(position(a="9 1", b="9 1"), 9, 9)
    assert state.hands == ((1,), (1,))
    assert state.discards[A], "there would be something to shuffle"
    assert state.phase is Phase.PLACE


# D. Rulings


def test_ruling_1_the_win_is_tested_before_the_draw() -> None:
    row = ("12 v 2", "13 v 3", "14 v 4", "15 v 5", "16 v 6")
    state = placed(position(*row, a="8 1", b="8 1", deck_a="7", ships="centre-1"), 8, 8)
    assert won_by(state) == ("signets", A)
    assert state.hands[A] == (1,)


def test_ruling_2_signets_for_ships_count_when_nobody_can_play() -> None:
    state = placed(position("12 v 2", a="9", b="9", ships="home-b home-b"), 9, 9)
    assert won_by(state) == ("cannot-play", B)


def test_ruling_3_unequal_over_the_target_the_higher_wins() -> None:
    row = ("12 v 2", "13 v 3", "14 v 4", "15 v 5", "6 v 9", "7 v 10")
    state = placed(position(*row, a="8 1", b="8 1", ships="home-a home-a home-b"), 8, 8)
    assert won_by(state) == ("signets", A)


def test_ruling_4_a_win_by_ability_stops_everything() -> None:
    row = [f"{value} v {value + 2}" for value in (1, 3, 5, 7)]
    state = placed(position(*row, a="9 2", b="12", options=IV), 9, 12)
    assert won_by(state) == ("ability", A)
    assert isinstance(GAME.turn(state), Over)
    assert state.tasks == ()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == {A}
    assert outcome.points == (0, 5), "whatever the signets say"


def test_ruling_5_flipping_the_current_encounter_activates_nobody() -> None:
    state, events = placed_with_events(position(a="4 1", b="7 2", options=II), 4, 7)
    assert winners(state) == ["A"]
    assert [dict(event.facts)["card"] for event in events if event.kind == "activated"] == ["Tax Collector 4"]


def test_ruling_7_a_forced_win_comes_before_a_tie_and_a_tie_before_influence() -> None:
    options = {"cards": [card.key for card in GAME.data.deck("III") if card.value not in (4, 12)]}
    options["cards"] += ["mediator", "treasurer"]
    assert winners(position("16t v 4t", options=options)) == ["A"], "the Goddess before the Mediator"
    assert winners(position("9 v 4t", options=options)) == ["-"]


def test_ruling_9_a_second_token_doubles_nothing() -> None:
    assert signets(position("16tt v 15")) == (1, 0)


def test_ruling_11_a_token_without_an_ongoing_ability_does_nothing() -> None:
    assert signets(position("3t v 6")) == (0, 1)
    assert influences(position("8p v 9", options=IV)) == (8, 9)
    assert signets(position("7pp v 3", options=IV)) == (2, 0), "nor do two phials double"


def test_ruling_12_waiting_modifiers_sum_and_never_reach_a_replacement() -> None:
    state = placed(position(a="3 10 1", b="4 5 2", waiting=(2, 0), options={"deck": "I"}), 3, 4)
    assert row_of(state)[0] == "3+2 v 4t"
    before = position("1 v 2", a="3 16 5", b="9 4", waiting=(1, 0), options=IV)
    state = chosen(placed(before, 3, 9), "put 16")
    assert row_of(state)[-1] == "16-3 v 9", "the +1 went with the card that it lay on"


def test_ruling_14_a_placed_phial_begins_a_new_chain_and_it_ends() -> None:
    before = position("2 v 3", a="12 1", b="14 4", options=IV, supply=(0, 4))
    state = placed(before, 12, 14)
    assert row_of(state) == ["2 v 3", "12 v 14"], "no phial anywhere: nothing is placed"


def test_ruling_15_what_can_move_must_move() -> None:
    state = placed(position(a="3 1", b="9 2", ships="home-a"), 3, 9)
    assert ships_of(state) == "outer-a", "the only legal movement is made, though it costs a signet"


def test_ruling_16_the_mover_orders_islands_that_wait_and_their_ships_are_counted_then() -> None:
    before = position(a="11 1", b="12 2", deck_a="3 4 5 6", ships="outer-b centre-2 home-a")
    state = chosen(placed(before, 11, 12), "ship outer-b to centre-1", "ship centre-2 to outer-a")
    assert offered(state) == ["island centre-1", "island outer-a"]
    state = chosen(state, "island outer-a")
    assert state.hands[A] == (1, 3)
    assert "card A11" in offered(state)


def test_ruling_16_an_island_that_no_ship_is_left_on_does_nothing() -> None:
    before = position(a="11 1", b="12 2", ships="outer-b home-b home-b")
    state, _ = chosen_with_events(placed(before, 11, 12), "ship outer-b to centre-1")
    assert ships_of(state) == "centre-1 home-b home-b"
    gone = dataclasses.replace(state, ships=(5, 5, 5), tasks=(state.tasks[0], Task("islands")))
    table = Table.of(gone)
    settle(table)
    assert "island" in [event.kind for event in table.events]
    assert "modified" not in [event.kind for event in table.events]


def test_ruling_18_siren_may_empty_the_own_home() -> None:
    state = placed(position(a="14 1", b="15 2", ships="home-a home-a centre-1"), 14, 15)
    state = chosen(state, "ship home-a to home-b")
    assert signets(state) == (0, 3)


def test_ruling_19_previous_is_what_lies_there_after_gaps_have_closed() -> None:
    options = {"deck": "II"}
    assert winners(position("1 v 9", "3 v 4", "12t v 5", options=options)) == ["B", "A", "A"]
    assert winners(position("1 v 9", "12t v 5", options=options)) == ["A", "A"]


def test_ruling_21_phials_go_to_the_supply_of_the_card_that_held_them() -> None:
    usurped = position("1 v 2pp", a="16 7", b="15 8", waiting=(-2, 0), options=IV)
    after = chosen(placed(usurped, 16, 15), "card B2", "done")
    assert after.supply == (4, 4)


def test_ruling_22_a_phial_moves_only_from_another_card() -> None:
    before = position(a="2 1", b="9 3", options=IV, supply=(0, 8))
    assert row_of(placed(before, 2, 9)) == ["2 v 9"]
    state = placed(position("4p v 8", "7p v 10", a="2 1", b="9 3", options=IV, supply=(0, 6)), 2, 9)
    assert offered(state) == ["card A4", "card A7"]
    state = chosen(state, "card A7")
    assert row_of(state) == ["4p v 8", "7 v 10", "2+5p v 9"], "a moved phial triggers"


def test_ruling_23_matriarch_with_one_card_steals_one() -> None:
    state = placed(position(a="15 1", b="16 2", options=IV, supply=(6, 2)), 15, 16)
    assert row_of(state) == ["15p v 16"]
    assert state.supply == (6, 1)


def test_ruling_26_a_replacement_is_no_reveal() -> None:
    options = {"deck": "IV", "location": "haunted-catacombs"}
    state = chosen(placed(position("1 v 1", a="3 9 5", b="12 4", options=options), 3, 12), "put 9")
    assert row_of(state)[-1] == "9-3 v 12", "of the same faction as the card before, and nobody is caught"
    assert state.result is None


def test_ruling_27_what_lies_hidden_is_in_no_view() -> None:
    state = position(a="9 1", b="8 2", deck_a="3 4", deck_b="5 6", shown=((1,), ()))
    view = GAME.view(state, B)
    assert view.known.hands == ((1, None), (2, 8))
    assert view.known.decks == ((None, None), (None, None))
    assert view.known.discards == state.discards
    guessed = GAME.guess(view, random.Random(1))
    assert 1 in guessed.hands[A]
    assert GAME.view(guessed, B) == view


def test_ruling_28_the_librarian_comes_after_waiting_modifiers_and_locations() -> None:
    options = {"deck": "II", "location": "auction-house"}
    before = position("8 v 3", a="7 1", b="9 2", deck_a="4 5", waiting=(-1, 0), options=options)
    before = dataclasses.replace(before, waiting=(before.waiting[0]._replace(librarian=(2,)), before.waiting[1]))
    state, events = placed_with_events(before, 7, 9)
    kinds = [event.kind for event in events]
    assert "milled" in kinds
    assert "compared" not in kinds
    _, events = chosen_with_events(state, "+2")
    assert next(event for event in events if event.kind == "compared").facts[0] == ("influence", [8, 9])


def test_ruling_31_stealing_may_end_a_phial_ability() -> None:
    before = position("5 v 3", "1 v 4p", a="10 7", b="12 2", options=IV)
    assert winners(before)[0] == "-"
    state = chosen(placed(before, 10, 12), "card B4", "card B12")
    assert winners(state)[0] == "A"


def test_ruling_32_a_deck_that_may_not_be_built_is_not_played() -> None:
    keys = [card.key for card in GAME.data.deck("III")]
    with pytest.raises(RecordError) as refused:
        GAME.setup(2, {"cards": [*keys[1:], "hired-blade", "unicorn"], "location": "moon"})
    text = str(refused.value)
    assert "unicorn" in text
    assert "Archipelago" in text
    assert "options, location" in text
