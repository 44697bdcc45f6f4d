"""Matches for keeps whose card cannot move at once: why is said, and how it is settled later."""

from __future__ import annotations

import datetime as dt
import random
import shlex
from typing import TYPE_CHECKING

import pytest

from collection.catalogue.data import load_catalogue
from collection.ledger.match import Match, Stakes
from collection.play.sitting import Sitter, sit_down
from collection.store.book import Book

if TYPE_CHECKING:
    from tests.cli.conftest import Shell


@pytest.fixture
def left(stocked: Shell) -> Match:
    """A match for keeps between Me and Bo, not played yet, whose antes both have lost in the meantime."""
    stocked.ok("pack", "add", *(str(number) for number in range(20, 48)), collector="Bo")
    stocked.ok("hand", "suggest", "--save", "Pier", "--seed", "1", collector="Bo")
    book = Book.open(stocked.db, load_catalogue)
    seats = Sitter("greedy", "Me", "Dockside"), Sitter("random", "Bo", "Pier")
    now = dt.datetime.now(dt.UTC)
    match = sit_down(book, *seats, rng=random.Random(3), now=now, stakes=Stakes.KEEPS).match
    book.close()
    for seat in match.seats:
        assert seat.account is not None
        owned = {one["number"]: one["quantity"] for one in stocked.json("own", collector=seat.account.name)}
        stocked.ok("ledger", "add", "lost", f"{seat.ante}*{owned[seat.ante]}", collector=seat.account.name)
    return match


def test_a_match_says_why_its_card_stays_and_is_settled_once_it_is_back(stocked: Shell, left: Match) -> None:
    played = stocked.ok("play", "--resume", left.id, "--auto", "--seed", "2")
    assert "does not hold it any more" in played.out
    complete = f"ante complete {left.id}"
    assert complete in played.out

    before = stocked.dump()
    waits = stocked(*complete.split())
    assert waits.code == 1
    assert "does not hold it any more" in waits.err
    assert stocked.dump() == before
    assert complete in stocked("play", "--resume", left.id, "--auto").err

    (line,) = stocked.json("ante", "list")
    loser, card = ("Bo", line["theirs"]) if line["result"] == "won" else ("Me", line["mine"])
    stocked.ok("ledger", "add", "found", str(card), collector=loser)
    settled = stocked.ok(*complete.split())
    assert str(card) in settled.out
    assert f"{loser}'s hand" in settled.err
    assert "is not legal any more" in settled.err
    after = stocked.dump()
    assert "nothing moved again" in stocked.ok(*complete.split()).err
    assert stocked.dump() == after
    assert stocked.json("audit") == []


def test_a_match_for_keeps_names_the_hands_that_it_broke(stocked: Shell) -> None:
    stocked.ok("pack", "add", *(str(number) for number in range(20, 48)), collector="Bo")
    stocked.ok("hand", "suggest", "--save", "Pier", "--seed", "1", collector="Bo")
    match = ("play", "--hand", "Dockside", "--against", "Bo", "--stakes", "keeps", "--auto", "--seed", "3")
    done = stocked.ok(*match)
    assert "went from" in done.out
    broken = {
        hand["name"]: who
        for who in ("Me", "Bo")
        for hand in stocked.json("hand", "list", collector=who)
        if not hand["legal"]
    }
    assert broken
    named = [line for line in done.err.splitlines() if line.endswith("is not legal any more:")]
    assert [name in line for name, line in zip(broken, named, strict=True)] == [True] * len(broken)
    (mend,) = [line for line in done.err.splitlines() if line.startswith("The best free card for each: ")]
    stocked.ok(*shlex.split(mend.partition("mudwater --db ")[2])[1:])
    assert {stocked("hand", "check", name, collector=who).code for name, who in broken.items()} == {0}


@pytest.mark.parametrize(("result", "option"), [("won", "--theirs"), ("lost", "--mine")])
def test_the_card_still_to_be_named_is_that_of_the_loser(stocked: Shell, result: str, option: str) -> None:
    told = stocked.ok("ante", "add", "--rival", "Bo", "--result", result, "--id", "game").err
    assert f"ante complete game {option} N" in told
    wrong = "--mine" if option == "--theirs" else "--theirs"
    again = stocked.ok("ante", "complete", "game", wrong, "45").err
    assert f"ante complete game {option} N" in again


def test_a_pack_that_corrects_another_names_the_hands_it_broke(stocked: Shell) -> None:
    (pack,) = (one for one in stocked.json("pack", "list") if 19 in one["cards"])
    corrected = stocked.ok("pack", "add", "--corrects", pack["id"], "16")
    assert "Me's hand Dockside is not legal any more:" in corrected.err


def test_where_several_collect_and_none_is_in_use_every_verb_asks_whose_cards(shell: Shell) -> None:
    shell.ok("pack", "add", "45", collector="Ann")
    shell.ok("pack", "add", "12", collector="Bo")
    for words in (["cards"], ["cards", "owned>0"], ["card", "45"], ["own"], ["pack", "list"]):
        refused = shell(*words)
        assert refused.code == 1, words
        assert "Whose cards?" in refused.err
        assert refused.out == ""
    assert shell.json("card", "45", collector="Ann")["owned"] == 1
    assert shell.json("lab", "arena", "--players", "random,random", "--games", "2")["games"] == 2, "nobody's cards"


def test_the_way_out_that_a_refusal_names_is_a_verb(shell: Shell) -> None:
    shell.ok("collector", "new", "Ann")
    refused = shell("own", collector="Bo")
    assert f"`mudwater --db {shell.db} collector new NAME`" in refused.err
    shell.ok("collector", "new", "Bo")
    assert shell("collector", "add", "Cy").code == 2
