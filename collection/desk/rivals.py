"""Rivals: what the games with each have come to, which cards they still hold, and what was seen in their play."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from collection.catalogue.card import Card, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.desk.collectors import current
from collection.desk.people import somebody
from collection.errors import RecordError
from collection.games.mudwater.record import Replay, replay
from collection.games.mudwater.state import GAME, Faces
from collection.ledger.entry import Account, AccountKind, EntryId, EntryKind
from collection.ledger.mark import Mark
from collection.ledger.match import FINISHED, Match
from collection.ledger.statistics import RivalTally, tally
from collection.store.book import Book, Unit
from collection.text import search_key

MOST_RECORDS = 200
"""Written games that are looked through for a rival's cards: the latest ones."""

_SHOWING = frozenset({"placed", "upgraded", "rock-turned-over"})
"""The events that show a card to both seats."""


@dataclass(frozen=True, slots=True)
class RivalLine:
    """A rival at a glance. `tally` counts finished games; its `still_held` is what they hold of the collector's."""

    account: Account
    tally: RivalTally
    last_played: dt.date | None
    wishes: int
    offers: int


@dataclass(frozen=True, slots=True)
class WinBack:
    """A card that a rival won as an ante and still holds."""

    card: Card
    copies: int
    """Copies that they hold of those they won."""
    lost_on: dt.date
    """The last day on which they won one."""
    entry: EntryId
    owned: int
    """Copies that the collector has all the same; 0 makes it the one to win back first."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card seen in a rival's play: on the board, as a rock turned over, or as their ante."""

    card: Card
    games: int
    last: dt.date
    as_ante: int
    """In how many of these games it was their ante."""


@dataclass(frozen=True, slots=True)
class RivalPage:
    """All that the book knows of one rival, from the collector's side."""

    line: RivalLine
    held: tuple[tuple[Card, int], ...]
    """The collector's cards that they still hold, from the whole ledger: antes, trades and gifts."""
    win_back: tuple[WinBack, ...]
    """Those of them that were lost as antes; cards that are missing now come first, then higher Levels."""
    theirs: tuple[tuple[Card, int], ...]
    """Their cards that the collector holds."""
    seen: tuple[SeenCard, ...]
    seen_games: int
    """Games in which something was seen, antes at a real table included."""
    unread: int
    """Written games that were left out: older than the latest MOST_RECORDS, or not to be replayed any more."""
    marks: tuple[Mark, ...]


def rivals(book: Book, collector: str | None = None) -> tuple[RivalLine, ...]:
    """Give the book's rivals, and whoever else played the collector or holds cards of theirs, by name."""
    with book.reading() as unit:
        account = current(unit, collector)
        people = [
            other
            for other in unit.accounts.all(AccountKind.COLLECTOR, AccountKind.HOUSE, AccountKind.RIVAL)
            if other.id != account.id
        ]
        matches = [match for match in unit.matches.all(account, statuses=FINISHED) if match.counts]
        lines = _lines(unit, account, people, matches)
    met = (line for line in lines if _is_met(line))
    return tuple(sorted(met, key=lambda line: (search_key(line.account.name), line.account.name)))


def rival(book: Book, name: str, collector: str | None = None) -> RivalPage:
    """Give all that is known of one rival. Raises Refused, naming the closest, for somebody nobody knows."""
    with book.reading() as unit:
        return page_of(unit, current(unit, collector), somebody(unit, name))


def page_of(unit: Unit, account: Account, other: Account) -> RivalPage:
    """Give all that `account` knows of `other`, within the unit of work of the caller."""
    catalogue = unit.cards.catalogue()
    met = (match for match in unit.matches.all(account, statuses=FINISHED) if match.counts)
    matches = tuple(match for match in met if match.seat_of(other) is not None)
    (line,) = _lines(unit, account, [other], matches)
    theirs = unit.ledger.exchanged(other, account)
    win_back = _win_back(unit, account, other, catalogue, dict(line.tally.still_held))
    marks = unit.marks.all(other)
    sight = _Sight(catalogue, Faces.of(catalogue))
    for match in matches:
        sight.look(match, account, other)
    return RivalPage(
        line,
        tuple((catalogue[number], copies) for number, copies in line.tally.still_held),
        win_back,
        tuple((catalogue[number], copies) for number, copies in theirs),
        sight.seen(),
        sight.games,
        sight.unread,
        marks,
    )


