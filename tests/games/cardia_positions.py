"""Positions of Cardia for tests: laid out from a few words, and played on with moves as they are written.

A row is one string an encounter, `10+3t v 15`: a value, its modifier, a `t` for each ongoing token, a `p` for each
phial. `waiting` are modifiers for the next card of each player. Cards that are nowhere else are discarded.
"""

from __future__ import annotations

import re
from typing import Any

from collection.catalogue.data import load_document
from collection.games.cardia.cards import VALUES
from collection.games.cardia.data import FILE, ISLANDS, data_of
from collection.games.cardia.game import Cardia
from collection.games.cardia.moves import Play, read_move
from collection.games.cardia.reckoning import reckon
from collection.games.cardia.reckoning import signets as counted
from collection.games.cardia.rules import question
from collection.games.cardia.state import Encounter, Lay, Phase, State, Waiting
from collection.games.protocol import Event

GAME = Cardia(data_of(load_document("cardia", FILE)))
A, B = 0, 1
_LAY = re.compile(r"(\d+)([+-]\d+)?(t*)(p*)")


def read_lay(text: str) -> Lay:
    found = _LAY.fullmatch(text)
    assert found is not None, text
    return Lay(int(found[1]), int(found[2] or 0), len(found[3]), len(found[4]))


def position(
    *row: str,
    a: str = "",
    b: str = "",
    deck_a: str = "",
    deck_b: str = "",
    ships: str | None = None,
    waiting: tuple[int, int] = (0, 0),
    options: dict[str, Any] | None = None,
    **more: Any,
) -> State:
    """Give a position in which both are to place a card; by default with deck III."""
    setup = GAME.setup(2, options or {})
    encounters = []
    for number, text in enumerate(row, start=1):
        mine, theirs = text.split(" v ")
        encounters.append(Encounter(number, (read_lay(mine), read_lay(theirs))))
    hands = tuple(tuple(sorted(map(int, hand.split()))) for hand in (a, b))
    decks = tuple(tuple(map(int, deck.split())) for deck in (deck_a, deck_b))
    discards, supply = [], []
    for seat in (A, B):
        lays = [one for encounter in encounters if (one := encounter.lays[seat]) is not None]
        there = {*hands[seat], *decks[seat], *(one.value for one in lays)}
        discards.append(tuple(value for value in VALUES if value not in there))
        supply.append(setup.phials - sum(one.phials for one in lays))
    more.setdefault("supply", tuple(supply))
    return State(
        setup=setup,
        phase=Phase.PLACE,
        round=len(row) + 1,
        row=tuple(encounters),
        hands=hands,
        decks=decks,
        discards=tuple(discards),
        ships=setup.anchors if ships is None else tuple(sorted(ISLANDS.index(ship) for ship in ships.split())),
        waiting=(Waiting(waiting[A]), Waiting(waiting[B])),
        **more,
    )


def placed(state: State, a: int, b: int) -> State:
    """Both place a card; what follows by itself follows."""
    return placed_with_events(state, a, b)[0]


def placed_with_events(state: State, a: int, b: int) -> tuple[State, list[Event]]:
    for seat, value in ((A, a), (B, b)):
        fault = GAME.fault(state, seat, Play(value))
        assert fault is None, fault
    after, events = GAME.apply(state, {A: Play(a), B: Play(b)})
    return after, list(events)


def chosen(state: State, *options: str) -> State:
    """Answer what is asked, one answer after the other, whoever has to give it."""
    for option in options:
        state, _ = chosen_with_events(state, option)
    return state


def chosen_with_events(state: State, option: str) -> tuple[State, list[Event]]:
    asked = question(state)
    assert asked is not None, f"nothing is asked, so that {option} answers nothing"
    fault = GAME.fault(state, asked.seat, read_move(option))
    assert fault is None, fault
    after, events = GAME.apply(state, {asked.seat: read_move(option)})
    return after, list(events)


def offered(state: State) -> list[str]:
    """Give what may be answered now; nothing where nothing is asked."""
    asked = question(state)
    return [] if asked is None else list(asked.options)


def asked_of(state: State) -> int | None:
    asked = question(state)
    return None if asked is None else asked.seat


def row_of(state: State) -> list[str]:
    """Give the row as `position` takes it."""

    def written(one: Lay | None) -> str:
        if one is None:
            return "-"
        modifier = f"{one.modifier:+d}" if one.modifier else ""
        return f"{one.value}{modifier}{'t' * one.tokens}{'p' * one.phials}"

    return [" v ".join(map(written, encounter.lays)) for encounter in state.row]


def influences(state: State, encounter: int = -1) -> tuple[int, int]:
    return reckon(state.row, state.setup)[encounter].influence


def winners(state: State) -> list[str]:
    """Give who wins each encounter: A, B, both, or nobody."""
    names = {(True, False): "A", (False, True): "B", (True, True): "both", (False, False): "-"}
    return [names[standing.wins] for standing in reckon(state.row, state.setup)]


def signets(state: State) -> tuple[int, int]:
    return counted(state.row, state.ships, state.setup)


def ships_of(state: State) -> str:
    return " ".join(ISLANDS[ship] for ship in state.ships)


def won_by(state: State) -> tuple[str, int | None]:
    """Give how the game ended, and who won it."""
    assert state.result is not None, "the game goes on"
    return state.result.how, state.result.winner
