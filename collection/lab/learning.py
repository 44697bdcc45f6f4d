"""What positions are worth, learned from games that the search plays against itself.

Logistic regression of who won on the signs that a position bears (`kernel.signs`), by stochastic descent. The games are
played by a search that knows nothing learned, so that a seed and a number of games give the same weights again.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from collection.catalogue.catalogue import Catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater import kernel
from collection.games.mudwater.integers import face_cells, hand_cells
from collection.games.mudwater.state import BLACK, Faces
from collection.hands.dealing import draw_hand
from collection.hands.hand import HAND_SIZE

ITERATIONS = 100
"""How long either side searches about a move."""
CARELESS = 0.15
"""The share of moves that are merely the best of three drawn: a search judges positions that good play never sees."""
PASSES = 6
"""How often each position is learned from."""
FEWEST = 20
"""Games that one can learn from at all; one in twenty is kept to try out what was learned."""

_RATE = 0.02
_TRIED = 20
_ONE = 1024
_STEPS_A_UNIT = 8

Example: TypeAlias = "tuple[float, array[int]]"
"""What a game came to for who was to move, 1, 0.5 or 0, and the signs of the position."""


@dataclass(frozen=True, slots=True)
class Learned:
    """Weights as the kernel takes them, and how they came about.

    `loss` is the mean logarithmic loss, in nats, on the positions of games that were not learned from; one who knows
    nothing has 0.693.
    """

    weights: array[int]
    games: int
    positions: int
    loss: float


def learn(catalogue: Catalogue, games: int, seed: int) -> Learned:
    """Play so many games and learn from them. Raises NotUnderstood for less than FEWEST."""
    if games < FEWEST:
        raise NotUnderstood(f"Learning takes {FEWEST} games or more, not {games}.")
    faces, owned = Faces.of(catalogue), {card.number: 1 for card in catalogue}
    cells = {card.number: face_cells(faces, [card.number]) for card in catalogue}
    kept: list[Example] = []
    learned_from: list[Example] = []
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        hands = [hand_cells(faces, draw_hand(catalogue, owned, rng)) for _ in range(2)]
        (kept if number % _TRIED == 0 else learned_from).extend(_played(_dealt(hands, rng), cells, rng))
    weights = _regressed(learned_from, random.Random(f"{seed}/order"))
    loss = sum(_loss(weights, example) for example in kept) / len(kept)
    return Learned(_on_integers(weights), games, len(kept) + len(learned_from), loss)


def _dealt(hands: list[array[int]], rng: random.Random) -> array[int]:
    """Lay out a new game: both antes drawn, Black or White to begin."""
    where = array("q", [kernel.HAND] * (2 * HAND_SIZE))
    for seat in range(2):
        where[seat * HAND_SIZE + rng.randrange(HAND_SIZE)] = kernel.ANTE
    owners, tops = array("q", [kernel.NOBODY] * 9), array("q", [kernel.NO_CARD] * 9)
    return kernel.position(hands[0] + hands[1], where, owners, tops, rng.randrange(2), 0, advanced=False)


def _played(game: array[int], cells: dict[int, array[int]], rng: random.Random) -> Iterator[Example]:
    """Play a game to its end and give its positions with what it came to."""
    met: list[tuple[int, array[int]]] = []
    while moves := kernel.moves(game):
        mover = kernel.laid(game)[3]
        met.append((mover, kernel.signs(game)))
        if len(moves) == 1:
            move = next(iter(moves))
        elif rng.random() < CARELESS:
            move = kernel.choose(game, 3, rng.getrandbits(32))
        else:
            move = _searched(game, mover, cells, rng)
        kernel.apply(game, move)
    owners = kernel.laid(game)[1]
    lead = owners.count(BLACK) - owners.count(1 - BLACK)
    black = 0.5 if lead == 0 else float(lead > 0)
    return ((black if mover == BLACK else 1 - black, signs) for mover, signs in met)


def _searched(game: array[int], mover: int, cells: dict[int, array[int]], rng: random.Random) -> int:
    """Give the move that a search comes back to most often, which knows what its seat may know."""
    rivals = range((1 - mover) * HAND_SIZE, (2 - mover) * HAND_SIZE)
    where, faces = kernel.laid(game)[0], kernel.faces(game)
    shown = {faces[slot * kernel.FACE_CELLS] for slot in rivals if where[slot] == kernel.UP}
    unseen = (face for number, face in cells.items() if number not in shown)
    cards = kernel.pool(array("q", b"".join(face.tobytes() for face in unseen)), array("q"))
    mind, tree = kernel.mind(game, mover, cards, rng.getrandbits(32)), kernel.seedling()
    kernel.search(mind, tree, cards, ITERATIONS)
    return max(kernel.options(mind, tree).items(), key=lambda option: option[1])[0]


def _regressed(examples: list[Example], rng: random.Random) -> list[float]:
    weights = [0.0] * kernel.WEIGHTS
    for done in range(PASSES):
        rng.shuffle(examples)
        rate = _RATE * (1 - done / PASSES) ** 1.5
        for result, signs in examples:
            step = rate * (result - _chance(weights, signs))
            for sign in signs:
                weights[sign] += step
    return weights


def _chance(weights: list[float], signs: array[int]) -> float:
    return _logistic(sum([weights[sign] for sign in signs]))


def _logistic(total: float) -> float:
    return 1 / (1 + math.exp(-total))


def _loss(weights: list[float], example: Example) -> float:
    result, signs = example
    chance = min(max(_chance(weights, signs), 1e-9), 1 - 1e-9)
    return -(result * math.log(chance) + (1 - result) * math.log(1 - chance))


def _on_integers(weights: list[float]) -> array[int]:
    """Round weights, and add what the steps of their sum are worth: each the logistic curve at its middle."""
    half = kernel.STEPS // 2
    worths = [_logistic((step + 0.5 - half) / _STEPS_A_UNIT) for step in range(kernel.STEPS)]
    rounded = [round(weight * _ONE) for weight in weights]
    return array("q", rounded + [round(worth * kernel.MOST_WORTH) for worth in worths])
