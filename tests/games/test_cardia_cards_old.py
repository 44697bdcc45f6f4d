"""Cardia: what each card of decks I and II does."""

from __future__ import annotations

from collection.games.protocol import CHANCE, Seats
from tests.games.cardia_positions import (
    GAME,
    A,
    B,
    asked_of,
    chosen,
    influences,
    offered,
    placed,
    placed_with_events,
    position,
    row_of,
    signets,
    winners,
    won_by,
)

I, II = {"deck": "I"}, {"deck": "II"}  # noqa: E741 - what the deck is called

# Deck I


def test_hired_blade_takes_the_opposing_card_along() -> None:
    state = placed(position("3 v 4", a="1 2", b="9 5", options=I), 1, 9)
    assert row_of(state) == ["3 v 4"]
    assert 1 in state.discards[A]
    assert 9 in state.discards[B]


def test_void_mage_removes_modifiers_or_tokens() -> None:
    before = position("4t v 8+2t", a="2 1", b="9 5", options=I)
    state = chosen(placed(before, 2, 9), "card B8")
    assert offered(state) == ["modifiers", "tokens"]
    assert row_of(chosen(state, "modifiers"))[0] == "4t v 8t"
    assert row_of(chosen(state, "tokens"))[0] == "4t v 8+2"


def test_surgeon_and_clockmaker_wait_for_the_next_card() -> None:
    state = placed(position(a="3 10 1", b="9 5 2", options=I), 3, 9)
    assert row_of(placed(state, 10, 5))[-1].startswith("10-5 v 5")
    state = placed(position("1 v 2", a="11 3 5", b="12 4 6", options=I), 11, 12)
    assert row_of(state)[0] == "1+3 v 2"
    assert row_of(placed(state, 3, 4))[-1].startswith("3+3 v 4")


def test_mediator_makes_its_encounter_a_tie() -> None:
    state = placed(position(a="4 1", b="9 5", options=I), 4, 9)
    assert row_of(state) == ["4t v 9"]
    assert winners(state) == ["-"]
    assert signets(state) == (0, 0)


def test_saboteur_mills_two() -> None:
    state = placed(position(a="5 1", b="9 2", deck_b="7 8 10", options=I), 5, 9)
    assert {7, 8} <= set(state.discards[B])
    assert state.hands[B] == (2, 10)


def test_fortune_teller_makes_the_opponent_place_face_up_first() -> None:
    state = placed(position(a="6 1 2", b="9 5 3", options=I), 6, 9)
    assert GAME.turn(state) == Seats(frozenset({B}))
    state, events = GAME.apply(state, {B: GAME.read(state, "play 5")})
    assert [(event.kind, event.seats) for event in events] == [("opened", None)]
    assert GAME.view(state, A).known.opened == 5
    assert GAME.turn(state) == Seats(frozenset({A}))
    state, _ = GAME.apply(state, {A: GAME.read(state, "play 2")})
    assert row_of(state) == ["6 v 9", "2 v 5"]
    assert state.first is None, "for one round"


def test_palace_guard_is_kept_down_by_a_discard() -> None:
    before = position(a="7 1", b="9 11 2", options=I)
    state = chosen(placed(before, 7, 9), "faction guild")
    assert asked_of(state) == B
    assert offered(state) == ["no", "discard 11"]
    assert row_of(chosen(state, "no"))[0] == "7+7 v 9"
    assert row_of(chosen(state, "discard 11"))[0] == "7 v 9"
    state = chosen(placed(before, 7, 9), "faction expedition")
    assert offered(state) == ["no"], "asked all the same: that there is none is nobody's business"


def test_judge_wins_ties_past_and_to_come() -> None:
    state = placed(position("3 v 3", a="8 5 1", b="9 5 2", options=I), 8, 9)
    assert winners(state) == ["A", "B"]
    assert winners(position("3 v 3", "8t v 8t", options=I)) == ["both", "both"]


def test_ambusher_takes_a_faction_from_the_hand() -> None:
    state = chosen(placed(position(a="9 1", b="12 5 13 2", deck_b="1", options=I), 9, 12), "faction swamp")
    assert {5, 13} <= set(state.discards[B])
    assert state.hands[B] == (1, 2)


