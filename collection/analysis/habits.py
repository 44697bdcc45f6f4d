"""What a seat is in the habit of, counted in one game: only what a record shows beyond doubt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from collection.analysis.judged import Analysis, Judged
from collection.analysis.words import Size, size_of
from collection.catalogue.card import CardNo
from collection.games.mudwater.state import Faces
from collection.games.protocol import CHANCE, Event, Seat
from collection.games.registry import Replayed

HIGHEST = (4, 5)
"""Levels IV and V, which a player brings few of."""
_GAVE_AWAY = (Size.SLIP, Size.MISTAKE, Size.BLUNDER)


class Kind(StrEnum):
    """What is counted."""

    ROCK = "rock"
    """Of the rocks played, those where a play face up was better by a slip at least."""
    NO_ROCK = "no rock"
    """Of the plays face up, those where a rock was better by a slip at least."""
    CAPTURE = "capture"
    """Of the moves that gave away a slip at least, those whose better move would have captured more."""
    HIGHEST_HELD = "highest held"
    """Of the cards of Levels IV and V brought, the ante aside, those in hand at the end of a finished game."""
    WIN_LOST = "win lost"
    """Of the games with a win that was certain, those in which a move let it go."""


@dataclass(frozen=True, slots=True)
class Habit:
    """`times` of `of` chances to do it, at these moves, and what chance of winning they gave away together."""

    kind: Kind
    times: int
    of: int
    at: tuple[int, ...] = ()
    loss: float = 0.0


def habits_of(analysis: Analysis, replayed: Replayed, seat: Seat) -> tuple[Habit, ...]:
    """Count the habits that `seat` showed; those that had no occasion are left out."""
    mine = [one for one in analysis.judged if one.seat == seat]
    found = [_win_lost(mine)]
    if replayed.game.name == "mudwater":
        found += _of_mudwater(mine, analysis, replayed, seat)
    return tuple([habit for habit in found if habit.of])


def _win_lost(mine: Iterable[Judged]) -> Habit:
    certain = [one for one in mine if one.exact and one.before == 1]
    lost = [one for one in certain if one.after < 1]
    return Habit(
        Kind.WIN_LOST,
        int(bool(lost)),
        int(bool(certain)),
        tuple([one.number for one in lost]),
        sum(one.loss for one in lost),
    )


def _of_mudwater(mine: list[Judged], analysis: Analysis, replayed: Replayed, seat: Seat) -> list[Habit]:
    rocks = [one for one in mine if _is_rock(one.move)]
    plays = [one for one in mine if not _is_rock(one.move) and not _is_pass(one.move)]
    costly = [one for one in mine if size_of(one.loss) in _GAVE_AWAY]
    habits = [
        _counted(Kind.ROCK, (one for one in rocks if one in costly and not _is_rock(one.best)), len(rocks)),
        _counted(Kind.NO_ROCK, (one for one in plays if one in costly and _is_rock(one.best)), len(plays)),
        _counted(Kind.CAPTURE, (one for one in costly if _captures_less(replayed, one)), len(costly)),
    ]
    if replayed.outcome is not None and analysis.complete:
        habits.append(_highest_held(replayed, seat))
    return habits


def _counted(kind: Kind, those: Iterable[Judged], of: int) -> Habit:
    listed = list(those)
    return Habit(kind, len(listed), of, tuple([one.number for one in listed]), sum(one.loss for one in listed))


def _is_rock(written: str) -> bool:
    return "~" in written


def _is_pass(written: str) -> bool:
    return written == "pass"


def _captures_less(replayed: Replayed, one: Judged) -> bool:
    at = [at for at, step in enumerate(replayed.steps) if CHANCE not in step][one.number - 1]
    state, game = replayed.states[at], replayed.game
    _, events = game.apply(state, {one.seat: game.read(state, one.best)})
    return _captured(replayed.events[at]) < _captured(events)


def _captured(events: Iterable[Event]) -> int:
    return sum(event.kind == "captured" for event in events)


def _highest_held(replayed: Replayed, seat: Seat) -> Habit:
    """Count what is in hand at the end; nothing where cards are unknown."""
    end = replayed.states[-1]
    side = end.sides[seat]
    if side.unlisted or len(side.hand) != side.size:
        return Habit(Kind.HIGHEST_HELD, 0, 0)
    pieces = [piece for square in end.board if square for piece in square.pile if piece.by == seat]
    held = _highest(end.faces, side.hand)
    laid = _highest(end.faces, (piece.card for piece in pieces))
    return Habit(Kind.HIGHEST_HELD, held, held + laid)


def _highest(faces: Faces, cards: Iterable[CardNo | None]) -> int:
    return sum(card is not None and faces[card].level in HIGHEST for card in cards)
