"""`table`: results of Matschig, MUD and Cardia at a real table, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell


@pytest.fixture
def played(shell: Shell) -> Shell:
    """A book where Ann wrote down one game of each."""
    shell.ok("pack", "add", "1", collector="Ann")
    shell.ok(
        "table", "add", "matschig", "--with", "Bo", "Cleo", "--guest", "Dan", "--id", "m1", "--date", "2026-03-01",
        "--round", "12 7e 9o 3", "--round", "10p 4 0 40", "--note", "at Bo's",
    )  # fmt: skip
    shell.ok("table", "add", "mud", "--with", "Bo", "--winner", "bo", "--leaning", "Liberal", "--id", "u1")
    shell.ok("table", "add", "cardia", "--with", "Bo", "--game", "won:III:5-3", "lost", "won", "--id", "c1")
    return shell


def test_a_game_of_matschig_is_reckoned_and_told(played: Shell) -> None:
    found = played.json("table", "show", "m1")
    assert found["sheet"]["accounts"] == {"A": 11, "B": 8, "C": 9, "D": 43}
    assert found["winners"] == ["Bo"]
    assert [one["kind"] for one in found["players"]] == ["collector", "rival", "rival", "guest"]
    assert (found["place"], found["mode"], found["note"]) == ("table", "easier, perfect", "at Bo's")
    told = played.ok("table", "m1").out
    assert "Bo: 8  (7 halved to 4; 4)" in told
    assert "Ann: 11  (12; 10, then the account halved)" in told


def test_points_one_after_the_other_are_as_good_as_rounds_in_quotation_marks(played: Shell) -> None:
    words = ("table", "add", "matschig", "--with", "Bo", "Cleo", "--round")
    loose = played.json(*words, "1", "2", "3", "4", "5", "6")
    assert loose["sheet"] == played.json(*words, "1 2 3", "4 5 6")["sheet"]
    refused = played(*words, "1", "2", "3", "4")
    assert refused.code == 2
    assert "4 numbers of points for 3 players" in refused.err


def test_the_history_is_told_by_game_and_by_person(played: Shell) -> None:
    assert {one["id"] for one in played.json("table", "list")} == {"m1", "u1", "c1"}
    assert [one["id"] for one in played.json("table", "list", "--rival", "dan")] == ["m1"]
    assert [one["id"] for one in played.json("table", "--game", "MUD")] == ["u1"]
    lines = played.ok("table").out.splitlines()
    assert len(lines) == 4
    assert max(map(len, lines)) <= 80
    assert played("table", "--game", "chess").code == 2


def test_figures_are_told_with_their_intervals(played: Shell) -> None:
    every: list[dict[str, Any]] = played.json("table", "stats")
    assert [(one["game"], one["rival"]) for one in every] == [
        ("cardia", None), ("cardia", "Bo"), ("matschig", None), ("matschig", "Bo"), ("matschig", "Cleo"),
        ("matschig", "Dan"), ("mud", None), ("mud", "Bo"),
    ]  # fmt: skip
    (cardia,) = played.json("table", "stats", "--game", "cardia", "--rival", "bo")
    assert cardia["figures"]["by_deck"] == [
        {"deck": None, "won": 1, "lost": 1, "drawn": 0},
        {"deck": "III", "won": 1, "lost": 0, "drawn": 0},
    ]
    assert cardia["share"]["method"] == "Wilson score"
    assert cardia["share"]["low"] < cardia["share"]["estimate"] == 1.0
    assert "you won 0 as Liberal" in played.ok("table", "stats").out
    assert [one["game"] for one in played.json("rival", "Bo")["other_games"]] == ["cardia", "matschig", "mud"]
    assert "Bo: no games of Mudwater yet.\nCardia: Tide & Storm, " in played.ok("rival", "Bo").out


def test_a_result_said_twice_is_kept_once_and_can_be_taken_back(played: Shell) -> None:
    again = played.json("table", "add", "mud", "--with", "Bo", "--winner", "Bo", "--leaning", "liberal", "--id", "u1")
    assert again["new"] is False
    other = played("table", "add", "mud", "--with", "Bo", "--winner", "me", "--leaning", "liberal", "--id", "u1")
    assert (other.code, "said before" in other.err) == (1, True)
    assert "Match u1 is void" in played.ok("void", "u1").out
    assert played.json("table", "--game", "mud") == []
    assert [one["status"] for one in played.json("table", "--game", "mud", "--void")] == ["void"]


def test_a_sheet_is_no_record(played: Shell) -> None:
    for words in (("match", "record", "m1"), ("analyse", "m1")):
        assert played(*words).code == 1
    assert "only" in played("match", "record", "m1").err
    assert played.json("match", "list", "--all") == []
    assert played.json("ante", "list") == []


@pytest.mark.parametrize("winner", ["me", "ANN", "you"])
def test_the_collector_may_be_named_as_the_winner(played: Shell, winner: str) -> None:
    done = played.json("table", "add", "mud", "--with", "Bo", "--winner", winner, "--leaning", "conservative")
    assert done["result"] == "won"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("matschig", "--round", "1 2 3"), 2, ("Who played?",)),
        (("matschig", "--with", "Bo", "Cleo", "--round", "1 x 3", "--round", "1 2 y"), 2, ('"x"', '"y"')),
        (("matschig", "--with", "Bo", "Cleo", "--round", "12p 0e 22p"), 1, ("Round 1, you", "Round 1, Bo")),
        (("matschig", "--with", "Bo", "--round", "1 2"), 1, ("played by 3 to 6",)),
        (("matschig", "--with", "Bo", "Bo", "Ann", "--round", "1 2 3 4"), 1, ('"Bo" would sit', '"Ann" is you')),
        (("mud", "--with", "Bo", "--winner", "Zed", "--leaning", "green"), 1, ('"Zed"', '"green"')),
        (("cardia", "--with", "Bo", "--game", "perhaps"), 2, ('"perhaps" is no game',)),
        (("cardia", "--with", "Bo", "--game", "won", "won", "won"), 1, ("Game 3",)),
        (("cardia", "--with", "Bo", "Cleo", "--game", "won"), 1, ("The sheet is of 2 players",)),
        (("mud", "--with", "Bo", "--winner", "Bo", "--leaning", "liberal", "--date", "2999-01-01"), 2, ("future",)),
    ],
)
def test_what_cannot_be_says_why_all_at_once_and_keeps_nothing(
    played: Shell, words: tuple[str, ...], code: int, said: tuple[str, ...]
) -> None:
    before = played.dump()
    done = played("table", "add", *words)
    assert done.code == code
    assert all(words in done.err for words in said)
    assert played.dump() == before
