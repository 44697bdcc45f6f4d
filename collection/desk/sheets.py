"""Games but Mudwater at a real table: results written down on score sheets, and the history of them.

No card changes hands. A result is a match like any other: it has seats, a day, a note, and can be taken back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from collection.desk.collectors import current, current_for_writing
from collection.desk.people import partner, person_name, somebody
from collection.desk.said import Said
from collection.desk.taking_back import corrected
from collection.errors import CollectionError, LedgerRefused, RecordError, Refused
from collection.games.cardia.sheet import CardiaSheet
from collection.games.matschig.sheet import MatschigSheet
from collection.games.mud.sheet import MudSheet
from collection.games.sheets import Sheet, is_sheet, read_sheet, write_sheet
from collection.ledger.entry import Account, AccountKind
from collection.ledger.match import FINISHED, HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.play.gathering import names_of
from collection.store.book import Book, Unit
from collection.store.sayings import Act
from collection.text import quoted, search_key

_ME = 0
"""The seat of whoever writes a result down."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody else at the table, by name: a rival, who comes into the book, or a guest, who need not."""

    name: str
    guest: bool = False


@dataclass(frozen=True, slots=True)
class SheetReceipt:
    """A result written down, and whether that was new."""

    match: Match
    sheet: Sheet
    new: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """One finished game from the collector's side, at a real table or played here."""

    match: Match
    seat: int
    """Where the collector sat."""
    names: tuple[str, ...]
    """What the seats are called."""
    result: Result
    sheet: Sheet | None
    """None of a game that was played here, and where what is written down cannot be read."""
    points: tuple[int, ...] = ()
    """Of a game that was played here: what its record says that every seat has in the end."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, by name; several where they share it, nobody where it was drawn."""
        seats = zip(self.names, self.match.seats, strict=True)
        return tuple(name for name, sitter in seats if sitter.result is Result.WON)

    @property
    def others(self) -> tuple[str, ...]:
        """Whom the collector played with."""
        return tuple(name for seat, name in enumerate(self.names) if seat != self.seat)

    @property
    def shared(self) -> bool:
        """Whether the collector won together with somebody."""
        return self.result is Result.WON and len(self.winners) > 1

    @property
    def void(self) -> bool:
        """Whether it was taken back."""
        return self.match.status is Status.VOID


def add_sheet(book: Book, collector: str | None, people: Sequence[Person], sheet: Sheet, said: Said) -> SheetReceipt:
    """Write down a result: the collector has the sheet's first seat, `people` the others in order.

    Raises Refused with every fault of the names, and LedgerRefused when the id was said before with other content.
    """
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        seats = _seated(unit, account, people, sheet)
        match = Match(
            id=said.id,
            game=sheet.game,
            mode=sheet.mode,
            place=Place.TABLE,
            stakes=Stakes.FRIENDLY,
            status=Status.DONE,
            happened=said.day,
            recorded=said.now,
            seats=seats,
            record=write_sheet(sheet),
            moves=0,
            note=said.note,
        )
        words = _words(match)
        earlier = unit.matches.get(said.id)
        if earlier is not None:
            if unit.sayings.words(said.id, Act.PLAYS) != words or said.on not in (None, earlier.happened):
                raise LedgerRefused(f"The id {said.id} was said before, with other content. Choose another id.")
            done = corrected(unit, said, None, lambda: (earlier, False))
        else:
            done = corrected(unit, said, None, lambda: _keep(unit, match))
            unit.sayings.keep(said.id, Act.PLAYS, words)
        return SheetReceipt(done.written, sheet, done.new)


def table_games(
    book: Book,
    collector: str | None = None,
    *,
    game: str | None = None,
    rival: str | None = None,
    void: bool = False,
    limit: int | None = None,
) -> tuple[TableLine, ...]:
    """Give the collector's finished games but those of Mudwater, newest first; `void` adds those taken back.

    Games played here stand among them; those that only programs played do not. `rival` may be a guest. Raises Refused,
    naming the closest, for a rival nobody knows.
    """
    statuses = FINISHED | {Status.VOID} if void else FINISHED
    with book.reading() as unit:
        account = current(unit, collector)
        matches = unit.matches.other_games(statuses=statuses, game=game)
        lines = (line for match in matches if (line := _line(match, account)) is not None)
        if rival is not None:
            wanted = search_key(rival)
            lines = (line for line in lines if wanted in map(search_key, line.others))
        found = tuple(islice(lines, limit))
        if rival is not None and not found:
            somebody(unit, rival)
    return found


def table_game(book: Book, match: str, collector: str | None = None) -> TableLine:
    """Give one game, by its id or the start of it, from the side of the collector, or of the first seat.

    Raises LedgerRefused for none or several, and Refused for a game of another kind.
    """
    with book.reading() as unit:
        found = unit.matches.find(match)
        line = _line(found, current(unit, collector)) or _line(found, None)
    if line is None or not is_sheet(found.record):
        raise Refused(f"The match {found.id} is no result of this kind: `mudwater match {found.id}` tells it.")
    return line


def line_of(match: Match) -> TableLine:
    """Give a game that was just written down, from the side of who did."""
    line = _line(match, None)
    assert line is not None, "it has a result for every seat"
    return line


