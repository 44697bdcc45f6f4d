"""The shelf of marks."""

from __future__ import annotations

from sqlmodel import Session, col, select

from collection.catalogue.card import CardNo
from collection.errors import Refused
from collection.ledger.entry import Account
from collection.ledger.mark import Mark, MarkKind
from collection.store.tables import CardRow, MarkRow
from collection.text import clean_note


class Marks:
    """Marks on numbers. They are no history: set, changed and cleared as their owner likes."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self, account: Account, kind: MarkKind | None = None) -> tuple[Mark, ...]:
        """Give the marks of `account` (of one kind where it is named), by number, then by kind."""
        query = select(MarkRow).where(MarkRow.account == account.id)
        if kind is not None:
            query = query.where(MarkRow.kind == kind)
        rows = self._session.exec(query.order_by(col(MarkRow.number), col(MarkRow.kind))).all()
        return tuple(Mark(account, row.number, row.kind, row.note) for row in rows)

    def set(self, account: Account, number: CardNo, kind: MarkKind, note: str = "") -> bool:
        """Mark `number`; say whether the mark is new. Of one that is there the note becomes this one.

        Raises Refused when there is no such card, NotUnderstood for a note that is too long.
        """
        note = clean_note(note)
        if self._session.get(CardRow, number) is None:
            raise Refused(f"There is no card {number} in this book.")
        row = self._row(account, number, kind)
        new = row is None
        if row is None:
            row = MarkRow(account=account.id, number=number, kind=kind, note=note)
        row.note = note
        self._session.add(row)
        self._session.flush()
        return new

    def clear(self, account: Account, number: CardNo, kind: MarkKind) -> bool:
        """Take a mark off; say whether there was one."""
        row = self._row(account, number, kind)
        if row is None:
            return False
        self._session.delete(row)
        self._session.flush()
        return True

    def _row(self, account: Account, number: CardNo, kind: MarkKind) -> MarkRow | None:
        return self._session.get(MarkRow, (account.id, number, kind))
