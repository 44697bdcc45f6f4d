"""Mudwater passes OpenSpiel's own tests of a game, and its algorithms play it."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from typing import Any

import pytest

from collection.catalogue.data import load_catalogue
from collection.errors import HandRefused, NotUnderstood
from collection.games.mudwater import actions
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Deal
from collection.games.mudwater.state import Faces, Mode, State
from collection.games.protocol import CHANCE, Over

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'mudwater-collection[openspiel]'")

from collection.games.mudwater import openspiel  # noqa: E402 - importing it needs OpenSpiel

pytestmark = pytest.mark.filterwarnings("default")  # the libraries' own are theirs to mend

GAME = Mudwater()
FACES = Faces.of(load_catalogue())
BLACK = "3 11 14 16 20 27 33 41 52 64 77 85 101 118"
WHITE = "1 2 9 12 30 44 47 58 60 73 90 99 107 120"
STRINGS = [
    "python_mudwater",
    "python_mudwater(mode=advanced,first=white)",
    f"python_mudwater(black={BLACK},white={WHITE},mode=advanced)",
    f"python_mudwater(black={BLACK},first=black)",
]


def states(game: Any, rng: random.Random) -> Iterator[Any]:
    """The states of a random game, chance among them."""
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def late_position(in_hand: int) -> State:
    """A random game with one empty square left, and so many cards in hand, counted together."""
    for seed in range(1_000):
        rng = random.Random(seed)
        hands = tuple(sorted(rng.sample(range(1, 121), 14))), tuple(sorted(rng.sample(range(1, 121), 14)))
        state = GAME.start(Setup(FACES, Mode.ADVANCED, hands))
        state, _ = GAME.apply(state, {CHANCE: Deal((hands[0][0], hands[1][0]), 0)})
        while not isinstance(GAME.turn(state), Over):
            if state.board.count(None) == 1 and state.sides[0].size + state.sides[1].size == in_hand:
                return state
            state, _ = GAME.apply(state, {state.to_move: GAME.moves(state, state.to_move).sample(rng)})
    raise AssertionError("no such game")


def nodes(state: State) -> tuple[int, int]:
    """How many positions to move in, and how many ends, the rest of a game has by the clear rules."""
    if isinstance(GAME.turn(state), Over):
        return 0, 1
    below = [nodes(GAME.apply(state, {state.to_move: move})[0]) for move in GAME.moves(state, state.to_move)]
    return 1 + sum(playable for playable, _ in below), sum(ends for _, ends in below)


# --- OpenSpiel's own tests --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("string", STRINGS)
def test_it_passes_the_random_simulations_of_openspiel(string: str) -> None:
    game = pyspiel.load_game(string)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def api_test() -> Any:
    """The tests that OpenSpiel holds every game against, as its wheel has them."""
    return pytest.importorskip("open_spiel.integration_tests.api_test", reason="this OpenSpiel ships no API test")


def run(base: Any, **about: Any) -> int:
    """Run the tests of one of its classes for our game; give how many there were."""
    import unittest

    tests = unittest.defaultTestLoader.loadTestsFromTestCase(type("Mudwater", (base,), about))
    result = unittest.TestResult()
    tests.run(result)
    assert not result.errors
    assert not result.failures
    assert not result.skipped
    return result.testsRun


@pytest.mark.parametrize("string", STRINGS)
def test_it_passes_the_api_test_of_openspiel(string: str) -> None:
    game = pyspiel.load_game(string)
    assert run(api_test().EnforceAPIOnPartialTreeBase, game=game, game_name=openspiel.NAME) >= 5


def test_it_passes_the_api_test_over_the_whole_tree_of_an_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    position, api = late_position(9), api_test()
    playable, ends = nodes(position)
    assert playable > 20
    monkeypatch.setitem(api.TOTAL_NUM_STATES, "ending", (0, playable, ends))
    monkeypatch.setitem(api.PERFECT_RECALL_NUM_STATES, "ending", information_sets(position))
    game = openspiel.MudwaterGame.at(position)
    assert run(api.EnforceAPIOnFullTreeBase, game=game, game_name="ending") >= 8


def information_sets(position: State) -> int:
    """How many views with their histories the seats to move have, by the clear rules."""
    found = set[object]()

    def search(state: State, told: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        if isinstance(GAME.turn(state), Over):
            return
        seat = state.to_move
        found.add((seat, told[seat]))
        for move in GAME.moves(state, seat):
            written = GAME.write(move)
            hidden = written.split("~")[0] + "~" if "~" in written else written
            mine, theirs = (*told[seat], written), (*told[1 - seat], hidden)
            search(GAME.apply(state, {seat: move})[0], (mine, theirs) if seat == 0 else (theirs, mine))

    search(position, ((), ()))
    return len(found)


# --- What those do not ask --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("string", STRINGS)
def test_a_resampled_state_has_the_same_information_and_a_history_of_its_own(string: str) -> None:
    game, rng, differing = pyspiel.load_game(string), random.Random(5), 0
    for state in states(game, rng):
        for player in (0, 1):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            differing += str(other) != str(state)
            again = game.new_initial_state()
            for action in other.history():
                assert action in again.legal_actions()
                again.apply_action(action)
            assert str(again) == str(other)
    assert differing > 20


def test_a_resampled_state_falls_by_the_sampler() -> None:
    state = list(states(pyspiel.load_game("python_mudwater"), random.Random(2)))[-1]
    once, again, other = (state.resample_from_infostate(0, lambda luck=luck: luck) for luck in (0.25, 0.25, 0.75))
    assert str(once) == str(again) != str(other)
    assert state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(0.0, 1.0)).is_terminal()


@pytest.mark.parametrize("recall", [True, False], ids=["information state", "observation"])
def test_strings_and_tensors_tell_the_same_states_apart(recall: bool) -> None:
    game, rng, pairs = pyspiel.load_game("python_mudwater"), random.Random(7), set[tuple[str, tuple[float, ...]]]()
    for number, state in enumerate(states(game, rng)):
        # From the toss of the coin on, after 28 cards and two antes.
        legal = state.legal_actions() if number >= 30 and number % 4 == 2 else []
        for child in (state.child(action) for action in rng.sample(legal, min(20, len(legal)))):
            for player in (0, 1):
                if recall:
                    told = child.information_state_string(player), tuple(child.information_state_tensor(player))
                else:
                    told = child.observation_string(player), tuple(child.observation_tensor(player))
                pairs.add(told)
    assert len(pairs) > 50
    assert len(pairs) == len({string for string, _ in pairs}) == len({tensor for _, tensor in pairs})


def test_an_observation_says_in_named_pieces_what_lies_where() -> None:
    import numpy as np
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(f"python_mudwater(black={BLACK},white={WHITE},first=black)")
    state, low = game.new_initial_state(), next(int(word) for word in WHITE.split() if FACES[int(word)].level == 1)
    ante = next(int(word) for word in WHITE.split() if int(word) != low)
    for action in (3 - 1, ante - 1, actions.FACE_DOWN + 118 - 1, 4 * 120 + low - 1):
        state.apply_action(action)
    observer = make_observation(game)
    for player, hand, own_ante, played in ((0, BLACK, 3, 118), (1, WHITE, ante, low)):
        observer.set_from(state, player)
        pieces = {name: {tuple(at) for at in np.argwhere(piece).tolist()} for name, piece in observer.dict.items()}
        brought = {int(word) for word in hand.split()}
        assert pieces == {
            "player": {(player,)},
            "brought": {(0, card - 1) for card in brought},
            "ante": {(0, own_ante - 1)},
            "rocks": {(0, 0, 117)} if player == 0 else set(),
            "hand": {(0, card - 1) for card in brought - {own_ante, played}},
            "mover": {(0,)},
            "owner": {(0, 0), (4, 1)},
            "rock": {(0,)},
            "top": {(4, low - 1)},
            "held": {(seat, card) for seat in (0, 1) for card in range(12)},
        }


def test_what_is_public_is_the_same_for_both_seats_and_holds_no_hidden_card() -> None:
    from open_spiel.python.observation import make_observation

    game, rng = pyspiel.load_game("python_mudwater"), random.Random(6)
    for recall in (False, True):
        kind = pyspiel.IIGObservationType(recall, True, pyspiel.PrivateInfoType.NONE)
        public = make_observation(game, kind)
        for state in states(game, rng):
            told = {public.string_from(state, player) for player in (0, 1)}
            for player in (0, 1):
                told.add(public.string_from(state.resample_from_infostate(player, rng.random), player))
            assert len(told) == 1
            public.set_from(state, 0)
            tensor = public.tensor.copy()
            public.set_from(state.resample_from_infostate(0, rng.random), 1)
            assert (public.tensor == tensor).all()


def test_the_winner_gets_one_and_the_loser_pays_it() -> None:
    game, seen = pyspiel.load_game("python_mudwater"), set[float]()
    for seed in range(12):
        *_, end = states(game, random.Random(seed))
        black, white = end.table.squares()
        assert end.returns() == [(black > white) - (black < white), (white > black) - (white < black)]
        seen.add(end.returns()[0])
    assert {1.0, -1.0} <= seen


def test_a_game_outlives_the_name_it_was_loaded_by() -> None:
    state = pyspiel.load_game("python_mudwater(mode=advanced)").new_initial_state()
    gc.collect()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    clone = state.clone().resample_from_infostate(0, lambda: 0.5)
    assert clone.table.advanced
    assert clone.information_state_string(0) == state.information_state_string(0)
    clone.apply_action(clone.legal_actions()[0])
    assert len(clone.history()) == len(state.history()) + 1


def test_a_game_can_be_loaded_again_by_what_it_calls_itself() -> None:
    for string in STRINGS:
        game = pyspiel.load_game(string)
        again = pyspiel.load_game(str(game))
        assert str(again) == str(game)
        assert again.max_chance_nodes_in_history() == game.max_chance_nodes_in_history()
    given = pyspiel.load_game(STRINGS[2]).new_initial_state()
    assert given.table.hands == [[int(word) for word in hand.split()] for hand in (BLACK, WHITE)]
    assert given.action_to_string(given.legal_actions()[0]) == "black ante 3"


@pytest.mark.parametrize(
    ("parameters", "error", "said"),
    [
        ({"mode": "royal"}, NotUnderstood, "royal"),
        ({"first": "green"}, NotUnderstood, "green"),
        ({"black": "1 2 x"}, NotUnderstood, "black is 14 numbers"),
        ({"black": "1 1 2"}, HandRefused, "Black's hand has 3 cards"),
        ({"white": " ".join(map(str, range(110, 124)))}, HandRefused, "not a card of the catalogue"),
    ],
)
def test_what_no_game_can_be_made_of_is_refused(parameters: dict[str, str], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        openspiel.MudwaterGame(parameters)


# --- Its algorithms ---------------------------------------------------------------------------------------------------


def test_its_information_set_search_plays_a_game_from_the_deal() -> None:
    import numpy as np
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game, rng, luck = pyspiel.load_game(STRINGS[1]), random.Random(1), np.random.RandomState(1)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, luck), 2.0, 10, random_state=luck)
    state = game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()) if chance else bot.step(state))
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])


def test_its_search_in_c_plays_with_open_cards() -> None:
    game, rng = pyspiel.load_game(STRINGS[2]), random.Random(1)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 20, 1, False, 1, False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    # Its `step` lets go of the interpreter and so crashes in any game written in Python.
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_its_regret_minimisation_comes_close_to_solving_an_ending() -> None:
    from open_spiel.python.algorithms.cfr import CFRSolver
    from open_spiel.python.algorithms.exploitability import exploitability

    game = openspiel.MudwaterGame.at(late_position(8))
    solver = CFRSolver(game)
    gaps = []
    for _ in range(10):
        solver.evaluate_and_update_policy()
        gaps.append(exploitability(game, solver.average_policy()))
    assert gaps[0] > 0.2
    assert gaps[-1] < 0.1


def test_its_learning_agents_see_tensors() -> None:
    from open_spiel.python import rl_environment

    environment = rl_environment.Environment(pyspiel.load_game(STRINGS[2]))
    environment.seed(3)
    step, rng = environment.reset(), random.Random(3)
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == 0
