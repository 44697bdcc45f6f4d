"""What an analysis comes to: how much each seat kept, where the game turned, and what it is in the habit of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from collection.analysis.habits import Habit, Kind, habits_of
from collection.analysis.judged import Analysis, Judged
from collection.analysis.words import Size, size_of
from collection.games.protocol import CHANCE, Seat
from collection.games.registry import Replayed
from collection.ledger.intervals import Interval, Method, share, wilson

LEVEL_AT = 0.5
"""The chance at which a game of two hangs in the balance."""


class Phase(StrEnum):
    """A third of a game: of Mudwater's by the squares that are empty, 9 to 7, 6 to 4, 3 to 0, else of its moves."""

    OPENING = "opening"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move at which the game changed hands: who made it was not behind before it, and is after it, by a mistake.

    `share` is how much of the game's moves had been made before, 0 to 1. `empty` counts the squares that were empty
    then, None in a game without.
    """

    number: int
    seat: Seat
    loss: float
    share: float
    empty: int | None

    @property
    def phase(self) -> Phase:
        """In which part of the game it was."""
        gone = self.share if self.empty is None else (9 - self.empty) / 9
        return Phase.OPENING if gone < 1 / 3 else Phase.MIDDLE if gone < 2 / 3 else Phase.END


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat's play of a game.

    `accuracy` is the part, 0 to 100, that it kept of the chances it could have kept: 100 * the sum of `after` by the
    sum of `before`, over its moves where there was a choice. None where there was none, or nothing to keep.
    `moves` counts those with a choice, `sizes` says how many were of each size, `loss` adds up what they gave away.
    """

    seat: Seat
    moves: int
    accuracy: float | None
    sizes: Mapping[Size, int]
    loss: float
    turned: tuple[TurningPoint, ...]
    """Where it gave the game out of its hands."""
    habits: tuple[Habit, ...]
    began: bool
    result: float | None
    """1 won, 0.5 shared or drawn, 0 lost; None for a game that is not over."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What an analysis comes to, seat by seat.

    `costliest` is the move with a choice that gave away most, None where none gave anything away.
    """

    seats: tuple[SeatSummary, ...]
    turned: tuple[TurningPoint, ...]
    costliest: int | None
    exact_from: int | None
    """The first move from which on every one is judged exactly, None where the last is not."""

    @property
    def turning_points(self) -> tuple[int, ...]:
        """The numbers of the moves at which the game turned."""
        return tuple([point.number for point in self.turned])


def summary_of(analysis: Analysis, replayed: Replayed) -> Summary:
    """Sum an analysis of `replayed` up, as far as it goes."""
    steps = [at for at, step in enumerate(replayed.steps) if CHANCE not in step]
    chosen = [one for one in analysis.judged if _had_choice(replayed, steps[one.number - 1], one.seat)]
    points = tuple([_turning_point(replayed, steps, one) for one in chosen if _turns(one, len(replayed.seat_names))])
    seats = tuple(_seat(seat, replayed, analysis, chosen, points) for seat in range(len(replayed.seat_names)))
    costly = max(chosen, key=lambda one: one.loss, default=None)
    return Summary(
        seats, points, costly.number if costly is not None and costly.loss > 0 else None, _exact_from(analysis.judged)
    )


def _had_choice(replayed: Replayed, at: int, seat: Seat) -> bool:
    """Say whether there was more than one move to make."""
    return len(list(islice(replayed.game.moves(replayed.states[at], seat), 2))) > 1


def _turns(one: Judged, seats: int) -> bool:
    level = LEVEL_AT if seats == 2 else 1 / seats
    return size_of(one.loss) in (Size.MISTAKE, Size.BLUNDER) and one.before >= level > one.after


def _turning_point(replayed: Replayed, steps: Sequence[int], one: Judged) -> TurningPoint:
    state = replayed.states[steps[one.number - 1]]
    board = getattr(state, "board", None)
    empty = sum(square is None for square in board) if isinstance(board, tuple) else None
    return TurningPoint(one.number, one.seat, one.loss, (one.number - 1) / len(steps), empty)


