"""The searching player: from a view alone, within its limits, saying what it found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.data import load_catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Pass
from collection.games.mudwater.state import Faces, Mode, State
from collection.games.protocol import CHANCE, AnyGame, Choice, Limit, Over, SearchedGame, Thoughts
from collection.lab.mudwater import RandomHands
from collection.players.programs import program
from collection.players.search import SearchPlayer
from tests.players.test_players_programs import retold

GAME = Mudwater()
START = RandomHands(GAME, load_catalogue())


class AnyMudwater:
    """Mudwater without a search of its own: what is asked of it goes to the rules, except for that."""

    def __getattr__(self, name: str) -> object:
        if name == "search":
            raise AttributeError(name)
        return getattr(GAME, name)


def any_game() -> AnyGame:
    game: AnyGame = AnyMudwater()  # type: ignore[assignment]
    assert not isinstance(game, SearchedGame)
    return game


def at(seed: int, plies: int) -> State:
    """A position of a random game, before its end."""
    rng = random.Random(seed)
    state = START(rng)
    state, _ = GAME.apply(state, {CHANCE: GAME.turn(state).sample(rng)})  # type: ignore[union-attr]
    for _ in range(plies):
        after, _ = GAME.apply(state, {state.to_move: GAME.moves(state, state.to_move).sample(rng)})
        if isinstance(GAME.turn(after), Over):
            return state
        state = after
    return state


@pytest.mark.parametrize("game", [GAME, any_game()], ids=["kernel", "any game"])
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 14), iterations=st.integers(1, 12))
def test_what_a_seat_cannot_see_does_not_change_what_it_thinks(
    game: AnyGame, seed: int, plies: int, iterations: int
) -> None:
    state = at(seed, plies)
    seat = state.to_move
    other = retold(state, seat, random.Random(seed))
    player = SearchPlayer("test", game, Limit(iterations=iterations))
    one, two = (player.choose(GAME.view(known, seat), random.Random(seed), Limit()) for known in (state, other))
    assert one == two
    assert GAME.fault(state, seat, one.move) is None


@pytest.mark.parametrize("game", [GAME, any_game()], ids=["kernel", "any game"])
def test_it_says_how_often_each_move_was_tried_and_won(game: AnyGame) -> None:
    view = GAME.view(at(1, 4), at(1, 4).to_move)
    choice: Choice[object] = SearchPlayer("test", game, Limit(iterations=60)).choose(view, random.Random(1), Limit())
    thoughts = choice.thoughts
    assert thoughts is not None
    assert sum(option.visits for option in thoughts.options) == 60
    assert choice.move == thoughts.options[0].move
    assert [option.visits for option in thoughts.options] == sorted((o.visits for o in thoughts.options), reverse=True)
    assert all(0 <= option.chance <= 1 for option in thoughts.options)
    assert 0 <= thoughts.low <= thoughts.chance <= thoughts.high <= 1
    assert choice.remark == f"Gives itself {thoughts.chance:.0%}, by {thoughts.options[0].visits} imagined games."


def ticking(step: float) -> Callable[[], float]:
    ticks: Iterator[int] = count()
    return lambda: next(ticks) * step


def test_it_stops_at_the_first_limit_that_is_reached() -> None:
    view = GAME.view(at(1, 4), at(1, 4).to_move)
    player = SearchPlayer("test", GAME, Limit(seconds=1.0, iterations=5_000))
    looks = count()

    def visits(limit: Limit) -> int:
        thoughts = player.choose(view, random.Random(1), limit).thoughts
        assert thoughts is not None
        return sum(option.visits for option in thoughts.options)

    stopped = ticking(0)
    assert visits(Limit(clock=stopped)) == 5_000
    assert visits(Limit(iterations=70, clock=stopped)) == 70
    assert visits(Limit(clock=ticking(0.3))) < 100
    assert visits(Limit(seconds=0.0, clock=ticking(0.001))) == 8
    assert visits(Limit(cancelled=lambda: next(looks) >= 3, clock=ticking(0.004))) < 100
    assert next(looks) == 4


@pytest.mark.parametrize("name", ["search:3000", "alphabeta:d2x60", "alphabeta:0.9s"])
def test_who_listens_hears_every_tenth_of_a_second_what_it_has_so_far(name: str) -> None:
    """By a clock that ticks a hundredth of a second at each look, so that what is heard is the same everywhere."""
    view = GAME.view(at(1, 4), at(1, 4).to_move)
    heard: list[Thoughts[Any]] = []
    moments: list[float] = []
    clock = ticking(0.01)

    def telling() -> float:
        moments.append(clock())
        return moments[-1]

    def report(thoughts: Thoughts[Any]) -> None:
        heard.append(thoughts)
        reported.append(moments[-1])

    reported: list[float] = []
    choice = program(name, GAME).choose(view, random.Random(1), Limit(clock=telling, report=report))
    assert len(heard) > 2
    gaps = [later - sooner for sooner, later in pairwise(reported)]
    assert all(0.099 <= gap <= 0.131 for gap in gaps)
    for thoughts in heard:
        assert thoughts.chance == thoughts.options[0].chance
        assert thoughts.low <= thoughts.chance <= thoughts.high
        assert all(GAME.fault(at(1, 4), view.seat, option.move) is None for option in thoughts.options)
    looked_into = [sum(option.visits for option in thoughts.options) for thoughts in heard]
    if name != "alphabeta:0.9s":  # which begins anew a move deeper
        assert looked_into == sorted(looked_into)
        assert looked_into[0] < looked_into[-1]
    assert choice.thoughts is not None


@pytest.mark.parametrize("name", ["search:400", "alphabeta:d2x20"])
def test_whoever_listens_the_choice_is_the_same(name: str) -> None:
    view = GAME.view(at(1, 4), at(1, 4).to_move)
    heard: list[object] = []
    alone = program(name, GAME).choose(view, random.Random(1), Limit())
    overheard = program(name, GAME).choose(view, random.Random(1), Limit(clock=ticking(0.06), report=heard.append))
    assert alone == overheard
    assert heard


@pytest.mark.parametrize("name", ["master", "alphabeta:1s"])
def test_what_the_listener_raises_comes_out(name: str) -> None:
    view = GAME.view(at(1, 4), at(1, 4).to_move)

    def broken(_thoughts: object) -> None:
        raise LookupError("nobody listens")

    with pytest.raises(LookupError, match="nobody listens"):
        program(name, GAME).choose(view, random.Random(1), Limit(clock=ticking(0.06), report=broken))


def test_a_search_without_any_limit_is_refused() -> None:
    view = GAME.view(at(1, 4), at(1, 4).to_move)
    with pytest.raises(ValueError, match="needs a limit"):
        SearchPlayer("test", GAME, Limit()).choose(view, random.Random(1), Limit())


def test_told_to_stop_it_stops_within_a_hundredth_of_a_second() -> None:
    """Whatever the pace: the portions between two looks are cut to the clock."""
    import time

    view = GAME.view(at(1, 0), at(1, 0).to_move)
    looks: list[float] = []

    def cancelled() -> bool:
        looks.append(time.perf_counter())
        return len(looks) > 20

    SearchPlayer("test", GAME, Limit()).choose(view, random.Random(1), Limit(cancelled=cancelled))
    gaps = sorted(later - sooner for sooner, later in pairwise(looks))
    assert gaps[len(gaps) // 2] < 0.01


def test_where_there_is_one_move_it_does_not_think() -> None:
    """Hands without Levels I and II: a rock each, and then nothing but to pass (ruling 17's case in the rules page)."""
    faces = Faces.of(load_catalogue())
    high = [number for number, face in faces.items() if face.level > 2]
    state = GAME.start(Setup(faces, Mode.STANDARD, (tuple(high[:14]), tuple(high[14:28])), 0))
    state, _ = GAME.apply(state, {CHANCE: GAME.turn(state).sample(random.Random(1))})  # type: ignore[union-attr]
    for seat in (0, 1):
        state, _ = GAME.apply(state, {seat: next(iter(GAME.moves(state, seat)))})
    choice = program("master", GAME).choose(GAME.view(state, 0), random.Random(1), Limit(clock=ticking(0.1)))
    assert choice == Choice(Pass(), "The only legal move.")


def test_by_the_clock_it_goes_on_from_what_it_thought_a_turn_earlier() -> None:
    grown = 0
    for seed in range(8):
        state = at(seed, 4)
        seat, player = state.to_move, SearchPlayer("test", GAME, Limit(seconds=9.0, iterations=3_000))
        choice = player.choose(GAME.view(state, seat), random.Random(1), Limit())
        state, _ = GAME.apply(state, {seat: choice.move})
        answer = program("greedy", GAME).choose(GAME.view(state, 1 - seat), random.Random(2), Limit()).move
        state, _ = GAME.apply(state, {1 - seat: answer})
        again = player.choose(GAME.view(state, seat), random.Random(3), Limit(iterations=1))
        afresh = SearchPlayer("test", GAME, Limit(iterations=1)).choose(
            GAME.view(state, seat), random.Random(3), Limit()
        )
        assert again.thoughts is not None
        assert afresh.thoughts is not None
        assert GAME.fault(state, seat, again.move) is None
        grown += sum(o.visits for o in again.thoughts.options) > sum(o.visits for o in afresh.thoughts.options)
    assert grown > 4


@pytest.mark.parametrize(
    "name", ["search:", "search:0", "search:0s", "search:-1", "search:1.5", "search:1e3", "search:٣"]
)
def test_a_budget_that_says_nothing_is_refused(name: str) -> None:
    with pytest.raises(NotUnderstood, match="how long to search"):
        program(name, GAME)


def test_a_search_is_called_by_its_budget() -> None:
    assert program("search:200", GAME).name == "search:200"
    assert not program("search:200", GAME).by_clock
    assert program("search:0.1s", GAME).by_clock


def wins_at_once(state: State, move: object) -> bool:
    outcome = GAME.outcome(GAME.apply(state, {state.to_move: move})[0])  # type: ignore[dict-item]
    return outcome is not None and state.to_move in outcome.winners


@pytest.mark.parametrize("game", [GAME, any_game()], ids=["kernel", "any game"])
def test_a_win_that_is_there_for_the_taking_is_taken(game: AnyGame) -> None:
    taken = 0
    for seed in range(400):
        states = (at(seed, plies) for plies in range(9, 20, 2))
        state = next((state for state in states if sum(square is None for square in state.board) == 1), None)
        if state is None:
            continue
        winning = [move for move in GAME.moves(state, state.to_move) if wins_at_once(state, move)]
        if not winning or len(winning) == len(GAME.moves(state, state.to_move)):
            continue
        player = SearchPlayer("test", game, Limit(iterations=600))
        choice = player.choose(GAME.view(state, state.to_move), random.Random(seed), Limit())
        thoughts = choice.thoughts
        assert thoughts is not None
        # Where another move wins as surely a little later, that will do.
        assert choice.move in winning or thoughts.low > 0.9
        taken += 1
        if taken == 8:
            return
    raise AssertionError("too few positions with a win at once")
