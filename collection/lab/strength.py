"""The strongest hand by a stated score: the share of games it wins, played out by greedy players against one field.

Measured for this game, a hand of the beginners' split with the largest sums of edges is beaten by few searches, and a
search that believes its own luck returns worse hands than it began with. So the search begins there, knocks swaps of
one card out against one another, and takes the last of them only when it also wins on games that had no part in
choosing it. The collector's saved hands meet the same rivals with the same luck, and the best hand seen is kept.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from statistics import fmean, stdev
from typing import TypeAlias

from collection.catalogue.card import Card, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater.state import Mode
from collection.hands.advice import Pick, Supply, edge_sum
from collection.hands.dealing import draw_hand
from collection.hands.legality import card_label
from collection.lab.simulation import Field, simulate
from collection.ledger.intervals import wilson
from collection.text import quoted

FIELD = 64
"""Hands in the field, drawn near the beginners' split from the whole set: always the same, so that scores compare."""
ROUND = 32
"""Games in a round; a round is played with the same rivals and the same luck whatever the hand."""
GAMES = 6_000
"""Games played when nothing else is said: a few seconds without the compiled kernel."""
GATE = 2.2
"""How many standard errors better a swap has to be on fresh rounds: one useless swap in seventy passes."""

_FIELD_SEED = 1
_OPENING, _FINAL, _INTERVAL = 0.15, 0.15, 0.15
"""Shares of the games that compare the hands there are, compare the last ones, and measure the one suggested."""
_CANDIDATES = 16
_KNOCK_OUT = 64
"""Rounds of a knock-out among sixteen at least: sixteen play 1, eight 2, four 4, two 8."""
_LEAST_GATE = 32
"""Rounds that the last of a knock-out and the best hand play against one field at least, together."""
_LEAST_ROUNDS = 8
"""Rounds from which on it can be told whether one hand is better than another beyond doubt."""
_ATTEMPT = 400
"""Rounds that an attempt to better the hand takes at least, where there are so many."""

RIVALS = (
    f"Every rival hand was one of the same {FIELD}, drawn from the whole set near the beginners' split 5/3/2/2/1 + 1"
)
"""Who was met, as `assumptions` of the ladder report says it."""

Trial: TypeAlias = Callable[[Sequence[CardNo], int], float]
"""Gives the score (0 to 1) of a hand in the round of that number; every hand meets the same things in one round."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score, (wins + draws / 2) / games, over so many games, within `low` to `high` (Wilson, 95 %)."""

    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Contender:
    """A hand that was compared: `name` is that of a saved hand, empty for one that was put together here."""

    name: str
    picks: tuple[Pick, ...]

    @property
    def cards(self) -> tuple[CardNo, ...]:
        """The numbers in order, so that equal hands are equal."""
        return tuple(sorted(pick.card for pick in self.picks))


@dataclass(frozen=True, slots=True)
class Strongest:
    """The strongest hand found, and how it was told."""

    hand: Contender
    score: Score | None
    """From games that had no part in choosing it; None when the search was cut short."""
    compared: tuple[tuple[Contender, float], ...]
    """The hands that were compared last and their scores, best first, in the same `compared_games` games each."""
    compared_games: int
    tried: int
    """Swaps of one card that were tried."""
    taken: int
    """Swaps that proved better and were taken."""
    games: int
    """Games played in all."""

    def shared_score(self, cards: Sequence[CardNo]) -> float | None:
        """Give the score of a hand in the games of `compared`; None where it was not among them."""
        key = tuple(sorted(cards))
        return next((score for one, score in self.compared if one.cards == key), None)

    @property
    def outdone_by_chance(self) -> bool:
        """Whether a hand that was compared scored more, but by no more than chance may do."""
        mine = self.shared_score(self.hand.cards)
        return mine is not None and mine < self.compared[0][1]

    @property
    def cut_short(self) -> bool:
        """Whether somebody stopped it before its end."""
        return self.score is None


@dataclass(frozen=True, slots=True)
class Watch:
    """Somebody who looks on: told of games played and to be played, and asked whether to stop."""

    progress: Callable[[int, int], None] = lambda _played, _of: None
    """Told after each round how many games were played, of how many."""
    stop: Callable[[], bool] = lambda: False
    """Asked before each round."""


def greedy_trial(catalogue: Catalogue, seed: int, mode: Mode = Mode.STANDARD) -> Trial:
    """Give the trial behind the score: greedy games against the field, with the stand-in edges as they are."""
    owned = {card.number: 1 for card in catalogue}
    rng = random.Random(_FIELD_SEED)
    rivals = Field(catalogue, [draw_hand(catalogue, owned, rng) for _ in range(FIELD)])

    def trial(cards: Sequence[CardNo], number: int) -> float:
        return simulate(catalogue, cards, ROUND, seed, mode, rivals, first=number * ROUND).score

    return trial


