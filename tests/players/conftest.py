"""The whole set, and games in progress that rest on it."""

from __future__ import annotations

import random

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.games.mudwater.game import DrawOfAntes, Mudwater
from collection.games.mudwater.state import State
from collection.games.protocol import CHANCE, Over
from collection.lab.mudwater import RandomHands


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="session")
def positions(catalogue: Catalogue) -> list[State]:
    """Every position of forty random games in which a seat is to move."""
    game, found = Mudwater(), list[State]()
    for seed in range(40):
        rng = random.Random(seed)
        state = RandomHands(game, catalogue)(rng)
        draw = game.turn(state)
        assert isinstance(draw, DrawOfAntes)
        state, _ = game.apply(state, {CHANCE: draw.sample(rng)})
        while not isinstance(game.turn(state), Over):
            found.append(state)
            seat = state.to_move
            state, _ = game.apply(state, {seat: game.moves(state, seat).sample(rng)})
    return found
