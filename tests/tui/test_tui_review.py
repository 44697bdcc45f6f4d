"""A review: steps by keys and by mouse, chances that fill in, better moves, unknown cards, files, earlier games."""

from __future__ import annotations

import datetime as dt
import math
import random
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, Static

from collection.analysis.judged import Analysis
from collection.analysis.judging import judge
from collection.analysis.summary import summary_of
from collection.catalogue.data import load_catalogue
from collection.desk.antes import add_ante
from collection.desk.said import said as said_now
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.record import Replay, replay
from collection.games.mudwater.state import SQUARES, Faces
from collection.ledger.match import HUMAN, Result
from collection.play.programs import Programs
from collection.play.sitting import Sitter, sit_down
from collection.store.book import Book
from collection.tui.branching import BranchForm
from collection.tui.curve import LABEL, Course, Curve, draw_course, fit
from collection.tui.games import GamesScreen, OpenForm
from collection.tui.help import Page
from collection.tui.place import KeyCap
from collection.tui.review import ReviewScreen
from collection.tui.review_findings import Findings
from collection.tui.review_opening import review_of_file
from collection.tui.review_sight import Told, Where
from collection.tui.rows import Rows
from tests.tui.conftest import NOON, text_of, words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
CATALOGUE = load_catalogue()
MOVES = 14
RECORD = """\
game: mudwater
mode: standard
first: black
hands:
  black: [9, 28, 41, 50, 55, 59, 64, 70, 73, 88, 98, 100, 110, 116]
  white: [4, 5, 20, 23, 34, 47, 54, 59, 81, 108, 112, 116, 119, 120]
ante: {black: 110, white: 81}
moves: [w~55, se~4, nw=100, e=119, s=41, c=23 xs, nw+28, ne=54, nw+9, se+108, w+73, c+34 xw, sw~64, n~5]
result: {squares: {black: 2, white: 7}, winner: white}
cards: {4: [1, club, 1, 4, 2, 3], 5: [2, club, 3, 4, 6, 4], 9: [3, club, 6, 6, 3, 5], 20: [2, mutant, 3, 6, 5, 3],
  23: [1, cosmic, 3, 3, 2, 4], 28: [2, cosmic, 3, 6, 2, 6], 34: [2, arcana, 6, 4, 3, 4], 41: [1, club, 1, 2, 4, 5],
  47: [3, club, 6, 3, 7, 3], 50: [1, club, 1, 2, 3, 5], 54: [1, mutant, 2, 5, 1, 3], 55: [3, mutant, 6, 4, 7, 3],
  59: [4, mutant, 6, 7, 5, 6], 64: [1, cosmic, 1, 5, 3, 2], 70: [1, cosmic, 1, 2, 3, 4], 73: [2, arcana, 4, 3, 6, 3],
  81: [1, club, 2, 5, 1, 2], 88: [5, club, 6, 9, 7, 7], 98: [2, mutant, 5, 5, 4, 3], 100: [1, mutant, 5, 1, 3, 2],
  108: [2, cosmic, 6, 2, 2, 6], 110: [1, cosmic, 3, 3, 3, 1], 112: [3, arcana, 7, 3, 5, 5],
  116: [4, arcana, 6, 8, 6, 5], 119: [1, arcana, 3, 1, 2, 5], 120: [5, arcana, 6, 7, 6, 9]}
"""
AT_A_TABLE = (
    RECORD.replace("w~55", "w~unknown")
    .replace("{black: 110, white: 81}", "{black: unknown, white: unknown}")
    .replace("54, 59, 81, 108, 112, 116, 119, 120]\nante", "54, 59, 81]\nante")
)


def quick(replayed: Replay, *, effort: int = 0, **more: Any) -> Analysis:
    """Judge with next to no search: what is shown of a move matters here, not how good the estimate is."""
    del effort
    return judge(replayed, effort=20, **more)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collection.analysis.judging.judge", quick)
    monkeypatch.setattr("collection.desk.analysis.judge", quick)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(RECORD)
    return path


