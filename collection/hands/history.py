"""The history of a hand: the tree of its versions, and the ways through it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.hands.hand import Hand, HandVersion


@dataclass(frozen=True, slots=True)
class Change:
    """What a version put into the hand and took out of it, by number."""

    put_in: tuple[CardNo, ...]
    taken_out: tuple[CardNo, ...]


@dataclass(frozen=True, slots=True)
class HandHistory:
    """A saved hand and every version that it ever had."""

    hand: Hand
    versions: tuple[HandVersion, ...]
    """By number, from 1 without gaps."""

    @property
    def undone(self) -> HandVersion | None:
        """The version that undo goes to: the parent of the current one; None where that is the first."""
        parent = self.versions[self.hand.version - 1].parent
        return None if parent is None else self.versions[parent - 1]

    @property
    def redone(self) -> HandVersion | None:
        """The version that redo goes to: the newest child of the current one; None where it has none."""
        return next((one for one in reversed(self.versions) if one.parent == self.hand.version), None)

    def change(self, version: HandVersion) -> Change:
        """Give what `version` changed in its parent; the first version put all of its cards in."""
        before = Counter(() if version.parent is None else self.versions[version.parent - 1].cards)
        after = Counter(version.cards)
        return Change(tuple(sorted((after - before).elements())), tuple(sorted((before - after).elements())))
