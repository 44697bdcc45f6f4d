"""Cardia behind the protocol."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from collection.games.cardia import course
from collection.games.cardia.data import ISLANDS, CardiaData
from collection.games.cardia.hidden import guess_from, view_of
from collection.games.cardia.moves import Choose, Move, Play, Shuffle, read_move, write_move
from collection.games.cardia.reckoning import reckon, signets
from collection.games.cardia.resolving import ASKS, SHUFFLE, answer, settle
from collection.games.cardia.rules import acting, fault_of, listed, question, shuffled_now
from collection.games.cardia.setup import VARIANTS, setup_of
from collection.games.cardia.state import NAME, Phase, Setup, State, View, Waiting
from collection.games.cardia.table import Table
from collection.games.field import Field
from collection.games.protocol import Belief, Chance, Event, Fault, Outcome, Over, Seat, Seats
from collection.games.written import Options, letter

SEATS: Final = range(2, 3)
_WON = 100.0
"""What a greedy player takes a won game for."""
_CARD = 0.1
"""What it takes a card in hand or deck for, in signets."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The shuffle of these decks."""

    decks: tuple[tuple[int, ...], ...]

    def sample(self, rng: random.Random) -> Shuffle:
        """Draw an order for each."""
        return Shuffle(tuple(tuple(rng.sample(deck, len(deck))) for deck in self.decks))


