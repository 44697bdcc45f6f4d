"""Legality: every reason why a hand cannot be brought to the table, all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.hands.hand import HandFault


def hand_faults(cards: Sequence[CardNo], catalogue: Catalogue, owned: Mapping[CardNo, int]) -> tuple[HandFault, ...]:
    """Give every reason why `cards` is not a legal hand; none when it is.

    Fourteen different numbers (Rules of Play, Building your hand; rulings 14 and 16), each owned. Each message names
    the card and the way out.
    """
    raise NotImplementedError
