"""Advice: which of the free cards make up a hand, and for each of them a sentence that says why it is in.

Every hand advised here keeps to the beginners' split as far as the cards go, the free card being a Level I: of the
splits played out against one another, none was better beyond doubt than 6/3/2/2/1. It is advice and never a rule
(ruling 17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from collection.catalogue.card import EDGES, FIRST_CARD, LAST_CARD, STAND_IN_MARK, Card, CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.errors import HandRefused
from collection.hands.dealing import BEGINNERS_SPLIT
from collection.hands.hand import HAND_SIZE, Hand
from collection.hands.legality import card_label
from collection.hands.tied import free_copies
from collection.text import quoted

SPLIT: Mapping[Level, int] = {**BEGINNERS_SPLIT, Level.I: BEGINNERS_SPLIT[Level.I] + 1}
"""How many cards of each Level an advised hand has: the beginners' split, the free card being a Level I."""


class By(StrEnum):
    """What a hand is suggested by."""

    SPLIT = "split"
    """The beginners' split, the strongest by edges of each Level."""
    STRENGTH = "strength"
    """The score in games played out."""
    STAKE = "stake"
    """The least that a lost ante costs, within the beginners' split."""
    DRAW = "draw"
    """Chance, near the beginners' split: what the house is dealt."""


MUST = "must hold: you asked for it"
KEPT = "kept: it was in the hand"

_NTH = ("", "2nd ", "3rd ", *(f"{place}th " for place in range(4, HAND_SIZE + 1)))


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of an advised hand, and why it is in: a clause without a full stop."""

    card: CardNo
    why: str


@dataclass(frozen=True, slots=True)
class Supply:
    """What a hand can be made from."""

    catalogue: Catalogue
    owned: Mapping[CardNo, int]
    keepsakes: frozenset[CardNo] = frozenset()
    """Never to be staked, but rather than no hand at all: they come in only where too few other cards are free."""
    never: frozenset[CardNo] = frozenset()
    """Never to be staked, whatever comes of it."""
    whole: tuple[Hand, ...] = ()
    """Hands that keep a copy of each of their cards: those to be left whole, and those that are sleeved."""
    free: Mapping[CardNo, int] = field(init=False)
    """Copies that none of `whole` ties up."""

    def __post_init__(self) -> None:
        tying = [replace(hand, sleeved=True) for hand in self.whole]
        object.__setattr__(self, "free", free_copies(self.owned, tying))

    def open(self, kept: Collection[CardNo] = ()) -> tuple[Card, ...]:
        """Give the cards that may come in beside `kept`, by number; of keepsakes no more than are needed."""
        there = [card for card in self._free_cards(kept) if card.number not in self.keepsakes]
        lacking = HAND_SIZE - len(kept) - len(there)
        if lacking > 0:
            kept_back = [card for card in self._free_cards(kept) if card.number in self.keepsakes]
            kept_back.sort(key=lambda card: (-self.owned[card.number], edge_sum(card), card.number))
            there += kept_back[:lacking]
        return tuple(sorted(there, key=lambda card: card.number))

    def _free_cards(self, kept: Collection[CardNo]) -> list[Card]:
        shut = self.never.union(kept)
        return [card for card in self.catalogue if card.number in self.free and card.number not in shut]

    def faults(self, must: Sequence[CardNo] = (), kept: Sequence[CardNo] = ()) -> tuple[str, ...]:
        """Give every reason why no hand can be made, with the way out; `must` has to come in, `kept` is in already."""
        demands = [
            f"{number} cannot be left out: it is not a card, for numbers run from {FIRST_CARD} to {LAST_CARD}."
            for number in sorted(self.never)
            if number not in self.catalogue
        ]
        demands += [fault for number in dict.fromkeys(must) for fault in self._demand_faults(number)]
        many = len(set(must))
        if many > HAND_SIZE:
            demands.append(f"{many} cards must be held, and a hand has {HAND_SIZE}: leave out {many - HAND_SIZE}.")
        # What is wrong with a demand says more than the count that follows from it.
        return tuple(demands) or self._shortage(kept or tuple(dict.fromkeys(must)))

    def _demand_faults(self, number: CardNo) -> Iterable[str]:
        label = card_label(number, self.catalogue)
        if number not in self.catalogue:
            yield f"{number} cannot be held: it is not a card, for numbers run from {FIRST_CARD} to {LAST_CARD}."
            return
        if number in self.never:
            yield f"{label} must be held and never staked, but any card of a hand can be its ante: drop one of the two."
        if self.owned.get(number, 0) < 1:
            yield f"{label} must be held and is not owned: pull, trade or win it, or do without."
        elif number not in self.free:
            ties = [hand for hand in self.whole if number in hand.cards]
            named = " and ".join(f"{quoted(one.name)} ({'sleeved' if one.sleeved else 'left whole'})" for one in ties)
            yield f"{label} must be held, but no copy is free beside {named}: let that go, or do without the card."

    def _shortage(self, kept: Sequence[CardNo]) -> tuple[str, ...]:
        free = len(kept) + len(self._free_cards(kept))
        lacking = HAND_SIZE - free
        if lacking <= 0:
            return ()
        mine = [number for number, copies in self.owned.items() if copies > 0 and number in self.catalogue]
        shut = [number for number in mine if number in self.never and number not in kept]
        tied = [number for number in mine if number not in self.free and number not in {*kept, *shut}]
        begin = "A hand needs fourteen different cards, and"
        if not shut and not tied:
            return (f"{begin} {free} are owned: pull, trade or win {lacking} more.",)
        causes = [f"{len(shut)} must never be staked"] * bool(shut)
        causes += [f"{len(tied)} lie in hands that are sleeved or to be left whole"] * bool(tied)
        return (
            f"{begin} {free} are free: {' and '.join(causes)}. Free {lacking} of them, or pull, trade or win others.",
        )


Rank: TypeAlias = Callable[[Card], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Order:
    """Which card of a Level comes in first, and how that is said."""

    best: str
    """What the first one is, such as `strongest`."""
    at: str
    """What in, such as `by edges`."""
    rank: Rank
    """The lower comes in first; it must tell any two cards apart."""
    praise: Callable[[Card], str]
    """What speaks for a card, in few words."""


def edge_sum(card: Card) -> int:
    """Give the sum of a card's four sides."""
    return sum(card.edges)


