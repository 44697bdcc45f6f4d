"""A key at the Table while the master thinks, against the same key while nobody does; both in a real terminal."""

from __future__ import annotations

import datetime as dt
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk.hands import new_hand
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.hands.dealing import draw_hand
from collection.store.book import Book
from tests.bench.measure import Ratio, compare
from tests.bench.terminal import Terminal

KEYS = 20
CURSOR = "╔"
"""What only a square under the cursor is drawn with: a frame that has it answers the key, whatever else it shows."""


def fill(path: Path) -> None:
    """Write a full collection with one hand."""
    now, catalogue = dt.datetime(2026, 3, 14, tzinfo=dt.UTC), load_catalogue()
    book = Book.open(path, load_catalogue)
    log_pack(book, None, [Copies(card.number) for card in catalogue], said(now))
    new_hand(book, None, "Hand", draw_hand(catalogue, {card.number: 1 for card in catalogue}, random.Random(4)), now)
    book.close()


def table(path: Path, first: str) -> Terminal:
    """Sit down against a master that never ends thinking; `first` says whose turn it is, `me` or `them`."""
    playing = ["play", "--hand", "Hand", "--against", "master", "--first", first]
    return Terminal([sys.executable, "-m", "tests.bench.slow_master", "--db", str(path), *playing], {})


def reach_the_board(terminal: Terminal, turn: str) -> None:
    """Wait until the screen says whose turn it is, and go to the board."""
    terminal.wait_for(turn)
    terminal.quiet(0.09)
    terminal.press("\t")
    terminal.wait_for(CURSOR)


def waits(terminal: Terminal) -> list[float]:
    """Move the cursor to and fro; give how long each key took to its frame."""
    found = []
    for key in "hl" * (KEYS // 2):
        terminal.quiet(0.03)
        begun = time.perf_counter()
        terminal.press(key)
        found.append(terminal.wait_for(CURSOR) - begun)
    return sorted(found)


def ratios() -> Iterator[Ratio]:
    """The usual wait and the longest of twenty, while the master thinks over while nobody does."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        fill(path)
        with table(path, "me") as mine, table(path, "them") as theirs:
            reach_the_board(mine, "Your turn")
            reach_the_board(theirs, "is thinking")

            def while_it_thinks() -> list[float]:
                theirs.wake()
                return waits(theirs)

            def while_nobody_does() -> list[float]:
                theirs.halt()  # on a machine with few cores it would be felt here
                return waits(mine)

            for what, of, bound in (("a key", statistics.median, 1.5), ("the slowest of 20 keys", max, 2.5)):
                yield compare(
                    f"{what} while the master thinks / while nobody does",
                    lambda of=of: of(while_it_thinks()),  # type: ignore[misc]
                    lambda of=of: of(while_nobody_does()),  # type: ignore[misc]
                    bound=bound,
                )
