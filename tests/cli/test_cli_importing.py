"""`import` and `recount`: shown first, posted when said, and every refused line by its number."""

from __future__ import annotations

import os
import pty
import select
import shlex
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

FILE = "number,name,quantity\n45,Barrel Roller,5\n46,,0\n33,Dead Calm,2\n"


@pytest.fixture
def filed(stocked: Shell) -> Shell:
    """A book that holds two copies of card 45, and the file `c.csv` that counts three cards."""
    (stocked.folder / "c.csv").write_text(FILE, encoding="utf-8")
    return stocked


def owned(shell: Shell) -> dict[int, int]:
    return {one["number"]: one["quantity"] for one in shell.json("own")}


def test_without_yes_a_pipe_gets_a_preview_and_the_command_that_posts_it(filed: Shell) -> None:
    before = filed.dump()
    shown = filed.ok("import", "c.csv", "--mode", "set")
    assert [line.split()[-4:] for line in shown.out.splitlines()[1:3]] == [["0", "2", "+2", "4"], ["2", "5", "+3", "2"]]
    assert "2 numbers change, +5 and -0 copies; 1 named and unchanged; 0 lines refused." in shown.out
    assert filed.dump() == before
    (command,) = [line.partition(": ")[2] for line in shown.err.splitlines() if line.startswith("To post it")]
    filed.ok(*shlex.split(command)[3:])
    assert owned(filed)[45] == 5


@pytest.mark.parametrize(("mode", "copies"), [((), 7), (("--mode", "add"), 7), (("--mode", "SET"), 5)])
def test_yes_posts_it_and_says_the_way_back(filed: Shell, mode: tuple[str, ...], copies: int) -> None:
    done = filed.ok("import", "c.csv", *mode, "--yes", "--id", "file-1")
    assert owned(filed)[45] == copies
    assert "void file-1" in done.err
    filed.ok("void", "file-1")
    assert owned(filed)[45] == 2


def test_the_entry_says_where_it_came_from_and_when(filed: Shell) -> None:
    filed.ok("import", "c.csv", "--yes", "--date", "2026-01-02")
    (entry,) = filed.json("ledger", "--kind", "found")
    assert (entry["note"], entry["date"]) == ("From c.csv", "2026-01-02")


def test_the_same_id_is_done_once_and_takes_no_other_content(filed: Shell) -> None:
    for mode in ("add", "set"):
        filed.ok("import", "c.csv", "--mode", mode, "--yes", "--id", mode)
        after = owned(filed)
        again = filed.ok("import", "c.csv", "--mode", mode, "--yes", "--id", mode)
        assert "already" in again.err
        assert again.out == ""
        assert owned(filed) == after
        (filed.folder / "c.csv").write_text(FILE + "47,,1\n", encoding="utf-8")
        assert filed("import", "c.csv", "--mode", mode, "--yes", "--id", mode).code == 1
        assert owned(filed) == after
        (filed.folder / "c.csv").write_text(FILE, encoding="utf-8")


def test_json_has_every_row_and_what_was_posted(filed: Shell) -> None:
    (filed.folder / "c.csv").write_text(FILE + "x,,1\n", encoding="utf-8")
    refused = filed("import", "c.csv", "--json", "--yes")
    assert refused.code == 1
    assert refused.json["entry"] is None
    assert [(one["number"], one["before"], one["after"], one["lines"]) for one in refused.json["changed"]] == [
        (33, 0, 2, [4]),
        (45, 2, 7, [2]),
    ]
    assert [one["number"] for one in refused.json["unchanged"]] == [46]
    assert [one["line"] for one in refused.json["refused"]] == [5]
    posted = filed.json("import", "c.csv", "--yes", "--skip-refused", "--id", "i")
    assert (posted["entry"]["id"], posted["entry"]["kind"], posted["new"]) == ("i", "found", True)


def test_a_refused_line_stops_all_and_is_named_by_its_number(filed: Shell) -> None:
    (filed.folder / "c.csv").write_text(FILE + "\n \n45,Sea Dog,1\n47,,1.5\n", encoding="utf-8")
    before = filed.dump()
    for yes in ((), ("--yes",)):
        refused = filed("import", "c.csv", *yes)
        assert refused.code == 1
        assert "Line 7: " in refused.err
        assert "Line 8: " in refused.err
        assert "--skip-refused" in refused.err
        assert filed.dump() == before
    assert "2 lines refused" in filed.ok("import", "c.csv", "--skip-refused").out
    filed.ok("import", "c.csv", "--skip-refused", "--yes")
    assert owned(filed)[45] == 7


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["import", "nothing.csv"], 1),
        (["import", "."], 1),
        (["import", "c.csv", "--mode", "replace"], 2),
        (["import", "c.csv", "--mode", "add", "--whole"], 2),
        (["import", "picture.csv"], 2),
        (["import", "heads.csv"], 2),
        (["import", "empty.csv"], 2),
        (["recount", "nothing.csv"], 1),
        (["recount"], 2),
        (["recount", "45", "--yes"], 2),
        (["recount", "45", "--level", "nine"], 2),
        (["recount", "Dead", "Clam"], 2),
        (["recount", "45", "--level", "5", "--note", "x"], 1),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_what_cannot_be_is_a_sentence_and_changes_nothing(filed: Shell, words: list[str], code: int) -> None:
    (filed.folder / "picture.csv").write_bytes(b"\x89PNG\r\n\0")
    (filed.folder / "heads.csv").write_text("colour,shape\nred,round\n", encoding="utf-8")
    (filed.folder / "empty.csv").write_text("\n", encoding="utf-8")
    before = filed.dump()
    done = filed(*words)
    assert done.code == code, done.said
    assert done.err
    assert "Traceback" not in done.err
    assert "Something went wrong" not in done.err
    assert filed.dump() == before


