"""MUD: deals, pacts, ways to hold Scandals, next turns and wins that meet, as the rules page lets them meet."""

from __future__ import annotations

import random
from typing import Any

import pytest

from collection.games.mud.state import Hold, Phase, State
from collection.games.protocol import Over, Seats
from tests.games.mud_tables import (
    GAME,
    A,
    B,
    C,
    D,
    F,
    cards,
    cards_of,
    facts,
    fine,
    happened,
    numbers,
    play,
    table,
    why_not,
)

SIX_UPPER = "slu slu nlu nlu mlu wlu"
SIX_MIDDLE = "slm slm nlm nlm mlm wlm"


def seen(state: State, seat: int, owner: int) -> list[int]:
    """Give what a seat's view has of a row; 0 for what it may not look at."""
    return sorted(held.card for held in GAME.view(state, seat).known.rows[owner])


# Deals


@pytest.mark.parametrize(
    ("moves", "phase"),
    [
        (["play wiretap B"], Phase.CHOOSE),
        (["play money shared with B"], Phase.PACT),
        (["B: offer A nlw"], Phase.ANSWER),
        (["play dig B"], Phase.PICK),
        (["play money"], Phase.RESHUFFLE),
        (["play purge south"], Phase.CHOOSE),
    ],
)
def test_no_deal_is_offered_inside_an_action_by_anybody(moves: list[str], phase: Phase) -> None:
    state = table(
        "wiretap money dig purge slw", "nlw mlw", "mlw", maps={C: "slw scw"}, rows={B: [23, 24]}, scandals=(9,),
        discard="wlw wlw wcw",
    )  # fmt: skip
    state = play(state, *moves)
    assert state.phase is phase
    for seat, card in ((A, "slw"), (B, "nlw"), (C, "mlw")):
        assert not fine(state, f"offer {'BAA'[seat]} {card}", seat)
        assert not [move for move in GAME.moves(state, seat) if GAME.write(move).startswith("offer")]


def test_each_player_makes_three_offers_a_turn_of_whichever_end() -> None:
    state = table("7*slw", "7*nlw", "7*mlw")
    state = play(state, "offer B slw", "accept", "offer C slw", "refuse", "offer B for nlw", "accept")
    assert why_not(state, "offer B slw") == "offers", "the active player too, accepted or not"
    state = play(state, *["B: offer C nlw", "accept"] * 3)
    assert why_not(state, "offer A nlw", B) == "offers"
    assert fine(state, "offer A mlw", C), "to be asked costs nothing"
    state = play(state, "map slw", "C: offer A mlw", "refuse", "end")
    assert state.offers == (0, 0, 0)


def test_who_is_shown_a_refused_offer_has_seen_its_cards_and_nobody_else_has() -> None:
    state = play(table("slw dig", "nlw", "mlw"), "offer B dig for nlw", "refuse")
    assert [(one.observer, one.owner, one.card) for one in state.known] == [(B, A, "dig")]
    assert GAME.view(state, C).known.known == ()
    assert GAME.view(state, A).known.known == (), "what was wanted of B is not shown by a refusal"
    imagined = GAME.guess(GAME.view(state, B), random.Random(3))
    assert "dig" in imagined.hands[A]


# Pacts


def test_a_dig_shared_with_its_own_target_may_open_the_scandal_that_it_brought() -> None:
    state = table("dig slw slw", "nlw nlw", "7*mlw", rows={B: [23]}, scandals=(3,), pile="wcw " * 20)
    state = play(state, "play dig B shared with B", "accept")
    assert state.phase is Phase.PICK
    state, events = happened(state, "pick 3")
    assert [one["seat"] for one in facts(events, "punished")] == [A, B]
    assert (state.hands[A], state.hands[B], state.spent) == ((), (), (3,))
    assert state.abilities[B] == ("dig",), "the ability stays, whatever became of the Scandal"
    state = play(state, "end")
    assert why_not(state, "use dig A") == "no-scandal", "but needs its target"
    assert why_not(state, "use dig C") == "no-scandal"


def test_a_dig_refused_by_its_target_goes_on_alone() -> None:
    state = play(table("dig", "nlw", "", rows={B: [23]}, scandals=(3,)), "play dig B shared with B", "refuse")
    assert (state.spent, numbers(state, A), state.abilities[B]) == ((23,), [3], ())


def test_a_shared_dig_under_the_partners_turn_may_strike_both_through_the_shared_card() -> None:
    state = table("dig", "nlw nlw", "7*mlw", rows={C: [23]}, scandals=(3,), pile="wcw " * 20)
    state = play(state, "play dig C shared with B", "accept", "end")
    assert (state.active, seen(state, B, A)) == (B, [3])
    state, events = happened(state, "use dig A")
    assert [one["seat"] for one in facts(events, "punished")] == [B, A], "the active player first"
    assert (state.hands[A], state.hands[B], numbers(state, B)) == ((), (), [])


