"""What a collector's own packs teach: rates per Level, duplicates, costs, and how many packs are still to open.

Nobody has published odds, and none are made up here: every rate is counted in the collector's own packs and carries the
range that so few or so many packs leave open. Where they are too few, that is what is said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from collection.catalogue.card import Card, CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.desk.cards import unknown
from collection.desk.collectors import current
from collection.errors import Refused
from collection.ledger.collecting import Wanted, average_packs, packs_for
from collection.ledger.entry import Account
from collection.ledger.intervals import CONFIDENCE, Interval, Method, rate, share
from collection.ledger.pulls import Cost, PullTally
from collection.store.book import Book

FEWEST_PACKS = 5
"""With fewer packs than this nothing is estimated: the ranges would span everything that anybody could imagine."""
SURE = 0.9
"""`nine_in_ten` is the number of packs that suffice with this chance."""

EQUAL_NUMBERS = (
    "Within one Level every number is taken to be as likely as any other. Nobody has confirmed that it is so."
)
ALIKE_PACKS = "Packs to come are taken to be like the packs logged, and their cards not to depend on each other."
WIDENED = "Ranges of packs follow from those of the rates, widened where several Levels play a part (Bonferroni)."
ON_AVERAGE = "They are ranges of the average: luck comes on top."
ASSUMPTIONS = (EQUAL_NUMBERS, ALIKE_PACKS, WIDENED, ON_AVERAGE)
"""What the estimates rest on, said wherever they are shown."""


class Verdict(StrEnum):
    """What can be said about how many packs something takes."""

    REACHED = "reached"
    """None: it is there."""
    TOO_FEW = "too few packs to say"
    NEVER_PULLED = "a Level that is needed was never pulled"
    """Only how many packs it takes at least, from how often that Level can come at most."""
    ESTIMATED = "estimated"


@dataclass(frozen=True, slots=True)
class Goal:
    """How many more packs it takes, on average, until `missing` numbers have all come."""

    missing: int
    verdict: Verdict
    packs: Interval | None = None
    """None unless something can be said; its estimate and upper end are infinite where a Level was never pulled."""
    nine_in_ten: int | None = None
    """So many packs suffice nine times in ten, at the rates as estimated."""


@dataclass(frozen=True, slots=True)
class LevelLesson:
    """What the packs teach about one Level."""

    level: Level
    numbers: int
    """How many numbers of this Level the set has."""
    owned: int
    """How many of them are owned."""
    pulled: int
    """Cards of this Level in all packs, `counted` of them in packs that are known per Level only."""
    counted: int
    different: int
    """Numbers of this Level that were ever pulled from packs whose numbers are known."""
    share: Interval | None
    """Of all cards pulled; None where too few packs are logged."""
    a_pack: Interval | None
    """Cards of this Level in a pack."""
    to_finish: Goal


@dataclass(frozen=True, slots=True)
class CardLesson:
    """What the packs teach about one number: how often it came, and how many packs bring the next copy."""

    card: Card
    owned: int
    pulled: int
    to_reach: Goal
    """For one copy more, whether or not any is owned."""


@dataclass(frozen=True, slots=True)
class CostLesson:
    """What was paid in one currency (empty: none was named), in hundredths of its unit."""

    currency: str
    spent: int
    packs: int
    new_numbers: int
    a_pack: float
    per_new: float | None
    """Paid for each number that was new, so far; None when none was."""
    next_new: Interval | None
    """What a number that is new may cost in the next pack, at the price of a pack so far."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Everything that a tally of packs teaches: counts are facts, and every estimate is an Interval with its method."""

    packs: int
    """Packs whose numbers are known."""
    level_packs: int
    """Packs counted per Level only: they count in the rates per Level, and in nothing else."""
    cards: int
    """Cards in `packs`."""
    counted_cards: int
    """Cards in `level_packs`."""
    different: int
    """Different numbers in `packs`."""
    new_numbers: int
    """Numbers that were new to the collection when their pack was logged."""
    stand_ins: int
    """Cards in `packs` of which nobody has confirmed that their number has the Level they are counted under."""
    levels: tuple[LevelLesson, ...]
    """Level I to V."""
    to_finish: Goal
    """The whole set."""
    next_new: Interval | None
    """Numbers in the next pack that are not owned now, on average."""
    costs: tuple[CostLesson, ...]

    @property
    def all_packs(self) -> int:
        """Packs of both kinds."""
        return self.packs + self.level_packs

    @property
    def enough(self) -> bool:
        """Whether there are packs enough to estimate anything."""
        return self.all_packs >= FEWEST_PACKS

    @property
    def repeats(self) -> int:
        """Cards whose number had been pulled before, from these packs."""
        return self.cards - self.different


@dataclass(frozen=True, slots=True)
class Learned:
    """What `collector`'s packs teach, and about one card when one was named."""

    collector: Account
    lessons: Lessons
    card: CardLesson | None = None


def learn(book: Book, collector: str | None = None, *, card: CardNo | None = None) -> Learned:
    """Draw the lessons of `collector`'s packs (None: the one in use), of any number of packs equally fast.

    Raises Refused for a `card` that is not in the set.
    """
    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
        reasons = () if card is None else unknown(catalogue, [card])
        if reasons:
            raise Refused(*reasons)
        account = current(unit, collector)
        tally = unit.packs.tally(account)
        owned = unit.ledger.owned(account)
    return Learned(
        account,
        lessons(tally, catalogue, owned),
        None if card is None else card_lesson(tally, catalogue, owned, card),
    )


