"""How a game of Matschig goes on: what a move does, and everything that then follows by itself.

Each function takes a state and gives a later one; what happened is added to a list of events. Whatever needs chance or
a player stops there.

| kind | seen by | facts |
|---|---|---|
| `begins` | all | seat, round |
| `drew` | all | seat, count |
| `drew-cards` | who drew | seat, cards |
| `shuffled` | all | count, again (the discards, for the one time in a round) |
| `passed` | all | seat |
| `redrew` | all | seat, cards (discarded) |
| `threw` | all | seat, target, cards, perfect |
| `perfected` | all | seat, card, target |
| `left` | all | (nobody added a third card) |
| `blocked` | all | seat, groups (pairs of a mud card and the umbrellas against it) |
| `special` | all | seat, card, discarded (mud cards) |
| `diverted` | all | seat, target |
| `spread` | all | seat |
| `spread-draw` | all | seat, card, hit |
| `took` | all | seat, cards, points |
| `no-refills` | all | |
| `counted` | all | scores |
| `halved` | all | seat, variant, points (what is left) |
| `kept` | all | seat, variant |
| `ended` | all | accounts, winners (letters) |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from collection.games.matschig.cards import MUD, Card, Kind, points, without
from collection.games.matschig.moves import (
    SPECIAL_OF,
    Absorb,
    Add,
    Block,
    Divert,
    Dryer,
    Fan,
    First,
    Halve,
    Move,
    Shuffle,
    Spread,
    Throw,
)
from collection.games.matschig.rules import can_throw, hand_of, may_halve
from collection.games.matschig.state import Due, Mud, Phase, State
from collection.games.protocol import Event, Seat
from collection.games.written import letter

Events = list[Event]


def chance_moved(state: State, move: Move, hand_size: int, events: Events) -> State:
    """Go on from a move of chance."""
    if isinstance(move, First):
        return state._replace(phase=Phase.SHUFFLE, starter=move.seat, active=move.seat)
    assert isinstance(move, Shuffle), "chance says who begins, or shuffles"
    if state.due:
        _tell(events, "shuffled", count=len(move.cards), again=True)
        state = state._replace(pile=move.cards, discard=(), reshuffled=True)
        return _draw_due(state._replace(phase=Phase.THROW), hand_size, events)
    _tell(events, "shuffled", count=len(move.cards), again=False)
    return _dealt(state._replace(pile=move.cards), hand_size, events)


def _dealt(state: State, hand_size: int, events: Events) -> State:
    _tell(events, "begins", seat=state.starter, round=state.round)
    for seat in state.after(state.starter):
        state = _drawn(state, seat, hand_size, events)
    return _next_throw(state._replace(phase=Phase.THROW), hand_size, events)


def threw(state: State, move: Throw, events: Events) -> State:
    """Sling mud; where it is not perfect, anybody else may add the third card (ruling 3)."""
    perfect = move.water.value == move.sand.value
    cards = (move.water, move.sand)
    _tell(events, "threw", seat=state.active, target=move.target, cards=_texts(cards), perfect=perfect)
    state = _played(state, state.active, cards, discarded=False)
    return _aimed(state._replace(mud=Mud(state.active, move.target, cards, perfect)))


def thirds_offered(state: State, moves: Mapping[Seat, Move], events: Events) -> State:
    """Let the first of the sealed offers happen: the target's, then clockwise from the slinger (ruling 3)."""
    mud = state.mud
    assert mud is not None
    in_order = (mud.target, *(seat for seat in state.after(mud.thrower) if seat != mud.target))
    for seat in in_order:
        offer = moves.get(seat)
        if isinstance(offer, Add):
            _tell(events, "perfected", seat=seat, card=str(offer.card), target=offer.target)
            state = _played(state, seat, (offer.card,), discarded=False)
            perfect = Mud(mud.thrower, offer.target, (*mud.cards, offer.card), finished=True)
            return _aimed(state._replace(mud=perfect))
    _tell(events, "left")
    return state._replace(phase=Phase.DEFEND)


def defended(state: State, move: Move, hand_size: int, events: Events) -> State:
    """Defend, or take the mud."""
    mud = state.mud
    assert mud is not None
    seat = mud.target
    if isinstance(move, Divert):
        _tell(events, "diverted", seat=seat, target=move.target)
        state = _played(state, seat, (SPECIAL_OF[Divert],), discarded=True)
        return _aimed(state._replace(mud=replace(mud, target=move.target)))
    if isinstance(move, Spread):
        return _spread(state, mud, hand_size, events)
    gone = _warded_off(mud, move, events)
    if isinstance(move, Block):
        state = _played(state, seat, move.umbrellas, discarded=True)
    elif isinstance(move, Fan | Dryer | Absorb):
        state = _played(state, seat, (SPECIAL_OF[type(move)],), discarded=True)
    taken = without(mud.cards, gone)
    if taken:
        _tell(events, "took", seat=seat, cards=_texts(taken), points=points(taken))
    pools = _with(state.pools, seat, tuple(sorted((*state.pools[seat], *taken))))
    state = state._replace(pools=pools, discard=_sorted(state.discard, gone), mud=None)
    return _refilled(state, hand_size, events)


