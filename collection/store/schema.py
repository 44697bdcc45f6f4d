"""The schema: made and brought up to date by the migrations, in one transaction on a connection of its own.

Alembic gives the order, the SQL in the migrations is written by hand. It is imported only when there is work for it.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from collection.errors import StoreError
from collection.store.backup import copy_book, kept_path
from collection.store.faults import translated
from collection.store.opening import APPLICATION_ID, SCHEMA, Terms, connect, use_log
from collection.text import plain

if TYPE_CHECKING:
    from sqlalchemy import Connection

_SCRIPTS = "collection.store:migrations"


def migrate(
    path: Path, terms: Terms, *, target: int = SCHEMA, scripts: str = _SCRIPTS, keep: bool = True
) -> Path | None:
    """Bring the file at `path` to schema `target`, making it when there is none; all of it or nothing.

    A book that exists is copied beside itself first, unless `keep` is false; gives that copy. `scripts` says where the
    migrations are.
    Raises StoreErrors, and leaves the file as it was.
    """
    from collection.store.engine import WRITING, make_engine

    kept = None
    with translated(path):
        engine = make_engine(lambda: _connect_for_migrating(path, terms))
        try:
            with engine.execution_options(**{WRITING: True}).begin() as connection:
                number = _pragma(connection, "user_version")
                # Another process may have been quicker.
                if number < target:
                    if number and keep:
                        kept = copy_book(path, kept_path(path, f"before-schema-{number + 1}"), terms)
                    _upgrade(connection, target, scripts)
                    _prove(connection, path)
                    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
                    connection.exec_driver_sql(f"PRAGMA user_version = {target}")
        finally:
            engine.dispose()
    return kept


def _connect_for_migrating(path: Path, terms: Terms) -> sqlite3.Connection:
    connection = connect(path, "rwc", terms)
    try:
        use_log(connection, terms)
        # Migrations may rebuild tables; foreign keys can only be switched off before a transaction begins.
        connection.execute("PRAGMA foreign_keys = OFF")
    except BaseException:
        connection.close()
        raise
    return connection


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def _upgrade(connection: Connection, target: int, scripts: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", scripts.replace("%", "%%"))
    # The connection has begun its transaction, which makes Alembic leave both its ends alone.
    config.attributes["connection"] = connection
    command.upgrade(config, f"{target:04}")


def _prove(connection: Connection, path: Path) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        raise StoreError(
            f"{plain(str(path))} was not brought up to date: {len(broken)} rows of {broken[0][0]} point at nothing."
        )


SCHEMA_SQL = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"


@cache
def expected_schema() -> frozenset[tuple[str, str, str]]:
    """Give kind, name and SQL of every table, index and trigger that a book of this version has."""
    from collection.store.engine import WRITING, make_engine

    engine = make_engine(lambda: sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
    try:
        with engine.execution_options(**{WRITING: True}).begin() as connection:
            _upgrade(connection, SCHEMA, _SCRIPTS)
            return frozenset((kind, name, sql) for kind, name, sql in connection.exec_driver_sql(SCHEMA_SQL))
    finally:
        engine.dispose()
