"""Matches by commands: listed, told, resigned, taken back, and branched off."""

from __future__ import annotations

import datetime as dt
import random
from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue
from collection.ledger.match import Stakes, Status
from collection.play.sitting import Sitter, Sitting, resume, sit_down
from collection.store.book import Book

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

NOW = dt.datetime(2026, 3, 1, 20, 0, tzinfo=dt.UTC)


@pytest.fixture
def over(stocked: Shell) -> Shell:
    """A shell with a match that programs played to its end, called done."""
    stocked.ok("play", "--hand", "Dockside", "--auto", "--seed", "5", "--id", "done")
    return stocked


def begun(shell: Shell, moves: int, match: str = "mine", stakes: Stakes = Stakes.FRIENDLY) -> Sitting:
    """Begin a match of the shell's collector against the house."""
    book = Book.open(shell.db, load_catalogue)
    rng = random.Random(5)
    me, house = Sitter("human", "Me", "Dockside"), Sitter("greedy")
    sitting = sit_down(book, me, house, rng=rng, now=NOW, match_id=match, first=0, stakes=stakes)
    for _ in range(moves):
        assert sitting.to_move is not None
        sitting.play(sitting.game.moves(sitting.state, sitting.to_move).sample(rng), NOW)
    book.close()
    return sitting


def test_the_matches_that_go_on_are_listed_and_with_all_those_that_are_over(over: Shell) -> None:
    begun(over, 3)
    assert [(one["id"], one["status"], one["moves"]) for one in over.json("match", "list")] == [("mine", "playing", 3)]
    found = over.json("match", "list", "--all")
    assert {one["id"] for one in found} == {"mine", "done"}
    watched = next(one for one in found if one["id"] == "done")
    assert (watched["counts"], watched["branch"], watched["black"]["player"]) == (False, None, "greedy")
    done = over.ok("match")
    assert "mine" in done.out
    assert "1 more match is over" in done.err
    assert max(map(len, over.ok("match", "list", "--all").out.splitlines())) <= 80


def test_a_record_feeds_the_replay(over: Shell) -> None:
    record = over.ok("match", "record", "done").out
    (over.folder / "game.yaml").write_text(record)
    played = over.json("replay", str(over.folder / "game.yaml"))
    assert played["termination"] in ("full-board", "both-passed")


def test_a_match_that_is_played_keeps_the_hand_across_the_table_to_itself(stocked: Shell) -> None:
    sitting = begun(stocked, 8)
    refused = stocked("match", "record", "mine")
    assert refused.code == 1
    assert "tells both hands" in refused.err
    told = stocked.ok("match", "mine").out
    theirs = sitting.match.seats[1]
    names = {card.number: card.name for card in load_catalogue()}
    known = {piece.card for square in sitting.view(0).known.board if square for piece in square.pile}
    mine = set(sitting.match.seats[0].hand)
    hidden = set(theirs.hand) - known - mine
    assert hidden
    assert not [names[card] for card in hidden if names[card] in told]
    assert "The game is not finished." in told


def test_taking_back_says_where_it_stands_and_the_story_tells_it(stocked: Shell) -> None:
    begun(stocked, 4)
    done = stocked.ok("match", "take-back", "mine")
    assert "Me took back 2 moves: the match mine stands after move 2." in done.out
    assert "play --resume mine" in done.err
    assert "Black takes back 2 moves." in stocked.ok("match", "mine").out
    again = stocked.ok("match", "take-back", "min")
    assert "after move 0" in again.out
    refused = stocked("match", "take-back", "mine")
    assert (refused.code, "nothing to take back" in refused.err) == (1, True)


def test_resigning_ends_it_and_is_told(stocked: Shell) -> None:
    begun(stocked, 4)
    done = stocked.ok("match", "resign", "mine")
    assert "Me resigned the match mine." in done.out
    assert "Friendly: both antes went back" in done.out
    told = stocked.ok("match", "mine").out
    assert "Black resigns." in told
    assert "Black resigned. Black holds" in told
    assert "White wins." in told
    assert stocked("match", "resign", "mine").code == 1
    (stocked.folder / "game.yaml").write_text(stocked.ok("match", "record", "mine").out)
    played = stocked.json("replay", str(stocked.folder / "game.yaml"))
    assert (played["termination"], played["winner"], played["ante_to"]) == ("resigned", "white", "white")
    (line,) = stocked.json("ante", "list")
    assert (line["id"], line["result"]) == ("mine", "lost")


