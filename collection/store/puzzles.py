"""The shelf of puzzles, and of what collectors have done with them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from collection.analysis.puzzles import Puzzle, Work
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, EntryId
from collection.ledger.match import Status
from collection.store.puzzle_tables import PuzzleRow, PuzzleWorkRow
from collection.store.tables import MatchRow, MatchSeatRow
from collection.text import plain


@dataclass(frozen=True, slots=True)
class NumberedPuzzle:
    """A puzzle as this book numbers it, with the match that it is a position of."""

    number: int
    match: EntryId
    puzzle: Puzzle
    found: dt.datetime


class Puzzles:
    """Puzzles, numbered as they were found; never deleted. Those of a match that was taken back are not given."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self, match: EntryId, puzzles: Iterable[Puzzle], found: dt.datetime) -> tuple[NumberedPuzzle, ...]:
        """Keep puzzles of a match; give those that are new. One whose position is there already stays as it is.

        Raises LedgerRefused for a match that is not in the book, or has not as many moves.
        """
        row = self._session.exec(select(MatchRow).where(MatchRow.id == match)).one_or_none()
        if row is None or row.seq is None:
            raise LedgerRefused(f"There is no match {plain(match)} in the book.")
        rows: list[PuzzleRow] = []
        for puzzle in puzzles:
            if puzzle.at >= row.moves:
                raise LedgerRefused(f"Match {row.id} has {row.moves} moves, and no move {puzzle.at + 1}.")
            if self._at(row.seq, puzzle) is None:
                rows.append(_row(row.seq, puzzle, found))
                self._session.add(rows[-1])
                self._session.flush()
        return tuple(_numbered(one, row.id) for one in rows)

    def of(self, account: Account) -> tuple[tuple[NumberedPuzzle, Work], ...]:
        """Give the puzzles of matches where `account` sat, by number, with what `account` has done with each."""
        sat = select(MatchSeatRow.match).where(MatchSeatRow.account == account.id)
        rows = self._session.exec(
            select(PuzzleRow, MatchRow.id)
            .join(MatchRow, col(MatchRow.seq) == col(PuzzleRow.match))
            .where(col(PuzzleRow.match).in_(sat), col(MatchRow.status) != Status.VOID)
            .order_by(col(PuzzleRow.number))
        ).all()
        works = self._works(PuzzleWorkRow.account == account.id)
        return tuple((_numbered(row, match), works.get((row.number or 0, account.id), Work())) for row, match in rows)

    def all(self) -> tuple[NumberedPuzzle, ...]:
        """Give every puzzle of the book, those of matches taken back too."""
        rows = self._session.exec(
            select(PuzzleRow, MatchRow.id)
            .join(MatchRow, col(MatchRow.seq) == col(PuzzleRow.match))
            .order_by(col(PuzzleRow.number))
        )
        return tuple(_numbered(row, match) for row, match in rows)

    def at(self, match: EntryId, puzzle: Puzzle) -> NumberedPuzzle | None:
        """Give the puzzle of the same position of a match, None when there is none."""
        seq = self._session.exec(select(MatchRow.seq).where(MatchRow.id == match)).one_or_none()
        row = None if seq is None else self._at(seq, puzzle)
        return None if row is None else _numbered(row, match)

    def works(self) -> dict[int, list[tuple[int, Work]]]:
        """Give by the puzzle's number everything that was done: the account's number, and what it did."""
        found: dict[int, list[tuple[int, Work]]] = {}
        for (puzzle, account), work in self._works().items():
            found.setdefault(puzzle, []).append((account, work))
        return found

    def work(self, number: int, account: Account) -> Work:
        """Give what `account` has done with a puzzle."""
        row = self._session.get(PuzzleWorkRow, (number, account.id))
        return Work() if row is None else _work(row)

    def save(self, number: int, account: Account, work: Work) -> None:
        """Write down what `account` has done with a puzzle. What was done before is never less afterwards."""
        if work.last is None:
            return
        row = self._session.get(PuzzleWorkRow, (number, account.id))
        if row is None:
            row = PuzzleWorkRow(puzzle=number, account=account.id, tries=0, hints=0, shown=False, last=work.last)
        row.tries, row.hints, row.solved = work.tries, work.hints, work.solved
        row.shown, row.last = work.shown, work.last
        self._session.add(row)
        self._session.flush()

    def _at(self, match: int, puzzle: Puzzle) -> PuzzleRow | None:
        place = (PuzzleRow.match == match, PuzzleRow.at == puzzle.at, PuzzleRow.seat == puzzle.seat)
        return self._session.exec(select(PuzzleRow).where(*place)).one_or_none()

    def _works(self, *where: bool) -> dict[tuple[int, int], Work]:
        rows: Sequence[PuzzleWorkRow] = self._session.exec(
            select(PuzzleWorkRow).where(*where).order_by(col(PuzzleWorkRow.puzzle), col(PuzzleWorkRow.account))
        ).all()
        return {(row.puzzle, row.account): _work(row) for row in rows}


def _row(match: int, puzzle: Puzzle, found: dt.datetime) -> PuzzleRow:
    return PuzzleRow(
        match=match,
        at=puzzle.at,
        seat=puzzle.seat,
        move=puzzle.move,
        legal=puzzle.legal,
        depth=puzzle.depth,
        quiet=puzzle.quiet,
        missed=puzzle.missed,
        found=found,
    )


def _numbered(row: PuzzleRow, match: EntryId) -> NumberedPuzzle:
    assert row.number is not None
    puzzle = Puzzle(row.at, row.seat, row.move, row.legal, row.depth, row.quiet, row.missed)
    return NumberedPuzzle(row.number, match, puzzle, row.found)


def _work(row: PuzzleWorkRow) -> Work:
    return Work(row.tries, row.hints, row.solved, row.shown, row.last)