@pytest.mark.parametrize("hold", [Hold.SEE, Hold.SAY])
def test_a_shared_scandal_that_its_holders_may_not_see_is_cleared_blind(hold: Hold) -> None:
    state = table("", "", "", maps={B: SIX_UPPER}, rows={A: [(3, B)], B: [9]}, active=B, hold=hold)
    assert why_not(state, "clear 3") == "not-there"
    state = play(state, "clear")
    assert state.phase is Phase.PICK
    shared = play(state, "pick 3")
    assert (shared.rows[A], numbers(shared, B), shared.spent) == ((), [9], (3,)), "for both"


def test_a_shared_shredder_never_picks_blind_what_came_with_it() -> None:
    state = table("shredder", "7*slw", rows={A: [5], B: [6]}, scandals=(9,), hold=Hold.SEE, pile="wcw " * 14)
    state = play(state, "play shredder shared with B", "accept")
    assert (numbers(state, A), state.spent) == ([9], (5,)), "A's went, which was the only one from before"
    state = play(state, "end", "use shredder")
    assert (numbers(state, A), numbers(state, B), state.spent) == ([9], [], (5, 6))


def test_a_shredder_of_ones_own_may_discard_what_a_shared_one_brought() -> None:
    state = table("shredder", "shredder 6*slw", rows={A: [5], B: [6]}, scandals=(9, 7), pile="wcw " * 14)
    state = play(state, "play shredder 5 shared with B", "accept", "end")
    assert why_not(state, "use shredder 9") == "not-there"
    own = play(state, "play shredder 9")
    assert (numbers(own, A), numbers(own, B), own.spent) == ([], [6, 7], (5, 9)), "9 was taken before this one"
    assert why_not(state, "play shredder 7") == "not-there", "which brings 7 itself"
    state = play(state, "play shredder 6")
    assert why_not(state, "use shredder 9") == "not-there", "and 9 is still barred to the shared one"
    assert fine(state, "use shredder 7")


def test_an_ability_that_a_scandal_forbids_on_the_next_turn_lapses_with_it() -> None:
    state = table("money", "7*slw", "dig 6*mlw", rows={B: [17]}, scandals=(9, 23), active=A, pile="wcw " * 40)
    state = play(state, "play money shared with B", "accept")
    state = state._replace(curses=((), ("no rats next turn",), ()))
    state = play(state, "end")
    assert why_not(state, "use money") == "no-rats"
    state, events = happened(state, "end")
    assert [one["cards"] for one in facts(events, "lapsed")] == [("money",)]
    assert state.abilities[B] == ()


def test_a_pact_in_absolute_immunity_is_none() -> None:
    state = table("money", "slw", rows={B: [23]}, pile="wcw " * 9)
    assert why_not(state, "play money shared with B") == "no-scandal"
    reshuffled = play(table("money", "slw", spent=(4,), pile="wcw " * 9), "play money shared with B", "accept")
    assert reshuffled.phase is Phase.RESHUFFLE_SCANDALS, "what was discarded can be shared"
    reshuffled = play(reshuffled, "scandals 4")
    assert [(held.card, held.partner) for held in reshuffled.rows[A]] == [(4, B)]
    assert GAME.view(reshuffled, B).known.rows[A][0].card == 4


# Who sees what


def test_say_no_evil_hides_a_shared_card_from_both_and_shows_it_to_the_third_who_may_name_it() -> None:
    state = table("money", "", "dig 6*mlw", scandals=(3, 23), hold=Hold.SAY, pile="wcw " * 40)
    state, events = happened(state, "play money shared with B", "accept")
    (told,) = [event for event in events if event.kind == "scandal-seen"]
    assert told.seats == frozenset({C})
    assert [seen(state, seat, A) for seat in (A, B, C)] == [[0], [0], [3]]
    state = play(state, "end", "end")
    assert why_not(state, "play dig B") == "choose", "it lies open to the digger"
    assert play(state, "play dig B 3").spent == (3,), "B can be dug for it"


def test_say_no_evil_does_not_show_the_one_dug_up_which_was_named_before_it_is_open() -> None:
    state = table("dig", "nlw", "", rows={B: [7, 8]}, scandals=(9,), hold=Hold.SAY)
    asked = play(state, "play dig B 8 shared with C")
    shown = {seat: rat.scandal for seat in (A, B, C) if (rat := GAME.view(asked, seat).known.rat) is not None}
    assert shown == {A: 8, B: 0, C: 8}


