"""What the protocol promises, over many random games of every game there is.

A new game joins with one line in CONTRACTS.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from collection.catalogue.data import load_catalogue
from collection.games.mudwater.events import REVEALING
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Act, Deal, Pass, Play
from collection.games.mudwater.record import Record, replay, write_record
from collection.games.mudwater.state import Faces, Mode, State
from collection.games.protocol import CHANCE, AnyGame, Event, Over, Seat, Seats
from collection.games.registry import NAMES, WRITTEN, game_named


@dataclass(frozen=True)
class Contract:
    """What the tests need to know of a game beside its rules."""

    game: AnyGame
    start: Callable[[random.Random], Any]
    """A random beginning."""
    anything: Callable[[random.Random, Any], Any]
    """A random move, legal or not."""
    twins: Callable[[Any, Any], list[Any]]
    """Moves that look like `move` to a seat that does not see what is hidden, for another state."""
    cards: Callable[[Any], Counter[Any]]
    """Every card in a state, wherever it is."""
    revealing: frozenset[str]
    """Kinds of events that turn over what was hidden."""
    longest: int
    """Plays that a game takes at most, passes aside."""
    passing: frozenset[str]
    """How moves are written that play nothing."""
    replayed: Callable[[Any, list[tuple[Seat, Any]]], Any]
    """The end of a game, written down and replayed; given its beginning and its moves, chance's among them."""


FACES = Faces.of(load_catalogue())


def mudwater_start(mode: Mode) -> Callable[[random.Random], State]:
    def start(rng: random.Random) -> State:
        hands = (tuple(rng.sample(sorted(FACES), 14)), tuple(rng.sample(sorted(FACES), 14)))
        return Mudwater().start(Setup(FACES, mode, hands, rng.choice((None, 0, 1))))

    return start


def mudwater_anything(rng: random.Random, state: State) -> Play | Pass:
    if rng.random() < 0.1:
        return Pass()
    hand = sorted(state.sides[rng.randrange(2)].hand)
    number = rng.choice(hand) if hand and rng.random() < 0.9 else rng.randint(0, 130)
    return Play(rng.choice(list(Act)), rng.randint(-1, 9), None if rng.random() < 0.02 else number)


def mudwater_twins(move: Any, other: State) -> list[Any]:
    if isinstance(move, Play) and move.act is Act.ROCK:
        return [Play(Act.ROCK, move.square, number) for number in sorted(other.sides[other.to_move].hand)[:2]]
    return [move]


def mudwater_cards(state: State) -> Counter[Any]:
    cards: Counter[Any] = Counter()
    for seat, side in enumerate(state.sides):
        cards.update((seat, number) for number in side.hand)
        cards.update([(seat, side.ante)] if side.ante is not None else [])
    for square in state.board:
        cards.update((piece.by, piece.card) for piece in (square.pile if square is not None else ()))
    return cards


def mudwater_replayed(start: State, moves: list[tuple[Seat, Any]]) -> State:
    deal = moves[0][1]
    assert isinstance(deal, Deal)
    hands = (tuple(start.sides[0].hand), tuple(start.sides[1].hand))
    record = Record(start.mode, hands, deal, tuple(move for _, move in moves[1:]), FACES)
    return replay(write_record(record), FACES).states[-1]


def mudwater(mode: Mode) -> Contract:
    return Contract(
        game=game_named("mudwater"),
        start=mudwater_start(mode),
        anything=mudwater_anything,
        twins=mudwater_twins,
        cards=mudwater_cards,
        revealing=REVEALING,
        longest=26,
        passing=frozenset({"pass"}),
        replayed=mudwater_replayed,
    )


CONTRACTS = {
    "mudwater-standard": mudwater(Mode.STANDARD),
    "mudwater-advanced": mudwater(Mode.ADVANCED),
}

QUICK, LONG = 60, 2_000
contracts = pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
seeds = pytest.mark.parametrize(
    "seeds", [range(QUICK), pytest.param(range(QUICK, LONG), marks=pytest.mark.slow)], ids=["quick", "long"]
)


def states_of(contract: Contract, rng: random.Random) -> Iterator[tuple[Any, Seat, Any]]:
    """Play a random game; yield each state with the seat that acts there and its move."""
    state = contract.start(rng)
    while not isinstance(turn := contract.game.turn(state), Over):
        if isinstance(turn, Seats):
            seat = min(turn.must)
            move = contract.game.moves(state, seat).sample(rng)
        else:
            seat, move = CHANCE, turn.sample(rng)
        yield state, seat, move
        state, _ = contract.game.apply(state, {seat: move})
    yield state, CHANCE, None


def visible(contract: Contract, events: tuple[Event, ...], seat: Seat) -> list[Event]:
    return [event for event in events if event.visible_to(seat) and event.kind not in contract.revealing]


def test_every_game_is_held_to_the_contracts() -> None:
    mine = {contract.game.name for contract in CONTRACTS.values()}
    here = Path(__file__).parent
    # Games that are written down in the one common way are held to the contracts by their own tests.
    written = {name for name in WRITTEN if "check_contracts(" in (here / f"test_{name}.py").read_text("utf-8")}
    assert mine | written == set(NAMES)


