"""The package as a stranger gets it: built, installed into an empty environment elsewhere, and used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Setting up an environment, packages fetched and the kernel compiled, takes a minute on a busy machine.
pytestmark = [pytest.mark.packaging, pytest.mark.timeout(600)]

NO_COMPILER = {"CC": "/nonexistent", "PATH": "/nonexistent"}
COMPILED = "kernel: compiled" if shutil.which("cc") or os.name == "nt" else "kernel: interpreted"
"""What is to be said where the kernel was built here."""


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


def built(folder: Path, **environment: str) -> Path:
    """Make a wheel from an sdist made from what git tracks."""
    source, target = tracked_copy(folder / "source"), folder / "dist"
    run([sys.executable, "-m", "build", "--outdir", target, source], source, **environment)
    return next(target.glob("*.whl"))


def installed(wheel: Path, home: Path) -> Path:
    """Install a wheel into an environment of its own; give the folder of its commands."""
    venv.create(home, with_pip=True)
    bin_folder = home / ("Scripts" if os.name == "nt" else "bin")
    run([bin_folder / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel], home)
    return bin_folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, as it is made here."""
    return built(tmp_path_factory.mktemp("built"))


def test_an_installed_wheel_finds_its_cards_logs_a_pack_and_plays_a_match(wheel: Path, tmp_path: Path) -> None:
    bin_folder = installed(wheel, tmp_path / "elsewhere")
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


def test_a_wheel_made_without_a_compiler_plays_all_the_same(tmp_path: Path) -> None:
    plain = built(tmp_path / "built", **NO_COMPILER)
    assert not [name for name in zipfile.ZipFile(plain).namelist() if name.endswith((".so", ".pyd", ".c"))]
    bin_folder = installed(plain, tmp_path / "elsewhere")
    assert "kernel: interpreted" in run([bin_folder / "mudwater", "--version"], tmp_path)
    tried = (
        "from collection.catalogue.data import load_catalogue; from collection.lab.simulation import simulate;"
        "print(simulate(load_catalogue(), range(1, 15), 40, seed=1))"
    )
    assert run([bin_folder / "python", "-c", tried], tmp_path) == run([sys.executable, "-c", tried], ROOT)


def test_a_wheel_carries_the_compiled_kernel_and_its_source(wheel: Path, tmp_path: Path) -> None:
    names = [name for name in zipfile.ZipFile(wheel).namelist() if "/kernel" in name]
    assert "collection/games/mudwater/kernel.py" in names
    assert not [name for name in names if name.endswith(".c")]
    assert any(name.endswith((".so", ".pyd")) for name in names) == (COMPILED == "kernel: compiled")


def test_one_command_on_a_fresh_copy_ends_with_the_program_running(tmp_path: Path) -> None:
    copy = tracked_copy(tmp_path / "copy")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "as cloned"]):
        run([*git, *words], copy)
    do: list[str | Path] = [sys.executable, ".do.py", "run"]
    shown = run([*do, "demo"], copy, MUDWATER_DB=str(tmp_path / "book.db"))
    assert "ante" in shown
    assert COMPILED in run([*do, "--version"], copy)
    assert run(["git", "status", "--porcelain"], copy) == "", "what is built stays out of git's sight"

    # The kernel edited, the next command compiles it anew: the old one would go on shadowing it.
    source = copy / "collection" / "games" / "mudwater" / "kernel.py"
    source.write_text(source.read_text(encoding="utf-8").replace("COMPILED: bool = ", "COMPILED: bool = not "), "utf-8")
    other = {"kernel: compiled": "kernel: interpreted", "kernel: interpreted": "kernel: compiled"}[COMPILED]
    assert other in run([*do, "--version"], copy)


def test_one_command_runs_the_program_without_a_compiler_too(tmp_path: Path) -> None:
    copy = tracked_copy(tmp_path / "copy")
    assert "kernel: interpreted" in run([sys.executable, ".do.py", "run", "--version"], copy, **NO_COMPILER)