@pytest.fixture(scope="module")
def replayed() -> Replay:
    return replay(RECORD, Faces.of(CATALOGUE))


@pytest.fixture(scope="module")
def judged(replayed: Replay) -> Analysis:
    return judge(replayed, effort=20)


def review(app: App[int]) -> ReviewScreen:
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


def said(app: App[int]) -> str:
    """Give what is said under the board."""
    return " ".join(str(app.screen.query_one("#saying", Static).render()).split())


async def until(pilot: Pilot[int], there: Callable[[], bool]) -> None:
    """Wait for a condition, within reason."""
    for _ in range(500):
        if there():
            return
        await pilot.pause(0.01)
    raise AssertionError(text_of(pilot.app))


async def until_judged(pilot: Pilot[int]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen) and not pilot.app.screen.judging)
    await pilot.pause()


# By keys, by mouse


def test_a_game_is_gone_through_by_keys_alone(
    two_collectors: Path, game: Path, open_screens: Any, walk_through: Any, judged: Analysis, replayed: Replay
) -> None:
    turns = summary_of(judged, replayed).turning_points
    assert turns, "this game turns somewhere"

    async def walk(pilot: Pilot[int]) -> None:
        await until_judged(pilot)
        assert "0 of 14" in text_of(pilot.app)
        assert "Black begins. Antes: ● 110 Sky Watcher ~, ○ 81 Lamp Lighter ~." in said(pilot.app)
        await pilot.press("right", "l", "h")
        assert review(pilot.app).at == 1
        assert "Black lays a rock at w: Bog Behemoth." in said(pilot.app), "a rock is open to the reader"
        await pilot.press("home", "T")
        assert review(pilot.app).at == turns[0]
        await pilot.press("g")
        assert f"instead of {turns[0]}" in text_of(pilot.app)
        assert "Better: ●" in said(pilot.app)
        await pilot.press("escape")
        assert "instead of" not in text_of(pilot.app), "esc shows what was played again"
        await pilot.press("H")
        words = words_of(pilot.app)
        assert "no LF NESW name" in words
        assert "- played A ante" in words
        await pilot.press("l")
        assert review(pilot.app).at == turns[0] + 1, "the letters step in the hands too"
        await pilot.press("escape", "end")
        assert "White wins, 7 squares to 2." in said(pilot.app)
        await pilot.press("comma")
        assert review(pilot.app).at == turns[-1]
        await pilot.press("percent_sign")
        assert isinstance(pilot.app.screen, Page)
        assert "accuracy" in words_of(pilot.app)
        await pilot.press("escape", "escape")
        assert not isinstance(pilot.app.screen, ReviewScreen)

    walk_through(open_screens(two_collectors, "ante", opening=partial(review_of_file, game)), walk)