def lessons(tally: PullTally, catalogue: Catalogue, owned: Mapping[CardNo, int]) -> Lessons:
    """Draw every lesson from a tally; `owned` says what is not missing any more. Costs the same for any tally."""
    counts = _counts(tally, catalogue)
    missing = {
        level: sum(1 for card in catalogue if card.level is level and not owned.get(card.number)) for level in Level
    }
    next_new = _next_new(counts, missing)
    return Lessons(
        packs=tally.packs,
        level_packs=tally.level_packs,
        cards=tally.cards,
        counted_cards=sum(tally.by_level),
        different=sum(1 for pulled in tally.by_card.values() if pulled),
        new_numbers=tally.new_numbers,
        stand_ins=sum(
            pulled
            for number, pulled in tally.by_card.items()
            if number in catalogue and not catalogue[number].confirmed >= {"number", "level"}
        ),
        levels=tuple(_level_lesson(tally, catalogue, counts, level, missing[level]) for level in Level),
        to_finish=_goal(counts, missing),
        next_new=next_new,
        costs=tuple(_cost_lesson(cost, next_new) for cost in tally.costs if cost.packs),
    )


def card_lesson(tally: PullTally, catalogue: Catalogue, owned: Mapping[CardNo, int], number: CardNo) -> CardLesson:
    """Draw the lesson about one card. Raises KeyError for a number that is not in the set."""
    card = catalogue[number]
    counts = _counts(tally, catalogue)
    return CardLesson(card, owned.get(number, 0), tally.by_card.get(number, 0), _goal(counts, {card.level: 1}))


@dataclass(frozen=True, slots=True)
class _Counts:
    """What rates are counted from: packs, and per Level the cards in them and the numbers that the set has."""

    packs: int
    cards: Mapping[Level, int]
    numbers: Mapping[Level, int]

    @property
    def enough(self) -> bool:
        return self.packs >= FEWEST_PACKS


def _counts(tally: PullTally, catalogue: Catalogue) -> _Counts:
    cards = dict(zip(Level, tally.by_level, strict=True))
    for number, pulled in tally.by_card.items():
        if number in catalogue:
            cards[catalogue[number].level] += pulled
    numbers = {level: sum(1 for card in catalogue if card.level is level) for level in Level}
    return _Counts(tally.packs + tally.level_packs, cards, numbers)


def _level_lesson(tally: PullTally, catalogue: Catalogue, counts: _Counts, level: Level, missing: int) -> LevelLesson:
    pulled, everything = counts.cards[level], sum(counts.cards.values())
    return LevelLesson(
        level=level,
        numbers=counts.numbers[level],
        owned=counts.numbers[level] - missing,
        pulled=pulled,
        counted=tally.by_level[level - 1],
        different=sum(1 for card in catalogue if card.level is level and tally.by_card.get(card.number)),
        share=share(pulled, everything) if counts.enough and everything else None,
        a_pack=rate(pulled, counts.packs) if counts.enough else None,
        to_finish=_goal(counts, {level: missing}),
    )


def _goal(counts: _Counts, missing: Mapping[Level, int]) -> Goal:
    """Say how many packs bring all of `missing`, numbers per Level."""
    total = sum(missing.values())
    if not total:
        return Goal(0, Verdict.REACHED, nine_in_ten=0)
    if not counts.enough:
        return Goal(total, Verdict.TOO_FEW)
    rates = _rates(counts, missing)
    found, fewest, most = (
        [Wanted(missing[level], end(known) / counts.numbers[level]) for level, known in rates.items()]
        for end in (_estimate, _high, _low)
    )
    packs = Interval(average_packs(found), average_packs(fewest), average_packs(most), Method.CARRIED, CONFIDENCE)
    if math.isinf(packs.estimate):
        return Goal(total, Verdict.NEVER_PULLED, packs)
    return Goal(total, Verdict.ESTIMATED, packs, packs_for(found, SURE))


def _rates(counts: _Counts, missing: Mapping[Level, int]) -> dict[Level, Interval]:
    """Estimate the rates of the Levels where something is missing, so that their ranges hold together (Bonferroni)."""
    needed = [level for level in Level if missing.get(level)]
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(needed))
    return {level: rate(counts.cards[level], counts.packs, confidence) for level in needed}


def _next_new(counts: _Counts, missing: Mapping[Level, int]) -> Interval | None:
    """Estimate how many numbers of the next pack are new: each missing one comes at least once or does not."""
    if not counts.enough:
        return None
    rates = _rates(counts, missing)
    estimate, low, high = (
        sum(missing[level] * -math.expm1(-end(known) / counts.numbers[level]) for level, known in rates.items())
        for end in (_estimate, _low, _high)
    )
    return Interval(estimate, low, high, Method.CARRIED, CONFIDENCE)


def _cost_lesson(cost: Cost, next_new: Interval | None) -> CostLesson:
    a_pack = cost.minor / cost.packs
    ahead = None
    if next_new is not None and next_new.high > 0:
        # More that is new is less for each of it: the ends change places.
        costs = [a_pack / new if new else math.inf for new in (next_new.estimate, next_new.high, next_new.low)]
        ahead = Interval(costs[0], costs[1], costs[2], Method.CARRIED, CONFIDENCE)
    return CostLesson(
        currency=cost.currency,
        spent=cost.minor,
        packs=cost.packs,
        new_numbers=cost.new_numbers,
        a_pack=a_pack,
        per_new=cost.minor / cost.new_numbers if cost.new_numbers else None,
        next_new=ahead,
    )


def _estimate(known: Interval) -> float:
    return known.estimate


def _low(known: Interval) -> float:
    return known.low


def _high(known: Interval) -> float:
    return known.high
