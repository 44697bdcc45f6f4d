"""The scale of words, and what analyses come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.analysis.habits import Habit, Kind
from collection.analysis.judged import Analysis, Judged
from collection.analysis.judging import judge
from collection.analysis.report import habit_sentence, points, report_of
from collection.analysis.summary import Phase, SeatSummary, many, summary_of
from collection.analysis.words import Size, counted, scale, sign_of, size_of
from collection.games.mudwater.game import Mudwater
from collection.text import plain
from tests.analysis.test_analysis_judging import EFFORT, ending, moved, random_game
from tests.games.test_mudwater_rules_page import begun, card

GAME = Mudwater()


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_given_away_is_never_a_smaller_word(one: float, other: float) -> None:
    less, more = sorted((one, other))
    sizes = list(Size)
    assert sizes.index(size_of(less)) <= sizes.index(size_of(more))


def test_the_scale_says_what_it_does() -> None:
    told = list(scale())
    for size, line in zip(Size, told, strict=True):
        assert line.startswith(f"{sign_of(size)} {size}")
    assert [size_of(loss) for loss in (0, 0.0099, 0.01, 0.049, 0.05, 0.119, 0.12, 0.299, 0.3, 1)] == [
        Size.BEST, Size.BEST, Size.GOOD, Size.GOOD, Size.SLIP, Size.SLIP, Size.MISTAKE, Size.MISTAKE, Size.BLUNDER,
        Size.BLUNDER,
    ]  # fmt: skip
    assert [counted(2, size) for size in Size] == ["2 best", "2 good", "2 slips", "2 mistakes", "2 blunders"]
    assert counted(1, Size.SLIP) == "1 slip"
    assert len({sign_of(size) for size in Size}) == len(Size)
    assert all(len(sign_of(size)) == 1 for size in Size)


@given(st.floats(0, 1))
def test_only_what_is_certain_is_shown_as_certain(chance: float) -> None:
    assert (points(chance) in (0, 100)) == (chance in (0, 1))


def test_a_game_is_summed_up_from_its_judged_moves() -> None:
    for seed in range(4):
        game = random_game(seed)
        analysis = judge(game, effort=EFFORT)
        summary = summary_of(analysis, game)
        for seat in summary.seats:
            chosen = [
                one
                for one in analysis.judged
                if one.seat == seat.seat and len(GAME.moves(game.states[one.number - 1], one.seat)) > 1
            ]
            assert seat.moves == len(chosen) == sum(seat.sizes.values())
            assert seat.loss == pytest.approx(sum(one.loss for one in chosen))
            assert seat.accuracy == pytest.approx(
                100 * sum(one.after for one in chosen) / sum(one.before for one in chosen)
            )
            assert {point.number for point in seat.turned} == {
                one.number for one in chosen if one.loss >= 0.12 and one.before >= 0.5 > one.after
            }
        assert sorted(p.number for seat in summary.seats for p in seat.turned) == list(summary.turning_points)
        assert {seat.began for seat in summary.seats} == {True, False}
        assert sum(seat.result or 0 for seat in summary.seats) == 1
        lines = list(report_of(analysis, summary, game))
        assert all(line == plain(line) for line in lines)
        assert all(f"{one.number:>3}. " in "\n".join(lines) for one in analysis.judged)


def test_a_rock_where_a_play_face_up_wins_is_a_habit_and_so_is_the_capture_passed_up() -> None:
    """The ninth square: a rock there loses, the card whose number captures wins (case 16)."""
    cards = dict.fromkeys((1, 2, 3, 4, 12, 13, 14), card(1, 5, 5, 5, 5))
    cards |= {11: card(1, 5, 5, 5, w=6), 5: card(1, n=9)}
    state = begun(cards, black=(1, 2, 3, 4, 5), white=(11, 12, 13, 14))
    for text in ("nw=1", "n=11", "e=2", "ne=12", "s=3", "sw=13", "w=4", "se=14"):
        state, _ = GAME.apply(state, {state.to_move: moved(state, text)})
    game = ending(state, [moved(state, "c~91")])
    summary = summary_of(judge(game), game)
    black, white = summary.seats
    shown = {habit.kind: habit for habit in black.habits}
    assert (shown[Kind.ROCK].times, shown[Kind.ROCK].of, shown[Kind.ROCK].at) == (1, 1, (1,))
    assert (shown[Kind.CAPTURE].times, shown[Kind.CAPTURE].loss) == (1, 1)
    assert (shown[Kind.WIN_LOST].times, shown[Kind.WIN_LOST].of) == (1, 1)
    # The fillers are of Level V: 13 cards less five of Level I, one of them laid as a rock.
    assert (shown[Kind.HIGHEST_HELD].times, shown[Kind.HIGHEST_HELD].of) == (7, 8)
    assert summary.turning_points == (1,)
    assert summary.turned[0].empty == 1
    assert summary.turned[0].phase is Phase.END
    assert black.accuracy == 0
    assert white.moves == 0
    assert white.accuracy is None
    text = "\n".join(report_of(judge(game), summary, game))
    assert "It turned at move 1, in the end: Black 100 → 0." in text
    assert "better: c=5" in text
    assert "A win that was certain was let go (move 1)." in text
    stopped = judge(game, cancelled=lambda: True)
    assert not stopped.judged
    told = "\n".join(report_of(stopped, summary_of(stopped, game), game))
    assert "As far as it was judged, the game never changed hands" in told, "nothing is known of the rest"


@pytest.mark.parametrize("kind", list(Kind))
def test_every_habit_has_its_sentence(kind: Kind) -> None:
    sentence = habit_sentence(Habit(kind, 2, 3, (4, 9), 1.0))
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert kind is Kind.WIN_LOST or "2 of 3" in sentence


def seat(accuracy: float | None, *, began: bool, habits: tuple[Habit, ...] = ()) -> SeatSummary:
    return SeatSummary(0, 5, accuracy, dict.fromkeys(Size, 1), 0.5, (), habits, began, 1.0)


def test_many_games_are_put_together_with_how_sure_that_makes_us() -> None:
    rocks = [Habit(Kind.ROCK, times, 3, (), 0.1) for times in (0, 1, 3)]
    together = many([
        seat(90, began=True, habits=(rocks[0],)),
        seat(60, began=False, habits=(rocks[1],)),
        seat(None, began=False, habits=(rocks[2],)),
    ])  # fmt: skip
    assert (together.games, together.moves) == (3, 15)
    assert together.accuracy is not None
    assert together.accuracy.estimate == pytest.approx(75)
    assert 0 <= together.accuracy.low < 75 < together.accuracy.high <= 100
    assert together.when_first is not None
    assert together.when_first.estimate == pytest.approx(90)
    assert together.sizes[Size.BLUNDER] == 3
    (tendency,) = together.tendencies
    assert (tendency.kind, tendency.times, tendency.of, tendency.games) == (Kind.ROCK, 4, 9, 3)
    assert tendency.share.low < 4 / 9 < tendency.share.high
    assert [interval.estimate for interval in together.turned.values()] == [0, 0, 0]
    with pytest.raises(ValueError, match="no games"):
        many([])


def test_what_was_judged_prints_under_the_names_of_the_seats() -> None:
    one = Judged(1, 1, "c=3", 0.5, 0.25, "n=3", 0.25, exact=False)
    assert Analysis((one,), (0.5, 0.75), complete=True).as_json(("black", "white")) == [
        {"number": 1, "seat": "white", "move": "c=3", "before": 0.5, "after": 0.25, "best": "n=3", "loss": 0.25,
         "exact": False}
    ]  # fmt: skip