def _warded_off(mud: Mud, move: Move, events: Events) -> tuple[Card, ...]:
    """Give the mud cards that the defence discards (rulings 8 to 11)."""
    gone: tuple[Card, ...] = ()
    match move:
        case Block(groups):
            _tell(events, "blocked", seat=mud.target, groups=tuple((str(card), _texts(by)) for card, by in groups))
            return tuple(card for card, _ in groups)
        case Fan():
            gone = tuple(card for card in mud.cards if card.kind is Kind.SAND)
        case Dryer():
            gone = tuple(card for card in mud.cards if card.kind is Kind.WATER)
        case Absorb(cards):
            gone = cards
        case _:
            return ()
    _tell(events, "special", seat=mud.target, card=str(SPECIAL_OF[type(move)]), discarded=_texts(gone))
    return gone


def _spread(state: State, mud: Mud, hand_size: int, events: Events) -> State:
    _tell(events, "spread", seat=mud.target)
    state = _played(state, mud.target, (SPECIAL_OF[Spread],), discarded=True)
    due = tuple((Due.SPREAD, seat) for seat in state.after(mud.target)[1:])
    state = state._replace(discard=_sorted(state.discard, mud.cards), mud=None, due=due)
    return _draw_due(state._replace(phase=Phase.THROW), hand_size, events)


def _aimed(state: State) -> State:
    """Open the window for a third card, or, where none may be added, let the target defend (ruling 4)."""
    assert state.mud is not None
    return state._replace(phase=Phase.DEFEND if state.mud.finished else Phase.WINDOW)


# Draws


def _refilled(state: State, hand_size: int, events: Events) -> State:
    """Fill every hand, the slinger's first (ruling 14); nobody's in the last phase."""
    if state.last:
        return _next_turn(state, hand_size, events)
    due = tuple((Due.REFILL, seat) for seat in state.after(state.active) if len(state.hands[seat]) < hand_size)
    return _draw_due(state._replace(due=due, phase=Phase.THROW), hand_size, events)


def _draw_due(state: State, hand_size: int, events: Events) -> State:
    """Make the draws that are due until chance has to shuffle, and go on with what comes after them."""
    while state.due:
        (why, seat), *rest = state.due
        done = state._replace(due=tuple(rest))
        if why is Due.SPREAD:
            if not state.pile and _may_reshuffle(state):
                return state._replace(phase=Phase.SHUFFLE)
            state = _spread_to(done, seat, events)
            if not state.due:
                return _refilled(state, hand_size, events)
            continue
        state = _drawn(state, seat, hand_size, events)
        if len(state.hands[seat]) < hand_size and _may_reshuffle(state):
            return state._replace(phase=Phase.SHUFFLE)
        state = state._replace(due=done.due)
        if why is Due.REDRAW:
            return _redrawn(state, seat, hand_size, events)
    if state.reshuffled:
        _tell(events, "no-refills")
        state = state._replace(last=True)
    return _next_turn(state, hand_size, events)


def _may_reshuffle(state: State) -> bool:
    return not state.reshuffled and bool(state.discard)


def _spread_to(state: State, seat: Seat, events: Events) -> State:
    """Draw one card: mud cannot be defended against, anything else is discarded (ruling 13)."""
    if not state.pile:
        return state
    card, *pile = state.pile
    state = state._replace(pile=tuple(pile))
    if card is None:
        return state
    hit = card.kind in MUD
    _tell(events, "spread-draw", seat=seat, card=str(card), hit=hit)
    if hit:
        return state._replace(pools=_with(state.pools, seat, tuple(sorted((*state.pools[seat], card)))))
    return state._replace(discard=_sorted(state.discard, (card,)))


def _drawn(state: State, seat: Seat, hand_size: int, events: Events) -> State:
    """Draw up to a full hand, as far as the pile goes."""
    count = min(hand_size - len(state.hands[seat]), len(state.pile))
    if count <= 0:
        return state
    drawn, pile = state.pile[:count], state.pile[count:]
    _tell(events, "drew", seat=seat, count=count)
    known = [card for card in drawn if card is not None]
    events.append(Event("drew-cards", frozenset({seat}), (("seat", seat), ("cards", _texts(sorted(known))))))
    hand = _in_order((*state.hands[seat], *drawn))
    return state._replace(hands=_with(state.hands, seat, hand), pile=pile, stuck=state.stuck - {seat})


# Whose turn it is


def _next_turn(state: State, hand_size: int, events: Events) -> State:
    return _next_throw(state._replace(active=state.after(state.active)[1]), hand_size, events)


