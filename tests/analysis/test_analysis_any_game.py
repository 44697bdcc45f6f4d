"""Games that cannot prove anything themselves, judged by the search that plays any game."""

from __future__ import annotations

import math
import random

import pytest

from collection.analysis.judging import judge
from collection.analysis.open_search import look_into
from collection.analysis.summary import Phase, summary_of
from collection.games.protocol import CHANCE, Seats
from collection.games.registry import written_game
from collection.games.written import begin
from tests.analysis.tiny_games import Nim, Pennies, Table, played

EFFORT = 150_000


def test_a_lost_win_at_nim_is_seen() -> None:
    """From 4 the first seat wins by taking 1; it takes 2, and the second seat takes the rest."""
    game = played(Nim(), Table(4), [{0: 2}, {1: 2}])
    first, second = judge(game, effort=EFFORT).judged
    assert (first.number, first.seat, first.move, first.best) == (1, 0, "2", "1")
    assert first.before > 0.85
    assert first.after < 0.15
    assert (second.move, second.best, second.loss, second.after) == ("2", "2", 0.0, 1.0)
    assert not first.exact, "a search proves nothing"


def test_three_seats_have_a_chance_each() -> None:
    """3 left and three seats: who moves takes 1, or the next one takes all."""
    good, bad = (judge(played(Nim(3), Table(3), [{0: take}]), effort=EFFORT) for take in (1, 2))
    assert bad.judged[0].after < 0.1
    assert 0 <= good.judged[0].loss <= bad.judged[0].before
    assert bad.judged[0].seat == 0
    end = judge(played(Nim(3), Table(3), [{0: 2}, {1: 1}]), effort=EFFORT)
    assert end.curve[-1] == 0
    assert [one.after for one in end.judged][-1] == 1


def test_chance_is_no_move_and_its_luck_nobodys_doing() -> None:
    """From 5, chance takes 1 or 2 after the move: what it then does is not held against the mover."""
    game = Nim(luck=True)
    steps = [{0: 1}, {CHANCE: 1}, {1: 1}, {0: 1}, {1: 1}]
    analysis = judge(played(game, Table(5), [steps[0], steps[1], steps[2], steps[3]]), effort=EFFORT)
    assert [one.number for one in analysis.judged] == [1, 2, 3]
    assert [one.seat for one in analysis.judged] == [0, 1, 0]
    assert len(analysis.curve) == 4
    first = analysis.judged[0]
    assert 0.2 < first.after < 0.8, "it hangs on what falls"
    assert all(one.loss == pytest.approx(one.before - one.after) for one in analysis.judged)


def test_moves_made_at_once_share_a_number_and_are_judged_by_what_they_bring() -> None:
    """5 is beaten by all others. That 9 met it is luck: it is as good as its kind, and no better."""
    analysis = judge(played(Pennies(), Table(1), [{0: 5, 1: 9}]), effort=EFFORT)
    mine, theirs = analysis.judged
    assert (mine.number, theirs.number) == (1, 1)
    assert (mine.seat, theirs.seat) == (0, 1)
    assert mine.loss > 0.2
    assert mine.best != "5"
    assert theirs.loss < 0.2
    assert len(analysis.curve) == 2
    assert analysis.curve[-1] == 0


def test_a_game_of_any_kind_is_summed_up() -> None:
    game = played(Nim(), Table(4), [{0: 2}, {1: 2}])
    summary = summary_of(judge(game, effort=EFFORT), game)
    assert summary.turning_points == (1,)
    assert summary.turned[0].empty is None
    assert summary.turned[0].phase is Phase.OPENING
    ann, bo = summary.seats
    assert ann.accuracy is not None
    assert ann.accuracy < 20
    assert bo.accuracy == 100
    assert (ann.began, bo.began) == (True, False)
    assert (ann.result, bo.result) == (0, 1)


def test_an_analysis_that_is_stopped_says_how_far_it_came() -> None:
    game = played(Nim(), Table(7), [{0: 1}, {1: 1}, {0: 2}, {1: 1}, {0: 2}])
    heard: list[tuple[int, int]] = []
    analysis = judge(game, effort=EFFORT, cancelled=lambda: len(heard) >= 2, told=lambda *so_far: heard.append(so_far))
    assert heard == [(1, 5), (2, 5)]
    assert not analysis.complete
    assert [one.number for one in analysis.judged] == [4, 5]
    assert [math.isnan(chance) for chance in analysis.curve] == [True, True, True, False, False, False]


@pytest.mark.parametrize(("name", "seats"), [("matschig", 3), ("mud", 2)])
def test_a_position_in_which_chance_is_to_draw_is_looked_into_for_every_seat(name: str, seats: int) -> None:
    """What the seats may do at once after the draw is not the same in any two of the games that are imagined."""
    game = written_game(name)
    state = begin(game, seats, {"first": "A"}).state
    assert not isinstance(game.turn(state), Seats), "the cards are still to be dealt"
    for seat in range(seats):
        found = look_into(game, state, seat, seats, random.Random(seat), 40)
        assert sum(found.chances) == pytest.approx(1)
        assert found.options == ()
