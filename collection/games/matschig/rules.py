"""What each seat may do, and why not: throwing, the third card, and the defence."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from collection.games.matschig.cards import MUD, Card, Kind, holds, points, without
from collection.games.matschig.moves import (
    SPECIAL_OF,
    Absorb,
    Add,
    Block,
    Defence,
    Divert,
    Dryer,
    Fan,
    First,
    Halve,
    Keep,
    Leave,
    Move,
    Shuffle,
    Spread,
    Take,
    Throw,
)
from collection.games.matschig.state import Mud, Phase, State
from collection.games.protocol import CHANCE, Fault, Seat

HALVED: Final = frozenset({22, 44, 66, 88})
"""The accounts that Perfect Mud lets one halve."""
ABSORBED: Final = 13
"""Points that the 13 discards at most."""


def hand_of(state: State, seat: Seat) -> tuple[Card, ...]:
    """Give a seat's cards as far as they are known."""
    return tuple(card for card in state.hands[seat] if card is not None)


def can_throw(cards: Iterable[Card | None]) -> bool:
    """Say whether there is Sand and Water among these cards."""
    kinds = {card.kind for card in cards if card is not None}
    return kinds >= MUD


def missing(mud: Mud) -> Card | None:
    """Give the third card that would make the mud perfect; None where none may be added (rulings 4 and 5)."""
    if mud.finished:
        return None
    water, sand = (sum(card.value for card in mud.cards if card.kind is kind) for kind in (Kind.WATER, Kind.SAND))
    kind = Kind.WATER if water < sand else Kind.SAND
    return Card(kind, abs(water - sand))


def may_halve(state: State, seat: Seat) -> bool:
    """Say whether a variant lets `seat` halve something now (Easier to Clean, Perfect Mud; ruling 19)."""
    if state.phase is Phase.EASIER:
        return len({card.kind for card in state.pools[seat]}) == 1
    return state.phase is Phase.PERFECT and state.accounts[seat] in HALVED


def acting(state: State) -> frozenset[Seat]:
    """Give the seats that must move now; none where chance does, or nobody."""
    match state.phase:
        case Phase.THROW:
            return frozenset({state.active})
        case Phase.WINDOW:
            assert state.mud is not None
            return frozenset(range(state.seats)) - {state.mud.thrower}
        case Phase.DEFEND:
            assert state.mud is not None
            return frozenset({state.mud.target})
        case Phase.EASIER | Phase.PERFECT:
            return frozenset(seat for seat in range(state.seats) if may_halve(state, seat))
    return frozenset()


# Why not


def fault_of(state: State, seat: Seat, move: Move, deck: tuple[Card, ...]) -> Fault | None:
    """Say why `move` is not legal for `seat` now; None when it is."""
    if seat == CHANCE:
        return _fault_of_chance(state, move, deck)
    if seat not in acting(state):
        return Fault("not-your-turn", "It is not this player's turn.")
    why_not = _FAULTS.get(state.phase, _fault_of_counting)
    return next(why_not(state, seat, move, hand_of(state, seat)), None)


def _fault_of_chance(state: State, move: Move, deck: tuple[Card, ...]) -> Fault | None:
    if state.phase is Phase.FIRST:
        fine = isinstance(move, First) and move.seat in range(state.seats)
        return None if fine else Fault("first", "Chance says who of those who play begins.")
    if state.phase is not Phase.SHUFFLE:
        return Fault("no-chance", "Nothing is left to chance now.")
    cards = state.discard if state.due else deck
    if isinstance(move, Shuffle) and Counter(move.cards) == Counter(cards):
        return None
    what = "the discard pile" if state.due else "the whole deck"
    return Fault("shuffle", f"What is shuffled is {what}, every card of it once.")


