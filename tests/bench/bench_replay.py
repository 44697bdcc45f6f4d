"""Replaying a thousand records, against what the YAML library's C loader alone needs to read them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import yaml

from collection.catalogue.data import load_catalogue
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Deal, Pass, Play
from collection.games.mudwater.record import Record, replay, write_record
from collection.games.mudwater.state import Faces, Mode
from collection.games.protocol import CHANCE, Over, Seats
from tests.bench.measure import Ratio, compare, seconds

RECORDS = 1_000


def random_record(faces: Faces, rng: random.Random) -> str:
    """Play one game at random and write it down, cards included."""
    game = Mudwater()
    hands = (tuple(rng.sample(sorted(faces), 14)), tuple(rng.sample(sorted(faces), 14)))
    state = game.start(Setup(faces, Mode.STANDARD, hands, None))
    deal: Deal | None = None
    moves: list[Play | Pass] = []
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Seats):
            (seat,) = turn.must
            move = game.moves(state, seat).sample(rng)
            assert not isinstance(move, Deal)
            moves.append(move)
            state, _ = game.apply(state, {seat: move})
        else:
            dealt = turn.sample(rng)
            assert isinstance(dealt, Deal)
            deal = dealt
            state, _ = game.apply(state, {CHANCE: dealt})
    assert deal is not None
    return write_record(Record(Mode.STANDARD, hands, deal, tuple(moves), faces), game.outcome(state))


def ratios() -> Iterator[Ratio]:
    """A thousand records replayed, over a thousand records read by the C loader."""
    faces = Faces.of(load_catalogue())
    rng = random.Random(7)
    texts = [random_record(faces, rng) for _ in range(RECORDS)]

    def replay_all() -> None:
        for text in texts:
            replay(text, faces)

    def load_all() -> None:
        for text in texts:
            yaml.load(text, yaml.CBaseLoader)

    yield compare(
        f"replay of {RECORDS:,} records / reading their YAML",
        lambda: seconds(replay_all),
        lambda: seconds(load_all),
        bound=5,
        rounds=5,
    )
