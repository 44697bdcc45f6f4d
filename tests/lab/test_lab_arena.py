"""The arena plays as many games as it says, on equal terms, whoever plays them, and says how sure it is."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.errors import IllegalMove, NotUnderstood
from collection.games.mudwater.game import Mudwater
from collection.games.mudwater.moves import Pass
from collection.games.mudwater.state import Mode
from collection.games.protocol import CHANCE, Belief, Choice, Event, Fault, Limit, Outcome, Over, Seats
from collection.lab.arena import Contest, Report, Workers, arena, play_pairs, played, report
from collection.lab.mudwater import RandomHands, mudwater_contest
from collection.lab.sequential import LOOK, SequentialTest, Verdict
from collection.players.programs import program
from collection.players.random import RandomPlayer


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


def measured(
    catalogue: Catalogue, players: list[str], games: int, seed: int, test: SequentialTest | None = None
) -> Report:
    return arena(mudwater_contest(catalogue, players), games, seed, test)


def test_greedy_beats_random_by_far(catalogue: Catalogue) -> None:
    found = measured(catalogue, ["greedy", "random"], 60, seed=1)
    assert found.low > 0.8


def test_the_other_side_of_a_report_is_its_mirror(catalogue: Catalogue) -> None:
    found = measured(catalogue, ["random", "greedy"], 40, seed=1)
    assert found.score < 0.2
    assert found.wins + found.draws + found.losses == 40


@pytest.mark.parametrize("games", [1, 2, 7])
def test_an_odd_number_of_games_is_played_all_the_same(catalogue: Catalogue, games: int) -> None:
    found = measured(catalogue, ["random", "random"], games, seed=3)
    assert found.games == found.wins + found.draws + found.losses == games
    assert found.pairs == games // 2
    assert found.score == (found.wins + found.draws / 2) / games
    assert 0 <= found.low <= found.score <= found.high <= 1


def test_a_seed_repeats_a_report_and_another_seed_does_not(catalogue: Catalogue) -> None:
    first, again = (measured(catalogue, ["greedy", "random"], 6, seed=5) for _ in range(2))
    assert first == again
    assert len({measured(catalogue, ["random", "random"], 20, seed).wins for seed in range(4)}) > 1


def test_a_mode_is_played_by(catalogue: Catalogue) -> None:
    results = {play_pairs(mudwater_contest(catalogue, ["greedy", "greedy"], mode), 16, 1, range(8)) for mode in Mode}
    assert len(results) == len(Mode), "families decide some games"


class Diary:
    """A random player that writes down what it is dealt."""

    name = "diary"
    by_clock = False

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
    arena(Contest(game, RandomHands(game, catalogue), (lambda: one, lambda: two)), 6, seed=2)
    assert [seat for seat, _, _ in one.dealt] == [0, 1, 0, 1, 0, 1]
    for pair in range(0, 6, 2):
        assert one.dealt[pair] == two.dealt[pair + 1]
        assert two.dealt[pair] == one.dealt[pair + 1]
        assert one.dealt[pair][1] != two.dealt[pair][1]
    assert one.dealt[0][1] != one.dealt[2][1]


class Forgetful:
    """A player that goes wrong in its second game: it plays at random in its first."""

    name = "forgetful"
    by_clock = False

    def __init__(self, game: Mudwater) -> None:
        self.player = RandomPlayer(game)
        self.hands: set[frozenset[int]] = set()

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        mine = view.known.sides[view.seat]
        if mine.size == 13:
            self.hands.add(mine.hand)
        assert len(self.hands) == 1, "it sat down at two games"
        return self.player.choose(view, rng, limit)


def test_every_game_has_players_of_its_own(catalogue: Catalogue) -> None:
    game = Mudwater()
    contest = Contest(game, RandomHands(game, catalogue), (partial(Forgetful, game), partial(Forgetful, game)))
    assert arena(contest, 5, seed=2).games == 5


class Stubborn:
    """A player that passes when it may not."""

    name = "stubborn"
    by_clock = False

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        return Choice(Pass())


def test_a_player_that_breaks_the_rules_is_named(catalogue: Catalogue, threads: Executor) -> None:
    game = Mudwater()
    contest = Contest(game, RandomHands(game, catalogue), (Stubborn, partial(program, "random", game)))
    for workers in (None, Workers(threads, 4, time.perf_counter)):
        with pytest.raises(IllegalMove, match="stubborn"):
            arena(contest, 9, seed=2, workers=workers)


@pytest.mark.parametrize(
    ("players", "games"), [(["greedy"], 4), (["greedy"] * 3, 4), (["greedy", "random"], 0), (["greedy", "nobody"], 4)]
)
def test_what_cannot_be_measured_is_said(catalogue: Catalogue, players: list[str], games: int) -> None:
    with pytest.raises(NotUnderstood):
        measured(catalogue, players, games, seed=1)


class ForThree(Mudwater):
    """Mudwater at a table for three and more."""

    seats = range(3, 7)


def test_a_game_that_two_cannot_play_is_refused(catalogue: Catalogue) -> None:
    game = ForThree()
    with pytest.raises(NotUnderstood, match="two players"):
        Contest(game, RandomHands(game, catalogue), (Stubborn, Stubborn))


@pytest.mark.parametrize("games", [1, 2, 25])
@pytest.mark.parametrize("ahead", [1, 5])
def test_whoever_plays_the_games_the_counts_are_the_same(
    catalogue: Catalogue, threads: Executor, games: int, ahead: int
) -> None:
    contest = mudwater_contest(catalogue, ["greedy", "random"])
    alone = list(played(contest, games, seed=4))
    together = list(played(contest, games, seed=4, workers=Workers(threads, ahead, time.perf_counter)))
    assert alone[-1] == together[-1]
    assert alone[-1].games == games
    assert set(together) <= set(alone), "pairs are counted in their order"


@pytest.mark.parametrize("clock", ["stands still", "leaps"])
def test_no_clock_changes_what_is_counted(catalogue: Catalogue, threads: Executor, clock: str) -> None:
    contest = mudwater_contest(catalogue, ["random", "random"])
    leaps = iter(range(0, 10**9, 1000))
    workers = Workers(threads, 2, (lambda: 0.0) if clock == "stands still" else (lambda: next(leaps)))
    assert arena(contest, 60, seed=4, workers=workers) == arena(contest, 60, seed=4)


def test_a_test_ends_the_match_at_the_same_pair_whoever_plays(catalogue: Catalogue, threads: Executor) -> None:
    contest, test = mudwater_contest(catalogue, ["greedy", "random"]), SequentialTest(0.3)
    alone = arena(contest, 1000, seed=6, test=test)
    assert alone.verdict is Verdict.FIRST
    assert alone.games < 60
    assert alone.pairs % LOOK == 0
    assert arena(contest, 1000, seed=6, test=test, workers=Workers(threads, 5, time.perf_counter)) == alone
    first_looks = [report(tally, test).verdict for tally in played(contest, alone.games - 2, seed=6)]
    assert first_looks == [None] * (alone.pairs - 1), "no look before it settled the test"


def test_a_match_that_no_look_settles_is_played_to_its_end(catalogue: Catalogue) -> None:
    found = measured(catalogue, ["greedy", "random"], 19, seed=6, test=SequentialTest())
    assert (found.games, found.verdict) == (19, None)


def test_the_weaker_first_player_is_told_so(catalogue: Catalogue) -> None:
    assert measured(catalogue, ["random", "greedy"], 1000, 6, SequentialTest(0.3)).verdict is Verdict.SECOND


def test_who_leaves_early_has_what_was_played_and_asks_for_no_more(catalogue: Catalogue) -> None:
    class Counting(RandomPlayer):
        made = 0

        def __init__(self, game: Mudwater) -> None:
            super().__init__(game)
            Counting.made += 1

    game = Mudwater()
    make = partial(Counting, game)
    with ThreadPoolExecutor(1) as pool:
        match = played(
            Contest(game, RandomHands(game, catalogue), (make, make)), 10_000, 1, None, Workers(pool, 3, lambda: 0.0)
        )
        assert next(match).games == 2
        match.close()
    assert Counting.made < 500


@dataclass(frozen=True)
class Round:
    """Whether the lower number wins, None until chance has said so; and the numbers that were named."""

    low_wins: bool | None = None
    named: tuple[int, ...] = ()


class Whim:
    """A turn of chance."""

    def sample(self, rng: random.Random) -> bool:
        return rng.random() < 0.5


class Numbers(list[int]):
    """The numbers there are to name."""

    def __bool__(self) -> bool:
        return len(self) > 0

    def sample(self, rng: random.Random) -> int:
        return rng.choice(self)


@dataclass(frozen=True)
class Seen:
    """What a seat knows: nothing but who it is."""

    seat: int
    low_wins: bool | None


class Naming:
    """A game of one round: chance says which number wins, both name one at the same time, equal ones share."""

    name = "naming"
    seats = range(2, 3)

    def turn(self, state: Round) -> Any:
        if state.low_wins is None:
            return Whim()
        return Over() if state.named else Seats(frozenset({0, 1}))

    def moves(self, state: Round, seat: int) -> Numbers:
        return Numbers([1, 2])

    def fault(self, state: Round, seat: int, move: int) -> Fault | None:
        return None

    def apply(self, state: Round, moves: Mapping[int, Any]) -> tuple[Round, tuple[Event, ...]]:
        if CHANCE in moves:
            return Round(moves[CHANCE]), ()
        return Round(state.low_wins, (moves[0], moves[1])), ()

    def view(self, state: Round, seat: int) -> Seen:
        return Seen(seat, state.low_wins)

    def guess(self, view: Seen, rng: random.Random, belief: Belief | None = None) -> Round:
        return Round(view.low_wins)

    def outcome(self, state: Round) -> Outcome | None:
        if not state.named:
            return None
        best = min(state.named) if state.low_wins else max(state.named)
        return Outcome("named", frozenset(s for s, n in enumerate(state.named) if n == best), state.named)

    def standing(self, state: Round, seat: int) -> float:
        return 0.0

    def write(self, move: int) -> str:
        return str(move)

    def read(self, state: Round, text: str) -> int:
        return int(text)


class High:
    """Always names 2."""

    name = "high"
    by_clock = False

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        return Choice(2)


class Low(High):
    """Always names 1."""

    name = "low"

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        return Choice(1)


def begun(rng: random.Random) -> Round:
    return Round()


def test_any_game_for_two_is_played_with_the_same_chance_in_both_games_of_a_pair() -> None:
    found = arena(Contest(Naming(), begun, (High, Low)), 200, seed=1)
    assert found.draws == 0
    assert found.wins % 2 == found.losses % 2 == 0, "chance falls the same for both seats"
    assert 60 < found.wins < 140


def test_winning_together_is_a_draw() -> None:
    found = arena(Contest(Naming(), begun, (High, High)), 9, seed=1)
    assert (found.draws, found.score) == (9, 0.5)


@pytest.mark.slow
def test_greedy_stays_above_95_percent_over_many_games(catalogue: Catalogue) -> None:
    assert measured(catalogue, ["greedy", "random"], 1000, seed=11).low > 0.95
