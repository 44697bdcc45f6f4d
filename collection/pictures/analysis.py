"""An analysis as a picture: the curve of the game, every move judged, where it turned, what each seat kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from collection.analysis.judged import Analysis, Judged
from collection.analysis.report import habit_sentence, points
from collection.analysis.summary import SeatSummary, Summary, TurningPoint, summary_of
from collection.analysis.words import counted, scale, sign_of, size_of
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.notation import read_move
from collection.games.mudwater.record import Replay
from collection.games.registry import Replayed
from collection.pictures import palette
from collection.pictures.boards import Marked, small_board
from collection.pictures.curve import COSTLY, curve, signs
from collection.pictures.drawing import drawn
from collection.pictures.faces import STAND_IN_NOTE, token
from collection.pictures.scene import Box, Ink, Scene, Shape, Text, words_in
from collection.pictures.words import act_of, ended

_EDGE, _WIDTH = 28.0, 1016.0
_ROOM = _WIDTH - 2 * _EDGE
_CURVE, _ROW, _GAP = 280.0, 23.0, 20.0
_BOARD, _MOST_BOARDS = 176.0, 5
_NUMBER, _TOKEN, _MOVE, _CHANCES, _BAR, _SIZE, _PROVED, _BETTER = 52.0, 70.0, 88.0, 444.0, 458.0, 574.0, 668.0, 722.0
"""Where the columns of the table begin, counted from the left; the numbers and the chances end there."""

Spelled = Callable[[str], str]


def draw_analysis(
    analysis: Analysis, replayed: Replayed, catalogue: Catalogue, kind: str, names: Sequence[str] | None = None
) -> bytes:
    """Draw an analysis as a file of `kind`, `svg` or `png`. Raises Refused for a PNG without matplotlib."""
    return drawn(analysis_scene(analysis, replayed, catalogue, names), kind)


def analysis_scene(
    analysis: Analysis, replayed: Replayed, catalogue: Catalogue, names: Sequence[str] | None = None
) -> Scene:
    """Draw an analysis of `replayed`, a game of any kind, and what it comes to.

    `names` are the players', in the order of their seats; None where nobody knows them.
    """
    summary = summary_of(analysis, replayed)
    seats = [name.capitalize() for name in replayed.seat_names]
    names = seats if names is None else names
    spelled = _spelling(replayed, catalogue)
    shapes: list[Shape] = [
        Text(_EDGE, 44, f"{_title(replayed)}, judged move by move", 22, palette.INK, bold=True),
        words_in(_WIDTH - _EDGE, 44, _end(replayed), 14, palette.INK, 380, "end", bold=True),
    ]
    low = 64.0
    panels = [_panel(one, seats, names[one.seat]) for one in summary.seats]
    wide = (_ROOM - _GAP * (len(panels) - 1)) / len(panels)
    high = 62 + 17 * max(len(lines) for _, lines in panels)
    for place, ((heading, lines), one) in enumerate(zip(panels, summary.seats, strict=True)):
        shapes += _draw_panel(one, heading, lines, _EDGE + place * (wide + _GAP), low, (wide, high))
    low += high + _GAP
    shapes += curve(analysis.curve, signs(analysis.judged), _EDGE, low, _ROOM, _CURVE, seats[0])
    low += _CURVE + _GAP + 14
    shapes += _table(analysis.judged, spelled, low)
    low += (len(analysis.judged) + 1) * _ROW + 16
    if isinstance(replayed, Replay) and summary.turned:
        shapes += _turns(replayed, analysis, summary, catalogue, spelled, low)
        low += _BOARD + 118
    notes = [*_notes(analysis, summary)]
    if any("~" in text.words for text in shapes if isinstance(text, Text)):
        notes.append(STAND_IN_NOTE)
    for line, words in enumerate(notes):
        shapes.append(words_in(_EDGE, low + 17 * line, words, 12, palette.SOFT, _ROOM))
    height = low + 17 * len(notes) + 12
    page = Box(0.75, 0.75, _WIDTH - 1.5, height - 1.5, Ink(palette.PAGE, palette.RULE, 1.5), radius=14)
    return Scene(_WIDTH, height, f"{_title(replayed)}, judged", _described(analysis, seats, spelled), (page, *shapes))


def _title(replayed: Replayed) -> str:
    if isinstance(replayed, Replay):
        return f"Mudwater, {replayed.record.mode.value} game"
    return replayed.game.name.capitalize()


def _end(replayed: Replayed) -> str:
    if isinstance(replayed, Replay):
        return ended(replayed.outcome)
    if replayed.outcome is None:
        return "The game is not finished."
    winners = ", ".join(replayed.seat_names[seat].capitalize() for seat in sorted(replayed.outcome.winners))
    return f"Won by {winners}." if winners else "A draw."


def _spelling(replayed: Replayed, catalogue: Catalogue) -> Spelled:
    """Give what makes a written move readable: Mudwater's in words with the card's name."""
    if not isinstance(replayed, Replay):
        return str
    faces = replayed.states[0].faces

    def spelled(written: str) -> str:
        act, card = act_of(read_move(written), faces, catalogue)
        return f"{act}, {card}" if card else act

    return spelled


def _panel(one: SeatSummary, seats: Sequence[str], name: str) -> tuple[tuple[str, str], list[str]]:
    """Give a seat's heading, its accuracy, and the lines below."""
    who = seats[one.seat] if name == seats[one.seat] else f"{seats[one.seat]}: {name}"
    accuracy = "no choice" if one.accuracy is None else f"accuracy {one.accuracy:.0f} %"
    sizes = ", ".join(counted(count, size) for size, count in one.sizes.items() if count)
    habits = [habit_sentence(habit) for habit in one.habits if habit.times]
    return (who, accuracy), [f"Moves with a choice: {sizes or 'none'}.", *habits]


