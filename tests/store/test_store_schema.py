from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from collection.catalogue.data import load_catalogue
from collection.errors import DiskFull
from collection.ledger.entry import Account, Posted
from collection.store import deck_tables, hand_tables, migrations, puzzle_tables, tables
from collection.store.backup import backup
from collection.store.book import Book
from collection.store.opening import SCHEMA, Terms
from collection.store.schema import expected_schema, migrate

NEXT = """
from alembic import op

revision = "{number:04}"
down_revision = "{before:04}"


def upgrade() -> None:
    connection = op.get_bind()
    connection.exec_driver_sql("CREATE TABLE wish (number INTEGER PRIMARY KEY REFERENCES card (number)) STRICT")
    connection.exec_driver_sql("ALTER TABLE account ADD COLUMN nickname TEXT")
    {more}
"""


def normal(sql: str) -> str:
    return re.sub(r"\s+", " ", sql).replace("( ", "(").replace(" )", ")").strip()


def test_the_migrations_make_the_tables_that_the_classes_describe() -> None:
    dialect = sqlite.dialect()
    described = set()
    for table in SQLModel.metadata.tables.values():
        row = "".join(map(str.capitalize, table.name.split("_"))) + "Row"
        assert any(row in vars(room) for room in (tables, hand_tables, puzzle_tables, deck_tables))
        described.add(normal(str(CreateTable(table).compile(dialect=dialect))))
        described.update(normal(str(CreateIndex(index).compile(dialect=dialect))) for index in table.indexes)
    made = {
        normal(sql) for kind, name, sql in expected_schema() if kind in ("table", "index") and name != "alembic_version"
    }
    assert {sql.replace(" WITHOUT ROWID, STRICT", " STRICT, WITHOUT ROWID") for sql in made} == {
        sql.replace(" WITHOUT ROWID, STRICT", " STRICT, WITHOUT ROWID") for sql in described
    }


def test_every_table_is_strict_and_every_check_has_a_name() -> None:
    for kind, name, sql in expected_schema():
        if kind == "table" and name != "alembic_version":
            assert "STRICT" in sql.rsplit(")", 1)[1], name
            assert len(re.findall(r"\bCHECK\b", sql)) == len(re.findall(r"CONSTRAINT ck_\w+ CHECK\b", sql)), name


def test_nothing_in_the_ledger_is_deleted_along_with_something_else() -> None:
    assert not [name for _, name, sql in expected_schema() if "CASCADE" in sql.upper()]


@pytest.fixture
def scripts(tmp_path: Path) -> Callable[[str], str]:
    """Give a folder with the migrations and one more, which ends with the line given."""

    def make(more: str) -> str:
        folder = tmp_path / "100% migrations"
        shutil.copytree(Path(migrations.__file__).parent, folder)
        text = NEXT.format(number=SCHEMA + 1, before=SCHEMA, more=more)
        (folder / "versions" / "next.py").write_text(text)
        return str(folder)

    return make


def guards(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchall()


def history(path: Path) -> list[list[object]]:
    with closing(sqlite3.connect(path)) as connection:
        return [
            connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("entry", "movement", "balance", "posting", "card")
        ]


def number_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_an_upgrade_keeps_every_row_and_guard_and_leaves_a_copy_of_what_was(
    book: Book, ada: Account, pull: Callable[..., Posted], scripts: Callable[[str], str]
) -> None:
    pull(ada, 45, 45, 3)
    path = book.path
    book.close()
    before, guarded = history(path), guards(path)
    copy = migrate(path, Terms(), target=SCHEMA + 1, scripts=scripts("pass"))
    assert (history(path), guards(path)) == (before, guarded)
    assert number_of(path) == SCHEMA + 1
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(nickname), count(*) FROM account").fetchone() == (0, 4)
        assert connection.execute("SELECT * FROM wish").fetchall() == []
    assert copy is not None
    assert copy.parent == path.parent
    assert re.fullmatch(rf"book\.before-schema-{SCHEMA + 1}\.\d{{4}}-\d\d-\d\dT\d+\.\d+\.db", copy.name)
    assert (number_of(copy), history(copy)) == (SCHEMA, before)
    restored = Book.open(copy, load_catalogue)
    with restored.reading() as unit:
        assert unit.ledger.owned(ada) == {3: 1, 45: 2}
        assert unit.ledger.audit() == ()
    restored.close()


def test_an_upgrade_that_fails_half_way_leaves_the_book_as_it_was(
    book: Book, ada: Account, pull: Callable[..., Posted], scripts: Callable[[str], str]
) -> None:
    pull(ada, 45)
    path = book.path
    book.close()
    before = history(path)
    with pytest.raises(ZeroDivisionError):
        migrate(path, Terms(), target=SCHEMA + 1, scripts=scripts("1 / 0"))
    assert (number_of(path), history(path)) == (SCHEMA, before)
    again = Book.open(path, load_catalogue)
    with again.reading() as unit:
        assert unit.ledger.audit() == ()
    again.close()


def test_an_upgrade_without_room_for_the_copy_does_not_begin(
    path: Path, scripts: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DiskFull):
        migrate(path, Terms(pragmas={"max_page_count": 6}), target=SCHEMA + 1, scripts=scripts("pass"))
    assert number_of(path) == SCHEMA
    assert [file.name for file in path.parent.iterdir() if file.suffix == ".part"] == []


def test_a_current_book_is_not_copied(path: Path) -> None:
    assert migrate(path, Terms()) is None
    assert [file.name for file in path.parent.iterdir()] == ["book.db"]


def test_a_backup_is_whole_while_the_book_is_open_and_replaces_what_was_there(
    book: Book, ada: Account, pull: Callable[..., Posted], tmp_path: Path
) -> None:
    pull(ada, 45, 45)
    target = tmp_path / "copy of [book] #1?.db"
    target.write_text("an older copy")
    with book.writing() as unit:
        # Not committed yet, so no part of the copy.
        unit.settings.set("a", "b")
        assert backup(book.path, target) == target
    copy = Book.open(target, load_catalogue)
    with copy.reading() as unit:
        assert unit.ledger.owned(ada) == {45: 2}
        assert unit.settings.get("a") is None
        assert unit.ledger.audit() == ()
    copy.close()
    assert not list(tmp_path.glob("*.part"))
