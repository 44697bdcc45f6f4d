"""A shell to try the verbs in: a book of its own, what was printed, and what the book holds."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from collection.catalogue.data import load_catalogue
from collection.cli import main
from collection.store.book import Book
from collection.store.opening import Terms
from collection.store.schema import migrate


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def said(self) -> str:
        return self.out + self.err


class Shell:
    """Runs verbs on one book, in this process or in one of their own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.db = folder / "book.db"
        self._capsys = capsys

    def __call__(self, *words: str, collector: str | None = None) -> Done:
        """Run one verb in this process."""
        before = ["--db", str(self.db)] + ([] if collector is None else ["--as", collector])
        self._capsys.readouterr()
        code = main([*before, *words])
        caught = self._capsys.readouterr()
        return Done(code, caught.out, caught.err)

    def ok(self, *words: str, collector: str | None = None) -> Done:
        """Run one verb that must succeed."""
        done = self(*words, collector=collector)
        assert done.code == 0, done.said
        return done

    def json(self, *words: str, collector: str | None = None) -> Any:
        """Run one verb that must succeed, and give the JSON that it prints."""
        return self.ok(*words, "--json", collector=collector).json

    def piped(self, *words: str, stdin: bytes, collector: str | None = None) -> Done:
        """Run one verb in this process, with `stdin` on its standard input."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            return self(*words, collector=collector)

    def process(self, *words: str, stdin: str = "", **environment: str) -> Done:
        """Run one verb in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "collection", *words],
            cwd=self.folder,
            env={**os.environ, "MUDWATER_DB": str(self.db), "COLUMNS": "80", **environment},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def dump(self) -> str:
        """Give everything that the book holds."""
        if not self.db.exists():
            return ""
        connection = sqlite3.connect(self.db)
        try:
            return "\n".join(connection.iterdump())
        finally:
            connection.close()


@pytest.fixture(scope="session")
def new_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new book, laid out once."""
    book = tmp_path_factory.mktemp("new") / "book.db"
    Book.open(book, load_catalogue).close()
    return book


@pytest.fixture(autouse=True)
def _laid_out_once(new_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin books in this process as copies of a new one; how they are laid out is proved where the store is."""

    def lay_out(path: Path, terms: Terms) -> Path | None:
        if path.exists():
            return migrate(path, terms)
        shutil.copyfile(new_book, path)
        return None

    monkeypatch.setattr("collection.store.book.migrate", lay_out)


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return Shell(tmp_path, capsys)


FIRST_PACK = ("3", "6", "11", "12", "14", "7", "13", "9", "8", "45", "45")
SECOND_PACK = ("16", "18", "21", "22", "27", "19", "15", "39")
LEGAL = ("3", "6", "12", "14", "16", "21", "7", "13", "45", "9", "27", "8", "19", "39")


@pytest.fixture(scope="session")
def stocked_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with two packs and a legal hand called Dockside, to be copied."""
    book = tmp_path_factory.mktemp("stocked") / "book.db"
    for words in (["pack", "add", *FIRST_PACK], ["pack", "add", *SECOND_PACK], ["hand", "new", "Dockside", *LEGAL]):
        assert main(["--db", str(book), *words]) == 0
    return book


@pytest.fixture
def stocked(shell: Shell, stocked_book: Path) -> Shell:
    """A shell whose book holds two packs and a legal hand called Dockside."""
    for part in stocked_book.parent.iterdir():
        shutil.copyfile(part, shell.folder / part.name)
    return shell
