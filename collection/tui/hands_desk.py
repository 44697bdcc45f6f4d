"""What the Hands screens read: saved hands, what was begun of them, and the cards that they are built from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.conditions import Known
from collection.desk.hand_drafts import NEW, HandDraft, hand_drafts
from collection.hands.hand import Hand, HandVersion
from collection.ledger.entry import Account

if TYPE_CHECKING:
    from collection.desk.hands import CheckedHand
    from collection.desk.worth import Grounds
    from collection.store.book import Book, Unit


@dataclass(frozen=True, slots=True)
class Shelf:
    """A collector's hands, and what they are built from and judged by."""

    grounds: Grounds
    hands: tuple[CheckedHand, ...]
    drafts: Mapping[str, HandDraft] = field(default_factory=dict)
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
        drafts = hand_drafts(unit, account)
        known = known_to_searches(unit, account, found.owned)
    saved = hands(book, account.name) if account.id else ()
    return Shelf(found, saved, drafts, known)


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
