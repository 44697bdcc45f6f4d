"""The cards of MUD, and how they are written: `slw` a South Liberal of the working class, RATs and Scandals by name.

A Voter is three letters: region (s n m w), leaning (l c u) and income (w m u). Equal cards are alike. A Scandal is a
number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from collection.errors import UnreadableMove
from collection.text import quoted

Card: TypeAlias = str
"""A main card: a Voter or a RAT."""
Scandal: TypeAlias = int
"""A Scandal's number, from 1."""
HIDDEN: Final = 0
"""A Scandal that is hidden from whoever looks."""

REGIONS: Final = ("south", "northeast", "midwest", "west")
LEANINGS: Final = ("liberal", "conservative", "undecided")
INCOMES: Final = ("working", "middle", "upper")
TRAITS: Final = {name: (place, name[0]) for place, names in enumerate((REGIONS, LEANINGS, INCOMES)) for name in names}
"""Where in a Voter's letters a trait stands, and its letter."""

VOTERS: Final = tuple(
    f"{region[0]}{leaning[0]}{income[0]}" for region in REGIONS for leaning in LEANINGS for income in INCOMES
)
DIG, POACH, SMEAR, REDISTRICT, MONEY, STUFFING, WIRETAP, SHREDDER, PURGE = RATS = (
    "dig",
    "poach",
    "smear",
    "redistrict",
    "money",
    "stuffing",
    "wiretap",
    "shredder",
    "purge",
)
"""The RATs. Money is Dark Money, stuffing is Ballot Stuffing."""
IS_VOTER: Final = frozenset(VOTERS)
IS_RAT: Final = frozenset(RATS)


class Tally(NamedTuple):
    """What lies on a Voter Map."""

    liberal: tuple[int, ...]
    """Voters that count for the Liberals in each region: an Undecided one counts for either (ruling 10)."""
    conservative: tuple[int, ...]
    incomes: tuple[int, ...]
    """Voters of each income."""


@lru_cache(maxsize=1 << 15)
def tally(voters: tuple[Card, ...]) -> Tally:
    """Count the Voters of a Map."""
    liberal, conservative, incomes = [0] * 4, [0] * 4, [0] * 3
    for card in voters:
        region = "snmw".index(card[0])
        if card[1] != "c":
            liberal[region] += 1
        if card[1] != "l":
            conservative[region] += 1
        incomes["wmu".index(card[2])] += 1
    return Tally(tuple(liberal), tuple(conservative), tuple(incomes))


class Goal(NamedTuple):
    """How many Voters of one leaning are needed, in how many regions."""

    voters: int
    regions: int


def leaning_won(voters: tuple[Card, ...], goal: Goal) -> str:
    """Give the leaning that a Map has reached the goal with, the Liberals first; empty where it has not."""
    counted = tally(voters)
    for leaning, regions in (("liberal", counted.liberal), ("conservative", counted.conservative)):
        if sum(count >= goal.voters for count in regions) >= goal.regions:
            return leaning
    return ""


@lru_cache(maxsize=1 << 15)
def progress(voters: tuple[Card, ...], goal: Goal) -> int:
    """Give how many Voters of those that the goal needs lie on a Map, for the leaning with more of them."""
    counted = tally(voters)
    return max(
        sum(sorted((min(count, goal.voters) for count in regions), reverse=True)[: goal.regions])
        for regions in (counted.liberal, counted.conservative)
    )


def leaning_of(voters: tuple[Card, ...], goal: Goal) -> str:
    """Give which way a Map leans: the leaning with more of the Voters that the goal needs; empty where equal."""
    counted = tally(voters)
    sums = [
        sum(sorted((min(count, goal.voters) for count in regions), reverse=True)[: goal.regions])
        for regions in (counted.liberal, counted.conservative)
    ]
    return "" if sums[0] == sums[1] else LEANINGS[sums[1] > sums[0]]


def has(card: Card, trait: str) -> bool:
    """Say whether a Voter has a trait; every one has the empty one."""
    if not trait:
        return True
    place, letter = TRAITS[trait]
    return card[place] == letter


def without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Give `cards` without one of each card in `taken`. Raises ValueError where one is not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def holds(cards: tuple[Card | None, ...], wanted: Iterable[Card]) -> bool:
    """Say whether all of `wanted` are among `cards`, equal ones counted."""
    left = list(cards)
    for card in wanted:
        if card not in left:
            return False
        left.remove(card)
    return True


def read_card(text: str) -> Card:
    """Read one main card. Raises UnreadableMove."""
    if text not in IS_VOTER and text not in IS_RAT:
        raise UnreadableMove(
            f"{quoted(text)} is no card: a Voter is region, leaning and income, such as slw, a RAT {', '.join(RATS)}."
        )
    return text
