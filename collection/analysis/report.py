"""An analysis as text, for people: every move, where the game turned, what each seat kept, and the scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from collection.analysis.habits import Habit, Kind
from collection.analysis.judged import Analysis, Judged
from collection.analysis.summary import SeatSummary, Summary
from collection.analysis.words import Size, counted, plural, scale, sign_of, size_of
from collection.games.registry import Replayed

_MOVE_CELLS: Final = 34
"""Square, act, number, and the longest name of a card."""


def report_of(
    analysis: Analysis, summary: Summary, replayed: Replayed, spelled: Callable[[str], str] = str
) -> Iterator[str]:
    """Give the report of an analysis line by line, none wider than 80 cells.

    `spelled` makes a written move readable, as by a card's name behind its number; safe to print.
    """
    names = [name.capitalize() for name in replayed.seat_names]
    yield "Every move in hindsight, with all cards known. Chances are those of who moved,"
    yield "in points of 100: before the move at its best, and after it."
    yield ""
    for one in analysis.judged:
        yield from _move_lines(one, names, spelled)
    yield ""
    yield from _turning_lines(summary, names, analysis)
    if summary.exact_from is not None:
        yield f"Proved from move {summary.exact_from} on: the rest was searched out to its end."
    if analysis.fillings:
        yield f"Cards that nobody saw were drawn {analysis.fillings} times; chances are the average."
    if not analysis.complete:
        yield "It was stopped early: there is more to find out."
    for seat in summary.seats:
        if seat.moves:
            yield ""
            yield from _seat_lines(seat, names[seat.seat])
    yield ""
    yield "Accuracy is what a seat kept of its chances: the sum of those after its moves by"
    yield "the sum of those before, over the moves where it had a choice."
    yield from scale()


def _move_lines(one: Judged, names: Sequence[str], spelled: Callable[[str], str]) -> Iterator[str]:
    size = size_of(one.loss)
    move = spelled(one.move)
    chances = f"{points(one.before):>3} → {points(one.after):>3}"
    proved = " proved" if one.exact else ""
    yield f"{one.number:>3}. {sign_of(size)} {names[one.seat]:<6} {move:<{_MOVE_CELLS}} {chances}  {size}{proved}"
    if size not in (Size.BEST, Size.GOOD):
        yield f"{'':>13} better: {spelled(one.best)}"


def points(chance: float) -> int:
    """Give a chance as points of 100; 0 and 100 are left to what is certain."""
    if chance in (0, 1):
        return int(chance * 100)
    return min(99, max(1, round(chance * 100)))


def _turning_lines(summary: Summary, names: Sequence[str], analysis: Analysis) -> Iterator[str]:
    judged = {(one.number, one.seat): one for one in analysis.judged}
    if not summary.turned:
        so_far = "" if analysis.complete else "As far as it was judged, "
        yield f"{so_far}{'t' if so_far else 'T'}he game never changed hands by a mistake."
    for point in summary.turned:
        one = judged[point.number, point.seat]
        yield (
            f"It turned at move {point.number}, in the {point.phase}: {names[point.seat]} "
            f"{points(one.before)} → {points(one.after)}."
        )


def _seat_lines(seat: SeatSummary, name: str) -> Iterator[str]:
    accuracy = "no chance to keep" if seat.accuracy is None else f"accuracy {seat.accuracy:.0f}"
    yield f"{name}: {accuracy}, {plural(seat.moves, 'move')} with a choice."
    yield "  " + ", ".join(counted(count, size) for size, count in seat.sizes.items() if count) + "."
    for habit in seat.habits:
        if habit.times:
            yield f"  {habit_sentence(habit)}"


def habit_sentence(habit: Habit) -> str:
    """Say what a habit came to in one game."""
    times, of = habit.times, habit.of
    match habit.kind:
        case Kind.ROCK:
            return f"{times} of {plural(of, 'rock')} where a play face up was better{_at(habit)}."
        case Kind.NO_ROCK:
            return f"{times} of {plural(of, 'play')} face up where a rock was better{_at(habit)}."
        case Kind.CAPTURE:
            return f"{times} of {plural(of, 'costly move')} passed a bigger capture up{_at(habit)}."
        case Kind.HIGHEST_HELD:
            return f"{times} of {plural(of, 'card')} of Levels IV and V never played."
        case Kind.WIN_LOST:
            return f"A win that was certain was let go{_at(habit)}."


def _at(habit: Habit) -> str:
    return f" (move {', '.join(str(number) for number in habit.at)})" if habit.at else ""
