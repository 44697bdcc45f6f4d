from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.errors import NewerBook, NotABook, Refused
from collection.ledger.entry import Account, AccountKind, Posted
from collection.store import opening
from collection.store.book import Book
from collection.store.glance import glance


def test_a_glance_sees_what_the_book_holds(
    book: Book, ada: Account, cy: Account, bo: Account, pull: Callable[..., Posted]
) -> None:
    pull(ada, 45, 45, 3, id="a")
    pull(cy, 7, id="c")
    with book.writing() as unit:
        unit.cards.correct(45, {"name": "Mine [/]", "n": 9})
    for name, account in (("Ada", ada), ("cÿ", cy)):
        seen = glance(book.path, name)
        with book.reading() as unit:
            assert seen is not None
            assert tuple(seen.catalogue) == tuple(unit.cards.catalogue())
            assert seen.owned == unit.ledger.owned(account)
            assert seen.collector == account.name


def test_a_glance_without_a_name_is_at_the_collector_in_use(
    book: Book, bo: Account, pull: Callable[..., Posted], catalogue: Catalogue
) -> None:
    def collector() -> str | None:
        seen = glance(book.path)
        assert seen is not None
        assert len(seen.catalogue) == len(catalogue)
        return seen.collector

    assert collector() is None
    with book.writing() as unit:
        unit.accounts.open("Zoë", AccountKind.COLLECTOR)
    assert collector() == "Zoë"
    with book.writing() as unit:
        unit.accounts.open("Abel", AccountKind.COLLECTOR)
    assert collector() is None
    with book.writing() as unit:
        unit.settings.set("collector", "zoe")
    assert collector() == "Zoë"
    with book.writing() as unit:
        unit.settings.set("collector", "nobody")
        unit.accounts.open("Me", AccountKind.COLLECTOR)
    assert collector() == "Me"


def test_a_collector_who_is_not_in_the_book_is_refused(book: Book, ada: Account, bo: Account) -> None:
    for name in ("Zed", "Bo", "House", "packs", "[/x]\x1b"):
        with pytest.raises(Refused, match="Ada") as refused:
            glance(book.path, name)
        assert "\x1b" not in str(refused.value)


def test_there_may_be_nothing_to_see(tmp_path: Path) -> None:
    assert glance(tmp_path / "none.db") is None
    (tmp_path / "empty.db").touch()
    assert glance(tmp_path / "empty.db") is None
    assert {file.name: file.stat().st_size for file in tmp_path.iterdir()} == {"empty.db": 0}


def test_what_is_no_book_or_a_newer_one_is_refused(path: Path, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database")
    for wrong in (tmp_path, tmp_path / "text.db"):
        with pytest.raises(NotABook):
            glance(wrong)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {opening.SCHEMA + 1}")
    with pytest.raises(NewerBook):
        glance(path)


def test_a_glance_sees_the_last_commit_while_another_writes(book: Book, ada: Account) -> None:
    with book.writing() as unit:
        unit.settings.set("collector", "Nobody yet")
        seen = glance(book.path)
        assert seen is not None
        assert seen.collector == "Ada"


def test_a_glance_changes_nothing(path: Path) -> None:
    content = path.read_bytes()
    glance(path)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == ["book.db"]


def test_a_glance_needs_neither_sqlmodel_nor_sqlalchemy(path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom collection.store.glance import glance\n"
        "assert len(glance(Path(sys.argv[1])).catalogue) == 120\n"
        "print(sorted({'sqlmodel', 'sqlalchemy', 'alembic', 'pydantic', 'textual', 'yaml'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_store_itself_imports_nothing() -> None:
    script = (
        "import sys\nbefore = set(sys.modules)\nimport collection.store\nprint(sorted(set(sys.modules) - before))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "['collection', 'collection.store']\n"