def _fault_of_throw(state: State, seat: Seat, move: Move, hand: tuple[Card, ...]) -> Iterator[Fault]:
    if not isinstance(move, Throw):
        yield Fault("must-throw", "Whoever has Sand and Water must sling one of each (ruling 1).")
        return
    if move.water.kind is not Kind.WATER or move.sand.kind is not Kind.SAND:
        yield Fault("one-of-each", "Mud is exactly one Sand card and one Water card.")
    if move.target == seat or move.target not in range(state.seats):
        yield Fault("target", "Mud is slung at another player.")
    if not holds(hand, (move.water, move.sand)):
        yield Fault("not-in-hand", "Both cards must be in the slinger's hand.")


def _fault_of_third(state: State, seat: Seat, move: Move, hand: tuple[Card, ...]) -> Iterator[Fault]:
    assert state.mud is not None
    if isinstance(move, Leave):
        return
    if not isinstance(move, Add):
        yield Fault("window", "Before the defence comes the third card: add one, or leave it.")
        return
    if move.card != missing(state.mud):
        yield Fault("not-perfect", "A third card must make Sand and Water exactly equal (ruling 5).")
    if move.card not in hand:
        yield Fault("not-in-hand", f"There is no {move.card} in that hand.")
    if move.target == seat or move.target not in range(state.seats):
        yield Fault("target", "Who perfects the mud sends it to any player but themselves (ruling 6).")


def _fault_of_defence(state: State, seat: Seat, move: Move, hand: tuple[Card, ...]) -> Iterator[Fault]:
    assert state.mud is not None
    if isinstance(move, Take):
        return
    if isinstance(move, Block):
        yield from _faults_of_block(state.mud, move, hand)
    elif isinstance(move, Fan | Dryer | Absorb | Divert | Spread):
        card = SPECIAL_OF[type(move)]
        if card not in hand:
            yield Fault("not-in-hand", f"There is no {card} in that hand.")
        yield from _faults_of_special(state, seat, move)
    else:
        yield Fault("wrong-move", "Whoever is pelted defends with umbrellas or one special card, or takes the mud.")


def _faults_of_special(state: State, seat: Seat, move: Defence) -> Iterator[Fault]:
    assert state.mud is not None
    if isinstance(move, Absorb):
        if not holds(state.mud.cards, move.cards) or move.cards != tuple(sorted(move.cards)):
            yield Fault("not-mud", "The 13 discards cards of the mud, named in order, and nothing else.")
        if points(move.cards) > ABSORBED:
            yield Fault("too-much", f"The 13 absorbs {ABSORBED} points at most, and no card is split (ruling 11).")
    if isinstance(move, Divert) and (move.target == seat or move.target not in range(state.seats)):
        yield Fault("target", "Mud is diverted to any player but oneself (ruling 6).")


def _faults_of_block(mud: Mud, move: Block, hand: tuple[Card, ...]) -> Iterator[Fault]:
    if not move.groups or any(not group for _, group in move.groups):
        yield Fault("no-umbrella", "Umbrellas are held against a mud card, at least one each.")
    if not holds(mud.cards, [card for card, _ in move.groups]):
        yield Fault("not-mud", "Umbrellas are held against the cards of the mud, one group a card.")
    if any(card.kind is not Kind.UMBRELLA for card in move.umbrellas):
        yield Fault("only-umbrellas", "Umbrellas and a special card are never played together (ruling 9).")
    if not holds(hand, move.umbrellas):
        yield Fault("not-in-hand", "Every umbrella must be in the hand.")
    for card, group in move.groups:
        if points(group) < card.value:
            text = f"{' and '.join(map(str, group))} is less than {card}: umbrellas must reach the card's value."
            yield Fault("too-low", text)
    if move.groups != tuple(sorted((card, tuple(sorted(group))) for card, group in move.groups)):
        yield Fault("order", "The groups of umbrellas are named in the order of the cards.")


def _fault_of_counting(state: State, seat: Seat, move: Move, hand: tuple[Card, ...]) -> Iterator[Fault]:
    del state, seat, hand
    if not isinstance(move, Halve | Keep):
        yield Fault("wrong-move", "The round is being counted: halve what may be halved, or keep it.")


