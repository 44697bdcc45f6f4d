"""Hands that an act breaks: legal before it, not legal after it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.hands.hand import Hand, HandFault
from collection.hands.legality import hand_faults
from collection.ledger.entry import Account, AccountKind
from collection.store.book import Unit


@dataclass(frozen=True, slots=True)
class BrokenHand:
    """A saved hand that was legal before an act and is not any more."""

    hand: Hand
    faults: tuple[HandFault, ...]


def legal_hands(unit: Unit, catalogue: Catalogue) -> frozenset[int]:
    """Give the ids of all saved hands that are legal now: what an act is compared with afterwards."""
    return frozenset(checked.hand.id for checked in _checked_hands(unit, catalogue) if not checked.faults)


def broken_since(unit: Unit, catalogue: Catalogue, legal: Collection[int]) -> tuple[BrokenHand, ...]:
    """Give the hands among `legal` that are not legal any more, with every reason."""
    if not legal:
        return ()
    return tuple(checked for checked in _checked_hands(unit, catalogue) if checked.faults and checked.hand.id in legal)


def short_of(unit: Unit, owner: Account, card: CardNo) -> tuple[Hand, ...]:
    """Give the owner's hands in use that hold `card` while no copy of it is owned, by name, legal before or not."""
    if unit.ledger.owned(owner).get(card, 0) > 0:
        return ()
    return tuple(hand for hand in unit.hands.all(owner) if card in hand.cards)


def _checked_hands(unit: Unit, catalogue: Catalogue) -> tuple[BrokenHand, ...]:
    """Give every saved hand of every collector with its faults, for legal hands none."""
    found: list[BrokenHand] = []
    for collector in unit.accounts.all(AccountKind.COLLECTOR):
        saved = unit.hands.all(collector)
        owned = unit.ledger.owned(collector) if saved else {}
        found += [BrokenHand(hand, hand_faults(hand.cards, catalogue, owned)) for hand in saved]
    return tuple(found)
