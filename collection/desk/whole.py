"""Files of ours that hold more than a collection: whole books, packs and ledgers, taken in after a preview."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TypeAlias

from collection.desk.histories import NotTaken, take_entries, take_packs
from collection.desk.merging import Merging, Tally
from collection.errors import Refused
from collection.interchange import ledger_csv, packs_csv
from collection.interchange.ledger_csv import LedgerSheet
from collection.interchange.packs_csv import PackSheet
from collection.interchange.table import Refusal, decoded, lines_of, read_table
from collection.interchange.whole import WholeBook
from collection.interchange.whole_reading import read_whole
from collection.store.book import Book, Unit

Source: TypeAlias = WholeBook | PackSheet | LedgerSheet
"""What a file of ours can be."""

MOST_BYTES = 400_000_000
"""The most bytes that a file of ours may have: some million movements."""
_TOP, _FIRST_LINES = 10_000, 20
"""Characters and lines among which the heads of a table are looked for."""


@dataclass(frozen=True, slots=True)
class Taking:
    """What a file of ours would do to the book, and what it was read from.

    Nothing is done while anything is `refused`: a file is taken whole, or not at all.
    """

    source: Source
    collector: str | None
    """Whose packs or ledger they are to be; None is the collector in use."""
    tallies: tuple[Tally, ...]
    refused: tuple[Refusal, ...]

    @property
    def changes(self) -> bool:
        """Whether anything would be different afterwards."""
        return any(tally.new or tally.changed for tally in self.tallies)


class _OnlyLooking(Exception):
    """Ends a unit of work that is not to be kept."""


def recognised(data: bytes) -> Source | None:
    """Read a file of ours that holds more than a collection; None for any other file.

    Raises NotUnderstood with every fault of a whole book's document; what cannot be read of a table stands in it.
    """
    text, _ = decoded(data, most=MOST_BYTES)
    if text.lstrip().startswith("{"):
        return read_whole(text)
    known = frozenset((*packs_csv.HEADS, *ledger_csv.HEADS))
    # The first lines tell what it is; another file may be long, and is for others to read.
    top = read_table("\n".join(lines_of(text[:_TOP])[:_FIRST_LINES]), known)
    if top is None or not (ledger_csv.is_ledger(top.heads) or packs_csv.is_packs(top.heads)):
        return None
    table = read_table(text, known)
    assert table is not None
    return ledger_csv.read_ledger(table) if ledger_csv.is_ledger(table.heads) else packs_csv.read_packs(table)


def look_into(book: Book, source: Source, now: dt.datetime, *, collector: str | None = None) -> Taking:
    """Say what taking a file in would do, by doing it and giving it up again.

    What speaks against it stands in `refused`. Raises BookBusy, ReadOnlyBook, DiskFull, and Refused where it is not
    clear whose packs they are.
    """
    return _taking(book, source, now, collector, keep=False)


def take_at_once(book: Book, source: Source, now: dt.datetime, *, collector: str | None = None) -> Taking:
    """Take a file in without a look before: all of it, or, where anything stands in `refused`, nothing.

    Raises as `look_into` does.
    """
    return _taking(book, source, now, collector, keep=True)


def take(book: Book, taking: Taking, now: dt.datetime) -> Taking:
    """Take a file in as it was looked into: all of it, or nothing.

    Raises Refused with everything that speaks against it, and when the book has changed since, so that something else
    would come of it.
    """
    if taking.refused:
        raise Refused(*map(str, taking.refused))
    with book.writing() as unit:
        try:
            tallies = _take(unit, taking.source, taking.collector, now)
        except NotTaken as no:
            raise Refused(*map(str, no.refused)) from None
        if tallies != taking.tallies:
            raise Refused("The book has changed since you looked. Nothing was taken in; look at the file again.")
    return taking


def _taking(book: Book, source: Source, now: dt.datetime, collector: str | None, *, keep: bool) -> Taking:
    unreadable = () if isinstance(source, WholeBook) else source.refused
    if unreadable:
        return Taking(source, collector, (), unreadable)
    tallies: tuple[Tally, ...] = ()
    try:
        with book.writing() as unit:
            tallies = _take(unit, source, collector, now)
            if not keep:
                raise _OnlyLooking
    except _OnlyLooking:
        pass
    except NotTaken as no:
        return Taking(source, collector, (), no.refused)
    return Taking(source, collector, tallies, ())


def _take(unit: Unit, source: Source, collector: str | None, now: dt.datetime) -> tuple[Tally, ...]:
    if isinstance(source, PackSheet):
        return take_packs(unit, source, collector, now)
    if isinstance(source, LedgerSheet):
        return take_entries(unit, source, collector, now)
    try:
        return Merging(unit, source, now).merge()
    except Refused as no:
        raise NotTaken(Refusal(None, reason) for reason in no.reasons) from None
