"""The moves of Cardia, and how they are written.

| move | written |
|---|---|
| place a card | `play 7` |
| choose a card in play | `card A12` |
| choose hand cards | `discard 7`, `put 7` (into the row), `under 7` (under the deck) |
| name a faction | `faction guild` |
| move ships | `ship outer-b to centre-1` |
| choose an island, an encounter | `island outer-a`, `encounter 2` |
| choose a modifier | `+3`, `-3` |
| the next card, a phial of the supply, what is removed | `next`, `supply`, `modifiers`, `tokens` |
| place a phial, or do no more | `place`, `no`, `done` |
| of chance | `shuffle 3 5 ... / 7 2 ...`, `draw 7` |
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from collection.errors import UnreadableMove
from collection.games.cardia.cards import VALUES, Faction
from collection.games.cardia.data import ISLANDS
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class Play:
    """Place a card from the hand."""

    card: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer what is asked, in the words that are offered."""

    option: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance puts decks in these orders, the first card to be drawn first."""

    orders: tuple[tuple[int, ...], ...]


Move: TypeAlias = Play | Choose | Shuffle

_VALUE: Final = "(?:1[0-6]|[1-9])"
_ISLAND: Final = f"(?:{'|'.join(ISLANDS)})"
_OPTION: Final = re.compile(
    "|".join((
        f"card [AB]{_VALUE}",
        f"(?:discard|put|under|draw) {_VALUE}",
        f"faction (?:{'|'.join(Faction)})",
        f"ship {_ISLAND} to {_ISLAND}",
        f"island {_ISLAND}",
        "encounter [1-9][0-9]?",
        "[+-][1-9][0-9]?",
        "next|supply|modifiers|tokens|place|no|done",
    )),
    re.ASCII,
)  # fmt: skip
_NUMBERS: Final = {str(value): value for value in VALUES}


def write_move(move: Move) -> str:
    """Give a move as it is written."""
    match move:
        case Play():
            return f"play {move.card}"
        case Choose():
            return move.option
        case Shuffle():
            return " / ".join(["shuffle " + " ".join(map(str, move.orders[0])), *(
                " ".join(map(str, order)) for order in move.orders[1:]
            )])  # fmt: skip


def read_move(text: str) -> Move:
    """Read a move. Raises UnreadableMove."""
    text = " ".join(text.split())
    if _OPTION.fullmatch(text):
        return Choose(text)
    word, _, rest = text.partition(" ")
    if word == "play" and rest in _NUMBERS:
        return Play(_NUMBERS[rest])
    if word == "shuffle":
        orders = [order.split() for order in rest.split("/")]
        if all(order and set(order) <= set(_NUMBERS) for order in orders):
            return Shuffle(tuple(tuple(_NUMBERS[card] for card in order) for order in orders))
    raise UnreadableMove(
        f"{quoted(text)} is no move of Cardia, such as: play 7; card A12; discard 3; ship outer-b to centre-1."
    )
