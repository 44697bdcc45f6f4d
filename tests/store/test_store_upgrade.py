"""A book of an older schema, with years in it, opened by this version: nothing is lost, all sums are there."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.hands.hand import HandVersion
from collection.hands.values import Values
from collection.ledger.entry import Draft, EntryKind, Movement
from collection.ledger.match import Branch, Place, Taking
from collection.ledger.pulls import Cost, PullTally
from collection.store.book import Book
from collection.store.glance import glance
from collection.store.opening import SCHEMA, Terms
from collection.store.schema import expected_schema, migrate

MOMENT = "2026-05-09T00:00:00.000000+00:00"
HELD = ("card", "account", "entry", "movement", "balance", "posting", "saying", "setting", "match_seat")
GREW = ("pack", "hand", "match")
"""Tables that have got columns since."""
CHANGED = "2026-05-11T10:00:00.000001+00:00"
PACKS, ELSEWHERE, HOUSE, ADA, BO = 1, 2, 3, 4, 5


class FirstBook:
    """Writes a book as the first schema has it, by SQL alone: the program of today knows no such book any more."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        migrate(path, Terms(), target=1)
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("BEGIN")
        for card in catalogue:
            self.connection.execute(
                "INSERT INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'number')",
                (card.number, card.name, int(card.level), card.family.value, card.tribe, card.artist, *card.edges),
            )
        self.connection.execute(
            "INSERT INTO account VALUES (4, 'collector', 'Ada', 'ada', 0), (5, 'rival', 'Bo', 'bo', 0)"
        )
        self.entries = 0

    def post(
        self,
        id: str,
        kind: str,
        *lines: tuple[int, str, int, int, int],
        day: str = "2026-05-09",
        back: int | None = None,
    ) -> int:
        self.entries += 1
        said = json.dumps(lines, separators=(",", ":"))
        self.connection.execute(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?, '', ?, ?, ?)",
            (self.entries, id, kind, day, MOMENT, back, len(lines), said),
        )
        return self.entries

    def pack(self, id: str, *numbers: int, price: str = "", day: str = "2026-05-09") -> int:
        lines = [(number, "base", numbers.count(number), PACKS, ADA) for number in sorted(set(numbers))]
        entry = self.post(id, "pull", *lines, day=day)
        self._row(id, entry, None, price, day)
        return entry

    def levels(self, id: str, levels: Sequence[int], *, price: str = "", voided: int = 0) -> None:
        self._row(id, None, json.dumps(list(levels)), price, "2026-05-09")
        if voided:
            self.connection.execute("UPDATE pack SET voided = 1 WHERE id = ?", (id,))

    def _row(self, id: str, entry: int | None, levels: str | None, price: str, day: str) -> None:
        self.connection.execute(
            "INSERT INTO pack (id, collector, entry, opened, recorded, levels, price, shop, note, voided) "
            "VALUES (?, 4, ?, ?, ?, ?, ?, '', '', 0)",
            (id, entry, day, MOMENT, levels, price),
        )

    def close(self) -> None:
        self.connection.execute("COMMIT")
        self.connection.close()


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue) -> Path:
    path = tmp_path_factory.mktemp("first") / "book.db"
    book = FirstBook(path, catalogue)
    book.pack("p1", 45, 45, 3, price="4.50 EUR")
    book.pack("p2", 45, 8, price="€ 5")
    book.post("ante", "ante", (3, "base", 1, ADA, BO))
    # Dated back, and yet recorded now: 3 is gone, 8 is there.
    book.pack("p3", 3, 8, price="a kiss", day="2020-01-01")
    typo = book.pack("typo", 60, 61, 45, price="4.50 EUR")
    # A correction: what the typo had brought was not owned, 45 was owned anyway.
    book.pack("right", 60, 62, 45, price="4.50 EUR")
    mirrored = [(number, "base", 1, ADA, PACKS) for number in (61, 60, 45)]
    book.post("void-typo", "void", *mirrored, back=typo)
    book.connection.execute("INSERT INTO saying VALUES ('right', 'corrects', 'typo')")
    gone = book.pack("gone", 70, price="$3")
    book.post("void-gone", "void", (70, "base", 1, ADA, PACKS), back=gone)
    book.pack("p4", 70, price="$3")
    book.levels("old", (4, 2, 1, 1, 0), price="9 EUR")
    book.levels("older", (9, 9, 9, 9, 9), voided=1)
    book.post("gift", "gift", (9, "foil", 2, ELSEWHERE, ADA), (45, "base", 1, ADA, BO))
    for hand, archived in (("Dock", "NULL"), ("Old", f"'{MOMENT}'"), ("Empty", "NULL")):
        book.connection.execute(
            "INSERT INTO hand (owner, name, name_key, created, changed, archived) "
            f"VALUES (4, '{hand}', '{hand.lower()}', '{MOMENT}', '{CHANGED}', {archived})"
        )
    for number, (place, stakes, status) in enumerate((("table", "keeps", "done"), ("here", "friendly", "playing"))):
        book.connection.execute(
            f"INSERT INTO \"match\" VALUES ({3 * number + 2}, 'm{number}', 'mudwater', 'standard', '{place}', "
            f"'{stakes}', '{status}', '2026-05-09', '{MOMENT}', 'game: mudwater', {number}, 'old')"
        )
        for seat, account in enumerate((4, 5)):
            book.connection.execute(
                f"INSERT INTO match_seat VALUES ({3 * number + 2}, {seat}, {account}, 'human', '', '[3]', NULL, 'draw')"
            )
    book.connection.execute("INSERT INTO hand_card VALUES (1, 1, 45), (1, 2, 3), (1, 3, 45), (2, 1, 130)")
    book.close()
    return path