def _next_throw(state: State, hand_size: int, events: Events) -> State:
    """Find who slings: the active player, else the next who can, else somebody who redraws (rulings 2, 15 and 16)."""
    for seat in state.after(state.active):
        if can_throw(state.hands[seat]):
            return state._replace(active=seat, phase=Phase.THROW)
        _tell(events, "passed", seat=seat)
        state = state._replace(stuck=state.stuck | {seat})
    return _redraw(state, state.active, hand_size, events)


def _redraw(state: State, seat: Seat, hand_size: int, events: Events) -> State:
    """Let a stuck player discard all and draw anew, where there is anything to draw; else the round is over."""
    if state.last or (not state.pile and state.reshuffled):
        return _counted(state, events)
    cards = hand_of(state, seat)
    if not state.pile and not state.discard and not cards:
        return _counted(state, events)
    _tell(events, "redrew", seat=seat, cards=_texts(cards))
    state = state._replace(hands=_with(state.hands, seat, ()), discard=_sorted(state.discard, cards))
    return _draw_due(state._replace(due=((Due.REDRAW, seat),), phase=Phase.THROW), hand_size, events)


def _redrawn(state: State, seat: Seat, hand_size: int, events: Events) -> State:
    if can_throw(state.hands[seat]):
        return state._replace(active=seat, phase=Phase.THROW)
    state = state._replace(stuck=state.stuck | {seat})
    return _redraw(state, state.after(seat)[1], hand_size, events)


# The end of a round


def _counted(state: State, events: Events) -> State:
    """Count the pools."""
    scores = tuple(points(pool) for pool in state.pools)
    _tell(events, "counted", scores=scores)
    state = state._replace(scores=scores, phase=Phase.EASIER)
    if state.setup.easier and any(may_halve(state, seat) for seat in range(state.seats)):
        return state
    return _booked(state, events)


def halved(state: State, moves: Mapping[Seat, Move], events: Events) -> State:
    """Halve what those who may want halved, rounded up."""
    easier = state.phase is Phase.EASIER
    numbers = list(state.scores if easier else state.accounts)
    variant = "easier" if easier else "perfect"
    for seat, move in sorted(moves.items()):
        if isinstance(move, Halve):
            numbers[seat] = (numbers[seat] + 1) // 2
            _tell(events, "halved", seat=seat, variant=variant, points=numbers[seat])
        else:
            _tell(events, "kept", seat=seat, variant=variant)
    if easier:
        return _booked(state._replace(scores=tuple(numbers)), events)
    return _round_ended(state._replace(accounts=tuple(numbers)), events)


def _booked(state: State, events: Events) -> State:
    accounts = tuple(account + score for account, score in zip(state.accounts, state.scores, strict=True))
    state = state._replace(accounts=accounts, phase=Phase.PERFECT)
    if state.setup.perfect and any(may_halve(state, seat) for seat in range(state.seats)):
        return state
    return _round_ended(state, events)


def _round_ended(state: State, events: Events) -> State:
    """Begin the next round one seat on, all cards shuffled anew (ruling 23), or end the game."""
    if state.round == state.setup.rounds:
        won = [letter(seat) for seat in sorted(winners(state))]
        _tell(events, "ended", accounts=state.accounts, winners=tuple(won))
        return state._replace(phase=Phase.OVER)
    starter = state.after(state.starter)[1]
    nothing: tuple[tuple[Card, ...], ...] = ((),) * state.seats
    return State(
        setup=state.setup,
        phase=Phase.SHUFFLE,
        round=state.round + 1,
        starter=starter,
        active=starter,
        hands=nothing,
        pools=nothing,
        pile=(),
        discard=(),
        accounts=state.accounts,
    )


def winners(state: State) -> frozenset[Seat]:
    """Give who has the lowest account; those who tie share the victory."""
    return frozenset(seat for seat, account in enumerate(state.accounts) if account == min(state.accounts))


# Cards and events


def _played(state: State, seat: Seat, cards: tuple[Card, ...], *, discarded: bool) -> State:
    # In what a seat knows, another's hand is hidden: some card leaves it all the same.
    hand = list(state.hands[seat])
    for card in cards:
        hand.remove(card if card in hand else None)
    discard = _sorted(state.discard, cards) if discarded else state.discard
    return state._replace(hands=_with(state.hands, seat, tuple(hand)), discard=discard)


def _with(rows: tuple[tuple[Any, ...], ...], seat: Seat, row: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])


def _sorted(cards: tuple[Card, ...], more: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted((*cards, *more)))


def _in_order(cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    known = sorted(card for card in cards if card is not None)
    return (*known, *(card for card in cards if card is None))


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def _tell(events: Events, kind: str, **facts: Any) -> None:
    events.append(Event(kind, None, tuple(facts.items())))
