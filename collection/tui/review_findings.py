"""What an analysis has found out about a game so far, made ready to be shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from textual.content import Content

from collection.analysis.judged import Analysis, Judged
from collection.analysis.report import points
from collection.analysis.summary import Summary, summary_of
from collection.analysis.words import Size, sign_of, size_of
from collection.games.mudwater.record import Replay
from collection.ledger.match import Match
from collection.tui.curve import Course
from collection.tui.face import OWNER_MARKS
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.store.book import Book


class Findings:
    """An analysis, whole or as far as it has come."""

    def __init__(self, replayed: Replay, analysis: Analysis) -> None:
        self.replayed = replayed
        self.analysis = analysis
        self.judged: Mapping[int, Judged] = {one.number: one for one in analysis.judged}

    @property
    def complete(self) -> bool:
        """Whether every move has been judged."""
        return self.analysis.complete

    @cached_property
    def summary(self) -> Summary:
        """What the moves judged tell together."""
        return summary_of(self.analysis, self.replayed)

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The moves at which the game turned."""
        return tuple(self.summary.turning_points)

    @cached_property
    def course(self) -> Course:
        """The chances after each move, and the signs of the moves."""
        curve = self.analysis.curve
        exact = [self._is_exact(at) for at in range(len(curve))]
        signs = ["", *(self._mark(number) for number in range(1, len(curve)))]
        chances = tuple(None if math.isnan(chance) else chance for chance in curve)
        return Course(chances, tuple(signs), tuple(exact))

    def _mark(self, number: int) -> str:
        """Give the sign of a move that gave something away: of the others there are too many to be read."""
        one = self.judged.get(number)
        quiet = one is None or size_of(one.loss) in (Size.BEST, Size.GOOD)
        return "" if one is None or quiet else sign_of(size_of(one.loss))

    def _is_exact(self, at: int) -> bool:
        """Say whether the chance at a position is proven: a move beside it is judged exactly, or the game ends there.

        Where a seat gave the game up it is not over by its squares, and its chance is an estimate as any other.
        """
        beside = [self.judged[number] for number in (at, at + 1) if number in self.judged]
        over = at == len(self.analysis.curve) - 1 and self.replayed.outcome is not None and not self.replayed.ending
        return over or any(one.exact for one in beside)

    def better(self, number: int) -> str | None:
        """Give the move that would have kept more than the one that was made, None where there is none known."""
        one = self.judged.get(number)
        return one.best if one is not None and one.best != one.move else None

    def brief(self, number: int) -> tuple[str, str]:
        """Give sign and chances of a move, as short as they go; empty where it is not judged."""
        one = self.judged.get(number)
        if one is None:
            return "", ""
        return sign_of(size_of(one.loss)), f"{points(one.before)}→{points(one.after)}"

    def verdict(self, number: int, *, shown: bool = False) -> list[Content]:
        """Say what a move kept of its seat's chance, and which one was better; `shown` where that is on the board."""
        one = self.judged.get(number)
        if one is None:
            return []
        size = size_of(one.loss)
        surety = "exact" if one.exact else "estimated"
        kept = f"{points(one.before)} % → {points(one.after)} % for {OWNER_MARKS[one.seat]}, {surety}."
        lines = [Content.assemble((f"{sign_of(size)} {size.value}: ", "bold"), plain_content(kept))]
        if one.best != one.move and not shown:
            lines.append(plain_content(f"Better: {one.best}, {points(one.before)} % (g shows it)."))
        elif shown:
            lines.append(plain_content(f"{one.move} was played. g or esc shows it."))
        return lines


@dataclass(frozen=True, slots=True)
class Watch:
    """Who watches a game being judged: asks for its end, and hears how far it has come and what was found out."""

    cancelled: Callable[[], bool]
    told: Callable[[int, int], None]
    found: Callable[[Analysis], None]


def found_out(replayed: Replay, match: Match | None, watch: Watch, book: Book) -> Analysis:
    """Judge a game, or take its analysis from the book where it is kept there. Raises RecordError."""
    if match is not None:
        from collection.desk.analysis import analysis_of

        return analysis_of(book, match.id, cancelled=watch.cancelled, told=watch.told, found=watch.found)
    from collection.analysis.judging import judge

    return judge(replayed, cancelled=watch.cancelled, told=watch.told, found=watch.found)
