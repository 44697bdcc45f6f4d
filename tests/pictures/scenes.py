"""Scenes to look at in tests, and what of a scene can be reckoned with."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Deal, PlayerMove
from collection.games.mudwater.record import Record, Replay, write_record
from collection.games.mudwater.record import replay as replayed
from collection.games.mudwater.state import Faces, Mode
from collection.games.protocol import CHANCE
from collection.pictures.cards import card_scene
from collection.pictures.games import game_scene
from collection.pictures.hands import hand_scene
from collection.pictures.positions import position_scene
from collection.pictures.scene import Box, Disc, Outline, Scene, Shape, Text

CARDS = load_catalogue()
FACES = Faces.of(CARDS)
HAND = (49, 118, 7, 12, 130, 3, 45, 1, 2, 5, 8, 9, 33, 84)
"""Fourteen numbers, one of them no card of the set."""

EXAMPLE = """\
game: mudwater
mode: standard
first: black
hands: {black: [84, 6, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14],
  white: [43, 33, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14]}
ante: {black: 1, white: 2}
moves: [s=84, c=43 xs, sw=6 xs, c+33 xs]
"""
"""The rulebook's example: The Boathouse, Sea Dog, The Deckhand, Dead Calm."""

UNKNOWN = """\
game: mudwater
mode: advanced
first: white
hands: {black: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], white: [43]}
ante: {black: unknown, white: unknown}
moves: [c~unknown, s~unknown, n=43, e=1]
"""
"""A real table's game, where nobody saw the rocks and the antes."""


def replay(text: str) -> Replay:
    return replayed(text, FACES)


def random_replay(seed: int, mode: Mode = Mode.STANDARD) -> Replay:
    """Play a whole game at random."""
    game, rng = Mudwater(), random.Random(seed)
    hands = (tuple(rng.sample(sorted(FACES), 14)), tuple(rng.sample(sorted(FACES), 14)))
    deal = Deal((hands[0][0], hands[1][0]), seed % 2)
    state, _ = game.apply(game.start(Setup(FACES, mode, hands, deal.first)), {CHANCE: deal})
    moves: list[PlayerMove] = []
    while game.outcome(state) is None:
        moves.append(game.moves(state, state.to_move).sample(rng))
        state, _ = game.apply(state, {state.to_move: moves[-1]})
    return replay(write_record(Record(mode, hands, deal, tuple(moves), FACES)))


def with_names(names: Mapping[CardNo, str]) -> Catalogue:
    """Give the catalogue with some cards called otherwise."""
    return Catalogue([replace(card, name=names.get(card.number, card.name)) for card in CARDS])


def all_scenes(cards: Catalogue = CARDS, name: str = "Dockside") -> Iterator[Scene]:
    """Give a picture of every kind."""
    yield card_scene(cards[45])
    yield card_scene(cards[107])
    yield hand_scene(name, HAND, cards, ["130 is not a card of the set."])
    for text in (EXAMPLE, UNKNOWN):
        game = replay(text)
        yield game_scene(game, cards, (name, "White"))
        for at in (0, 2, None):
            yield position_scene(game, at, cards, (name, name))
    game = random_replay(3)
    yield game_scene(game, cards)
    yield position_scene(game, None, cards)


def few_scenes(cards: Catalogue, name: str) -> Iterator[Scene]:
    """Give one picture of each kind, small ones, where every example makes them anew."""
    yield card_scene(cards[45])
    yield hand_scene(name, (45, 84, 130), cards)
    game = replay(EXAMPLE)
    yield game_scene(game, cards, (name, name))
    yield position_scene(game, None, cards, (name, name))


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Give left, top, right and bottom of a shape; of words by their measured width."""
    match shape:
        case Box():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Disc():
            return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        case Outline():
            across, down = zip(*shape.points, strict=True)
            return min(across), min(down), max(across), max(down)
        case Text():
            return shape.left, shape.y - 0.72 * shape.size, shape.left + shape.width, shape.y


def holds(shape: Shape, x: float, y: float) -> bool:
    """Say whether a painted shape covers a point."""
    if isinstance(shape, Text) or shape.ink.fill is None:
        return False
    left, top, right, bottom = bounds(shape)
    if isinstance(shape, Disc):
        return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.radius**2
    return left <= x <= right and top <= y <= bottom


def under(scene: Scene, text: Text) -> Box | Disc | Outline:
    """Give what `text` is written on: the last painted before it that covers its middle."""
    left, top, right, bottom = bounds(text)
    x, y = (left + right) / 2, (top + bottom) / 2
    place = next(place for place, shape in enumerate(scene.shapes) if shape is text)
    for shape in reversed(scene.shapes[:place]):
        if not isinstance(shape, Text) and holds(shape, x, y):
            return shape
    raise AssertionError(f"{text.words} is written on nothing")


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours as WCAG 2 defines it, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
