"""Files that the program writes where a person points: never instead of a device, a link or a directory."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from collection.cli import main

ACTS = {
    "record": ["play", "--auto", "--seed", "3", "--record"],
    "copy": ["backup", "--replace"],
}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with a hand to play."""
    path = tmp_path / "book.db"
    numbers = [str(number) for number in range(1, 15)]
    assert main(["--db", str(path), "pack", "add", *numbers]) == 0
    assert main(["--db", str(path), "hand", "new", "Dockside", *numbers]) == 0
    return path


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in the file system")
def test_a_pipe_stays_a_pipe(book: Path, tmp_path: Path, act: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    command = [sys.executable, "-m", "collection", "--db", str(book), *ACTS[act], str(pipe)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    if act == "record":
        reader.join(10)
        assert done.returncode == 0
        assert read[0].startswith("game: mudwater")
    else:
        assert done.returncode == 1
        assert "no ordinary file" in done.stderr


@pytest.mark.parametrize("act", ACTS)
def test_a_link_stays_a_link_and_what_it_points_at_is_written(book: Path, tmp_path: Path, act: str) -> None:
    target = tmp_path / "target"
    target.write_text("old", encoding="utf-8")
    link = tmp_path / "link"
    link.symlink_to(target)
    assert main(["--db", str(book), *ACTS[act], str(link)]) == 0
    assert link.is_symlink()
    assert target.read_bytes()[:3] != b"old"


def test_a_record_keeps_the_permissions_of_the_file_it_replaces(book: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.yaml"
    target.touch(mode=0o600)
    assert main(["--db", str(book), *ACTS["record"], str(target)]) == 0
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("act", ACTS)
def test_a_directory_is_refused(book: Path, tmp_path: Path, act: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    assert main(["--db", str(book), *ACTS[act], str(tmp_path / "folder")]) == 1
    assert "folder" in capsys.readouterr().err
    assert not list((tmp_path / "folder").iterdir())


WRITERS = {
    "record": ["play", "--auto", "--seed", "3", "--record", "{file}"],
    "export": ["export", "{file}", "--form", "csv", "--replace"],
    "journal": ["export", "{file}", "--form", "journal", "--replace"],
}


@pytest.mark.parametrize("act", WRITERS)
def test_nothing_is_written_over_a_book(book: Path, act: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = book.read_bytes()
    assert main(["--db", str(book), *(word.format(file=book) for word in WRITERS[act])]) == 1
    assert "is a book or another database" in capsys.readouterr().err
    assert book.read_bytes()[:100] == before[:100]
    assert main(["--db", str(book), "audit"]) == 0


@pytest.mark.parametrize("act", WRITERS)
def test_a_folder_that_is_not_there_is_told_by_the_name_that_was_given(
    book: Path, tmp_path: Path, act: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "nowhere" / "game.file"
    assert main(["--db", str(book), *(word.format(file=target) for word in WRITERS[act])]) == 1
    assert capsys.readouterr().err.strip() == f"{target} cannot be written: No such file or directory."
