"""Puzzles on the screen: found in the background, solved by keys alone and by mouse alone, at both sizes."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from collection.analysis.puzzles import Work
from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.puzzles import attempt, find, puzzles
from collection.games.mudwater.state import SQUARES
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.board import Board
from collection.tui.hands_cards import CardList, PointedList
from collection.tui.place import KeyCap, MudwaterScreen
from collection.tui.puzzles import PuzzlesScreen
from collection.tui.puzzles_solving import PuzzleScreen
from collection.tui.table import TableScreen

Walk = Callable[[Pilot[int]], Awaitable[None]]
RECORD = (Path(__file__).parents[1] / "analysis" / "three_puzzles.yaml").read_text()
NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
HARDEST = 1
"""Black is to move; of 13 moves only 20 on top at w wins."""


def keep_game(path: Path, rival: str = "Bo") -> None:
    """Write a finished game of Ann's into the book at `path`."""
    book = Book.open(path, load_catalogue)
    with book.writing() as unit:
        ann = collectors.current_for_writing(unit, "Ann")
        seats = (MatchSeat(ann, HUMAN, result=Result.LOST), MatchSeat(None, "greedy", rival, result=Result.WON))
        unit.matches.add(
            Match(
                "game-1",
                "mudwater",
                "standard",
                Place.HERE,
                Stakes.FRIENDLY,
                Status.DONE,
                NOON.date(),
                NOON,
                seats,
                RECORD,
                12,
            )
        )
    book.close()


