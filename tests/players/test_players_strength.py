"""How strong the programs are: floors, over deals that are played twice with the players exchanged."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise

import pytest

from collection.catalogue.data import load_catalogue
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.state import State
from collection.games.protocol import Limit
from collection.lab.arena import Contest, arena
from collection.lab.mudwater import RandomHands, mudwater_contest
from collection.players.beliefs import SeenCards
from collection.players.programs import NAMES
from collection.players.search import SearchPlayer

GAME = Mudwater()

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_200)]


def score(one: str, other: str, games: int) -> float:
    report = arena(mudwater_contest(load_catalogue(), (one, other)), games, seed=1)
    print(f"{one} against {other}: {report.score:.3f} ({report.low:.3f} to {report.high:.3f}), {report.games} games")
    return report.score


@pytest.mark.parametrize(
    ("one", "other", "games", "floor"),
    [
        ("greedy", "random", 1_000, 0.95),
        ("search:200", "greedy", 1_000, 0.72),
        ("search:1000", "greedy", 1_000, 0.82),
        ("search:0.1s", "greedy", 200, 0.80),
        ("search:0.1s", "alphabeta:0.1s", 200, 0.50),
    ],
)
def test_a_program_reaches_its_floor(one: str, other: str, games: int, floor: float) -> None:
    """By the clock there are few games, and a floor below what many games on an idle machine give."""
    assert score(one, other, games) >= floor


class TheDeal:
    """Begins every game with the same two hands."""

    def __init__(self) -> None:
        self.state = RandomHands(GAME, load_catalogue())(random.Random(3))

    def __call__(self, rng: random.Random) -> State:
        return self.state


def test_to_know_the_rivals_hand_makes_a_search_stronger() -> None:
    deal = TheDeal()
    hands = [SeenCards(side.hand) for side in deal.state.sides]
    knowing, guessing = (
        partial(SearchPlayer, "search", GAME, Limit(iterations=200), believe)
        for believe in (lambda view: hands[1 - view.seat](view), None)
    )
    report = arena(Contest(GAME, deal, (knowing, guessing)), 400, seed=1)
    print(f"knowing against guessing: {report.score:.3f} ({report.low:.3f} to {report.high:.3f})")
    assert report.score > 0.55


@pytest.mark.parametrize(("weaker", "stronger"), [*pairwise(name for name in NAMES if name != "master")])
def test_each_level_is_stronger_than_the_one_before(weaker: str, stronger: str) -> None:
    assert score(stronger, weaker, 600) > 0.53


def test_the_master_is_stronger_than_the_strong() -> None:
    assert score("master", "strong", 60) > 0.5
