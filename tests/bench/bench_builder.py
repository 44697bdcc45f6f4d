"""What is counted of a hand at every key of the builder, against one redraw of the builder in a real terminal."""

from __future__ import annotations

import datetime as dt
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from collection.catalogue.card import Copies, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.desk.collectors import current
from collection.desk.hands import new_hand
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.desk.worth import Grounds, grounds
from collection.hands.dealing import draw_hand
from collection.hands.hand import Hand
from collection.ledger.mark import MarkKind
from collection.ledger.price import Price
from collection.store.book import Book
from tests.bench.measure import Ratio, compare
from tests.bench.terminal import Terminal

HANDS = 20
KEYS = 6
"""Even, so that the cards that were put in are out again and each round begins alike."""
CHANGES = 200
"""Cards counted in one measurement: one alone is too short for the clock."""


def fill(path: Path, catalogue: Catalogue) -> Grounds:
    """Write a full collection: every card once, so that every hand hangs on its cards, all of them with a value."""
    now, rng = dt.datetime(2026, 3, 14, tzinfo=dt.UTC), random.Random(4)
    book = Book.open(path, load_catalogue)
    log_pack(book, None, [Copies(card.number) for card in catalogue], said(now, id="all"))
    owned = {card.number: 1 for card in catalogue}
    for number in range(HANDS):
        new_hand(book, None, f"Hand {number:02}", draw_hand(catalogue, owned, rng), now)
    mark(book, None, MarkKind.KEEPSAKE, rng.sample(range(1, 121), 12))
    with book.writing() as unit:
        for level in Level:
            unit.values.set(current(unit, None), level, Price("EUR", 10 * level))
    found = grounds(book)
    book.close()
    return found


def seconds_a_change(found: Grounds, saved: Hand) -> float:
    """Count legality, ladder and stake of a hand with one card more, and one less; give the seconds of one count."""
    cards = saved.cards
    begun = time.perf_counter()
    for number in range(CHANGES):
        found.worth((*cards, 1 + number % 120) if number % 2 else cards[1:], saved)
    return (time.perf_counter() - begun) / CHANGES


def seconds_a_redraw(builder: Terminal) -> float:
    """Put a card in and take it out again, by turns; give the median wait until the builder is drawn anew."""
    waits = []
    for _ in range(KEYS):
        begun = time.perf_counter()
        builder.press("\r")
        waits.append(builder.last_written() - begun)
    return statistics.median(waits)


def ratios() -> Iterator[Ratio]:
    """The count over the redraw."""
    catalogue = load_catalogue()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        found = fill(path, catalogue)
        saved = found.hands[0]
        with Terminal([sys.executable, "-m", "collection", "--db", str(path)], {}) as builder:
            builder.wait_for(catalogue[1].name)
            builder.quiet(0.3)
            builder.press("h")
            builder.wait_for(saved.name)
            builder.quiet(0.3)
            builder.press("\r")
            builder.wait_for("14 of 14")
            # The cursor is on card 1: that a key changes the hand, and that the builder says so, is seen once.
            for count in (13 if 1 in saved.cards else 15, 14):
                builder.press("\r")
                builder.wait_for(f"{count} of 14")
                builder.quiet(0.3)
            yield compare(
                "legality, ladder and stake / one redraw of the builder",
                lambda: seconds_a_change(found, saved),
                lambda: seconds_a_redraw(builder),
                bound=1,
            )
