"""A rehearsal hand: what a rival was seen with, and where that ends, cards drawn from what is likely."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from collection.catalogue.card import CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.hands.dealing import BEGINNERS_SPLIT
from collection.hands.hand import HAND_SIZE

ASSUMPTIONS = (
    "Cards seen come first, the latest seen before the others. The rest is drawn: by Level as the beginners' split "
    "5/3/2/2/1 + 1 is left by the cards seen; within a Level from the cards known to be theirs, else from all, each as "
    "likely as any other. Cards that came to you since, and cards they look for, are left out."
)
"""What a rehearsal hand takes for granted, in words for whoever looks at one."""


class Source(StrEnum):
    """From which cards one was drawn."""

    HELD = "held"
    """Cards of the collector's that the rival holds, net of what came back."""
    OFFERED = "offered"
    """Cards that were marked as the rival's to trade."""
    ANY = "any"
    """Every card that nothing speaks against."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card that was seen in a rival's play: in how many games, when last, and in how many it was their ante."""

    card: CardNo
    games: int
    last: dt.date
    as_ante: int = 0

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        ante = f" ({self.as_ante} as ante)" if self.as_ante else ""
        return f"seen in {games}{ante}, last {self.last.isoformat()}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Why a card is in a hand where it was not seen: chance, among equally likely cards."""

    among: int
    """How many cards there were to draw from, this one among them."""
    level: Level | None
    """The Level that was drawn from; None for the free card, which may be of any."""
    source: Source = Source.ANY
    since: dt.date | None = None
    """For a card they hold: the last day on which one went to them."""

    @property
    def is_known(self) -> bool:
        """Whether chance had nothing to choose: it is the one card of its Level that they are known to have."""
        return self.source is not Source.ANY and self.among == 1

    def __str__(self) -> str:
        if self.source is Source.ANY:
            of_level = "of any Level, for the free place" if self.level is None else f"of Level {self.level.name}"
            return f"drawn: 1 of {self.among} {of_level}"
        day = "" if self.since is None else f" {self.since.isoformat()}"
        known = f"from you{day}" if self.source is Source.HELD else "they offer it"
        free = " for the free place" if self.level is None else ""
        if self.is_known:
            return f"known: {known}"
        return f"drawn: 1 of {self.among} known{free}, {known}"


@dataclass(frozen=True, slots=True)
class Pick:
    """One card of a rehearsal hand, and why it is in."""

    card: CardNo
    why: Sighting | Draw


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a collector knows of the cards of one rival; nothing in it is guessed."""

    seen: tuple[Sighting, ...] = ()
    """Cards that lay face up, were turned over, or were their ante."""
    held: Mapping[CardNo, dt.date] = field(default_factory=dict)
    """The collector's cards that they hold, net of what came back, and the last day on which one went to them."""
    offered: frozenset[CardNo] = frozenset()
    """Cards marked as theirs to trade."""
    came: Mapping[CardNo, dt.date] = field(default_factory=dict)
    """Their cards that the collector holds, net of what went back, and the last day on which one came."""
    wanted: frozenset[CardNo] = frozenset()
    """Cards marked as looked for by them."""

    @property
    def still_theirs(self) -> tuple[Sighting, ...]:
        """The cards seen that did not come to the collector since: the latest first, then the most often seen.

        A card seen on a later day than the one on which it came is there in another copy.
        """
        left = [one for one in self.seen if one.card not in self.came or one.last > self.came[one.card]]
        return tuple(sorted(left, key=lambda one: (-one.last.toordinal(), -one.games, one.card)))


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A hand of fourteen different numbers for a program to play in a rival's place."""

    picks: tuple[Pick, ...]
    """The cards seen, as `Evidence.still_theirs` has them, then those drawn, by Level and number."""
    no_room: tuple[CardNo, ...]
    """Cards seen that the fourteen had no room for: those seen longest ago."""
    came: tuple[CardNo, ...]
    """Cards seen that are left out because they came to the collector since, by number."""

    @property
    def cards(self) -> tuple[CardNo, ...]:
        """The fourteen numbers, in order."""
        return tuple(sorted(pick.card for pick in self.picks))

    @property
    def seen(self) -> int:
        """How many of the fourteen were seen."""
        return sum(isinstance(pick.why, Sighting) for pick in self.picks)


