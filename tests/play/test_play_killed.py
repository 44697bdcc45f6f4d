"""Real processes, killed in the middle of a match or racing each other for it: no move is lost, no card moves twice."""

from __future__ import annotations

import datetime as dt
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.ledger import posting
from collection.ledger.entry import EntryKind, Severity
from collection.ledger.match import HUMAN, Match, Result, Stakes, Status
from collection.play.programs import Programs, let_move
from collection.play.sitting import Sitter, Sitting, resume, settle, sit_down
from collection.store.book import Book

Owned = Callable[[str], Counter[int]]
Finish = Callable[[Sitting, int], None]
PROCESS = Path(__file__).with_name("match_process.py")


@contextmanager
def started(book: Book, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has opened the book and waits for a line."""
    command = [sys.executable, str(PROCESS), str(book.path), *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def matches(book: Book) -> tuple[Match, ...]:
    with book.reading() as unit:
        return unit.matches.all(unit.accounts.house)


def antes(book: Book) -> Counter[str]:
    with book.reading() as unit:
        return Counter(entry.id for entry in unit.ledger.entries(kind=EntryKind.ANTE))


def keeps(book: Book, now: dt.datetime) -> Sitting:
    players = (Sitter("greedy", "Solo", "Solo's best"), Sitter("greedy"))
    return sit_down(book, *players, rng=random.Random(5), now=now, stakes=Stakes.KEEPS)


def test_a_match_goes_on_where_it_was_when_its_process_was_killed(
    book: Book, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    with started(book, "slowly") as process:
        go(process)
        deadline = time.monotonic() + 20
        while not (found := matches(book)) or found[0].moves < 4:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    (match,) = matches(book)
    assert match.status is Status.PLAYING
    sitting = resume(book, match.id)
    assert len(sitting.history) == match.moves >= 4
    before = owned("Solo") + owned("house")
    finish(sitting, 1)
    assert sitting.match.status is Status.DONE
    assert owned("Solo") + owned("house") == before
    assert sitting.match.moves == len(sitting.history)


def test_killed_between_the_card_and_the_commit_neither_has_happened(
    book: Book, owned: Owned, now: dt.datetime, finish: Finish
) -> None:
    match = keeps(book, now).match
    before = owned("Solo"), owned("house")
    with started(book, "die-settling", match.id) as process:
        go(process)
        assert process.wait(20) == -signal.SIGKILL
    assert (owned("Solo"), owned("house")) == before
    assert antes(book) == Counter()
    sitting = resume(book, match.id)
    assert sitting.to_move is not None
    finish(sitting, 1)
    assert antes(book) == Counter([match.id])
    assert (owned("Solo"), owned("house")) != before


def test_killed_after_the_commit_both_have_happened_and_settling_again_moves_nothing(
    book: Book, owned: Owned, now: dt.datetime
) -> None:
    match = keeps(book, now).match
    with started(book, "die-settled", match.id) as process:
        go(process)
        assert process.wait(20) == -signal.SIGKILL
    assert [one.status for one in matches(book)] == [Status.DONE]
    after = owned("Solo"), owned("house")
    entry = settle(book, match.id, now).entry
    assert entry is not None
    assert entry.id == match.id
    assert antes(book) == Counter([match.id])
    assert (owned("Solo"), owned("house")) == after


def test_of_two_processes_with_the_same_match_one_moves_and_the_other_must_resume(book: Book, now: dt.datetime) -> None:
    match = keeps(book, now).match
    with started(book, "move", match.id) as one, started(book, "move", match.id) as two:
        go(one)
        go(two)
        assert sorted((said(one), said(two))) == ["LedgerRefused", "moved"]
    with book.reading() as unit:
        assert unit.matches.find(match.id).moves == 1
    with started(book, "move", match.id) as three:
        go(three)
        assert said(three) == "moved"
    assert len(resume(book, match.id).history) == 2


def test_two_processes_that_settle_together_move_the_card_once(book: Book, owned: Owned, now: dt.datetime) -> None:
    sitting = keeps(book, now)
    match, rng = sitting.match, random.Random(1)
    held = {name: owned(name) for name in ("Solo", "house")}
    antes_of = {sitter.account.name: sitter.ante for sitter in match.seats if sitter.account}
    with book.writing() as unit:
        for sitter in match.seats:
            assert sitter.account is not None
            assert sitter.ante is not None
            name = "Solo" if sitter.account.name == "Solo" else "house"
            gone = Copies(sitter.ante, quantity=held[name][sitter.ante])
            draft = posting.lost(f"gone-{name}", sitter.account, unit.accounts.elsewhere, [gone])
            unit.ledger.post(draft, now)
    while sitting.to_move is not None:
        let_move(sitting, Programs(sitting.game), rng, lambda: now)
    assert sitting.match.status is Status.UNSETTLED
    with book.writing() as unit:
        unit.ledger.void("gone-Solo", now)
        unit.ledger.void("gone-house", now)
    with started(book, "settle", match.id) as one, started(book, "settle", match.id) as two:
        go(one)
        go(two)
        assert [said(one), said(two)] == [match.id, match.id]
    assert antes(book) == Counter([match.id])
    loser = next(sitter for sitter in sitting.match.seats if sitter.result is Result.LOST)
    assert loser.account is not None
    name = "Solo" if loser.account.name == "Solo" else "house"
    card = antes_of[loser.account.name]
    assert card is not None
    assert owned(name)[card] == held[name][card] - 1


def at_one_keyboard(book: Book, now: dt.datetime, moves: int, stakes: Stakes = Stakes.FRIENDLY) -> Sitting:
    """A match between Anna and Bo, both persons, after so many moves; Black begins."""
    players = (Sitter("human", "Anna", "Anna's best"), Sitter("human", "Bo", "Bo's best"))
    rng = random.Random(3)
    sitting = sit_down(book, *players, rng=rng, now=now, stakes=stakes, first=0)
    for _ in range(moves):
        assert sitting.to_move is not None
        sitting.play(sitting.game.moves(sitting.state, sitting.to_move).sample(rng), now)
    return sitting


def all_of(book: Book) -> tuple[Match, ...]:
    with book.reading() as unit:
        anna = unit.accounts.find("Anna")
        assert anna is not None
        return unit.matches.all(anna, branches=True, statuses=frozenset(Status))


@pytest.mark.parametrize(("act", "stakes"), [("resign", Stakes.KEEPS), ("take-back", Stakes.FRIENDLY)])
def test_killed_in_an_act_it_has_not_happened_and_after_it_it_has(
    book: Book, owned: Owned, now: dt.datetime, act: str, stakes: Stakes
) -> None:
    sitting = at_one_keyboard(book, now, 4, stakes)
    held = owned("Anna"), owned("Bo")
    for words, happened in ((f"die-{act}", False), (f"{act}-then-die", True)):
        with started(book, words, sitting.match.id) as process:
            go(process)
            assert process.wait(20) == -signal.SIGKILL
        (match,) = all_of(book)
        if not happened:
            assert match == sitting.match
            assert (owned("Anna"), owned("Bo")) == held
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
    if act == "resign":
        assert (match.status, match.seats[0].result) == (Status.DONE, Result.LOST)
        assert antes(book) == Counter([match.id])
        assert match.seats[0].ante is not None
        assert owned("Anna") == held[0] - Counter([match.seats[0].ante])
        assert settle(book, match.id, now).entry is not None
        assert antes(book) == Counter([match.id]), "settling again moves nothing"
    else:
        assert (match.status, match.moves, match.taken_back) == (Status.PLAYING, 2, 2)
        assert resume(book, match.id).to_move == 0


def test_a_branch_is_in_the_book_whole_or_not_at_all(book: Book, now: dt.datetime, finish: Finish) -> None:
    sitting = at_one_keyboard(book, now, 4)
    for words, count in (("die-branch", 1), ("branch-then-die", 2)):
        with started(book, words, sitting.match.id) as process:
            go(process)
            assert process.wait(20) == -signal.SIGKILL
        with book.reading() as unit:
            anna = unit.accounts.find("Anna")
            assert anna is not None
            there = unit.matches.all(anna, branches=True)
        assert len(there) == count
    (tried,) = [one for one in there if one.branch is not None]
    assert (tried.moves, tried.branch and tried.branch.match) == (1, sitting.match.id)
    finish(resume(book, tried.id), 1)
    assert resume(book, sitting.match.id).match == sitting.match, "the game that was left is as it was"


@pytest.mark.parametrize("acts", [("take-back", "resign"), ("take-back", "take-back")])
def test_of_two_processes_with_one_match_one_acts_and_the_other_is_refused(
    book: Book, now: dt.datetime, acts: tuple[str, str]
) -> None:
    sitting = at_one_keyboard(book, now, 4)
    with started(book, acts[0], sitting.match.id) as one, started(book, acts[1], sitting.match.id) as two:
        go(one)
        go(two)
        answers = sorted((said(one), said(two)))
    assert answers[0] == "LedgerRefused"
    assert answers[1] in ("resigned", "took back 2")
    (match,) = all_of(book)
    assert (match.status is Status.DONE) == (answers[1] == "resigned")
    assert match.taken_back == (0 if answers[1] == "resigned" else 2)


def test_of_two_processes_that_resign_the_same_match_the_card_goes_once(
    book: Book, owned: Owned, now: dt.datetime
) -> None:
    sitting = at_one_keyboard(book, now, 4, Stakes.KEEPS)
    before, ante = owned("Anna"), sitting.match.seats[0].ante
    assert ante is not None
    with started(book, "resign", sitting.match.id) as one, started(book, "resign", sitting.match.id) as two:
        go(one)
        go(two)
        assert "resigned" in (said(one), said(two))
    assert antes(book) == Counter([sitting.match.id])
    assert owned("Anna") == before - Counter([ante])
    with book.reading() as unit:
        assert unit.ledger.audit() == ()


def test_killed_behind_the_curtain_the_match_waits_for_the_next_person(book: Book, now: dt.datetime) -> None:
    sitting = at_one_keyboard(book, now, 0)
    with started(book, "curtain", sitting.match.id) as process:
        process.send_signal(signal.SIGKILL)
        process.wait(20)
    again = resume(book, sitting.match.id)
    assert (again.match.moves, again.to_move, again.player_to_move) == (1, 1, HUMAN)
    # Nothing says whose turn at the keyboard it was: whoever takes the match up has to say who they are.
    hidden = again.view(1).known.sides[0]
    assert (hidden.hand, hidden.ante) == (frozenset(), None)
    assert not [event for event in again.events if event.kind == "ante" and event.visible_to(0) and event.visible_to(1)]


@pytest.mark.slow
def test_a_storm_of_kills_leaves_the_books_in_order(book: Book, owned: Owned, now: dt.datetime) -> None:
    rng = random.Random(1)
    for _ in range(15):
        with started(book, "forever") as process:
            go(process)
            time.sleep(rng.uniform(0.05, 1.2))
            process.send_signal(signal.SIGKILL)
            process.wait()
        with book.reading() as unit:
            stocked = unit.ledger.entries(unit.accounts.house, kind=EntryKind.FOUND)
        assert (owned("Solo") + owned("house")).total() == 28 + 240 * len(stocked)
        moved = antes(book)
        assert max(moved.values(), default=1) == 1
        decided = {
            one.id for one in matches(book) if one.status is Status.DONE and one.seats[0].result is not Result.DRAW
        }
        assert decided == set(moved)
    assert len(moved) > 15, "the storm left time to play"
    for one in matches(book):
        if one.status is Status.PLAYING:
            sitting = resume(book, one.id)
            while sitting.to_move is not None:
                let_move(sitting, Programs(sitting.game), rng, lambda: now)
    with book.reading() as unit:
        assert [finding for finding in unit.ledger.audit() if finding.severity is Severity.ERROR] == []
