"""What a person has marked on a card: never to be staked, looked for, or on offer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from collection.catalogue.card import CardNo
from collection.ledger.entry import Account


class MarkKind(StrEnum):
    """What a mark says. It warns and lists; it moves no card and forbids nothing."""

    KEEPSAKE = "keepsake"
    """Never to be staked: a hand or an ante with it is warned about."""
    WISH = "wish"
    """Looked for, by a collector or by a rival."""
    OFFER = "offer"
    """To be had in a trade: a collector would give it away, a rival has it to give."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of one account on one number; there is at most one of each kind."""

    account: Account
    number: CardNo
    kind: MarkKind
    note: str = ""
