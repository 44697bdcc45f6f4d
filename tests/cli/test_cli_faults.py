"""What goes wrong is one clear sentence and an exit code, never a traceback, and changes nothing."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from collection.cli import main

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.cli.conftest import Shell

NOT_UNDERSTOOD = [
    *(
        ["pack", "add", card]
        for card in ("-3", "1e3", "0x10", "", "4.5", "nobody knows this card", "--", "45*0", "45*x")
    ),
    *(["card", card] for card in ("-3", "1e3", "Dead Clam")),
    *(["hand", "new", "X", card] for card in ("0", "-3", "1e3", "Dead Clam")),
    ["ledger", "add", "found", "-3"],
    ["ledger", "add", "trade", "--with", "Bo", "--give", "1e3"],
    ["ledger", "add", "gift", "45"],
    ["ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "1e3"],
    ["ante", "add", "--rival", "Bo", "--result", "perhaps"],
    ["ante", "add", "--rival", "", "--result", "lost", "--mine", "45"],
    ["pack", "add", "45", "--date", "yesterday"],
    ["pack", "add", "45", "--date", "2999-01-01"],
    ["pack", "add", "45", "--id", "not an id"],
    ["pack", "add", "45", "--jsom"],
    ["pack", "add", "--levels", "5/3/1"],
    ["pack", "add", "45", "--levels", "5/3/1/1/0"],
    ["pack", "add"],
    ["cards", "level:"],
    ["cards", "(dog"],
    ["cards", "colour:red"],
    ["cards", "--jsom"],
    ["own", "n>>4"],
    ["play", "--auto", "--against-hand", "Pier"],
    ["play", "--auto", "--first", "nobody"],
    ["play", "--record", "g.yaml"],
    ["play", "--hand", "Dockside", "--auto", "--me", "human"],
    ["play", "--hand", "Dockside", "--auto", "--me", "nobody"],
    ["lab", "arena", "--players", "greedy", "--games", "3"],
    ["lab", "arena", "--players", "greedy,nobody", "--games", "3"],
    ["lab", "arena", "--players", "greedy,random", "--games", "0"],
    ["card", "set", "45", "n=12"],
    ["card", "set", "45", "colour=red"],
    ["own", "--as", "Bo"],
    ["nothing"],
    ["ledger", "add"],
]

REFUSED = [
    ["hand", "check", "Nothing"],
    ["hand", "new", "Dockside", "3"],
    ["void", "nothing"],
    ["ante", "complete", "nothing", "--mine", "45"],
    ["ledger", "add", "lost", "120"],
    ["ledger", "add", "trade", "--with", "Bo", "--give", "120", "--get", "3"],
    ["ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "120"],
    ["play", "--hand", "Nothing", "--auto"],
    ["play", "--hand", "Dockside", "--against", "Nobody", "--auto"],
    ["play", "--hand", "Dockside", "--stakes", "keeps", "--auto"],
    ["play", "--hand", "Dockside"],
    ["play", "--resume", "nothing", "--auto"],
    ["play", "--hand", "Dockside", "--auto", "--record", "."],
    ["play", "--hand", "Dockside", "--auto", "--record", "no/such/folder/g.yaml"],
    ["replay", "missing.yaml"],
    ["replay", "a\0b"],
    ["replay", "\ud800.yaml"],
    ["replay", "."],
]

EITHER = [
    *(["pack", "add", card] for card in ("0", "121", "99999999999999999999", "45*99999999999")),
    *(["card", card] for card in ("0", "121")),
    *(["ledger", "add", "found", card] for card in ("0", "121")),
    ["ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "121"],
    ["card", "set", "121", "n=3"],
    ["hand", "copy", "Dockside", ""],
]
"""Numbers that look like cards and are none: a sentence, and 1 or 2."""


def check(shell: Shell, words: Sequence[str], codes: set[int]) -> None:
    before = shell.dump()
    done = shell(*words)
    assert done.code in codes, done.said
    assert done.out == ""
    # Lines that stand further in quote what was typed and point at it.
    sentences = [line for line in done.err.splitlines() if not line.startswith("  ")]
    assert sentences
    for sentence in sentences:
        assert len(sentence.split()) >= 4, sentence
        assert sentence.rstrip()[-1] in ".?`:", sentence
    assert "Traceback" not in done.err
    assert "Something went wrong inside" not in done.err
    assert shell.dump() == before


@pytest.mark.parametrize("words", NOT_UNDERSTOOD, ids=" ".join)
def test_what_is_not_understood_exits_2_and_changes_nothing(stocked: Shell, words: list[str]) -> None:
    check(stocked, words, {2})


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_a_rule_forbids_exits_1_and_changes_nothing(stocked: Shell, words: list[str]) -> None:
    check(stocked, words, {1})


@pytest.mark.parametrize("words", EITHER, ids=" ".join)
def test_numbers_that_are_no_cards_are_said_to_be_none(stocked: Shell, words: list[str]) -> None:
    check(stocked, words, {1, 2})


def test_every_word_that_cannot_be_read_is_named_at_once(stocked: Shell) -> None:
    refused = stocked("pack", "add", "12", "-3", "1e3", "nonsense")
    assert refused.code == 2
    for word in ("-3", "1e3", "nonsense"):
        assert word in refused.err


@pytest.mark.parametrize(
    ("words", "quoted", "caret"),
    [
        (["cards", "level:1", "colour:red"], "level:1 colour:red", 8),
        (["own", "🦑", "n>>4"], "🦑 n>>4", 5),
        (["cards", "x" * 200, "(dog"], "", 40),
    ],
)
def test_a_search_that_cannot_be_read_is_shown_with_a_caret_where_it_goes_wrong(
    stocked: Shell, words: list[str], quoted: str, caret: int
) -> None:
    refused = stocked(*words)
    assert refused.code == 2
    shown, pointer = refused.err.splitlines()[-2:]
    assert quoted in shown
    assert pointer.strip() == "^"
    assert pointer.index("^") == 2 + caret
    assert len(shown) <= 79


BROKEN = {
    "broken.yaml": "game: mudwater\nmoves: [s=12\n",
    "twice.yaml": "game: mudwater\ngame: mudwater\n",
    "other.yaml": "game: chess\n",
    "empty.yaml": "",
    "list.yaml": "[1, 2]\n",
    "latin.yaml": "game: mudwater # caf\xe9\n",
    "binary.yaml": "\x00\x01\x02",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_names_its_file(stocked: Shell, name: str) -> None:
    (stocked.folder / name).write_bytes(BROKEN[name].encode("latin-1"))
    check(stocked, ["replay", name, "--json"], {1})
    assert name in stocked("replay", name).err


def test_a_bad_record_does_not_keep_the_others_from_being_replayed(stocked: Shell) -> None:
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "2", "--record", "good.yaml")
    text = (stocked.folder / "good.yaml").read_text(encoding="utf-8")
    cheat = text.replace("moves:", "moves_:", 1)
    (stocked.folder / "bad.yaml").write_text(cheat, encoding="utf-8")
    done = stocked("replay", "good.yaml", "bad.yaml", "missing.yaml", "good.yaml", "--json")
    assert done.code == 1
    assert len(done.out.splitlines()) == 2
    assert "bad.yaml" in done.err
    assert "missing.yaml" in done.err


def test_an_illegal_move_is_named_by_its_number(stocked: Shell) -> None:
    record = "game: mudwater\nmode: standard\nfirst: black\nhands: {black: [1, 3], white: [4, 6]}\n"
    record += "ante: {black: unknown, white: unknown}\nmoves: [c=1, c=4]\n"
    (stocked.folder / "cheat.yaml").write_text(record, encoding="utf-8")
    done = stocked("replay", "cheat.yaml")
    assert done.code == 1
    assert re.search(r"cheat\.yaml: move 2 \(.+\): ", done.err)
    assert done.err.lower().count("move 2") == 1, "said once"


@pytest.mark.parametrize("verb", [["own"], ["cards"], ["pack", "add", "45"], ["audit"], []])
@pytest.mark.parametrize("kind", ["folder", "text", "foreign"])
def test_a_file_that_is_no_book_is_refused_and_left_alone(shell: Shell, kind: str, verb: list[str]) -> None:
    if kind == "folder":
        shell.db.mkdir()
    elif kind == "text":
        shell.db.write_text("dear diary, today I opened a pack\n" * 50, encoding="utf-8")
    else:
        connection = sqlite3.connect(shell.db)
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
        connection.close()
    before = None if kind == "folder" else shell.db.read_bytes()
    done = shell(*verb)
    assert done.code == 1, done.said
    assert done.out == ""
    assert "book.db" in done.err
    assert "Traceback" not in done.err
    assert "Something went wrong" not in done.err
    assert before is None or shell.db.read_bytes() == before


def test_free_text_reaches_the_terminal_without_its_control_codes(stocked: Shell) -> None:
    hostile = "Bo \x1b]0;owned\x07\x1b[31m [/x] \u202eevil\u202c 🃏" + "x" * 3_000
    stocked.ok("ante", "add", "--rival", hostile, "--result", "lost", "--mine", "39", "--note", hostile)
    stocked.ok("hand", "rename", "Dockside", hostile)
    verbs = ("ledger", "ante list", "ante stats", "hand list", "pack list", "own", "audit")
    for verb in verbs:
        done = stocked.ok(*verb.split())
        assert not {"\x1b", "\x07", "\u202e"} & set(done.said)
    table = stocked.ok("ante", "list").out
    assert "🃏" in stocked.json("ante", "list")[0]["rival"]
    assert all(len(line) <= 80 for line in table.splitlines())


HOSTILE = "\x1b[31m[/x]\u202e" + "x" * 10_000


@pytest.mark.parametrize(
    "words",
    [
        *(["cards", HOSTILE], ["card", HOSTILE], ["pack", "add", HOSTILE], ["pack", "add", "45", "--date", HOSTILE]),
        *(["void", HOSTILE], ["hand", "check", HOSTILE], ["hand", "new", "X", HOSTILE], ["ante", "complete", HOSTILE]),
        *(["ante", "add", "--rival", "Bo", "--result", HOSTILE], ["ledger", "--rival", HOSTILE], [HOSTILE]),
        *(["play", "--auto", "--me", HOSTILE], ["play", "--auto", "--hand", HOSTILE], ["replay", HOSTILE]),
        *(
            ["lab", "arena", "--players", HOSTILE],
            ["backup", HOSTILE],
            ["cards", "--" + HOSTILE],
            ["own", "--" + HOSTILE],
        ),
    ],
    ids=lambda words: " ".join(word[:9] for word in words if word.isprintable()) or "alone",
)
def test_what_is_quoted_back_is_short_and_safe(stocked: Shell, words: list[str]) -> None:
    done = stocked(*words)
    assert done.code in (1, 2)
    assert not {"\x1b", "\u202e"} & set(done.said)
    assert max(len(line) for line in done.err.splitlines()) <= 700


def test_an_unexpected_fault_is_one_sentence_and_a_log(
    stocked: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault nobody thought of")

    monkeypatch.setattr("collection.catalogue.query.search", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = stocked("cards")
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    (log,) = tmp_path.glob("mudwater-fault-*.log")
    assert str(log) in done.err
    assert "a fault nobody thought of" in log.read_text(encoding="utf-8")


def test_an_interrupt_exits_130(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("collection.catalogue.query.search", interrupted)
    assert shell("cards").code == 130


@pytest.mark.parametrize("module", ["collection.cli", "collection.cli.door", "collection.cli.verbs"])
def test_an_interrupt_while_the_program_is_loaded_is_told_too(shell: Shell, module: str) -> None:
    interrupted = (
        "import sys\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "from collection.__main__ import main\n"
        "sys.argv = ['mudwater', 'own']\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", interrupted], cwd=shell.folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (130, "Interrupted.\n")


def test_a_reader_that_goes_away_is_no_fault(stocked: Shell) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "collection", "--db", str(stocked.db), "cards", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 141
    assert said == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_said(shell: Shell) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "collection", "--db", str(shell.db), "cards"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "could not be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_character_can_be_printed_on_a_terminal_that_knows_ascii_only(shell: Shell) -> None:
    shell.ok("ledger", "add", "found", "45", "--note", "déjà vu 漢字")
    done = shell.process("ledger", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert done.code == 0
    assert "d?j? vu" in done.out
    as_json = shell.process("ledger", "--json", PYTHONIOENCODING="ascii", LC_ALL="C").json
    assert as_json[0]["note"] == "déjà vu 漢字"


def test_main_without_a_book_argument_reads_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUDWATER_DB", str(tmp_path / "elsewhere.db"))
    assert main(["pack", "add", "45"]) == 0
    assert (tmp_path / "elsewhere.db").exists()
    capsys.readouterr()


@pytest.mark.skipif(sys.platform == "win32", reason="a directory in use cannot be removed there")
@pytest.mark.parametrize("verb", ["own", "cards", "pack add 3", "audit", ""])
def test_a_book_named_from_a_directory_that_is_gone_is_told(shell: Shell, verb: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"mkdir gone && cd gone && rmdir ../gone && exec {sys.executable} -m collection {verb}"],
        cwd=shell.folder,
        env={**os.environ, "MUDWATER_DB": "book.db"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "working directory" in done.stderr
    assert len(done.stderr.splitlines()) == 1