def test_puppeteer_replaces_at_random_and_wins_against_an_empty_hand() -> None:
    state = placed(position(a="10 1", b="12 3 4", options=I), 10, 12)
    assert asked_of(state) == CHANCE
    assert offered(state) == ["draw 3", "draw 4"]
    state = chosen(state, "draw 3")
    assert row_of(state) == ["10 v 3"]
    assert winners(state) == ["A"]
    assert 12 in state.discards[B]
    assert won_by(placed(position(a="10 1", b="12", options=I), 10, 12)) == ("ability", A)


def test_treasurer_is_for_whoever_wins_the_previous_encounter() -> None:
    assert signets(position("3 v 5", "12t v 9", options=I)) == (1, 2)
    assert signets(position("5 v 3", "12t v 9", options=I)) == (3, 0)
    assert signets(position("5 v 5", "12t v 9", options=I)) == (1, 0)
    assert signets(position("12t v 9", options=I)) == (1, 0), "there is none before the first"


def test_swamp_guardian_takes_a_card_back_and_the_gap_closes() -> None:
    before = position("1 v 2", "3+2t v 4", a="13 7", b="15 8", options=I)
    state = chosen(placed(before, 13, 15), "card A1")
    assert row_of(state) == ["3+2t v 4", "13 v 15"]
    assert state.hands[A] == (1, 7)
    assert 2 in state.discards[B]
    assert GAME.view(state, B).known.hands[A] == (1, None), "everybody saw it go there"


def test_magistra_copies_a_card_at_least_as_high() -> None:
    state, events = placed_with_events(position("15 v 2", a="14 1", b="16 5", options=I), 14, 16)
    assert "copied" in [event.kind for event in events], "the Inventor is the only other card as high"
    state = chosen(state, "card A14", "card B2")
    assert row_of(state) == ["15 v 2-3", "14+3 v 16"]
    state, events = placed_with_events(position("12+3 v 2", a="14 1", b="16 5", options=I), 14, 16)
    assert "copied" not in [event.kind for event in events], "the Treasurer is ongoing"


def test_inventor_raises_one_card_and_lowers_another() -> None:
    state = placed(position("1 v 2", a="15 3", b="16 4", options=I), 15, 16)
    assert len(offered(state)) == 4
    state = chosen(state, "card A15")
    assert "card A15" not in offered(state)
    state = chosen(state, "card B16")
    assert row_of(state) == ["1 v 2", "15+3 v 16-3"]
    assert winners(state)[-1] == "A"


def test_djinn_wins() -> None:
    assert won_by(placed(position(a="16 1", b="16 2", waiting=(-1, 0), options=I), 16, 16)) == ("ability", A)


# Deck II


def test_poisoner_makes_it_level() -> None:
    state = placed(position(a="1 2", b="9 3", options=II), 1, 9)
    assert row_of(state) == ["1 v 9-8"]
    assert winners(state) == ["-"]


def test_kinesis_mage_moves_modifiers_and_tokens() -> None:
    before = position("8+4tt v 9", "3-1 v 4", a="2 1", b="10 5", options=II)
    state = chosen(placed(before, 2, 10), "card A8", "card A3")
    assert row_of(state)[:2] == ["8 v 9", "3+3tt v 4"]


def test_envoy_chooses_any_card_or_the_next() -> None:
    state = placed(position("5 v 6", a="3 9 1", b="10 4 2", options=II), 3, 10)
    assert offered(state) == ["card A5", "card A3", "card B6", "card B10", "next"]
    assert row_of(chosen(state, "card B6"))[0] == "5 v 6-3"
    state = placed(chosen(state, "next"), 9, 4)
    assert row_of(state)[-1].startswith("9-3")


def test_tax_collector_adds_four() -> None:
    state = placed(position(a="4 1", b="7 2", options=II), 4, 7)
    assert row_of(state) == ["4+4 v 7"]
    assert winners(state) == ["A"]


def test_revolutionary_exchanges_two_hand_cards() -> None:
    state = placed(position(a="5 1", b="9 2 3 4", deck_b="6 7 8", options=II), 5, 9)
    assert asked_of(state) == B
    state = chosen(state, "discard 2", "discard 3")
    assert state.hands[B] == (4, 6, 7, 8)


def test_librarian_chooses_at_the_reveal_before_the_comparison() -> None:
    state = placed(position(a="6 9 1", b="10 11 2", options=II), 6, 10)
    state = placed(state, 9, 11)
    assert (asked_of(state), offered(state)) == (A, ["+2", "-2"])
    state = chosen(state, "+2")
    assert influences(state) == (11, 11)
    assert winners(state)[-1] == "-"


