"""A saved hand of another book taken into this one: a hand that has come further goes on here, and none goes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from collection.interchange.whole import KeptHand
from collection.store.book import Unit
from collection.text import search_key


class Taken(Enum):
    """What became of a hand that was taken in."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


def merge_hand(unit: Unit, hand: KeptHand, there: list[KeptHand]) -> Taken:
    """Take `hand` in, whose owner is of this book; `there` are the hands of this book, and are kept so.

    A hand is the same by its owner, its name and the moment of its making. Sleeves of a hand that is here already stay
    as they are here. Raises HandRefused where both have gone on apart, or another hand in use has its name.
    """
    here = [one for one in there if _is_same(one, hand)]
    behind = [one for one in here if _goes_on(one, hand)]
    if any(_goes_on(hand, one) for one in here):
        return Taken.SAME
    if behind:
        before = behind[0]
        unit.whole.continue_hand(before, hand)
        there[there.index(before)] = replace(hand, archived=before.archived, sleeved=before.sleeved)
        return Taken.CHANGED
    if hand.archived is None and len(hand.versions) == 1 and _is_in_use(there, hand):
        return Taken.SAME
    unit.whole.keep_hand(hand)
    there.append(hand)
    return Taken.NEW


def _is_same(here: KeptHand, hand: KeptHand) -> bool:
    """Say whether both are one hand, put away or not, though they may have gone on apart."""
    return (here.owner.id, here.name, here.created) == (hand.owner.id, hand.name, hand.created)


def _goes_on(before: KeptHand, after: KeptHand) -> bool:
    """Say whether `after` is `before`, or has come further from there: by versions, or by going to another of them."""
    if before.versions == after.versions:
        return before.version == after.version or before.changed <= after.changed
    return after.versions[: len(before.versions)] == before.versions


def _is_in_use(there: Sequence[KeptHand], hand: KeptHand) -> bool:
    return any(
        one.archived is None
        and (one.owner.id, search_key(one.name), one.cards) == (hand.owner.id, search_key(hand.name), hand.cards)
        for one in there
    )