def test_a_shredded_scandal_is_named_before_its_player_alone() -> None:
    asked = play(table("shredder", "nlw", "", rows={A: [7, 8]}, scandals=(9,)), "play shredder 8 shared with B")
    shown = {seat: rat.scandal for seat in (A, B, C) if (rat := GAME.view(asked, seat).known.rat) is not None}
    assert shown == {A: 8, B: 0, C: 0}
    for seat in (B, C):
        guessed = GAME.guess(GAME.view(asked, seat), random.Random(5))
        assert guessed.rat is not None
        assert guessed.rat.scandal in numbers(guessed, A)


def test_see_no_evil_tells_nobody_before_the_reveal_and_everybody_at_it() -> None:
    state = table("money dig", "", "dig 6*mlw", rows={B: [23]}, scandals=(3, 24, 9), hold=Hold.SEE, pile="wcw " * 40)
    state, events = happened(state, "play money shared with B", "accept")
    assert facts(events, "scandal-seen") == []
    assert all(one["number"] == 0 and one["says"] == "" for one in facts(events, "scandal"))
    assert [seen(state, seat, A) for seat in (A, B, C)] == [[0]] * 3
    assert all(set(GAME.view(state, seat).known.scandals) == {0} for seat in (A, B, C))
    _, events = happened(state, "end", "end", "play dig A")
    (revealed,) = [event for event in events if event.kind == "revealed"]
    assert revealed.seats is None


def test_hear_no_evil_tells_a_shared_card_to_all_and_the_dig_is_blind_all_the_same() -> None:
    state = table("money", "", "dig 6*mlw", rows={A: [5]}, scandals=(3, 23), hold=Hold.HEAR, pile="wcw " * 40)
    state, events = happened(state, "play money shared with B", "accept")
    assert [(one["number"], one["partner"]) for one in facts(events, "scandal")] == [(3, B)]
    assert [seen(state, seat, A) for seat in (A, B, C)] == [[3, 5]] * 3
    state = play(state, "end", "end")
    assert why_not(state, "play dig A 3") == "blind"
    assert play(state, "play dig A").phase is Phase.PICK


def test_a_wiretap_is_looked_at_by_one_and_its_card_is_told_to_two() -> None:
    state = table("wiretap", "nlw slw", "mlw", scandals=(9,))
    looking = play(state, "play wiretap B")
    assert GAME.view(looking, C).known.hands[B] == (None, None)
    assert [one.card for one in GAME.view(looking, A).known.known] == ["nlw", "slw"]
    assert GAME.view(looking, C).known.known == ()
    after, events = happened(looking, "choose nlw")
    assert [event.kind for event in events if event.visible_to(C)] == ["took"]
    assert [(one.owner, one.card) for one in GAME.view(after, A).known.known] == [(B, "slw")]
    assert [(one.owner, one.card) for one in GAME.view(after, B).known.known] == [(A, "nlw")]


# Scandals


def test_a_scandal_for_the_next_turn_lasts_that_turn_only() -> None:
    state = table("", "7*slw stuffing", maps={B: SIX_MIDDLE}, active=A, pile="wcw " * 60, scandals=(23, 24))
    cursed = state._replace(curses=((), ("no blocs next turn", "one voter next turn")))
    state = play(cursed, "end")
    assert state.bound == ("no blocs next turn", "one voter next turn")
    assert why_not(play(state, "play stuffing", "map slw"), "map slw") == "limit"
    state = play(state, "end", "end")
    assert (state.active, state.bound, state.curses) == (B, (), ((), ()))
    state = play(state, *["map slw"] * 4)
    assert why_not(state, "map slw") == "limit", "three, and one for the bloc"


def test_no_blocs_leaves_ballot_stuffing_and_takes_the_blocs_of_all_classes() -> None:
    maps = {A: f"{SIX_MIDDLE} {SIX_UPPER} slw slw slw slw slw slw", B: "nlw"}
    state = table("stuffing 6*slw", "", maps=maps, rows={A: [5]}, scandals=(23,), bound=("no blocs next turn",))
    assert why_not(state, "clear 5") == "no-blocs"
    assert why_not(state, "steal B nlw") == "no-blocs"
    state = play(state, "play stuffing", *["map slw"] * 5)
    assert why_not(state, "map slw") == "limit"


