"""A glance into the book with plain sqlite3: for what must be on the screen before SQLModel could be imported."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from collection.catalogue.card import Card, CardNo, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.errors import Refused
from collection.games.field import CORRECTIONS
from collection.store.faults import translated
from collection.store.opening import SCHEMA, Terms, connect, file_or_nothing, reading_mode, schema_number
from collection.text import plain, quoted, search_key

_NOBODY_YET = "me"
"""The key of the name of a collector who never said one."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The catalogue as the book has it, and one collector's copies per number."""

    catalogue: Catalogue
    collector: str | None
    """The collector whose copies these are; None when the book has none yet, or several and none chosen."""
    owned: Mapping[CardNo, int]
    theme: str | None = None
    """The colours that the screens remember in this book."""
    corrections: Mapping[str, str] = field(default_factory=dict)
    """What an owner has corrected in the games but Mudwater: by the game's name, as it is kept."""


def glance(path: Path, collector: str | None = None) -> Glance | None:
    """Read catalogue and holdings in one go, read-only; None when there is no book yet or it must be migrated first.

    `collector` None means the one in use (as `desk.collectors.current` decides it). Raises NotABook, NewerBook,
    BookBusy, and Refused for a collector who is not in the book.
    """
    book = plain(str(path))
    with translated(path):
        file_or_nothing(path, book)
        if not path.exists():
            return None
        terms = Terms()
        connection = connect(path, reading_mode(path, terms), terms)
        try:
            connection.execute("PRAGMA query_only = 1")
            connection.execute("BEGIN")
            if schema_number(connection, book) < SCHEMA:
                return None
            return _look(connection, collector)
        finally:
            connection.close()


def _look(connection: sqlite3.Connection, collector: str | None) -> Glance | None:
    catalogue = Catalogue(
        Card(number, name, Level(level), Family(family), tribe, artist, n, e, s, w, frozenset(confirmed.split()))
        for number, name, level, family, tribe, artist, n, e, s, w, confirmed in connection.execute(
            "SELECT number, name, level, family, tribe, artist, n, e, s, w, confirmed FROM card ORDER BY number"
        )
    )
    if not len(catalogue):
        # Made, but not filled yet: whoever makes it has been interrupted.
        return None
    chosen = _collector(connection, collector)
    remembered = connection.execute("SELECT value FROM setting WHERE name = 'theme'").fetchone()
    theme = None if remembered is None else remembered[0]
    kept = connection.execute("SELECT name, value FROM setting WHERE name LIKE ?", (CORRECTIONS.format("%"),))
    start = len(CORRECTIONS.format(""))
    corrections = {name[start:]: value for name, value in kept}
    if chosen is None:
        return Glance(catalogue, None, {}, theme, corrections)
    account, name = chosen
    held = connection.execute(
        "SELECT number, sum(quantity) FROM balance WHERE account = ? AND quantity > 0 GROUP BY number", (account,)
    )
    return Glance(catalogue, name, dict(held.fetchall()), theme, corrections)


def _collector(connection: sqlite3.Connection, asked: str | None) -> tuple[int, str] | None:
    rows = connection.execute("SELECT name_key, id, name FROM account WHERE kind = 'collector' ORDER BY name_key")
    there = {key: (account, name) for key, account, name in rows}
    if asked is not None:
        found = there.get(search_key(asked) or asked)
        if found is None:
            names = ", ".join(quoted(name) for _, name in there.values()) or "none yet"
            raise Refused(f"No collector is called {quoted(asked)}. Collectors of this book: {names}.")
        return found
    setting = connection.execute("SELECT value FROM setting WHERE name = 'collector'").fetchone()
    if setting is not None and (found := there.get(search_key(setting[0]) or setting[0])) is not None:
        return found
    if len(there) == 1:
        return next(iter(there.values()))
    return there.get(_NOBODY_YET)
