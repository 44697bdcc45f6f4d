"""What the protocol promises, for a written game of any number of seats: each game's tests hand theirs in.

The moves tried are those that other moments of the game allow to anybody, so that most of them are illegal where they
are tried: a move must be among the legal ones exactly when it has no fault.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from collection.games.protocol import CHANCE, Event, Over, Seat, Seats
from collection.games.written import Options, Played, WrittenGame, begin, replay, write_record

_LISTED = 300
"""Legal moves that are looked at, of a family that may be larger."""
_REMEMBERED = 40
"""Moves from other moments that are tried."""

CardsOf = Callable[[Any], Counter[Any]]


def random_step(game: WrittenGame, state: Any, rng: random.Random) -> Mapping[Seat, Any] | None:
    """Draw who moves what now; None where the game is over."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return None
    if not isinstance(turn, Seats):
        return {CHANCE: turn.sample(rng)}
    willing = [seat for seat in sorted(turn.may) if game.moves(state, seat)]
    if willing and (not turn.must or rng.random() < 0.3):
        seat = rng.choice(willing)
        return {seat: game.moves(state, seat).sample(rng)}
    return {seat: game.moves(state, seat).sample(rng) for seat in sorted(turn.must)}


def steps_of(played: Played, rng: random.Random, longest: int) -> Iterator[tuple[Played, Mapping[Seat, Any]]]:
    """Play at random to the end; yield the game before each step, and the step."""
    for _ in range(longest):
        step = random_step(played.game, played.state, rng)
        if step is None:
            assert played.outcome is not None
            return
        assert played.outcome is None
        yield played, step
        played = played.then(step)
    raise AssertionError(f"A game of {played.game.name} is not over after {longest} steps.")


def check_contracts(
    game: WrittenGame,
    seats: int,
    options: Options,
    seed: int,
    cards: CardsOf,
    *,
    often: float = 0.2,
    longest: int = 5_000,
) -> Played:
    """Play one random game and hold it to every promise of the protocol; give the game as it ended.

    Moves and views are looked at in a share of the positions, `often`: many games tell more than many looks at one.
    """
    rng = random.Random(seed)
    begun = begin(game, seats, options)
    there = None
    tried: list[Any] = []
    played = begun
    for before, step in steps_of(begun, rng, longest):
        state = before.state
        if CHANCE in step:
            assert game.fault(state, CHANCE, step[CHANCE]) is None
        else:
            there = there or cards(state)
            assert cards(state) == there, "cards and tokens are conserved"
            if rng.random() < often:
                _check_moves(game, seats, state, tried, rng)
                _check_views(game, seats, state, step, rng)
        for move in step.values():
            assert game.read(state, game.write(move)) == move
        tried = [*tried[-_REMEMBERED:], *step.values()]
        played = before.then(step)
        hash(played.state)
    assert there is None or cards(played.state) == there
    _check_record(played, game)
    return played


def _check_moves(game: WrittenGame, seats: int, state: Any, tried: list[Any], rng: random.Random) -> None:
    turn = game.turn(state)
    assert isinstance(turn, Seats)
    for seat in range(seats):
        moves = game.moves(state, seat)
        if seat not in turn.must | turn.may:
            assert not moves
            assert next(iter(moves), None) is None
        legal = list(islice(moves, _LISTED))
        assert len(set(legal)) == len(legal), "no move is listed twice"
        for move in rng.sample(legal, min(len(legal), 12)):
            assert move in moves
            assert game.fault(state, seat, move) is None
        for move in tried:
            assert (move in moves) == (game.fault(state, seat, move) is None), game.write(move)
        if seat in turn.must:
            assert moves, "who must move has a move"


def _check_views(game: WrittenGame, seats: int, state: Any, step: Mapping[Seat, Any], rng: random.Random) -> None:
    for seat in range(seats):
        view = game.view(state, seat)
        assert view.seat == seat
        imagined = game.guess(view, rng)
        assert game.view(imagined, seat) == view
        assert _some(game, imagined, seat) == _some(game, state, seat)
        if any(mover != seat and game.fault(imagined, mover, move) is not None for mover, move in step.items()):
            continue
        after, events = game.apply(state, step)
        other, other_events = game.apply(imagined, step)
        # What comes up out of the hidden differs; where nothing does, both worlds look the same to this seat.
        if visible(events, seat) == visible(other_events, seat):
            assert game.view(after, seat) == game.view(other, seat), "an event tells of everything that a view shows"


def _some(game: WrittenGame, state: Any, seat: Seat) -> list[Any]:
    return list(islice(game.moves(state, seat), _LISTED))


def visible(events: tuple[Event, ...], seat: Seat) -> list[Event]:
    """Give what a seat sees happen."""
    return [event for event in events if event.visible_to(seat)]


def _check_record(played: Played, game: WrittenGame) -> None:
    text = write_record(played)
    again = replay(text, game)
    assert (again.states, again.events, again.outcome) == (played.states, played.events, played.outcome)
    assert write_record(again) == text
