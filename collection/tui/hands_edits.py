"""What was done to a hand being built: every change, back and forth, on past the saved hand; and what is locked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.hands.hand import HAND_SIZE, HandVersion

Cards = tuple[CardNo, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A hand as it was at one moment; `version` when it was saved like that."""

    cards: Cards
    version: HandVersion | None = None


class Edits:
    """A line of steps with a place on it: what is before can be undone to, what is behind can be done again.

    The line begins with the saved versions that led to the hand, and ends with those that were saved after it and
    undone since. A change cuts off what is behind; saved versions stay in the hand's history all the same.

    Locks lie on cards, not on steps: undo brings a card back locked as it was.
    """

    def __init__(
        self, saved: Sequence[CardNo], cards: Sequence[CardNo] | None = None, locked: Collection[CardNo] = ()
    ) -> None:
        """Begin with the saved cards, or with a draft that was made of them."""
        self._locked = frozenset(locked)
        self._past: list[Step] = []
        self._here = Step(tuple(saved))
        self._future: list[Step] = []
        if cards is not None and tuple(cards) != self._here.cards:
            self._past.append(self._here)
            self._here = Step(tuple(cards))

    @property
    def cards(self) -> Cards:
        """The hand as it is now."""
        return self._here.cards

    @property
    def can_undo(self) -> bool:
        """Whether something is before."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether something is behind."""
        return bool(self._future)

    @property
    def locks(self) -> frozenset[CardNo]:
        """The cards of the hand that are locked."""
        return self._locked & frozenset(self.cards)

    @property
    def locked_cards(self) -> Cards:
        """The locked cards as often as they are in the hand, in its order."""
        return tuple(card for card in self.cards if card in self._locked)

    def lock(self, number: CardNo) -> None:
        """Lock a card into the hand, or unlock it."""
        self._locked ^= {number}

    def without(self, number: CardNo, *, every: bool) -> Cards | None:
        """Give the hand without one copy of a card, or without `every` one; None where a lock keeps the last."""
        if number in self._locked and (every or self.cards.count(number) == 1):
            return None
        place = self.cards.index(number)
        left = (*self.cards[:place], *self.cards[place + 1 :])
        return tuple(card for card in left if card != number) if every else left

    def why_not(self, name: str) -> str | None:
        """Give the reason why a change (`undo`, `redo`, `fill`, `anew`, `empty`) would do nothing now."""
        count = len(self.cards)
        if name == "undo" and not self.can_undo:
            return "There is no change to take back."
        if name == "redo" and not self.can_redo:
            return "Nothing was taken back that could be done again."
        if name == "fill" and count >= HAND_SIZE:
            return f"This hand has {count} cards already. * replaces those that are not locked."
        replaces = name == "empty" or (name == "anew" and count >= HAND_SIZE)
        if replaces and len(self.locked_cards) == count:
            return "Every card of it is locked: . unlocks one." if count else "The hand is empty already."
        return None

    def remember(self, versions: Sequence[HandVersion], current: int) -> None:
        """Put the saved versions onto the line: those that led to version `current`, and those that came of it.

        What came of it (the newest child each time) is behind only while nothing was changed here.
        """
        by_number = {version.number: version for version in versions}
        if current not in by_number:
            return
        untouched = not self._past and not self._future
        self._past = [*reversed(list(_ancestors(by_number, current))), *self._past]
        if untouched:
            self._future = list(reversed(list(_newest_children(by_number, current))))

    def change(self, cards: Sequence[CardNo]) -> bool:
        """Take a step to other cards; False when they are the same. A card that is chosen anew is not locked."""
        if tuple(cards) == self.cards:
            return False
        self._locked -= set(cards) - set(self.cards)
        self._past.append(self._here)
        self._here = Step(tuple(cards))
        self._future.clear()
        return True

    def undo(self) -> Step:
        """Go back a step, and give where that leads. Raises IndexError when there is none."""
        step = self._past.pop()
        self._future.append(self._here)
        self._here = step
        return step

    def redo(self) -> Step:
        """Go a step forth again, and give where that leads. Raises IndexError when there is none."""
        step = self._future.pop()
        self._past.append(self._here)
        self._here = step
        return step


def _ancestors(by_number: Mapping[int, HandVersion], number: int) -> Iterator[Step]:
    parent = by_number[number].parent
    while parent is not None and parent in by_number:
        yield Step(by_number[parent].cards, by_number[parent])
        parent = by_number[parent].parent


def _newest_children(by_number: Mapping[int, HandVersion], number: int) -> Iterator[Step]:
    while children := [version for version in by_number.values() if version.parent == number]:
        newest = max(children, key=lambda version: version.number)
        yield Step(newest.cards, newest)
        number = newest.number
