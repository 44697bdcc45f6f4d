"""Matches to be looked at again, gone on with or left for a branch: which there are, and who may act in them."""

from __future__ import annotations

from collection.desk.collectors import current
from collection.errors import Refused
from collection.ledger.entry import Account, AccountKind
from collection.ledger.match import HUMAN, Match, Place, Status
from collection.store.book import Book
from collection.text import quoted

MUDWATER = "mudwater"
OVER = frozenset({Status.DONE, Status.UNSETTLED, Status.ABANDONED})
"""Matches that nobody goes on with, and that were not taken back."""


def games(
    book: Book,
    collector: str | None = None,
    *,
    unfinished: bool = False,
    branches: bool = True,
    limit: int | None = None,
) -> tuple[Match, ...]:
    """Give the matches of `collector` that can be looked at move by move, newest first.

    They have a written game and are over; `unfinished` adds those that are still played, whose record tells both hands
    before their time. Branches where nobody's collector sits are everybody's. Those taken back are left out.
    Raises Refused for an unknown collector.
    """
    statuses = OVER | {Status.PLAYING} if unfinished else OVER
    with book.reading() as unit:
        found = unit.matches.all(current(unit, collector), statuses=statuses, branches=branches)
    return tuple(match for match in found if match.record)[:limit]


def other_games(book: Book, *, game: str | None = None) -> tuple[Match, ...]:
    """Give the matches of games but Mudwater that were played here and not taken back, newest first, whoever sat there.

    Guests without an account may be all who do; a result from a real table is no match that can be gone through.
    """
    with book.reading() as unit:
        found = unit.matches.other_games(statuses=OVER | {Status.PLAYING}, game=game)
    return tuple(match for match in found if match.place is Place.HERE and match.record)


def played_here(book: Book, collector: str | None, *, unfinished: bool, game: str | None = None) -> tuple[Match, ...]:
    """Give the matches of any game, or of `game`, that `collector` played here, newest first.

    Those that can be gone on with, branches among them, where `unfinished`; else those that are over. Where there is
    none, games at which no collector sat are everybody's: guests played them, or programs. Raises Refused for an
    unknown collector.
    """
    statuses = frozenset({Status.PLAYING}) if unfinished else OVER
    with book.reading() as unit:
        account = current(unit, collector)
        own = [*unit.matches.all(account, statuses=statuses, branches=unfinished)]
        others = unit.matches.other_games(statuses=statuses)
    own += [match for match in others if match.seat_of(account) is not None]
    return _here(own, game) or _here([match for match in others if not _has_collector(match)], game)


def _here(found: list[Match], game: str | None) -> tuple[Match, ...]:
    here = (match for match in found if match.place is not Place.TABLE and game in (None, match.game))
    return tuple(sorted(here, key=lambda match: (match.happened, match.recorded), reverse=True))


def _has_collector(match: Match) -> bool:
    return any(seat.account is not None and seat.account.kind is AccountKind.COLLECTOR for seat in match.seats)


def found_match(book: Book, match: str) -> Match:
    """Give the match of this id, or the only one whose id starts so. Raises LedgerRefused for none or several."""
    with book.reading() as unit:
        return unit.matches.find(match)


def record_of(book: Book, match: Match | str) -> str:
    """Give the written game of a match, which tells everything that was hidden in it.

    Raises LedgerRefused for an unknown match, and Refused where only the result is known, and while a person plays it:
    whoever reads it then would see the hand across the table.
    """
    found = found_match(book, match if isinstance(match, str) else match.id)
    if has_result_only(found):
        raise Refused(f"The match {found.id} was played at a real table, and only its result was written down.")
    refuse_hidden(found)
    return found.record


def refuse_hidden(match: Match) -> None:
    """Raise Refused for a match that somebody plays who must not see all of it yet."""
    if is_hidden(match):
        hands, way_out = ("both hands", "resign") if match.game == MUDWATER else ("every hand", "give it up")
        raise Refused(
            f"The match {match.id} is not over, and its record tells {hands}. Play it to its end, or {way_out}."
        )


def has_result_only(match: Match) -> bool:
    """Say whether only the result is known: of games but Mudwater, that is all there is from a real table."""
    return not match.record or (match.place is Place.TABLE and match.game != MUDWATER)


def is_hidden(match: Match) -> bool:
    """Say whether somebody plays `match` who must not see all of it yet."""
    return match.status is Status.PLAYING and any(seat.player == HUMAN for seat in match.seats)


def acting_seat(book: Book, match: Match, collector: str | None = None, *, to_move: int | None = None) -> int:
    """Give the seat for which whoever speaks acts in `match`: the one where their collector or they themselves sit.

    Where they sit at both it is the one whose turn it is (`to_move`). Raises Refused where they sit nowhere.
    """
    if collector is None:
        persons = [seat for seat, sitter in enumerate(match.seats) if sitter.player == HUMAN]
        if len(persons) == 1:
            return persons[0]
    with book.reading() as unit:
        account = current(unit, collector)
    seats = [seat for seat in range(len(match.seats)) if _sits(match, seat, account)]
    if not seats:
        raise Refused(f"{quoted(account.name)} does not sit at the match {match.id}. Say `--as NAME` for whoever does.")
    return to_move if to_move is not None and to_move in seats else seats[0]


def _sits(match: Match, seat: int, account: Account) -> bool:
    """Say whether `account` sits there; in a branch a person whom nobody named is whoever is there."""
    sitter = match.seats[seat]
    if sitter.account is None:
        return match.place is Place.BRANCH and sitter.player == HUMAN
    return sitter.account.id == account.id