def _lines(unit: Unit, account: Account, people: Iterable[Account], matches: Iterable[Match]) -> tuple[RivalLine, ...]:
    matches = tuple(matches)
    people = tuple(people)
    held = {other.name: unit.ledger.exchanged(account, other) for other in people}
    by_name = {one.rival: one for one in tally(account, (match for match in matches if _has_account(match)), held)}
    return tuple(
        RivalLine(
            other,
            by_name.get(other.name, _no_games(other.name, held[other.name])),
            max((match.happened for match in matches if match.seat_of(other) is not None), default=None),
            *_marked(unit.marks.all(other)),
        )
        for other in people
    )


def _has_account(match: Match) -> bool:
    """Leave out games against programs without a collection: they are nobody's."""
    return all(sitter.account is not None for sitter in match.seats)


def _no_games(name: str, held: tuple[tuple[CardNo, int], ...]) -> RivalTally:
    return RivalTally(name, 0, 0, 0, 0, 0, 0, 0, 0, held)


def _marked(marks: Iterable[Mark]) -> tuple[int, int]:
    counts = Counter(mark.kind.value for mark in marks)
    return counts["wish"], counts["offer"]


def _is_met(line: RivalLine) -> bool:
    if line.tally.games or line.tally.still_held:
        return True
    return line.account.kind is AccountKind.RIVAL


def _win_back(
    unit: Unit, account: Account, other: Account, catalogue: Catalogue, held: Mapping[CardNo, int]
) -> tuple[WinBack, ...]:
    """Give what was lost to `other` as an ante, was not won back as one, and is with them still."""
    owned = unit.ledger.owned(account)
    net: Counter[CardNo] = Counter()
    last: dict[CardNo, tuple[dt.date, EntryId]] = {}
    for entry in reversed(unit.ledger.entries(account, kind=EntryKind.ANTE, other=other)):
        if entry.voided_by is not None:
            continue
        for movement in entry.movements:
            number, lost = movement.copies.number, movement.source.id == account.id
            net[number] += movement.copies.quantity if lost else -movement.copies.quantity
            if lost:
                last[number] = (entry.happened, entry.id)
    found = [
        WinBack(catalogue[number], min(copies, held[number]), *last[number], owned.get(number, 0))
        for number, copies in net.items()
        if copies > 0 and held.get(number, 0) > 0
    ]
    return tuple(sorted(found, key=lambda one: (one.owned > 0, -one.card.level, one.card.number)))


@dataclass(slots=True)
class _Sight:
    """What a rival's games have shown, the newest first."""

    catalogue: Catalogue
    faces: Faces
    games: int = 0
    unread: int = 0
    _read: int = 0
    _count: Counter[CardNo] = field(default_factory=Counter)
    _antes: Counter[CardNo] = field(default_factory=Counter)
    _last: dict[CardNo, dt.date] = field(default_factory=dict)

    def look(self, match: Match, account: Account, other: Account) -> None:
        """Take in what one game showed of the rival's cards to the collector's seat."""
        mine, theirs = match.seat_of(account), match.seat_of(other)
        if mine is None or theirs is None:
            return
        shown = set(self._recorded(match, theirs))
        # Both antes are turned over when a game ends.
        ante = match.seats[theirs].ante
        if ante is not None:
            self._antes[ante] += 1
            shown.add(ante)
        self.games += bool(shown)
        for number in shown:
            self._count[number] += 1
            self._last[number] = max(match.happened, self._last.get(number, match.happened))

    def seen(self) -> tuple[SeenCard, ...]:
        """Give the cards that were seen, the most often seen first, then by number."""
        ordered = sorted(self._count, key=lambda number: (-self._count[number], number))
        return tuple(
            SeenCard(self.catalogue[number], self._count[number], self._last[number], self._antes[number])
            for number in ordered
            if number in self.catalogue
        )

    def _recorded(self, match: Match, theirs: int) -> Iterator[CardNo]:
        if not match.record or match.game != GAME:
            return
        if self._read == MOST_RECORDS:
            self.unread += 1
            return
        self._read += 1
        try:
            yield from _shown(replay(match.record, self.faces), theirs)
        except RecordError:
            self.unread += 1


def _shown(played: Replay, seat: int) -> Iterator[CardNo]:
    """Give the cards of `seat` that lay face up or were turned over: what both players saw."""
    for events in played.events:
        for event in events:
            if event.kind not in _SHOWING or not event.visible_to(1 - seat):
                continue
            facts = dict(event.facts)
            if facts["seat"] == seat and facts["card"] is not None:
                yield facts["card"]