def _seat(
    seat: Seat, replayed: Replayed, analysis: Analysis, chosen: Sequence[Judged], points: Sequence[TurningPoint]
) -> SeatSummary:
    mine = [one for one in chosen if one.seat == seat]
    to_keep = sum(one.before for one in mine)
    sizes = dict.fromkeys(Size, 0)
    for one in mine:
        sizes[size_of(one.loss)] += 1
    first: Mapping[Seat, Any] = next((step for step in replayed.steps if CHANCE not in step), {})
    return SeatSummary(
        seat,
        len(mine),
        100 * sum(one.after for one in mine) / to_keep if to_keep > 0 else None,
        sizes,
        sum(one.loss for one in mine),
        tuple([point for point in points if point.seat == seat]),
        habits_of(analysis, replayed, seat),
        seat in first,
        _result(replayed, seat),
    )


def _result(replayed: Replayed, seat: Seat) -> float | None:
    if replayed.outcome is None:
        return None
    if not replayed.outcome.winners:
        return 0.5
    return 1 / len(replayed.outcome.winners) if seat in replayed.outcome.winners else 0.0


def _exact_from(judged: Sequence[Judged]) -> int | None:
    first = None
    for one in reversed(judged):
        if not one.exact:
            break
        first = one.number
    return first


@dataclass(frozen=True, slots=True)
class Tendency:
    """A habit over many games: `times` of `of` chances to do it, in so many games, and what it gave away.

    The share's interval takes each chance for a stranger to the others; those of one game are not quite.
    """

    kind: Kind
    times: int
    of: int
    games: int
    share: Interval
    loss: float


@dataclass(frozen=True, slots=True)
class ManyGames:
    """One player's games together.

    `accuracy` is the average of the games' accuracies, 0 to 100, over all games, those it began, and the others; None
    where there were none. Its interval is Wilson's, game by game, wider than it need be. `turned` is the share of the
    games in which it gave the game out of its hands in that part of it; `lost_at` lists those moves, game by game.
    """

    games: int
    moves: int
    accuracy: Interval | None
    when_first: Interval | None
    when_second: Interval | None
    sizes: Mapping[Size, int]
    turned: Mapping[Phase, Interval]
    lost_at: tuple[tuple[int, ...], ...]
    tendencies: tuple[Tendency, ...]


def many(summaries: Iterable[SeatSummary]) -> ManyGames:
    """Put one player's part in many games together: the summary of its seat in each. Raises ValueError for none."""
    seats = list(summaries)
    if not seats:
        raise ValueError("There are no games to put together.")
    turned = {
        phase: share(sum(any(point.phase is phase for point in one.turned) for one in seats), len(seats))
        for phase in Phase
    }
    return ManyGames(
        len(seats),
        sum(one.moves for one in seats),
        _accuracy(seats),
        _accuracy([one for one in seats if one.began]),
        _accuracy([one for one in seats if not one.began]),
        {size: sum(one.sizes.get(size, 0) for one in seats) for size in Size},
        turned,
        tuple([tuple([point.number for point in one.turned]) for one in seats]),
        tuple([tendency for kind in Kind for tendency in _tendency(kind, seats)]),
    )


def _accuracy(seats: Sequence[SeatSummary]) -> Interval | None:
    known = [one.accuracy for one in seats if one.accuracy is not None]
    if not known:
        return None
    mean = min(1.0, sum(known) / len(known) / 100)
    low, high = wilson(mean, len(known))
    return Interval(100 * mean, 100 * low, 100 * high, Method.WILSON)


def _tendency(kind: Kind, seats: Sequence[SeatSummary]) -> list[Tendency]:
    shown = [habit for one in seats for habit in one.habits if habit.kind is kind]
    times, of = sum(habit.times for habit in shown), sum(habit.of for habit in shown)
    if not of:
        return []
    return [Tendency(kind, times, of, len(shown), share(times, of), sum(habit.loss for habit in shown))]