def least_games(others: int) -> int:
    """Give how many games a search needs that compares its start with so many other hands."""
    return ROUND * max(20, 5 * (1 + others))


def strongest(
    start: Sequence[Pick],
    supply: Supply,
    trial: Trial,
    *,
    saved: Mapping[str, Sequence[CardNo]],
    beside: Sequence[Contender] = (),
    must: Collection[CardNo] = (),
    games: int = GAMES,
    seed: int = 0,
    watch: Watch = Watch(),
) -> Strongest:
    """Search from `start` for the hand with the best score, playing `games` games, less what is no whole round.

    `saved` are the collector's hands that could be suggested too, by name; the caller answers for them being legal. The
    best of them and the start are compared with what is found once more at the end, and the first by its mean is given.
    Hands in `beside` are compared too, and one of them is given only when it is better beyond doubt. A swap puts an
    open card of the same or the next Level in the place of one that is not in `must`. The same seed, hands and games
    give the same answer, however fast the machine is. Raises NotUnderstood for fewer games than `least_games`.
    """
    least = least_games(len(saved) + len(beside))
    if games < least:
        hands = "one hand" if len(saved) == 1 else f"{len(saved)} hands"
        beside_these = f", {hands} of your own among them," if saved else ""
        raise NotUnderstood(f"To compare hands{beside_these} takes {least} games or more, not {games}.")
    search = _Search(trial, games // ROUND, watch, Contender("", tuple(start)))
    swaps = _Swaps(supply, frozenset(must), random.Random(f"{seed}/swaps"))
    with suppress(_Stopped):
        search.run(beside, list(_own(saved)), swaps)
    return search.told()


def _own(saved: Mapping[str, Sequence[CardNo]]) -> Iterator[Contender]:
    for name, cards in saved.items():
        why = f"in {quoted(name)}, which scored best of the hands compared"
        yield Contender(name, tuple(Pick(number, why) for number in cards))


def _distinct(contenders: Sequence[Contender]) -> list[Contender]:
    """Give each hand once, in order; one that is saved goes by its name."""
    found: dict[tuple[CardNo, ...], Contender] = {}
    for one in contenders:
        there = found.setdefault(one.cards, one)
        if not there.name:
            found[one.cards] = replace(there, name=one.name)
    return list(found.values())


class _Stopped(Exception):
    """Somebody asked to stop."""


@dataclass(slots=True)
class _Search:
    """A search under way. A round's number serves one comparison only, so that the next numbers are always fresh."""

    trial: Trial
    rounds: int
    watch: Watch
    best: Contender
    score: Score | None = None
    compared: tuple[tuple[Contender, float], ...] = ()
    over: int = 0
    tried: int = 0
    taken: int = 0
    played: int = 0
    _next: int = 0

    def run(self, beside: Sequence[Contender], saved: Sequence[Contender], swaps: _Swaps) -> None:
        """Compare what there is, better the best by swaps, compare again, and measure what is best then."""
        start = self.best
        scores = self.compare(_distinct([start, *beside, *saved]), _OPENING)
        own = [one for one, _ in self.compared if one.name][:1]
        if own and _gain_beyond_doubt(scores[own[0].cards], scores[start.cards]):
            self.best = own[0]
        there = self.rounds - self.played - int(self.rounds * _FINAL) - int(self.rounds * _INTERVAL)
        if there >= _KNOCK_OUT + _LEAST_GATE:
            attempts = max(1, there // _ATTEMPT)
            for _ in range(attempts):
                self.attempt(swaps, there // attempts)
        self.decide(_distinct([self.best, start, *own]), beside)
        self.measure()

    def decide(self, finalists: Sequence[Contender], beside: Sequence[Contender]) -> None:
        """Compare once more: a finalist is best by its mean, a hand beside them only beyond doubt."""
        contenders = _distinct([*finalists, *beside])
        if len(contenders) == 1:
            self.best = contenders[0]
            return
        scores = self.compare(contenders, _FINAL)
        self.best = max(contenders[: len(finalists)], key=lambda one: fmean(scores[one.cards]))
        for one in contenders[len(finalists) :]:
            if _gain_beyond_doubt(scores[one.cards], scores[self.best.cards]):
                self.best = one

    def told(self) -> Strongest:
        """Give what has been found so far."""
        games = self.played * ROUND
        return Strongest(self.best, self.score, self.compared, self.over * ROUND, self.tried, self.taken, games)

    def compare(self, contenders: Sequence[Contender], share: float) -> dict[tuple[CardNo, ...], list[float]]:
        """Let hands meet the same rivals with the same luck; give the scores of each, round by round."""
        over = max(2, int(self.rounds * share) // len(contenders))
        fresh = self._fresh(over)
        scores = {one.cards: self._scores(one.cards, fresh) for one in contenders}
        means = [(one, fmean(scores[one.cards])) for one in contenders]
        self.compared, self.over = tuple(sorted(means, key=lambda pair: -pair[1])), over
        return scores

    def attempt(self, swaps: _Swaps, rounds: int) -> None:
        """Try to better the best hand by one swap, in at most `rounds` rounds."""
        there = swaps.around(self.best, _CANDIDATES)
        self.tried += len(there)
        unit = max(1, rounds * 5 // 8 // _KNOCK_OUT)
        left = self._knocked_out(there, unit)
        for swap in left:
            self._gate(swap, (rounds - unit * _KNOCK_OUT) // 2)

    def _knocked_out(self, there: Sequence[_Swap], rounds: int) -> Sequence[_Swap]:
        """Halve the field again and again, each time over twice as many rounds, until one swap is left (or none)."""
        totals = dict.fromkeys(there, 0.0)
        while len(totals) > 1:
            fresh = self._fresh(rounds)
            for swap in totals:
                totals[swap] += sum(self._scores(swap.cards, fresh))
            first = sorted(totals, key=lambda swap: -totals[swap])[: len(totals) // 2]
            totals, rounds = {swap: totals[swap] for swap in first}, rounds * 2
        return tuple(totals)

    def _gate(self, swap: _Swap, rounds: int) -> None:
        """Take a swap if it is better beyond doubt in rounds that had no part in choosing it."""
        fresh = self._fresh(rounds)
        gain = _gain_beyond_doubt(self._scores(swap.cards, fresh), self._scores(self.best.cards, fresh))
        if gain:
            self.best = swap.made(gain, rounds * ROUND)
            self.taken += 1

    def measure(self) -> None:
        """Score the best hand in all the rounds that are left."""
        fresh = self._fresh(self.rounds - self.played)
        score, games = fmean(self._scores(self.best.cards, fresh)), len(fresh) * ROUND
        self.score = Score(games, score, *wilson(score, games))

    def _fresh(self, rounds: int) -> range:
        self._next += rounds
        return range(self._next - rounds, self._next)

    def _scores(self, cards: Sequence[CardNo], rounds: range) -> list[float]:
        return [self._round(cards, number) for number in rounds]

    def _round(self, cards: Sequence[CardNo], number: int) -> float:
        if self.watch.stop():
            raise _Stopped
        score = self.trial(cards, number)
        self.played += 1
        self.watch.progress(self.played * ROUND, self.rounds * ROUND)
        return score


def _gain_beyond_doubt(theirs: Sequence[float], ours: Sequence[float]) -> float:
    """Give how much more the first scored, round by round, than one that met the same things; 0 unless it passes GATE.

    Too few rounds prove nothing: their spread cannot be told.
    """
    gains = [their - our for their, our in zip(theirs, ours, strict=True)]
    if len(gains) < _LEAST_ROUNDS:
        return 0.0
    gain = fmean(gains)
    return gain if gain > GATE * stdev(gains) / math.sqrt(len(gains)) else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Swap:
    """A hand with one card exchanged."""

    before: Contender
    out: Card
    into: Card
    supply: Supply

    @property
    def cards(self) -> tuple[CardNo, ...]:
        """The numbers, in order."""
        return tuple(sorted({*self.before.cards, self.into.number} - {self.out.number}))

    def made(self, gain: float, games: int) -> Contender:
        """Give the hand, the new card with its reason: it scored `gain` (0 to 1) more in so many games."""
        label = card_label(self.out.number, self.supply.catalogue)
        why = (
            f"swapped in for {label}: scored {100 * gain:.1f} points of 100 more in {games:,} games with the same luck"
        )
        picks = (pick for pick in self.before.picks if pick.card != self.out.number)
        return Contender("", (*picks, Pick(self.into.number, why)))


@dataclass(slots=True)
class _Swaps:
    """The swaps there are, none of which is tried twice."""

    supply: Supply
    must: frozenset[CardNo]
    rng: random.Random
    tried: set[tuple[CardNo, ...]] = field(default_factory=set)

    def around(self, hand: Contender, count: int) -> list[_Swap]:
        """Give at most `count` swaps: half of them those within a Level that gain most edges, the others drawn."""
        there = [swap for swap in self._all(hand) if swap.cards not in self.tried]
        within = [swap for swap in there if swap.out.level is swap.into.level]
        within.sort(key=lambda swap: edge_sum(swap.out) - edge_sum(swap.into))
        first = within[: count // 2]
        others = [swap for swap in there if swap not in first]
        chosen = first + self.rng.sample(others, min(len(others), count - len(first)))
        self.tried.update(swap.cards for swap in chosen)
        return chosen

    def _all(self, hand: Contender) -> Iterator[_Swap]:
        catalogue = self.supply.catalogue
        for number in hand.cards:
            if number not in self.must:
                for card in self.supply.open(hand.cards):
                    if abs(card.level - catalogue[number].level) <= 1:
                        yield _Swap(hand, catalogue[number], card, self.supply)
