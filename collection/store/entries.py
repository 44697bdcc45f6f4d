"""Entries as the file keeps them, read with their movements and what took them back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import and_, or_
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from collection.catalogue.card import CardNo, Copies
from collection.ledger.entry import Account, Entry, Movement
from collection.store.accounts import Accounts
from collection.store.tables import EntryRow, MovementRow

AT_ONCE = 500
"""How many entries are read together."""


def read_entries(session: Session, accounts: Accounts, rows: Sequence[EntryRow]) -> tuple[Entry, ...]:
    """Give the entries of these rows, in their order."""
    entries: list[Entry] = []
    for start in range(0, len(rows), AT_ONCE):
        entries.extend(_read_some(session, accounts, rows[start : start + AT_ONCE]))
    return tuple(entries)


def touching_all(account: Account | None, other: Account | None, number: CardNo | None) -> list[Any] | None:
    """Give the conditions on one movement that touches all that is named; None when nothing is."""
    source, target = col(MovementRow.source), col(MovementRow.target)
    conditions: list[Any] = []
    if account is not None and other is not None:
        conditions.append(
            or_(
                and_(source == account.id, target == other.id),
                and_(source == other.id, target == account.id),
            )
        )
    elif account is not None or other is not None:
        one = account if account is not None else other
        assert one is not None
        conditions.append(or_(source == one.id, target == one.id))
    if number is not None:
        conditions.append(MovementRow.number == number)
    return conditions or None


def _read_some(session: Session, accounts: Accounts, rows: Sequence[EntryRow]) -> Iterable[Entry]:
    seqs = [row.seq for row in rows]
    movements: dict[int, list[Movement]] = {seq: [] for seq in seqs}
    m = MovementRow
    lines = sa_select(col(m.entry), col(m.number), col(m.finish), col(m.quantity), col(m.source), col(m.target)).where(
        col(m.entry).in_(seqs)
    )
    for entry, number, finish, quantity, source, target in session.connection().execute(
        lines.order_by(col(m.entry), col(m.line))
    ):
        ends = accounts.by_id(source), accounts.by_id(target)
        movements[entry].append(Movement(Copies(number, finish, quantity), *ends))
    back = [row.reverses for row in rows if row.reverses is not None]
    ids = dict(session.exec(select(EntryRow.seq, EntryRow.id).where(col(EntryRow.seq).in_(back))).all())
    voids = dict(session.exec(select(EntryRow.reverses, EntryRow.id).where(col(EntryRow.reverses).in_(seqs))).all())
    for row in rows:
        yield Entry(
            id=row.id,
            kind=row.kind,
            movements=tuple(movements[row.seq]),
            happened=row.happened,
            recorded=row.recorded,
            note=row.note,
            reverses=None if row.reverses is None else ids[row.reverses],
            voided_by=voids.get(row.seq),
        )
