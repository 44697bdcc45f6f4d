"""`cards export` and `cards import` by command, and `cards` as the search that it stays."""

from __future__ import annotations

from typing import Any

import pytest

Shell = Any
"""The shell of tests/cli/conftest.py."""


@pytest.mark.parametrize("file", ["mine.yaml", "mine.yml", "mine.csv"])
def test_corrections_go_from_one_owner_to_another(shell: Shell, file: str) -> None:
    shell.ok("card", "set", "12", "n=9", "name=Two-Eyed Tad")
    shell.ok("cards", "export", file)
    shown = shell("--db", "other.db", "cards", "import", file)
    assert shown.code == 0
    assert "Two-Eyed Tad" in shown.out
    assert "Nothing was taken over." in shown.err
    assert "n" not in shell("--db", "other.db", "card", "12", "--json").json["confirmed"]
    assert shell("--db", "other.db", "cards", "import", file, "--yes").code == 0
    assert shell("--db", "other.db", "card", "12", "--json").json["confirmed"] == ["name", "n"]
    again = shell("--db", "other.db", "cards", "import", file, "--yes")
    assert "nothing was to be done" in again.err


def test_conflicts_are_told_side_by_side_and_yours_stay_until_you_say_otherwise(shell: Shell) -> None:
    shell.ok("card", "set", "12", "n=9")
    shell.ok("card", "set", "45", "n=8", "s=8")
    shell.ok("cards", "export", "theirs.yaml")
    shell.ok("card", "set", "12", "n=7")
    shell.ok("card", "set", "45", "n=7")
    done = shell.ok("cards", "import", "theirs.yaml", "--yes")
    assert "Confirmed here and there, otherwise:" in done.out
    assert (shell.json("card", "12")["n"], shell.json("card", "45")["n"]) == (7, 7)
    shell.ok("cards", "import", "theirs.yaml", "--yes", "--take", "45")
    assert (shell.json("card", "12")["n"], shell.json("card", "45")["n"]) == (7, 8)
    told = shell.json("cards", "import", "theirs.yaml", "--yes", "--take-theirs")
    assert [(one["number"], one["mine"], one["theirs"]) for one in told["taken"]] == [(12, 7, 9)]
    assert shell.json("card", "12")["n"] == 9


def test_every_fault_of_a_file_is_told_with_its_card(shell: Shell) -> None:
    (shell.folder / "bad.yaml").write_text("game: mudwater\ncards: {12: {n: 12}, 500: {e: 1}}\n", encoding="utf-8")
    done = shell("cards", "import", "bad.yaml", "--yes")
    assert done.code == 2
    assert "bad.yaml: Card 12: " in done.err
    assert "bad.yaml: Card 500: " in done.err


def test_cards_stays_a_search(shell: Shell) -> None:
    shell.ok("card", "set", "12", "name=export")
    assert [one["number"] for one in shell.json("cards", '"export"')] == [12]
    assert len(shell.json("cards")) == 120
    assert len(shell.json("cards", "-name:export")) == 119
    done = shell("cards", "export", "the", "word")
    assert done.code == 2
    assert "end the name in .yaml" in shell("cards", "export", "word").err


def test_a_file_of_corrections_goes_to_standard_output_too(shell: Shell) -> None:
    shell.ok("card", "set", "12", "n=9")
    out = shell.ok("cards", "export", "-").out
    assert "12: {n: 9}" in out
    assert shell.piped("cards", "import", "-", stdin=out.encode()).code == 0