def _draw_panel(
    one: SeatSummary, heading: tuple[str, str], lines: Sequence[str], x: float, y: float, size: tuple[float, float]
) -> Iterator[Shape]:
    wide, high = size
    who, accuracy = heading
    yield Box(x, y, wide, high, Ink(palette.PAPER, palette.RULE, 1.2), radius=8)
    yield from _mark(one.seat, x + 24, y + 25, 11)
    yield words_in(x + 44, y + 30, who, 15, palette.INK, wide - 215, bold=True)
    yield words_in(x + wide - 14, y + 30, accuracy, 15, palette.INK, 160, "end", bold=True)
    for line, words in enumerate(lines):
        yield words_in(x + 14, y + 58 + 17 * line, words, 12, palette.INK, wide - 28)


def _mark(seat: int, x: float, y: float, radius: float) -> Iterator[Shape]:
    """Draw a seat's marker; beyond Black and White it is the seat's number."""
    if seat < 2:
        yield from token(seat, x, y, radius)
    else:
        yield Text(x, y + 0.45 * radius, str(seat + 1), 1.2 * radius, palette.INK, "middle", bold=True)


def _table(judged: Sequence[Judged], spelled: Spelled, y: float) -> Iterator[Shape]:
    heads = (
        *((_MOVE, "Move", "start"), (_CHANCES, "Chance", "end"), (_BAR, "given away", "start")),
        *((_SIZE, "Judged", "start"), (_BETTER, "Better", "start")),
    )
    for x, words, anchor in heads:
        yield Text(x, y, words, 11.5, palette.SOFT, "end" if anchor == "end" else "start")
    yield Box(_EDGE, y + 6, _ROOM, 1, Ink(palette.RULE))
    for line, one in enumerate(judged, start=1):
        yield from _row(one, spelled, y + line * _ROW)


def _row(one: Judged, spelled: Spelled, base: float) -> Iterator[Shape]:
    size = size_of(one.loss)
    costly = size in COSTLY
    yield Text(_NUMBER, base, f"{one.number}.", 12, palette.INK, "end", bold=True)
    yield from _mark(one.seat, _TOKEN, base - 4.5, 8)
    yield words_in(_MOVE, base, spelled(one.move), 12, palette.INK, _CHANCES - _MOVE - 78, bold=costly)
    yield Text(_CHANCES, base, f"{points(one.before)} → {points(one.after)}", 12, palette.INK, "end")
    if one.loss > 0:
        yield Box(_BAR, base - 10, max(1.0, one.loss * (_SIZE - _BAR - 16)), 11, Ink(palette.TAKEN))
    colour = palette.TAKEN if costly else palette.INK
    yield Text(_SIZE, base, f"{sign_of(size)} {size}", 12, colour, bold=costly)
    if one.exact:
        yield Text(_PROVED, base, "proved", 11, palette.SOFT)
    if costly:
        yield words_in(_BETTER, base, spelled(one.best), 12, palette.INK, _WIDTH - _EDGE - _BETTER)


def _turns(
    replay: Replay, analysis: Analysis, summary: Summary, catalogue: Catalogue, spelled: Spelled, y: float
) -> Iterator[Shape]:
    """Draw the positions in which the game changed hands, before the move that did it."""
    yield Text(_EDGE, y + 10, "Where the game turned: the board before the move", 15, palette.INK, bold=True)
    judged = {(one.number, one.seat): one for one in analysis.judged}
    for place, turn in enumerate(summary.turned[:_MOST_BOARDS]):
        x = _EDGE + place * (_BOARD + _GAP)
        yield from _turn(turn, judged[turn.number, turn.seat], spelled, x, y + 26)
        board = replay.states[turn.number - 1]
        yield from small_board(board, catalogue, Marked(), x, y + 86, _BOARD)


def _turn(turn: TurningPoint, one: Judged, spelled: Spelled, x: float, y: float) -> Iterator[Shape]:
    yield from _mark(turn.seat, x + 9, y + 10, 9)
    chances = f"Move {turn.number}: {points(one.before)} → {points(one.after)}"
    yield words_in(x + 24, y + 14.5, chances, 13, palette.INK, _BOARD - 24, bold=True)
    yield words_in(x, y + 33, spelled(one.move), 11, palette.TAKEN, _BOARD)
    yield words_in(x, y + 50, f"better {spelled(one.best)}", 11, palette.INK, _BOARD)


def _notes(analysis: Analysis, summary: Summary) -> Iterator[str]:
    yield (
        "In hindsight, with all cards known. Chances are those of who moved, in points of 100: "
        "before the move at its best, and after it."
    )
    if summary.exact_from is not None:
        yield f"Proved from move {summary.exact_from} on: the rest was searched out to its end."
    if analysis.fillings:
        yield f"Cards that nobody saw were drawn {analysis.fillings} times; chances are the average."
    if not analysis.complete:
        yield "It was stopped before all moves were judged."
    yield "Accuracy is what a seat kept of its chances: the sum after by that before, over the moves with a choice."
    yield from scale()


def _described(analysis: Analysis, seats: Sequence[str], spelled: Spelled) -> str:
    """Tell the analysis to who cannot see it."""
    return " ".join(
        f"{one.number}. {seats[one.seat]} {spelled(one.move)}: {points(one.before)} to {points(one.after)}, "
        f"{size_of(one.loss)}{'' if size_of(one.loss) not in COSTLY else f', better {spelled(one.best)}'}."
        for one in analysis.judged
    )
