"""The package as a stranger gets it: built, installed into an empty environment elsewhere, and used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.packaging


def run(command: Sequence[str | Path], cwd: Path, **environment: str) -> str:
    """Run `command`, which must succeed, with nothing of this environment's Python in it; give what it prints."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tracked_copy(target: Path) -> Path:
    """Copy what git tracks, and nothing else, as a clone would."""
    for name in run(["git", "ls-files", "-z"], ROOT).split("\0"):
        if name:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made from an sdist, made from what git tracks."""
    source = tracked_copy(tmp_path_factory.mktemp("source"))
    target = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--outdir", target, source], source)
    return next(target.glob("*.whl"))


def test_an_installed_wheel_finds_its_cards_logs_a_pack_and_plays_a_match(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "elsewhere"
    venv.create(home, with_pip=True)
    bin_folder = home / ("Scripts" if os.name == "nt" else "bin")
    run([bin_folder / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel], tmp_path)
    mudwater: list[str | Path] = [bin_folder / "mudwater", "--db", tmp_path / "book.db"]

    cards = json.loads(run([*mudwater, "cards", "--json"], tmp_path))
    assert [card["number"] for card in cards] == list(range(1, 121))

    numbers = [str(number) for number in range(1, 15)]
    run([*mudwater, "pack", "add", *numbers], tmp_path)
    owned = json.loads(run([*mudwater, "own", "--json"], tmp_path))
    assert [line["number"] for line in owned] == list(range(1, 15))

    run([*mudwater, "hand", "new", "Dockside", *numbers], tmp_path)
    game = ["play", "--hand", "Dockside", "--against", "greedy", "--auto", "--seed", "7", "--record", "game.yaml"]
    run([*mudwater, *game], tmp_path)
    replayed = json.loads(run([*mudwater, "replay", "game.yaml", "--json"], tmp_path))
    assert replayed["termination"] in {"full-board", "both-passed"}


def test_one_command_on_a_fresh_copy_ends_with_the_program_running(tmp_path: Path) -> None:
    copy = tracked_copy(tmp_path / "copy")
    shown = run([sys.executable, ".do.py", "run", "demo"], copy, MUDWATER_DB=str(tmp_path / "book.db"))
    assert "ante" in shown