def test_a_game_is_gone_through_by_mouse_alone(
    two_collectors: Path, game: Path, open_screens: Any, walk_through: Any
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await until_judged(pilot)
        screen = review(pilot.app)
        await pilot.click("#moves", offset=(5, 3))
        assert screen.at == 3
        fitted = fit(MOVES + 1, screen.pane.curve.size.width - LABEL, 0)
        await pilot.click("#curve", offset=(LABEL + 12 * fitted.cells, 2))
        assert screen.at == 12
        assert "takes w" in said(pilot.app)
        await pilot.click("#board", offset=(screen.pane.board.size.width // 2, screen.pane.board.size.height // 2))
        assert "c, ○ White: Hex Weaver ~ (34," in said(pilot.app)
        assert "over Comet Chaser" in said(pilot.app), "what is buried is told"
        words = text_of(pilot.app)
        assert "no LF N E S W name" in words, "where there is room both hands are in sight with the moves"
        caps = {cap.what[0] for cap in screen.query(KeyCap)}
        assert "review.hands" not in caps
        await pilot.click(next(cap for cap in screen.query(KeyCap) if cap.what[0] == "review.summary"))
        assert isinstance(pilot.app.screen, Page)

    app = open_screens(two_collectors, "ante", opening=partial(review_of_file, game, at=2))
    walk_through(app, walk, (120, 40))


def test_what_if_asks_who_plays_on_from_the_position_shown(
    two_collectors: Path, game: Path, open_screens: Any, walk_through: Any
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await until_judged(pilot)
        await pilot.press("end", "B")
        assert isinstance(pilot.app.screen, ReviewScreen), "nothing can be played on from the end"
        await pilot.press("left", "B")
        await until(pilot, lambda: isinstance(pilot.app.screen, BranchForm))

    walk_through(open_screens(two_collectors, "ante", opening=partial(review_of_file, game)), walk)


def test_a_game_of_the_ante_history_is_looked_at_again_where_it_was_played_here(
    three_games: Path, open_screens: Any, walk_through: Any
) -> None:
    book = Book.open(three_games, load_catalogue)
    add_ante(book, "Ann", "Cy", Result.WON, said_now(NOON + dt.timedelta(days=9)))
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "Cy" in text_of(pilot.app))
        await pilot.press("home", "G")
        assert not isinstance(pilot.app.screen, ReviewScreen), "of a game at a real table no moves are known"
        await pilot.press("down", "G")
        await until_judged(pilot)
        assert "Bo" in text_of(pilot.app)

    walk_through(open_screens(three_games, "ante"), walk)


HOSTILE = ("[/x] [b [@click=app.quit]q[/]", "\x1b]0;title\x07\u202e漢🐊" + "w" * 300)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_names_are_shown_as_they_are_written_and_nothing_leaves_its_room(
    two_collectors: Path, replayed: Replay, open_screens: Any, walk_through: Any, size: tuple[int, int]
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        pilot.app.push_screen(ReviewScreen(replayed, HOSTILE, CATALOGUE, at=6))
        await until_judged(pilot)
        assert "○ ]0;title漢🐊www" in said(pilot.app), "control characters are left out"
        lines = text_of(pilot.app).splitlines()
        assert len(lines) == size[1]
        assert all(cell_len(line) == size[0] for line in lines)
        await pilot.press("H", "i")
        assert "● [/x] [b [@click=app.quit]q[/] lays a rock at w: Bog Behemoth." in text_of(pilot.app)

    walk_through(open_screens(two_collectors, "ante"), walk, size)


# What nobody saw


def test_what_nobody_saw_at_a_real_table_is_shown_as_unknown(
    two_collectors: Path, tmp_path: Path, open_screens: Any, walk_through: Any
) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(AT_A_TABLE)

    async def walk(pilot: Pilot[int]) -> None:
        await until_judged(pilot)
        assert "Antes: ● a card nobody knows, ○ a card nobody knows." in said(pilot.app)
        await pilot.press("right", "H")
        words = words_of(pilot.app)
        assert "Black lays a rock at w: a card nobody knows." in said(pilot.app)
        assert "5 never seen" not in words, "cards that show up later were seen"
        assert "3 never seen" in words
        assert "A ? nobody knows" in words
        await pilot.press("H", "percent_sign")
        assert "What nobody saw was drawn 8 times" in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "ante", opening=partial(review_of_file, path)), walk)


# The analysis


def test_the_curve_fills_while_the_moves_are_judged_and_esc_stops_it(
    two_collectors: Path,
    open_screens: Any,
    walk_through: Any,
    monkeypatch: pytest.MonkeyPatch,
    judged: Analysis,
    replayed: Replay,
) -> None:
    half = Analysis(judged.judged[7:], (math.nan,) * 7 + judged.curve[7:], complete=False)
    runs = []

    def slow(_replayed: Replay, *, cancelled: Any, told: Any, found: Any) -> Analysis:
        runs.append(threading.current_thread())
        told(7, MOVES)
        found(half)
        if len(runs) == 1:
            waiting = threading.Event()
            for _ in range(4_000):
                if cancelled():
                    break
                waiting.wait(0.005)
            return half
        return judged

    monkeypatch.setattr("collection.analysis.judging.judge", slow)

    async def walk(pilot: Pilot[int]) -> None:
        # Not before: whoever walks waits first until nothing is done any more.
        pilot.app.push_screen(ReviewScreen(replayed, ("Ann", "Bo"), CATALOGUE))
        await until(pilot, lambda: "judging, 7 of 14 (esc stops)" in text_of(pilot.app) and "✓" in text_of(pilot.app))
        screen = review(pilot.app)
        chances = screen.pane.curve.course.chances
        assert [chance is None for chance in chances] == [True] * 7 + [False] * 8
        assert runs[0] is not threading.main_thread()
        await pilot.press("right", "right", "right", "g")
        assert screen.at == 3, "keys are answered while it goes on"
        assert "instead of" not in text_of(pilot.app), "what is not judged has no better move"
        await pilot.press("escape")
        await until(pilot, lambda: "7 of 14 judged (c goes on)" in text_of(pilot.app))
        await pilot.press("c")
        await until(pilot, lambda: not screen.judging)
        assert None not in screen.pane.curve.course.chances
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, ReviewScreen)

    walk_through(open_screens(two_collectors, "ante"), walk)


def test_what_is_said_of_a_move_is_what_the_analysis_found(replayed: Replay, judged: Analysis) -> None:
    findings = Findings(replayed, judged)
    told = Told(replayed, ("Ann", "Bo"), CATALOGUE)
    shown = 0
    for one in judged.judged:
        line = findings.verdict(one.number)[0].plain
        assert ("exact" in line) == one.exact
        assert ("estimated" in line) != one.exact
        assert "●○"[one.seat] in line
        better = findings.better(one.number)
        assert (better is None) == (one.best == one.move)
        if better is not None:
            shown += 1
            before = replayed.states[one.number - 1]
            after, _ = Mudwater().apply(before, {one.seat: Mudwater().read(before, better)})
            instead = told.instead(one.number, better)
            assert instead is not None
            owners = [None if square is None else square.owner for square in after.board]
            assert [look.owner for look in instead.looks] == owners
    assert shown, "somewhere a better move was missed"


def test_a_game_given_up_is_told_and_its_last_position_is_not_called_proven() -> None:
    moves = RECORD[RECORD.index("moves:") : RECORD.index("result:")]
    text = RECORD.replace(moves, "moves: [w~55, se~4, nw=100]\nresigned: white\n")
    given_up = replay("".join(line for line in text.splitlines(True) if "result:" not in line), Faces.of(CATALOGUE))
    told = Told(given_up, ("Ann", "Bo"), CATALOGUE)
    assert told.result()[0] == "○ Bo resigns."
    assert told.whole_story().count("○ Bo resigns.") == 1
    assert Findings(given_up, judge(given_up, effort=20)).course.exact == (False,) * 4


def test_a_move_that_cannot_be_made_there_is_no_better_move_to_be_shown(replayed: Replay) -> None:
    told = Told(replayed, ("Ann", "Bo"), CATALOGUE)
    assert told.instead(1, "s+28") is None
    assert told.instead(1, "s~unknown") is None
    assert told.instead(1, "nonsense") is None


def test_every_card_of_a_hand_is_somewhere_at_every_position(replayed: Replay) -> None:
    told = Told(replayed, ("Ann", "Bo"), CATALOGUE)
    for at in range(MOVES + 1):
        for seat, hand in enumerate(told.hands(at)):
            assert [held.card.number for held in hand.cards if held.where is Where.ANTE] == [(110, 81)[seat]]
            assert sum(held.where is Where.HAND for held in hand.cards) == hand.size
            assert len(hand.cards) == 14
            now = [held for held in hand.cards if held.where is Where.NOW]
            assert len(now) == int(at > 0 and told.mover(at) == seat)


# The curve

CHANCES = st.lists(st.none() | st.floats(0, 1), min_size=1, max_size=40)


@given(CHANCES, st.data(), st.integers(LABEL + 1, 70), st.integers(1, 6))
def test_the_curve_keeps_to_its_room_and_says_who_is_ahead_without_colour(
    chances: list[float | None], data: st.DataObject, width: int, rows: int
) -> None:
    here = data.draw(st.integers(0, len(chances) - 1))
    course = Course(tuple(chances), ("?",) * len(chances), (False,) * len(chances))
    lines = [line.plain for line in draw_course(course, here, width, rows)]
    assert len(lines) == 2 * rows + 2
    assert max(len(line) for line in lines) <= width
    fitted = fit(len(chances), width - LABEL, here)
    assert fitted.first <= here < fitted.first + fitted.count
    assert lines[rows].count("◆") == 1
    assert lines[rows].index("◆") == LABEL + (here - fitted.first) * fitted.cells
    for place in range(fitted.count):
        chance = chances[fitted.first + place]
        column = LABEL + place * fitted.cells
        above = "".join(line[column : column + 1] for line in lines[:rows]).strip()
        below = "".join(line[column : column + 1] for line in lines[rows + 1 : -1]).strip()
        if chance is None:
            assert not above + below
            continue
        assert not (above and below)
        if chance == 1:
            assert above == "█" * rows
        if chance == 0:
            assert below == "█" * rows
        assert not above if chance < 0.5 else not below


def test_every_cell_of_a_column_points_to_its_position() -> None:
    for positions, room, here in ((15, 31, 0), (3, 31, 2), (50, 31, 40)):
        fitted = fit(positions, room, here)
        assert fitted.count * fitted.cells <= room
        assert fitted.first + fitted.count <= positions


# Files


def test_an_analysis_is_written_as_text_or_picture_and_never_over_another_file(
    two_collectors: Path, game: Path, tmp_path: Path, open_screens: Any, walk_through: Any
) -> None:
    async def save(pilot: Pilot[int], name: str) -> None:
        await pilot.press("s")
        await pilot.pause()
        pilot.app.screen.query_one("#file", Input).value = str(tmp_path / name)
        await pilot.press("ctrl+s")
        await until(
            pilot,
            lambda: isinstance(pilot.app.screen, ReviewScreen) or bool(pilot.app.screen.query(".fault.-said")),
        )

    async def walk(pilot: Pilot[int]) -> None:
        await until_judged(pilot)
        await save(pilot, "report.txt")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await save(pilot, "report.svg")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await save(pilot, "report.txt")
        assert "is there already, and is left as it is" in words_of(pilot.app)
        await pilot.press("escape")
        await save(pilot, "report.doc")
        assert "Name a file that ends in .txt, .svg or .png." in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "ante", opening=partial(review_of_file, game)), walk)
    text = (tmp_path / "report.txt").read_text()
    assert "6. ○ White places Comet Chaser at c, takes s (" in text
    assert "White wins, 7 squares to 2." in text
    assert "accuracy" in text.casefold()
    assert (tmp_path / "report.svg").read_bytes().lstrip().startswith(b"<")


