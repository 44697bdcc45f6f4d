"""The house: an account like any other, whose cards came by an entry like any other."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import TYPE_CHECKING

from collection.catalogue.card import CardNo, Copies
from collection.hands.hand import HAND_SIZE
from collection.ledger import posting
from collection.ledger.entry import EntryKind

if TYPE_CHECKING:
    from collection.store.book import Unit

COPIES_OF_EACH = 2
"""How many copies of every card the house is given when it needs a collection."""

_ENTRY = "house-collection-"


def can_make_a_hand(owned: Mapping[CardNo, int]) -> bool:
    """Say whether fourteen different numbers are owned."""
    return sum(copies > 0 for copies in owned.values()) >= HAND_SIZE


def stock(unit: Unit, now: dt.datetime) -> None:
    """See to it that the house can make a hand; must be called in a unit that writes.

    Its collection is one entry, posted once; another comes only when so many antes were lost that no hand is left.
    """
    account = unit.accounts.house
    if can_make_a_hand(unit.ledger.owned(account)):
        return
    earlier = unit.ledger.entries(account, kind=EntryKind.FOUND)
    number = 1 + sum(entry.id.startswith(_ENTRY) for entry in earlier)
    copies = [Copies(card.number, quantity=COPIES_OF_EACH) for card in unit.cards.catalogue()]
    draft = posting.found(
        f"{_ENTRY}{number}", unit.accounts.elsewhere, account, copies, note="The house's own collection."
    )
    unit.ledger.post(draft, now)
