"""The shelf of what was worked out of matches and is kept so that it need not be worked out again."""

from __future__ import annotations

from sqlmodel import Session, select

from collection.ledger.match import Match
from collection.store.puzzle_tables import AnalysisRow
from collection.store.tables import MatchRow


class Analyses:
    """Texts kept for matches: derived, so no part of any file that is written out, and gone without loss."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, match: Match, what: str, version: str) -> str | None:
        """Give what was worked out by this version of `what`, for the match as it stands; None where it was not."""
        row = self._row(match, what)
        return row.said if row is not None and (row.moves, row.version) == (match.moves, version) else None

    def keep(self, match: Match, what: str, version: str, said: str) -> None:
        """Keep what was worked out, in the place of what was. For a match that is not in the book nothing is kept."""
        seq = self._seq(match)
        if seq is None:
            return
        row = self._row(match, what) or AnalysisRow(match=seq, what=what, moves=0, version="", said="")
        row.moves, row.version, row.said = match.moves, version, said
        self._session.add(row)
        self._session.flush()

    def _seq(self, match: Match) -> int | None:
        return self._session.exec(select(MatchRow.seq).where(MatchRow.id == match.id)).one_or_none()

    def _row(self, match: Match, what: str) -> AnalysisRow | None:
        seq = self._seq(match)
        return None if seq is None else self._session.get(AnalysisRow, (seq, what))
