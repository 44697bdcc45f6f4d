"""Accounts, movements and the entries that give them a reason."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from collection.catalogue.card import Copies

EntryId: TypeAlias = str
"""An id that whoever posts has made: said twice, the cards move once.

Letters, digits, `.`, `_` and `-`; 1 to 64 of them.
"""


MOST_COPIES = 1_000_000
"""The most copies that one movement takes: beyond any collection, and far from where sums would overflow."""


class AccountKind(StrEnum):
    """What an account's balance means."""

    COLLECTOR = "collector"
    """A person whose collection is tracked: no card ever below zero."""
    HOUSE = "house"
    """The programs' own collection: tracked like a collector's."""
    RIVAL = "rival"
    """A person of whom only what moved is known: any balance."""
    WORLD = "world"
    """`packs` and `elsewhere`: where cards come from and go to."""

    @property
    def tracked(self) -> bool:
        """Whether the database refuses to let a balance of this kind fall below zero."""
        return self in (AccountKind.COLLECTOR, AccountKind.HOUSE)


@dataclass(frozen=True, slots=True)
class Account:
    """A place where copies are."""

    id: int
    name: str
    kind: AccountKind
    solo: bool = False
    """A collector whose cards are not cardboard, and who may therefore play programs for keeps."""


class EntryKind(StrEnum):
    """Why cards moved."""

    PULL = "pull"
    TRADE = "trade"
    GIFT = "gift"
    ANTE = "ante"
    FOUND = "found"
    LOST = "lost"
    RECOUNT = "recount"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Movement:
    """`copies` going from one account to another."""

    copies: Copies
    source: Account
    target: Account


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry before it is in the books. `happened` None means today, and is then no part of what was said."""

    id: EntryId
    kind: EntryKind
    movements: tuple[Movement, ...]
    happened: dt.date | None = None
    note: str = ""
    reverses: EntryId | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry in the books: never edited, never deleted."""

    id: EntryId
    kind: EntryKind
    movements: tuple[Movement, ...]
    happened: dt.date
    recorded: dt.datetime
    """When it was written down, in UTC."""
    note: str
    reverses: EntryId | None
    """The entry that this one (a void) takes back."""
    voided_by: EntryId | None
    """The void that takes this one back."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What came of posting: the entry as it is in the books, and whether it is new or had been said before."""

    entry: Entry
    new: bool


@dataclass(frozen=True, slots=True)
class Pack:
    """An opened pack. `cards` is empty when the numbers were not kept; `levels` then counts cards per Level, 1 to 5."""

    id: EntryId
    opened: dt.date
    cards: tuple[Copies, ...]
    levels: tuple[int, int, int, int, int] | None
    price: str
    """As the person wrote it, with its currency; may be empty."""
    shop: str
    note: str
    voided: bool
    new_numbers: int | None = None
    """Numbers of it that were not owned when it was logged; None where its numbers were not kept."""
    number: int | None = None
    """Which of its collector's packs it is, from 1, in the order of logging; kept when it is taken back. None for a
    pack that is in no book yet."""
    corrects: EntryId | None = None
    """The entry in whose place this pack was logged: what that had brought did not count as owned."""


class Severity(StrEnum):
    """How bad a finding is: an error means that the books are wrong, a notice that something is worth a look."""

    ERROR = "error"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an audit found."""

    severity: Severity
    code: str
    message: str
