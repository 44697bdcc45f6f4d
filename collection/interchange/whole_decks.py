"""Decks of the JSON document of a whole book, read back."""

from __future__ import annotations

from collections.abc import Callable

from collection.hands.deck import Deck
from collection.interchange.items import Item
from collection.ledger.entry import Account, AccountKind

WITH_DECKS = 5
"""The first version of the document that tells decks."""

ReadAccount = Callable[[Item, str], Account]
"""Reads a field that names an account of the document."""


def read_decks(top: Item, account: ReadAccount, version: int) -> tuple[Deck, ...]:
    """Read the decks of a document of `version`, none of an older one; they are numbered from 1."""
    if version < WITH_DECKS:
        return ()
    return tuple(_deck(item, account, number) for number, item in enumerate(top.items("decks", "deck"), start=1))


def _deck(item: Item, account: ReadAccount, number: int) -> Deck:
    owner = account(item, "owner")
    # An account that the document does not hold was told already; it has no name.
    if owner.name and owner.kind is not AccountKind.COLLECTOR:
        item.fault("a deck is a collector's.")
    deck = Deck(
        number,
        owner,
        item.line("name", empty=False),
        item.keys("cards"),
        item.moment("created"),
        item.moment("changed"),
        item.maybe("before", item.keys),
        item.maybe("archived", item.moment),
    )
    item.close()
    return deck