@contracts
@seeds
def test_a_move_is_legal_iff_it_has_no_fault(contract: Contract, seeds: range) -> None:
    game = contract.game
    for seed in seeds:
        rng = random.Random(seed)
        for state, _, _ in states_of(contract, rng):
            for seat in range(2):
                legal = game.moves(state, seat)
                listed = list(legal)
                assert bool(legal) == bool(listed)
                assert len(set(listed)) == len(listed)
                for move in rng.sample(listed, min(8, len(listed))):
                    assert move in legal
                    assert game.fault(state, seat, move) is None
                for move in (contract.anything(rng, state) for _ in range(12)):
                    fault = game.fault(state, seat, move)
                    assert (fault is None) == (move in legal) == (move in listed)
                    assert fault is None or (fault.code and fault.message.endswith(".") and fault.message[0].isupper())


@contracts
@seeds
def test_a_move_written_and_read_is_the_same_move(contract: Contract, seeds: range) -> None:
    for seed in seeds:
        for state, seat, move in states_of(contract, random.Random(seed)):
            if move is not None:
                assert contract.game.read(state, contract.game.write(move)) == move
            for other in contract.game.moves(state, seat):
                assert contract.game.read(state, contract.game.write(other)) == other


@contracts
@seeds
def test_replaying_a_record_gives_the_same_end(contract: Contract, seeds: range) -> None:
    for seed in seeds:
        steps = list(states_of(contract, random.Random(seed)))
        moves = [(seat, move) for _, seat, move in steps[:-1]]
        assert contract.replayed(steps[0][0], moves) == steps[-1][0]


@contracts
@seeds
def test_random_play_ends_and_cards_are_conserved(contract: Contract, seeds: range) -> None:
    for seed in seeds:
        steps = list(states_of(contract, random.Random(seed)))
        written = [contract.game.write(move) for _, seat, move in steps if seat != CHANCE]
        assert sum(move not in contract.passing for move in written) <= contract.longest
        assert len(written) <= 2 * contract.longest
        cards = contract.cards(steps[0][0])
        assert max(cards.values()) == 1
        assert all(contract.cards(state) == cards for state, _, _ in steps)
        assert [contract.game.outcome(state) is not None for state, _, _ in steps] == [False] * (len(steps) - 1) + [
            True
        ]


@contracts
@seeds
def test_a_guess_agrees_with_everything_that_was_seen(contract: Contract, seeds: range) -> None:
    game = contract.game
    for seed in seeds:
        rng = random.Random(seed)
        for state, _, _ in states_of(contract, rng):
            for seat in range(2):
                view = game.view(state, seat)
                guessed = game.guess(view, rng)
                assert game.view(guessed, seat) == view
                assert game.moves(guessed, seat) == game.moves(state, seat)
                assert contract.cards(guessed).total() == contract.cards(state).total()
                assert max(contract.cards(guessed).values()) == 1


@contracts
@seeds
def test_what_a_seat_cannot_see_changes_nothing_that_it_sees(contract: Contract, seeds: range) -> None:
    game = contract.game
    compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        for state, mover, move in states_of(contract, rng):
            if mover == CHANCE:
                continue
            after, events = game.apply(state, {mover: move})
            for seat in range(2):
                other = game.guess(game.view(state, seat), rng)
                for twin in [move] if mover == seat else contract.twins(move, other):
                    if game.fault(other, mover, twin) is not None:
                        continue
                    other_after, other_events = game.apply(other, {mover: twin})
                    assert visible(contract, other_events, seat) == visible(contract, events, seat)
                    if game.outcome(after) is None:
                        assert game.view(other_after, seat) == game.view(after, seat)
                        compared += 1
    assert compared > len(seeds)


@contracts
def test_states_and_views_are_immutable_and_hash_by_value(contract: Contract) -> None:
    game = contract.game
    for (state, _, _), (same, _, _) in zip(
        states_of(contract, random.Random(5)), states_of(contract, random.Random(5)), strict=True
    ):
        assert state == same
        assert hash(state) == hash(same)
        assert hash(game.view(state, 0)) == hash(game.view(same, 0))
        for value in (state, game.view(state, 0)):
            field = dataclasses.fields(value)[0].name
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, field, None)


@contracts
def test_apply_leaves_the_state_before_as_it_was(contract: Contract) -> None:
    for state, seat, move in states_of(contract, random.Random(6)):
        if move is not None:
            before = hash(state)
            contract.game.apply(state, {seat: move})
            assert hash(state) == before


@contracts
def test_no_seat_has_moves_out_of_turn(contract: Contract) -> None:
    for state, acting, _ in states_of(contract, random.Random(7)):
        for seat in {0, 1} - {acting}:
            moves = contract.game.moves(state, seat)
            assert not moves
            with pytest.raises(IndexError):
                moves.sample(random.Random(1))


@contracts
def test_a_sample_is_any_legal_move(contract: Contract) -> None:
    rng = random.Random(8)
    for state, seat, _ in states_of(contract, random.Random(8)):
        legal = set(contract.game.moves(state, seat))
        if 0 < len(legal) < 30:
            drawn = {contract.game.moves(state, seat).sample(rng) for _ in range(len(legal) * 12)}
            assert drawn == legal
