"""`ante mend`, `ante add --mend` and `void`: what takes a lost card's place, why, and all of it taken back at once."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

CATALOGUE = load_catalogue()
FREE = (11, 18, 22, 15)
"""What a stocked book owns beside the hand Dockside."""


def cards(shell: Shell, name: str = "Dockside") -> list[int]:
    return list(shell.json("hand", "show", name)["cards"])


def lose(shell: Shell, *more: str, card: str = "9", id: str = "game") -> None:
    shell.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", card, "--id", id, *more)


def test_a_loss_that_breaks_a_hand_names_the_verb_that_mends_it(stocked: Shell) -> None:
    told = stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "9", "--id", "game").err
    assert "Me's hand Dockside is not legal any more:" in told
    assert "ante mend game" in told


def test_a_preview_says_what_and_why_and_changes_nothing(stocked: Shell) -> None:
    lose(stocked)
    before = stocked.dump()
    done = stocked.ok("ante", "mend", "game", "--preview")
    assert stocked.dump() == before
    assert f"15 {CATALOGUE[15].name} ~ in the place of 9 {CATALOGUE[9].name} ~." in done.out
    assert "is of Level III, as #9" in done.out
    assert "Nothing is changed yet" in done.err
    assert "stand-in" in done.err


def test_mending_prints_what_was_replaced_and_the_command_that_takes_all_back(stocked: Shell) -> None:
    before = cards(stocked)
    lose(stocked)
    done = stocked.ok("ante", "mend", "game")
    assert "15 " in done.out
    assert "void game" in done.err
    assert cards(stocked) == [15 if card == 9 else card for card in before]
    assert stocked.ok("hand", "check", "Dockside").out == "Dockside is legal.\n"
    taken = stocked.ok("void", "game")
    assert 'hand "Dockside" has #9' in taken.err
    assert cards(stocked) == before
    assert stocked.json("audit") == []


def test_the_loss_and_the_mending_are_one_act(stocked: Shell) -> None:
    done = stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "9", "--mend", "--id", "game")
    assert f"Me lost 9 {CATALOGUE[9].name}" in done.out
    assert "in the place of 9" in done.out
    assert "not legal any more" not in done.err
    assert "void game" in done.err
    assert 15 in cards(stocked)


def test_json_tells_programs_all_of_it_and_nothing_else(stocked: Shell) -> None:
    added = stocked.json("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "9", "--mend", "--id", "game")
    (mended,) = added["mending"]["mended"]
    assert (mended["hand"], mended["out"], mended["in"], mended["legal"]) == ("Dockside", 9, 15, True)
    assert mended["cards"] == cards(stocked)
    assert (added["mending"]["left"], added["broken"], added["given_back"]) == ([], [], [])
    again = stocked.json("ante", "mend", "game")
    assert again == {
        "match": "game", "preview": False, "collector": "Me", "card": 9, "mended": [], "left": []
    }  # fmt: skip
    (given,) = stocked.json("void", "game")["given_back"]
    assert (given["hand"], given["collector"], given["done"]) == ("Dockside", "Me", True)


def test_only_the_named_hands_are_changed_and_wrong_names_are_all_refused(stocked: Shell) -> None:
    stocked.ok("hand", "copy", "Dockside", "Pier")
    lose(stocked)
    before = stocked.dump()
    refused = stocked("ante", "mend", "game", "--hand", "Quay", "--hand", "Wharf")
    assert refused.code == 1
    assert refused.err.count("is short of card 9") == 2
    assert stocked.dump() == before
    stocked.ok("ante", "mend", "game", "--hand", "pier")
    assert 15 in cards(stocked, "Pier")
    assert 9 in cards(stocked)


def test_the_command_of_a_preview_does_what_was_shown_and_nothing_else(stocked: Shell) -> None:
    stocked.ok("hand", "copy", "Dockside", "Bo's [Pier]")
    lose(stocked)
    (line,) = stocked.ok("ante", "mend", "game", "--preview", "--hand", "bo's [pier]").err.splitlines()[-1:]
    stocked.ok(*shlex.split(line.partition("mudwater --db ")[2])[1:])
    assert 15 in cards(stocked, "Bo's [Pier]")
    assert 9 in cards(stocked)


def test_where_nothing_is_free_the_hand_is_left_and_the_reason_is_said(stocked: Shell) -> None:
    stocked.ok("mark", "keepsake", *(str(number) for number in FREE))
    lose(stocked)
    before = stocked.dump()
    done = stocked.ok("ante", "mend", "game")
    assert "is left without 9" in done.err
    assert "No card is free" in done.err
    assert stocked.dump() == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--result", "draw"), "was a draw"),
        (("--result", "won", "--theirs", "45"), '"Bo" lost'),
        (("--result", "lost"), "ante complete game"),
        (("--result", "lost", "--mine", "9", "--stakes", "friendly"), "was friendly"),
    ],
)
def test_a_game_that_took_no_card_is_refused_with_the_reason(stocked: Shell, words: tuple[str, ...], why: str) -> None:
    stocked.ok("ante", "add", "--rival", "Bo", "--id", "game", *words)
    before = stocked.dump()
    refused = stocked("ante", "mend", "game")
    assert (refused.code, refused.out) == (1, "")
    assert why in refused.err
    assert stocked.dump() == before


def test_a_correction_tells_the_hands_that_it_gave_back(stocked: Shell) -> None:
    lose(stocked, "--mend")
    before = cards(stocked)
    told = stocked.ok("ante", "add", "--rival", "Bo", "--result", "lost", "--mine", "8", "--corrects", "game", "--mend")
    assert 'hand "Dockside" has #9' in told.err
    assert cards(stocked) != before
    assert 9 in cards(stocked)
