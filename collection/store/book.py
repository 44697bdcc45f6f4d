"""The book: one SQLite file with a collector's cards, ledger, hands and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import data_digest, load_catalogue
from collection.errors import BookBusy, DiskFull
from collection.store.accounts import Accounts
from collection.store.analyses import Analyses
from collection.store.cards import Cards
from collection.store.decks import Decks
from collection.store.engine import WRITING, make_engine
from collection.store.faults import translated
from collection.store.hands import Hands
from collection.store.ledger import Ledger
from collection.store.marks import Marks
from collection.store.matches import Matches
from collection.store.opening import (
    SCHEMA,
    Terms,
    connect,
    is_writable,
    make_folder,
    reading_mode,
    refuse_writing,
    schema_of,
)
from collection.store.packs import Packs
from collection.store.puzzles import Puzzles
from collection.store.sayings import Sayings
from collection.store.schema import migrate
from collection.store.searches import Searches
from collection.store.settings import SEEDED, Settings
from collection.store.values import CardValues
from collection.store.whole import Whole


class Unit:
    """One unit of work: the shelves of the book, all seeing the same moment."""

    accounts: Accounts
    cards: Cards
    ledger: Ledger
    packs: Packs
    hands: Hands
    decks: Decks
    matches: Matches
    sayings: Sayings
    marks: Marks
    searches: Searches
    values: CardValues
    settings: Settings
    puzzles: Puzzles
    analyses: Analyses
    whole: Whole

    def __init__(self, session: Session) -> None:
        self.accounts = Accounts(session)
        self.cards = Cards(session)
        self.ledger = Ledger(session, self.accounts)
        self.packs = Packs(session, self.ledger)
        self.hands = Hands(session)
        self.decks = Decks(session)
        self.matches = Matches(session, self.accounts, self.ledger)
        self.sayings = Sayings(session)
        self.marks = Marks(session)
        self.searches = Searches(session)
        self.values = CardValues(session)
        self.settings = Settings(session)
        self.puzzles = Puzzles(session)
        self.analyses = Analyses(session)
        self.whole = Whole(session, self.accounts, self.ledger, self.packs, self.matches)


class Book:
    """An open book. Safe to share between threads; every unit of work has a connection of its own."""

    path: Path
    writable: bool
    """Whether the file takes writing; where it does not, reading goes on all the same."""

    def __init__(self, path: Path, engine: Engine, *, writable: bool) -> None:
        self.path = path
        self.writable = writable
        self._engine = engine
        self._writer = engine.execution_options(**{WRITING: True})

    @classmethod
    def open(
        cls, path: Path, seed: Callable[[], Catalogue], *, read_only: bool = False, terms: Terms | None = None
    ) -> Book:
        """Open the book at `path`, make it when there is none, migrate it (after a backup) when it is older.

        `seed` gives the catalogue of the data files: what a new book starts from, and what refreshes stand-ins of an
        older one; confirmed fields are never overwritten. A book that cannot be written, or shall not be (`read_only`),
        is opened for reading where it is of this version. Raises NotABook, NewerBook, ReadOnlyBook, DiskFull, BookBusy,
        and what `seed` raises.
        """
        terms = terms or Terms()
        # Connections are made when they are needed, and by then the working directory may be another.
        path = path.absolute()
        number = schema_of(path, terms)
        writable = not read_only
        seeded = None
        if number and writable:
            with translated(path):
                writable = is_writable(path, terms)
        if number < SCHEMA:
            if not writable:
                raise refuse_writing(path)
            if not number:
                # Before anything is made: data files that do not hold together leave no empty book behind.
                seeded = seed()
                make_folder(path)
            migrate(path, terms)
        with translated(path):
            mode = reading_mode(path, terms)
            if mode == "rw" and read_only:
                mode = "ro"
        book = cls(path, make_engine(lambda: connect(path, mode, terms)), writable=writable and mode == "rw")
        try:
            if book.writable:
                book._seed(seed, seeded)
        except BaseException:
            book.close()
            raise
        return book

    def _seed(self, seed: Callable[[], Catalogue], seeded: Catalogue | None) -> None:
        """Take stand-ins from the data files, unless they are those of the last time."""
        # Reading the files' bytes is cheap, reading their YAML is not; another seed has to be asked.
        digest = data_digest() if seed is load_catalogue else ""
        with self.reading() as unit:
            if digest and unit.settings.get(SEEDED) == digest:
                return
            before = tuple(unit.cards.catalogue())
        catalogue = seeded or seed()
        if tuple(catalogue) == before and not digest:
            return
        try:
            with self.writing() as unit:
                unit.cards.refresh(catalogue)
                unit.settings.set(SEEDED, digest)
        except (BookBusy, DiskFull):
            # Fresher stand-ins can wait for the next time; a book without any cards cannot.
            if not before:
                raise

    @contextmanager
    def reading(self) -> Iterator[Unit]:
        """Give a unit of work that sees one moment and changes nothing."""
        with translated(self.path, files=False), Session(self._engine, expire_on_commit=False) as session:
            yield Unit(session)

    @contextmanager
    def writing(self) -> Iterator[Unit]:
        """Give a unit of work that is committed whole at its end, or, when anything is raised in it, not at all.

        It holds the write lock from its start (BEGIN IMMEDIATE). Raises BookBusy, ReadOnlyBook, DiskFull.
        """
        if not self.writable:
            raise refuse_writing(self.path)
        with translated(self.path, files=False), Session(self._writer, expire_on_commit=False) as session:
            session.connection()
            yield Unit(session)
            session.commit()

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()