def test_a_scandal_that_lets_others_draw_shuffles_discards_but_not_what_is_still_in_play() -> None:
    state = table("", "dig", "", rows={A: [20]}, scandals=(23,), discard="slw nlw", active=B)
    before = cards_of(state)
    state = play(state, "play dig A")
    assert state.phase is Phase.RESHUFFLE
    assert cards_of(state) == before, "the Dig and the open Scandal are kept apart, not lost"
    assert GAME.fault(state, -1, GAME.read(state, "shuffle slw nlw dig")) is not None
    state, events = happened(state, "shuffle slw nlw")
    assert [(one["seat"], one["count"]) for one in facts(events, "drew")] == [(B, 1), (C, 1)], "clockwise from A"
    assert (state.spent, state.discard, cards_of(state)) == ((20,), ("dig",), before)


def test_absolute_immunity_lasts_over_several_rats_and_turns() -> None:
    state = table("stuffing stuffing", "stuffing dig", rows={A: [5], B: [6]}, pile="slw " * 20)
    state, events = happened(state, "play stuffing", "play stuffing", "end", "play stuffing", "play dig A")
    assert [one["seat"] for one in facts(events, "immune")] == [A, A, B, B]
    assert state.spent == (5,)
    assert numbers(state, B) == [6]


# Winning


THREE = {"slu": "slw slm nlw nlm nlu mlw mlm mlu", "num": "slw slm slu nlw nlm mlw mlm mlu"}


@pytest.mark.parametrize("last", ["slu", "num"])
@pytest.mark.parametrize(("seats", "short", "ends"), [(6, False, True), (6, True, True), (5, False, False)])
def test_six_seats_play_to_three_in_three_short_or_not(last: str, seats: int, short: bool, ends: bool) -> None:
    state = play(table(last, *[""] * (seats - 1), maps={A: THREE[last]}, short=short), f"map {last}")
    assert isinstance(GAME.turn(state), Over) is ends


def test_the_last_of_six_wins_on_the_turn_of_the_first() -> None:
    maps = {F: "slw slm nlw nlm nlu mlw mlm mlu mcw", A: "slu"}
    state = table("redistrict", *[""] * 5, maps=maps, scandals=(23,))
    state, events = happened(state, "play redistrict slu for F mcw")
    assert (state.winner, facts(events, "won")) == (F, [{"seat": F, "leaning": "liberal"}])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == frozenset({F})


def test_a_win_by_a_shared_ability_ends_the_game_with_no_card_out_of_place() -> None:
    almost = "slw slm nlw nlm nlu mlw mlm mlu mcw"
    state = table("redistrict", "7*ncw", "", maps={A: "scw", B: almost, C: "scu slu"}, scandals=(9,), short=True,
                  pile="wcw " * 20)  # fmt: skip
    state = play(state, "play redistrict scw for C scu shared with B", "accept", "end")
    before = cards_of(state)
    state = play(state, "use redistrict mcw for C slu")
    assert (state.phase, state.winner, cards_of(state)) == (Phase.OVER, B, before)


def test_taking_voters_wins_for_nobody_until_they_are_mapped() -> None:
    almost = "slw slm nlw nlm nlu mlw mlm mlu"
    state = table("poach", "", maps={A: almost, B: "slu"}, scandals=(9,), short=True)
    state = play(state, "play poach B slu")
    assert isinstance(GAME.turn(state), Seats)
    assert isinstance(GAME.turn(play(state, "map slu")), Over)


def test_both_leanings_may_count_the_same_undecided_voters_and_either_wins() -> None:
    state = table("wuw", "", maps={A: "2*scw suw 2*ncw nuw 3*mcw wcw wcm"})
    short: dict[str, Any] = {"maps": {A: "2*scw suw 2*ncw nuw wcw wcm"}, "short": True}
    assert isinstance(GAME.turn(play(state, "map wuw")), Seats), "four in four are wanted"
    after = play(table("wuw", "", **short), "map wuw")
    assert after.leaning == "conservative"


def test_a_reshuffle_comes_only_when_a_card_must_be_drawn() -> None:
    state = table("6*slw", "nlw", pile="mlw", discard="wlw wcw")
    state = play(state, "end")
    assert (state.phase, state.pile, len(state.hands[A])) == (Phase.ACT, (), 7)
    state = play(state, "end")
    assert (state.phase, state.active) == (Phase.RESHUFFLE, B)
    state, events = happened(state, "shuffle wlw wcw")
    assert state.hands[B] == cards("nlw wcw wlw")
    assert facts(events, "no-cards") == [{"seat": B}]
    assert state.active == A


def test_a_digger_takes_a_voter_of_each_of_two_who_share() -> None:
    state = table("", "", "", "dig", maps={B: "slw", C: "nlw"}, rows={B: [(4, C)]}, scandals=(9,), active=D)
    state = play(state, "play dig C")
    assert (state.hands[D], state.maps[B], state.maps[C]) == (cards("nlw slw"), (), ())
