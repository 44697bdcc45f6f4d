"""`puzzle`: found in a book's games, shown, tried and remembered, in text and for programs."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue
from collection.desk import collectors, puzzles
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

RECORD = (Path(__file__).parents[1] / "analysis" / "three_puzzles.yaml").read_text()
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)


def keep_game(path: Path, *keys: str) -> None:
    """Write finished games of Ann's, all the same, into the book at `path`."""
    book = Book.open(path, load_catalogue)
    with book.writing() as unit:
        ann = collectors.current_for_writing(unit, "Ann")
        seats = (MatchSeat(ann, HUMAN, result=Result.LOST), MatchSeat(None, "greedy", "Bo", result=Result.WON))
        for key in keys:
            unit.matches.add(
                Match(
                    key,
                    "mudwater",
                    "standard",
                    Place.HERE,
                    Stakes.FRIENDLY,
                    Status.DONE,
                    NOW.date(),
                    NOW,
                    seats,
                    RECORD,
                    12,
                )
            )
    book.close()


@pytest.fixture(scope="module")
def looked_through(new_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with one game, looked through."""
    path = Path(shutil.copy(new_book, tmp_path_factory.mktemp("puzzles") / "book.db"))
    keep_game(path, "game-1")
    book = Book.open(path, load_catalogue)
    puzzles.find(book, "Ann", NOW)
    book.close()
    return path


@pytest.fixture
def found(shell: Shell, looked_through: Path) -> Shell:
    """A shell whose book holds three puzzles: 1 is the hardest, where black alone may upgrade w with 20."""
    shutil.copyfile(looked_through, shell.db)
    return shell


def test_finding_tells_what_is_new_and_looks_through_each_game_once(shell: Shell) -> None:
    keep_game(shell.db, "game-1")
    told = shell.json("puzzle", "find")
    assert (told["games"], told["left"], len(told["puzzles"])) == (1, 0, 3)
    assert shell.json("puzzle", "find") == {"games": 0, "left": 0, "puzzles": []}
    again = shell.ok("puzzle", "find")
    assert "0 games looked through, 0 new puzzles." in again.out
    assert "Each finished game of yours is looked through once" in again.err


def test_a_list_for_programs_has_these_fields_and_the_easy_ones_first(found: Shell) -> None:
    lines = found.json("puzzle", "list")
    place = ["number", "match", "date", "against", "at", "mine"]
    difficulty = ["legal", "depth", "missed", "difficulty", "grade"]
    assert list(lines[0]) == [*place, *difficulty, "state", "tries", "hints", "solved"]
    assert [line["difficulty"] for line in lines] == sorted(line["difficulty"] for line in lines)
    shown = found.ok("puzzle").out.splitlines()
    assert len(shown) == 4
    assert max(map(len, shown)) <= 80


def test_a_puzzle_shows_the_board_both_hands_and_no_answer(found: Shell) -> None:
    text = found.ok("puzzle", "show", "1").out
    assert "Black is to move: 1 of 13 legal moves wins." in text
    assert "Black's hand, 9 cards" in text
    assert "White's hand, 9 cards" in text
    assert "w+20" not in text
    position = found.json("puzzle", "show", "1")
    assert (position["seat"], len(position["moves"]), len(position["board"])) == ("black", 8, 8)
    assert (len(position["hands"]["black"]), position["hint"], "line" in position) == (9, None, False)


def test_a_wrong_move_is_refuted_with_exit_1_and_the_right_one_is_remembered(found: Shell) -> None:
    wrong = found("puzzle", "solve", "1", "w+98")
    assert wrong.code == 1
    assert "w+98 loses" in wrong.out
    assert "White wins: black 4, white 5." in wrong.out
    assert "What greedy as Bo answers:" in wrong.out
    last = found("puzzle", "solve", "3", "sw=31")
    assert "sw=31 loses. It ends the game:" in last.out, "nobody answers what fills the board"
    right = found.json("puzzle", "solve", "1", "w+20")
    assert (right["right"], right["worth"], right["state"], right["tries"]) == (True, "win", "solved", 2)
    assert right["line"][0] == "w+20"
    states = {line["number"]: line["state"] for line in found.json("puzzle", "list")}
    assert states[1] == "solved"
    assert 1 not in {line["number"] for line in found.json("puzzle", "list", "--open")}


def test_hints_and_the_solution_are_told_on_demand(found: Shell) -> None:
    assert "Hint: A card of Level II goes on top as an upgrade." in found.ok("puzzle", "show", "1", "--hint").out
    assert "at w." in found.ok("puzzle", "show", "1", "--hint").out
    assert "The move is w+20. It wins:" in found.ok("puzzle", "show", "1", "--solution").out
    told = found.json("puzzle", "solve", "1", "w+20")
    assert (told["right"], told["state"], told["hints"], told["solved"]) == (True, "shown", 2, None)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["show", "9"], 1, "no puzzle 9"),
        (["solve", "9", "s=1"], 1, "no puzzle 9"),
        (["solve", "1", "s=12"], 1, "12 is not in"),
        (["solve", "1", "sideways"], 2, "not a move"),
        (["find", "nothing"], 1, "nothing"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(found: Shell, words: list[str], code: int, said: str) -> None:
    before = found.dump()
    done = found("puzzle", *words)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert found.dump() == before


def test_a_book_without_games_says_where_puzzles_come_from(shell: Shell) -> None:
    assert "finished games" in shell.ok("puzzle", "list").err
    assert shell.json("puzzle", "list") == []
