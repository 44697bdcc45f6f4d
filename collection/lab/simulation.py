"""A hand tried out: many seeded games against hands that anybody could hold, and what became of each of its cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Act, Play
from collection.games.mudwater.state import Faces, Mode
from collection.games.protocol import Choice, Limit
from collection.hands.dealing import draw_hand
from collection.lab.arena import play_out, wilson
from collection.players.greedy import GreedyPlayer


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
    field: Sequence[Sequence[CardNo]] = (),
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
    if games < 1:
        raise NotUnderstood(f"A hand is tried out in one game or more, not {games}.")
    game = Mudwater()
    faces = Faces.of(catalogue)
    owned = {card.number: 1 for card in catalogue}
    watched = _Watched(game)
    results = Counter[float]()
    for number in range(first, first + games):
        luck = random.Random(f"{seed}/{number}/luck")
        drawn = draw_hand(catalogue, owned, random.Random(f"{seed}/{number}/rival"))
        seat, first = _seating(number, len(field))
        hands = {seat: tuple(cards), 1 - seat: tuple(field[number % len(field)]) if field else drawn}
        start = game.start(Setup(faces, mode, (hands[0], hands[1]), first))
        minds = {side: random.Random(f"{seed}/{number}/{side == seat}") for side in (0, 1)}
        outcome = play_out(game, start, {seat: watched, 1 - seat: GreedyPlayer(game)}, minds, luck)
        results[outcome.points[seat] - outcome.points[1 - seat]] += 1
    wins = sum(count for margin, count in results.items() if margin > 0)
    draws = results[0]
    score = (wins + draws / 2) / games
    low, high = wilson(score, games)
    return Simulation(games, wins, draws, games - wins - draws, score, low, high, watched.uses(cards))


def joined(parts: Sequence[Simulation]) -> Simulation:
    """Put parts of one run together, of the same hand and seed; at least one part."""
    games, wins, draws = (sum(getattr(part, name) for part in parts) for name in ("games", "wins", "draws"))
    score = (wins + draws / 2) / games
    low, high = wilson(score, games)
    uses = {card: _added(part.uses[card] for part in parts) for card in parts[0].uses}
    return Simulation(games, wins, draws, games - wins - draws, score, low, high, uses)


def _added(uses: Iterable[Use]) -> Use:
    counted = list(uses)
    return Use(*(sum(getattr(use, name) for use in counted) for name in ("held", "face_up", "rock")))


def _seating(number: int, rivals: int) -> tuple[int, int]:
    """Give the hand's seat and the seat that begins in game `number`.

    The four ways take turns, and one rival of a field meets all four in as many rounds, however many rivals there are.
    """
    lap, place = divmod(number, rivals or 1)
    way = (lap + place) % 4
    return way % 2, way // 2


class _Watched(GreedyPlayer):
    """A greedy player whose cards are counted."""

    def __init__(self, game: Mudwater) -> None:
        super().__init__(game)
        self._held = Counter[CardNo]()
        self._played = {True: Counter[CardNo](), False: Counter[CardNo]()}

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        """Choose as GreedyPlayer does."""
        mine = view.known.sides[view.seat]
        if mine.size == 13:
            self._held.update(mine.hand)
        choice = super().choose(view, rng, limit)
        if isinstance(choice.move, Play):
            assert choice.move.card is not None, "one's own cards are known"
            self._played[choice.move.act is not Act.ROCK][choice.move.card] += 1
        return choice

    def uses(self, cards: Sequence[CardNo]) -> dict[CardNo, Use]:
        """Give what became of `cards`."""
        return {card: Use(self._held[card], self._played[True][card], self._played[False][card]) for card in cards}
