"""Rehearsals by commands: a hand with its reasons, and a program that plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

FRIENDLY = ("play", "--hand", "Dockside", "--auto", "--seed", "7", "--rehearse", "Bo")


@pytest.fixture
def met(stocked: Shell) -> Shell:
    """A shell whose book knows of two games with Bo, who won a card and was seen with another."""
    for day in ("2026-02-01", "2026-02-09"):
        words = ("--rival", "Bo", "--result", "lost", "--mine", "45", "--theirs", "77", "--date", day)
        stocked.ok("ante", "add", *words)
    return stocked


def test_each_card_of_a_rehearsal_hand_is_printed_with_why_it_is_in(met: Shell) -> None:
    done = met.ok("rival", "rehearse", "Bo", "--seed", "3")
    rows = done.out.splitlines()[2:]
    assert len(rows) == 14
    assert done.out.startswith("Bo, seen in 2 games: 1 card seen, 1 known, 12 drawn.")
    assert rows[0].split()[0] == "77"
    assert "seen in 2 games (2 as ante), last 2026-02-09" in rows[0]
    assert any("known: from you 2026-02-09" in row for row in rows)
    assert sum("drawn: 1 of " in row for row in rows[1:]) == 12
    assert max(map(len, done.out.splitlines())) <= 80
    assert "each as likely as any other" in done.err, "what it takes for granted is said"
    assert "play --hand NAME --rehearse Bo --seed 3" in done.err


def test_a_hand_without_a_seed_can_be_had_again(met: Shell) -> None:
    first = met.json("rival", "rehearse", "Bo")
    assert met.json("rival", "rehearse", "Bo", "--seed", str(first["seed"])) == first


def test_programs_get_every_reason_in_parts(met: Shell) -> None:
    made = met.json("rival", "rehearse", "Bo", "--seed", "3")
    picks = {pick["number"]: pick for pick in made["picks"]}
    assert sorted(picks) == made["cards"]
    assert picks[77]["seen"] == {"games": 2, "last": "2026-02-09", "as_ante": 2}
    assert picks[45]["drawn"] == {"level": 2, "among": 1, "from": "held", "since": "2026-02-09"}
    assert all((pick["seen"] is None) != (pick["drawn"] is None) for pick in picks.values())
    assert (made["rival"], made["games"], made["came"], made["no_room"]) == ("Bo", 2, [], [])
    assert "beginners' split" in made["assumptions"]


def test_a_card_that_was_won_back_is_named_as_left_out(met: Shell) -> None:
    met.ok("ante", "add", "--rival", "Bo", "--result", "won", "--theirs", "77", "--date", "2026-02-20")
    done = met.ok("rival", "rehearse", "Bo", "--seed", "3")
    assert "no card of theirs to go by was seen in play" in done.out
    assert done.out.splitlines()[-1] == "Seen too, but with you since: 77"


def test_a_rival_nobody_knows_is_refused_with_the_closest(met: Shell) -> None:
    for words in (("rival", "rehearse", "Boo"), ("play", "--hand", "Dockside", "--auto", "--rehearse", "Boo")):
        done = met(*words)
        assert done.code == 1
        assert done.err.splitlines()[-1] == 'Nobody in this book is called "Boo". Close to it: "Bo".'


def test_a_program_plays_the_very_hand_that_the_same_seed_shows(met: Shell) -> None:
    hand = met.json("rival", "rehearse", "Bo", "--seed", "7")["cards"]
    before = met.json("ante", "stats"), met.json("rival", "Bo"), met.json("own")
    done = met.ok(*FRIENDLY, "--record", "game.yaml")
    assert f"white: {hand}" in (met.folder / "game.yaml").read_text()
    assert "a rehearsal of Bo, played by greedy" in done.out
    assert "it counts in no statistics" in done.out
    assert (met.json("ante", "stats"), met.json("rival", "Bo"), met.json("own")) == before
    (found,) = [one for one in met.json("match", "list", "--all") if one["place"] == "here"]
    assert (found["white"]["player"], found["white"]["hand"]) == ("greedy", "Bo")
    assert found["id"] not in {one["id"] for one in met.json("ante", "list")}
    assert met.ok("play", "--rematch", "--auto").out.count("a rehearsal of Bo") > 0
    assert met.ok("audit").code == 0


def test_the_weaker_program_can_rehearse_too(met: Shell) -> None:
    assert "played by random" in met.ok(*FRIENDLY, "--against", "random").out


@pytest.mark.parametrize(
    ("more", "code", "why"),
    [
        (("--stakes", "keeps"), 1, "A rehearsal is practice"),
        (("--against", "Bo"), 2, "In a rehearsal a program plays"),
        (("--against-hand", "Bog"), 2, "--against-hand names a collector's"),
        (("--rematch",), 2, "keeps its hands"),
    ],
)
def test_what_makes_no_rehearsal_is_refused_with_the_way_out(
    met: Shell, more: tuple[str, ...], code: int, why: str
) -> None:
    before = met.dump()
    done = met(*FRIENDLY, *more)
    assert (done.code, why in done.err) == (code, True), done.said
    assert met.dump() == before
