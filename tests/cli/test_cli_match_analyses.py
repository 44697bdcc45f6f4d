"""`match analyse` and `match habits`: the book's own games judged once, and what they teach together."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.analysis import many_of
from collection.ledger.entry import AccountKind
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

RECORD = (Path(__file__).parents[1] / "analysis" / "three_puzzles.yaml").read_text()
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def judged_book(new_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a game of Ann's against a program and the same against Bo, both judged, and one never finished."""
    path = Path(shutil.copy(new_book, tmp_path_factory.mktemp("habits") / "book.db"))
    book = Book.open(path, load_catalogue)
    with book.writing() as unit:
        ann = collectors.current_for_writing(unit, "Ann")
        bo = unit.accounts.open("Bo", AccountKind.RIVAL)
        for key, other, status in (
            ("game-1", MatchSeat(None, "greedy", "Cy", result=Result.WON), Status.DONE),
            ("game-2", MatchSeat(bo, HUMAN, result=Result.WON), Status.DONE),
            ("game-3", MatchSeat(None, "greedy", "Cy"), Status.ABANDONED),
        ):
            seats = (MatchSeat(ann, HUMAN, result=other.result and other.result.mirrored), other)
            place = Place.TABLE if other.account else Place.HERE
            friendly = Stakes.FRIENDLY
            unit.matches.add(
                Match(key, "mudwater", "standard", place, friendly, status, NOW.date(), NOW, seats, RECORD, 12)
            )
    many_of(book, "Ann")
    book.close()
    return path


@pytest.fixture
def judged(shell: Shell, judged_book: Path) -> Shell:
    shutil.copyfile(judged_book, shell.db)
    return shell


def test_a_match_is_judged_as_its_file_is(judged: Shell) -> None:
    file = judged.folder / "game.yaml"
    file.write_text(RECORD)
    by_file = judged.json("analyse", str(file))
    assert judged.json("match", "analyse", "game-1") == by_file
    assert [one["seat"] for one in by_file][:2] == ["black", "white"]
    text = judged.ok("match", "analyse", "game-1").out
    assert text.startswith("Match game-1 of 2026-03-14: black Ann, white greedy as Cy\n")
    assert judged.ok("analyse", str(file)).out.splitlines()[1:] == text.splitlines()[1:]


def test_what_was_judged_is_kept_and_judged_again_only_when_the_book_says_otherwise(
    judged: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(*_: object, **__: object) -> None:
        raise AssertionError("it was judged before")

    monkeypatch.setattr("collection.desk.analysis.judge", judge)
    before = judged.dump()
    assert len(judged.json("match", "analyse", "game-2")) == 12
    assert judged.json("match", "habits")["together"]["games"] == 2
    assert judged.dump() == before


def test_habits_are_of_the_finished_games_or_those_against_one_rival(judged: Shell) -> None:
    everything = judged.json("match", "habits")
    assert {one["match"] for one in everything["games"]} == {"game-1", "game-2"}
    assert (everything["left"], everything["together"]["games"], everything["together"]["moves"]) == (0, 2, 12)
    accuracy = everything["together"]["accuracy"]
    assert accuracy["low"] <= accuracy["estimate"] <= accuracy["high"]
    assert accuracy["estimate"] == pytest.approx(everything["games"][0]["accuracy"])
    against = judged.json("match", "habits", "--rival", "bo")
    assert [one["match"] for one in against["games"]] == ["game-2"]
    assert judged("match", "habits", "--rival", "Nobody").code == 1


def test_habits_are_told_in_lines_that_fit(judged: Shell) -> None:
    lines = judged.ok("match", "habits").out.splitlines()
    assert lines[0] == "2 games, 12 moves with a choice."
    assert "Habits" in lines
    assert max(map(len, lines)) <= 80


def test_a_book_without_games_teaches_nothing_yet(shell: Shell) -> None:
    assert shell.json("match", "habits") == {"games": [], "left": 0, "together": None}
    assert "no finished game" in shell.ok("match", "habits").err
    assert shell("match", "analyse", "none").code == 1
