"""Antes: games at a real table, and what all games have cost and brought."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.desk.exchange import BrokenHand
from collection.desk.said import Said
from collection.ledger.entry import Entry
from collection.ledger.match import Match, Place, Result, Stakes, Status
from collection.ledger.statistics import RivalTally
from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class AnteReceipt:
    """A game written down: the match, the entry that moved the card (None: nothing moved), the hands that broke."""

    match: Match
    entry: Entry | None
    new: bool
    broken: tuple[BrokenHand, ...]


@dataclass(frozen=True, slots=True)
class AnteLine:
    """One finished game from the collector's side."""

    id: str
    date: dt.date
    rival: str
    result: Result
    mine: CardNo | None
    theirs: CardNo | None
    stakes: Stakes
    place: Place
    status: Status
    """DONE, UNSETTLED (a card is still to be named) or VOID."""
    hand_name: str
    note: str


def add_ante(
    book: Book,
    collector: str | None,
    rival: str,
    result: Result,
    said: Said,
    *,
    mine: CardNo | None = None,
    theirs: CardNo | None = None,
    hand: str | None = None,
    mode: str = "standard",
    stakes: Stakes = Stakes.KEEPS,
) -> AnteReceipt:
    """Write down a game from a real table. What moved: the loser's ante, to the winner, and nothing else.

    A card that is not known yet moves nothing until `complete_ante` names it; a draw moves nothing. A rival who is a
    collector of this book gets the card in the same movement. Raises LedgerRefused when the loser does not own it.
    """
    raise NotImplementedError


def complete_ante(
    book: Book,
    match: str,
    said: Said,
    *,
    mine: CardNo | None = None,
    theirs: CardNo | None = None,
    collector: str | None = None,
) -> AnteReceipt:
    """Name an ante later; the card that was to change hands does so now, as of the day of the game.

    Raises LedgerRefused when that ante is already named otherwise, or the match is void.
    """
    raise NotImplementedError


def antes(
    book: Book, collector: str | None = None, *, rival: str | None = None, void: bool = False, limit: int | None = None
) -> tuple[AnteLine, ...]:
    """Give the collector's finished games, newest first."""
    raise NotImplementedError


def tallies(book: Book, collector: str | None = None) -> Sequence[RivalTally]:
    """Give the collector's statistics against each rival, voided games left out, by name."""
    raise NotImplementedError
