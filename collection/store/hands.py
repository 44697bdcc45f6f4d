"""The shelf of saved hands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from collection.catalogue.card import CardNo
from collection.hands.hand import Hand
from collection.ledger.entry import Account


class Hands:
    """Saved hands: named per collector (compared by `search_key`), archived and never deleted."""

    def all(self, owner: Account, *, archived: bool = False) -> tuple[Hand, ...]:
        """Give the owner's hands by name: those in use, or the archived ones."""
        raise NotImplementedError

    def find(self, owner: Account, name: str) -> Hand | None:
        """Give the hand in use that is called `name`."""
        raise NotImplementedError

    def create(self, owner: Account, name: str, cards: Sequence[CardNo], now: dt.datetime) -> Hand:
        """Save a new hand, legal or not. Raises HandRefused when the name is in use."""
        raise NotImplementedError

    def change(self, hand: Hand, cards: Sequence[CardNo], now: dt.datetime) -> Hand:
        """Give `hand` other cards. Raises HandRefused when it was changed or archived since it was read."""
        raise NotImplementedError

    def rename(self, hand: Hand, name: str) -> Hand:
        """Call it otherwise. Raises HandRefused when the name is in use."""
        raise NotImplementedError

    def archive(self, hand: Hand, now: dt.datetime) -> Hand:
        """Put it away: its name is free again, matches keep their frozen copies."""
        raise NotImplementedError
