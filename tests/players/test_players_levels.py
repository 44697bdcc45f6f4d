"""How long the levels think: by the games that they imagine, fewer where no game's own search imagines them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from collection.games.mudwater.game import Mudwater
from collection.games.protocol import Limit
from collection.games.registry import WRITTEN, written_game
from collection.games.written import begin
from collection.players.levels import LEVELS
from collection.players.programs import program


@pytest.mark.parametrize("name", WRITTEN)
def test_at_any_game_a_higher_level_imagines_more_and_the_highest_stays_within_a_second(name: str) -> None:
    budgets = [level.budget_at(written_game(name)) for level in LEVELS]
    for lower, higher in pairwise(budgets[:-1]):
        assert lower.iterations is not None
        assert higher.iterations is not None
        assert lower.iterations < higher.iterations
    assert budgets[-1].seconds is not None
    assert budgets[-1].seconds < 1


def test_mudwater_is_searched_by_its_own_search() -> None:
    assert [level.budget_at(Mudwater()) for level in LEVELS] == [level.budget for level in LEVELS]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_level_answers_alike_for_the_same_view_and_seed(name: str) -> None:
    game = written_game(name)
    state = begin(game, game.seats[0], {}).drawn(random.Random(3)).state
    seat = min(game.turn(state).must)  # type: ignore[union-attr]
    view = game.view(state, seat)
    one, other = (program("casual", game).choose(view, random.Random(7), Limit()) for _ in range(2))
    assert one == other
    assert game.fault(state, seat, one.move) is None
    assert one.thoughts is not None
    assert sum(option.visits for option in one.thoughts.options) == 25
