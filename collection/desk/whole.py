"""Whole books, packs and ledgers as files: written from one moment of the book, and taken in after a preview."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from collection.desk.collectors import current
from collection.desk.histories import NotTaken, take_entries, take_packs
from collection.desk.merging import Merging, Tally
from collection.errors import Refused
from collection.interchange.journal import write_journal
from collection.interchange.ledger_csv import LedgerSheet, write_ledger
from collection.interchange.packs_csv import PackSheet, write_packs
from collection.interchange.table import Refusal
from collection.interchange.whole import WholeBook, write_whole
from collection.ledger.entry import Account, Movement
from collection.store.book import Book, Unit


@dataclass(frozen=True, slots=True)
class Taking:
    """What a file of ours would do to the book, and what it was read from.

    Nothing is done while anything is `refused`: a file is taken whole, or not at all.
    """

    source: WholeBook | PackSheet | LedgerSheet
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


def whole_json(book: Book) -> str:
    """Write everything that the book holds."""
    with book.reading() as unit:
        return write_whole(unit.whole.read())


def packs_csv(book: Book, collector: str | None = None) -> str:
    """Write the collector's packs, oldest first."""
    with book.reading() as unit:
        return write_packs(reversed(unit.packs.all(current(unit, collector))))


def ledger_csv(book: Book, collector: str | None = None) -> str:
    """Write the collector's ledger, in the order of writing."""
    with book.reading() as unit:
        account = current(unit, collector)
        whole = unit.whole.read()
    entries = [entry for entry in whole.entries if _touches(account, entry.movements)]
    return write_ledger(account, entries, {match.id for match in whole.matches})


def journal(book: Book) -> str:
    """Write the ledger of everybody as an hledger journal."""
    with book.reading() as unit:
        return write_journal(unit.whole.read().entries, unit.cards.catalogue())


def look_into(
    book: Book, source: WholeBook | PackSheet | LedgerSheet, now: dt.datetime, *, collector: str | None = None
) -> Taking:
    """Say what taking a file in would do, by doing it and giving it up again.

    What speaks against it stands in `refused`. Raises BookBusy, ReadOnlyBook, DiskFull, and Refused where it is not
    clear whose packs they are.
    """
    unreadable = () if isinstance(source, WholeBook) else source.refused
    if unreadable:
        return Taking(source, collector, (), unreadable)
    found: list[tuple[Tally, ...]] = []
    try:
        with book.writing() as unit:
            found.append(_take(unit, source, collector, now))
            raise _OnlyLooking
    except _OnlyLooking:
        return Taking(source, collector, found[0], ())
    except NotTaken as no:
        return Taking(source, collector, (), no.refused)


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


def _take(
    unit: Unit, source: WholeBook | PackSheet | LedgerSheet, collector: str | None, now: dt.datetime
) -> tuple[Tally, ...]:
    if isinstance(source, PackSheet):
        return take_packs(unit, source, collector, now)
    if isinstance(source, LedgerSheet):
        return take_entries(unit, source, collector, now)
    try:
        return Merging(unit, source).merge()
    except Refused as no:
        raise NotTaken(Refusal(None, reason) for reason in no.reasons) from None


def _touches(account: Account, movements: Sequence[Movement]) -> bool:
    return any(account.id in (one.source.id, one.target.id) for one in movements)
