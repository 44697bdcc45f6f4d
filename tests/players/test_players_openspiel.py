"""OpenSpiel's search sits down at our table: legally, from its view alone, and for as long as it was told."""

from __future__ import annotations

import importlib.util
import random
from itertools import count

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.state import State
from collection.games.protocol import Limit
from collection.lab.arena import arena
from collection.lab.mudwater import mudwater_contest
from collection.players.openspiel import OpenSpielPlayer
from collection.players.programs import program
from tests.players.test_players_programs import retold

GAME = Mudwater()
INSTALLED = importlib.util.find_spec("pyspiel") is not None
needs_openspiel = pytest.mark.skipif(
    not INSTALLED, reason="needs OpenSpiel: pip install 'mudwater-collection[openspiel]'"
)
pytestmark = pytest.mark.filterwarnings("default")  # the libraries' own are theirs to mend


@pytest.mark.parametrize("name", ["", "0", "-1", "x", "1.5", "0s", "1e3", "١", "200 ", "5s5", "1" * 10, "[/b]"])
def test_a_budget_that_is_none_is_refused_with_how_to_give_one(name: str) -> None:
    with pytest.raises(NotUnderstood, match=r"openspiel:200 .* openspiel:0\.1s"):
        program(f"openspiel:{name}", GAME)


@pytest.mark.skipif(INSTALLED, reason="OpenSpiel is installed")
def test_without_openspiel_it_says_how_to_get_it() -> None:
    with pytest.raises(NotUnderstood, match=r"pip install 'mudwater-collection\[openspiel\]'"):
        program("openspiel:200", GAME)


@needs_openspiel
def test_another_game_is_refused() -> None:
    class Other(Mudwater):
        name = "other"

    with pytest.raises(NotUnderstood, match="not other"):
        program("openspiel:200", Other())


@needs_openspiel
def test_every_choice_is_legal_says_why_and_falls_by_the_seed(positions: list[State]) -> None:
    player = program("openspiel:20", GAME)
    assert player.name == "openspiel:20"
    assert not player.by_clock
    for number, state in enumerate(positions[::25]):
        view = GAME.view(state, state.to_move)
        choice = player.choose(view, random.Random(number), Limit())
        assert GAME.fault(state, state.to_move, choice.move) is None
        assert choice.remark.endswith("20 simulations.") or choice.remark == "The only legal move."
        assert player.choose(view, random.Random(number), Limit()) == choice


@needs_openspiel
def test_what_a_seat_cannot_see_does_not_change_its_choice(positions: list[State]) -> None:
    player, changed = program("openspiel:20", GAME), 0
    for number, state in enumerate(positions[3::25]):
        seat = state.to_move
        other = retold(state, seat, random.Random(number))
        changed += other != state
        chosen = [player.choose(GAME.view(one, seat), random.Random(number), Limit()) for one in (state, other)]
        assert chosen[0] == chosen[1]
    assert changed > 10


@needs_openspiel
def test_it_thinks_until_the_first_of_its_limits_is_up(positions: list[State]) -> None:
    ticks = count()  # the clock is first read at the beginning, then after every simulation but the first
    opening = GAME.view(positions[0], positions[0].to_move)
    by_clock = OpenSpielPlayer("openspiel:5s", GAME, Limit(seconds=5))
    by_count = OpenSpielPlayer("openspiel:9", GAME, Limit(iterations=9))
    asked = iter([False, False, False, True])
    assert by_clock.by_clock
    for player, limit, made in (
        (by_clock, Limit(clock=ticks.__next__), 6),
        (by_clock, Limit(clock=ticks.__next__, iterations=3), 3),
        (by_clock, Limit(clock=ticks.__next__, seconds=2), 3),
        (by_count, Limit(), 9),
        (by_count, Limit(iterations=4), 4),
        (by_count, Limit(iterations=40), 9),
        (by_count, Limit(seconds=0), 2),
        (by_count, Limit(cancelled=asked.__next__), 5),
    ):
        remark = player.choose(opening, random.Random(1), limit).remark
        assert remark.endswith(f" of {made} simulations.")


@needs_openspiel
def test_it_beats_random_play_in_the_arena(catalogue: Catalogue) -> None:
    report = arena(mudwater_contest(catalogue, ["openspiel:30", "random"]), 6, seed=1)
    assert report.wins + report.draws >= 5


@needs_openspiel
@pytest.mark.slow
def test_its_budget_makes_it_stronger(catalogue: Catalogue) -> None:
    report = arena(mudwater_contest(catalogue, ["openspiel:400", "openspiel:20"]), 60, seed=1)
    assert report.score > 0.6
