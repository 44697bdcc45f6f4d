"""Boards as they are drawn: large with whole faces, small for a page that shows a whole game."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.state import BLACK, SQUARES, Square, State
from collection.pictures import palette
from collection.pictures.faces import SHAPE, Printed, card_face, diamonds, played, rock_face, token
from collection.pictures.scene import Box, Ink, Shape, Text, words_in

_TRAY, _HEAD = 10.0, 20.0
"""Around a card on the large board, and above it."""
_GAP = 8.0
_SMALL_GAP = 3.0


@dataclass(frozen=True, slots=True)
class Marked:
    """What the last move did: the square it was played on, and the squares it took."""

    fresh: int | None = None
    taken: Collection[int] = ()


def known(number: CardNo | None, state: State, catalogue: Catalogue) -> Printed | None:
    """Give the card of a number as it was played with; None for a card that nobody knows."""
    return None if number is None else played(number, state.faces[number], catalogue)


def board_size(card_width: float) -> tuple[float, float]:
    """Give how wide and high a large board is with cards so wide."""
    wide, high = card_width + 2 * _TRAY, SHAPE * card_width + 2 * _TRAY + _HEAD
    return 3 * wide + 4 * _GAP, 3 * high + 4 * _GAP


def large_board(
    state: State, catalogue: Catalogue, marked: Marked, x: float, y: float, card_width: float
) -> Iterator[Shape]:
    """Draw the nine squares with whole faces, whose they are by marker as well as by colour."""
    width, height = board_size(card_width)
    yield Box(x, y, width, height, Ink(palette.BOARD, palette.EMPTY_LINE, 1.5), radius=12)
    wide, high = card_width + 2 * _TRAY, SHAPE * card_width + 2 * _TRAY + _HEAD
    for index, square in enumerate(state.board):
        row, column = divmod(index, 3)
        left, top = x + _GAP + column * (wide + _GAP), y + _GAP + row * (high + _GAP)
        if square is None:
            yield Box(left, top, wide, high, Ink(palette.EMPTY, palette.EMPTY_LINE, 1.2, dashed=True), radius=9)
            yield Text(left + wide / 2, top + high / 2 + 8, SQUARES[index], 22, palette.EMPTY_INK, "middle")
            continue
        yield _tray(square.owner, left, top, wide, high, 9, _around(index, marked))
        yield from _head(index, square, marked, left, top, wide)
        top_card = known(square.top.card, state, catalogue)
        at = (left + _TRAY, top + _TRAY + _HEAD)
        if not square.top.up:
            yield from rock_face(top_card, *at, card_width)
        elif top_card is not None:
            yield from card_face(top_card, *at, card_width)


def _tray(owner: int, x: float, y: float, width: float, height: float, radius: float, around: Ink | None) -> Box:
    fill, line = (palette.BLACK, palette.BLACK) if owner == BLACK else (palette.WHITE, palette.INK)
    ink = Ink(fill, line, 1.4) if around is None else Ink(fill, around.line, around.width, around.dashed)
    return Box(x, y, width, height, ink, radius)


def _around(index: int, marked: Marked, width: float = 4.0) -> Ink | None:
    if index == marked.fresh:
        return Ink(None, palette.FRESH, width)
    return Ink(None, palette.TAKEN, width * 0.8, dashed=True) if index in marked.taken else None


def _head(index: int, square: Square, marked: Marked, x: float, y: float, width: float) -> Iterator[Shape]:
    """Draw what stands above a card: the marker, the square, what the last move did here, what lies under it."""
    ink = palette.BLACK_INK if square.owner == BLACK else palette.WHITE_INK
    yield from token(square.owner, x + _TRAY + 9, y + 15, 9)
    yield Text(x + _TRAY + 24, y + 20, SQUARES[index], 14, ink, bold=True)
    said = "new" if index == marked.fresh else "taken" if index in marked.taken else ""
    buried = len(square.pile) - 1
    below = f"{buried} under" if buried else ""
    words = " · ".join(part for part in (said, below) if part)
    yield words_in(x + width - _TRAY, y + 19.5, words, 11, ink, width - 2 * _TRAY - 42, "end")


def small_board(state: State, catalogue: Catalogue, marked: Marked, x: float, y: float, side: float) -> Iterator[Shape]:
    """Draw the nine squares in `side` by `side`: markers, numbers, edges and diamonds, without names."""
    yield Box(x, y, side, side, Ink(palette.BOARD, palette.EMPTY_LINE, 1), radius=5)
    cell = (side - 4 * _SMALL_GAP) / 3
    for index, square in enumerate(state.board):
        row, column = divmod(index, 3)
        left, top = x + _SMALL_GAP + column * (cell + _SMALL_GAP), y + _SMALL_GAP + row * (cell + _SMALL_GAP)
        if square is None:
            yield Box(left, top, cell, cell, Ink(palette.EMPTY), radius=3)
            continue
        yield _tray(square.owner, left, top, cell, cell, 3, _around(index, marked, 3.0))
        yield from _small_square(square, known(square.top.card, state, catalogue), left, top, cell)


def _small_square(square: Square, card: Printed | None, x: float, y: float, cell: float) -> Iterator[Shape]:
    ink = palette.BLACK_INK if square.owner == BLACK else palette.WHITE_INK
    middle, unit = x + cell / 2, cell / 52
    yield from token(square.owner, x + 9 * unit, y + 9 * unit, 6 * unit)
    number = "?" if card is None else str(card.number)
    if not square.top.up:
        stone = Ink(palette.ROCK, palette.ROCK_LINE, unit)
        yield Box(x + 6 * unit, y + 19 * unit, 40 * unit, 27 * unit, stone, radius=9 * unit)
        yield Text(middle, y + 31 * unit, "rock", 9.5 * unit, palette.ROCK_INK, "middle", bold=True)
        yield Text(middle, y + 42 * unit, number, 10 * unit, palette.ROCK_INK, "middle")
        return
    if card is None:
        return
    yield Text(middle, y + 30.5 * unit, number, 12 * unit, ink, "middle", bold=True)
    width = 5 * unit
    yield from diamonds(card.level, middle - card.level * width / 2, y + 36.5 * unit, width, ink)
    north, east, south, west = (str(edge) for edge in card.edges)
    yield Text(middle, y + 12 * unit, north, 10 * unit, ink, "middle")
    yield Text(x + cell - 3 * unit, y + 30 * unit, east, 10 * unit, ink, "end")
    yield Text(middle, y + 49.5 * unit, south, 10 * unit, ink, "middle")
    yield Text(x + 3 * unit, y + 30 * unit, west, 10 * unit, ink)
