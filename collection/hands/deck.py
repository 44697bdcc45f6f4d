"""A saved deck of Cardia: a named set of cards that a collector means to play with."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from collection.ledger.entry import Account


@dataclass(frozen=True, slots=True)
class Deck:
    """A saved deck. It may be illegal: `cards` are the keys of its cards as they were saved."""

    id: int
    owner: Account
    name: str
    cards: tuple[str, ...]
    created: dt.datetime
    changed: dt.datetime
    before: tuple[str, ...] | None = None
    """Its cards before they were changed last; None while they never were."""
    archived: dt.datetime | None = None
