"""A hand: a named set of cards that a collector means to bring to the table."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class HandFault:
    """One reason why a hand is not legal, with the way out in its message.

    `code` is one of `too-few`, `too-many`, `twice`, `not-owned`, `not-a-card`; `card` is the number it is about.
    """

    code: str
    card: CardNo | None
    message: str
