"""`analyse`: written games judged from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from collection.analysis import judging
from collection.cli import analyses
from collection.cli.output import width
from tests.cli.conftest import Shell

QUICK = ("--effort", "300")
KEYS = ["number", "seat", "move", "before", "after", "best", "loss", "exact"]
VAGUE = (
    "game: mudwater\nmode: standard\nfirst: white\nhands: {black: [1, 3], white: [4, 6]}\n"
    "ante: {black: unknown, white: unknown}\nmoves: [s~unknown, c=1, n=4]\n"
)


@pytest.fixture
def table(stocked: Shell) -> Shell:
    """A shell beside a written game, one with cards that nobody saw, and one that is no record."""
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "2", "--record", "good.yaml")
    text = (stocked.folder / "good.yaml").read_text(encoding="utf-8")
    (stocked.folder / "bad.yaml").write_text(text.replace("moves:", "moves_:", 1), encoding="utf-8")
    (stocked.folder / "vague.yaml").write_text(VAGUE, encoding="utf-8")
    return stocked


def test_one_file_is_one_list_of_the_moves_as_replay_prints_them(table: Shell) -> None:
    judged = table.json("analyse", "good.yaml", *QUICK)
    moves = table.json("replay", "good.yaml")["moves"]
    assert [(one["seat"], one["move"]) for one in judged] == [(move["seat"], move["move"]) for move in moves]
    assert [one["number"] for one in judged] == list(range(1, len(moves) + 1))
    for one in judged:
        assert list(one) == KEYS
        assert 0 <= one["after"] <= one["before"] <= 1
        assert one["loss"] == one["before"] - one["after"]
        assert isinstance(one["exact"], bool)
    assert judged[-1]["exact"]
    assert judged == table.json("analyse", "good.yaml", *QUICK)
    assert judged != table.json("analyse", "good.yaml", *QUICK, "--seed", "5")


def test_of_several_files_the_bad_ones_are_told_and_the_others_judged(table: Shell) -> None:
    done = table("analyse", "bad.yaml", "good.yaml", "missing.yaml", "vague.yaml", "--json", *QUICK)
    assert done.code == 1
    assert "bad.yaml" in done.err
    assert "missing.yaml: it cannot be read" in done.err
    good, vague = (json.loads(line) for line in done.out.splitlines())
    assert (good["file"], vague["file"]) == ("good.yaml", "vague.yaml")
    assert list(good["analysis"][0]) == KEYS
    assert [one["seat"] for one in vague["analysis"]] == ["white", "black", "white"]
    assert not any(one["exact"] for one in vague["analysis"])


def test_the_report_tells_moves_turns_seats_and_the_scale(table: Shell) -> None:
    done = table.ok("analyse", "good.yaml", "vague.yaml", *QUICK)
    moves = table.json("replay", "good.yaml")["moves"]
    lines = done.out.splitlines()
    assert all(width(line) <= 80 for line in lines)
    for number, move in enumerate(moves, start=1):
        (line,) = [line for line in lines[: 3 * len(moves)] if line.startswith(f"{number:>3}. ")][:1]
        assert f"{move['seat'].capitalize()} " in line
        assert f" {move['move']} " in line
        assert any(word in line for word in ("best", "good", "slip", "mistake", "blunder"))
    assert "proved" in done.out
    assert "Proved from move" in done.out
    assert "Black: accuracy" in done.out
    assert "White: accuracy" in done.out
    assert "✗ blunder: " in done.out
    assert "Cards that nobody saw were drawn" in done.out
    assert "stand-in" in done.err


def test_a_record_of_no_moves_is_judged_too(table: Shell) -> None:
    (table.folder / "none.yaml").write_text(VAGUE.replace("s~unknown, c=1, n=4", ""), encoding="utf-8")
    assert table.json("analyse", "none.yaml") == []
    assert "none.yaml" in table.ok("analyse", "none.yaml").out


def test_the_effort_that_is_told_is_the_one_that_is_made() -> None:
    assert (analyses._EFFORT, analyses._INTERPRETED_EFFORT) == (judging.COMPILED_DEFAULT, judging.INTERPRETED_DEFAULT)


@pytest.mark.parametrize("words", [("--effort", "0"), ("--effort", "x"), ()])
def test_what_is_not_understood_is_said(table: Shell, words: tuple[str, ...]) -> None:
    done = table("analyse", *(("good.yaml", *words) if words else ()))
    assert done.code == 2
    assert done.out == ""
    assert done.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name tells when the program reads")
def test_who_interrupts_is_told_what_was_judged(table: Shell) -> None:
    text = (table.folder / "good.yaml").read_text(encoding="utf-8")
    os.mkfifo(table.folder / "pipe.yaml")
    words = [sys.executable, "-m", "collection", "--db", str(table.db), "analyse", "pipe.yaml", "--json"]
    with subprocess.Popen(
        words, cwd=table.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        with (table.folder / "pipe.yaml").open("w", encoding="utf-8") as pipe:
            running.send_signal(signal.SIGINT)
            pipe.write(text)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert len(json.loads(out)) < text.count("=")
    assert "Interrupted." in err
