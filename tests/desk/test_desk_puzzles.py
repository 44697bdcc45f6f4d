"""Puzzles at the desk: out of the games of a real book, tried by somebody, and remembered through anything."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from collection.analysis.puzzles import Work
from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.exporting import whole_json
from collection.desk.puzzles import attempt, find, hint, lay_out, puzzles, reveal
from collection.desk.whole import look_into, recognised, take_at_once
from collection.errors import IllegalMove, Refused
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book

RECORD = (Path(__file__).parents[1] / "analysis" / "three_puzzles.yaml").read_text()


def keep_game(book: Book, now: dt.datetime, *, key: str = "game-1", place: Place = Place.HERE) -> Match:
    """Write a finished game of Ann's into the book, against a program."""
    with book.writing() as unit:
        ann = collectors.current_for_writing(unit, "Ann")
        seats = (MatchSeat(ann, HUMAN, result=Result.LOST), MatchSeat(None, "greedy", "Bo", result=Result.WON))
        match = Match(
            key,
            "mudwater",
            "standard",
            place,
            Stakes.FRIENDLY,
            Status.DONE,
            now.date(),
            now,
            seats,
            RECORD,
            12,
        )
        return unit.matches.add(match)[0]


@pytest.fixture
def played(book: Book, now: dt.datetime) -> Book:
    """A book with one game of Ann's."""
    keep_game(book, now)
    return book


@pytest.fixture(scope="module")
def looked_through(fresh_file: Path, tmp_path_factory: pytest.TempPathFactory, now: dt.datetime) -> Path:
    """The file of such a book whose game was looked through, which takes its time."""
    path = Path(shutil.copy(fresh_file, tmp_path_factory.mktemp("looked") / "book.db"))
    book = Book.open(path, load_catalogue)
    keep_game(book, now)
    assert len(find(book, "Ann", now).new) == 3
    book.close()
    return path


@pytest.fixture
def found(looked_through: Path, tmp_path: Path) -> Iterator[Book]:
    """A book with three puzzles of Ann's."""
    book = Book.open(Path(shutil.copy(looked_through, tmp_path / "found.db")), load_catalogue)
    yield book
    book.close()


def test_games_are_looked_through_once_and_their_puzzles_listed_from_easy_to_hard(
    played: Book, now: dt.datetime
) -> None:
    heard: list[tuple[int, int]] = []
    found = find(played, "Ann", now, told=lambda done, of: heard.append((done, of)))
    assert (found.looked, found.left, heard[0], heard[-1]) == (1, 0, (0, 1), (1, 1))
    lines = puzzles(played, "Ann")
    assert sorted(found.new) == sorted(line.number for line in lines)
    assert [line.puzzle.difficulty for line in lines] == sorted(line.puzzle.difficulty for line in lines)
    assert {line.match.id for line in lines} == {"game-1"}
    assert all(line.work == Work() for line in lines)
    again = find(played, "Ann", now)
    assert (again.looked, again.new, puzzles(played, "Ann")) == (0, (), lines)


def test_somebody_elses_games_are_no_puzzles_of_mine(found: Book, now: dt.datetime) -> None:
    collectors.add(found, "Cy")
    assert find(found, "Cy", now).looked == 0
    number = puzzles(found, "Ann")[0].number
    assert puzzles(found, "Cy") == ()
    with pytest.raises(Refused, match=f"no puzzle {number}"):
        lay_out(found, "Cy", number)


def test_a_search_that_is_cancelled_keeps_no_half_of_a_game(played: Book, now: dt.datetime) -> None:
    asked = iter([False, False, True, True, True])
    found = find(played, "Ann", now, cancelled=lambda: next(asked))
    assert (found.looked, found.left, puzzles(played, "Ann")) == (0, 1, ())
    assert find(played, "Ann", now).looked == 1


def test_a_wrong_move_is_refuted_to_the_end_and_the_right_one_wins_to_the_end(found: Book, now: dt.datetime) -> None:
    for line in puzzles(found, "Ann"):
        laid = lay_out(found, "Ann", line.number)
        seat, game = line.puzzle.seat, laid.game
        written = [game.write(move) for move in game.moves(laid.state, seat)]
        assert len(written) == line.puzzle.legal
        wrong = next(move for move in written if move != line.puzzle.move)
        told = attempt(found, "Ann", line.number, wrong, now)
        outcome = game.outcome(told.answer.line[-1].state)
        assert (told.answer.right, told.answer.line[0].move) == (False, wrong)
        assert outcome is not None
        assert seat not in outcome.winners
        later = now + dt.timedelta(minutes=1)
        told = attempt(found, "Ann", line.number, line.puzzle.move, later)
        outcome = game.outcome(told.answer.line[-1].state)
        assert outcome is not None
        assert outcome.winners == {seat}
        assert told.line.work == Work(tries=2, solved=later, last=later)
    assert {line.work.state for line in puzzles(found, "Ann")} == {"solved"}


