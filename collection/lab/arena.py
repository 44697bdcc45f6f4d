"""The arena: two players measured against each other, over many games on equal terms."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from collection.errors import IllegalMove, NotUnderstood
from collection.games.protocol import CHANCE, AnyGame, Limit, Outcome, Over, Player, Seat, Seats

Begin: TypeAlias = Callable[[random.Random], Any]
"""Draws the start of a game: hands, and whatever else is known before the first player moves."""

_Z95 = 1.959963984540054
"""How many standard deviations to each side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Report:
    """How the first of two players fared against the second.

    `score` is (wins + draws / 2) / games. `low` and `high` are the Wilson score interval around it, at 95 %, as if
    every game stood alone: a game and its twin on the same deal differ more than two strangers, so the true interval
    is, if anything, narrower.
    """

    players: tuple[str, str]
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float


def arena(game: AnyGame, begin: Begin, players: Sequence[Player], games: int, seed: int) -> Report:
    """Let two players play `games` games of a game for two, and report from the first one's side.

    Each start that `begin` draws is played twice with the players in each other's seats, and chance falls the same in
    both games, so that neither hands nor antes nor the first turn favour anybody; with an odd number the last start is
    played once. Every game has generators of its own, made from `seed` and its number, so that games can be played in
    any order. Raises NotUnderstood for other than two players or less than one game.
    """
    if len(players) != 2:
        raise NotUnderstood(f"The arena takes two players, and {len(players)} are named.")
    if games < 1:
        raise NotUnderstood(f"The arena plays one game or more, not {games}.")
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    for number in range(games):
        pair, mine = divmod(number, 2)
        start = begin(random.Random(f"{seed}/{pair}/start"))
        seated = {mine: players[0], 1 - mine: players[1]}
        minds = {seat: random.Random(f"{seed}/{number}/{seat}") for seat in seated}
        outcome = play_out(game, start, seated, minds, random.Random(f"{seed}/{pair}/chance"))
        counts[_points(outcome, mine)] += 1
    score = (counts[1.0] + counts[0.5] / 2) / games
    low, high = wilson(score, games)
    names = (players[0].name, players[1].name)
    return Report(names, games, counts[1.0], counts[0.5], counts[0.0], score, low, high)


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


def wilson(score: float, games: int) -> tuple[float, float]:
    """Give the Wilson score interval at 95 % around a `score` of 0 to 1 from `games` games."""
    spread = _Z95 * _Z95 / games
    middle = (score + spread / 2) / (1 + spread)
    half = _Z95 * math.sqrt(score * (1 - score) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def _chosen(game: AnyGame, state: Any, seat: Seat, player: Player, rng: random.Random) -> Any:
    move = player.choose(game.view(state, seat), rng, Limit()).move
    fault = game.fault(state, seat, move)
    if fault is not None:
        raise IllegalMove(f"The player {player.name} chose {game.write(move)}: {fault.message}")
    return move


def _points(outcome: Outcome, seat: Seat) -> float:
    if not outcome.winners:
        return 0.5
    return 1.0 if seat in outcome.winners else 0.0
