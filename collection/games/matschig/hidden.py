"""What a seat may know, and what it may imagine of the rest."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

from collection.games.matschig.cards import MUD, Card, Kind
from collection.games.matschig.state import Hidden, State, View
from collection.games.protocol import Seat

_TRIES = 20
"""Random deals that are tried before the stuck players' hands are put together on purpose."""


def view_of(state: State, seat: Seat) -> View:
    """Give everything that `seat` may know: its hand, pools, discards, accounts, and the number of all other cards."""
    hands = tuple(hand if other == seat else _hidden(len(hand)) for other, hand in enumerate(state.hands))
    return View(seat, state._replace(hands=hands, pile=_hidden(len(state.pile))))


def guess_from(view: View, deck: Iterable[Card], rng: random.Random) -> State:
    """Draw a state that agrees with all that `view` shows: whoever could not throw lacks Sand or Water.

    Every deal of the unseen cards is equally likely, but for the hands of those who are stuck where twenty deals gave
    them none that fits. Raises ValueError where there is no such deal.
    """
    state = view.known
    unseen = Counter(deck)
    unseen.subtract(state.discard)
    unseen.subtract(card for pool in state.pools for card in pool)
    unseen.subtract(state.mud.cards if state.mud is not None else ())
    unseen.subtract(card for card in state.hands[view.seat] if card is not None)
    cards = sorted(unseen.elements())
    others = [seat for seat in range(state.seats) if seat != view.seat]
    sizes = {seat: len(state.hands[seat]) for seat in others}
    dealt = _dealt(cards, sizes, state.stuck - {view.seat}, rng)
    hands = tuple(state.hands[seat] if seat == view.seat else tuple(sorted(dealt[seat])) for seat in range(state.seats))
    return state._replace(hands=hands, pile=tuple(dealt[-1]) if state.pile else ())


def _dealt(
    cards: list[Card], sizes: dict[Seat, int], stuck: frozenset[Seat], rng: random.Random
) -> dict[Seat, list[Card]]:
    for _ in range(_TRIES if stuck else 1):
        rng.shuffle(cards)
        dealt = _cut(cards, sizes)
        if all(_is_stuck(dealt[seat]) for seat in stuck):
            return dealt
    kinds = [*product((Kind.WATER, Kind.SAND), repeat=len(stuck))]
    rng.shuffle(kinds)
    for lacking in kinds:
        hands = _put_together(cards, {seat: sizes[seat] for seat in stuck}, lacking)
        if hands is not None:
            left = Counter(cards)
            for hand in hands.values():
                left.subtract(hand)
            rest = [*left.elements()]
            rng.shuffle(rest)
            return hands | _cut(rest, {seat: size for seat, size in sizes.items() if seat not in stuck})
    raise ValueError("There is no deal of the unseen cards in which those who could not throw had to pass.")


def _cut(cards: Sequence[Card], sizes: dict[Seat, int]) -> dict[Seat, list[Card]]:
    """Cut off a hand for each seat; what is left is the pile, under -1."""
    dealt, at = {}, 0
    for seat, size in sizes.items():
        dealt[seat] = list(cards[at : at + size])
        at += size
    dealt[-1] = list(cards[at:])
    return dealt


def _put_together(
    cards: Sequence[Card], sizes: dict[Seat, int], lacking: Sequence[Kind]
) -> dict[Seat, list[Card]] | None:
    """Give each stuck seat a hand without the kind it lacks; None where there are too few other cards.

    Cards that are no mud fit everybody, so each seat takes mud of the kind it may have first.
    """
    left = list(cards)
    hands: dict[Seat, list[Card]] = {}
    for (seat, size), kind in zip(sizes.items(), lacking, strict=True):
        fitting = sorted((card for card in left if card.kind is not kind), key=lambda card: card.kind not in MUD)
        if len(fitting) < size:
            return None
        hands[seat] = fitting[:size]
        for card in hands[seat]:
            left.remove(card)
    return hands


def _is_stuck(cards: Iterable[Card]) -> bool:
    return not {card.kind for card in cards} >= MUD


def _hidden(count: int) -> tuple[Hidden, ...]:
    return (None,) * count
