"""`export` and what `import` makes of it, by command."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import time
from typing import Any

import pytest

Shell = Any
"""The shell of tests/cli/conftest.py."""


@pytest.fixture
def storied(stocked: Shell) -> Shell:
    """A book with packs, a game lost, a void, a mark, a corrected card whose name holds a comma."""
    stocked.ok("card", "set", "45", 'name=Roller, "Barrel"')
    stocked.ok("pack", "add", "--levels", "7,1,0,0,0", "--price", "4,50 €")
    stocked.ok("pack", "add", "45:foil", "--id", "oops")
    stocked.ok("void", "oops")
    stocked.ok("ante", "add", "--rival", "Bo, the =Bold", "--result", "lost", "--mine", "45", "--note", "a;b")
    stocked.ok("mark", "keepsake", "12")
    return stocked


def test_everything_goes_out_and_comes_back_byte_for_byte(storied: Shell) -> None:
    storied.ok("export", "all.json")
    other = ["--db", "other.db"]
    assert storied(*other, "import", "all.json", "--yes").code == 0
    assert storied(*other, "export", "again.json").code == 0
    assert (storied.folder / "again.json").read_bytes() == (storied.folder / "all.json").read_bytes()
    assert "The books are right." in storied(*other, "audit").out


def test_our_own_collection_with_commas_and_quotes_in_a_name_is_read_back(storied: Shell) -> None:
    storied.ok("export", "mine.csv")
    assert '"Roller, ""Barrel"""' in (storied.folder / "mine.csv").read_text(encoding="utf-8")
    before = storied.json("own")
    done = storied.ok("import", "mine.csv", "--mode", "set", "--whole", "--yes")
    assert "Nothing differs" in done.said
    assert storied.json("own") == before


def test_the_totals_of_a_file_are_those_on_the_screen(storied: Shell) -> None:
    owned = storied.json("own")
    distinct, copies = len({one["number"] for one in owned}), sum(one["quantity"] for one in owned)
    done = storied.ok("export", "mine.csv")
    assert done.out == f"mine.csv: {distinct} cards, {copies} copies.\n"
    rows = list(csv.DictReader(io.StringIO((storied.folder / "mine.csv").read_text(encoding="utf-8"))))
    assert sum(int(row["quantity"]) for row in rows) == copies
    assert f"owns {distinct} of 120 cards, {copies} copies." in storied.ok("own").out


def test_packs_and_ledger_go_out_and_come_back(storied: Shell) -> None:
    storied.ok("export", "packs.csv", "--what", "packs")
    storied.ok("export", "ledger.csv", "--what", "ledger")
    for file in ("packs.csv", "ledger.csv"):
        assert storied("--db", "other.db", "import", file, "--yes").code == 0
        again = storied("--db", "other.db", "import", file, "--yes")
        assert again.code == 0
        assert "0 new" in again.said or "already" in again.said
    storied("--db", "other.db", "export", "again.csv", "--what", "packs")
    assert (storied.folder / "again.csv").read_bytes() == (storied.folder / "packs.csv").read_bytes()


def test_the_journal_balances_and_quotes_its_commodities(storied: Shell) -> None:
    storied.ok("export", "ledger.journal")
    text = (storied.folder / "ledger.journal").read_text(encoding="utf-8")
    assert 'commodity "card 45"' in text
    assert "people:Bo, the -Bold" in text
    assert "ante | a-b" in text


