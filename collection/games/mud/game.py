"""MUD behind the protocol."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from collection.errors import RecordError
from collection.games.field import Field
from collection.games.mud import course
from collection.games.mud.cards import Card, Scandal, leaning_of, progress
from collection.games.mud.deck import Deck
from collection.games.mud.hidden import guess_from, view_of
from collection.games.mud.listing import LegalMoves
from collection.games.mud.moves import First, Move, Pick, Pluck, Shuffle, ShuffleScandals, read_move, write_move
from collection.games.mud.rules import acting, fault_of, goal_of, pickable
from collection.games.mud.state import NAME, NOBODY, Hold, Phase, Setup, State, View
from collection.games.mud.table import Table
from collection.games.options import agreed, first_seat
from collection.games.protocol import Belief, Chance, Event, Fault, Outcome, Over, Seat, Seats
from collection.games.written import LETTERS, Options, Variant, letter

SEATS: Final = range(2, 7)
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
class ShufflingScandals:
    """The shuffle of these Scandals."""

    cards: tuple[Scandal, ...]

    def sample(self, rng: random.Random) -> ShuffleScandals:
        """Draw an order."""
        return ShuffleScandals(tuple(rng.sample(self.cards, len(self.cards))))


@dataclass(frozen=True, slots=True)
class Picking:
    """The pick of one of these Scandals."""

    cards: tuple[Scandal, ...]

    def sample(self, rng: random.Random) -> Pick:
        """Draw one."""
        return Pick(rng.choice(self.cards))


@dataclass(frozen=True, slots=True)
class Plucking:
    """The pick of one of these cards."""

    cards: tuple[Card | None, ...]

    def sample(self, rng: random.Random) -> Pluck:
        """Draw one."""
        return Pluck(str(rng.choice(self.cards)))


def _picking(state: State, deck: Deck) -> Picking:
    del deck
    there = pickable(state.rows, state.setup.hold, state.due[0])
    return Picking(tuple(held.card for _, held in there))


_CHANCE: Final[dict[Phase, Callable[[State, Deck], Chance[Move]]]] = {
    Phase.FIRST: lambda state, _: Starting(state.seats),
    Phase.DECK: lambda _, deck: Shuffling(deck.cards),
    Phase.SCANDALS: lambda _, deck: ShufflingScandals(tuple(deck.scandals)),
    Phase.RESHUFFLE: lambda state, _: Shuffling(state.discard),
    Phase.RESHUFFLE_SCANDALS: lambda state, _: ShufflingScandals(state.spent),
    Phase.PICK: _picking,
    Phase.PLUCK: lambda state, _: Plucking(state.hands[state.due[0].seat]),
}


class Mud:
    """The rules, for two to six seats, played with the cards of one deck."""

    name = NAME
    seats = SEATS
    variants = (
        Variant("short", (_NO, _YES), "A short game: three Voters in three regions win, as with six players."),
        Variant("pact", (_YES, _NO), "In Pari Delicto: two players may share a Scandal and a RAT's ability."),
        Variant(
            "scandals",
            tuple(hold.value for hold in Hold),
            "Who may look at Scandals: the usual owner; See, Hear or Say No Evil.",
        ),
        Variant("first", ("drawn", *LETTERS), "Who begins: drawn, or the seat that held the highest office."),
    )

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

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
        return Setup(seats, chosen["short"] == _YES, chosen["pact"] == _YES, Hold(chosen["scandals"]), seat)

    def start(self, setup: Setup) -> State:
        """Sit down; who begins and the order of the cards are chance's."""
        nothing: tuple[tuple[Any, ...], ...] = ((),) * setup.seats
        return State(
            setup=setup,
            phase=Phase.FIRST if setup.first is None else Phase.DECK,
            active=setup.first or 0,
            turn=0,
            hands=nothing,
            maps=nothing,
            rows=nothing,
            pile=(),
            discard=(),
            scandals=(),
            spent=(),
            mapped=0,
            stuffed=0,
            used=(),
            offers=(0,) * setup.seats,
            curses=nothing,
            bound=(),
            abilities=nothing,
            known=(),
        )

    def turn(self, state: State) -> Chance[Move] | Seats | Over:
        """Say who acts next."""
        if state.phase is Phase.OVER:
            return Over()
        chance = _CHANCE.get(state.phase)
        return acting(state) if chance is None else chance(state, self.deck)

    def moves(self, state: State, seat: Seat) -> LegalMoves:
        """Give the legal moves of `seat`."""
        return LegalMoves(state, seat, self.deck)

    def fault(self, state: State, seat: Seat, move: Move) -> Fault | None:
        """Say why `move` is not legal."""
        return fault_of(state, seat, move, self.deck)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> tuple[State, tuple[Event, ...]]:
        """Give the state after a legal move, everything that follows by itself included, and what happened."""
        table = Table(state, self.deck)
        course.moved(table, moves)
        return table.state(), tuple(table.events)

    def view(self, state: State, seat: Seat) -> View:
        """Give what `seat` may know."""
        return view_of(state, seat)

    def guess(self, view: View, rng: random.Random, belief: Belief | None = None) -> State:
        """Draw a state that agrees with `view`; all unseen cards are alike, so a belief has nothing to say."""
        del belief
        return guess_from(view, self.deck, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Give who reached the goal; points are the Voters that each Map has towards it."""
        if state.phase is not Phase.OVER:
            return None
        goal = goal_of(state.setup, self.deck)
        winners = frozenset({state.winner} - {NOBODY})
        termination = state.leaning or "stalled"
        return Outcome(termination, winners, tuple(progress(voters, goal) for voters in state.maps))

    def standing(self, state: State, seat: Seat) -> float:
        """Give how far a seat's Map is ahead of the best rival's.

        A little more for other Voters, which may make a bloc; a little less for Scandals; and for cards in hand, which
        do nothing there and are made up for at the end of the turn: who looks no further must not sit on them.
        """
        goal = goal_of(state.setup, self.deck)
        mine = progress(state.maps[seat], goal)
        rival = max(progress(voters, goal) for other, voters in enumerate(state.maps) if other != seat)
        rest = 5 * len(state.maps[seat]) - 5 * len(state.rows[seat]) - 6 * len(state.hands[seat])
        return mine - rival / 2 + rest / 100

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
        goal = goal_of(state.setup, self.deck)
        deal, rat = state.deal, state.rat
        return {
            "public": {
                "phase": state.phase.value,
                "turn": state.turn,
                "active": letter(state.active),
                "goal": {"voters": goal.voters, "regions": goal.regions},
                "maps": {letter(seat): list(state.maps[seat]) for seat in seats},
                "progress": {letter(seat): progress(state.maps[seat], goal) for seat in seats},
                "leaning": {letter(seat): leaning_of(state.maps[seat], goal) or None for seat in seats},
                "hands": {letter(seat): len(state.hands[seat]) for seat in seats},
                "scandals": {letter(seat): len(state.rows[seat]) for seat in seats},
                "shared": {
                    letter(seat): [letter(held.partner) for held in state.rows[seat] if held.partner != NOBODY]
                    for seat in seats
                },
                "abilities": {letter(seat): list(state.abilities[seat]) for seat in seats},
                "curses": {letter(seat): list(state.curses[seat]) for seat in seats},
                "bound": list(state.bound),
                "mapped": state.mapped,
                "pile": len(state.pile),
                "discard": list(state.discard),
                "scandal-deck": len(state.scandals),
                "scandal-discard": list(state.spent),
                "revealed": state.revealed or None,
                "rat": None if rat is None else {"seat": letter(rat.seat), "card": rat.card},
                "offer": None if deal is None else {"seat": letter(deal.seat), "to": letter(deal.to)},
                "won": state.leaning or None,
            },
            "hidden": {
                "hands": {letter(seat): list(state.hands[seat]) for seat in seats},
                "scandals": {letter(seat): [held.card for held in state.rows[seat]] for seat in seats},
                "pile": list(state.pile),
                "scandal-deck": list(state.scandals),
                "offer": None if deal is None else {"gives": list(deal.gives), "wants": list(deal.wants)},
            },
        }
