"""A process that plays, for tests to kill: `python match_process.py BOOK ACT [MATCH]`. It says `ready` and waits.

Acts: `slowly` plays a new match for keeps, a move every 20 ms, `forever` one after the other as fast as it goes;
`move` makes one move of MATCH, `settle` settles it; `die-settling` plays MATCH on and kills itself inside the unit of
work of the last move, after the card was posted and before anything is committed; `die-settled` right after it.
`resign` and `take-back` do so for Black in MATCH, `branch` branches off after its first move, each for a program to go
on; `die-resign`, `die-take-back` and `die-branch` kill themselves inside that unit of work, `...-then-die` right after
it. `curtain` makes the first move of MATCH and waits as if behind the curtain.
"""

from __future__ import annotations

import datetime as dt
import os
import random
import signal
import sys
import time
from pathlib import Path

from collection.catalogue.data import load_catalogue
from collection.errors import CollectionError
from collection.hands.dealing import draw_hand
from collection.ledger.match import Match, Stakes, Status
from collection.play.programs import Programs, let_move
from collection.play.sitting import Sitter, Sitting, branch, resume, settle, sit_down
from collection.store.book import Book
from collection.store.matches import Matches

NOW = dt.datetime(2026, 3, 1, 20, 0, tzinfo=dt.UTC)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_before_commit() -> None:
    save = Matches.save

    def saved_and_dead(self: Matches, match: Match, **expected: int) -> None:
        save(self, match, **expected)
        if match.status is Status.DONE or match.takings:
            die()

    def added_and_dead(self: Matches, match: Match, *, dated: bool = True) -> tuple[Match, bool]:
        add(self, match, dated=dated)
        die()
        raise AssertionError

    add = Matches.add
    Matches.save, Matches.add = saved_and_dead, added_and_dead  # type: ignore[assignment, method-assign]


def play(book: Book, match: str | None, pause: float, seed: int = 5) -> None:
    rng = random.Random(seed)
    if match is None:
        with book.reading() as unit:
            solo = unit.accounts.find("Solo")
            assert solo is not None
            hand = draw_hand(unit.cards.catalogue(), unit.ledger.owned(solo), rng)
        players = (Sitter("greedy", "Solo", hand=hand), Sitter("random"))
        sitting = sit_down(book, *players, rng=rng, now=NOW, stakes=Stakes.KEEPS)
    else:
        sitting = resume(book, match)
    while sitting.to_move is not None:
        let_move(sitting, Programs(sitting.game), rng, lambda: NOW)
        time.sleep(pause)


def act(book: Book, what: str, match: str | None) -> str:
    if what == "slowly":
        play(book, None, 0.02)
    elif what == "forever":
        while True:
            play(book, None, 0, time.time_ns())
    elif what == "settle":
        entry = settle(book, match or "", NOW).entry
        return entry.id if entry else "nothing moved"
    elif what == "move":
        sitting = resume(book, match or "")
        wait()
        let_move(sitting, Programs(sitting.game), random.Random(os.getpid()), lambda: NOW)
        return "moved"
    elif what.removeprefix("die-").removesuffix("-then-die") in ACTS:
        sitting = resume(book, match or "")
        if what != "curtain":
            wait()
        if what.startswith("die-"):
            die_before_commit()
        done = ACTS[what.removeprefix("die-").removesuffix("-then-die")](book, sitting)
        if what.endswith("-then-die"):
            die()
        return done
    else:
        if what == "die-settling":
            die_before_commit()
        play(book, match, 0)
        die()
    return "done"


def resign(_: Book, sitting: Sitting) -> str:
    sitting.resign(0, NOW)
    return "resigned"


def take_back(_: Book, sitting: Sitting) -> str:
    return f"took back {sitting.take_back(0, NOW)}"


def branch_off(book: Book, sitting: Sitting) -> str:
    viewer = None if sitting.match.is_watched else 0
    return branch(
        book, sitting.match, 1, (Sitter("greedy"), Sitter("greedy")), random.Random(1), NOW, viewer=viewer
    ).match.id


def curtain(_: Book, sitting: Sitting) -> str:
    seat = sitting.to_move
    assert seat is not None
    sitting.play(sitting.game.moves(sitting.state, seat).sample(random.Random(1)), NOW)
    wait()
    return "lifted"


ACTS = {"resign": resign, "take-back": take_back, "branch": branch_off, "curtain": curtain}


def wait() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def main(path: str, what: str, match: str | None = None) -> None:
    book = Book.open(Path(path), load_catalogue)
    if what == "move" or what.removeprefix("die-").removesuffix("-then-die") in ACTS:
        pass  # it waits for itself, once it has taken the match up
    else:
        wait()
    try:
        print(act(book, what, match), flush=True)
    except CollectionError as error:
        print(type(error).__name__, flush=True)


main(*sys.argv[1:])