# Earlier games


@pytest.fixture
def three_games(two_collectors: Path) -> Path:
    """A book with a game against a program and two against Bo, all friendly."""
    book = Book.open(two_collectors, load_catalogue)
    rng = random.Random(3)
    for day, rival in enumerate((Sitter("greedy"), Sitter(HUMAN, "Bo", "Bog Night"), Sitter(HUMAN, "Bo", "Bog Night"))):
        now = NOON + dt.timedelta(days=day)
        sitting = sit_down(book, Sitter(HUMAN, "Ann", "Dockside"), rival, rng=rng, now=now)
        programs = Programs(sitting.game)
        while (seat := sitting.to_move) is not None:
            sitting.play(programs.choose(sitting, seat, "greedy", rng).move, now)
    book.close()
    return two_collectors


def test_earlier_games_are_listed_filtered_judged_together_and_opened(
    three_games: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = GamesScreen()
        pilot.app.push_screen(screen)
        await until(pilot, lambda: "3 games" in text_of(pilot.app))
        assert text_of(pilot.app).count("not judged") == 3
        await pilot.press("slash", "b", "o", "enter")
        await until(pilot, lambda: "2 of 3 games" in text_of(pilot.app))
        await pilot.press("percent_sign")
        await until(pilot, lambda: isinstance(pilot.app.screen, Page))
        words = words_of(pilot.app)
        assert "2 games," in words
        assert "Accuracy" in words
        assert "%" in words
        await pilot.press("escape")
        await until(pilot, lambda: "not judged" not in text_of(pilot.app))
        assert len(screen.query_one("#games", Rows).row_keys) == 2

        def never(*_words: object, **_more: object) -> Analysis:
            raise AssertionError("what is kept in the book is not judged again")

        monkeypatch.setattr("collection.desk.analysis.judge", never)
        await pilot.press("enter")
        await until_judged(pilot)
        assert "Bo" in text_of(pilot.app)
        assert None not in review(pilot.app).query_one("#curve", Curve).course.chances
        await pilot.press("escape")
        assert pilot.app.screen is screen

    walk_through(open_screens(three_games, "ante"), walk)


def test_a_file_that_breaks_the_rules_is_refused_in_the_form_with_the_move(
    two_collectors: Path, game: Path, tmp_path: Path, open_screens: Any, walk_through: Any
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(RECORD.replace("se~4", "w=4"))
    other = tmp_path / "other.yaml"
    other.write_text("game: mud\nmoves: []\n")

    async def walk(pilot: Pilot[int]) -> None:
        pilot.app.push_screen(GamesScreen())
        await until(pilot, lambda: "No game to look at again yet." in words_of(pilot.app))
        await pilot.press("ctrl+o")
        await until(pilot, lambda: isinstance(pilot.app.screen, OpenForm))
        box = pilot.app.screen.query_one("#file", Input)
        box.value = str(bad)
        await pilot.press("enter")
        await until(pilot, lambda: "Move 2 (w=4)" in words_of(pilot.app))
        box.value = str(other)
        await pilot.press("enter")
        await until(pilot, lambda: "Only games of Mudwater are gone through" in words_of(pilot.app))
        assert '"mode" is missing' not in words_of(pilot.app)
        box.value = "~nobody-is-called-so/game.yaml"
        await pilot.press("enter")
        await until(pilot, lambda: "There is no such home folder: write the whole path." in words_of(pilot.app))
        box.value = str(game)
        await pilot.press("enter")
        await until_judged(pilot)

    walk_through(open_screens(two_collectors, "ante"), walk)


def test_squares_are_looked_at_on_the_board_by_keys(
    two_collectors: Path, game: Path, open_screens: Any, walk_through: Any
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await until_judged(pilot)
        await pilot.press("end", "shift+tab")
        for _ in range(4):
            if review(pilot.app).pane.board.has_focus:
                break
            await pilot.press("tab")
        assert review(pilot.app).pane.board.has_focus
        assert f"{SQUARES[4]}, ○ White: Hex Weaver" in said(pilot.app)
        await pilot.press("left")
        assert "w, ○ White: Mandrake Nan" in said(pilot.app)
        assert review(pilot.app).at == MOVES, "on the board the arrows move on the board"

    walk_through(open_screens(two_collectors, "ante", opening=partial(review_of_file, game)), walk)
