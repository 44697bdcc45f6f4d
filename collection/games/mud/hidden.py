"""What a seat may know of a game of MUD, and what it may imagine of the rest."""

from __future__ import annotations

import random
from collections import Counter

from collection.games.mud.cards import DIG, HIDDEN, Card, Scandal
from collection.games.mud.deck import Deck
from collection.games.mud.state import Deal, Held, Hidden, Rat, State, View, held_by, sees, shreddable
from collection.games.protocol import Seat


def view_of(state: State, seat: Seat) -> View:
    """Give everything that `seat` may know, what it has seen of others' hands included."""
    hold = state.setup.hold
    return View(
        seat,
        state._replace(
            hands=tuple(hand if one == seat else (None,) * len(hand) for one, hand in enumerate(state.hands)),
            rows=tuple(
                tuple(
                    sorted(
                        held if sees(hold, seat, owner, held.partner) else held._replace(card=HIDDEN) for held in row
                    )
                )
                if row
                else row
                for owner, row in enumerate(state.rows)
            ),
            pile=(None,) * len(state.pile),
            scandals=(HIDDEN,) * len(state.scandals),
            known=tuple(known for known in state.known if known.observer == seat) if state.known else (),
            deal=_deal_seen(state.deal, seat),
            rat=_rat_seen(state, seat),
        ),
    )


def _deal_seen(deal: Deal | None, seat: Seat) -> Deal | None:
    """Give an offer as `seat` sees it: what is traded is between two (ruling 13)."""
    if deal is None or seat in (deal.seat, deal.to):
        return deal
    return deal._replace(gives=(None,) * len(deal.gives), wants=(None,) * len(deal.wants))


def _rat_seen(state: State, seat: Seat) -> Rat | None:
    """Give a RAT as `seat` sees it: which Scandal was named is known to those who may look at it."""
    rat = state.rat
    if rat is None or not rat.named or rat.seat == seat:
        return rat
    for owner, row in enumerate(state.rows):
        for held in row:
            if held.card == rat.scandal and sees(state.setup.hold, seat, owner, held.partner):
                return rat
    return rat._replace(scandal=HIDDEN)


def guess_from(view: View, deck: Deck, rng: random.Random) -> State:
    """Draw a state that agrees with all that `view` shows; every deal of the unseen cards is equally likely."""
    state, seat = view.known, view.seat
    hands, pile = _hands(state, seat, deck, rng)
    rows, scandals = _rows(state, deck, rng)
    guessed = state._replace(hands=hands, pile=pile, rows=rows, scandals=scandals)
    if state.rat is not None and state.rat.named and not state.rat.scandal:
        guessed = guessed._replace(rat=_rat_guessed(guessed, state.rat, seat, rng))
    if state.deal is not None and seat not in (state.deal.seat, state.deal.to):
        guessed = guessed._replace(deal=_deal_guessed(guessed, state.deal, rng))
    return guessed


def _hands(
    state: State, seat: Seat, deck: Deck, rng: random.Random
) -> tuple[tuple[tuple[Hidden, ...], ...], tuple[Hidden, ...]]:
    """Deal the unseen cards: first what is known of each hand, then the rest at random."""
    unseen = Counter(dict(deck.counts))
    unseen.subtract(state.discard)
    for voters in state.maps:
        unseen.subtract(voters)
    unseen.subtract(card for card in state.hands[seat] if card is not None)
    unseen.subtract(known.card for known in state.known)
    if state.rat is not None and not state.rat.shared:
        unseen[state.rat.card] -= 1
    left = list(unseen.elements())
    rng.shuffle(left)
    hands, at = [], 0
    for one, hand in enumerate(state.hands):
        if one == seat:
            hands.append(hand)
            continue
        known = [card.card for card in state.known if card.owner == one]
        count = len(hand) - len(known)
        hands.append(tuple(sorted([*known, *left[at : at + count]])))
        at += count
    return tuple(hands), tuple(left[at:])


def _rows(state: State, deck: Deck, rng: random.Random) -> tuple[tuple[tuple[Held, ...], ...], tuple[Scandal, ...]]:
    seen = {held.card for row in state.rows for held in row} | {state.revealed, *state.spent}
    unseen = [number for number in deck.scandals if number not in seen]
    rng.shuffle(unseen)
    rows = []
    for row in state.rows:
        hidden = any(held.card == HIDDEN for held in row)
        rows.append(
            tuple(sorted(held if held.card else held._replace(card=unseen.pop()) for held in row)) if hidden else row
        )
    return tuple(rows), tuple(unseen)


def _rat_guessed(state: State, rat: Rat, seat: Seat, rng: random.Random) -> Rat:
    """Name a Scandal that the RAT's player may look at, and `seat` may not."""
    hold = state.setup.hold
    dig = rat.card == DIG
    found = held_by(state.rows, rat.target) if dig else shreddable(state.rows, rat.seat, shared=rat.shared)
    there = [
        held.card
        for owner, held in found
        if sees(hold, rat.seat, owner, held.partner) and not sees(hold, seat, owner, held.partner)
    ]
    return rat._replace(scandal=rng.choice(there))


def _deal_guessed(state: State, deal: Deal, rng: random.Random) -> Deal:
    """Fill in an offer between two others, such that it may be accepted."""

    def some(seat: Seat, count: int) -> tuple[Card, ...]:
        hand = [card for card in state.hands[seat] if card is not None]
        return tuple(sorted(rng.sample(hand, count)))

    return deal._replace(gives=some(deal.seat, len(deal.gives)), wants=some(deal.to, len(deal.wants)))
