"""`hand suggest`: by split, stake, strength or draw, with reasons, from what is left free."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell


@pytest.mark.parametrize("by", ["split", "stake", "draw"])
def test_a_suggestion_is_a_legal_hand_with_a_reason_for_each_card(stocked: Shell, by: str) -> None:
    told = stocked.json("hand", "suggest", "--by", by, "--must", "18", "11", "--seed", "3")
    assert {"cards", "seed", "warnings", "reasons", "score", "stake", "notes"} <= set(told)
    assert (told["by"], told["seed"], told["score"]) == (by, 3, None)
    assert {18, 11} <= set(told["cards"])
    assert sorted(reason["card"] for reason in told["reasons"]) == told["cards"]
    assert sum("must hold" in reason["why"] for reason in told["reasons"]) == 2
    stocked.ok("hand", "new", by, *(str(number) for number in told["cards"]))
    assert stocked.json("hand", "check", by)["legal"] is True


def test_numbers_alone_are_data_and_reasons_are_talk(stocked: Shell) -> None:
    told = stocked.ok("hand", "suggest")
    numbers = told.out.split()
    assert len(numbers) == 14
    assert all(f"  {number} " in told.err for number in numbers)
    assert "At stake: " in told.err
    assert f"hand new NAME {' '.join(numbers)}" in told.err
    saved = stocked.ok("hand", "suggest", "--save", "Best")
    assert saved.out.startswith("Saved Best")
    assert stocked.json("hand", "show", "Best")["cards"] == [int(number) for number in numbers]


def test_a_name_that_is_taken_is_refused_before_anything_is_searched(stocked: Shell) -> None:
    before = stocked.dump()
    # As many games take longer than any test may.
    done = stocked("hand", "suggest", "--by", "strength", "--games", "100000000", "--save", "DOCKSIDE")
    assert (done.code, done.out) == (1, "")
    assert done.err == 'There is a hand called "Dockside" already. Choose another name.\n'
    assert stocked("hand", "suggest", "--by", "strength", "--games", "100000000", "--save", " ").code == 2
    assert stocked.dump() == before


def test_what_cannot_be_is_refused_with_every_reason_and_nothing_is_saved(stocked: Shell) -> None:
    before = stocked.dump()
    words = ("--must", "1", "3", "200", "--never", "3", "--leave", "Nowhere", "--save", "Best")
    done = stocked("hand", "suggest", *words)
    assert done.code == 1
    assert done.out == ""
    assert len(done.err.splitlines()) == 4
    assert stocked("hand", "suggest", "--must", "No Such Card").code == 2
    assert stocked.dump() == before


def test_names_of_cards_and_hands_to_be_left_whole_are_understood(stocked: Shell) -> None:
    stocked.ok("pack", "add", *(str(number) for number in range(60, 90)))
    name = stocked.json("card", "60")["name"]
    told = stocked.json("hand", "suggest", "--must", name, "--leave", "dockside", "--never", "61", "62")
    assert 60 in told["cards"]
    # Of 45 there is a second copy.
    assert not {3, 6, 12, 14, 16, 21, 7, 13, 9, 27, 8, 19, 39, 61, 62} & set(told["cards"])


def test_by_strength_the_score_says_what_it_rests_on_and_is_the_same_again(stocked: Shell) -> None:
    words = ("hand", "suggest", "--by", "strength", "--games", "640")
    told = stocked.json(*words)
    assert told["games"] == 640
    assert told["score"]["low"] < told["score"]["score"] < told["score"]["high"]
    assert told["compared"][0]["score"] >= told["compared"][-1]["score"]
    assert any(one["hand"] == "Dockside" for one in told["compared"])
    again = stocked.ok(*words)
    assert again.out.split() == [str(number) for number in told["cards"]]
    assert f"Score {told['score']['score']:.3f}" in again.err
    assert "with a greedy player in both seats" in again.err
    few = stocked(*words[:-1], "10")
    assert few.code == 2
    assert "640 games or more" in few.err
