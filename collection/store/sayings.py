"""The shelf of sayings: what was said under an id and nothing else in the book tells."""

from __future__ import annotations

from enum import StrEnum

from sqlmodel import Session, col, select

from collection.errors import LedgerRefused
from collection.ledger.entry import EntryId
from collection.store.tables import SayingRow


class Act(StrEnum):
    """What an id was said for."""

    PLAYS = "plays"
    """A game from a real table: its words as they were before any ante was named later."""
    COMPLETES = "completes"
    """An ante named later."""
    CORRECTS = "corrects"
    """What stands under this id takes the place of something else."""
    VOIDS = "voids"
    """Something taken back of which nothing had moved, so that no entry holds the id."""
    COUNTS = "counts"
    """A count of what is there: its entry holds no more than the differences, and there may be none."""


class Sayings:
    """Words by id and act, said once and never changed: saying them again is known by them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def words(self, id: EntryId, act: Act) -> str | None:
        """Give what was said under `id`, None when nothing was."""
        row = self._session.get(SayingRow, (id, act.value))
        return None if row is None else row.words

    def has(self, id: EntryId) -> bool:
        """Say whether anything was said under `id`."""
        return self._session.exec(select(SayingRow.id).where(col(SayingRow.id) == id)).first() is not None

    def keep(self, id: EntryId, act: Act, words: str) -> None:
        """Keep `words`. Raises LedgerRefused when others are kept there."""
        before = self.words(id, act)
        if before is None:
            self._session.add(SayingRow(id=id, act=act.value, words=words))
            self._session.flush()
        elif before != words:
            raise LedgerRefused(f"The id {id} was said before, with other content. Choose another id.")
