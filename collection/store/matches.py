"""The shelf of matches."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, and_, col, or_, select

from collection.errors import LedgerRefused
from collection.ledger.entry import Account, EntryId, EntryKind
from collection.ledger.match import HUMAN, Branch, Match, MatchSeat, Place, Stakes, Status
from collection.store.accounts import Accounts
from collection.store.ids import only_one, starts_with
from collection.store.ledger import Ledger
from collection.store.tables import EntryRow, MatchRow, MatchSeatRow
from collection.text import clean_note, plain

_NEXT: dict[Status, frozenset[Status]] = {
    Status.PLAYING: frozenset(Status),
    Status.UNSETTLED: frozenset({Status.UNSETTLED, Status.DONE, Status.VOID}),
    Status.DONE: frozenset({Status.DONE, Status.VOID}),
    Status.ABANDONED: frozenset({Status.ABANDONED, Status.VOID}),
    Status.VOID: frozenset({Status.VOID}),
}
"""What a match may become."""

_AT_ONCE = 500
_SHORT = 8
"""Letters of an id that people are shown, as on the command line."""
MUDWATER = "mudwater"
"""The game in which cards change hands; lists of matches are of this one unless another is named."""


class Matches:
    """Matches, played here or at a real table."""

    def __init__(self, session: Session, accounts: Accounts, ledger: Ledger) -> None:
        self._session = session
        self._accounts = accounts
        self._ledger = ledger

    def add(self, match: Match, *, dated: bool = True) -> tuple[Match, bool]:
        """Keep a new match; give it and whether it is new. Raises LedgerRefused for an id with other content.

        `dated` false says that nobody named the day, which then is no part of what was said. What a match has become
        since (moves, status, an ante named later) is none either.
        """
        there = self._row(match.id)
        if there is not None:
            stored = self._matches([there])[0]
            _refuse_other_content(stored, match, dated=dated)
            return stored, False
        self._refuse_taken(match.id)
        row = MatchRow(
            id=match.id,
            game=match.game,
            mode=match.mode,
            place=match.place,
            stakes=match.stakes,
            status=match.status,
            happened=match.happened,
            recorded=match.recorded,
            record=match.record,
            moves=match.moves,
            note=clean_note(match.note),
            branch_of=(match.branch and match.branch.match) or None,
            branch_at=None if match.branch is None else match.branch.at,
            taken_back=match.takings,
            hints=match.hints,
        )
        self._session.add(row)
        self._session.flush()
        assert row.seq is not None
        self._session.add_all(_seat_row(row.seq, seat, sitter) for seat, sitter in enumerate(match.seats))
        self._session.flush()
        return self._matches([row])[0], True

    def save(self, match: Match, *, expected_moves: int, expected_takings: int | None = None) -> None:
        """Overwrite the match's record, moves, takings, hints, status and seats' antes and results.

        Raises LedgerRefused when it does not hold `expected_moves` moves any more, or moves were taken back more often
        than `expected_takings` times (as often as in `match`, unless it is given): another window went on with it.
        A match that is over takes no more moves, and one that is void stays as it is. Hints are never fewer than were
        counted.
        """
        row = self._row(match.id)
        if row is None:
            raise LedgerRefused(f"There is no match {plain(match.id)} in the book.")
        if row.moves != expected_moves:
            raise LedgerRefused(
                f"Match {row.id[:_SHORT]} went on in another window: it holds {row.moves} moves, not {expected_moves}. "
                "From there it goes on."
            )
        if len(row.taken_back) != (len(match.takings) if expected_takings is None else expected_takings):
            raise LedgerRefused(
                f"Moves of match {row.id[:_SHORT]} were taken back in another window. From where it stands it goes on."
            )
        if match.status not in _NEXT[row.status]:
            raise LedgerRefused(f"Match {row.id} is {row.status}, and cannot become {match.status} any more.")
        if row.status is not Status.PLAYING and (match.moves, match.record) != (row.moves, row.record):
            raise LedgerRefused(f"Match {row.id} is {row.status} and takes no more moves.")
        seats = self._seats([row])[row.seq]
        if row.status is Status.VOID and [(s.ante, s.result) for s in seats] != [
            (s.ante, s.result) for s in match.seats
        ]:
            raise LedgerRefused(f"Match {row.id} is void and stays as it is.")
        row.record, row.moves, row.status = match.record, match.moves, match.status
        row.taken_back, row.hints = match.takings, max(row.hints, match.hints)
        self._session.add(row)
        for seat, sitter in zip(seats, match.seats, strict=True):
            seat.ante, seat.result = sitter.ante, sitter.result
            self._session.add(seat)
        self._session.flush()

    def get(self, id: EntryId) -> Match | None:
        """Give the match with exactly this id, None when there is none."""
        row = self._row(id)
        return None if row is None else self._matches([row])[0]

    def find(self, match: str) -> Match:
        """Give the match with this id, or the only one whose id starts so. Raises LedgerRefused for none or several."""
        row = self._row(match)
        if row is None:
            rows = self._session.exec(
                select(MatchRow).where(*starts_with(col(MatchRow.id), match)).order_by(col(MatchRow.id)).limit(6)
            ).all()
            row = only_one(rows, match, "match", [row.id for row in rows])
        return self._matches([row])[0]

    def all(
        self,
        account: Account,
        *,
        statuses: frozenset[Status] | None = None,
        limit: int | None = None,
        branches: bool = False,
        watched: bool = True,
        game: str = MUDWATER,
    ) -> tuple[Match, ...]:
        """Give the matches of `game` where `account` sat, newest first; voided ones only when asked for.

        Branches, which count for nobody, come only when asked for too: then those where no account sat at all as well.
        `watched` false leaves out the games that `Match.is_watched` means, so that all that are given count.
        """
        wanted = frozenset(Status) - {Status.VOID} if statuses is None else statuses
        sat = col(MatchRow.seq).in_(select(MatchSeatRow.match).where(MatchSeatRow.account == account.id))
        if branches:
            taken = select(MatchSeatRow.match).where(col(MatchSeatRow.account).is_not(None))
            theirs = or_(sat, and_(col(MatchRow.place) == Place.BRANCH, col(MatchRow.seq).not_in(taken)))
        else:
            theirs = and_(sat, col(MatchRow.place) != Place.BRANCH)
        if not watched:
            by_persons = col(MatchRow.seq).in_(select(MatchSeatRow.match).where(MatchSeatRow.player == HUMAN))
            real = or_(col(MatchRow.place) == Place.TABLE, col(MatchRow.stakes) == Stakes.KEEPS, by_persons)
            theirs = and_(theirs, real)
        query = (
            select(MatchRow)
            .where(theirs, col(MatchRow.game) == game, col(MatchRow.status).in_(wanted))
            .order_by(col(MatchRow.happened).desc(), col(MatchRow.seq).desc())
        )
        return self._matches(self._session.exec(query if limit is None else query.limit(limit)).all())

    def other_games(self, *, statuses: frozenset[Status], game: str | None = None) -> tuple[Match, ...]:
        """Give the matches of every game but Mudwater, or of one of them, newest first, whoever sat there.

        No card changes hands in them, and guests without an account may be all who sit there.
        """
        which = col(MatchRow.game) != MUDWATER if game is None else col(MatchRow.game) == game
        query = (
            select(MatchRow)
            .where(which, col(MatchRow.status).in_(statuses))
            .order_by(col(MatchRow.happened).desc(), col(MatchRow.seq).desc())
        )
        return self._matches(self._session.exec(query).all())

    def _row(self, id: EntryId) -> MatchRow | None:
        return self._session.exec(select(MatchRow).where(MatchRow.id == id)).one_or_none()

    def _refuse_taken(self, id: EntryId) -> None:
        self._ledger.refuse_id(id)
        kind = self._session.exec(select(EntryRow.kind).where(EntryRow.id == id)).one_or_none()
        if kind not in (None, EntryKind.ANTE):
            raise LedgerRefused(f"The id {id} is in the book already, for a {kind}. Choose another id.")

    def _seats(self, rows: Sequence[MatchRow]) -> dict[int | None, list[MatchSeatRow]]:
        seats: dict[int | None, list[MatchSeatRow]] = {row.seq: [] for row in rows}
        query = select(MatchSeatRow).order_by(col(MatchSeatRow.match), col(MatchSeatRow.seat))
        for seat in self._session.exec(query.where(col(MatchSeatRow.match).in_([row.seq for row in rows]))):
            seats[seat.match].append(seat)
        return seats

    def _matches(self, rows: Sequence[MatchRow]) -> tuple[Match, ...]:
        matches: list[Match] = []
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            seats = self._seats(some)
            matches.extend(self._match(row, seats[row.seq]) for row in some)
        return tuple(matches)

    def _match(self, row: MatchRow, seats: Sequence[MatchSeatRow]) -> Match:
        return Match(
            id=row.id,
            game=row.game,
            mode=row.mode,
            place=row.place,
            stakes=row.stakes,
            status=row.status,
            happened=row.happened,
            recorded=row.recorded,
            seats=tuple(
                MatchSeat(
                    account=None if seat.account is None else self._accounts.by_id(seat.account),
                    player=seat.player,
                    hand_name=seat.hand_name,
                    hand=seat.hand,
                    ante=seat.ante,
                    result=seat.result,
                )
                for seat in seats
            ),
            record=row.record,
            moves=row.moves,
            note=row.note,
            branch=None if row.branch_at is None else Branch(row.branch_of or "", row.branch_at),
            takings=row.taken_back,
            hints=row.hints,
        )


def _seat_row(match: int, seat: int, sitter: MatchSeat) -> MatchSeatRow:
    return MatchSeatRow(
        match=match,
        seat=seat,
        account=None if sitter.account is None else sitter.account.id,
        player=sitter.player,
        hand_name=clean_note(sitter.hand_name, what="hand's name"),
        hand=sitter.hand,
        ante=sitter.ante,
        result=sitter.result,
    )


def _refuse_other_content(stored: Match, said: Match, *, dated: bool) -> None:
    same = {
        "game": (stored.game, stored.mode) == (said.game, said.mode),
        "place": (stored.place, stored.branch) == (said.place, said.branch),
        "stakes": stored.stakes is said.stakes,
        "day": not dated or stored.happened == said.happened,
        "note": stored.note == clean_note(said.note),
        "seats": len(stored.seats) == len(said.seats) and all(map(_same_seat, stored.seats, said.seats)),
        "results": said.place is Place.HERE or [s.result for s in stored.seats] == [s.result for s in said.seats],
    }
    differs = [part for part, is_same in same.items() if not is_same]
    if differs:
        raise LedgerRefused(
            f"The id {said.id} is in the book already, for a match of other content: its {', '.join(differs)}. "
            "Choose another id."
        )


def _same_seat(stored: MatchSeat, said: MatchSeat) -> bool:
    return (
        (stored.account and stored.account.id) == (said.account and said.account.id)
        and (stored.player, stored.hand_name, stored.hand) == (said.player, clean_note(said.hand_name), said.hand)
        and said.ante in (None, stored.ante)
    )
