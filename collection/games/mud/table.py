"""The table while a move is made: a state that may be changed, and what happened so far.

It begins as a copy of a state and ends as another. Every card that goes somewhere goes by one of its acts, each of
which keeps what seats know of others' hands: who sees a card go to a hand knows it there, and where a card leaves a
hand unseen, who did not see it is no longer sure of any of that hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from collection.games.mud.cards import Card, Scandal, without
from collection.games.mud.deck import Deck
from collection.games.mud.state import Deal, Held, Known, Phase, Rat, State, Task
from collection.games.protocol import Event, Seat


class Table:
    """A state in the course of a move. Its parts are those of State."""

    __slots__ = (
        "abilities",
        "active",
        "bound",
        "curses",
        "deal",
        "deck",
        "discard",
        "due",
        "events",
        "hands",
        "known",
        "leaning",
        "mapped",
        "maps",
        "offers",
        "phase",
        "pile",
        "rat",
        "revealed",
        "rows",
        "scandals",
        "seats",
        "setup",
        "spent",
        "stuffed",
        "turn",
        "used",
        "winner",
    )

    def __init__(self, state: State, deck: Deck) -> None:
        self.deck = deck
        self.events: list[Event] = []
        self.seats = state.setup.seats
        self.setup = state.setup
        self.phase: Phase = state.phase
        self.active = state.active
        self.turn = state.turn
        self.hands = list(state.hands)
        self.maps = list(state.maps)
        self.rows = list(state.rows)
        self.pile = state.pile
        self.discard = state.discard
        self.scandals = state.scandals
        self.spent = state.spent
        self.mapped = state.mapped
        self.stuffed = state.stuffed
        self.used = state.used
        self.offers = state.offers
        self.curses = state.curses
        self.bound = state.bound
        self.abilities = state.abilities
        self.known = state.known
        self.due = list(state.due)
        self.deal: Deal | None = state.deal
        self.rat: Rat | None = state.rat
        self.revealed: Scandal = state.revealed
        self.winner: Seat = state.winner
        self.leaning = state.leaning

    def state(self) -> State:
        """Give it as it stands."""
        return State(
            self.setup,
            self.phase,
            self.active,
            self.turn,
            tuple(self.hands),
            tuple(self.maps),
            tuple(self.rows),
            self.pile,
            self.discard,
            self.scandals,
            self.spent,
            self.mapped,
            self.stuffed,
            self.used,
            self.offers,
            self.curses,
            self.bound,
            self.abilities,
            self.known,
            tuple(self.due),
            self.deal,
            self.rat,
            self.revealed,
            self.winner,
            self.leaning,
        )

    def tell(self, kind: str, only: Collection[Seat] | None = None, **facts: Any) -> None:
        """Note that something happened; `only` these seats see it, or everybody."""
        self.events.append(Event(kind, None if only is None else frozenset(only), tuple(facts.items())))

    def after(self, seat: Seat) -> list[Seat]:
        """Give all seats clockwise, beginning with `seat`."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def first(self, *tasks: Task) -> None:
        """Let these be done next, in order."""
        self.due[:0] = tasks

    # Cards

    def gain(self, seat: Seat, cards: Iterable[Card], seen_by: Collection[Seat]) -> None:
        """Add cards to a hand; `seen_by` know of them."""
        new = tuple(cards)
        self.hands[seat] = _sorted(self.hands[seat], new)
        observers = [observer for observer in seen_by if observer != seat]
        if observers and new:
            self.known = tuple(sorted([*self.known, *(Known(one, seat, card) for one in observers for card in new)]))

    def part(self, seat: Seat, cards: Iterable[Card], seen_by: Collection[Seat] | None = None) -> None:
        """Take cards from a hand, seen by everybody or by some."""
        gone = tuple(cards)
        if not gone:
            return
        self.hands[seat] = without(self.hands[seat], gone)  # type: ignore[arg-type]
        if not self.known:
            return
        kept = []
        for observer in range(self.seats):
            mine = [known for known in self.known if known.observer == observer]
            if seen_by is not None and observer not in seen_by:
                kept += [known for known in mine if known.owner != seat]
                continue
            for card in gone:
                one = Known(observer, seat, card)
                if one in mine:
                    mine.remove(one)
            kept += mine
        self.known = tuple(kept)

    def show(self, observer: Seat, owner: Seat, cards: Iterable[Card]) -> None:
        """Let `observer` see that these cards are in a hand, if they did not know."""
        mine = [known.card for known in self.known if known.observer == observer and known.owner == owner]
        new = []
        for card in cards:
            if card in mine:
                mine.remove(card)
            else:
                new.append(Known(observer, owner, card))
        self.known = tuple(sorted([*self.known, *new]))

    def discarded(self, cards: Iterable[Card]) -> None:
        """Lay cards on the discards."""
        self.discard = tuple(sorted((*self.discard, *cards)))

    def unmap(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Take Voters off a Map."""
        self.maps[seat] = without(self.maps[seat], cards)

    def map(self, seat: Seat, card: Card) -> None:
        """Lay a Voter on a Map."""
        self.maps[seat] = tuple(sorted((*self.maps[seat], card)))

    # Scandals

    def remove_scandal(self, number: Scandal) -> tuple[Seat, Held]:
        """Take a Scandal from whatever row it lies in; give whose that is, and how it lay there."""
        for owner, row in enumerate(self.rows):
            for held in row:
                if held.card == number:
                    self.rows[owner] = tuple(one for one in row if one is not held)
                    return owner, held
        raise ValueError(f"Scandal {number} lies in no row.")

    def spend(self, number: Scandal) -> None:
        """Lay a Scandal on its discards."""
        self.spent = tuple(sorted((*self.spent, number)))

    def unbar(self, seat: Seat, *, shared: bool) -> None:
        """Forget which Scandals a Shredder of `seat` brought, its own or a shared one: it is used, or has lapsed."""
        for owner, row in enumerate(self.rows):
            if (owner != seat) == shared and any(seat in held.barred for held in row):
                self.rows[owner] = tuple(
                    sorted(held._replace(barred=tuple(one for one in held.barred if one != seat)) for held in row)
                )

    # The end

    def over(self, winner: Seat, leaning: str) -> None:
        """End the game at once, whatever was still due."""
        self.due.clear()
        if self.rat is not None:
            if not self.rat.shared:
                self.discarded((self.rat.card,))
            self.rat = None
        self.winner, self.leaning, self.phase = winner, leaning, Phase.OVER


def _sorted(cards: tuple[Card | None, ...], more: Iterable[Card]) -> tuple[Card | None, ...]:
    return tuple(sorted((*cards, *more)))  # type: ignore[type-var]
