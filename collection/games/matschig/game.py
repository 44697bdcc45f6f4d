"""Matschig behind the protocol."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from collection.errors import RecordError
from collection.games.field import Field
from collection.games.matschig import course
from collection.games.matschig.cards import Card, points
from collection.games.matschig.deck import Deck
from collection.games.matschig.hidden import guess_from, view_of
from collection.games.matschig.moves import First, Move, Shuffle, Throw, read_move, write_move
from collection.games.matschig.rules import acting, drawn, fault_of, listed
from collection.games.matschig.state import NAME, Phase, Setup, State, View
from collection.games.options import agreed, first_seat
from collection.games.protocol import CHANCE, Belief, Chance, Event, Fault, Outcome, Over, Seat, Seats
from collection.games.written import LETTERS, Options, Variant, letter

MOST_ROUNDS: Final = 6
SEATS: Final = range(3, 7)
_YES, _NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Starting:
    """The draw of who begins."""

    seats: int

    def sample(self, rng: random.Random) -> First:
        """Draw a seat."""
        return First(rng.randrange(self.seats))


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The shuffle of these cards."""

    cards: tuple[Card, ...]

    def sample(self, rng: random.Random) -> Shuffle:
        """Draw an order."""
        return Shuffle(tuple(rng.sample(self.cards, len(self.cards))))


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of one seat. Umbrellas too many at a card are legal, and not listed."""

    state: State
    seat: Seat
    deck: tuple[Card, ...]

    def __contains__(self, move: object) -> bool:
        """Say whether `move` is legal."""
        return fault_of(self.state, self.seat, move, self.deck) is None  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Move]:
        """Yield them in a fixed order."""
        return listed(self.state, self.seat)

    def __bool__(self) -> bool:
        """Say whether there is any: whoever acts always has one."""
        return self.seat in acting(self.state)

    def sample(self, rng: random.Random) -> Move:
        """Draw one that is listed."""
        return drawn(self.state, self.seat, rng)


class Matschig:
    """The rules, for three to six seats, played with the cards of one deck."""

    name = NAME
    seats = SEATS
    variants = (
        Variant(
            "easier", (_NO, _YES), "Easier to Clean: who has only Water or only Sand may halve the round's points."
        ),
        Variant("perfect", (_NO, _YES), "Perfect Mud: an account of 22, 44, 66 or 88 after a round may be halved."),
        Variant("rounds", tuple(map(str, range(1, MOST_ROUNDS + 1))), "How many rounds are added up."),
        Variant("first", ("drawn", *LETTERS), "Who slings first: drawn, or the seat that the table agrees on."),
    )

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._cards = deck.cards

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every fact of the deck."""
        return self.deck.fields

    def setup(self, seats: int, options: Options) -> Setup:
        """Read what is agreed. Raises RecordError with every fault."""
        faults: list[str] = []
        chosen = agreed(self.variants, options, faults)
        seat = first_seat(chosen, seats, faults)
        if faults:
            raise RecordError(*faults)
        return Setup(seats, chosen["easier"] == _YES, chosen["perfect"] == _YES, int(chosen["rounds"]), seat)

    def start(self, setup: Setup) -> State:
        """Sit down; who begins and the order of the cards are chance's."""
        nothing: tuple[tuple[Card, ...], ...] = ((),) * setup.seats
        first = setup.first
        return State(
            setup=setup,
            phase=Phase.FIRST if first is None else Phase.SHUFFLE,
            round=1,
            starter=first or 0,
            active=first or 0,
            hands=nothing,
            pools=nothing,
            pile=(),
            discard=(),
            accounts=(0,) * setup.seats,
        )

    def turn(self, state: State) -> Chance[Move] | Seats | Over:
        """Say who acts next."""
        match state.phase:
            case Phase.OVER:
                return Over()
            case Phase.FIRST:
                return Starting(state.seats)
            case Phase.SHUFFLE:
                return Shuffling(state.discard if state.due else self._cards)
        return Seats(acting(state))

    def moves(self, state: State, seat: Seat) -> LegalMoves:
        """Give the legal moves of `seat`."""
        return LegalMoves(state, seat, self._cards)

    def fault(self, state: State, seat: Seat, move: Move) -> Fault | None:
        """Say why `move` is not legal."""
        return fault_of(state, seat, move, self._cards)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> tuple[State, tuple[Event, ...]]:
        """Give the state after legal moves, everything that follows by itself included, and what happened."""
        events: list[Event] = []
        size = self.deck.hand
        match state.phase:
            case Phase.FIRST | Phase.SHUFFLE:
                after = course.chance_moved(state, moves[CHANCE], size, events)
            case Phase.THROW:
                thrown = moves[state.active]
                assert isinstance(thrown, Throw), "whoever is to sling slings"
                after = course.threw(state, thrown, events)
            case Phase.WINDOW:
                after = course.thirds_offered(state, moves, events)
            case Phase.DEFEND:
                (move,) = moves.values()
                after = course.defended(state, move, size, events)
            case _:
                after = course.halved(state, moves, events)
        return after, tuple(events)

    def view(self, state: State, seat: Seat) -> View:
        """Give what `seat` may know."""
        return view_of(state, seat)

    def guess(self, view: View, rng: random.Random, belief: Belief | None = None) -> State:
        """Draw a state that agrees with `view`; all unseen cards are alike, so a belief has nothing to say."""
        del belief
        return guess_from(view, self._cards, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Give the accounts, and who has the lowest."""
        if state.phase is not Phase.OVER:
            return None
        return Outcome("counted", course.winners(state), state.accounts)

    def standing(self, state: State, seat: Seat) -> float:
        """Give how much cleaner a seat is than the others on average, in points of account and pool."""
        dirt = [account + points(pool) for account, pool in zip(state.accounts, state.pools, strict=True)]
        return (sum(dirt) - dirt[seat]) / (state.seats - 1) - dirt[seat]

    def write(self, move: Move) -> str:
        """Give `move` as it is written."""
        return write_move(move)

    def read(self, state: State, text: str) -> Move:
        """Read a move. Raises UnreadableMove."""
        del state
        return read_move(text)

    def shown(self, state: State) -> dict[str, Any]:
        """Give all that lies there, as JSON."""
        seats = range(state.seats)
        mud = state.mud
        return {
            "public": {
                "phase": state.phase.value,
                "round": state.round,
                "active": letter(state.active),
                "accounts": {letter(seat): state.accounts[seat] for seat in seats},
                "pools": {letter(seat): [str(card) for card in state.pools[seat]] for seat in seats},
                "points": {letter(seat): points(state.pools[seat]) for seat in seats},
                "hands": {letter(seat): len(state.hands[seat]) for seat in seats},
                "pile": len(state.pile),
                "discard": [str(card) for card in state.discard],
                "mud": None
                if mud is None
                else {
                    "from": letter(mud.thrower),
                    "to": letter(mud.target),
                    "cards": [str(card) for card in mud.cards],
                },
                "last": state.last,
            },
            "hidden": {
                "hands": {letter(seat): [str(card) for card in state.hands[seat]] for seat in seats},
                "pile": [str(card) for card in state.pile],
            },
        }