@dataclass(frozen=True, slots=True)
class Drawing:
    """The draw of one of these."""

    options: tuple[str, ...]

    def sample(self, rng: random.Random) -> Choose:
        """Draw one."""
        return Choose(rng.choice(self.options))


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of one seat."""

    state: State
    seat: Seat

    def __contains__(self, move: object) -> bool:
        """Say whether `move` is legal."""
        return fault_of(self.state, self.seat, move) is None  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Move]:
        """Yield them in a fixed order."""
        return listed(self.state, self.seat)

    def __bool__(self) -> bool:
        """Say whether there is any: whoever acts always has one."""
        return self.seat in acting(self.state)

    def sample(self, rng: random.Random) -> Move:
        """Draw one."""
        return rng.choice(list(self))


class Cardia:
    """The rules, for two seats."""

    name = NAME
    seats = SEATS
    variants = VARIANTS

    def __init__(self, data: CardiaData) -> None:
        self.data = data

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every fact of the cards, islands and locations, and what is known of it."""
        return self.data.fields

    def setup(self, seats: int, options: Options) -> Setup:
        """Read what is agreed. Raises RecordError with every fault."""
        del seats
        return setup_of(self.data, options)

    def start(self, setup: Setup) -> State:
        """Sit down; the order of the cards is chance's."""
        return State(
            setup=setup,
            phase=Phase.SHUFFLE,
            round=0,
            row=(),
            hands=((), ()),
            decks=((), ()),
            discards=((), ()),
            ships=setup.anchors,
            supply=(setup.phials, setup.phials),
            waiting=(Waiting(), Waiting()),
        )

    def turn(self, state: State) -> Chance[Move] | Seats | Over:
        """Say who acts next."""
        if state.phase is Phase.OVER:
            return Over()
        seats = acting(state)
        if seats:
            return Seats(seats)
        decks = shuffled_now(state)
        if decks is not None:
            return Shuffling(decks)
        asked = question(state)
        assert asked is not None, "chance draws one of a hand"
        return Drawing(asked.options)

    def moves(self, state: State, seat: Seat) -> LegalMoves:
        """Give the legal moves of `seat`."""
        return LegalMoves(state, seat)

    def fault(self, state: State, seat: Seat, move: Move) -> Fault | None:
        """Say why `move` is not legal."""
        return fault_of(state, seat, move)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> tuple[State, tuple[Event, ...]]:
        """Give the state after legal moves, everything that follows by itself included, and what happened."""
        table = Table.of(state)
        if state.phase is Phase.PLACE:
            course.placed(table, {seat: move.card for seat, move in moves.items() if isinstance(move, Play)})
        else:
            (move,) = moves.values()
            _resolved(table, move)
        settle(table)
        return table.state(), tuple(table.events)

    def view(self, state: State, seat: Seat) -> View:
        """Give what `seat` may know."""
        return view_of(state, seat)

    def guess(self, view: View, rng: random.Random, belief: Belief | None = None) -> State:
        """Draw a state that agrees with `view`; all unseen cards are alike, so a belief has nothing to say."""
        del belief
        return guess_from(view, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Give how it ended, with both players' signets."""
        if state.result is None:
            return None
        winner = state.result.winner
        won = frozenset() if winner is None else frozenset({winner})
        return Outcome(state.result.how, won, signets(state.row, state.ships, state.setup))

    def standing(self, state: State, seat: Seat) -> float:
        """Give how many signets a seat is ahead, and a little for cards that it has still to play."""
        if state.result is not None and state.result.winner is not None:
            return _WON if state.result.winner == seat else -_WON
        counts = signets(state.row, state.ships, state.setup)
        cards = [len(state.hands[one]) + len(state.decks[one]) for one in (0, 1)]
        return counts[seat] - counts[1 - seat] + _CARD * (cards[seat] - cards[1 - seat])

    def write(self, move: Move) -> str:
        """Give `move` as it is written."""
        return write_move(move)

    def read(self, state: State, text: str) -> Move:
        """Read a move. Raises UnreadableMove."""
        del state
        return read_move(text)

    def shown(self, state: State) -> dict[str, Any]:
        """Give all that lies there, as JSON."""
        counts = signets(state.row, state.ships, state.setup)
        asked = question(state)
        return {
            "public": {
                "phase": state.phase.value,
                "round": state.round,
                "signets": _by_seat(counts),
                "row": _row_shown(state),
                "ships": [ISLANDS[ship] for ship in state.ships],
                "phials": _by_seat(state.supply),
                "hands": _by_seat([len(hand) for hand in state.hands]),
                "decks": _by_seat([len(deck) for deck in state.decks]),
                "discards": _by_seat([list(cards) for cards in state.discards]),
                "waiting": _by_seat([waiting.modifier for waiting in state.waiting]),
                "locations": sorted(state.setup.locations),
                "asked": None if asked is None else {"seat": letter(asked.seat), "what": asked.what},
            },
            "hidden": {
                "hands": _by_seat([list(hand) for hand in state.hands]),
                "decks": _by_seat([list(deck) for deck in state.decks]),
                "face_down": _by_seat([placed.card for placed in state.fog]),
            },
        }


def _resolved(table: Table, move: Move) -> None:
    """Carry out a shuffle, or the answer to what is asked."""
    if table.phase is Phase.SHUFFLE:
        assert isinstance(move, Shuffle), "chance shuffles"
        course.deal(table, move.orders)
        return
    task = table.tasks.pop()
    if task.kind == SHUFFLE:
        assert isinstance(move, Shuffle), "chance shuffles"
        table.decks[task.seat] = move.orders[0]
        table.tell("shuffled", seat=task.seat)
        return
    assert isinstance(move, Choose), "what is asked is answered"
    answer(table, task, ASKS[task.kind], move.option)
    course.watch_successions(table)


def _by_seat(values: Any) -> dict[str, Any]:
    return {letter(seat): value for seat, value in enumerate(values)}


def _row_shown(state: State) -> list[dict[str, Any]]:
    """Give each encounter: what lies there, and who wins it."""
    row = []
    for encounter, standing in zip(state.row, reckon(state.row, state.setup), strict=True):
        cards = {
            letter(seat): None
            if lay is None
            else {
                "card": state.setup.card(lay.value).key,
                "value": lay.value,
                "influence": standing.influence[seat],
                "modifier": lay.modifier,
                "tokens": lay.tokens,
                "phials": lay.phials,
            }
            for seat, lay in enumerate(encounter.lays)
        }
        row.append({"cards": cards, "wins": [letter(seat) for seat in (0, 1) if standing.wins[seat]]})
    return row
