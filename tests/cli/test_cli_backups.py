"""`backup`, `restore` and the backups that `audit` names, by command."""

from __future__ import annotations

from typing import Any

import pytest

Shell = Any
"""The shell of tests/cli/conftest.py."""


def _kept(shell: Shell) -> list[str]:
    return sorted(path.name for path in shell.folder.glob("book.*.db"))


def test_a_backup_without_a_name_lies_beside_the_book_and_the_oldest_give_way(stocked: Shell) -> None:
    for _ in range(4):
        stocked.ok("backup", "--keep", "3")
    kept = _kept(stocked)
    assert len(kept) == 3
    out = stocked.ok("audit").out
    assert all(name in out for name in kept)
    stocked.ok("backup", "--keep", "1")
    assert len(_kept(stocked)) == 1
    assert _kept(stocked)[0] > kept[-1]


def test_ten_are_kept_when_nothing_is_said(stocked: Shell) -> None:
    for _ in range(12):
        stocked.ok("backup")
    assert len(_kept(stocked)) == 10


def test_a_backup_by_name_never_replaces_a_file_unasked_and_is_never_rotated(stocked: Shell) -> None:
    stocked.ok("backup", "mine.db")
    assert stocked("backup", "mine.db").code == 1
    stocked.ok("backup", "mine.db", "--replace")
    stocked.ok("backup", "--keep", "1")
    stocked.ok("backup", "--keep", "1")
    assert (stocked.folder / "mine.db").exists()
    assert stocked("backup", "mine2.db", "--keep", "3").code == 2


def test_restoring_gives_the_old_state_back_and_keeps_the_new_one(stocked: Shell) -> None:
    before = stocked.json("own")
    stocked.ok("backup", "old.db")
    stocked.ok("pack", "add", "120")
    after = stocked.json("own")
    done = stocked.ok("restore", "old.db", "--yes")
    assert stocked.json("own") == before
    (kept,) = _kept(stocked)
    assert kept in done.out
    stocked.ok("restore", kept, "--yes")
    assert stocked.json("own") == after
    assert "The books are right." in stocked.ok("audit").out


def test_nothing_is_restored_unasked(stocked: Shell) -> None:
    stocked.ok("backup", "old.db")
    stocked.ok("pack", "add", "120")
    before = stocked.dump()
    done = stocked.process("restore", "old.db")
    assert done.code == 1
    assert "Say --yes" in done.err
    assert stocked.dump() == before
    assert _kept(stocked) == []


@pytest.mark.parametrize("content", [b"", b"no book at all", b"SQLite format 3\0" + b"\0" * 500])
def test_what_is_no_book_is_not_restored(stocked: Shell, content: bytes) -> None:
    (stocked.folder / "junk.db").write_bytes(content)
    before = stocked.dump()
    assert stocked("restore", "junk.db", "--yes").code == 1
    assert stocked("restore", "nothing.db", "--yes").code == 1
    assert stocked("restore", "book.db", "--yes").code == 1
    assert stocked.dump() == before


def test_a_book_that_is_gone_comes_back_from_its_backup(stocked: Shell) -> None:
    owned = stocked.json("own")
    stocked.ok("backup", "old.db")
    for path in stocked.folder.glob("book.db*"):
        path.unlink()
    stocked.ok("restore", "old.db", "--yes")
    assert stocked.json("own") == owned
