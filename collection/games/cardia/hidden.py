"""What a seat may know, and what it may imagine of the rest."""

from __future__ import annotations

import random
from dataclasses import replace

from collection.games.cardia.cards import VALUES
from collection.games.cardia.state import Hidden, Placed, State, View
from collection.games.protocol import Seat


def view_of(state: State, seat: Seat) -> View:
    """Give everything that `seat` may know: its hand, what it put under its deck, and all that lies open."""
    hands, decks = [], []
    for other in (0, 1):
        hand, deck = state.hands[other], state.decks[other]
        if other == seat:
            hands.append(hand)
            known = state.bottom[other]
            decks.append((*_hidden(len(deck) - known), *deck[len(deck) - known :]))
        else:
            shown = state.shown[other]
            hands.append((*shown, *_hidden(len(hand) - len(shown))))
            decks.append(_hidden(len(deck)))
    fog = tuple(
        placed if other == seat or placed.open else Placed(None, placed.waiting)
        for other, placed in enumerate(state.fog)
    )
    return View(seat, replace(state, hands=tuple(hands), decks=tuple(decks), fog=fog))


def guess_from(view: View, rng: random.Random) -> State:
    """Draw a state that agrees with `view`: the unseen cards of each player are dealt at random."""
    state = view.known
    if not state.hands[0] and not state.decks[0] and not state.discards[0] and not state.row:
        return state
    hands, decks, fog = [], [], []
    for seat in (0, 1):
        unseen = _unseen(state, seat)
        rng.shuffle(unseen)
        hands.append(tuple(sorted(_filled(state.hands[seat], unseen))))
        decks.append(tuple(_filled(state.decks[seat], unseen)))
        if state.fog:
            placed = state.fog[seat]
            fog.append(placed if placed.card is not None else placed._replace(card=unseen.pop()))
    return replace(state, hands=tuple(hands), decks=tuple(decks), fog=tuple(fog))


def _unseen(state: State, seat: Seat) -> list[int]:
    seen = set(state.discards[seat]) | set(state.hands[seat]) | set(state.decks[seat])
    seen |= {lay.value for encounter in state.row if (lay := encounter.lays[seat]) is not None}
    if state.fog:
        seen.add(state.fog[seat].card)
    if state.first == seat:
        seen.add(state.opened)
    return [value for value in VALUES if value not in seen]


def _filled(cards: tuple[Hidden, ...], unseen: list[int]) -> list[int]:
    return [card if card is not None else unseen.pop() for card in cards]


def _hidden(count: int) -> tuple[Hidden, ...]:
    return (None,) * count
