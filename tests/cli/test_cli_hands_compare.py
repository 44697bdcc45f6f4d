"""`hand compare` lays two hands, or versions of hands, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import LEGAL

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

NUMBERS = [int(word) for word in LEGAL]


def test_two_hands_share_cards_and_differ_in_figures(stocked: Shell) -> None:
    stocked.ok("hand", "new", "Few", *LEGAL[:3], "999")
    found = stocked.json("hand", "compare", "Dockside", "few")
    assert found["both"] == sorted(NUMBERS[:3])
    assert found["only_here"] == sorted(NUMBERS[3:])
    assert found["only_there"] == [999]
    assert (found["here"]["legal"], found["there"]["legal"]) == (True, False)
    assert found["here"]["ways"] > found["there"]["ways"]
    assert found["here"]["expected_loss"] is None, "no game was played"
    told = stocked.ok("hand", "compare", "Dockside", "few")
    assert "In both: 3 cards." in told.out
    assert sum(line.endswith("only here") for line in told.out.splitlines()) == 11
    assert "no games yet" in told.out
    assert "stand-in" in told.err


def test_a_hand_is_laid_beside_its_own_earlier_version(stocked: Shell) -> None:
    stocked.ok("hand", "set", "Dockside", *LEGAL[1:])
    found = stocked.json("hand", "compare", "Dockside", "Dockside", "--version", "1")
    assert (found["here"]["version"], found["there"]["version"]) == (1, 2)
    assert found["only_here"] == [NUMBERS[0]]
    assert found["only_there"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Dockside", "Dockside", "--version", "9"), "has no version 9: its versions are 1 to 1"),
        (("Dockside", "Docksid"), "Dockside"),
    ],
)
def test_what_is_not_there_is_refused_with_the_way_out(stocked: Shell, words: tuple[str, ...], said: str) -> None:
    done = stocked("hand", "compare", *words)
    assert done.code == 1
    assert said in done.err
