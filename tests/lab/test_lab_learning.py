"""Weights are learned again from the same seed, they foretell who wins, and the search is better for them."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from functools import partial

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import data_digest, load_catalogue, load_document
from collection.catalogue.reading import read_yaml
from collection.errors import NotUnderstood
from collection.games.mudwater import kernel
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.integers import laid_out
from collection.games.mudwater.learned import FILE, learned_weights, written
from collection.games.mudwater.searching import pool_of
from collection.games.mudwater.state import Mode
from collection.lab.arena import Contest, arena
from collection.lab.learning import FEWEST, learn
from collection.lab.mudwater import RandomHands, mudwater_contest
from collection.players.programs import program
from tests.games.test_mudwater_kernel import AS_IT_STANDS, GAME, played, start


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def test_a_seed_learns_the_same_again_and_another_does_not(catalogue: Catalogue) -> None:
    first, again, other = (learn(catalogue, FEWEST, seed) for seed in (3, 3, 4))
    assert first == again
    assert first.weights != other.weights
    assert first.positions > 10 * FEWEST


def test_learning_takes_some_games(catalogue: Catalogue) -> None:
    with pytest.raises(NotUnderstood, match="20 games or more, not 19"):
        learn(catalogue, FEWEST - 1, 1)


def test_weights_are_read_as_they_were_written() -> None:
    weights = learned_weights()
    document = read_yaml(written(weights, {"command": "lab learn"}))
    assert isinstance(document, dict)
    assert document["provenance"] == {"command": "lab learn"}
    assert [int(text) for name in ("weights", "steps") for text in document[name]] == weights.tolist()


def test_worths_rise_with_the_sum_and_are_the_same_for_either_side() -> None:
    worths = learned_weights()[kernel.WEIGHTS :].tolist()
    assert worths == sorted(worths)
    assert [kernel.MOST_WORTH - worth for worth in reversed(worths)] == pytest.approx(worths, abs=1)


def test_signs_are_those_of_the_cells_on_both_ways_of_running_it() -> None:
    rng = random.Random(4)
    for _ in range(6):
        for state in list(played(rng, start(rng, Mode.STANDARD, False)))[:-1]:
            game, _ = laid_out(state)
            signs = kernel.signs(game)
            assert signs == AS_IT_STANDS.signs(game)
            assert len({*signs}) >= 11, "a lead, and either hand by its five Levels"
            assert all(0 <= sign < kernel.WEIGHTS for sign in signs)


def late_positions(games: int, empty: int) -> Iterator[tuple[array[int], int]]:
    """Games of greedy players when so many squares are left: the position, and the lead its mover ends with."""
    rng = random.Random(7)
    for _ in range(games):
        game, _ = laid_out(start(rng, Mode.STANDARD))
        while kernel.laid(game)[1].count(kernel.NOBODY) > empty:
            kernel.apply(game, kernel.choose(game, kernel.GREEDY, rng.getrandbits(32)))
        if kernel.moves(game):
            mover = kernel.laid(game)[3]
            squares = kernel.play_out(game, kernel.GREEDY, kernel.GREEDY, rng.getrandbits(32))
            yield game, squares[mover] - squares[1 - mover]


def judged(game: array[int], weights: array[int]) -> int:
    """What weights add up to in a position: above 0 is better for the mover."""
    return sum(weights[sign] for sign in kernel.signs(game))


@pytest.mark.parametrize(
    ("games", "share"), [(0, 0.65), (300, 0.6)], ids=["those of the program", "those of 300 games"]
)
def test_weights_foretell_who_wins(catalogue: Catalogue, games: int, share: float) -> None:
    weights = learn(catalogue, games, 1).weights if games else learned_weights()
    right = [(judged(game, weights) > 0) == (lead > 0) for game, lead in late_positions(400, empty=2) if lead]
    assert sum(right) / len(right) > share, "half of them would be right by chance"


def provenance() -> dict[str, str]:
    document = load_document("mudwater", FILE)
    assert isinstance(document, dict)
    found = document["provenance"]
    assert isinstance(found, dict)
    return found


def test_the_weights_of_the_program_were_learned_from_its_cards() -> None:
    assert provenance()["cards"] == f"sha256 {data_digest()}", f"learn anew: {provenance()['command']}"


@pytest.mark.slow
def test_the_command_in_the_file_learns_what_the_file_holds(catalogue: Catalogue) -> None:
    told = provenance()
    learned = learn(catalogue, int(told["games"]), int(told["seed"]))
    assert told["command"] == f"lab learn --games {learned.games} --seed {told['seed']}"
    assert int(told["positions"]) == learned.positions
    # Another machine's logarithms and exponentials may round another way.
    assert learned.weights.tolist() == pytest.approx(learned_weights().tolist(), abs=2)


def test_to_hold_all_squares_is_better_than_to_hold_none() -> None:
    for game, _ in late_positions(40, empty=1):
        where, owners, tops, mover, passes = kernel.laid(game)
        all_mine, all_theirs = (
            array("q", [owner if owner == kernel.NOBODY else seat for owner in owners]) for seat in (mover, 1 - mover)
        )
        places, faces = (array("q", where), array("q", tops)), kernel.faces(game)
        better, worse = (
            judged(kernel.position(faces, places[0], owned, places[1], mover, passes, False), learned_weights())
            for owned in (all_mine, all_theirs)
        )
        assert better > worse


def test_a_mind_takes_as_many_weights_as_there_are() -> None:
    rng = random.Random(5)
    state = list(played(rng, start(rng, Mode.STANDARD, False)))[3]
    with pytest.raises(ValueError, match="1240 numbers, not 3"):
        kernel.mind(
            laid_out(state)[0], state.to_move, pool_of(GAME.view(state, state.to_move), None), 1, array("q", [1, 2, 3])
        )


def test_no_position_of_a_game_that_is_over_is_judged() -> None:
    rng = random.Random(5)
    *_, over = played(rng, start(rng, Mode.STANDARD, False))
    with pytest.raises(ValueError, match="over"):
        kernel.signs(laid_out(over)[0])


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(Mode))
def test_the_search_plays_better_for_it_with_no_more_iterations(catalogue: Catalogue, mode: Mode) -> None:
    report = arena(mudwater_contest(catalogue, ("search:300", "unlearned:300"), mode), 2_000, 1)
    assert report.low > 0.5


def test_the_search_without_it_plays_what_it_imagines_to_the_end(catalogue: Catalogue) -> None:
    plain = program("unlearned:60", Mudwater())
    learned = program("search:60", Mudwater())
    assert (plain.name, learned.name) == ("unlearned:60", "search:60")
    differ = 0
    rng = random.Random(6)
    for state in list(played(rng, start(rng, Mode.STANDARD, False)))[:8]:
        view = GAME.view(state, state.to_move)
        told = [GAME_OF.search(view, random.Random(1)) for GAME_OF in (Mudwater(), Mudwater(learned=False))]
        for search in told:
            search.think(60)
        # Where games are played out, what each move is worth comes in halves of a game.
        assert all(round(option.chance * option.visits * 2, 6).is_integer() for option in told[1].options())
        differ += told[0].options() != told[1].options()
    assert differ


def test_a_long_search_plays_out_in_the_end() -> None:
    """Judged games are worth any 2,048th, those that are played out 0, a half or 1: the total tells which came last."""
    rng = random.Random(8)
    state = next(iter(played(rng, start(rng, Mode.STANDARD))))
    search = Mudwater().search(GAME.view(state, state.to_move), random.Random(1))

    def total() -> float:
        return sum(option.chance * option.visits for option in search.options())

    added = []
    for visits in (4_000, 50, 5_000, 50, 50):
        before = total() if search.visits else 0.0
        search.think(visits)
        added.append(total() - before)
    assert not round(added[1] * 2, 6).is_integer()
    assert round(added[3] * 2, 6).is_integer()
    assert round(added[4] * 2, 6).is_integer()


def test_a_contest_between_the_two_can_be_asked_for_by_name(catalogue: Catalogue) -> None:
    contest = Contest(
        GAME,
        RandomHands(GAME, catalogue),
        (partial(program, "unlearned:5", GAME), partial(program, "search:5", GAME)),
    )
    assert arena(contest, 2, 1) == arena(contest, 2, 1)
