"""The book as files: each written from one moment of it."""

from __future__ import annotations

from dataclasses import dataclass

from collection.desk.collectors import current
from collection.interchange.collection_csv import write_collection
from collection.interchange.journal import write_journal
from collection.interchange.ledger_csv import write_ledger
from collection.interchange.packs_csv import write_packs
from collection.interchange.whole import write_whole
from collection.store.book import Book

_CARD, _COPY, _PACK, _ENTRY = ("card", "cards"), ("copy", "copies"), ("pack", "packs"), ("entry", "entries")


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a file, and how many of what it holds: words for one and for several, and the number."""

    text: str
    counts: tuple[tuple[tuple[str, str], int], ...]


def collection_csv(book: Book, collector: str | None = None) -> Written:
    """Write what the collector owns."""
    with book.reading() as unit:
        holdings = unit.ledger.holdings(current(unit, collector))
        text = write_collection(unit.cards.catalogue(), holdings)
    distinct = len({one.number for one in holdings})
    return Written(text, ((_CARD, distinct), (_COPY, sum(one.quantity for one in holdings))))


def packs_csv(book: Book, collector: str | None = None) -> Written:
    """Write the collector's packs in the order of their numbers, those taken back among them and marked.

    Taken in by a book without packs, they get the same numbers.
    """
    with book.reading() as unit:
        packs = sorted(unit.packs.all(current(unit, collector)), key=lambda pack: pack.number or 0)
    return Written(write_packs(packs), ((_PACK, len(packs)),))


def ledger_csv(book: Book, collector: str | None = None) -> Written:
    """Write the collector's ledger, in the order of writing."""
    with book.reading() as unit:
        account = current(unit, collector)
        whole = unit.whole.read()
    entries = [
        entry for entry in whole.entries if any(account.id in (one.source.id, one.target.id) for one in entry.movements)
    ]
    games = {match.id for match in whole.matches}
    return Written(write_ledger(account, entries, games), ((_ENTRY, len(entries)),))


def journal(book: Book) -> Written:
    """Write the ledger of everybody as an hledger journal."""
    with book.reading() as unit:
        entries, catalogue = unit.whole.read().entries, unit.cards.catalogue()
    return Written(write_journal(entries, catalogue), ((_ENTRY, len(entries)),))


def whole_json(book: Book) -> Written:
    """Write everything that the book holds."""
    with book.reading() as unit:
        whole = unit.whole.read()
    counts = (
        (_ENTRY, len(whole.entries)),
        (_PACK, len(whole.packs)),
        (("hand", "hands"), len(whole.hands)),
        (("deck", "decks"), len(whole.decks)),
        (("match", "matches"), len(whole.matches)),
    )
    return Written(write_whole(whole), counts)
