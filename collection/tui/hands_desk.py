"""What the Hands screens read and write: saved hands, owned cards, and drafts that survive anything.

A draft is a hand with changes that nobody has saved yet. It is kept in the book from the first change on, so that no
key, no crash and no closed window loses it.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.conditions import Known
from collection.ledger.entry import Account

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.store.book import Book, Unit

NEW = ""
"""The name under which the draft of a hand that was never saved is kept."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A collector's hands, and what they are built from."""

    collector: Account
    catalogue: Catalogue
    owned: Mapping[CardNo, int]
    hands: tuple[CheckedHand, ...]
    drafts: Mapping[str, tuple[CardNo, ...]]
    """Unsaved changes, by the hand's name."""
    keepsakes: frozenset[CardNo] = frozenset()
    """Numbers that are never to be staked."""
    known: Known = field(default_factory=Known, repr=False)
    """What searches can ask for."""


def read_shelf(collector: str | None, book: Book) -> Shelf:
    """Read everything that the Hands screens show."""
    from collection.desk.collectors import current
    from collection.desk.hands import hands
    from collection.desk.marks import keepsakes
    from collection.desk.searches import known as known_to_searches

    with book.reading() as unit:
        account = current(unit, collector)
        catalogue = unit.cards.catalogue()
        owned = unit.ledger.owned(account) if account.id else {}
        drafts = _drafts(unit, account)
        kept = keepsakes(unit, account)
        known = known_to_searches(unit, account, owned)
    saved = hands(book, account.name) if account.id else ()
    names = {checked.hand.name for checked in saved}
    kept_drafts = {name: drafts[name] for name in drafts if name in names | {NEW}}
    return Shelf(account, catalogue, owned, saved, kept_drafts, kept, known)


def keep_draft(collector: str | None, name: str, cards: Sequence[CardNo] | None, book: Book) -> None:
    """Keep unsaved changes of the hand called `name`, or (None) forget them."""
    from collection.desk.collectors import current_for_writing

    with book.writing() as unit:
        _put_draft(unit, current_for_writing(unit, collector), name, cards)


def save_hand(
    collector: str | None, name: str, cards: Sequence[CardNo], now: dt.datetime, *, new: bool, book: Book
) -> CheckedHand:
    """Save a hand, legal or not, and forget its draft. Raises HandRefused, the draft then stays."""
    from collection.desk.hands import change_hand, new_hand

    saved = (new_hand if new else change_hand)(book, collector, name, cards, now)
    keep_draft(collector, NEW if new else saved.hand.name, None, book)
    return saved


def rename(collector: str | None, name: str, to: str, book: Book) -> CheckedHand:
    """Call a hand otherwise; its draft goes with it."""
    from collection.desk.hands import rename_hand

    renamed = rename_hand(book, collector, name, to)
    with book.writing() as unit:
        draft = _drafts(unit, renamed.hand.owner).get(name)
        if draft is not None:
            _put_draft(unit, renamed.hand.owner, name, None)
            _put_draft(unit, renamed.hand.owner, renamed.hand.name, draft)
    return renamed


def _setting(account: Account) -> str:
    return f"drafts.{account.id}"


def _drafts(unit: Unit, account: Account) -> dict[str, tuple[CardNo, ...]]:
    try:
        kept = json.loads(unit.settings.get(_setting(account)) or "{}")
        return {str(name): tuple(int(card) for card in cards) for name, cards in kept.items()}
    except (ValueError, TypeError, AttributeError):
        # A setting that other hands wrote: nothing of ours is in it.
        return {}


def _put_draft(unit: Unit, account: Account, name: str, cards: Sequence[CardNo] | None) -> None:
    drafts = _drafts(unit, account)
    if cards is None:
        if drafts.pop(name, None) is None:
            return
    else:
        drafts[name] = tuple(cards)
    unit.settings.set(_setting(account), json.dumps(drafts))
