"""What a program uses of the processor while nobody does anything, as a share of what it used to start."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.bench_thinking import fill
from tests.bench.measure import Ratio
from tests.bench.terminal import Terminal

SECONDS = 5.0
SHARE = 0.01
"""The most that it may use of one core."""
RECORD = str(Path(__file__).parents[1] / "analysis" / "three_puzzles.yaml")
"""A game that was played to its end."""

PLACES = {
    "the binder": ([], ""),
    "the binder, a filter being typed": ([], "/lev"),
    "packs, numbers being typed": ([], "pa12"),
    "the hands": ([], "h"),
    "the builder": ([], "h\r"),
    "the table": ([], "t"),
    "the ante": ([], "a"),
    "the palette": ([], "\x10"),
    "a match where a person is to move": (["play", "--hand", "Hand", "--against", "steady", "--first", "me"], ""),
    "a match between programs, at rest": (["play", "--hand", "Hand", "--against", "steady", "--me", "casual"], " "),
    "a review, every move judged": (["replay", RECORD, "--screen"], ""),
    "the puzzles": ([], "tP"),
}
"""What is shown, by name: the words of the command line and the keys that lead there. Add what is new."""


def ratios() -> Iterator[Ratio]:
    """The use of some seconds of nothing over the start's, for each place; the bound is 1 % of a core."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        fill(path)
        for name, (words, keys) in PLACES.items():
            with Terminal([sys.executable, "-m", "collection", "--db", str(path), *words], {}) as program:
                program.come_to_rest()
                start = program.seconds_used()
                for key in keys:
                    program.press(key)
                    program.come_to_rest()
                program.come_to_rest()
                idle = program.used_in(SECONDS)
                yield Ratio(f"{SECONDS:g} s of {name} / the start", idle, start, bound=SHARE * SECONDS / start)
