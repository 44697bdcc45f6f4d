"""Cards that change hands away from the game: trades, gifts, finds, losses; and the taking back of anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import Copies
from collection.desk.said import Said
from collection.hands.hand import Hand, HandFault
from collection.ledger.entry import Entry
from collection.ledger.match import Match
from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class BrokenHand:
    """A saved hand that was legal before an act and is not any more."""

    hand: Hand
    faults: tuple[HandFault, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of an act: the entry, whether it is new, and the collectors' hands that it broke."""

    entry: Entry
    new: bool
    broken: tuple[BrokenHand, ...]


@dataclass(frozen=True, slots=True)
class Voided:
    """What was taken back: an entry, a match, or both; and the hands that this broke."""

    entry: Entry | None
    """The void that was posted; None where nothing had moved."""
    match: Match | None
    new: bool
    broken: tuple[BrokenHand, ...]


def trade(
    book: Book,
    collector: str | None,
    partner: str,
    give: Sequence[Copies],
    get: Sequence[Copies],
    said: Said,
) -> Receipt:
    """Log a trade with two sides as one entry. `partner` becomes a rival unless already in the book."""
    raise NotImplementedError


def gift(
    book: Book,
    collector: str | None,
    copies: Sequence[Copies],
    said: Said,
    *,
    to: str | None = None,
    source: str | None = None,
) -> Receipt:
    """Log a gift made (`to`) or got (`source`): exactly one of the two is given. Raises NotUnderstood otherwise."""
    raise NotImplementedError


def found(book: Book, collector: str | None, copies: Sequence[Copies], said: Said) -> Receipt:
    """Log copies that turned up."""
    raise NotImplementedError


def lost(book: Book, collector: str | None, copies: Sequence[Copies], said: Said) -> Receipt:
    """Log copies that are gone."""
    raise NotImplementedError


def void(book: Book, what: str, said: Said) -> Voided:
    """Take back an entry, a pack or a match, by its id or the start of it. A voided match leaves the statistics."""
    raise NotImplementedError


def entries(
    book: Book,
    collector: str | None = None,
    *,
    number: int | None = None,
    kind: str | None = None,
    rival: str | None = None,
    limit: int | None = None,
    before: str | None = None,
) -> tuple[Entry, ...]:
    """Give the collector's entries, newest first."""
    raise NotImplementedError
