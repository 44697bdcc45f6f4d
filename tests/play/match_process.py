"""A process that plays, for tests to kill: `python match_process.py BOOK ACT [MATCH]`. It says `ready` and waits.

Acts: `slowly` plays a new match for keeps, a move every 20 ms, `forever` one after the other as fast as it goes;
`move` makes one move of MATCH, `settle` settles it; `die-settling` plays MATCH on and kills itself inside the unit of
work of the last move, after the card was posted and before anything is committed; `die-settled` right after it.
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
from collection.play.sitting import Sitter, resume, settle, sit_down
from collection.store.book import Book
from collection.store.matches import Matches

NOW = dt.datetime(2026, 3, 1, 20, 0, tzinfo=dt.UTC)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_before_commit() -> None:
    save = Matches.save

    def saved_and_dead(self: Matches, match: Match, *, expected_moves: int) -> None:
        save(self, match, expected_moves=expected_moves)
        if match.status is Status.DONE:
            die()

    Matches.save = saved_and_dead  # type: ignore[method-assign]


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
    else:
        if what == "die-settling":
            die_before_commit()
        play(book, match, 0)
        die()
    return "done"


def wait() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def main(path: str, what: str, match: str | None = None) -> None:
    book = Book.open(Path(path), load_catalogue)
    if what != "move":
        wait()
    try:
        print(act(book, what, match), flush=True)
    except CollectionError as error:
        print(type(error).__name__, flush=True)


main(*sys.argv[1:])
