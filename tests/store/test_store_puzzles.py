"""Puzzles and kept analyses in the file: what is found stays, what was tried only grows, what is derived may go."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest

from collection.analysis.puzzles import Puzzle, Work
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, AccountKind
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book

PUZZLE = Puzzle(at=3, seat=1, move="c=40", legal=12, depth=5, quiet=True, missed=False)


@pytest.fixture
def match(book: Book, ada: Account, now: dt.datetime) -> Match:
    """A finished match of Ada's, five moves long."""
    seats = (MatchSeat(ada, HUMAN, result=Result.DRAW), MatchSeat(None, "greedy", hand_name="Bo", result=Result.DRAW))
    with book.writing() as unit:
        return unit.matches.add(
            Match(
                "m1",
                "mudwater",
                "standard",
                Place.HERE,
                Stakes.FRIENDLY,
                Status.DONE,
                now.date(),
                now,
                seats,
                "a record",
                5,
            )
        )[0]


def test_a_puzzle_is_kept_once_for_its_position_and_is_whoevers_match_it_was(
    book: Book, ada: Account, cy: Account, match: Match, now: dt.datetime
) -> None:
    with book.writing() as unit:
        (kept,) = unit.puzzles.keep("m1", [PUZZLE], now)
        assert unit.puzzles.keep("m1", [replace(PUZZLE, move="c=41")], now + dt.timedelta(1)) == ()
        assert (kept.match, kept.puzzle, kept.found) == ("m1", PUZZLE, now)
    with book.reading() as unit:
        assert unit.puzzles.of(ada) == ((kept, Work()),)
        assert unit.puzzles.of(cy) == ()
        assert unit.puzzles.at("m1", PUZZLE) == kept
        assert unit.puzzles.at("m1", replace(PUZZLE, at=2)) is None
        assert unit.ledger.audit() == ()
    with book.writing() as unit:
        unit.matches.save(replace(match, status=Status.VOID), expected_moves=5)
        assert unit.puzzles.of(ada) == ()
        assert unit.puzzles.all() == (kept,)


def test_no_puzzle_is_of_a_match_that_is_not_there_or_is_shorter(book: Book, match: Match, now: dt.datetime) -> None:
    with book.writing() as unit:
        for key, at in (("m2", 3), (match.id, 5)):
            with pytest.raises(LedgerRefused):
                unit.puzzles.keep(key, [replace(PUZZLE, at=at)], now)
        assert unit.puzzles.all() == ()


def test_what_was_tried_only_grows_whoever_writes_it(
    book: Book, ada: Account, match: Match, now: dt.datetime, later: Callable[[int], dt.datetime]
) -> None:
    with book.writing() as unit:
        (kept,) = unit.puzzles.keep(match.id, [PUZZLE], now)
        wrong = Work().tried(now, right=False).hinted(later(1), 1)
        unit.puzzles.save(kept.number, ada, wrong)
        solved = wrong.tried(later(2), right=True)
        unit.puzzles.save(kept.number, ada, solved)
        assert unit.puzzles.work(kept.number, ada) == solved == Work(2, 1, later(2), False, later(2))
        assert solved.tried(later(3), right=False) == solved.revealed(later(3)) == solved
    for less in (wrong, replace(solved, tries=1), replace(solved, hints=0), replace(solved, solved=later(3))):
        with pytest.raises(LedgerRefused), book.writing() as unit:
            unit.puzzles.save(kept.number, ada, less)
    with book.reading() as unit:
        assert unit.puzzles.works() == {kept.number: [(ada.id, solved)]}


@pytest.fixture
def later(now: dt.datetime) -> Callable[[int], dt.datetime]:
    """Give a moment so many minutes later."""
    return lambda minutes: now + dt.timedelta(minutes=minutes)


@pytest.mark.parametrize("pragma", ["ON", "OFF"])
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE puzzle SET move = 'nw=1'",
        "DELETE FROM puzzle",
        "INSERT OR REPLACE INTO puzzle SELECT number, match, at, seat, 'nw=1', legal, depth, quiet, missed, found "
        "FROM puzzle",
        "INSERT OR IGNORE INTO puzzle SELECT 9, match, 5, seat, move, legal, depth, quiet, missed, found FROM puzzle",
        "INSERT OR IGNORE INTO puzzle_work SELECT 1, id, 1, 0, NULL, 0, '2026-01-01T00:00:00.000000+00:00' "
        "FROM account WHERE kind = 'rival'",
        "INSERT OR REPLACE INTO puzzle_work SELECT puzzle, account, 0, 0, NULL, 0, last FROM puzzle_work",
        "UPDATE OR IGNORE puzzle_work SET tries = 0, solved = NULL",
        "DELETE FROM puzzle_work",
    ],
)
def test_the_file_itself_refuses_whoever_goes_around_the_program(
    book: Book, ada: Account, match: Match, now: dt.datetime, sql: str, pragma: str
) -> None:
    with book.writing() as unit:
        unit.accounts.open("Zed", AccountKind.RIVAL)
        (kept,) = unit.puzzles.keep(match.id, [PUZZLE], now)
        unit.puzzles.save(kept.number, ada, Work().tried(now, right=True))
    with closing(sqlite3.connect(book.path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA recursive_triggers = {pragma}")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(sql)
    with book.reading() as unit:
        assert unit.puzzles.all() == (kept,)
        assert unit.puzzles.work(kept.number, ada).solved == now
        assert unit.ledger.audit() == ()


def test_an_analysis_is_given_for_the_match_as_it_stands_and_by_the_same_version_alone(
    book: Book, match: Match
) -> None:
    with book.writing() as unit:
        unit.analyses.keep(match, "judged", "1", "first")
        unit.analyses.keep(match, "judged", "2", "second")
        unit.analyses.keep(replace(match, id="elsewhere"), "judged", "2", "nothing")
        assert unit.analyses.get(match, "judged", "2") == "second"
        assert unit.analyses.get(match, "judged", "1") is None
        assert unit.analyses.get(match, "other", "2") is None
        assert unit.analyses.get(replace(match, moves=4), "judged", "2") is None
        assert unit.analyses.get(replace(match, id="elsewhere"), "judged", "2") is None


@pytest.mark.parametrize(
    ("guard", "sql", "code"),
    [
        ("puzzle_new", "INSERT INTO puzzle SELECT 9, match, 7, seat, move, 3, 1, 0, 0, found FROM puzzle", "puzzle"),
        ("puzzle_new", "INSERT INTO puzzle SELECT 9, match, 1, 5, move, 3, 1, 0, 0, found FROM puzzle", "puzzle"),
        (
            "puzzle_work_new",
            "INSERT INTO puzzle_work SELECT 1, id, 1, 0, NULL, 0, '2026-01-01T00:00:00.000000+00:00' "
            "FROM account WHERE kind = 'rival'",
            "puzzle-work",
        ),
    ],
)
def test_an_audit_finds_what_slipped_in_past_a_guard_that_was_gone(
    book: Book, match: Match, now: dt.datetime, guard: str, sql: str, code: str
) -> None:
    with book.writing() as unit:
        unit.accounts.open("Zed", AccountKind.RIVAL)
        unit.puzzles.keep(match.id, [PUZZLE], now)
    with closing(sqlite3.connect(book.path, isolation_level=None)) as connection:
        (made,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (guard,)).fetchone()
        connection.execute(f"DROP TRIGGER {guard}")
        connection.execute(sql)
        connection.execute(made)
    with book.reading() as unit:
        assert {finding.code for finding in unit.ledger.audit()} == {code}
