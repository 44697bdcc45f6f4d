"""A hand: a named set of cards that a collector means to bring to the table."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.games.mudwater import rules
from collection.ledger.entry import Account

HAND_SIZE = rules.HAND_SIZE
"""Cards in a hand, the ante among them (Rules of Play, Building your hand)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A saved hand. It may be illegal: `cards` is what the person wrote, in order, with doubles and unknown numbers."""

    id: int
    owner: Account
    name: str
    cards: tuple[CardNo, ...]
    archived: bool = False
    sleeved: bool = False
    """Whether its copies are tied up: they lie in sleeves with this hand, and are not offered to others."""
    version: int = 1
    """The number of the version that `cards` is."""


@dataclass(frozen=True, slots=True)
class HandVersion:
    """The cards of a saved hand as they were once. Versions make a tree, and none is ever lost.

    `number` counts from 1 in the order of writing. `parent` is the version that was changed into this one, None for the
    first: undo goes to the parent, redo to the newest child, and a change after an undo is one more child. `because`
    is the id of what the change was for, such as a match that was lost, or empty.
    """

    number: int
    parent: int | None
    made: dt.datetime
    cards: tuple[CardNo, ...]
    because: str = ""


@dataclass(frozen=True, slots=True)
class HandFault:
    """One reason why a hand is not legal, with the way out in its message.

    `code` is one of `too-few`, `too-many`, `twice`, `not-owned`, `not-a-card`; `card` is the number it is about.
    """

    code: str
    card: CardNo | None
    message: str
