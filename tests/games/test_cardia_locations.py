"""Cardia: the locations, those of this box and those of the game before it."""

from __future__ import annotations

from typing import Any

import pytest

from collection.errors import RecordError
from collection.games.protocol import Seats
from tests.games.cardia_positions import (
    GAME,
    A,
    B,
    asked_of,
    chosen,
    offered,
    placed,
    placed_with_events,
    position,
    row_of,
    ships_of,
    winners,
    won_by,
)


def at(location: str, deck: str = "II", **more: str) -> dict[str, Any]:
    return {"deck": deck, "location": location, **more}


def test_soft_breeze_takes_one_signet_more() -> None:
    assert GAME.setup(2, {}).signets == 5
    assert GAME.setup(2, {"soft-breeze": "yes"}).signets == 6


def test_locations_go_with_their_faction_and_may_be_combined() -> None:
    with pytest.raises(RecordError, match="uncharted-waters goes with the archipelago"):
        GAME.setup(2, at("uncharted-waters", "IV"))
    with pytest.raises(RecordError, match="flying-islands goes with the expedition"):
        GAME.setup(2, at("flying-islands", "III"))
    whole = GAME.setup(2, {"deck": "III+IV", "location": "both-new", "soft-breeze": "yes"})
    assert whole.locations == {"soft-breeze", "uncharted-waters", "flying-islands"}
    old = GAME.setup(2, at("bazaar", "III", **{"soft-breeze": "yes"}))
    assert old.locations == {"soft-breeze", "bazaar"}


def test_uncharted_waters_let_the_winner_with_the_archipelago_pull_a_ship() -> None:
    before = position(a="9 1", b="2 3", ships="outer-b centre-2 home-a", options=at("uncharted-waters", "III"))
    state = placed(before, 9, 2)
    assert asked_of(state) == A
    assert offered(state)[0] == "no"
    moved = chosen(state, "ship outer-b to centre-1")
    assert "card B2" in offered(moved), "the island's effect follows"
    assert ships_of(chosen(state, "no")) == "home-a centre-2 outer-b"
    guild = placed(position(a="7 1", b="2 3", options=at("uncharted-waters", "III")), 7, 2)
    assert asked_of(guild) is None
    tie = placed(position(a="9 1", b="9 3", options=at("uncharted-waters", "III")), 9, 9)
    assert asked_of(tie) is None


def test_flying_islands_let_the_winner_with_the_expedition_place_a_phial() -> None:
    options = at("flying-islands", "IV")
    state = placed(position(a="5 1", b="3 4", deck_b="6 7", options=options), 5, 3)
    assert (asked_of(state), offered(state)) == (A, ["no", "place"])
    state = chosen(state, "place")
    assert row_of(state)[0].startswith("5p v")
    assert 6 in state.discards[B], "its phial ability follows"
    empty = placed(position("2pp v 8", a="5 1", b="3", options=options, supply=(0, 4)), 5, 3)
    assert asked_of(empty) is None, "only from the supply"


def test_serpent_temple_pays_for_past_encounters_that_turn() -> None:
    options = at("serpent-temple")
    before = position("3 v 5", a="7 1", b="9 8 2", deck_a="4 10", options=options)
    state = chosen(placed(before, 7, 9), "card A3")
    assert winners(state) == ["A", "B"]
    assert (asked_of(state), offered(state)) == (B, ["discard 2", "discard 8"])
    state = chosen(state, "discard 8")
    assert state.hands[A] == (1, 4, 10), "one for the encounter, one at the end of the round"


def test_bazaar_has_no_draw_but_fills_a_poor_hand() -> None:
    options = at("bazaar")
    state = placed(position(a="9 1 3", b="9 1", deck_a="2", deck_b="2 3 4 5 6", options=options), 9, 9)
    assert state.hands[A] == (1, 3), "two cards left: nothing is drawn"
    assert state.hands[B] == (1, 2, 3, 4, 5), "one card left at the reveal: four are"
    first = at("bazaar", "I")
    before = position(a="9 1 2 3", b="12 5 13 2", deck_b="4 6 7 8 10", options=first)
    state = chosen(placed(before, 9, 12), "faction swamp")
    assert state.hands[B] == (2, 4, 6, 7, 8), "and after an ability"


def test_founders_day_is_won_by_three_in_a_row_even_in_phase_1() -> None:
    options = at("founders-day")
    assert won_by(placed(position("9 v 8", "7 v 6", a="5 1", b="3 2", options=options), 5, 3)) == ("founders-day", A)
    state = placed(position("9 v 8", "6 v 7", a="5 1", b="4 2", options=options), 5, 4)
    assert state.result is None
    turned = placed(position("9 v 8", "4+4 v 10", "11 v 6", a="7 1", b="12 2", options=options), 7, 12)
    assert turned.result is None
    assert won_by(chosen(turned, "card A4")) == ("founders-day", A), "at once, though 7 loses to 12"


