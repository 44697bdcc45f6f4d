"""A hand tried out: many seeded games against hands that anybody could hold, and what became of each of its cards."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import HandRefused, NotUnderstood
from collection.games.mudwater import kernel
from collection.games.mudwater.integers import hand_cells, sorted_hand
from collection.games.mudwater.state import Faces, Mode
from collection.hands.dealing import draw_hand
from collection.hands.hand import HAND_SIZE
from collection.hands.legality import table_faults
from collection.ledger.intervals import wilson

_AT_ONCE = 500
"""Rivals drawn before the games with them are played: enough to make a call cheap, few enough to hold."""


@dataclass(frozen=True, slots=True)
class Use:
    """What became of one card over many games: in `held` of them it was in hand (not the ante)."""

    held: int
    face_up: int
    """Games in which it was placed or played as an upgrade."""
    rock: int
    """Games in which it was played face down."""

    @property
    def share(self) -> float:
        """The share of games in hand in which it was played face up, 0 to 1; 0 where it never was in hand."""
        return self.face_up / self.held if self.held else 0.0


@dataclass(frozen=True, slots=True)
class Simulation:
    """How a hand fared: `score` is (wins + draws / 2) / games, within `low` to `high` (Wilson, 95 %)."""

    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    uses: Mapping[CardNo, Use]


def simulate(
    catalogue: Catalogue,
    cards: Sequence[CardNo],
    games: int,
    seed: int,
    mode: Mode = Mode.STANDARD,
    field: Sequence[Sequence[CardNo]] | Field = (),
    *,
    first: int = 0,
) -> Simulation:
    """Play `games` games with a hand, both seats greedy, and count.

    The rival's hand of game g is `field[g % len(field)]`, without a field one drawn near the beginners' split from the
    whole catalogue; seats and the first turn alternate. Rival hands, antes and ties fall by `seed` and the game's
    number alone, so that two hands tried out with one seed meet the same rivals and the same luck. Games are numbered
    from `first` on: a long run can be played in parts, which `joined` puts together. Raises NotUnderstood for fewer
    than one game, HandRefused for cards that no game can be played with (ruling 16).
    """
    return simulate_each(catalogue, [cards], games, seed, mode, field, first=first)[0]


def simulate_each(
    catalogue: Catalogue,
    hands: Sequence[Sequence[CardNo]],
    games: int,
    seed: int,
    mode: Mode = Mode.STANDARD,
    field: Sequence[Sequence[CardNo]] | Field = (),
    *,
    first: int = 0,
) -> list[Simulation]:
    """Do for each of `hands` what `simulate` does for one; quicker, since the rivals are drawn once for all of them."""
    if games < 1:
        raise NotUnderstood(f"A hand is tried out in one game or more, not {games}.")
    _refuse_faults(catalogue, hands)
    if not isinstance(field, Field) and field:
        field = Field(catalogue, field)
    faces = field.faces if isinstance(field, Field) else Faces.of(catalogue)
    cells = [hand_cells(faces, cards) for cards in hands]
    tallies = [array("q", [0]) * kernel.TALLY_CELLS for _ in hands]
    luck = random.Random(f"{seed}/luck").getrandbits(32)
    rivals = field if isinstance(field, Field) else _Drawn(catalogue, faces, seed)
    number, advanced = first, mode is Mode.ADVANCED
    while number < first + games:
        way, met = rivals.meet(number, first + games - number)
        for hand, tally in zip(cells, tallies, strict=True):
            kernel.play_series(hand, met, number, way, kernel.GREEDY, luck, advanced, tally)
        number += len(met) // (HAND_SIZE * kernel.FACE_CELLS)
    return [_counted(sorted_hand(faces, cards), games, tally) for cards, tally in zip(hands, tallies, strict=True)]


class _Drawn:
    """Rivals drawn for one game each."""

    def __init__(self, catalogue: Catalogue, faces: Faces, seed: int) -> None:
        self._catalogue, self._faces, self._seed = catalogue, faces, seed
        self._owned = {card.number: 1 for card in catalogue}

    def meet(self, number: int, games: int) -> tuple[int, array[int]]:
        """Give the way (see `kernel.play_series`) of game `number`, and the rivals from there on, `games` at most."""
        met = array("q")
        for game in range(number, number + min(games, _AT_ONCE)):
            rng = random.Random(f"{self._seed}/{game}/rival")
            met += hand_cells(self._faces, draw_hand(self._catalogue, self._owned, rng))
        return number % 4, met


class Field:
    """Rivals met in turn, lap after lap: in as many laps each is met in all four ways, however many they are.

    Made ready once, it saves whoever plays many short series with one field more time than the games take.
    """

    def __init__(self, catalogue: Catalogue, hands: Sequence[Sequence[CardNo]]) -> None:
        """Take one hand or more. Raises HandRefused for cards that no game can be played with (ruling 16)."""
        _refuse_faults(catalogue, hands)
        self.faces = Faces.of(catalogue)
        """The faces that its games are played with."""
        self._rivals = len(hands)
        self._cells = array("q")
        for cards in hands:
            self._cells += hand_cells(self.faces, cards)

    def meet(self, number: int, games: int) -> tuple[int, array[int]]:
        """Give the way of game `number`, and the rivals from there to the end of the lap, `games` at most."""
        lap, place = divmod(number, self._rivals)
        each = len(self._cells) // self._rivals
        return (lap + place) % 4, self._cells[place * each : (place + games) * each]


def _refuse_faults(catalogue: Catalogue, hands: Iterable[Sequence[CardNo]]) -> None:
    for cards in hands:
        faults = table_faults(cards, catalogue)
        if faults:
            raise HandRefused(*(fault.message for fault in faults))


def _counted(cards: Sequence[CardNo], games: int, tally: array[int]) -> Simulation:
    """Read a tally of the kernel, whose cards stand in its order."""
    uses = {card: Use(*tally[at : at + 3]) for card, at in zip(cards, range(3, len(tally), 3), strict=True)}
    return _scored(games, tally[0], tally[1], uses)


def joined(parts: Sequence[Simulation]) -> Simulation:
    """Put parts of one run together, of the same hand and seed; at least one part."""
    games, wins, draws = (sum(getattr(part, name) for part in parts) for name in ("games", "wins", "draws"))
    return _scored(games, wins, draws, {card: _added(part.uses[card] for part in parts) for card in parts[0].uses})


def _added(uses: Iterable[Use]) -> Use:
    counted = list(uses)
    return Use(*(sum(getattr(use, name) for use in counted) for name in ("held", "face_up", "rock")))


def _scored(games: int, wins: int, draws: int, uses: Mapping[CardNo, Use]) -> Simulation:
    score = (wins + draws / 2) / games
    low, high = wilson(score, games)
    return Simulation(games, wins, draws, games - wins - draws, score, low, high, uses)
