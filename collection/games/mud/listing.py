"""The legal moves of a seat in MUD: listed where they are few, drawn where they are many.

Offers, and RATs that are offered In Pari Delicto, are families too large to list: they are legal, and drawn now and
then, but not listed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from collection.games.mud.cards import (
    IS_RAT,
    IS_VOTER,
    REDISTRICT,
    REGIONS,
    Card,
    Scandal,
    holds,
)
from collection.games.mud.deck import Deck
from collection.games.mud.moves import Accept, Choose, Claim, Clear, End, Move, Offer, Play, Refuse, Steal
from collection.games.mud.rules import (
    NO_RATS,
    UPPER,
    WORKING,
    acting,
    can_offer,
    choices,
    fault_of,
    has_bloc,
    limit,
    scandal_there,
    visible_scandals,
)
from collection.games.mud.state import Held, Phase, State, held_by, shreddable
from collection.games.protocol import Seat

_DEALS: Final = 0.1
"""How often a move that is drawn is an offer, where one may be made."""
_ENDS: Final = 3
"""How much likelier than any one RAT the end of the turn is drawn: each turn few are played, so that games end."""
_CLAIMS: Final = 0.8
"""How often a move that is drawn maps a Voter at once, where one may be mapped."""
_PACTS: Final = 0.15
"""How often a RAT that is drawn is offered to be shared."""
_LARGEST: Final = 2
"""Cards that each side gives, at most, in an offer that is drawn."""


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of one seat."""

    state: State
    seat: Seat
    deck: Deck

    def __contains__(self, move: object) -> bool:
        """Say whether `move` is legal."""
        return fault_of(self.state, self.seat, move, self.deck) is None  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Move]:
        """Yield those that are listed, in a fixed order."""
        if self.seat not in acting(self.state).must:
            return iter(())
        return _listed(self.state, self.seat, self.deck)

    def __bool__(self) -> bool:
        """Say whether there is any: whoever must act has one, and anybody may offer a deal at times."""
        return self.seat in acting(self.state).must or can_offer(self.state, self.seat)

    def sample(self, rng: random.Random) -> Move:
        """Draw one. Raises IndexError where there is none."""
        state, seat = self.state, self.seat
        turn = acting(state)
        if seat not in turn.must:
            if not can_offer(state, seat):
                raise IndexError(f"Seat {seat} has nothing to do now.")
            return _offer_drawn(state, seat, rng)
        if state.phase is not Phase.ACT:
            return rng.choice(list(self))
        if rng.random() < _DEALS and can_offer(state, seat):
            return _offer_drawn(state, seat, rng)
        return _act_drawn(state, seat, self.deck, rng)


def _listed(state: State, seat: Seat, deck: Deck) -> Iterator[Move]:
    match state.phase:
        case Phase.ACT:
            yield from _acts(state, seat, deck)
        case Phase.ANSWER:
            assert state.deal is not None
            yield Refuse()
            if holds(state.hands[seat], [card for card in state.deal.wants if card is not None]):
                yield Accept()
        case Phase.PACT:
            yield Refuse()
            yield Accept()
        case Phase.CHOOSE:
            yield from map(Choose, choices(state))


def _acts(state: State, seat: Seat, deck: Deck) -> Iterator[Move]:
    yield End()
    yield from _claims(state, seat, deck)
    yield from _blocs(state, seat, deck)
    for rat, shared in _rats(state, seat):
        yield from aims(state, seat, rat, shared=shared)


def _claims(state: State, seat: Seat, deck: Deck) -> list[Claim]:
    if state.mapped >= limit(state, deck):
        return []
    return [Claim(card) for card in sorted({card for card in state.hands[seat] if card in IS_VOTER})]


def _blocs(state: State, seat: Seat, deck: Deck) -> Iterator[Move]:
    if WORKING not in state.used and has_bloc(state, deck, WORKING):
        for target in state.after(seat)[1:]:
            yield from (Steal(target, card) for card in sorted(set(state.maps[target])) if card[2] == "w")
    if UPPER not in state.used and has_bloc(state, deck, UPPER):
        yield from map(Clear, _own_scandals(state, seat, held_by(state.rows, seat)))


def _rats(state: State, seat: Seat) -> list[tuple[Card, bool]]:
    """Give the RATs that `seat` holds, and those that it may use from pacts, whether or not there is a target."""
    if NO_RATS in state.bound:
        return []
    own = [(card, False) for card in sorted({card for card in state.hands[seat] if card in IS_RAT})]
    return own + [(card, True) for card in sorted(set(state.abilities[seat]))]


