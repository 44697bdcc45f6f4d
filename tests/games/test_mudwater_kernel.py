"""The kernel plays by the same rules as the clear ones, move by move, and the same compiled as it stands."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from collection.catalogue.card import Family, Level
from collection.catalogue.data import load_catalogue
from collection.games.mudwater import integers, kernel
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.integers import hand_cells, laid_out
from collection.games.mudwater.moves import PlayerMove
from collection.games.mudwater.state import Face, Faces, Mode, State
from collection.games.protocol import CHANCE, Over
from collection.hands.dealing import draw_hand

SOURCE = Path(integers.__file__).with_name("kernel.py")
GAME = Mudwater()
CATALOGUE = load_catalogue()
OWNED = {card.number: 1 for card in CATALOGUE}


def from_source() -> ModuleType:
    """The kernel as plain Python, whatever lies compiled beside it."""
    spec = importlib.util.spec_from_file_location("kernel_as_it_stands", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


AS_IT_STANDS = from_source()
BOTH = pytest.mark.parametrize("core", [kernel, AS_IT_STANDS], ids=["installed", "as it stands"])


def narrow_faces(rng: random.Random) -> Faces:
    """Cards of any Level with edges 1 to 3, so that numbers and Levels meet in every way."""
    levels, families = list(Level), list(Family)

    def face() -> Face:
        north, east, south, west = rng.choices((1, 2, 3), k=4)
        return Face(rng.choice(levels), rng.choice(families), (north, east, south, west))

    return Faces({number: face() for number in range(1, 121)})


def start(rng: random.Random, mode: Mode, narrow: bool = False) -> State:
    """A game with its antes drawn: hands as people build them, or any cards at all."""
    if narrow:
        faces = narrow_faces(rng)
        hands = (tuple(rng.sample(range(1, 121), 14)), tuple(rng.sample(range(1, 121), 14)))
    else:
        faces = Faces.of(CATALOGUE)
        hands = (draw_hand(CATALOGUE, OWNED, rng), draw_hand(CATALOGUE, OWNED, rng))
    state = GAME.start(Setup(faces, mode, hands))
    turn: Any = GAME.turn(state)
    return GAME.apply(state, {CHANCE: turn.sample(rng)})[0]


def played(rng: random.Random, state: State) -> Iterator[State]:
    """The states of a random game, the last one over."""
    yield state
    while not isinstance(GAME.turn(state), Over):
        move = GAME.moves(state, state.to_move).sample(rng)
        state, _ = GAME.apply(state, {state.to_move: move})
        yield state


def gains_by_the_rules(state: State) -> dict[PlayerMove, int]:
    seat = state.to_move
    before = GAME.standing(state, seat)
    after = {move: GAME.apply(state, {seat: move})[0] for move in GAME.moves(state, seat)}
    return {move: int(GAME.standing(then, seat) - before) for move, then in after.items()}


def compare_a_game(core: ModuleType, rng: random.Random, mode: Mode, narrow: bool, gains: bool) -> None:
    """Play one random game by both, asking after every move whether they agree."""
    state = start(rng, mode, narrow)
    game, slots = laid_out(state)
    while not isinstance(GAME.turn(state), Over):
        seat = state.to_move
        legal = {slots.move(code): gain for code, gain in core.moves(game).items()}
        assert legal.keys() == set(GAME.moves(state, seat))
        if gains:
            assert legal == gains_by_the_rules(state)
        move = GAME.moves(state, seat).sample(rng)
        state, events = GAME.apply(state, {seat: move})
        assert core.apply(game, slots.code(seat, move)) == sum(event.kind == "captured" for event in events)
        again, _ = laid_out(state)
        assert core.laid(game) == core.laid(again)
        assert core.moves(game).keys() == core.moves(again).keys()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert core.moves(game) == {}
    assert core.play_out(game, core.RANDOM, core.RANDOM, 1) == outcome.points


@BOTH
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("narrow", [False, True], ids=["catalogue", "narrow"])
def test_kernel_and_rules_agree_on_every_move_capture_and_result(core: ModuleType, mode: Mode, narrow: bool) -> None:
    rng = random.Random(f"{mode}/{narrow}")
    for number in range(50):
        compare_a_game(core, rng, mode, narrow, gains=number % 10 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(100))
def test_kernel_and_rules_agree_over_a_hundred_thousand_games(chunk: int) -> None:
    rng = random.Random(f"chunk {chunk}")
    for number in range(1_000):
        mode = (Mode.STANDARD, Mode.ADVANCED)[number % 2]
        compare_a_game(kernel, rng, mode, narrow=number % 4 > 1, gains=number % 50 == 0)


def positions(count: int) -> list[array[int]]:
    """Positions from all over random games in both modes."""
    rng = random.Random(11)
    found: list[array[int]] = []
    while len(found) < count:
        states = list(played(rng, start(rng, rng.choice(list(Mode)), rng.random() < 0.5)))
        found.append(laid_out(rng.choice(states[:-1]))[0])
    return found


def test_both_ways_of_running_it_give_the_same_to_the_last_bit() -> None:
    for number, game in enumerate(positions(12)):
        for policies in ((1, 1), (0, 0), (3, 0), (1, 5)):
            one, other = (core.play_many(game, 20, *policies, number) for core in (kernel, AS_IT_STANDS))
            assert one == other
            assert kernel.play_out(game, *policies, number) == AS_IT_STANDS.play_out(game, *policies, number)
        copies = array("q", game), array("q", game)
        while moves := kernel.moves(copies[0]):
            assert list(moves.items()) == list(AS_IT_STANDS.moves(copies[1]).items())
            code = kernel.choose(copies[0], number % 4, len(moves))
            assert code == AS_IT_STANDS.choose(copies[1], number % 4, len(moves))
            assert kernel.apply(copies[0], code) == AS_IT_STANDS.apply(copies[1], code)
            assert copies[0] == copies[1]


@BOTH
def test_a_compiled_kernel_was_compiled_from_the_source_as_it_is(core: ModuleType) -> None:
    path = Path(core.__file__ or "")
    assert (path.suffix != ".py") == core.COMPILED
    assert path.stat().st_mtime >= SOURCE.stat().st_mtime, "kernel.py was edited: python3 .do.py builds it anew"


@BOTH
def test_a_random_move_is_any_of_the_legal_ones_as_likely_as_the_others(core: ModuleType) -> None:
    for game in positions(6):
        moves = core.moves(game)
        drawn = Counter(core.choose(game, core.RANDOM, seed) for seed in range(60 * len(moves)))
        assert drawn.keys() == moves.keys()
        # 60 expected of each: five standard deviations to either side.
        assert 20 < min(drawn.values()) <= max(drawn.values()) < 100


@BOTH
def test_the_greedy_move_is_any_of_those_of_greatest_gain(core: ModuleType) -> None:
    for game in positions(6):
        moves = core.moves(game)
        greatest = {move for move, gain in moves.items() if gain == max(moves.values())}
        drawn = Counter(core.choose(game, core.GREEDY, seed) for seed in range(30 * len(greatest)))
        assert drawn.keys() == greatest
        assert max(drawn.values()) < 30 + 5 * 30**0.5 + 5


@BOTH
def test_more_samples_gain_more(core: ModuleType) -> None:
    gained = Counter[int]()
    for game in positions(30):
        moves = core.moves(game)
        for looks in (1, 3, 9):
            gained[looks] += sum(moves[core.choose(game, looks, seed)] for seed in range(20))
    assert gained[1] < gained[3] < gained[9]


@BOTH
def test_playing_out_leaves_the_game_as_it_is_and_a_seed_repeats_it(core: ModuleType) -> None:
    for number in range(3):
        game, _ = laid_out(start(random.Random(number), Mode.STANDARD))
        before = array("q", game)
        results = [core.play_many(game, 40, core.RANDOM, core.RANDOM, seed) for seed in (1, 1, 2, 3)]
        core.play_out(game, core.RANDOM, core.RANDOM, 1)
        assert game == before
        assert results[0] == results[1]
        assert all(sum(result) == 40 for result in results)
        assert len(set(results)) > 1


def test_greedy_beats_random_as_the_clear_players_do() -> None:
    games = [laid_out(start(random.Random(seed), Mode.STANDARD))[0] for seed in range(40)]
    results = [kernel.play_many(game, 20, kernel.GREEDY, kernel.RANDOM, seed) for seed, game in enumerate(games)]
    assert sum(wins + draws / 2 for wins, draws, _ in results) > 0.93 * 800


def series(core: ModuleType, hand: array[int], rivals: array[int], number: int, advanced: bool = False) -> array[int]:
    tally = array("q", [0]) * kernel.TALLY_CELLS
    core.play_series(hand, rivals, number, number % 4, core.GREEDY, 7, advanced, tally)
    return tally


def hands(count: int) -> list[array[int]]:
    rng = random.Random(5)
    return [hand_cells(Faces.of(CATALOGUE), draw_hand(CATALOGUE, OWNED, rng)) for _ in range(count)]


def end_to_end(rivals: list[array[int]]) -> array[int]:
    return array("q", b"".join(rival.tobytes() for rival in rivals))


def test_a_series_adds_up_and_is_the_same_both_ways() -> None:
    hand, *rivals = hands(33)
    tally = series(kernel, hand, end_to_end(rivals), 0, advanced=True)
    assert tally == series(AS_IT_STANDS, hand, end_to_end(rivals), 0, advanced=True)
    assert tally != series(kernel, hand, end_to_end(rivals), 32, advanced=True)
    assert sum(tally[:3]) == 32
    assert sum(tally[3::3]) == 32 * 13
    assert all(tally[at + 1] + tally[at + 2] <= tally[at] for at in range(3, 45, 3))
    assert list(series(kernel, hand, array("q"), 0)) == [0] * kernel.TALLY_CELLS


def test_a_series_in_parts_is_the_series_at_once() -> None:
    hand, *rivals = hands(12)
    parts = series(kernel, hand, end_to_end(rivals[:5]), 0), series(kernel, hand, end_to_end(rivals[5:]), 5)
    whole = series(kernel, hand, end_to_end(rivals), 0)
    assert [one + other for one, other in zip(*parts, strict=True)] == list(whole)


def test_a_hand_against_itself_is_favoured_neither_way() -> None:
    (hand,) = hands(1)
    tally = series(kernel, hand, hand * 2_000, 0)
    assert 0.45 < (tally[0] + tally[1] / 2) / 2_000 < 0.55


@BOTH
@pytest.mark.parametrize("game", [array("q"), array("q", [0] * 100)])
def test_what_is_no_game_is_refused(core: ModuleType, game: array[int]) -> None:
    with pytest.raises(ValueError, match="cells"):
        core.moves(game)
    with pytest.raises(ValueError, match="cells"):
        core.play_many(game, 1, 0, 0, 0)


@BOTH
def test_what_is_no_move_and_no_hand_is_refused(core: ModuleType) -> None:
    (game,) = positions(1)
    legal = core.moves(game)
    for code in range(-1, kernel.PASS + 2):
        if code not in legal:
            with pytest.raises(ValueError, match="not a legal move"):
                core.apply(game, code)
    assert core.moves(game) == legal
    (hand,) = hands(1)
    tally = array("q", [0]) * core.TALLY_CELLS
    backwards = array("q", [cell for at in range(104, -8, -8) for cell in hand[at : at + 8]])
    for bad in (hand[:-1], backwards):
        with pytest.raises(ValueError, match="14 faces"):
            core.play_series(bad, hand, 0, 0, 0, 0, False, tally)
        with pytest.raises(ValueError, match="14 faces"):
            core.play_series(hand, bad, 0, 0, 0, 0, False, tally)


def test_a_view_is_not_laid_out_as_if_everything_were_known() -> None:
    state = start(random.Random(1), Mode.STANDARD)
    with pytest.raises(ValueError, match="14 cards"):
        laid_out(GAME.view(state, 0).known)


@pytest.mark.slow
@pytest.mark.skipif(not kernel.COMPILED, reason="ten million games take minutes where the kernel is not compiled")
def test_ten_million_random_games_need_no_more_memory_than_one() -> None:
    state = start(random.Random(1), Mode.STANDARD)
    cells = laid_out(state)[0].tolist()
    script = (
        "import resource; from array import array; from collection.games.mudwater import kernel;"
        f"print(sum(kernel.play_many(array('q', {cells}), 10_000_000, kernel.RANDOM, kernel.RANDOM, 1)),"
        " resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    told = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    games, kilobytes = map(int, told.split())
    assert games == 10_000_000
    assert kilobytes < 200_000
