"""What was asked before the verb: whose book, which collector; and the clock that the verbs go by."""

from __future__ import annotations

import datetime as dt
import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from collection.cli.output import short, talk
from collection.cli.words import day
from collection.errors import Refused
from collection.text import plain, search_key

if TYPE_CHECKING:
    import typer

    from collection.catalogue.card import CardNo
    from collection.catalogue.catalogue import Catalogue
    from collection.catalogue.query import Known
    from collection.desk.said import Said
    from collection.store.book import Book


_NAMED = re.compile(r"`mudwater (?P<verb>[a-z]+)")
"""Where a sentence names a command, as those of the desk do: it does not know what stood before the verb."""


def this_moment() -> dt.datetime:
    """Give the time with the offset of this place, so that its date is the day that people here call today."""
    return dt.datetime.now(dt.UTC).astimezone()


@dataclass(frozen=True, slots=True)
class Asked:
    """The words before the verb."""

    db: Path | None = None
    collector: str | None = None
    clock: Callable[[], dt.datetime] = this_moment
    new_id: Callable[[], str | None] = lambda: None
    """Makes the id of an act that was given none; None leaves that to the desk."""
    thrown_away: bool = False
    """A demonstration's book: commands and files are spelled without its place, which is nobody's to go to."""

    @classmethod
    def of(cls, context: typer.Context) -> Asked:
        """Give what was asked before the verb of `context`."""
        asked = context.find_object(cls)
        return asked if asked is not None else cls()

    @property
    def path(self) -> Path:
        """Where the book is, or will be. Raises Refused where that is nowhere any more."""
        from collection.store.location import book_path

        path = book_path(self.db, os.environ)
        try:
            path.absolute()
        except FileNotFoundError as fault:
            raise Refused(
                f"{plain(str(path))} is named from the working directory, and that is gone. "
                "Go to another one, or name the book by its whole path."
            ) from fault
        return path

    @property
    def place(self) -> str:
        """Where the book is, in words for a person."""
        return "a sample that is thrown away" if self.thrown_away else plain(str(self.path))

    @contextmanager
    def book(self) -> Iterator[Book]:
        """Open the book for a verb. A book that was not there before is begun, and the person is told where."""
        from collection.catalogue.data import load_catalogue
        from collection.store.book import Book

        path = self.path
        is_new = not path.exists()
        book = Book.open(path, load_catalogue)
        if is_new and not self.thrown_away:
            talk(f"A new book was begun: {plain(str(path))}")
        try:
            yield book
        finally:
            book.close()

    @contextmanager
    def reading(self) -> Iterator[Book]:
        """Open the book for a verb that only reads: where there is none yet, an empty one that is thrown away."""
        if self.path.exists():
            with self.book() as book:
                yield book
            return
        from collection.catalogue.data import load_catalogue
        from collection.store.book import Book

        self._tell_no_book()
        with TemporaryDirectory(prefix="mudwater-") as folder:
            book = Book.open(Path(folder) / "empty.db", load_catalogue)
            try:
                yield book
            finally:
                book.close()

    def _tell_no_book(self) -> None:
        talk(f"There is no book yet at {self.place}.")

    @contextmanager
    def posting(self) -> Iterator[Book]:
        """Open the book for a verb that posts; a collector named by `--as` for the first time is told to be new."""
        with self.book() as book:
            is_new = self.collector is not None and not _knows(book, self.collector)
            yield book
            if is_new and self.collector is not None and _knows(book, self.collector):
                talk(f"{short(self.collector)} is a new collector in this book.")

    def glance(self, *, quietly: bool = False) -> tuple[Catalogue, dict[CardNo, int]]:
        """Give the catalogue and what is owned, as light as can be: the data files where there is no book yet.

        That there is none is told, unless `quietly`. Raises Refused for a collector who is not in the book, and where
        several collect and none is in use.
        """
        from collection.store.glance import glance

        path = self.path
        seen = glance(path, self.collector)
        if seen is not None and seen.collector is not None:
            return seen.catalogue, dict(seen.owned)
        if path.exists():
            # To be migrated first, or nobody's cards, or anybody's: the desk knows which.
            return self._opened()
        if self.collector is not None:
            raise Refused(f"There is no collector {short(self.collector)}: there is no book yet at {self.place}.")
        from collection.catalogue.data import load_catalogue

        if not quietly:
            self._tell_no_book()
        return load_catalogue(), {}

    def searchable(self, query: str) -> tuple[Catalogue, Known]:
        """Give the catalogue and all that `query` can ask for, by a glance where that is enough for it."""
        from collection.catalogue.query import Known, asks

        if asks(query) <= {"alike"}:
            catalogue, owned = self.glance()
            return catalogue, Known(owned)
        from collection.desk.binder import open_binder

        with self.reading() as book:
            binder = open_binder(book, self.collector)
            return binder.catalogue, binder.known

    def catalogue(self) -> Catalogue:
        """Give the cards, whoever owns them, as light as can be: the data files where there is no book yet."""
        from collection.store.glance import glance

        path = self.path
        seen = glance(path)
        if seen is not None:
            return seen.catalogue
        if path.exists():
            with self.book() as book:
                return catalogue_of(book)
        from collection.catalogue.data import load_catalogue

        return load_catalogue()

    def corrections(self) -> dict[str, Mapping[str, str]]:
        """Give what the owner has corrected in the games but Mudwater, by the game's name, as light as can be.

        Raises DataError for what the book cannot have said.
        """
        from collection.games.field import read_corrections
        from collection.games.registry import WRITTEN
        from collection.store.glance import glance

        path = self.path
        seen = glance(path)
        if seen is not None or not path.exists():
            kept = {} if seen is None else seen.corrections
            return {game: read_corrections(game, text) for game, text in kept.items()}
        from collection.play.gathering import corrections_of

        with self.book() as book, book.reading() as unit:
            return {game: corrections_of(unit, game) for game in WRITTEN}

    def _opened(self) -> tuple[Catalogue, dict[CardNo, int]]:
        """Look into a book that a glance is not enough for."""
        from collection.desk.binder import open_binder

        with self.book() as book:
            binder = open_binder(book, self.collector)
            return binder.catalogue, dict(binder.owned)

    def said(self, id: str | None, date: str | None, note: str | None, corrects: str | None = None) -> Said:
        """Put the options of a verb that posts into an envelope. Raises NotUnderstood."""
        from collection.desk.said import said

        made = self.new_id() if id is None else id
        return said(self.clock(), id=made, on=day(date), note=note or "", corrects=corrects)

    def command(self, verb: str) -> str:
        """Spell a command that works on the same book, for the same collector."""
        before = [] if self.db is None or self.thrown_away else ["--db", plain(str(self.db))]
        before += [] if self.collector is None else ["--as", plain(self.collector)]
        return " ".join(["mudwater", *(shlex.quote(word) for word in before), verb])

    def carried(self, sentence: str) -> str:
        """Give a sentence of the desk with each command that it names spelled as `command` spells it."""

        def spelled(named: re.Match[str]) -> str:
            # Who is to be a collector, or in use, stands behind these verbs, and may not be in the book yet.
            asked = replace(self, collector=None) if named["verb"] == "collector" else self
            return f"`{asked.command(named['verb'])}"

        return _NAMED.sub(spelled, sentence)


def _knows(book: Book, name: str) -> bool:
    from collection.ledger.entry import AccountKind

    with book.reading() as unit:
        collectors = unit.accounts.all(AccountKind.COLLECTOR)
    return search_key(name) in {search_key(collector.name) for collector in collectors}


def catalogue_of(book: Book) -> Catalogue:
    """Give the cards as the book has them."""
    with book.reading() as unit:
        return unit.cards.catalogue()
