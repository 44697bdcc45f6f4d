"""A book with 20,000 packs of 8 against one with 20: nothing that a collector does often waits for history."""

from __future__ import annotations

import datetime as dt
import json
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

from collection.catalogue.card import LAST_CARD, Copies
from collection.catalogue.data import load_catalogue
from collection.desk.advice import advice
from collection.desk.binder import life, open_binder
from collection.desk.lessons import learn
from collection.desk.marks import marks
from collection.desk.packs import packs
from collection.desk.rivals import rival, rivals
from collection.desk.searches import searches
from collection.desk.trading import trading
from collection.ledger import posting
from collection.ledger.entry import Account, AccountKind
from collection.store.book import Book, Unit
from collection.store.glance import glance
from tests.bench.measure import Ratio, compare, seconds

MANY, FEW = 20_000, 20
CARDS = 8
BOUND = 2.0
STEPS = 21
"""Steps of a card's life that a screen shows."""
READS, WRITES = 10, 10
START = dt.datetime(2020, 1, 1, 12, tzinfo=dt.UTC)
LATEST = START + dt.timedelta(hours=MANY)
TAKEN_BACK = 100
"""One pack in so many is taken back."""
_ENTRY = (
    "INSERT INTO entry (seq, id, kind, happened, recorded, note, reverses, lines, said) "
    "VALUES (?, ?, 'pull', ?, ?, '', NULL, ?, ?)"
)
_PACK = (
    "INSERT INTO pack "
    "(id, collector, entry, opened, recorded, price, shop, note, voided, new_numbers, currency, minor) VALUES "
    "(?, ?, ?, ?, ?, '4.50 EUR', 'Dockside', '', 0, 0, 'EUR', 450)"
)


def book_with(path: Path, many: int) -> Book:
    """Make a book with so many packs: the first ones as any are logged, the rest by the rows that this writes."""
    rng = random.Random(many)
    book = Book.open(path, load_catalogue)
    with book.writing() as unit:
        me = unit.accounts.open("Me", AccountKind.COLLECTOR)
        bo = unit.accounts.open("Bo", AccountKind.RIVAL)
        # Every number is owned in both books: what is read is then as long in one as in the other.
        every = [Copies(number) for number in range(1, LAST_CARD + 1)]
        unit.ledger.post(posting.found("start", unit.accounts.elsewhere, me, every), START)
        unit.packs.log(me, posting.pull("pack-all", unit.accounts.packs, me, every), START)
        unit.ledger.post(posting.lost("a-game", me, bo, every), START)
        unit.packs.log_levels(me, "long-ago", (5, 2, 1, 0, 0), None, START)
        log(unit, me, "pack-as-any", START, rng)
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT max(seq) FROM entry").fetchone()
        for number in range(many):
            moment = START + dt.timedelta(hours=number * MANY // many)
            written = (moment.date().isoformat(), moment.isoformat(timespec="microseconds"))
            pulled = [[rng.randint(1, LAST_CARD), "base", 1, 1, me.id] for _ in range(CARDS)]
            entry = (last + 1 + number, f"pack-{number}", *written, CARDS, json.dumps(pulled))
            connection.execute(_ENTRY, entry)
            connection.execute(_PACK, (f"pack-{number}", me.id, entry[0], *written))
        connection.commit()
    with book.writing() as unit:
        for number in range(3, many, TAKEN_BACK):
            unit.packs.void(f"pack-{number}", START)
        assert unit.packs.tally(me).packs > many * 0.9
    return book


def log(unit: Unit, me: Account, id: str, now: dt.datetime, rng: random.Random) -> None:
    """Log a pack of random cards."""
    pulled = [Copies(rng.randint(1, LAST_CARD)) for _ in range(CARDS)]
    unit.packs.log(me, posting.pull(id, unit.accounts.packs, me, pulled), now, price="4.50 EUR", shop="Dockside")


def desk_acts() -> dict[str, Callable[[Book], object]]:
    """Give what a collector opens, by name, as the desk does it."""
    return {
        "opening the Binder": open_binder,
        "the Binder as of yesterday": lambda book: open_binder(book, on=LATEST.date()),
        "what the packs teach": learn,
        "what the packs teach of a card": lambda book: learn(book, card=45),
        "the last packs": lambda book: packs(book, limit=20),
        "the last steps of a card": lambda book: life(book, 45, latest=STEPS),
        "trade lists": trading,
        "rivals": rivals,
        "a rival's page": lambda book: rival(book, "Bo"),
        "twins and outclassed cards": advice,
        "marks": marks,
        "saved searches": searches,
        "a glance": lambda book: glance(book.path),
    }


def store_acts() -> dict[str, Callable[[Unit, Account, Account], object]]:
    """Give what the shelves read by themselves, by name."""
    return {
        "the tally": lambda unit, me, _: unit.packs.tally(me),
        "what a rival still holds": lambda unit, me, bo: unit.ledger.exchanged(me, bo),
        "pulls by number": lambda unit, me, _: unit.ledger.moved(unit.accounts.packs, me),
        "the last entries": lambda unit, me, _: unit.ledger.entries(me, limit=20),
    }


def in_unit(act: Callable[[Unit, Account, Account], object]) -> Callable[[Book], object]:
    """Do `act` in a unit of work of its own."""

    def do(book: Book) -> object:
        with book.reading() as unit:
            me, bo = unit.accounts.find("Me"), unit.accounts.find("Bo")
            assert me is not None
            assert bo is not None
            return act(unit, me, bo)

    return do


def read(book: Book, act: Callable[[Book], object]) -> float:
    """Give the seconds that one reading takes."""

    def all_of_them() -> None:
        for _ in range(READS):
            act(book)

    return seconds(all_of_them) / READS


def write(book: Book, numbers: Iterator[int]) -> float:
    """Give the seconds that logging one more pack takes, committed."""
    rng = random.Random(7)

    def all_of_them() -> None:
        for _ in range(WRITES):
            with book.writing() as unit:
                me = unit.accounts.find("Me")
                assert me is not None
                log(unit, me, f"more-{next(numbers)}", LATEST, rng)

    return seconds(all_of_them) / WRITES


def ratios() -> Iterator[Ratio]:
    """Each act in the long book over the same in the short one."""
    acts = {**desk_acts(), **{name: in_unit(act) for name, act in store_acts().items()}}
    with tempfile.TemporaryDirectory() as folder:
        long, short = (book_with(Path(folder) / f"{many}.db", many) for many in (MANY, FEW))
        for name, act in acts.items():
            yield compare(
                f"{name}: {MANY:,} packs / {FEW}", partial(read, long, act), partial(read, short, act), bound=BOUND
            )
        numbers = count()
        yield compare(
            f"logging one more: {MANY:,} packs / {FEW}",
            partial(write, long, numbers),
            partial(write, short, numbers),
            bound=BOUND,
        )
        long.close()
        short.close()