@pytest.fixture
def old(first: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(first, tmp_path / "book.db"))


def rows(path: Path, *tables: str) -> list[list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return [connection.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables]


def number_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_all_that_was_written_is_there_and_a_copy_of_what_was(old: Path) -> None:
    before = rows(old, *HELD)
    grown = rows(old, *GREW)
    assert glance(old) is None
    assert migrate(old, Terms()) is not None
    assert rows(old, *HELD) == before
    for table, was in zip(rows(old, *GREW), grown, strict=True):
        assert [row[: len(was[0])] for row in table] == was
    (copy,) = old.parent.glob("book.before-schema-2.*.db")
    assert (number_of(copy), number_of(old)) == (1, SCHEMA)
    assert rows(copy, *HELD) == rows(old, *HELD)


def test_the_upgraded_book_is_a_book_as_if_made_today(old: Path) -> None:
    Book.open(old, load_catalogue).close()
    with closing(sqlite3.connect(old)) as connection:
        schema = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    assert set(schema) == expected_schema()


def test_a_book_of_the_second_schema_is_kept_beside_itself_and_its_hands_get_their_first_version(old: Path) -> None:
    migrate(old, Terms(), target=2, keep=False)
    before = rows(old, *HELD, "flow", "pack", "pack_tally", "mark", "search")
    copy = migrate(old, Terms())
    assert copy is not None
    assert copy.name.startswith("book.before-schema-3.")
    assert (number_of(copy), number_of(old)) == (2, SCHEMA)
    assert rows(old, *HELD, "flow", "pack", "pack_tally", "mark", "search") == before
    book = Book.open(old, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        ada = unit.accounts.by_id(ADA)
        in_use, put_away = unit.hands.all(ada), unit.hands.all(ada, archived=True)
        assert [(hand.name, hand.version, hand.sleeved) for hand in (*in_use, *put_away)] == [
            ("Dock", 1, False),
            ("Empty", 1, False),
            ("Old", 1, False),
        ]
        changed = dt.datetime.fromisoformat(CHANGED)
        assert [unit.hands.versions(hand) for hand in (*in_use, *put_away)] == [
            (HandVersion(1, None, changed, (45, 3, 45)),),
            (HandVersion(1, None, changed, ()),),
            (HandVersion(1, None, changed, (130,)),),
        ]
        assert unit.values.all(ada) == Values()
    book.close()
    with closing(sqlite3.connect(old)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert [name for name in tables if name.startswith("hand")] == ["hand_version", "hand"]


def test_a_hand_of_an_upgraded_book_goes_on(old: Path, now: dt.datetime) -> None:
    book = Book.open(old, load_catalogue)
    with book.writing() as unit:
        dock = unit.hands.find(unit.accounts.by_id(ADA), "Dock")
        assert dock is not None
        changed = unit.hands.change(dock, (1, 2), now)
        assert unit.hands.go_to(changed, 1, now).cards == (45, 3, 45)
        assert unit.ledger.audit() == ()
    book.close()


def test_matches_of_a_third_schema_keep_their_place_and_go_on(old: Path) -> None:
    migrate(old, Terms(), target=3, keep=False)
    copy = migrate(old, Terms())
    assert copy is not None
    assert copy.name.startswith("book.before-schema-4.")
    book = Book.open(old, load_catalogue)
    with book.writing() as unit:
        ada = unit.accounts.by_id(ADA)
        found = {match.id: match for match in unit.matches.all(ada, branches=True)}
        assert set(found) == {"m0", "m1"}
        assert [(one.branch, one.takings, one.hints, one.note) for one in found.values()] == [(None, (), 0, "old")] * 2
        playing = found["m1"]
        back = replace(playing, moves=0, takings=(Taking(0, 0, 1),))
        unit.matches.save(back, expected_moves=1, expected_takings=0)
        branch = replace(playing, id="b", place=Place.BRANCH, branch=Branch("m0", 0), moves=0)
        assert unit.matches.add(branch) == (branch, True)
        assert unit.matches.find("m1") == back
        assert unit.ledger.audit() == ()
    book.close()


def test_a_book_of_the_fifth_schema_gets_room_for_decks_and_keeps_all_else(old: Path, now: dt.datetime) -> None:
    migrate(old, Terms(), target=5, keep=False)
    tables = (*HELD, *GREW, "puzzle", "analysis", "hand_version")
    before = rows(old, *tables)
    copy = migrate(old, Terms())
    assert copy is not None
    assert copy.name.startswith("book.before-schema-6.")
    assert rows(old, *tables) == before
    book = Book.open(old, load_catalogue)
    with book.writing() as unit:
        ada = unit.accounts.by_id(ADA)
        assert unit.decks.all(ada) == ()
        deck = unit.decks.create(ada, "Tides", ("siren",), now)
        assert unit.decks.find(ada, "tides") == deck
        assert unit.ledger.audit() == ()
    book.close()


def test_sums_are_filled_from_what_there_is(old: Path) -> None:
    book = Book.open(old, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        ada, bo = unit.accounts.by_id(ADA), unit.accounts.by_id(BO)
        assert {pack.id: pack.new_numbers for pack in unit.packs.all(ada)} == {
            "p1": 2,
            "p2": 1,
            "p3": 1,
            "typo": 2,
            "right": 2,
            "gone": 1,
            "p4": 1,
            "old": None,
            "older": None,
        }
        assert {pack.id: pack.corrects for pack in unit.packs.all(ada) if pack.corrects} == {"right": "typo"}
        assert unit.packs.tally(ada) == PullTally(
            packs=5,
            level_packs=1,
            cards=11,
            by_card={3: 2, 8: 2, 45: 4, 60: 1, 62: 1, 70: 1},
            by_level=(4, 2, 1, 1, 0),
            new_numbers=7,
            costs=(Cost("$", 300, 1, 1), Cost("EUR", 1400, 3, 5)),
        )
        assert unit.ledger.exchanged(ada, bo) == ((3, 1), (45, 1))
        assert unit.ledger.moved(unit.accounts.packs, ada) == {3: 2, 8: 2, 45: 5, 60: 2, 61: 1, 62: 1, 70: 2}
        assert unit.marks.all(ada) == ()
        assert unit.searches.all() == ()
    book.close()


def test_an_upgraded_book_goes_on(old: Path, now: dt.datetime) -> None:
    book = Book.open(old, load_catalogue)
    with book.writing() as unit:
        ada = unit.accounts.by_id(ADA)
        pulled = (Movement(Copies(45), unit.accounts.packs, ada), Movement(Copies(99), unit.accounts.packs, ada))
        pack, new = unit.packs.log(ada, Draft("next", EntryKind.PULL, pulled), now, price="1 EUR")
        assert (pack.new_numbers, new) == (1, True)
        unit.packs.void("old", now)
        unit.packs.void("p1", now)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        tally = unit.packs.tally(ada)
        assert (tally.packs, tally.level_packs, tally.costs[1]) == (5, 0, Cost("EUR", 1050, 3, 4))
    book.close()


def test_an_empty_book_of_the_first_schema_is_upgraded_too(tmp_path: Path, catalogue: Catalogue) -> None:
    path = tmp_path / "book.db"
    migrate(path, Terms(), target=1)
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        assert len(unit.cards.catalogue()) == 120
    book.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE flow SET quantity = 9",
        "DELETE FROM flow",
        "UPDATE pack_tally SET packs = 9",
        "UPDATE pack_tally_card SET copies = 9",
        "DELETE FROM pack_tally_cost",
        "INSERT INTO pack_counted VALUES (99, 1, -1)",
        "UPDATE tallying SET applied = applied + 1",
        "UPDATE pack SET new_numbers = 9",
        "UPDATE pack SET rowid = 99 WHERE seq = 1",
        "UPDATE balance SET quantity = 9",
        "UPDATE movement SET quantity = 9",
        "DELETE FROM entry",
        "UPDATE card SET rowid = 900 WHERE number = 1",
        "UPDATE hand_version SET cards = '[1]'",
        "DELETE FROM hand_version",
        "UPDATE hand SET version = 2",
        "UPDATE hand SET owner = 5",
        "DELETE FROM hand",
        'DELETE FROM "match"',
        "UPDATE \"match\" SET moves = 0 WHERE id = 'm1'",
        "UPDATE \"match\" SET moves = 9 WHERE id = 'm0'",
        "UPDATE match_seat SET hand = '[1]'",
        f"INSERT INTO hand VALUES (4, 4, 'Bay', 'bay', '{MOMENT}', '{MOMENT}', NULL, 1, 0)",
    ],
)
def test_every_guard_stands_after_the_upgrade(old: Path, statement: str) -> None:
    migrate(old, Terms())
    with closing(sqlite3.connect(old)) as connection, pytest.raises(sqlite3.Error):
        connection.execute(statement)


UPGRADER = """
import sys
from pathlib import Path
from collection.catalogue.data import load_catalogue
from collection.store.opening import Terms
import collection.store.schema, alembic.command, alembic.config
print("ready", flush=True)
collection.store.schema.migrate(Path(sys.argv[1]), Terms())
print("done", flush=True)
"""


def kill_an_upgrade(old: Path, delay: float) -> int:
    """Kill the upgrade after `delay`; give the schema that the book was left with."""
    before = rows(old, *HELD)
    process = subprocess.Popen(
        [sys.executable, "-c", UPGRADER, str(old)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    number = number_of(old)
    with closing(sqlite3.connect(old)) as connection:
        made = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'flow'").fetchone()[0]
    assert (number, made) in ((1, 0), (SCHEMA, 1))
    assert rows(old, *HELD) == before
    book = Book.open(old, load_catalogue)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
        assert unit.packs.tally(unit.accounts.by_id(ADA)).packs == 5
    book.close()
    return number


def test_an_upgrade_that_is_killed_leaves_the_book_before_or_after(first: Path, tmp_path: Path) -> None:
    for turn, delay in enumerate((0.0, 0.06)):
        folder = tmp_path / str(turn)
        folder.mkdir()
        kill_an_upgrade(Path(shutil.copy(first, folder / "book.db")), delay)


@pytest.mark.slow
def test_a_storm_of_killed_upgrades_leaves_books_before_or_after(first: Path, tmp_path: Path) -> None:
    # However fast this machine is just now, some are killed soon enough and some too late.
    left: list[int] = []
    delay, step = 0.0, 0.01
    while len(left) < 40 or left[-3:] != [SCHEMA] * 3:
        folder = tmp_path / str(len(left))
        folder.mkdir()
        left.append(kill_an_upgrade(Path(shutil.copy(first, folder / "book.db")), delay))
        delay, step = delay + step, step * (1.0 if len(left) < 40 else 1.5)
    assert set(left) == {1, SCHEMA}


def test_packs_are_numbered_as_they_were_logged_and_the_next_goes_on(old: Path) -> None:
    migrate(old, Terms())
    logged = "SELECT id, nth FROM pack ORDER BY seq"
    with closing(sqlite3.connect(old)) as connection:
        ids = ["p1", "p2", "p3", "typo", "right", "gone", "p4", "old", "older"]
        assert connection.execute(logged).fetchall() == [(pack, nth) for nth, pack in enumerate(ids, start=1)]
        connection.execute(
            "INSERT INTO pack (id, collector, opened, recorded, levels, price, shop, note, voided) "
            f"VALUES ('next', 4, '2026-05-09', '{MOMENT}', '[1,0,0,0,0]', '', '', '', 0)"
        )
        assert connection.execute(logged).fetchall()[-1] == ("next", 10)