def aims(state: State, seat: Seat, rat: Card, *, shared: bool = False) -> Iterator[Play]:
    """List what a RAT may be aimed at (ruling 4); nothing where there is no target."""
    others = state.after(seat)[1:]
    match rat:
        case "dig":
            for target in others:
                yield from (Play(rat, target, scandal=one, shared=shared) for one in _digs(state, seat, target))
        case "poach" | "smear":
            for target in others:
                yield from (Play(rat, target, card, shared=shared) for card in sorted(set(state.maps[target])))
        case "redistrict":
            for own in sorted(set(state.maps[seat])):
                for target in others:
                    for card in sorted(set(state.maps[target])):
                        yield Play(rat, target, card, own, shared=shared)
        case "wiretap":
            yield from (Play(rat, target, shared=shared) for target in others if state.hands[target])
        case "shredder":
            found = shreddable(state.rows, seat, shared=shared)
            yield from (Play(rat, scandal=one, shared=shared) for one in _own_scandals(state, seat, found))
        case "purge":
            yield from (Play(rat, region=region, shared=shared) for region in REGIONS)
        case _:
            yield Play(rat, shared=shared)


def _digs(state: State, seat: Seat, target: Seat) -> list[Scandal]:
    """Give the Scandals that a digger may name; 0 for one that chance picks."""
    found = held_by(state.rows, target)
    if not found:
        return []
    if state.setup.hold != "say":
        return [0]
    seen = sorted(held.card for held in visible_scandals(state, seat, target))
    return seen if len(seen) == len(found) else [0, *seen]


def _own_scandals(state: State, seat: Seat, found: Sequence[tuple[Seat, Held]]) -> list[Scandal]:
    """Give which of the own Scandals that may be discarded are named; 0 for one that chance picks."""
    if not found:
        return []
    mine = {held.card for held in visible_scandals(state, seat, seat)}
    return sorted(held.card for _, held in found if held.card in mine) or [0]


# Drawing


def _act_drawn(state: State, seat: Seat, deck: Deck, rng: random.Random) -> Move:
    """Draw a kind of move, each Voter and RAT of the hand being one, then one of that kind."""
    claims = _claims(state, seat, deck)
    if claims and rng.random() < _CLAIMS:
        return rng.choice(claims)
    ways: list[Move | tuple[Card, bool]] = [
        *[End()] * _ENDS,
        *claims,
        *_rats(state, seat),
        *islice(_blocs(state, seat, deck), 2),
    ]
    while True:
        way = ways.pop(rng.randrange(len(ways)))
        if not isinstance(way, tuple):
            return way
        play = _aimed(state, seat, *way, rng)
        if play is not None:
            return play


def _aimed(state: State, seat: Seat, rat: Card, shared: bool, rng: random.Random) -> Play | None:
    if rat == REDISTRICT:
        play = _redistrict_drawn(state, seat, shared, rng)
    else:
        found = list(aims(state, seat, rat, shared=shared))
        play = rng.choice(found) if found else None
    if play is None or shared or not state.setup.pact or rng.random() >= _PACTS or not scandal_there(state):
        return play
    return replace(play, partner=rng.choice(state.after(seat)[1:]))


def _redistrict_drawn(state: State, seat: Seat, shared: bool, rng: random.Random) -> Play | None:
    targets = [target for target in state.after(seat)[1:] if state.maps[target]]
    if not targets or not state.maps[seat]:
        return None
    target = rng.choice(targets)
    return Play(REDISTRICT, target, rng.choice(state.maps[target]), rng.choice(state.maps[seat]), shared=shared)


def _offer_drawn(state: State, seat: Seat, rng: random.Random) -> Offer:
    """Draw an offer of a few cards for a few."""
    hand = [card for card in state.hands[seat] if card is not None]
    to = rng.choice([other for other in state.after(seat)[1:] if hand or state.hands[other]])
    theirs = [card for card in state.hands[to] if card is not None]
    gives = rng.sample(hand, min(len(hand), rng.randint(0, _LARGEST)))
    wants = rng.sample(theirs, min(len(theirs), rng.randint(0, _LARGEST)))
    if not gives and not wants:
        gives, wants = hand[:1], [] if hand else theirs[:1]
    return Offer(to, tuple(sorted(gives)), tuple(sorted(wants)))