def gist(line: TableLine) -> str:
    """Give a game in a few words: the accounts, the leaning, or the score, the collector's first."""
    sheet = line.sheet
    if isinstance(sheet, MudSheet):
        who = "" if sheet.winner == line.seat else f"{line.names[sheet.winner]} "
        return f"{who}as {sheet.leaning.capitalize()}"
    points = sheet.accounts if isinstance(sheet, MatschigSheet) else line.points
    if isinstance(sheet, CardiaSheet):
        points = sheet.won
    if not points:
        return ""
    mine, others = points[line.seat], [str(each) for seat, each in enumerate(points) if seat != line.seat]
    return f"{mine} : {', '.join(others)}"


def known_people(book: Book, collector: str | None = None, lines: Iterable[TableLine] = ()) -> tuple[str, ...]:
    """Give who may sit at a table with the collector, by name: everybody in the book, and the guests of `lines`."""
    with book.reading() as unit:
        account = current(unit, collector)
        people = unit.accounts.all(AccountKind.COLLECTOR, AccountKind.RIVAL)
    guests = (
        sitter.hand_name
        for line in lines
        for sitter in line.match.seats
        if sitter.account is None and sitter.player == HUMAN
    )
    names = dict.fromkeys([*(one.name for one in people if one.id != account.id), *guests])
    return tuple(sorted(names, key=search_key))


def _seated(unit: Unit, account: Account, people: Sequence[Person], sheet: Sheet) -> tuple[MatchSeat, ...]:
    faults = _too_few(people, sheet)
    sitters: list[MatchSeat] = [MatchSeat(account, HUMAN)]
    for person in people:
        try:
            sitter = _sitter(unit, account, person)
        except CollectionError as no:
            faults += no.reasons
            continue
        if search_key(sitter.called) in {search_key(one.called) for one in sitters}:
            faults.append(f"{quoted(person.name)} would sit at two seats: name every person once.")
        sitters.append(sitter)
    if faults:
        raise Refused(*faults)
    results = _results(sheet)
    return tuple(
        MatchSeat(one.account, HUMAN, hand_name=one.hand_name, result=result)
        for one, result in zip(sitters, results, strict=True)
    )


def _too_few(people: Sequence[Person], sheet: Sheet) -> list[str]:
    if len(people) + 1 == sheet.seats:
        return []
    return [f"The sheet is of {sheet.seats} players, and {len(people) + 1} are named, you among them."]


def _sitter(unit: Unit, account: Account, person: Person) -> MatchSeat:
    """Give the seat of a person; whoever is in the book already is no guest."""
    if not person.guest:
        return MatchSeat(partner(unit, account, person.name), HUMAN)
    name = person_name(unit, person.name, "guest's name")
    known = unit.accounts.find(name)
    if known is not None and known.kind in (AccountKind.COLLECTOR, AccountKind.RIVAL):
        return MatchSeat(known, HUMAN)
    return MatchSeat(None, HUMAN, hand_name=name)


def _results(sheet: Sheet) -> Iterable[Result]:
    won = sheet.winners
    for seat in range(sheet.seats):
        yield Result.DRAW if not won else Result.WON if seat in won else Result.LOST


def _keep(unit: Unit, match: Match) -> tuple[Match, bool]:
    if unit.ledger.get(match.id) is not None:
        raise LedgerRefused(f"The id {match.id} was said before, for something else. Choose another id.")
    return unit.matches.add(match)


def _words(match: Match) -> str:
    """Write what a person says of a game, without what the book adds to it."""
    seats = [
        sitter.account.id if sitter.account is not None else search_key(sitter.hand_name) for sitter in match.seats
    ]
    return json.dumps([match.game, match.record, match.note, seats], ensure_ascii=False)


def _line(match: Match, account: Account | None) -> TableLine | None:
    """Give a game from the side of `account`; None where it did not sit there, or the game counts for nobody."""
    seat = _ME if account is None else match.seat_of(account)
    result = None if seat is None else match.seats[seat].result
    if seat is None or result is None or not match.counts:
        return None
    names = names_of(match)
    if not is_sheet(match.record):
        return TableLine(match, seat, names, result, None, _points(match))
    try:
        sheet = read_sheet(match.record)
    except RecordError:
        # It came from elsewhere, by a whole book; the results of the seats are good all the same.
        return TableLine(match, seat, names, result, None)
    fits = sheet.game == match.game and sheet.seats == len(match.seats)
    return TableLine(match, seat, names, result, sheet if fits else None)


def _points(match: Match) -> tuple[int, ...]:
    """Give the points at the end of a record, without reading the moves."""
    from collection.catalogue.reading import UnreadableYaml, read_yaml

    _, key, tail = match.record.rpartition("\nresult:")
    try:
        tree = read_yaml(key.strip() + tail) if key else None
    except UnreadableYaml:
        return ()
    result = tree.get("result") if isinstance(tree, dict) else None
    points = result.get("points") if isinstance(result, dict) else None
    if not isinstance(points, list) or len(points) != len(match.seats):
        return ()
    try:
        return tuple(int(str(one)) for one in points)
    except ValueError:
        return ()
