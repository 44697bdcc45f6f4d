"""A whole written game as a picture: every move as a small board, the antes, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from collection.analysis.judged import Analysis, Judged
from collection.analysis.words import sign_of, size_of
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.record import Replay
from collection.games.mudwater.rules import squares_held
from collection.pictures import palette
from collection.pictures.boards import Marked, known, small_board
from collection.pictures.curve import COSTLY, curve, signs
from collection.pictures.faces import SHAPE, STAND_IN_NOTE, card_back, card_face, token
from collection.pictures.scene import Box, Ink, Scene, Shape, Text, words_in
from collection.pictures.words import SEATS, Told, ante_fate, ended, told

_EDGE, _TOP = 28.0, 104.0
_BOARD, _GAP, _CAPTION = 176.0, 20.0, 58.0
_COLUMNS = 5
_CURVE = 260.0
_WIDTH = 2 * _EDGE + _COLUMNS * _BOARD + (_COLUMNS - 1) * _GAP


def game_scene(
    replay: Replay,
    catalogue: Catalogue,
    names: Sequence[str] = SEATS,
    analysis: Analysis | None = None,
) -> Scene:
    """Draw a game from its first move to its last. `names` are the players', Black's first.

    With its `analysis` the moves that gave chances away are marked, and the curve of the game stands below.
    """
    moves = told(replay, catalogue)
    shapes = [*_heading(replay, names)]
    judged = () if analysis is None else analysis.judged
    costly = {one.number: one for one in judged if size_of(one.loss) in COSTLY}
    for move, state in zip(moves, replay.states[1:], strict=True):
        x, y = _cell(move.number - 1)
        shapes += _caption(move, x, y)
        if move.number in costly:
            shapes += _verdict(costly[move.number], x, y)
        shapes += small_board(state, catalogue, Marked(move.square, move.taken), x, y + _CAPTION, _BOARD)
    # Both antes in one row.
    place = len(moves) + 1 if len(moves) % _COLUMNS == _COLUMNS - 1 else len(moves)
    for seat in (0, 1):
        shapes += _ante(replay, seat, catalogue, *_cell(place + seat))
    low = _cell(place)[1] + _CAPTION + _BOARD + _GAP
    if analysis is not None:
        marks = signs(analysis.judged)
        if place % _COLUMNS == 0:
            # Nothing but the antes stands in the last row: the curve has room beside them.
            x, y = _cell(place + 2)
            shapes += curve(analysis.curve, marks, x, y, _WIDTH - _EDGE - x, _CAPTION + _BOARD)
        else:
            shapes += curve(analysis.curve, marks, _EDGE, low, _WIDTH - 2 * _EDGE, _CURVE)
            low += _CURVE + _GAP
    if _has_stand_ins(replay, catalogue):
        shapes.append(Text(_EDGE, low + 10, STAND_IN_NOTE, 11, palette.SOFT))
        low += 18
    height = low + 12
    page = Box(0.75, 0.75, _WIDTH - 1.5, height - 1.5, Ink(palette.PAGE, palette.RULE, 1.5), radius=14)
    story = " ".join(f"{move.number}. {move.sentence}" for move in moves)
    mode = replay.record.mode.value
    described = f"{SEATS[replay.record.deal.first]} begins. {story} {ended(replay.outcome)}"
    return Scene(_WIDTH, height, f"A game of Mudwater, {mode}: {_score(replay)}", described, (page, *shapes))


def _score(replay: Replay) -> str:
    black, white = squares_held(replay.states[-1].board)
    return f"Black {black}, White {white}"


def _heading(replay: Replay, names: Sequence[str]) -> Iterator[Shape]:
    room = _WIDTH - 2 * _EDGE
    yield Text(_EDGE, 44, f"Mudwater, {replay.record.mode.value} game", 22, palette.INK, bold=True)
    yield words_in(_WIDTH - _EDGE, 44, ended(replay.outcome), 15, palette.INK, room - 360, "end", bold=True)
    half = room / 2
    score = squares_held(replay.states[-1].board)
    for seat in (0, 1):
        x = _EDGE + seat * half
        yield from token(seat, x + 11, 70, 11)
        who = SEATS[seat] if names[seat] == SEATS[seat] else f"{SEATS[seat]}: {names[seat]}"
        begins = ", begins" if replay.record.deal.first == seat else ""
        words = f"· {score[seat]} square{'' if score[seat] == 1 else 's'}{begins}"
        name = words_in(x + 30, 75, who, 15, palette.INK, half - 200, bold=True)
        yield name
        yield Text(x + 36 + name.width, 75, words, 15, palette.INK)


def _cell(place: int) -> tuple[float, float]:
    """Give the upper left corner of a place in the rows of boards, counted from 0."""
    row, column = divmod(place, _COLUMNS)
    return _EDGE + column * (_BOARD + _GAP), _TOP + row * (_BOARD + _CAPTION + _GAP)


def _caption(move: Told, x: float, y: float) -> Iterator[Shape]:
    """Draw what stands above a small board: number and act, the card, what it took."""
    yield from token(move.seat, x + 9, y + 10, 9)
    yield words_in(x + 24, y + 14.5, f"{move.number}. {move.act}", 13, palette.INK, _BOARD - 24, bold=True)
    yield words_in(x, y + 33, move.card, 12, palette.INK, _BOARD)
    yield words_in(x, y + 50, move.takes, 12, palette.TAKEN, _BOARD - 84, bold=True)


def _verdict(one: Judged, x: float, y: float) -> Iterator[Shape]:
    """Draw, above a small board, that its move gave chances away."""
    size = size_of(one.loss)
    yield Text(x + _BOARD, y + 50, f"{sign_of(size)} {size}", 12, palette.TAKEN, "end", bold=True)


def _ante(replay: Replay, seat: int, catalogue: Catalogue, x: float, y: float) -> Iterator[Shape]:
    """Draw an ante, as large as a small board, and where it goes."""
    yield from token(seat, x + 9, y + 10, 9)
    yield Text(x + 24, y + 14.5, f"{SEATS[seat]}'s ante", 13, palette.INK, bold=True)
    yield words_in(x, y + 33, ante_fate(replay.outcome, seat), 12, palette.INK, _BOARD)
    state = replay.states[-1]
    card = known(state.sides[seat].ante, state, catalogue)
    width = _BOARD / SHAPE
    yield from card_back(x, y + _CAPTION, width) if card is None else card_face(card, x, y + _CAPTION, width)


def _has_stand_ins(replay: Replay, catalogue: Catalogue) -> bool:
    last = replay.states[-1]
    lying = [piece.card for square in last.board if square is not None for piece in square.pile]
    shown = [known(number, last, catalogue) for number in (*lying, *(side.ante for side in last.sides))]
    return any(card is not None and card.stand_in for card in shown)
