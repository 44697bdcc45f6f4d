"""Sentences and rulings of MUD about when: swaps, next turns, next draws, punishments that are shared."""

from __future__ import annotations

import pytest

from collection.errors import UnreadableMove
from collection.games.mud.moves import read_move
from collection.games.mud.state import Phase
from collection.games.protocol import Seats
from tests.games.mud_tables import GAME, A, B, C, cards, cards_of, facts, fine, happened, numbers, play, table, why_not


def test_ruling_16_a_swap_gives_its_player_a_bloc_at_once_or_takes_one() -> None:
    state = table("redistrict 4*slm", "", maps={A: "5*slm slw", B: "scm"}, scandals=[23])
    gained = play(state, "play redistrict slw for B scm")
    assert (gained.maps[A], gained.maps[B]) == (cards("5*slm scm"), cards("slw"))
    assert fine(play(gained, "map slm", "map slm", "map slm"), "map slm"), "six of the middle class: a fourth"
    state = table("redistrict 4*slm", "", maps={A: "6*slm", B: "scw"}, scandals=[23])
    lost = play(state, "play redistrict slm for B scw")
    assert lost.maps[A] == cards("5*slm scw")
    lost = play(lost, "map slm")
    assert fine(play(lost, "map slm", "map slm"), "map slm"), "a sixth came onto the Map again"
    state = table("redistrict 3*slw nlw", "", maps={A: "6*slm", B: "scw"}, scandals=[23])
    lost = play(state, "play redistrict slm for B scw", "map slw", "map slw", "map slw")
    assert why_not(lost, "map nlw") == "limit"


def test_ruling_16_and_9_a_swap_that_completes_both_maps_is_won_by_the_active_player() -> None:
    mine = "4*slw 4*nlw 4*mlw 3*wlw wcw"
    theirs = "4*scw 4*ncw 4*mcw 3*wcw wlw"
    state = table("redistrict", "", maps={A: mine, B: theirs}, scandals=[23])
    after = play(state, "play redistrict wcw for B wlw")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == ("liberal", frozenset({A}))
    assert cards_of(after) == cards_of(state)


def test_ruling_5_a_next_turn_is_the_first_that_begins_afterwards() -> None:
    state = table("dig 3*slw", "2*slw", rows={A: [(16, B)]}, scandals=[23], pile="slm " * 12)
    after = play(state, "play dig B")
    assert after.curses == (("one voter next turn",), ("one voter next turn",))
    assert fine(play(after, "map slw", "map slw"), "map slw"), "the turn under way is no next turn"
    theirs = play(after, "end", "map slw")
    assert theirs.active == B
    assert why_not(theirs, "map slw") == "limit"
    mine = play(theirs, "end", "map slw")
    assert (mine.active, why_not(mine, "map slw")) == (A, "limit")


def test_scandal_18_of_the_active_player_skips_the_draw_at_the_end_of_this_very_turn() -> None:
    state = table("dig slw", "slw", rows={A: [(18, B)]}, scandals=[23], pile="slm " * 14)
    after, events = happened(state, "play dig B", "end")
    assert after.hands[A] == cards("slw")
    assert [one["seat"] for one in facts(events, "skipped")] == [A]
    after = play(after, "end", "end")
    assert after.hands[B] == cards("slw")
    assert len(after.hands[A]) == 7, "only one draw is skipped"


def test_the_draw_at_the_end_is_compulsory_and_the_turn_goes_to_the_left() -> None:
    after = play(table("slw", "", "", pile="slm " * 9), "end")
    assert (after.active, len(after.hands[A]), len(after.hands[B])) == (B, 7, 0)
    turn = GAME.turn(after)
    assert isinstance(turn, Seats)
    assert turn.must == {B}


def test_scandals_are_looked_at_by_their_owner_and_a_rival_sees_how_many() -> None:
    state = table("", "", "", rows={A: [3, 7]})
    assert numbers(GAME.view(state, A).known, A) == [3, 7]
    assert numbers(GAME.view(state, B).known, A) == [0, 0]


def test_a_scandal_that_is_taken_while_a_dig_is_resolved_is_the_diggers_own() -> None:
    state = table("dig", "slw", rows={B: [23]}, scandals=[3])
    after = play(state, "play dig B")
    assert numbers(after, A) == [3]
    assert (numbers(after, B), after.spent) == ([], (23,))


def test_absolute_immunity_ends_with_the_scandal_that_a_rat_discards() -> None:
    state = table("2*dig money", "", "", rows={B: [23], C: [24]}, pile="slm " * 9)
    after, events = happened(state, "play dig B")
    assert facts(events, "immune") == [{"seat": A}]
    assert after.spent == (23,)
    after = play(after, "play dig C")
    assert after.phase is Phase.RESHUFFLE_SCANDALS
    after = play(after, "scandals 23")
    assert numbers(after, A) == [23]
    assert after.spent == (24,)


def test_a_shared_neighbours_scandal_goes_to_each_ones_own_left_neighbour() -> None:
    state = table("dig", "", "", maps={A: "slw", B: "nlw"}, rows={A: [(19, B)]}, scandals=[23])
    after, events = happened(state, "play dig B")
    assert after.maps[A] == ()
    assert [(one["seat"], one["to"]) for one in facts(events, "lost")] == [(A, B), (B, C)]
    assert after.hands == ((), cards("slw"), cards("nlw"))


@pytest.mark.parametrize(("text", "way_out"), [("play dig", "play dig B"), ("use purge", "use purge and one of")])
def test_a_rat_that_is_written_wrongly_is_told_how_it_is_written(text: str, way_out: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        read_move(text)
    assert f'"{text}": it is written {way_out}' in str(refused.value)
