"""What many games tell: the same on the screen as on the command line, and counted as one says it."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from collection.analysis.habits import Kind
from collection.analysis.judged import Analysis, Judged
from collection.analysis.many_report import many_report
from collection.analysis.summary import ManyGames, Phase, Tendency
from collection.analysis.words import Size
from collection.catalogue.data import load_catalogue
from collection.games.mudwater.record import replay
from collection.games.mudwater.state import Faces
from collection.ledger.intervals import share
from collection.tui.review_findings import Findings
from collection.tui.review_summary import many_lines, summary_lines

MANY = ManyGames(
    games=30,
    moves=210,
    accuracy=share(21, 30),
    when_first=share(11, 15),
    when_second=share(10, 15),
    sizes={Size.BEST: 1, Size.GOOD: 120, Size.SLIP: 1, Size.MISTAKE: 2, Size.BLUNDER: 86},
    turned={Phase.OPENING: share(3, 30), Phase.MIDDLE: share(9, 30), Phase.END: share(0, 30)},
    lost_at=tuple((number, number + 1, number + 12) for number in range(30)),
    tendencies=(Tendency(Kind.ROCK, 4, 61, 30, share(4, 61), 2.0), Tendency(Kind.WIN_LOST, 1, 9, 30, share(1, 9), 0.0)),
)


@pytest.mark.parametrize("cells", [66, 80])
def test_no_line_of_the_report_is_wider_than_it_may_be(cells: int) -> None:
    assert max(map(cell_len, many_report(MANY, cells))) <= cells


def test_the_screen_tells_of_many_games_what_the_report_tells() -> None:
    report = [line for line in many_report(MANY, 66) if line]
    screen = [line.plain for line in many_lines(MANY) if line.plain]
    before_the_method = [line for line in report if line in screen]
    assert screen[: len(before_the_method)] == before_the_method
    assert " ".join(report[len(before_the_method) :]) in screen[-1]


def test_sizes_are_counted_as_one_says_it() -> None:
    told = " ".join(many_report(MANY))
    for words in ("✓ 1 best", "· 120 good", "- 1 slip,", "? 2 mistakes", "✗ 86 blunders"):
        assert words in told


def test_a_seat_that_never_moved_is_told_to_have_had_no_choice_and_nothing_is_counted_of_it() -> None:
    record = (
        "game: mudwater\nmode: standard\nfirst: white\nhands: {black: [], white: [4]}\n"
        "ante: {black: unknown, white: unknown}\nmoves: [s=4]\nresigned: black\n"
    )
    played = replay(record, Faces.of(load_catalogue()))
    one = Judged(1, 1, "s=4", 0.6, 0.5, "c=4", 0.1, exact=False)
    told = [line.plain for line in summary_lines(Findings(played, Analysis((one,), (0.4, 0.5), True)), ("Ann", "Bo"))]
    assert told[:2] == ["● Ann: no move with a choice", ""]
    assert told[2] == "○ Bo: accuracy 83 %, over 1 move with a choice"
