"""What happens in a game of Mudwater, as events.

Seats are 0 (Black) and 1 (White), squares are compass names, cards are numbers or None where nobody knows.

| kind | seen by | facts |
|---|---|---|
| `dealt` | both | first |
| `ante` | its owner | seat, card |
| `placed`, `upgraded` | both | seat, square, card |
| `rocked` | both | seat, square |
| `rock` | its owner | seat, square, card |
| `captured` | both | seat (attacker), square (taken), by (attacker's square), attack, defence, family (broke a tie) |
| `passed` | both | seat |
| `resigned` | both | seat |
| `took-back` | both | seat, moves (how many went, the rival's replies among them) |
| `ended` | both | termination, black, white (squares), winner (`black`, `white`, `draw`) |
| `antes-turned-over` | both | black, white |
| `rock-turned-over` | both | seat, square, card |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from collection.games.mudwater.moves import Deal, Play
from collection.games.mudwater.rules import PLACE, ROCK, Capture
from collection.games.mudwater.state import SEAT_NAMES, SQUARES, State
from collection.games.protocol import Event, Outcome

REVEALING = frozenset({"antes-turned-over", "rock-turned-over"})
"""The events that tell what was hidden until then."""

_ONLY = (frozenset({0}), frozenset({1}))


def dealt(deal: Deal) -> tuple[Event, ...]:
    """Tell who begins; each seat learns its own ante, which is missing from its hand (ruling 13)."""
    antes = (Event("ante", _ONLY[seat], (("seat", seat), ("card", ante))) for seat, ante in enumerate(deal.antes))
    return (Event("dealt", None, (("first", deal.first),)), *antes)


def played(seat: int, play: Play, taken: Iterable[Capture]) -> list[Event]:
    """Tell of a card played and what it took; of a rock only its owner learns the card."""
    square = SQUARES[play.square]
    where = (("seat", seat), ("square", square))
    card = ("card", play.card)
    if play.act is ROCK:
        return [Event("rocked", None, where), Event("rock", _ONLY[seat], (*where, card))]
    events = [Event("placed" if play.act is PLACE else "upgraded", None, (*where, card))]
    for capture in taken:
        facts = (
            ("seat", seat),
            ("square", SQUARES[capture.square]),
            ("by", square),
            ("attack", capture.attack),
            ("defence", capture.defence),
            ("family", capture.by_family),
        )
        events.append(Event("captured", None, facts))
    return events


def passed(seat: int) -> Event:
    """Tell of a pass."""
    return Event("passed", None, (("seat", seat),))


def resigned(seat: int) -> Event:
    """Tell of a seat that gave the game up."""
    return Event("resigned", None, (("seat", seat),))


def took_back(seat: int, moves: int) -> Event:
    """Tell of moves that a seat took back in a friendly game; what they told before, it has still seen."""
    return Event("took-back", None, (("seat", seat), ("moves", moves)))


def winner(outcome: Outcome) -> str:
    """Name who won: `black`, `white` or `draw`."""
    return SEAT_NAMES[min(outcome.winners)] if outcome.winners else "draw"


def ended(state: State, outcome: Outcome) -> Iterator[Event]:
    """Tell how the game ended, and turn over both antes and every rock (Rules of Play, Claim the ante; ruling 9)."""
    black, white = outcome.points
    facts = (("termination", outcome.termination), ("black", black), ("white", white), ("winner", winner(outcome)))
    yield Event("ended", None, facts)
    antes = (side.ante for side in state.sides)
    yield Event("antes-turned-over", None, tuple(zip(SEAT_NAMES, antes, strict=True)))
    for square, there in enumerate(state.board):
        for piece in there.pile if there is not None else ():
            if not piece.up:
                facts_of_rock = (("seat", piece.by), ("square", SQUARES[square]), ("card", piece.card))
                yield Event("rock-turned-over", None, facts_of_rock)