def rehearsal(evidence: Evidence, catalogue: Catalogue, rng: random.Random) -> Rehearsal:
    """Give a rehearsal hand; the same evidence and the same state of `rng` give the same hand.

    What it takes for granted is in ASSUMPTIONS: the split is the rulebook's advice (Rules of Play, Building your hand;
    ruling 17), and no card is held to be likelier than another without a reason that can be named. The fourteen numbers
    are different by construction (ruling 16). Raises ValueError for a catalogue of fewer than fourteen cards.
    """
    sightings = [one for one in evidence.still_theirs if one.card in catalogue]
    shown, no_room = sightings[:HAND_SIZE], sightings[HAND_SIZE:]
    theirs = {one.card for one in sightings}
    piles = _Piles(evidence, catalogue, frozenset(one.card for one in shown))
    levels = Counter(catalogue[one.card].level for one in shown)
    drawn = [piles.draw(level, rng) for level in _open_places(levels, rng)]
    drawn.sort(key=lambda pick: (catalogue[pick.card].level, pick.card))
    return Rehearsal(
        (*(Pick(one.card, one) for one in shown), *drawn),
        tuple(one.card for one in no_room),
        tuple(sorted({one.card for one in evidence.seen} & evidence.came.keys() - theirs)),
    )


def _open_places(seen: Mapping[Level, int], rng: random.Random) -> list[Level | None]:
    """Give the Level of each place that no card seen fills; None is the split's free card, open to any.

    Where more was seen of one Level than the split has, some places of the others must go: chance says which.
    """
    room = HAND_SIZE - sum(seen.values())
    left: list[Level] = [level for level, wanted in BEGINNERS_SPLIT.items() for _ in range(wanted - seen.get(level, 0))]
    if len(left) > room:
        return [*sorted(rng.sample(left, room))]
    return [*left, *[None] * (room - len(left))]


class _Piles:
    """The cards that can still be drawn: those known to be theirs, and all others that nothing speaks against."""

    def __init__(self, evidence: Evidence, catalogue: Catalogue, taken: frozenset[CardNo]) -> None:
        self._catalogue = catalogue
        self._evidence = evidence
        known = (evidence.held.keys() | evidence.offered) - evidence.came.keys() - taken
        self._known = [number for number in sorted(known) if number in catalogue]
        self._others = self._unknown(taken.union(self._known), HAND_SIZE - len(taken) - len(self._known))

    def _unknown(self, spoken_for: frozenset[CardNo], needed: int) -> list[CardNo]:
        """Give all other cards; what was left out for a reason comes back where without it no hand could be made."""
        came, wanted = self._evidence.came.keys(), self._evidence.wanted
        free = [card.number for card in self._catalogue if card.number not in spoken_for]
        for left_out in (came | wanted, set(came), set[CardNo]()):
            others = [number for number in free if number not in left_out]
            if len(others) >= needed:
                return others
        raise ValueError(f"a rehearsal hand needs {HAND_SIZE} cards, and the catalogue has {len(self._catalogue)}")

    def draw(self, level: Level | None, rng: random.Random) -> Pick:
        """Draw a card of `level`, of the nearest one where none is left (the lower first), or of any for None."""
        if level is not None:
            level = self._nearest(level)
        for pile in (self._known, self._others):
            choices = [number for number in pile if level in (None, self._catalogue[number].level)]
            if choices:
                break
        card = rng.choice(choices)
        pile.remove(card)
        return Pick(card, Draw(len(choices), level, self._source(card), self._evidence.held.get(card)))

    def _nearest(self, level: Level) -> Level:
        left = {self._catalogue[number].level for number in (*self._known, *self._others)}
        return min(left, key=lambda other: (abs(other - level), other))

    def _source(self, card: CardNo) -> Source:
        if card in self._evidence.held:
            return Source.HELD
        return Source.OFFERED if card in self._evidence.offered else Source.ANY