def test_prodigy_raises_a_low_card() -> None:
    state = placed(position("9 v 8", "8+1 v 2", "3 v 1", a="7 1", b="10 5", options=II), 7, 10)
    assert offered(state) == ["card A3", "card A7"]
    assert row_of(chosen(state, "card A7"))[-1] == "7+3 v 10"


def test_aristocrat_is_worth_more_while_it_wins() -> None:
    assert signets(position("8t v 5", options=II)) == (2, 0)
    assert signets(position("8t v 9", options=II)) == (0, 1)


def test_blackmailer_costs_two_cards_at_the_reveal() -> None:
    before = chosen(placed(position(a="9 1 3", b="12 5 7 2", options=II), 9, 12), "faction swamp")
    state = placed(before, 1, 7)
    assert asked_of(state) == B
    state = chosen(state, offered(state)[0])
    assert {2, 5} <= set(state.discards[B])
    kept = placed(before, 1, 5)
    assert kept.hands[B] == (2, 7)


def test_illusionist_activates_another_losing_card() -> None:
    state, _ = placed_with_events(position("4 v 5", "8 v 3", a="10 1", b="11 2", options=II), 10, 11)
    assert row_of(state)[0] == "4+4 v 5", "the only other card that is losing"
    assert winners(state) == ["A", "A", "B"]


def test_engineer_comes_at_the_end_of_phase_2_even_after_a_tie() -> None:
    state = placed(position(a="11 9 1", b="12 9 2", options=II), 11, 12)
    state, events = placed_with_events(state, 9, 9)
    kinds = [event.kind for event in events]
    assert kinds.index("compared") < kinds.index("modified")
    assert row_of(state)[-1] == "9+5 v 9"
    assert winners(state)[-1] == "A"


def test_counselor_wins_the_previous_encounter() -> None:
    assert winners(position("1 v 9", "12t v 3", options=II)) == ["A", "A"]
    assert winners(position("1 v 9", "12t v 12t", options=II)) == ["B", "-"], "two of them cancel each other"


def test_witch_king_takes_a_faction_from_hand_and_deck_and_shuffles() -> None:
    before = position(a="13 1", b="15 5 2", deck_b="9 3 4 1", options=II)
    state = chosen(placed(before, 13, 15), "faction swamp")
    assert {1, 5, 9} <= set(state.discards[B])
    assert not hasattr(GAME.turn(state), "must"), "chance shuffles what is left"
    fault = GAME.fault(state, CHANCE, GAME.read(state, "shuffle 4"))
    assert fault is not None
    assert fault.code == "shuffle"
    state, _ = GAME.apply(state, {CHANCE: GAME.read(state, "shuffle 4 3")})
    assert state.hands[B] == (2, 4)


def test_elemental_copies_a_hand_card_then_draws() -> None:
    before = position(a="14 4 8", b="15 2", deck_a="9 3", options=II)
    asked = placed(before, 14, 15)
    assert offered(asked) == ["discard 4"], "the Aristocrat's ability is no instant one; that, nobody else need know"
    state = chosen(asked, "discard 4")
    assert row_of(state) == ["14+4 v 15"], "the Tax Collector's, here"
    assert state.hands[A] == (3, 8, 9)
    assert 4 in state.discards[A]
    nothing = placed(position(a="14 8", b="15 2", deck_a="9 3", options=II), 14, 15)
    assert nothing.hands[A] == (8, 9), "no such card: nothing at all, and the draw is the round's"


def test_mechanical_djinn_wins_with_the_following_encounter() -> None:
    assert won_by(placed(position("15t v 16", a="9 1", b="4 2", options=II), 9, 4)) == ("ability", A)
    assert placed(position("15t v 16", a="8 1", b="9 2", options=II), 8, 9).result is None
    assert placed(position("15 v 16", a="9 1", b="4 2", options=II), 9, 4).result is None, "no token, no ability"


def test_successor_leaves_two_hand_cards() -> None:
    before = position(a="16 1", b="16 2 3 4 5", deck_b="6 7", waiting=(-1, 0), options=II)
    state = chosen(placed(before, 16, 16), "discard 2", "discard 3")
    assert state.hands[B] == (4, 5)
    assert state.decks[B] == ()
    assert {2, 3, 6, 7} <= set(state.discards[B])
