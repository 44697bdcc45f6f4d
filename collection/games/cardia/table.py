"""The table while a move is carried out: the state taken apart, changed step by step, and put together again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from collection.games.cardia.cards import Card
from collection.games.cardia.data import ISLANDS
from collection.games.cardia.reckoning import Standing, reckon, signets
from collection.games.cardia.state import Encounter, Lay, Phase, Placed, Result, Setup, State, Task, Waiting
from collection.games.protocol import Event, Seat
from collection.games.written import letter

Ref = tuple[Seat, int]
"""A card in play: whose, and its value."""


@dataclass(slots=True)
class Table:
    """A state under way. Each list has one entry a seat, where the state has a tuple of two."""

    setup: Setup
    phase: Phase
    round: int
    row: list[Encounter]
    hands: list[tuple[Any, ...]]
    decks: list[tuple[Any, ...]]
    discards: list[tuple[int, ...]]
    ships: tuple[int, ...]
    supply: list[int]
    waiting: list[Waiting]
    fog: tuple[Placed, ...]
    first: Seat | None
    opened: int | None
    tasks: list[Task]
    bottom: list[int]
    shown: list[tuple[int, ...]]
    moved: list[bool]
    queue: tuple[tuple[Seat, int], ...]
    won: Ref | None
    before: tuple[tuple[int, bool, bool], ...]
    late: tuple[tuple[Seat, int, int], ...]
    result: Result | None
    events: list[Event] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> Table:
        """Take a state apart."""
        return cls(
            state.setup, state.phase, state.round, list(state.row), list(state.hands), list(state.decks),
            list(state.discards), state.ships, list(state.supply), list(state.waiting), state.fog, state.first,
            state.opened, list(state.tasks), list(state.bottom), list(state.shown), list(state.moved), state.queue,
            state.won, state.before, state.late, state.result,
        )  # fmt: skip

    def state(self) -> State:
        """Put it together again."""
        return State(
            self.setup, self.phase, self.round, tuple(self.row), tuple(self.hands), tuple(self.decks),
            tuple(self.discards), self.ships, tuple(self.supply), tuple(self.waiting), self.fog, self.first,
            self.opened, tuple(self.tasks), tuple(self.bottom), tuple(self.shown), tuple(self.moved), self.queue,
            self.won, self.before, self.late, self.result,
        )  # fmt: skip

    # What lies there

    def standings(self) -> list[Standing]:
        """Give how every encounter stands."""
        return reckon(self.row, self.setup)

    def signets(self) -> tuple[int, int]:
        """Give each player's signets."""
        return signets(self.row, self.ships, self.setup)

    def find(self, seat: Seat, value: int) -> int | None:
        """Give the place of a card in the row; None where it is not in play."""
        for at, encounter in enumerate(self.row):
            lay = encounter.lays[seat]
            if lay is not None and lay.value == value:
                return at
        return None

    def lay(self, seat: Seat, value: int) -> Lay | None:
        """Give a card in play; None where it is not."""
        at = self.find(seat, value)
        return None if at is None else self.row[at].lays[seat]

    def side(self, seat: Seat) -> list[Lay]:
        """Give a player's cards in play, in order."""
        return [lay for encounter in self.row if (lay := encounter.lays[seat]) is not None]

    def beside(self, seat: Seat, value: int, step: int) -> Lay | None:
        """Give the same player's card so many encounters on; None where there is none."""
        at = self.find(seat, value)
        if at is None or not 0 <= at + step < len(self.row):
            return None
        return self.row[at + step].lays[seat]

    def opposing(self, seat: Seat, value: int) -> Lay | None:
        """Give the card that faces this one; None where there is none."""
        at = self.find(seat, value)
        return None if at is None else self.row[at].lays[1 - seat]

    def card(self, value: int) -> Card:
        """Give the card with this value."""
        return self.setup.cards[value - 1]

    def named(self, value: int) -> str:
        """Give a card as events tell of it: `Navigator 3`."""
        return f"{self.setup.cards[value - 1].name} {value}"

    # What happens

    def tell(self, kind: str, *, to: Seat | None = None, **facts: Any) -> None:
        """Say what happened; to everybody, or to one seat."""
        self.events.append(Event(kind, None if to is None else frozenset({to}), tuple(facts.items())))

    def push(self, *tasks: Task) -> None:
        """Leave tasks to be done, the first of them first."""
        self.tasks.extend(reversed(tasks))

    def ends(self, how: str, winner: Seat | None) -> None:
        """End the game; whatever is still to be done is not."""
        self.result, self.phase = Result(how, winner), Phase.OVER
        self.tasks.clear()
        self.tell("ended", winner=winner, how=how, signets=list(self.signets()))

    def put(self, seat: Seat, at: int, lay: Lay | None) -> None:
        """Put a card (or none) at a place of the row."""
        number, (mine, theirs) = self.row[at]
        self.row[at] = Encounter(number, (lay, theirs) if seat == 0 else (mine, lay))

    def change(self, seat: Seat, value: int, **changes: int) -> None:
        """Change what lies on a card in play; nothing where it is not."""
        at = self.find(seat, value)
        if at is not None:
            lay = self.row[at].lays[seat]
            assert lay is not None
            self.put(seat, at, lay._replace(**changes))

    def modify(self, seat: Seat, value: int, amount: int) -> None:
        """Put a modifier on a card in play; nothing where it is not."""
        lay = self.lay(seat, value)
        if lay is not None and amount:
            self.change(seat, value, modifier=lay.modifier + amount)
            self.tell("modified", seat=seat, card=self.named(value), amount=amount)

    def draw(self, seat: Seat, count: int) -> None:
        """Draw cards, as far as there are any."""
        deck = self.decks[seat]
        drawn = deck[:count]
        if drawn:
            self.decks[seat] = deck[count:]
            self.bottom[seat] = min(self.bottom[seat], len(self.decks[seat]))
            self.hands[seat] = tuple(sorted((*self.hands[seat], *drawn)))
            self.tell("drew", seat=seat, count=len(drawn))
            self.tell("drew-cards", to=seat, seat=seat, cards=[self.named(card) for card in drawn])

    def mill(self, seat: Seat, count: int) -> tuple[int, ...]:
        """Discard cards from the top of a deck, as far as there are any, and give them."""
        milled = self.decks[seat][:count]
        if milled:
            self.decks[seat] = self.decks[seat][count:]
            self.bottom[seat] = min(self.bottom[seat], len(self.decks[seat]))
            self._discarded(seat, milled)
            self.tell("milled", seat=seat, cards=[self.named(card) for card in milled])
        return milled

    def leave_hand(self, seat: Seat, value: int) -> None:
        """Take a card out of a hand."""
        self.hands[seat] = tuple(card for card in self.hands[seat] if card != value)
        self.shown[seat] = tuple(card for card in self.shown[seat] if card != value)

    def discard_hand(self, seat: Seat, values: Iterable[int]) -> None:
        """Discard hand cards."""
        gone = tuple(values)
        for value in gone:
            self.leave_hand(seat, value)
        if gone:
            self._discarded(seat, gone)
            self.tell("discarded", seat=seat, cards=[self.named(card) for card in gone])

    def discard_deck(self, seat: Seat, values: Iterable[int]) -> None:
        """Discard these cards of a deck, wherever they are in it."""
        gone = set(values)
        known = self.decks[seat][len(self.decks[seat]) - self.bottom[seat] :]
        self.decks[seat] = tuple(card for card in self.decks[seat] if card not in gone)
        self.bottom[seat] = sum(card not in gone for card in known)
        self._discarded(seat, gone)
        if gone:
            self.tell("milled", seat=seat, cards=[self.named(card) for card in sorted(gone)])

    def discard_played(self, *cards: Ref) -> None:
        """Discard cards in play together, and close the gaps of encounters that are gone."""
        self.remove_played(*cards)
        self.close_gaps()

    def remove_played(self, *cards: Ref) -> None:
        """Discard cards in play together; their places stay, for those that replace them."""
        for seat, value in cards:
            if self.lift(seat, value) is not None:
                self._discarded(seat, (value,))
                self.tell("destroyed", seat=seat, card=self.named(value))

    def lift(self, seat: Seat, value: int) -> int | None:
        """Take a card out of play and give its place; what lay on it goes where it belongs (ruling 21)."""
        at = self.find(seat, value)
        if at is not None:
            lay = self.row[at].lays[seat]
            assert lay is not None
            self.supply[seat] += lay.phials
            self.put(seat, at, None)
        return at

    def close_gaps(self) -> None:
        """Let later encounters move up where both cards are gone (ruling 19)."""
        self.row = [encounter for encounter in self.row if encounter.lays != (None, None)]

    def replace_card(self, seat: Seat, at: int, value: int, modifier: int = 0) -> None:
        """Put a hand card into the row, not activated."""
        self.leave_hand(seat, value)
        self.put(seat, at, Lay(value, modifier))
        self.tell("replaced", seat=seat, card=self.named(value))

    def _discarded(self, seat: Seat, values: Iterable[int]) -> None:
        self.discards[seat] = tuple(sorted((*self.discards[seat], *values)))


def card_option(seat: Seat, value: int) -> str:
    """Give a card in play as moves name it: `card A12`."""
    return f"card {letter(seat)}{value}"


def card_of(option: str) -> Ref:
    """Give the card that `card A12` names."""
    return "AB".index(option[5]), int(option[6:])


def island_name(island: int) -> str:
    """Give an island as moves name it: `outer-a`."""
    return ISLANDS[island]
