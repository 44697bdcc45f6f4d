"""A saved deck of another book taken into this one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from collection.desk.merging_hands import Taken
from collection.errors import HandRefused
from collection.hands.deck import Deck
from collection.ledger.entry import Account
from collection.store.book import Unit
from collection.text import search_key


def merge_deck(unit: Unit, read: Deck, accounts: Mapping[int, Account]) -> Taken:
    """Take a deck in; `accounts` are those of this book by their numbers in the other.

    A deck is the same by its owner, the moment of its making, and its name or its cards: it may be called otherwise
    by now. One that was changed once since goes on here; what was put away here stays so. Raises HandRefused where both
    have gone on apart, or another deck in use has its name.
    """
    deck = replace(read, owner=accounts[read.owner.id])
    owners = (*unit.decks.all(deck.owner), *unit.decks.all(deck.owner, archived=True))
    alike = [one for one in owners if one.created == deck.created]
    same = next((one for one in alike if search_key(one.name) == search_key(deck.name)), None) or next(
        (one for one in alike if deck.cards in (one.cards, one.before) or deck.before == one.cards), None
    )
    if same is not None:
        if deck.cards in (same.cards, same.before):
            return Taken.SAME
        if same.archived is None and deck.before == same.cards:
            unit.decks.change(same, deck.cards, deck.changed)
            return Taken.CHANGED
        raise HandRefused("it was changed in both books. Copy it to another name in one of them, and import again.")
    for one in owners:
        if one.archived is None and search_key(one.name) == search_key(deck.name) and one.cards == deck.cards:
            return Taken.SAME
    unit.decks.keep(deck)
    return Taken.NEW
