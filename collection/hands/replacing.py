"""Replacing a card that a hand has lost: the best card that is free for its place, and why it is that one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import EDGES, STAND_IN_MARK, Card, CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.hands.legality import card_label


@dataclass(frozen=True, slots=True)
class Replacement:
    """A card for the place of one that is lost, and a sentence that says why it is this one."""

    card: CardNo
    why: str


def best_replacement(
    lost: CardNo,
    cards: Sequence[CardNo],
    catalogue: Catalogue,
    free: Mapping[CardNo, int],
    keepsakes: Collection[CardNo],
) -> Replacement | None:
    """Give the best card for the place of `lost` in the hand `cards`; None where no card is free for it.

    A card of the same Level comes first, for it climbs onto the board as the lost one did (Rules of Play, The five
    Levels); then one of the nearest Level, the lower one first, which gets there more easily. Among those of one Level
    the strongest by the sum of its four edges is taken, and of equals the lowest number. That sum says nothing about
    how the edges fit the rest of the hand, so the sentence names it. `free` is how many copies of each number may be
    used (`free_copies`): a card already in the hand is none of them, since each number may be in a hand once, and
    neither is a keepsake, since any card of a hand can be its ante. Raises KeyError when `lost` is no card.
    """
    wanted = catalogue[lost].level
    open_to = [
        card
        for card in catalogue
        if free.get(card.number, 0) > 0 and card.number not in cards and card.number not in keepsakes
    ]
    if not open_to:
        return None
    level = min((card.level for card in open_to), key=lambda each: (abs(each - wanted), each))
    same = [card for card in open_to if card.level is level]
    best = max(same, key=lambda card: (sum(card.edges), -card.number))
    return Replacement(best.number, _why(best, wanted, len(same), catalogue[lost], catalogue))


def replaced(cards: Sequence[CardNo], lost: CardNo, by: CardNo) -> tuple[CardNo, ...]:
    """Give `cards` with `by` in the place of `lost`. Raises ValueError when `lost` is not among them."""
    at = cards.index(lost)
    return (*cards[:at], by, *cards[at + 1 :])


def _why(best: Card, wanted: Level, rivals: int, lost: Card, catalogue: Catalogue) -> str:
    """Say what speaks for `best` over the `rivals` cards, itself among them, that are free at its Level."""
    mark = "" if best.confirmed.issuperset(EDGES) else STAND_IN_MARK
    strength = f"its edges come to {sum(best.edges)}{mark}"
    chosen = f"the only free card there; {strength}" if rivals == 1 else f"the strongest of {rivals} free: {strength}"
    label = card_label(best.number, catalogue)
    if best.level is wanted:
        return f"{label} is of Level {wanted.name}, as {card_label(lost.number, catalogue)} is, and {chosen}."
    return f"No other Level {wanted.name} is free; {label} is of Level {best.level.name}, the nearest, and {chosen}."
