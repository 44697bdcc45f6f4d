"""Decks that were begun and are not saved: changes to a saved deck, or a deck that never was one.

A draft goes by its deck's name. Renaming moves it, putting the deck away drops it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from collection.desk.collectors import current_for_writing
from collection.errors import HandRefused
from collection.ledger.entry import Account
from collection.store.book import Book, Unit
from collection.text import quoted

NEW = ""
"""The name under which the draft of a deck that was never saved is kept."""

Keys = tuple[str, ...]


def deck_drafts(unit: Unit, account: Account) -> Mapping[str, Keys]:
    """Give what was begun, by the name of its deck or NEW."""
    names = {deck.name for deck in unit.decks.all(account)} | {NEW} if account.id else {NEW}
    return {name: keys for name, keys in _kept(unit, account).items() if name in names}


def keep_deck_draft(book: Book, collector: str | None, name: str, cards: Keys | None) -> None:
    """Keep what was begun of the deck called `name` (or NEW), or (None) let go of it.

    Raises HandRefused when no deck in use is called so: it was put away or renamed in another window.
    """
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        if name != NEW and cards is not None and unit.decks.find(account, name) is None:
            raise HandRefused(f"{quoted(name)} is not in use any more, so changes to it cannot wait as a draft.")
        put_deck_draft(unit, account, name, cards)


def put_deck_draft(unit: Unit, account: Account, name: str, cards: Keys | None) -> None:
    """Write one draft among the others, or (None) take it out."""
    drafts = _kept(unit, account)
    if cards is None:
        if drafts.pop(name, None) is None:
            return
    else:
        drafts[name] = cards
    unit.settings.set(_setting(account), json.dumps(drafts))


def move_deck_draft(unit: Unit, account: Account, old: str, new: str) -> None:
    """Keep what was begun of a deck under its new name, and under no other."""
    begun = _kept(unit, account).get(old)
    put_deck_draft(unit, account, old, None)
    put_deck_draft(unit, account, new, begun)


def _setting(account: Account) -> str:
    return f"deck drafts.{account.id}"


def _kept(unit: Unit, account: Account) -> dict[str, Keys]:
    try:
        kept = json.loads(unit.settings.get(_setting(account)) or "{}")
        return {str(name): tuple(str(key) for key in keys) for name, keys in kept.items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        # A setting that other hands wrote: nothing of ours is in it.
        return {}
