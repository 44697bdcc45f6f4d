from __future__ import annotations

from pathlib import Path

import pytest

from collection.errors import NotABook, StoreError
from collection.store.backup import backup


def test_there_must_be_a_book_to_copy(tmp_path: Path) -> None:
    with pytest.raises(NotABook, match="no book"):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_book_is_not_copied_over_itself(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    link = tmp_path / "link.db"
    link.symlink_to(path)
    for same in (path, link):
        with pytest.raises(NotABook, match="the book itself"):
            backup(path, same)
    assert path.read_bytes() == content


def test_a_copy_to_nowhere_is_a_sentence(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        backup(path, tmp_path / "no" / "folder" / "copy.db")


def test_a_damaged_book_is_named_and_an_older_copy_is_left_alone(path: Path, tmp_path: Path) -> None:
    copy = backup(path, tmp_path / "copy.db")
    content = copy.read_bytes()
    with path.open("r+b") as book:
        book.seek(4096 * 2)
        book.write(b"\xa5" * 4096 * 20)
    with pytest.raises(NotABook, match="damaged") as refused:
        backup(path, copy)
    assert str(path) in refused.value.reasons[0]
    assert copy.read_bytes() == content
    assert sorted(tmp_path.glob("*.part")) == []
