"""Positions of MUD for tests: what is not named lies nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from collection.catalogue.data import load_document
from collection.games.mud.cards import Card, read_card
from collection.games.mud.deck import FILE, deck_of
from collection.games.mud.game import Mud
from collection.games.mud.moves import read_move
from collection.games.mud.state import NOBODY, Held, Hold, Phase, Setup, State
from collection.games.protocol import CHANCE, Event, Seats

DATA = load_document("mud", FILE)
GAME = Mud(deck_of(DATA))
A, B, C, D, E, F = range(6)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards; `4*slw` is four of one."""
    found: list[Card] = []
    for word in text.split():
        count, star, card = word.rpartition("*")
        found += [read_card(card)] * (int(count) if star else 1)
    return tuple(sorted(found))


def table(
    *hands: str,
    maps: Mapping[int, str] | None = None,
    rows: Mapping[int, Sequence[int | tuple[int, int]]] | None = None,
    pile: str = "",
    discard: str = "",
    scandals: Sequence[int] = (),
    spent: Sequence[int] = (),
    active: int = A,
    hold: Hold = Hold.USUAL,
    short: bool = False,
    **more: Any,
) -> State:
    """Give a position in which `active` acts. A row lists Scandals, a shared one with its partner behind it."""
    seats = len(hands)
    nothing: tuple[tuple[Any, ...], ...] = ((),) * seats
    laid = {
        owner: [one if isinstance(one, tuple) else (one, NOBODY) for one in row] for owner, row in (rows or {}).items()
    }
    parts: dict[str, Any] = {
        "setup": Setup(seats, short=short, hold=hold),
        "phase": Phase.ACT,
        "active": active,
        "turn": 1,
        "hands": tuple(map(cards, hands)),
        "maps": tuple(cards((maps or {}).get(seat, "")) for seat in range(seats)),
        "rows": tuple(
            tuple(sorted(Held(partner, (), card) for card, partner in laid.get(seat, ()))) for seat in range(seats)
        ),
        "pile": tuple(read_card(word) for word in pile.split()),
        "discard": cards(discard),
        "scandals": tuple(scandals),
        "spent": tuple(sorted(spent)),
        "mapped": 0,
        "stuffed": 0,
        "used": (),
        "offers": (0,) * seats,
        "curses": nothing,
        "bound": (),
        "abilities": nothing,
        "known": (),
    }
    return State(**(parts | more))


def play(state: State, *moves: str) -> State:
    """Make legal moves, each by whoever must act, or as `B: offer A slw` by another, or chance."""
    return happened(state, *moves)[0]


def happened(state: State, *moves: str) -> tuple[State, list[Event]]:
    """Make legal moves as `play` does, and give what happened too."""
    events: list[Event] = []
    for text in moves:
        turn = GAME.turn(state)
        who, colon, said = text.partition(": ")
        acting = min(turn.must) if isinstance(turn, Seats) else CHANCE
        seat = "ABCDEF".index(who) if colon else acting
        move = read_move(said if colon else text)
        assert GAME.write(move) == " ".join((said if colon else text).split())
        fault = GAME.fault(state, seat, move)
        assert fault is None, f"{text}: {fault}"
        assert move in GAME.moves(state, seat) or seat == CHANCE
        state, more = GAME.apply(state, {seat: move})
        events += more
    return state, events


def why_not(state: State, move: str, seat: int | None = None) -> str:
    """Give the code of the fault that a move of the active player, or of another seat, has."""
    seat = state.active if seat is None else seat
    fault = GAME.fault(state, seat, read_move(move))
    assert fault is not None, f"{move} is legal"
    assert read_move(move) not in GAME.moves(state, seat)
    return fault.code


def fine(state: State, move: str, seat: int | None = None) -> bool:
    """Say whether a move is legal."""
    return GAME.fault(state, state.active if seat is None else seat, read_move(move)) is None


def numbers(state: State, seat: int) -> list[int]:
    """Give the Scandals in a row."""
    return sorted(held.card for held in state.rows[seat])


def facts(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """Give the facts of all events of a kind."""
    return [dict(event.facts) for event in events if event.kind == kind]


def cards_of(state: State) -> Counter[Any]:
    """Count every card there is, main cards and Scandals."""
    there: Counter[Any] = Counter(state.discard)
    there.update(state.pile)
    for some in (*state.hands, *state.maps):
        there.update(some)
    if state.rat is not None and not state.rat.shared:
        there[state.rat.card] += 1
    for row in state.rows:
        there.update(held.card for held in row)
    there.update((*state.scandals, *state.spent, *([state.revealed] if state.revealed else [])))
    return there