def test_standard_input_is_read_in_any_encoding(filed: Shell) -> None:
    content = "number;name;quantity\r\n37;Bayou Séance;1\r\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        done = filed.piped("import", "-", "--json", stdin=content.encode(encoding))
        assert done.code == 0, done.said
        assert '"number": 37' in done.out
    # Bytes that the encoding of the process's own standard input could not read.
    real = subprocess.run(
        [sys.executable, "-m", "collection", "--db", str(filed.db), "import", "-", "--json"],
        input=content.encode("utf-16"),
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert b'"number": 37' in real.stdout


def test_what_a_file_says_reaches_the_terminal_without_its_control_codes(filed: Shell) -> None:
    hostile = "\x1b]0;owned\x07\x1b[31m[/x]\u202eevil" + "x" * 3_000
    (filed.folder / "c.csv").write_text(
        f'number,name,quantity,finish,"{hostile}"\n45,"{hostile}",1,foil,\n45,,1,"{hostile}",\n', encoding="utf-8"
    )
    done = filed("import", "c.csv")
    assert done.code == 1
    assert not {"\x1b", "\x07", "\u202e"} & set(done.said)
    assert max(map(len, done.said.splitlines())) <= 500


def test_packs_are_taken_in_by_their_ids_by_the_same_verb(filed: Shell) -> None:
    (filed.folder / "p.csv").write_text(
        "date,pack,number,quantity,note\n2026-01-02,p1,46,2,first\n2026-01-03,p2,47,1,\n", encoding="utf-8"
    )
    before = filed.dump()
    assert "--yes" in filed.ok("import", "p.csv").err
    assert filed.dump() == before
    assert filed.json("import", "p.csv", "--yes")["taken"]
    assert not filed.json("import", "p.csv", "--yes")["taken"]
    assert owned(filed)[46] == 2
    wrong = filed("import", "p.csv", "--mode", "set", "--note", "x")
    assert wrong.code == 2
    assert "--mode and --note" in wrong.err


def test_a_recount_shows_the_difference_and_posts_it_with_a_reason(filed: Shell) -> None:
    before = filed.dump()
    shown = filed.ok("recount", "45*3", "3*0", "Dead", "Calm")
    assert "3 numbers change, +2 and -1 copies" in shown.out
    assert "--note" in shown.err
    assert filed.dump() == before
    done = filed.ok("recount", "45*3", "3*0", "Dead", "Calm", "--note", "counted", "--id", "r")
    assert "hand Dockside is not legal any more" in done.err
    assert (owned(filed)[45], owned(filed).get(3), owned(filed)[33]) == (3, None, 1)
    (entry,) = filed.json("ledger", "--kind", "recount")
    assert (entry["id"], entry["note"]) == ("r", "counted")
    assert filed.ok("recount", "45*3", "3*0", "Dead", "Calm", "--note", "counted", "--id", "r").out == (
        "The books and the binder agree.\n"
    )


def test_a_file_of_what_was_counted_is_a_recount(filed: Shell) -> None:
    filed.ok("recount", "c.csv", "--note", "counted")
    assert owned(filed)[45] == 5
    piped = filed.piped("recount", "-", "--whole", "--note", "all of it", stdin=b"45\n2 x Dead Calm\n")
    assert piped.code == 0, piped.said
    assert owned(filed) == {33: 2, 45: 1}
    assert filed.json("recount", "45", "33*3")["changed"][0]["after"] == 3


def test_a_recount_of_one_level_leaves_the_others(filed: Shell) -> None:
    second = {card["number"] for card in filed.json("cards", "level:2")}
    others = {number: copies for number, copies in owned(filed).items() if number not in second}
    assert second & set(owned(filed)) - {45}
    filed.ok("recount", "45", "--level", "II", "--whole", "--note", "the second page")
    assert owned(filed) == others | {45: 1}
    filed.ok("recount", "45*2", "--only", "level:2 family:club", "--whole", "--note", "the clubs of it")
    assert owned(filed) == others | {45: 2}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("answer", "copies"), [(b"y\n", 7), pytest.param(b"n\n", 2, marks=pytest.mark.slow), (b"\n", 2)]
)
def test_on_a_terminal_it_asks(filed: Shell, answer: bytes, copies: int) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "collection", "--db", str(filed.db), "import", "c.csv"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=filed.folder,
        start_new_session=True,
    )
    os.close(theirs)
    shown, end = b"", time.monotonic() + 30
    try:
        while b"[y/N]" not in shown and time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                shown += os.read(ours, 65_536)
        assert b"2 numbers change" in shown
        os.write(ours, answer)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert owned(filed)[45] == copies