def test_grand_library_starts_with_two_and_draws_two() -> None:
    options = at("grand-library")
    state = GAME.start(GAME.setup(2, options))
    order = " ".join(map(str, range(1, 17)))
    state, _ = GAME.apply(state, {-1: GAME.read(state, f"shuffle {order} / {order}")})
    assert state.hands == ((1, 2), (1, 2))
    state = placed(position(a="9 1", b="9 1", deck_a="2 3 4", deck_b="2 3 4", options=options), 9, 9)
    assert state.hands == ((1, 2, 3), (1, 2, 3))


def test_scrapyard_puts_a_card_under_the_deck_unseen() -> None:
    options = at("scrapyard")
    before = position(a="9 1", b="9 1", deck_a="2 3 4", deck_b="2 3 4", options=options, shown=((1,), (1,)))
    state = placed(before, 9, 9)
    assert (asked_of(state), offered(state)) == (A, ["under 1", "under 2", "under 3"])
    state = chosen(state, "under 2", "under 1")
    assert state.decks == ((4, 2), (4, 1))
    assert GAME.view(state, A).known.decks == ((None, 2), (None, None)), "its owner knows it, and nobody else"
    assert GAME.view(state, A).known.hands[B] == (None, None), "what had been seen need not be there any more"


def test_auction_house_mills_for_a_card_below_the_own_previous_one() -> None:
    options = at("auction-house")
    before = position("8 v 3", a="7 1", b="7 2", deck_a="4 5", deck_b="9 10", options=options)
    state = placed(before, 7, 7)
    assert 4 in state.discards[A]
    assert 9 not in state.discards[B]
    raised = position("8 v 3", a="7 1", b="9 2", deck_a="4 5", waiting=(2, 0), options=options)
    assert 4 not in placed(raised, 7, 9).discards[A], "modifiers are counted"


def test_haunted_catacombs_catch_who_repeats_a_faction() -> None:
    options = at("haunted-catacombs")
    assert won_by(placed(position("5 v 2", a="9 1", b="4 3", options=options), 9, 4)) == ("haunted-catacombs", B)
    assert won_by(placed(position("5 v 2", a="9 1", b="6 3", options=options), 9, 6)) == ("haunted-catacombs", None)
    assert placed(position("5 v 2", a="8 1", b="4 3", options=options), 8, 4).result is None


def test_foggy_swamp_reveals_the_pair_before() -> None:
    options = at("foggy-swamp")
    before = position(a="4 7 1", b="8 9 2", deck_a="3 5 6", deck_b="3 5 6", options=options, shown=((4,), ()))
    state, events = placed_with_events(before, 4, 8)
    assert row_of(state) == [], "the first round reveals nothing"
    assert "revealed" not in [event.kind for event in events]
    view = GAME.view(state, B).known
    assert [one.card for one in view.fog] == [None, 8], "the other's card is hidden"
    assert view.hands[A] == (None, None, None)
    state = placed(state, 7, 9)
    assert row_of(state) == ["4+4 v 8"], "the pair before is the current encounter"
    assert [one.card for one in state.fog] == [7, 9]


def test_foggy_swamp_next_card_is_the_next_one_placed() -> None:
    options = at("foggy-swamp", "I")
    before = position(a="3 7 10 1", b="9 8 5 2", options=options)
    state = placed(placed(before, 3, 9), 7, 8)
    assert row_of(state) == ["3 v 9"], "the Surgeon loses while 7 lies face down"
    state = placed(state, 10, 5)
    assert row_of(state)[1] == "7 v 8", "what lay there already is not the next card"
    while asked_of(state) is not None:
        state = chosen(state, offered(state)[0])
    state = placed(state, 1, 2)
    assert row_of(state)[2].startswith("10-5 v 5")


def test_foggy_swamp_resolves_the_last_pair_before_signets_are_counted() -> None:
    options = at("foggy-swamp")
    state = placed(position(a="10", b="4", options=options), 10, 4)
    assert row_of(state) == ["10 v 4+4"]
    assert won_by(state) == ("cannot-play", A)


def test_fortune_teller_in_the_fog_shows_the_card_that_lies_there() -> None:
    options = at("foggy-swamp", "I")
    state = placed(placed(position(a="6 1 2 3", b="9 5 4 7", options=options), 6, 9), 1, 5)
    assert GAME.turn(state) == Seats(frozenset({B}))
    state, _ = GAME.apply(state, {B: GAME.read(state, "play 4")})
    state, _ = GAME.apply(state, {A: GAME.read(state, "play 2")})
    assert [one.card for one in GAME.view(state, A).known.fog] == [2, 4]
    assert [one.card for one in GAME.view(state, B).known.fog] == [None, 4]