def test_an_illegal_move_is_no_try(found: Book, now: dt.datetime) -> None:
    number = puzzles(found, "Ann")[0].number
    with pytest.raises(IllegalMove):
        attempt(found, "Ann", number, "pass", now)
    assert puzzles(found, "Ann")[0].work == Work()


def test_hints_tell_more_each_time_and_who_was_shown_the_solution_has_not_solved_it(
    found: Book, now: dt.datetime
) -> None:
    number = puzzles(found, "Ann")[0].number
    square = lay_out(found, "Ann", number).line.puzzle.move[:2].rstrip("=~+")
    first, line = hint(found, "Ann", number, now)
    assert "Level" in first
    assert f"at {square}" not in first
    assert line.work.hints == 1
    second, line = hint(found, "Ann", number, now)
    assert second.endswith(f"at {square}.")
    assert hint(found, "Ann", number, now)[1].work.hints == 2
    shown = reveal(found, "Ann", number, now)
    assert shown.answer.right
    solved = attempt(found, "Ann", number, shown.move, now)
    assert (solved.answer.right, solved.line.work.state, solved.line.work.tries) == (True, "shown", 0)


def test_what_cannot_be_a_puzzle_is_refused_by_name(book: Book, now: dt.datetime) -> None:
    keep_game(book, now, key="at-table", place=Place.TABLE)
    assert len(find(book, "Ann", now, match="at-ta").new) == 3
    with book.writing() as unit:
        match = unit.matches.find("at-table")
        unit.matches.save(
            Match(**{name: getattr(match, name) for name in match.__slots__} | {"status": Status.VOID}),
            expected_moves=12,
        )
    assert puzzles(book, "Ann") == ()
    with pytest.raises(Refused, match="no puzzles"):
        find(book, "Ann", now, match="at-table")


KILLED = """
import os, sys, datetime as dt, pathlib
from collection.catalogue.data import load_catalogue
from collection.desk import puzzles
from collection.store.book import Book
book = Book.open(pathlib.Path(sys.argv[1]), load_catalogue)
now = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
puzzles.find(book, "Ann", now)
line = puzzles.puzzles(book, "Ann")[0]
puzzles.attempt(book, "Ann", line.number, line.puzzle.move, now)
os.kill(os.getpid(), 9)
"""


def test_what_was_found_and_solved_survives_a_kill(played: Book, now: dt.datetime, tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(played.path)], check=False, cwd=tmp_path)
    assert ended.returncode == -9
    lines = puzzles(played, "Ann")
    assert sorted(line.work.state for line in lines) == ["open", "open", "solved"]
    with played.reading() as unit:
        assert unit.ledger.audit() == ()
    assert find(played, "Ann", now).looked == 0


def test_a_book_that_cannot_be_written_still_answers(
    found: Book, now: dt.datetime, contents: Callable[[Book], list[str]]
) -> None:
    before = contents(found)
    reading = Book.open(found.path, load_catalogue, read_only=True)
    try:
        line = puzzles(reading, "Ann")[0]
        assert attempt(reading, "Ann", line.number, line.puzzle.move, now).line.work.state == "solved"
    finally:
        reading.close()
    assert contents(found) == before


def test_puzzles_go_along_with_a_whole_book_and_come_together_again(
    found: Book, new_book: Callable[[], Book], now: dt.datetime
) -> None:
    hardest = puzzles(found, "Ann")[-1]
    attempt(found, "Ann", hardest.number, hardest.puzzle.move, now)
    copy = new_book()
    _take(copy, found, now)
    assert whole_json(copy).text == whole_json(found).text
    # Two machines: one solves a puzzle that the other took a hint of.
    easiest = puzzles(copy, "Ann")[0]
    hint(found, "Ann", easiest.number, now)
    later = now + dt.timedelta(hours=1)
    attempt(copy, "Ann", easiest.number, easiest.puzzle.move, later)
    _take(found, copy, later)
    together = {line.number: line.work for line in puzzles(found, "Ann")}
    assert together[easiest.number] == Work(tries=1, hints=1, solved=later, last=later)
    _take(copy, found, later)
    assert whole_json(copy).text == whole_json(found).text
    with copy.reading() as unit:
        assert unit.ledger.audit() == ()


def test_a_puzzle_with_another_solution_here_is_refused(
    found: Book, new_book: Callable[[], Book], now: dt.datetime
) -> None:
    copy = new_book()
    _take(copy, found, now)
    source = recognised(whole_json(found).text.replace('"move": "w+20"', '"move": "w+98"').encode())
    assert source is not None
    (refused,) = look_into(copy, source, now).refused
    assert "another solution in this book, w+20" in str(refused)


def _take(book: Book, source: Book, now: dt.datetime) -> None:
    read = recognised(whole_json(source).text.encode())
    assert read is not None
    assert take_at_once(book, read, now).refused == ()
