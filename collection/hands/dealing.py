"""A legal hand drawn from a collection: what the house brings to the table."""

from __future__ import annotations

import random
from collections.abc import Mapping

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue


def draw_hand(catalogue: Catalogue, owned: Mapping[CardNo, int], rng: random.Random) -> tuple[CardNo, ...]:
    """Draw 14 different owned numbers, as near to the beginners' split 5/3/2/2/1 + 1 as the collection allows.

    Raises HandRefused when fewer than 14 different numbers are owned.
    """
    raise NotImplementedError
