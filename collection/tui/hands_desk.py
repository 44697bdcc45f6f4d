"""What the Hands screens read and write: saved hands, owned cards, and drafts that survive anything.

A draft is a hand with changes that nobody has saved yet. It is kept in the book from the first change on, so that no
key, no crash and no closed window loses it.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.conditions import Known
from collection.hands.hand import Hand, HandVersion
from collection.ledger.entry import Account

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.desk.worth import Grounds
    from collection.store.book import Book, Unit

NEW = ""
"""The name under which the draft of a hand that was never saved is kept."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Cards that nobody has saved yet, and those of them that filling leaves alone."""

    cards: tuple[CardNo, ...]
    locked: frozenset[CardNo] = frozenset()


@dataclass(frozen=True, slots=True)
class Shelf:
    """A collector's hands, and what they are built from and judged by."""

    grounds: Grounds
    hands: tuple[CheckedHand, ...]
    drafts: Mapping[str, Draft] = field(default_factory=dict)
    """What was begun, by the hand's name: unsaved changes, or locks alone."""
    known: Known = field(default_factory=Known, repr=False)
    """What searches can ask for."""

    @property
    def collector(self) -> Account:
        """Whose hands they are."""
        return self.grounds.collector

    @property
    def catalogue(self) -> Catalogue:
        """Every card."""
        return self.grounds.catalogue

    @property
    def owned(self) -> Mapping[CardNo, int]:
        """Copies by number."""
        return self.grounds.owned

    @property
    def keepsakes(self) -> frozenset[CardNo]:
        """Numbers that are never to be staked."""
        return self.grounds.keepsakes

    def others(self, hand: Hand | None) -> tuple[Hand, ...]:
        """Give the saved hands but `hand`, which is told from the others by its id."""
        return tuple(checked.hand for checked in self.hands if hand is None or checked.hand.id != hand.id)

    def unsaved(self, checked: CheckedHand | None) -> bool:
        """Say whether changes to a hand (None: to one that was never saved) wait as a draft."""
        if checked is None:
            return NEW in self.drafts
        draft = self.drafts.get(checked.hand.name)
        return draft is not None and draft.cards != checked.hand.cards


def read_shelf(collector: str | None, book: Book) -> Shelf:
    """Read everything that the Hands screens show."""
    from collection.desk.hands import hands
    from collection.desk.searches import known as known_to_searches
    from collection.desk.worth import grounds

    found = grounds(book, collector)
    account = found.collector
    with book.reading() as unit:
        drafts = _drafts(unit, account)
        known = known_to_searches(unit, account, found.owned)
    saved = hands(book, account.name) if account.id else ()
    names = {checked.hand.name for checked in saved}
    kept = {name: drafts[name] for name in drafts if name in names | {NEW}}
    return Shelf(found, saved, kept, known)


@dataclass(frozen=True, slots=True)
class History:
    """Every version of a hand, in the order of writing, and why some were made."""

    versions: tuple[HandVersion, ...]
    why: Mapping[int, str]
    """By the version's number: a clause, where it was made for something."""


def read_history(collector: str | None, name: str, book: Book) -> History:
    """Read how a saved hand came to be. Raises HandRefused when there is none of that name."""
    from collection.desk.hands import hand_history

    versions = hand_history(book, collector, name).versions
    with book.reading() as unit:
        return History(versions, {each.number: _because(unit, each.because) for each in versions if each.because})


def _because(unit: Unit, id: str) -> str:
    """Say what a change was for: a loss that it mended, by its day and rival where the match is in the book."""
    match = unit.matches.get(id)
    return "a loss mended" if match is None else f"a loss of {match.happened:%Y-%m-%d} mended"


def keep_draft(collector: str | None, name: str, draft: Draft | None, book: Book) -> None:
    """Keep unsaved changes of the hand called `name`, or (None) forget them."""
    from collection.desk.collectors import current_for_writing

    with book.writing() as unit:
        _put_draft(unit, current_for_writing(unit, collector), name, draft)


def save_hand(
    collector: str | None, name: str, draft: Draft, now: dt.datetime, *, new: bool, book: Book
) -> CheckedHand:
    """Save a draft as a hand, legal or not; of the draft its locks stay. Raises HandRefused, all of it then stays."""
    from collection.desk.hands import change_hand, new_hand

    saved = (new_hand if new else change_hand)(book, collector, name, draft.cards, now)
    if new:
        keep_draft(collector, NEW, None, book)
    keep_draft(collector, saved.hand.name, draft if draft.locked else None, book)
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


def _drafts(unit: Unit, account: Account) -> dict[str, Draft]:
    try:
        kept = json.loads(unit.settings.get(_setting(account)) or "{}")
        return {str(name): _draft(tree) for name, tree in kept.items()}
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        # A setting that other hands wrote: nothing of ours is in it.
        return {}


def _draft(tree: Any) -> Draft:
    # Drafts were lists of numbers before cards could be locked.
    cards, locked = (tree, ()) if isinstance(tree, list) else (tree["cards"], tree["locked"])
    return Draft(tuple(int(card) for card in cards), frozenset(int(card) for card in locked))


def _put_draft(unit: Unit, account: Account, name: str, draft: Draft | None) -> None:
    drafts = _drafts(unit, account)
    if draft is None:
        if drafts.pop(name, None) is None:
            return
    else:
        drafts[name] = draft
    trees = {each: {"cards": kept.cards, "locked": sorted(kept.locked)} for each, kept in drafts.items()}
    unit.settings.set(_setting(account), json.dumps(trees))