def sum_words(card: Card) -> str:
    """Give `sum 17`, marked when a side is a stand-in."""
    mark = "" if card.confirmed.issuperset(EDGES) else f" {STAND_IN_MARK}"
    return f"sum {edge_sum(card)}{mark}"


BY_EDGES = Order("strongest", "by edges", lambda card: (-edge_sum(card), card.number), sum_words)
"""The greatest sum of the four sides first, of equal ones the lower number."""


def complete(kept: Sequence[Pick], supply: Supply, order: Order = BY_EDGES) -> tuple[Pick, ...]:
    """Make a hand of fourteen from `kept` and the open cards that come first by `order`, near the beginners' split.

    Kept cards count for their Level. A Level that is short is made up from the nearest one that has cards left, the
    lower one first, as a drawn hand is (`draw_hand`); where kept cards crowd their Level, the free card gives way
    first, then the nearest Level, the higher one first: it reaches the board with more trouble. Gives `kept` as it
    was, then the picks by Level and order. Raises HandRefused with every reason when there are too few cards.
    """
    numbers = [pick.card for pick in kept]
    faults = supply.faults(kept=numbers)
    if faults:
        raise HandRefused(*faults)
    piles = {level: sorted(_of(level, supply.open(numbers)), key=order.rank) for level in Level}
    picking = _Picking(supply, order, piles)
    short: list[Level] = []
    for level, wanted in _wanted(numbers, supply.catalogue).items():
        taken = picking.take(level, wanted)
        short += [level] * (wanted - taken)
    for level in short:
        picking.make_up(level)
    return (*kept, *picking.picks)


def _of(level: Level, cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.level is level]


def _wanted(kept: Sequence[CardNo], catalogue: Catalogue) -> dict[Level, int]:
    """Give how many cards of each Level are to come in beside `kept`."""
    there = Counter(catalogue[number].level for number in kept if number in catalogue)
    wanted = {level: max(0, count - there[level]) for level, count in SPLIT.items()}
    crowded = [level for level in Level for _ in range(there[level] - SPLIT[level])]
    surplus = sum(wanted.values()) - max(0, HAND_SIZE - len(kept))
    crowded += [Level.V] * (surplus - len(crowded))
    free_card = wanted[Level.I] > 0
    for level in crowded[:surplus]:
        gives = Level.I if free_card else min(
            (other for other, count in wanted.items() if count), key=lambda other: (abs(other - level), -other)
        )  # fmt: skip
        free_card = False
        wanted[gives] -= 1
    return wanted


@dataclass(slots=True)
class _Picking:
    """Picks being made; the piles shrink."""

    supply: Supply
    order: Order
    piles: dict[Level, list[Card]]
    picks: list[Pick] = field(default_factory=list)

    def take(self, level: Level, wanted: int) -> int:
        """Take the first `wanted` cards of a Level; give how many there were."""
        pile = self.piles[level]
        there, taken = len(pile), pile[:wanted]
        del pile[:wanted]
        for place, card in enumerate(taken):
            praise = self.order.praise(card)
            if there > wanted:
                why = f"{_NTH[place]}{self.order.best} free Level {level.name} {self.order.at} ({praise})"
            elif there == 1:
                why = f"the only free Level {level.name} ({praise})"
            else:
                why = f"every free Level {level.name} is in, {there} of them ({praise})"
            self._pick(card, why)
        return len(taken)

    def make_up(self, missing: Level) -> None:
        """Take the first card of the Level nearest to one that has none left, the lower first."""
        level = min(
            (other for other, pile in self.piles.items() if pile), key=lambda other: (abs(other - missing), other)
        )
        card = self.piles[level].pop(0)
        why = f"makes up for a missing Level {missing.name}: {self.order.best} Level {level.name} left {self.order.at}"
        self._pick(card, f"{why} ({self.order.praise(card)})")

    def _pick(self, card: Card, why: str) -> None:
        if card.number in self.supply.keepsakes:
            why = f"a keepsake, for want of other free cards: {why}"
        self.picks.append(Pick(card.number, why))