_FAULTS: Final = {Phase.THROW: _fault_of_throw, Phase.WINDOW: _fault_of_third, Phase.DEFEND: _fault_of_defence}


# What there is to do


def listed(state: State, seat: Seat) -> Iterator[Move]:
    """List legal moves in a fixed order; umbrellas that add nothing to a block are left out, legal as they are."""
    if seat not in acting(state):
        return
    hand = hand_of(state, seat)
    match state.phase:
        case Phase.THROW:
            yield from _throws(state, seat, hand)
        case Phase.WINDOW:
            yield from _thirds(state, seat, hand)
        case Phase.DEFEND:
            yield from _defences(state, seat, hand)
        case _:
            yield from (Halve(), Keep())


def drawn(state: State, seat: Seat, rng: random.Random) -> Move:
    """Draw one of the moves that are listed, each as likely as any other. Raises IndexError where there is none."""
    if state.phase is Phase.THROW and seat == state.active:
        waters, sands = _mud_in(hand_of(state, seat))
        return Throw(rng.choice(waters), rng.choice(sands), rng.choice(state.after(seat)[1:]))
    return rng.choice(tuple(listed(state, seat)))


def _throws(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Throw]:
    waters, sands = _mud_in(hand)
    return (Throw(water, sand, target) for water in waters for sand in sands for target in state.after(seat)[1:])


def _mud_in(hand: tuple[Card, ...]) -> tuple[list[Card], list[Card]]:
    """Give the different Water cards of a hand, and the Sand, in order."""
    kinds = sorted(set(hand))
    return [card for card in kinds if card.kind is Kind.WATER], [card for card in kinds if card.kind is Kind.SAND]


def _thirds(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Add | Leave]:
    assert state.mud is not None
    yield Leave()
    third = missing(state.mud)
    if third is not None and third in hand:
        yield from (Add(third, target) for target in state.after(seat)[1:])


def _defences(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Defence]:
    assert state.mud is not None
    yield Take()
    mud = state.mud.cards
    if Card(Kind.FAN) in hand:
        yield Fan()
    if Card(Kind.DRYER) in hand:
        yield Dryer()
    if Card(Kind.THIRTEEN) in hand:
        parts = {tuple(sorted(part)) for size in range(len(mud) + 1) for part in combinations(mud, size)}
        yield from (Absorb(part) for part in sorted(parts) if points(part) <= ABSORBED)
    if Card(Kind.DIVERT) in hand:
        yield from (Divert(target) for target in state.after(seat)[1:])
    if Card(Kind.SPREAD) in hand:
        yield Spread()
    yield from _blocks(tuple(sorted(mud)), tuple(sorted(card for card in hand if card.kind is Kind.UMBRELLA)))


@lru_cache(maxsize=4096)  # the same few umbrellas against the same mud come again and again in what a search imagines
def _blocks(mud: tuple[Card, ...], umbrellas: tuple[Card, ...]) -> tuple[Block, ...]:
    blocks = {tuple(sorted(groups)) for groups in _groups(mud, umbrellas)}
    return tuple(Block(groups) for groups in sorted(blocks) if groups)


def _groups(mud: tuple[Card, ...], umbrellas: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, tuple[Card, ...]], ...]]:
    """Give every way to hold umbrellas against some of these cards without one too many at any of them."""
    if not mud:
        yield ()
        return
    card, *rest = mud
    yield from _groups(tuple(rest), umbrellas)
    for group in _just_enough(card.value, umbrellas):
        for others in _groups(tuple(rest), without(umbrellas, group)):
            yield ((card, group), *others)


def _just_enough(value: int, umbrellas: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    return {
        group
        for size in range(1, len(umbrellas) + 1)
        for group in combinations(umbrellas, size)
        if value <= points(group) < value + min(card.value for card in group)
    }