def test_a_dash_is_standard_output_and_the_talk_goes_elsewhere(storied: Shell) -> None:
    done = storied.ok("export", "-")
    assert done.out.startswith("number,name,quantity")
    assert "copies." in done.err
    assert storied.ok("export", "-", "--what", "all").json["format"] == "mudwater-book"
    assert "(oops) pull" in storied.ok("export", "-", "--form", "journal").out


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["x.txt"], 2, "end the name in .csv, .json or .journal"),
        (["x"], 2, "end the name in .csv"),
        (["x.csv", "--what", "all"], 2, "One table cannot hold all"),
        (["x.json", "--what", "packs"], 2, "everything of the book"),
        (["x.journal", "--what", "collection"], 2, "the ledger"),
        (["x.csv", "--what", "decks"], 2, "There is no decks to export"),
        (["x.csv", "--form", "xml"], 2, "There is no form xml"),
        (["nowhere/x.csv"], 1, "nowhere"),
        (["."], 2, "end the name"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(
    stocked: Shell, words: list[str], code: int, reason: str
) -> None:
    done = stocked("export", *words)
    assert (done.code, done.out) == (code, "")
    assert reason in done.err
    assert not list(stocked.folder.glob("x*"))


def test_an_older_export_is_replaced_and_no_other_file_is(stocked: Shell) -> None:
    stocked.ok("export", "mine.csv")
    stocked.ok("pack", "add", "120")
    stocked.ok("export", "mine.csv")
    text = (stocked.folder / "mine.csv").read_text(encoding="utf-8")
    assert "\n120," in text
    letter = stocked.folder / "letter.csv"
    letter.write_text("Dear Bo,\n", encoding="utf-8")
    done = stocked("export", "letter.csv")
    assert done.code == 1
    assert "add --replace" in done.err
    assert letter.read_text(encoding="utf-8") == "Dear Bo,\n"
    stocked.ok("export", "letter.csv", "--replace")
    assert letter.read_text(encoding="utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of files")
def test_a_file_is_written_whole_or_not_at_all(stocked: Shell) -> None:
    target = stocked.folder / "mine.csv"
    stocked.ok("export", "mine.csv")
    before = target.read_bytes()
    assert stocked("--as", "Nobody", "export", "mine.csv").code == 1
    assert target.read_bytes() == before
    assert {path.name for path in stocked.folder.iterdir() if path.suffix != ".db"} == {"mine.csv"}


def test_a_damaged_document_changes_nothing_and_says_where(storied: Shell) -> None:
    storied.ok("export", "all.json")
    path = storied.folder / "all.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["entries"][0]["kind"] = "theft"
    document["entries"][1]["happened"] = "yesterday"
    path.write_text(json.dumps(document), encoding="utf-8")
    done = storied("--db", "other.db", "import", "all.json", "--yes")
    assert done.code == 2
    assert "entry 1" in done.err
    assert "entry 2" in done.err
    path.write_bytes(path.read_bytes()[:-200])
    assert "this is not JSON" in storied("--db", "other.db", "import", "all.json").err
    assert storied("--db", "other.db", "ledger", "--json").json == []


def test_hostile_words_reach_no_terminal(stocked: Shell) -> None:
    path = stocked.folder / "evil.json"
    evil = "\x1b]0;owned\x07"
    path.write_text(
        json.dumps({"format": "mudwater-book", "version": 1, evil: [], "entries": [{"id": evil, evil: 1}]}),
        encoding="utf-8",
    )
    done = stocked("import", "evil.json")
    assert done.code == 2
    assert "\x1b" not in done.said
    assert done.out == ""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_import_that_is_killed_has_done_nothing_or_all(shell: Shell) -> None:
    numbers = [str(1 + number % 120) for number in range(8)]
    for pack in range(30):
        shell.ok("pack", "add", *numbers, "--id", f"p{pack}")
    shell.ok("export", "all.json")
    other = shell.folder / "other.db"
    assert shell("--db", "other.db", "cards").code == 0
    for wait in (0.3, 0.5, 0.7, 0.9, 1.1, 1.3):
        words = [sys.executable, "-m", "collection", "--db", str(other), "import", "all.json", "--yes"]
        with subprocess.Popen(words, cwd=shell.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(wait)
            process.kill()
        assert "The books are right." in shell("--db", "other.db", "audit").out
        assert len(shell("--db", "other.db", "pack", "list", "--json").json) in (0, 30)
    assert shell("--db", "other.db", "import", "all.json", "--yes").code == 0
    assert len(shell("--db", "other.db", "pack", "list", "--json").json) == 30
