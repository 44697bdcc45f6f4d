"""Every command that the README shows works as it is written there, in its order."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from collection.cli import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]


def test_the_readme_shows_commands_of_two_kinds_only() -> None:
    assert {shlex.split(line)[0] for line in COMMANDS} == {"mudwater", "python3"}
    set_up = [shlex.split(line)[1:] for line in COMMANDS if line.startswith("python3")]
    assert set_up == [[".do.py", "run"], [".do.py", "test"]], "others are run by test_packaging.py and before landing"


def test_the_tour_of_the_readme_runs_from_end_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUDWATER_DB", str(tmp_path / "book.db"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for line in COMMANDS:
        command, *words = shlex.split(line)
        if command == "mudwater":
            code = main(words)
            told = capsys.readouterr()
            assert code == 0, f"{line}\n{told.out}{told.err}"
            assert told.out, line


@pytest.mark.parametrize("path", re.findall(r"\]\((\.readme/[^)]+)\)", README))
def test_the_pictures_of_the_readme_are_there(path: str) -> None:
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:collection|tests|data)/[\w/.]+)`", README))))
def test_the_places_that_the_readme_names_are_there(path: str) -> None:
    assert (ROOT / path).exists()
