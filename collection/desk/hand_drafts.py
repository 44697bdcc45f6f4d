"""Hands that were begun and are not saved: changes to a saved hand, or a hand that never was one.

A draft goes by its hand's name, so that a whole book that is written out and taken in keeps it. A name that is given to
another hand must not bring it along: renaming moves the draft, putting the hand away drops it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from collection.catalogue.card import CardNo
from collection.desk.collectors import current_for_writing
from collection.errors import HandRefused
from collection.ledger.entry import Account
from collection.store.book import Book, Unit
from collection.text import quoted

NEW = ""
"""The name under which the draft of a hand that was never saved is kept."""


@dataclass(frozen=True, slots=True)
class HandDraft:
    """Cards that nobody has saved yet, and those of them that filling leaves alone."""

    cards: tuple[CardNo, ...]
    locked: frozenset[CardNo] = frozenset()


def hand_drafts(unit: Unit, account: Account) -> Mapping[str, HandDraft]:
    """Give what was begun, by the name of its hand or NEW: unsaved changes, or locks alone."""
    names = {hand.name for hand in unit.hands.all(account)} | {NEW} if account.id else {NEW}
    return {name: draft for name, draft in _kept(unit, account).items() if name in names}


def keep_hand_draft(book: Book, collector: str | None, name: str, draft: HandDraft | None) -> None:
    """Keep what was begun of the hand called `name` (or NEW), or (None) let go of it.

    Raises HandRefused when no hand in use is called so: it was put away or renamed in another window.
    """
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        if name != NEW and draft is not None and unit.hands.find(account, name) is None:
            raise HandRefused(f"{quoted(name)} is not in use any more, so changes to it cannot wait as a draft.")
        put_hand_draft(unit, account, name, draft)


def put_hand_draft(unit: Unit, account: Account, name: str, draft: HandDraft | None) -> None:
    """Write one draft among the others, or (None) take it out."""
    drafts = _kept(unit, account)
    if draft is None:
        if drafts.pop(name, None) is None:
            return
    else:
        drafts[name] = draft
    trees = {each: {"cards": kept.cards, "locked": sorted(kept.locked)} for each, kept in drafts.items()}
    unit.settings.set(_setting(account), json.dumps(trees))


def move_hand_draft(unit: Unit, account: Account, old: str, new: str) -> None:
    """Keep what was begun of a hand under its new name, and under no other."""
    begun = _kept(unit, account).get(old)
    put_hand_draft(unit, account, old, None)
    put_hand_draft(unit, account, new, begun)


def _setting(account: Account) -> str:
    return f"drafts.{account.id}"


def _kept(unit: Unit, account: Account) -> dict[str, HandDraft]:
    try:
        kept = json.loads(unit.settings.get(_setting(account)) or "{}")
        return {str(name): _draft(tree) for name, tree in kept.items()}
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        # A setting that other hands wrote: nothing of ours is in it.
        return {}


def _draft(tree: Any) -> HandDraft:
    # Drafts were lists of numbers before cards could be locked.
    cards, locked = (tree, ()) if isinstance(tree, list) else (tree["cards"], tree["locked"])
    return HandDraft(tuple(int(card) for card in cards), frozenset(int(card) for card in locked))
