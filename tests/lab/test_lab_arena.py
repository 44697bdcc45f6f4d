"""The arena plays as many games as it says, on equal terms, and says how sure it is."""

from __future__ import annotations

import random
from typing import Any

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import IllegalMove, NotUnderstood
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.moves import Pass
from collection.games.protocol import Choice, Limit
from collection.lab.arena import arena, wilson
from collection.lab.mudwater import mudwater_arena, random_hands
from collection.players.programs import program
from collection.players.random import RandomPlayer


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def test_greedy_beats_random_in_at_least_95_of_100_games(catalogue: Catalogue) -> None:
    report = mudwater_arena(catalogue, ["greedy", "random"], 400, seed=1)
    assert report.players == ("greedy", "random")
    assert report.score >= 0.95
    assert report.low > 0.9


def test_the_other_side_of_a_report_is_its_mirror(catalogue: Catalogue) -> None:
    report = mudwater_arena(catalogue, ["random", "greedy"], 60, seed=1)
    assert report.score < 0.2
    assert report.wins + report.draws + report.losses == 60


@pytest.mark.parametrize("games", [1, 2, 7])
def test_an_odd_number_of_games_is_played_all_the_same(catalogue: Catalogue, games: int) -> None:
    report = mudwater_arena(catalogue, ["random", "random"], games, seed=3)
    assert report.games == report.wins + report.draws + report.losses == games
    assert report.score == (report.wins + report.draws / 2) / games
    assert 0 <= report.low <= report.score <= report.high <= 1


def test_a_seed_repeats_a_report_and_another_seed_does_not(catalogue: Catalogue) -> None:
    first, again, other = (mudwater_arena(catalogue, ["greedy", "random"], 40, seed) for seed in (5, 5, 6))
    assert first == again
    games = [mudwater_arena(catalogue, ["random", "random"], 60, seed).wins for seed in range(4)]
    assert len(set(games)) > 1
    assert other.games == first.games


class Diary:
    """A random player that writes down what it is dealt."""

    name = "diary"

    def __init__(self, game: Mudwater) -> None:
        self.player = RandomPlayer(game)
        self.dealt: list[tuple[int, frozenset[int], int]] = []

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        mine = view.known.sides[view.seat]
        if mine.size == 13:
            self.dealt.append((view.seat, mine.hand, mine.ante))
        return self.player.choose(view, rng, limit)


def test_each_deal_is_played_twice_with_hands_and_seats_swapped(catalogue: Catalogue) -> None:
    game = Mudwater()
    one, two = Diary(game), Diary(game)
    arena(game, random_hands(game, catalogue), [one, two], 6, seed=2)
    assert [seat for seat, _, _ in one.dealt] == [0, 1, 0, 1, 0, 1]
    for pair in range(0, 6, 2):
        assert one.dealt[pair] == two.dealt[pair + 1]
        assert two.dealt[pair] == one.dealt[pair + 1]
        assert one.dealt[pair][1] != two.dealt[pair][1]
    assert one.dealt[0][1] != one.dealt[2][1]


class Stubborn:
    """A player that passes when it may not."""

    name = "stubborn"

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        return Choice(Pass())


def test_a_player_that_breaks_the_rules_is_named(catalogue: Catalogue) -> None:
    game = Mudwater()
    with pytest.raises(IllegalMove, match="stubborn"):
        arena(game, random_hands(game, catalogue), [Stubborn(), program("random", game)], 1, seed=2)


@pytest.mark.parametrize(("players", "games"), [(["greedy"], 4), (["greedy"] * 3, 4), (["greedy", "random"], 0)])
def test_what_cannot_be_measured_is_said(catalogue: Catalogue, players: list[str], games: int) -> None:
    with pytest.raises(NotUnderstood):
        mudwater_arena(catalogue, players, games, seed=1)


def test_the_interval_is_wilsons() -> None:
    # Known values: 50 of 100 and 0 of 10, to four places.
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


@pytest.mark.slow
def test_greedy_stays_above_95_percent_over_many_games(catalogue: Catalogue) -> None:
    assert mudwater_arena(catalogue, ["greedy", "random"], 4000, seed=11).low > 0.95
