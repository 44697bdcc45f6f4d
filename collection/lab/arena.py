"""The arena: two players measured against each other, over many games on equal terms.

The game of a seed and a number is always the same one, whoever plays it where and when: what comes out of many games
does not depend on how many processes played them.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, TypeAlias

from collection.errors import IllegalMove, NotUnderstood
from collection.games.protocol import CHANCE, AnyGame, Limit, Outcome, Over, Player, Seat, Seats
from collection.lab.scores import DRAW, LOSS, WIN, Tally, code_of, interval
from collection.lab.sequential import LOOK, SequentialTest, Verdict

Begin: TypeAlias = Callable[[random.Random], Any]
"""Draws the start of a game: hands, and whatever else is known before the first player moves."""

Clock: TypeAlias = Callable[[], float]
"""Tells seconds that have passed since some moment."""

_TASK = 0.25
"""Seconds that a task of a worker is to take: in less, handing it over would cost too much of it."""
_GROWTH = 4
"""How many times longer than the last one a task is at most: paces differ from game to game."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players, the game they meet at, and how its starts are drawn.

    `players` make a player each, anew for every game, so that none carries over what it thought in another one. For
    other processes to play it, all of it must be what pickle can carry. Raises NotUnderstood for a game that two cannot
    play.
    """

    game: AnyGame
    begin: Begin
    players: tuple[Callable[[], Player], Callable[[], Player]]

    def __post_init__(self) -> None:
        if 2 not in self.game.seats:
            raise NotUnderstood(f"The arena is for two players, and {self.game.name} is not.")


@dataclass(frozen=True, slots=True)
class Workers:
    """Whoever plays games beside this process: any executor, and how many tasks to have under way in it at a time.

    Where `clock` is told from one process to another it must be what pickle can carry, as `time.perf_counter` is.
    """

    executor: Executor
    ahead: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class Report:
    """How the first of two players fared against the second.

    `score` is (wins + draws / 2) / games; `low` and `high` are the 95 % interval around it that rests on pairs of
    games (`scores.interval`), as if their number had been fixed before. `verdict` is what the sequential test that was
    asked for came to, None where there was none or it is not settled.
    """

    games: int
    pairs: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    verdict: Verdict | None = None


def arena(
    contest: Contest, games: int, seed: int, test: SequentialTest | None = None, workers: Workers | None = None
) -> Report:
    """Let two players play `games` games, at most so many with a `test`, and report. Raises as `played` does."""
    *_, tally = played(contest, games, seed, test, workers)
    return report(tally, test)


def report(tally: Tally, test: SequentialTest | None = None) -> Report:
    """Report on games that were played, one at least; with a `test`, on where it stands, as of its last look."""
    low, high = interval(tally.weights)
    wins, draws, losses = (tally.ended(result) for result in (WIN, DRAW, LOSS))
    return Report(tally.games, tally.pairs, wins, draws, losses, tally.score, low, high, _verdict(tally, test))


def played(
    contest: Contest, games: int, seed: int, test: SequentialTest | None = None, workers: Workers | None = None
) -> Generator[Tally, None, None]:
    """Play `games` games and give, again and again, what has been played so far; last of all, all of it.

    Each start is played twice with the players in each other's seats, and chance falls the same in both games, so that
    neither hands nor antes nor the first turn favour anybody; with an odd number the last start is played once. With a
    `test` it ends at the look that settles it. Pairs are counted in their order, so that neither the end nor any count
    depends on who played them. Closed early, it asks for no more games. Raises NotUnderstood for less than one game,
    and IllegalMove, naming the player, for a move that the rules forbid.
    """
    if games < 1:
        raise NotUnderstood(f"The arena plays one game or more, not {games}.")
    tally = Tally()
    tasks = _played_here(contest, games, seed) if workers is None else _played_there(contest, games, seed, workers)
    for codes in tasks:
        for part in _to_each_look(codes, tally.pairs) if test else (codes,):
            tally = tally.added(part)
            if test and _verdict(tally, test):
                yield tally
                return
        yield tally


def play_out(
    game: AnyGame,
    start: Any,
    players: Mapping[Seat, Player],
    minds: Mapping[Seat, random.Random],
    chance: random.Random,
) -> Outcome:
    """Play one game to its end. Raises IllegalMove, naming the player, for a move that the rules forbid.

    Chance and every seat have generators of their own: what one draws does not change what another draws.
    """
    state = start
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Seats):
            seats = sorted(turn.must or turn.may)
            moves = {seat: _chosen(game, state, seat, players[seat], minds[seat]) for seat in seats}
        else:
            moves = {CHANCE: turn.sample(chance)}
        state, _ = game.apply(state, moves)
    outcome = game.outcome(state)
    assert outcome is not None, "a game that is over has an outcome"
    return outcome


def play_pairs(contest: Contest, games: int, seed: int, pairs: range) -> bytes:
    """Play some of the pairs that `games` games make, by their numbers from 0, and give the code of each."""
    return bytes(_play_pair(contest, seed, pair, whole=2 * pair + 1 < games) for pair in pairs)


def _play_pair(contest: Contest, seed: int, pair: int, *, whole: bool) -> int:
    first = _play(contest, seed, pair, mine=0)
    return code_of(first, _play(contest, seed, pair, mine=1) if whole else None)


def _play(contest: Contest, seed: int, pair: int, mine: Seat) -> int:
    """Play one game of a pair, the first player in seat `mine`, and say what it came to for that player.

    It has generators of its own, made from the seed and its number, so that games can be played in any order.
    """
    number = 2 * pair + mine
    start = contest.begin(random.Random(f"{seed}/{pair}/start"))
    one, other = (make() for make in contest.players)
    minds = {seat: random.Random(f"{seed}/{number}/{seat}") for seat in (0, 1)}
    chance = random.Random(f"{seed}/{pair}/chance")
    outcome = play_out(contest.game, start, {mine: one, 1 - mine: other}, minds, chance)
    # Winning together is sharing it.
    if (mine in outcome.winners) == (1 - mine in outcome.winners):
        return DRAW
    return WIN if mine in outcome.winners else LOSS


def _chosen(game: AnyGame, state: Any, seat: Seat, player: Player, rng: random.Random) -> Any:
    move = player.choose(game.view(state, seat), rng, Limit()).move
    fault = game.fault(state, seat, move)
    if fault is not None:
        raise IllegalMove(f"The player {player.name} chose {game.write(move)}: {fault.message}")
    return move


def _played_here(contest: Contest, games: int, seed: int) -> Iterator[bytes]:
    for pair in range(_pairs(games)):
        yield play_pairs(contest, games, seed, range(pair, pair + 1))


def _played_there(contest: Contest, games: int, seed: int, workers: Workers) -> Iterator[bytes]:
    """Hand pairs to workers in tasks, and give what they bring back in the order of the pairs."""
    left, size = range(_pairs(games)), 1
    under_way = deque[Future[tuple[bytes, float]]]()
    try:
        while left or under_way:
            while left and len(under_way) < workers.ahead:
                # Towards the end tasks get shorter, so that no worker is the last one by much.
                task, left = _split(left, min(size, -(-len(left) // workers.ahead)))
                under_way.append(workers.executor.submit(_timed, workers.clock, contest, games, seed, task))
            codes, seconds = under_way.popleft().result()
            size = max(1, min(_GROWTH * len(codes), int(len(codes) * _TASK / max(seconds, 1e-9))))
            yield codes
    finally:
        for future in under_way:
            future.cancel()


def _timed(clock: Clock, contest: Contest, games: int, seed: int, pairs: range) -> tuple[bytes, float]:
    started = clock()
    return play_pairs(contest, games, seed, pairs), clock() - started


def _pairs(games: int) -> int:
    return -(-games // 2)


def _split(numbers: range, size: int) -> tuple[range, range]:
    return numbers[:size], numbers[size:]


def _to_each_look(codes: bytes, before: int) -> Iterator[bytes]:
    """Cut the codes of pairs, `before` of which came earlier, after every pair at which a test looks."""
    start = 0
    for end in (*range(LOOK - before % LOOK, len(codes), LOOK), len(codes)):
        yield codes[start:end]
        start = end


def _verdict(tally: Tally, test: SequentialTest | None) -> Verdict | None:
    """Look, if this is a pair after which the test looks."""
    if test is None or not tally.pairs or tally.pairs % LOOK:
        return None
    return test.verdict(tally.weights)
