"""One position of a written game as a picture: the board, both hands, the score and the last move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.errors import Refused
from collection.games.mudwater.record import Replay
from collection.games.mudwater.rules import squares_held
from collection.games.mudwater.state import SQUARES, Square, State
from collection.pictures import palette
from collection.pictures.boards import Marked, board_size, known, large_board
from collection.pictures.faces import STAND_IN_NOTE, Printed, diamonds, token
from collection.pictures.scene import Box, Ink, Scene, Shape, Text, words_in
from collection.pictures.words import SEATS, Told, ended, name_of, told

_EDGE = 28.0
"""Around everything."""
_CARD = 132.0
_SIDE = 372.0
"""How wide the two hands beside the board are."""
_ROW = 18.5


def position_scene(replay: Replay, at: int | None, catalogue: Catalogue, names: Sequence[str] = SEATS) -> Scene:
    """Draw the position after `at` moves; after the last where it is None. `names` are the players', Black's first.

    Raises Refused where the game has fewer moves.
    """
    last = len(replay.record.moves)
    at = last if at is None else at
    if not 0 <= at <= last:
        raise Refused(f"There is no position {at}: the game has {last} moves, so positions go from 0 to {last}.")
    state, moves = replay.states[at], told(replay, catalogue)
    move = moves[at - 1] if at else None
    wide, high = board_size(_CARD)
    title = "The beginning" if at == 0 else f"After move {at} of {last}"
    said = _said(replay, at, move)
    left = _EDGE + wide + 24
    width, top = left + _SIDE + _EDGE, 84.0
    shapes: list[Shape] = [
        Text(_EDGE, 44, f"{title} · Mudwater, {state.mode.value}", 22, palette.INK, bold=True),
        words_in(_EDGE, 68, said, 14, palette.INK, width - 2 * _EDGE),
    ]
    marked = Marked() if move is None else Marked(move.square, move.taken)
    shapes += large_board(state, catalogue, marked, _EDGE, top, _CARD)
    half = (high - 16) / 2
    for seat in (0, 1):
        shapes += _side(replay, at, seat, names[seat], catalogue, left, top + seat * (half + 16), half)
    height = top + high + _EDGE + 14
    cards = [known(number, state, catalogue) for number in _shown(state)]
    if any(card is not None and card.stand_in for card in cards):
        shapes.append(Text(_EDGE, height - 14, STAND_IN_NOTE, 11, palette.SOFT))
    page = Box(0.75, 0.75, width - 1.5, height - 1.5, Ink(palette.PAGE, palette.RULE, 1.5), radius=14)
    described = f"{said} {_board_words(state, catalogue)}"
    return Scene(width, height, f"Mudwater: {title[0].lower()}{title[1:]}", described, (page, *shapes))


def _said(replay: Replay, at: int, move: Told | None) -> str:
    """Say what the last move did and, at the end, how the game ended."""
    begins = f"{SEATS[replay.record.deal.first]} begins."
    words = begins if move is None else move.sentence
    over = at == len(replay.record.moves) and replay.outcome is not None
    return f"{words} {ended(replay.outcome)}" if over else words


def _board_words(state: State, catalogue: Catalogue) -> str:
    """Describe the board to who cannot see it."""
    squares = [
        f"{name}: {_square_words(square, state, catalogue)}"
        for name, square in zip(SQUARES, state.board, strict=True)
        if square is not None
    ]
    return f"{'; '.join(squares)}." if squares else "The board is empty."


def _square_words(square: Square, state: State, catalogue: Catalogue) -> str:
    card = name_of(square.top.card, state.faces, catalogue)
    return f"{SEATS[square.owner]}, {card if square.top.up else f'a rock, {card}'}"


def _shown(state: State) -> list[CardNo | None]:
    hands = [card for side in state.sides for card in (*side.hand, side.ante)]
    return hands + [square.top.card for square in state.board if square is not None]


def _side(
    replay: Replay, at: int, seat: int, name: str, catalogue: Catalogue, x: float, y: float, height: float
) -> Iterator[Shape]:
    """Draw one seat's panel: who it is, its squares, its ante, and what is left of its hand."""
    state = replay.states[at]
    side = state.sides[seat]
    yield Box(x, y, _SIDE, height, Ink(palette.PAPER, palette.RULE, 1.2), radius=10)
    yield from token(seat, x + 25, y + 27, 12)
    who = SEATS[seat] if name == SEATS[seat] else f"{SEATS[seat]}: {name}"
    yield words_in(x + 46, y + 33, who, 16, palette.INK, _SIDE - 150, bold=True)
    held = squares_held(state.board)[seat]
    yield Text(x + _SIDE - 16, y + 33, f"{held} square{'' if held == 1 else 's'}", 15, palette.INK, "end", bold=True)
    ante = "not known" if side.ante is None else name_of(side.ante, state.faces, catalogue)
    over = at == len(replay.record.moves) and replay.outcome is not None
    turn = "" if over or state.to_move != seat else "to move · "
    rows = sorted(side.hand, key=lambda number: (state.faces[number].level, number))
    # Where nobody saw the ante or a rock, any card of the list may be it.
    some = f"{side.size} of these {len(rows)}" if len(rows) > side.size else str(side.size)
    count = f"{turn}{some} card{'' if some == '1' else 's'} in hand · ante: {ante}"
    yield words_in(x + 16, y + 56, count, 12, palette.SOFT, _SIDE - 32)
    for line, number in enumerate(rows):
        card = known(number, state, catalogue)
        if card is not None:
            yield from _row(card, x + 16, y + 79 + line * _ROW)
    if side.size > len(rows):
        words = f"and {side.size - len(rows)} that the record does not list"
        yield Text(x + 16, y + 79 + len(rows) * _ROW, words, 12, palette.SOFT)


def _row(card: Printed, x: float, base: float) -> Iterator[Shape]:
    """Draw a card in hand on one line: number, diamonds, name, family, edges."""
    yield Text(x + 26, base, str(card.number), 12, palette.INK, "end", bold=True)
    yield from diamonds(card.level, x + 34, base - 4.2, 7.5)
    yield words_in(x + 78, base, card.marked_name, 12, palette.INK, 148)
    yield Text(x + 236, base, card.family.letter, 12, palette.INK, "middle", bold=True)
    edges = " ".join(f"{side}{edge}" for side, edge in zip("NESW", card.edges, strict=True))
    yield Text(x + _SIDE - 32, base, edges, 11, palette.INK, "end")
