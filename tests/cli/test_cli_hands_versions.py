"""Versions of a hand and sleeves, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.conftest import LEGAL

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

OTHER = (*LEGAL[:13], "22")


def test_a_hand_goes_back_and_forth_and_its_history_tells_how(stocked: Shell) -> None:
    stocked.ok("hand", "set", "Dockside", *OTHER)
    undone = stocked.ok("hand", "undo", "Dockside")
    assert undone.out == "Dockside is version 1 now, 14 cards.\n"
    assert "It is legal." in undone.err
    assert stocked.json("hand", "redo", "Dockside")["cards"] == [int(word) for word in OTHER]
    assert stocked.json("hand", "restore", "Dockside", "1")["version"] == 1
    stocked.ok("hand", "set", "Dockside", *OTHER[1:])
    heads, *lines = stocked.ok("hand", "history", "dockside").out.splitlines()
    assert heads.split()[:2] == ["Version", "Made"]
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert lines[1].endswith("+22 -39")
    assert " now " in lines[2]
    assert lines[2].endswith("+22 -3 -39")
    told = stocked.json("hand", "history", "Dockside")
    assert [(one["version"], one["parent"], one["current"]) for one in told] == [
        (1, None, False),
        (2, 1, False),
        (3, 1, True),
    ]
    assert (told[1]["put_in"], told[1]["taken_out"], told[1]["because"]) == ([22], [39], None)


def test_what_there_is_not_is_refused_with_exit_code_1(stocked: Shell) -> None:
    for words in (("undo", "Dockside"), ("redo", "Dockside"), ("restore", "Dockside", "9"), ("history", "Quay")):
        done = stocked("hand", *words)
        assert (done.code, done.out) == (1, ""), words
        assert done.err
    assert stocked("hand", "restore", "Dockside", "first").code == 2


def test_a_hand_that_needs_a_tied_up_copy_is_warned_and_stays_legal(stocked: Shell) -> None:
    stocked.ok("hand", "copy", "Dockside", "Quay")
    assert stocked.ok("hand", "sleeve", "Dockside").out == "Dockside is sleeved: its copies are tied up.\n"
    checked = stocked.ok("hand", "check", "Quay")
    assert checked.out == "Quay is legal.\n"
    # Two copies of 45 are owned: one is free.
    assert "Dockside" in checked.err
    assert "#45" not in checked.err
    told = stocked.json("hand", "check", "Quay")
    assert [one["card"] for one in told["warnings"]] == [int(word) for word in LEGAL if word != "45"]
    assert (told["legal"], told["sleeved"]) == (True, False)
    assert "yes, sleeved" in stocked.ok("hand", "list").out
    assert stocked.json("hand", "sleeve", "Dockside", "--off")["sleeved"] is False
    assert stocked.json("hand", "check", "Quay")["warnings"] == []


def test_one_tied_up_card_is_told_in_a_sentence_of_its_own(stocked: Shell) -> None:
    stocked.ok("hand", "sleeve", "Dockside")
    stocked.ok("hand", "new", "Bare", "3", "22")
    warned = stocked("hand", "check", "Bare").err
    assert 'is tied up in "Dockside", which is sleeved' in warned
