"""Typing in the Binder's filter against a bare table that is filled anew at each key; both in a real terminal."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from collection.catalogue.data import load_catalogue
from collection.store.book import Book
from tests.bench.measure import Ratio, compare
from tests.bench.terminal import Terminal

TYPED = "moss"
"""Each of its letters leaves fewer cards than before, so that each key changes the table."""


def seconds_a_key(terminal: Terminal) -> float:
    """Type, each letter when the one before has been dealt with, and delete it all again; give the median wait."""
    waits = []
    for key in (*TYPED, *("\x7f" * len(TYPED))):
        begun = time.perf_counter()
        terminal.press(key)
        waits.append(terminal.last_written() - begun)
    return statistics.median(waits)


def ratios() -> Iterator[Ratio]:
    """Our wait for a key over the bare app's."""
    catalogue = load_catalogue()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        Book.open(path, load_catalogue).close()
        ours = [sys.executable, "-m", "collection", "--db", str(path)]
        bare = [sys.executable, "-m", "tests.bench.bare_filter"]
        with Terminal(ours, {}) as binder, Terminal(bare, {}) as table:
            for terminal in (binder, table):
                terminal.wait_for(catalogue[1].name)
                terminal.quiet(0.3)
            binder.press("/")
            binder.quiet()
            yield compare(
                "a key in the Binder's filter / a bare table's",
                lambda: seconds_a_key(binder),
                lambda: seconds_a_key(table),
                bound=2,
            )