@pytest.fixture(scope="module")
def looked_through(finished_books: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with Ann's three puzzles, none solved."""
    path = Path(shutil.copy(finished_books / "book.db", tmp_path_factory.mktemp("puzzles") / "book.db"))
    keep_game(path)
    book = Book.open(path, load_catalogue)
    find(book, "Ann", NOON)
    book.close()
    return path


@pytest.fixture
def with_puzzles(looked_through: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(looked_through, tmp_path / "book.db"))


def works(path: Path) -> dict[int, Work]:
    """Give what Ann has done with each puzzle of the book at `path`."""
    book = Book.open(path, load_catalogue)
    try:
        return {line.number: line.work for line in puzzles(book, "Ann")}
    finally:
        book.close()


def screen_of(app: App[int], kind: type[MudwaterScreen]) -> MudwaterScreen:
    assert isinstance(app.screen, kind)
    return app.screen


def verdict_of(puzzle: PuzzleScreen) -> str:
    return str(puzzle.query_one("#verdict", Static).render())


async def until(pilot: Pilot[int], holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    for _ in range(400):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came to hold")


async def open_hardest(pilot: Pilot[int], settled: Walk) -> PuzzleScreen:
    """Go from the Table to the hardest puzzle, which stands last, by keys."""
    await pilot.press("P")
    await settled(pilot)
    screen = screen_of(pilot.app, PuzzlesScreen)
    rows = screen.query_one("#puzzles", PointedList)
    await until(pilot, lambda: len(rows.lines) == 3)
    await pilot.press("end", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
    await settled(pilot)
    puzzle = pilot.app.screen
    assert isinstance(puzzle, PuzzleScreen)
    assert puzzle.number == HARDEST
    return puzzle


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_puzzle_is_solved_by_keys_alone(
    with_puzzles: Path,
    open_screens: Callable[..., MudwaterApp],
    walk_through: Callable[..., None],
    settle_screens: Walk,
    seen: Callable[[App[int]], str],
    size: tuple[int, int],
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        puzzle = await open_hardest(pilot, settle_screens)
        text = seen(pilot.app)
        assert "Ann to move: 1 of 13 moves wins." in text
        assert "Ann's hand, 9 cards" in text
        assert "greedy as Bo's hand, 9 cards" in text
        assert " 49" in text
        assert "120" in text
        # Mildew Maude on top of the rock at se: it loses, and the line shows how.
        await pilot.press("g", *("j" * 6), "enter")
        await settle_screens(pilot)
        board = puzzle.query_one("#board", Board)
        assert SQUARES[board.cursor] != "sw"
        assert any(look.target and look.cursor for look in board.looks)
        await pilot.press("enter")
        await until(pilot, lambda: "Not that one" in seen(pilot.app))
        assert [str(line.plain)[:4].strip() for line in puzzle.pane.line.lines][1:3] == ["1 ●", "2 ○"]
        before = board.looks
        await pilot.press("down")
        await until(pilot, lambda: board.looks != before)
        # The same position again: 20 on top at w wins.
        await pilot.press("escape", *("k" * 2), "enter")
        await settle_screens(pilot)
        while SQUARES[board.cursor] != "w":
            await pilot.press("full_stop")
        assert puzzle.query_one("#cards", CardList).number == 20
        await pilot.press("enter")
        await until(pilot, lambda: "Right: it wins." in seen(pilot.app))
        assert "Solved after 2 tries, with a hint" in verdict_of(puzzle)
        await pilot.press("N")
        await until(pilot, lambda: puzzle.number != HARDEST)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "3 puzzles, 1 solved." in seen(pilot.app)
        assert "✓" in seen(pilot.app)
        await pilot.press("escape")
        screen_of(pilot.app, TableScreen)

    walk_through(open_screens(with_puzzles), walk, size)
    work = works(with_puzzles)[HARDEST]
    assert (work.tries, work.hints, work.solved) == (2, 1, NOON)


def test_a_puzzle_is_solved_by_mouse_alone(
    with_puzzles: Path,
    open_screens: Callable[..., MudwaterApp],
    walk_through: Callable[..., None],
    settle_screens: Walk,
    seen: Callable[[App[int]], str],
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        async def click(command: str) -> None:
            caps = [cap for cap in pilot.app.screen.query(KeyCap) if cap.what[0] == command]
            await pilot.click(caps[0])
            await settle_screens(pilot)

        await click("table.puzzles")
        rows = screen_of(pilot.app, PuzzlesScreen).query_one("#puzzles", PointedList)
        await until(pilot, lambda: len(rows.lines) == 3)
        await pilot.click(rows, offset=(8, 2))
        await pilot.click(rows, offset=(8, 2))
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        await settle_screens(pilot)
        puzzle = pilot.app.screen
        assert isinstance(puzzle, PuzzleScreen)
        await pilot.click("#cards", offset=(12, 4))
        board = puzzle.query_one("#board", Board)
        width, height = board.square_size()
        await pilot.click(board, offset=(width // 2 + 1, height + height // 2))
        await until(pilot, lambda: "Right: it wins." in seen(pilot.app))
        await pilot.click(puzzle.pane.line, offset=(6, 0))
        await until(pilot, lambda: "The position that was asked about." in seen(pilot.app))
        await click("puzzle.again")
        assert "1 of 13 moves wins." in seen(pilot.app)
        await click("puzzle.answer")
        await until(pilot, lambda: "Solved at the first try." in verdict_of(puzzle))

    walk_through(open_screens(with_puzzles), walk)
    assert works(with_puzzles)[HARDEST] == Work(tries=1, solved=NOON, last=NOON)


def test_whoever_looks_at_the_answer_has_not_solved_it(
    with_puzzles: Path,
    open_screens: Callable[..., MudwaterApp],
    walk_through: Callable[..., None],
    settle_screens: Walk,
    seen: Callable[[App[int]], str],
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        puzzle = await open_hardest(pilot, settle_screens)
        # There is nothing to lay out again yet.
        await pilot.press("d", "A")
        await until(pilot, lambda: "not solved by yourself" in verdict_of(puzzle))
        assert "w+20" in seen(pilot.app)

    walk_through(open_screens(with_puzzles), walk)
    assert works(with_puzzles)[HARDEST] == Work(shown=True, last=NOON)


def test_new_games_are_looked_through_when_the_list_is_opened(
    two_collectors: Path,
    open_screens: Callable[..., MudwaterApp],
    walk_through: Callable[..., None],
    settle_screens: Walk,
    seen: Callable[[App[int]], str],
) -> None:
    keep_game(two_collectors, rival="[/x] [b")

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("P")
        await until(pilot, lambda: "3 puzzles, 0 solved." in seen(pilot.app))
        await settle_screens(pilot)
        assert "[/x] [b" in seen(pilot.app)

    walk_through(open_screens(two_collectors), walk)
    assert len(works(two_collectors)) == 3


def test_a_book_without_games_says_where_puzzles_come_from(
    two_collectors: Path,
    open_screens: Callable[..., MudwaterApp],
    walk_through: Callable[..., None],
    seen: Callable[[App[int]], str],
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("P")
        await until(pilot, lambda: "No puzzles yet: no finished game of yours holds one." in seen(pilot.app))
        await pilot.press("enter", "escape")
        screen_of(pilot.app, TableScreen)

    walk_through(open_screens(two_collectors), walk)


def test_in_a_book_that_cannot_be_written_puzzles_are_solved_and_said_not_to_be_remembered(
    with_puzzles: Path,
    open_screens: Callable[..., MudwaterApp],
    walk_through: Callable[..., None],
    settle_screens: Walk,
    seen: Callable[[App[int]], str],
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, MudwaterApp)
        assert pilot.app.book is not None
        pilot.app.book.writable = False
        puzzle = await open_hardest(pilot, settle_screens)
        await pilot.press("A")
        await until(pilot, lambda: verdict_of(puzzle) != "")
        await pilot.press("escape")
        await until(pilot, lambda: "what you solve now is not remembered" in seen(pilot.app))
        assert not pilot.app.said, "nothing was refused"

    walk_through(open_screens(with_puzzles), walk)
    assert works(with_puzzles)[HARDEST] == Work()


def test_what_another_window_solved_meanwhile_is_shown_so(
    with_puzzles: Path,
    open_screens: Callable[..., MudwaterApp],
    walk_through: Callable[..., None],
    settle_screens: Walk,
    seen: Callable[[App[int]], str],
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await open_hardest(pilot, settle_screens)
        other = Book.open(with_puzzles, load_catalogue)
        attempt(other, "Ann", HARDEST, "w+20", NOON)
        other.close()
        await pilot.press("escape")
        await until(pilot, lambda: "3 puzzles, 1 solved." in seen(pilot.app))

    walk_through(open_screens(with_puzzles), walk)


def test_a_picture_of_a_wrong_move_and_the_line_that_answers_it(
    with_puzzles: Path, open_screens: Callable[..., MudwaterApp], snap_compare: Any, settle_screens: Walk
) -> None:
    async def try_it(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        puzzle = await open_hardest(pilot, settle_screens)
        await pilot.press(*("j" * 6), "enter", "enter")
        await until(pilot, lambda: "Not that one" in verdict_of(puzzle))
        await settle_screens(pilot)

    assert snap_compare(open_screens(with_puzzles), terminal_size=(80, 24), run_before=try_it)