def test_giving_up_leaves_no_result(stocked: Shell) -> None:
    begun(stocked, 4)
    assert "no result" in stocked.ok("match", "abandon", "mine").out
    assert stocked.json("match", "list") == []
    assert stocked.json("match", "list", "--all")[0]["status"] == Status.ABANDONED.value
    assert stocked.json("ante", "list") == []


def test_a_branch_is_played_like_any_match_and_counts_for_nobody(over: Shell) -> None:
    branch = over.json("match", "branch", "done", "--at", "4", "--seed", "1")
    assert branch["branch"] == {"match": "done", "at": 4}
    assert (branch["black"]["player"], branch["white"]["player"]) == ("human", "greedy")
    assert (branch["black"]["collector"], branch["white"]["collector"], branch["moves"]) == ("Me", None, 4)
    done = over.ok("play", "--resume", "--auto")
    assert "A branch: it counts in no statistics" in done.out
    assert "match branch done --at 4" in done.err
    told = over.ok("match", branch["id"]).out
    assert "Branched off the match done after 4 moves; it counts for nobody." in told
    assert over.json("ante", "list") == []
    assert over.json("ante", "stats") == []
    over.ok("audit")


def test_programs_may_play_a_branch_and_a_record_may_be_left_too(over: Shell) -> None:
    (over.folder / "game.yaml").write_text(over.ok("match", "record", "done").out)
    words = ("--record", str(over.folder / "game.yaml"), "--at", "2", "--black", "random", "--white", "greedy")
    branch = over.json("match", "branch", *words)
    assert branch["branch"] == {"match": None, "at": 2}
    assert (branch["black"]["player"], branch["white"]["player"]) == ("random", "greedy")
    assert [one["id"] for one in over.json("match", "list")] == [branch["id"]]


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        ((), 2, "Name a match, or a file"),
        (("done", "--record", "x"), 2, "Name a match, or a file"),
        (("done",), 1, "over after move"),
        (("done", "--at", "99"), 1, "moves: branch off after 0 to"),
        (("nothing", "--at", "1"), 1, "nothing"),
        (("--record", "/nowhere.yaml", "--at", "1"), 1, "/nowhere.yaml: it cannot be read"),
        (("done", "--at", "1", "--black", "nobody"), 2, "No player is called"),
        (("done", "--at=-1"), 2, "--at"),
        (("--record", "chess.yaml"), 1, 'chess.yaml: game: a record names its game, not "chess"'),
        (
            ("--record", "mud.yaml"),
            1,
            "mud.yaml: Only matches of Mudwater are tried otherwise, and this is one of mud.",
        ),
        (("--record", "short.yaml"), 1, 'short.yaml: record: "hands" is missing.'),
    ],
)
def test_what_cannot_be_left_is_refused_with_the_reason(
    over: Shell, words: tuple[str, ...], code: int, reason: str
) -> None:
    for game in ("chess", "mud"):
        (over.folder / f"{game}.yaml").write_text(f"game: {game}\nmoves: []\n")
    (over.folder / "short.yaml").write_text("game: mudwater\nmode: standard\nmoves: []\n")
    done = over("match", "branch", *(str(over.folder / word) if word.endswith(".yaml") else word for word in words))
    assert (done.code, reason in done.err) == (code, True), done.err
    assert over.json("match", "list") == []


def test_somebody_else_does_not_act_in_my_match(stocked: Shell) -> None:
    begun(stocked, 2)
    stocked.ok("collector", "new", "Cy")
    refused = stocked("match", "resign", "mine", collector="Cy")
    assert (refused.code, "does not sit at the match" in refused.err) == (1, True)
    book = Book.open(stocked.db, load_catalogue)
    assert resume(book, "mine").match.moves == 2
    book.close()
