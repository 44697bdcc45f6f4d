"""Suggested hands at the desk: the beginners' split, and what fills up a hand that is being built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.desk.collectors import current
from collection.desk.hands import named_hand
from collection.desk.marks import keepsakes
from collection.errors import CollectionError, HandRefused
from collection.hands.advice import KEPT, Pick, Supply, complete
from collection.hands.hand import HAND_SIZE, Hand
from collection.ledger.entry import Account
from collection.store.book import Book, Unit


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a collector asks of a suggested hand."""

    must: tuple[CardNo, ...] = ()
    """Cards that have to be in it."""
    never: tuple[CardNo, ...] = ()
    """Cards that may not be, beside the keepsakes: those come in only for want of other cards."""
    leave: tuple[str, ...] = ()
    """Names of hands that keep a copy of each of their cards, as sleeved ones do in any case."""


def fill_hand(
    book: Book,
    collector: str | None,
    cards: Sequence[CardNo],
    *,
    never: Sequence[CardNo] = (),
    leave: Sequence[str] = (),
    editing: str = "",
) -> tuple[Pick, ...]:
    """Fill up a hand to fourteen by the beginners' split: `cards` stay as they are, and first; nothing is saved.

    Only copies that are free come in: none of a sleeved hand, none of the hands named in `leave`. `editing` is the name
    of the saved hand that is being filled, whose own copies are free to it. Raises HandRefused with every reason when
    it cannot be filled, or is full.
    """
    if len(cards) >= HAND_SIZE:
        raise HandRefused(f"This hand has {len(cards)} cards and is full: take one out first.")
    with book.reading() as unit:
        account = current(unit, collector)
        supply = supply_of(unit, account, Wishes(never=tuple(never), leave=tuple(leave)), editing=editing)
    return complete([Pick(number, KEPT) for number in cards], supply)


def supply_of(unit: Unit, account: Account, wishes: Wishes, *, editing: str = "") -> Supply:
    """Give what a hand of `account` can be made from. Raises HandRefused, with all of them, for names of no hands."""
    saved = [hand for hand in unit.hands.all(account) if hand.name != editing]
    return Supply(
        unit.cards.catalogue(),
        unit.ledger.owned(account),
        keepsakes(unit, account),
        frozenset(wishes.never),
        (*(hand for hand in saved if hand.sleeved), *_left_whole(unit, account, wishes.leave)),
    )


def _left_whole(unit: Unit, account: Account, names: Sequence[str]) -> tuple[Hand, ...]:
    found: dict[int, Hand] = {}
    unknown: list[str] = []
    for name in names:
        try:
            hand = named_hand(unit, account, name)
        except CollectionError as no:
            unknown += no.reasons
        else:
            found[hand.id] = hand
    if unknown:
        raise HandRefused(*unknown)
    return tuple(hand for hand in found.values() if not hand.sleeved)
