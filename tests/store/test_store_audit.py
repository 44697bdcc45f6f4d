"""The audit sees what a person with a saw has done: guards are cut out first, for nothing gets past them."""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.ledger.entry import Account, AccountKind, Draft, EntryKind, Finding, Movement, Posted, Severity
from collection.ledger.match import Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book


def audit(path: Path) -> tuple[Finding, ...]:
    book = Book.open(path, load_catalogue)
    try:
        with book.reading() as unit:
            return unit.ledger.audit()
    finally:
        book.close()


def saw(path: Path, *statements: str) -> None:
    """Cut all guards out, do as the statements say, and put the guards back."""
    with closing(sqlite3.connect(path)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, sql in guards:
            connection.execute(sql)
        connection.commit()


@pytest.fixture(scope="module")
def settled_file(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book that is made once: a pull, a voided gift, a game for keeps that Ada lost, a friendly one, and packs."""
    now = dt.datetime(2026, 5, 9, 12, 30, 15, 123456, tzinfo=dt.UTC)
    book = Book.open(Path(shutil.copy(pristine, tmp_path_factory.mktemp("settled") / "book.db")), load_catalogue)
    with book.writing() as unit:
        ada = unit.accounts.open("Ada", AccountKind.COLLECTOR)
        bo = unit.accounts.open("Bo", AccountKind.RIVAL)
        copies = (Copies(3), Copies(45, quantity=2))
        pulls = tuple(Movement(some, unit.accounts.packs, ada) for some in copies)
        unit.ledger.post(Draft("pull-1", EntryKind.PULL, pulls), now)
        gift = Draft("gift", EntryKind.GIFT, (Movement(Copies(7), unit.accounts.elsewhere, ada),))
        unit.ledger.post(gift, now)
        unit.ledger.void("gift", now)
        unit.ledger.post(Draft("keeps", EntryKind.ANTE, (Movement(Copies(45), ada, bo),)), now)
        for name, stakes in (("keeps", Stakes.KEEPS), ("friendly", Stakes.FRIENDLY)):
            seats = (
                MatchSeat(ada, "human", ante=45, result=Result.LOST),
                MatchSeat(bo, "human", ante=9, result=Result.WON),
            )
            match = Match(name, "mudwater", "standard", Place.TABLE, stakes, Status.DONE, now.date(), now, seats, "", 0)
            unit.matches.add(match)
        for name, numbers in (("pack", (45, 8)), ("typo", (9,))):
            pulled = tuple(Movement(Copies(number), unit.accounts.packs, ada) for number in numbers)
            unit.packs.log(ada, Draft(name, EntryKind.PULL, pulled), now, price="4.50 EUR")
        unit.packs.void("typo", now)
        unit.packs.log_levels(ada, "old", (3, 2, 1, 0, 0), None, now)
        hand = unit.hands.change(unit.hands.create(ada, "Dock", [45, 3], now), [45], now)
        unit.hands.change(unit.hands.go_to(hand, 1, now), [], now)
    book.close()
    assert audit(book.path) == ()
    return book.path


@pytest.fixture
def settled(settled_file: Path, tmp_path: Path) -> Path:
    """A closed book with some of everything, to be forged."""
    return Path(shutil.copy(settled_file, tmp_path / "book.db"))


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("UPDATE balance SET quantity = quantity + 1 WHERE account = 4 AND number = 45", {"balance", "conservation"}),
        ("DELETE FROM balance WHERE account = 4", {"balance", "conservation"}),
        ("UPDATE balance SET tracked = 0", {"tracked"}),
        ("DELETE FROM movement WHERE id = 2", {"balance", "flow", "seal", "said", "gap", "new-numbers"}),
        ("DELETE FROM entry WHERE seq = 2", {"orphan", "reference", "gap"}),
        ("DELETE FROM entry WHERE seq = 4", {"orphan", "reference", "gap", "unsettled"}),
        ("UPDATE movement SET quantity = 3 WHERE id = 2", {"balance", "flow", "said"}),
        ("UPDATE movement SET quantity = 3 WHERE id = 4", {"balance", "flow", "said"}),
        ('UPDATE entry SET said = \'[[3,"base",1,1,4],[45,"base",1,1,4]]\' WHERE seq = 1', {"said"}),
        ("UPDATE entry SET happened = '2020-01-01' WHERE id = 'gift'", {"void"}),
        ("UPDATE posting SET applied = 99", {"gap"}),
        ("UPDATE \"match\" SET status = 'void' WHERE id = 'keeps'", {"settled"}),
        ("UPDATE \"match\" SET stakes = 'friendly' WHERE id = 'keeps'", {"settled"}),
        ("UPDATE \"match\" SET stakes = 'keeps' WHERE id = 'friendly'", {"unsettled"}),
        ("UPDATE match_seat SET ante = 44 WHERE ante = 45", {"unsettled"}),
        ("UPDATE match_seat SET result = 'draw'", {"settled"}),
        ("DELETE FROM account WHERE id = 5", {"reference"}),
        ("UPDATE flow SET quantity = quantity + 1 WHERE source = 1 AND number = 45", {"flow"}),
        ("DELETE FROM flow WHERE target = 5", {"flow"}),
        ("INSERT INTO flow VALUES (4, 5, 3, 'base', 1)", {"flow"}),
        ("UPDATE pack_tally SET packs = packs + 1", {"tally"}),
        ("UPDATE pack_tally SET level_packs = 0", {"tally"}),
        ("UPDATE pack_tally SET level_3 = 5", {"tally"}),
        ("UPDATE pack_tally_card SET copies = 2 WHERE number = 9", {"tally"}),
        ("DELETE FROM pack_tally_card WHERE number = 8", {"tally"}),
        ("UPDATE pack_tally_cost SET minor = minor + 50", {"tally"}),
        ("UPDATE pack_tally_cost SET currency = 'USD'", {"tally"}),
        ("DELETE FROM pack_tally", {"tally"}),
        ("UPDATE pack SET new_numbers = 2 WHERE id = 'pack'", {"new-numbers", "tally"}),
        ("UPDATE pack SET corrects = 1 WHERE id = 'pack'", {"new-numbers"}),
        ("UPDATE pack SET minor = 1 WHERE id = 'pack'", {"tally"}),
        ("UPDATE pack SET voided = 1 WHERE id = 'old'", {"counted", "tally"}),
        ("DELETE FROM pack_counted WHERE sign = -1", {"counted", "gap"}),
        ("DELETE FROM pack_counted WHERE pack = 1", {"counted", "gap"}),
        ("INSERT INTO pack_counted VALUES (5, 3, -1)", {"counted", "gap"}),
        ("DELETE FROM pack WHERE id = 'pack'", {"counted", "reference", "tally", "numbers"}),
        ("UPDATE pack SET nth = 9 WHERE id = 'pack'", {"numbers"}),
        ("UPDATE tallying SET applied = 99", {"gap"}),
        ("UPDATE hand SET version = 9", {"hand", "reference"}),
        ("DELETE FROM hand_version WHERE number = 3", {"hand", "reference"}),
        ("INSERT INTO hand VALUES (2, 4, 'Bay', 'bay', '', '', NULL, 1, 0)", {"hand", "reference"}),
        ("DELETE FROM hand_version WHERE number = 2", {"gap"}),
        ("DELETE FROM hand_version WHERE number = 1", {"gap", "reference", "hand-version"}),
        ("UPDATE hand_version SET hand = 7 WHERE number = 2", {"gap", "reference", "hand-version"}),
        ("DELETE FROM hand", {"reference", "hand-version"}),
        ("UPDATE hand SET owner = 5", {"owner"}),
        ("INSERT INTO card_value VALUES (5, 45, 'EUR', 1)", {"owner"}),
        ("INSERT INTO level_value VALUES (3, 5, 'EUR', 1)", {"owner"}),
        ("UPDATE hand_version SET cards = '[9223372036854775808]' WHERE number = 2", {"hand-cards"}),
    ],
)
def test_every_forgery_is_found(settled: Path, statement: str, codes: set[str]) -> None:
    saw(settled, statement)
    assert {finding.code for finding in audit(settled) if finding.severity is Severity.ERROR} == codes


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("DROP TRIGGER movement_counts", "movement_counts"),
        ("CREATE TRIGGER helpful AFTER INSERT ON entry BEGIN SELECT 1; END", "helpful"),
        ("CREATE TABLE notes (text)", "notes"),
        ("DROP INDEX ix_movement_target", "ix_movement_target"),
    ],
)
def test_every_change_to_the_guards_is_found(settled: Path, statement: str, name: str) -> None:
    with closing(sqlite3.connect(settled)) as connection:
        connection.execute(statement)
        connection.commit()
    (finding,) = audit(settled)
    assert finding.code == "schema"
    assert name in finding.message


def test_a_check_that_was_taken_out_of_a_table_is_found(settled: Path) -> None:
    with closing(sqlite3.connect(settled)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'tracked = 1 AND quantity >= 0', 'tracked = 1') "
            "WHERE name = 'balance'"
        )
        connection.commit()
    (finding,) = audit(settled)
    assert "balance" in finding.message


def test_cards_in_words_are_found_where_every_check_was_off(settled: Path) -> None:
    saw(settled, "PRAGMA ignore_check_constraints = ON", "UPDATE hand_version SET cards = 'Dead Calm' WHERE number = 2")
    assert {finding.code for finding in audit(settled)} == {"file", "hand-cards"}


def test_a_damaged_page_is_found(settled: Path) -> None:
    with closing(sqlite3.connect(settled)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_movement_number'").fetchone()[0]
    content = bytearray(settled.read_bytes())
    content[page * size - 40 : page * size] = bytes(40)
    settled.write_bytes(content)
    assert "file" in {finding.code for finding in audit(settled)}


def test_a_hole_in_the_past_is_a_notice(book: Book, ada: Account, bo: Account, now: dt.datetime) -> None:
    with book.writing() as unit:
        packs = unit.accounts.packs
        unit.ledger.post(Draft("p", EntryKind.PULL, (Movement(Copies(45), packs, ada),), dt.date(2026, 5, 8)), now)
        unit.ledger.post(Draft("t", EntryKind.GIFT, (Movement(Copies(45), ada, bo),), dt.date(2026, 5, 2)), now)
        (finding,) = unit.ledger.audit()
        assert (finding.severity, finding.code) == (Severity.NOTICE, "past-negative")
        assert "45" in finding.message
        assert "2026-05-02" in finding.message
        unit.ledger.post(Draft("q", EntryKind.PULL, (Movement(Copies(45), packs, ada),), dt.date(2026, 5, 1)), now)
        assert unit.ledger.audit() == ()


def test_a_trade_of_one_card_for_the_same_card_is_no_hole(
    book: Book, ada: Account, bo: Account, now: dt.datetime, pull: Callable[..., Posted]
) -> None:
    pull(ada, 45)
    with book.writing() as unit:
        both = (Movement(Copies(45), ada, bo), Movement(Copies(45), bo, ada))
        unit.ledger.post(Draft("t", EntryKind.TRADE, both), now)
        assert unit.ledger.audit() == ()


def test_a_corrected_catalogue_gets_a_notice(book: Book) -> None:
    with book.writing() as unit:
        level = unit.cards.catalogue()[60].level
        unit.cards.correct(60, {"level": 5 if level != 5 else 4})
    with book.reading() as unit:
        findings = unit.ledger.audit()
    assert findings
    assert {(finding.severity, finding.code) for finding in findings} == {(Severity.NOTICE, "catalogue")}
