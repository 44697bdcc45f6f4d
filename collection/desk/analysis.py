"""Analyses of the book's own matches: judged once and kept, and what many of them teach together."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from collection.analysis.judged import Analysis, Judged
from collection.analysis.judging import DEFAULT, judge
from collection.analysis.summary import ManyGames, SeatSummary, many, summary_of
from collection.desk.collectors import current
from collection.desk.matches import has_result_only, refuse_hidden
from collection.desk.people import somebody
from collection.errors import RecordError, Refused
from collection.games.mudwater.state import Faces
from collection.games.registry import Replayed, replay_any
from collection.ledger.entry import EntryId
from collection.ledger.match import FINISHED, Match
from collection.play.gathering import corrections_of
from collection.store.book import Book

_JUDGED = "judged"
"""Under which an analysis is kept."""
_VERSION = 1
"""Raised whenever the same game would be judged otherwise: what was kept before is then worked out again."""


@dataclass(frozen=True, slots=True)
class SummedUp:
    """A game of the collector's, and what it comes to for them."""

    match: Match
    seat: int
    summary: SeatSummary


@dataclass(frozen=True, slots=True)
class Lessons:
    """What many games teach: each by itself, newest first, and all together (None where there are none).

    `left` counts games that are not judged yet, `unread` those whose record cannot be replayed or judged.
    """

    games: tuple[SummedUp, ...]
    together: ManyGames | None
    left: int
    unread: tuple[EntryId, ...]


def replayed_match(book: Book, match: str) -> tuple[Match, Replayed]:
    """Give a match of the book played through, as all cards lie in it.

    Raises LedgerRefused for none or several, and Refused without a record, or while a person plays it.
    """
    with book.reading() as unit:
        found = unit.matches.find(match)
        cards: dict[str, Any] = {"mudwater": Faces.of(unit.cards.catalogue())}
        if found.game not in cards:
            cards[found.game] = corrections_of(unit, found.game)
    if has_result_only(found):
        raise Refused(f"Of match {found.id} only the result is written down: there are no moves to judge.")
    refuse_hidden(found)
    return found, replay_any(found.record, cards)


def analysis_of(
    book: Book,
    match: str,
    *,
    effort: int = DEFAULT,
    cancelled: Callable[[], bool] | None = None,
    told: Callable[[int, int], None] | None = None,
    found: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Judge a match of the book, or give what was kept of it; `effort`, `cancelled`, `told`, `found` as in `judge`.

    What is complete is kept, where the book can be written. Raises as `replayed_match` does, and RecordError.
    """
    known, replayed = replayed_match(book, match)
    version = _version(book, known, effort)
    with book.reading() as unit:
        kept = unit.analyses.get(known, _JUDGED, version)
    if kept is not None:
        return _read(kept)
    analysis = judge(replayed, effort=effort, cancelled=cancelled, told=told, found=found)
    if analysis.complete and book.writable:
        with book.writing() as unit:
            unit.analyses.keep(known, _JUDGED, version, _written(analysis))
    return analysis


def kept_analysis(book: Book, match: str, *, effort: int = DEFAULT) -> Analysis | None:
    """Give what was kept of a match, None where it was not judged yet as it stands. Raises LedgerRefused."""
    with book.reading() as unit:
        found = unit.matches.find(match)
    version = _version(book, found, effort)
    with book.reading() as unit:
        kept = unit.analyses.get(found, _JUDGED, version)
    return None if kept is None else _read(kept)


def many_of(
    book: Book,
    collector: str | None,
    *,
    rival: str | None = None,
    only_kept: bool = False,
    cancelled: Callable[[], bool] | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Lessons:
    """Put the collector's finished games together, or those against `rival` alone; newest first.

    Games not judged yet are judged now, unless `only_kept`; each is kept as soon as it is. `told` hears how many of how
    many games are done. Raises Refused, naming the closest, for a rival nobody knows.
    """
    games = _games(book, collector, rival)
    summed: list[SummedUp] = []
    unread: list[EntryId] = []
    left = 0
    for done, (match, seat) in enumerate(games):
        if told is not None:
            told(done, len(games))
        try:
            stop = only_kept or (cancelled is not None and cancelled())
            analysis = kept_analysis(book, match.id) if stop else analysis_of(book, match.id, cancelled=cancelled)
            if analysis is None or not analysis.complete:
                left += 1
                continue
            summary = summary_of(analysis, replayed_match(book, match.id)[1])
        except RecordError:
            unread.append(match.id)
            continue
        summed.append(SummedUp(match, seat, summary.seats[seat]))
    if told is not None:
        told(len(games), len(games))
    together = many(one.summary for one in summed) if summed else None
    return Lessons(tuple(summed), together, left, tuple(unread))


def _games(book: Book, collector: str | None, rival: str | None) -> tuple[tuple[Match, int], ...]:
    """Give the finished games that can be judged, each with the collector's seat."""
    with book.reading() as unit:
        account = current(unit, collector)
        other = None if rival is None else somebody(unit, rival)
        matches = unit.matches.all(account, statuses=FINISHED) if account.id else ()
    seated = [(match, match.seat_of(account)) for match in matches if match.record and match.counts]
    return tuple(
        (match, seat)
        for match, seat in seated
        if seat is not None and (other is None or match.seat_of(other) is not None)
    )


def _version(book: Book, match: Match, effort: int) -> str:
    """Say by what a match is judged: this version of the judging, the effort, and the game itself.

    A record that does not carry its cards is judged by the catalogue's, which may be corrected.
    """
    said = match.record
    if "\ncards:" not in said:
        with book.reading() as unit:
            said += repr([(card.number, card.level, card.family, card.edges) for card in unit.cards.catalogue()])
    return f"{_VERSION} {effort} {crc32(said.encode()):08x}"


def _written(analysis: Analysis) -> str:
    judged = [
        [one.number, one.seat, one.move, one.before, one.after, one.best, one.loss, one.exact]
        for one in analysis.judged
    ]
    curve = [None if math.isnan(chance) else chance for chance in analysis.curve]
    return json.dumps({"judged": judged, "curve": curve, "fillings": analysis.fillings}, separators=(",", ":"))


def _read(text: str) -> Analysis:
    kept = json.loads(text)
    curve = tuple(math.nan if chance is None else chance for chance in kept["curve"])
    return Analysis(tuple(Judged(*one) for one in kept["judged"]), curve, complete=True, fillings=kept["fillings"])
