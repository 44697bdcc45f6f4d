"""What is there against what the books say: the differences, card by card and finish by finish."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from collection.catalogue.card import CardNo, Copies

Pile: TypeAlias = tuple[CardNo, str]
"""A number and a finish."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Copies of one number and finish in the books, before and after; both may be the same."""

    number: CardNo
    finish: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """How many copies come (above 0) or go (below 0)."""
        return self.after - self.before


def when_added(held: Iterable[Copies], added: Mapping[Pile, int]) -> tuple[Difference, ...]:
    """Say what becomes of `held` when `added` comes to it; only what is named, by number and finish."""
    before = _piles(held)
    return tuple(
        Difference(*pile, before.get(pile, 0), before.get(pile, 0) + quantity)
        for pile, quantity in sorted(added.items())
    )


def when_counted(
    held: Iterable[Copies],
    counted: Mapping[Pile, int],
    *,
    whole: bool = False,
    scope: Collection[CardNo] | None = None,
) -> tuple[Difference, ...]:
    """Say what becomes of `held` when what was `counted` is what is there, by number and finish.

    What was not counted stays as it is; a count that was `whole` found none of it, within the numbers of `scope` where
    one is given.
    """
    before = _piles(held)
    after = dict(counted)
    if whole:
        for pile in before:
            if scope is None or pile[0] in scope:
                after.setdefault(pile, 0)
    return tuple(Difference(*pile, before.get(pile, 0), quantity) for pile, quantity in sorted(after.items()))


def _piles(held: Iterable[Copies]) -> dict[Pile, int]:
    return {(one.number, one.finish): one.quantity for one in held}
