"""`lab arena`: what it prints, when it stops, and what is left of it when somebody has had enough."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from collection.players.greedy import GreedyPlayer

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

ARENA = ("lab", "arena", "--players", "greedy,random")
KEYS = {"players", "games", "wins", "draws", "losses", "score", "low", "high", "games_per_second"}


def test_the_same_seed_gives_the_same_answer_however_many_processes_play(shell: Shell) -> None:
    alone, two = (shell.json(*ARENA, "--games", "13", "--seed", "2", "--jobs", jobs) for jobs in ("1", "2"))
    assert set(alone) >= KEYS
    assert (alone["jobs"], two["jobs"]) == (1, 2)
    own = ("games_per_second", "jobs")
    assert {key: alone[key] for key in alone if key not in own} == {key: two[key] for key in two if key not in own}
    assert (alone["games"], alone["pairs"], alone["settled"], alone["test"]) == (13, 6, None, None)
    assert alone["repeatable"]
    assert not alone["interrupted"]


def test_until_settled_it_stops_early_and_names_the_test_and_its_error_rates(shell: Shell) -> None:
    told = shell.json(*ARENA, "--until-settled", "--margin", "0.3", "--jobs", "1")
    assert told["settled"] is True
    assert told["verdict"] == "first"
    assert told["games"] < 60
    assert told["games"] % 20 == 0
    assert {key: told["test"][key] for key in ("margin", "alpha", "beta", "look")} == {
        "margin": 0.3,
        "alpha": 0.05,
        "beta": 0.05,
        "look": 10,
    }
    assert "sequential probability ratio test" in told["test"]["name"]
    said = shell.ok(*ARENA, "--until-settled", "--margin", "0.3", "--jobs", "1")
    assert "Settled: greedy is stronger than random." in said.out
    assert "sequential probability ratio test" in said.err
    assert "at most 5%" in said.err
    assert "leans to the verdict" in said.err


def test_the_help_names_the_test_and_its_error_rates(shell: Shell) -> None:
    words = " ".join(shell.ok("lab", "arena", "--help").out.replace("│", " ").split())
    assert "sequential probability ratio test (Wald, Armitage)" in words
    assert "5 % of runs" in words


def test_until_settled_it_plays_no_more_than_it_was_given(shell: Shell) -> None:
    told = shell.json(*ARENA, "--until-settled", "--games", "10", "--jobs", "1")
    assert (told["games"], told["settled"], told["verdict"]) == (10, False, None)
    assert told["test"]["margin"] == 0.05, "as the help says"
    said = shell.ok(*ARENA, "--until-settled", "--games", "10", "--jobs", "1")
    assert "Not settled" in said.out
    assert "leans" not in said.err


def test_a_score_comes_with_what_it_takes_for_granted(shell: Shell) -> None:
    said = shell.ok(*ARENA, "--games", "4", "--jobs", "1")
    assert "Wilson score, on pairs of games" in said.out
    assert "the whole set near the beginners' split" in said.err
    assert "stand-ins" in said.err


def test_a_player_that_thinks_by_the_clock_is_said_to_repeat_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GreedyPlayer, "by_clock", True)
    said = shell.ok(*ARENA, "--games", "2", "--jobs", "1", "--json")
    assert said.json["repeatable"] is False
    assert "greedy thinks by the clock" in said.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--margin", "0.1"], "--until-settled"),
        (["--until-settled", "--margin", "0.9"], "margin"),
        (["--until-settled", "--margin", "0"], "margin"),
        (["--until-settled", "--margin", "nan"], "margin"),
        (["--jobs", "0"], "--jobs"),
    ],
)
def test_what_cannot_be_measured_is_not_understood(shell: Shell, words: list[str], why: str) -> None:
    done = shell(*ARENA, *words)
    assert done.code == 2
    assert why in done.err
    assert done.out == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_with_what_was_played(shell: Shell, jobs: str) -> None:
    """On a real terminal, as far as standard error goes: it is where the progress bar is shown."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "collection", "--db", str(shell.db), *ARENA, "--games", "90000", "--jobs", jobs]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
        start_new_session=True,
    ) as running:
        os.close(theirs)
        try:
            shown = read_until(ours, b"score 0.")
            os.killpg(running.pid, signal.SIGINT)
            after = read_until(ours, None)
            out = running.communicate(timeout=60)[0].decode()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    os.close(ours)
    assert running.returncode == 130
    assert b"/90000" in shown
    assert b"Interrupted." in after
    assert b"Traceback" not in shown + after
    assert "greedy against random, " in out
    assert "with 95 % confidence" in out


def read_until(terminal: int, wanted: bytes | None) -> bytes:
    """Read from a terminal until `wanted` has been shown; None: until whoever writes to it is gone."""
    shown, until = b"", time.monotonic() + 60
    with contextlib.suppress(OSError):  # the other end is closed
        while wanted is None or wanted not in shown:
            assert time.monotonic() < until, shown
            if select.select([terminal], [], [], 1)[0]:
                some = os.read(terminal, 4096)
                if not some:
                    break
                shown += some
    return shown
