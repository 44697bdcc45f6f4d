"""The first frame of the screens, cards on it, against a bare Textual app's; both in a real terminal."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from collection.catalogue.data import load_catalogue
from collection.store.book import Book
from tests.bench.measure import Ratio, compare
from tests.bench.terminal import Terminal


def first_frame(command: list[str], text: str, compiled: str) -> float:
    """Start `command`, compiled into `compiled` once, as an installed one's are; give the seconds to `text`."""
    with Terminal(command, {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}) as terminal:
        return terminal.wait_for(text) - terminal.begun


def ratios() -> Iterator[Ratio]:
    """Our first frame over a bare app's."""
    catalogue = load_catalogue()
    with tempfile.TemporaryDirectory() as folder:
        path, compiled = Path(folder) / "book.db", f"{folder}/compiled"
        Book.open(path, load_catalogue).close()
        ours = [sys.executable, "-m", "collection", "--db", str(path)]
        bare = [sys.executable, "-m", "tests.bench.bare"]
        yield compare(
            "first frame with cards on it / a bare app's",
            lambda: first_frame(ours, catalogue[1].name, compiled),
            lambda: first_frame(bare, "nothing but this line", compiled),
            bound=1.6,
        )
