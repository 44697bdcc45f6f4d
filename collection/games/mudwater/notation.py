"""Mudwater's notation: `s=12` places, `s~12` plays a rock, `s+12` upgrades, `pass`, and the draw of antes."""

from __future__ import annotations

import re
from functools import lru_cache

from collection.catalogue.card import FIRST_CARD, LAST_CARD, CardNo
from collection.errors import UnreadableMove
from collection.games.mudwater.moves import Act, Deal, Move, Pass, Play
from collection.games.mudwater.state import SEAT_NAMES, SQUARES
from collection.text import quoted

UNKNOWN = "unknown"
"""What stands for a card that nobody saw."""

_SQUARE_NUMBERS = {name: index for index, name in enumerate(SQUARES)}
_ACTS = {act.value: act for act in Act}
_PLAY = re.compile(r"([nesw]|[ns][ew]|c)([=~+])([0-9]{1,3}|unknown)")
_NUMBERS = {
    text: number
    for number in range(FIRST_CARD, LAST_CARD + 1)
    for text in (str(number), f"{number:02}", f"{number:03}")
}
"""Every way to write a card's number: ASCII digits, leading zeros mean nothing. `int` would take far more."""
_DEAL = re.compile(r"deal black=([0-9]{1,3}|unknown) white=([0-9]{1,3}|unknown) first=(black|white)")


def read_card_number(text: str) -> CardNo | None:
    """Read a card's number, decimal ASCII digits only; None when it is not a number from 1 to 120."""
    return _NUMBERS.get(text)


def write_card(card: CardNo | None) -> str:
    """Give a card's number, or `unknown`."""
    return UNKNOWN if card is None else str(card)


def write_move(move: Move) -> str:
    """Give `move` in the notation."""
    if isinstance(move, Play):
        return f"{SQUARES[move.square]}{move.act.value}{write_card(move.card)}"
    if isinstance(move, Pass):
        return "pass"
    black, white = move.antes
    return f"deal black={write_card(black)} white={write_card(white)} first={SEAT_NAMES[move.first]}"


@lru_cache(maxsize=4096)
def read_move(text: str) -> Move:
    """Read a move without its captures. Raises UnreadableMove."""
    match = _PLAY.fullmatch(text)
    if match is not None:
        square, sign, card = match.groups()
        act = _ACTS[sign]
        if card == UNKNOWN and act is not Act.ROCK:
            raise UnreadableMove(f"{quoted(text)}: only a rock may be unknown; a card played face up is seen by both.")
        return Play(act, _SQUARE_NUMBERS[square], _card(text, card))
    if text == "pass":
        return Pass()
    match = _DEAL.fullmatch(text)
    if match is not None:
        black, white, first = match.groups()
        return Deal((_card(text, black), _card(text, white)), SEAT_NAMES.index(first))
    raise UnreadableMove(
        f"{quoted(text)} is not a move: write a square ({' '.join(SQUARES)}), then = to place, ~ for a rock or + to "
        "upgrade, then the card's number, such as s=12; or pass."
    )


def _card(text: str, word: str) -> CardNo | None:
    if word == UNKNOWN:
        return None
    number = read_card_number(word)
    if number is None:
        raise UnreadableMove(f"{quoted(text)}: there is no card {word}; numbers go from {FIRST_CARD} to {LAST_CARD}.")
    return number
