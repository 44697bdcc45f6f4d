"""Keepsakes in a hand: a card marked never to be staked is warned about, and never refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.hands.legality import card_label


@dataclass(frozen=True, slots=True)
class StakeWarning:
    """A card that its owner means never to stake, and a sentence that says so."""

    card: CardNo
    message: str


def stake_warnings(
    cards: Sequence[CardNo], catalogue: Catalogue, owned: Mapping[CardNo, int], keepsakes: Collection[CardNo]
) -> tuple[StakeWarning, ...]:
    """Give a warning for every keepsake among `cards`, in their order, each once.

    Any of the fourteen may be drawn as the ante (Rules of Play, The ante), so a keepsake in a hand is at stake in
    every game for keeps.
    """
    return tuple(
        StakeWarning(
            number,
            f"{card_label(number, catalogue)} is a keepsake, marked never to be staked, and any card of a hand can be "
            f"its ante{_copies(owned.get(number, 0))}.",
        )
        for number in dict.fromkeys(cards)
        if number in keepsakes
    )


def ante_warnings(
    ante: CardNo | None, catalogue: Catalogue, owned: Mapping[CardNo, int], keepsakes: Collection[CardNo]
) -> tuple[StakeWarning, ...]:
    """Give a warning when an ante for keeps is a keepsake; `owned` is what is left when the game is written down."""
    if ante is None or ante not in keepsakes:
        return ()
    left = owned.get(ante, 0)
    copies = "no copy is left" if not left else "1 copy is left" if left == 1 else f"{left} copies are left"
    message = f"{card_label(ante, catalogue)} is a keepsake, marked never to be staked, and was your ante; {copies}."
    return (StakeWarning(ante, message),)


def _copies(owned: int) -> str:
    if owned < 1:
        return ""
    return "; it is the only copy" if owned == 1 else f"; there are {owned} copies"
