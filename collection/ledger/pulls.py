"""What a collector's packs add up to: the running tally that every lesson about packs is drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from collection.catalogue.card import CardNo


@dataclass(frozen=True, slots=True)
class Cost:
    """What was paid in one currency, for packs whose numbers are known and whose price could be read.

    Packs counted per Level only are left out: nobody knows how many of their cards were new.
    """

    currency: str
    """As `read_price` gives it; empty where the person named none."""
    minor: int
    """Hundredths of the currency's unit, all packs together."""
    packs: int
    new_numbers: int
    """Numbers that were not owned before these packs, as counted when each was logged."""


@dataclass(frozen=True, slots=True)
class PullTally:
    """All packs of a collector that were not taken back, added up.

    Two kinds of packs are told apart: those whose numbers are known, and those that are counted per Level only.
    """

    packs: int
    """Packs whose numbers are known."""
    level_packs: int
    """Packs of which only the counts per Level are known; none of them is among `packs`."""
    cards: int
    """Cards in `packs`: the sum of `by_card`."""
    by_card: Mapping[CardNo, int]
    """How often each number was pulled in `packs`, all finishes together; numbers never pulled may be left out."""
    by_level: tuple[int, int, int, int, int]
    """Cards per Level, I to V, in `level_packs` alone."""
    new_numbers: int
    """Numbers that were not owned before a pack of `packs`, as counted when each was logged."""
    costs: tuple[Cost, ...] = ()
    """One for each currency, in the order of their names."""


NO_PULLS = PullTally(0, 0, 0, {}, (0, 0, 0, 0, 0), 0)
"""The tally of somebody who has logged no pack yet."""
