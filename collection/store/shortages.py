"""Movements that would leave somebody with less than nothing, told card by card; the triggers would refuse one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from sqlmodel import Session, col, select

from collection.catalogue.card import BASE_FINISH, CardNo
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, Movement
from collection.store.tables import BalanceRow, CardRow
from collection.text import plain

_Holding: TypeAlias = tuple[int, CardNo, str]
"""An account, a number and a finish."""


def refuse_shortages(session: Session, movements: Sequence[Movement]) -> None:
    """Refuse what would leave a tracked account below zero, saying so of every card; the triggers would say one."""
    held = _held(session, movements)
    left = Counter(held)
    gone: Counter[_Holding] = Counter()
    short: dict[_Holding, Account] = {}
    for movement in movements:
        copies = movement.copies
        source = (movement.source.id, copies.number, copies.finish)
        left[source] -= copies.quantity
        left[movement.target.id, copies.number, copies.finish] += copies.quantity
        gone[source] += copies.quantity
        if left[source] < 0 and movement.source.kind.tracked:
            short[source] = movement.source
    if short:
        names = names_of(session, {number for _, number, _ in short})
        raise LedgerRefused(
            *(
                f"{plain(account.name)} has {held[key]} of card {key[1]}, {plain(names[key[1]])}"
                f"{'' if key[2] == BASE_FINISH else f' ({plain(key[2])})'}, and {gone[key]} would go."
                for key, account in sorted(short.items())
            )
        )


def _held(session: Session, movements: Sequence[Movement]) -> Counter[_Holding]:
    """Give the balances that movements of these cards may touch; 0 for what is not there."""
    sources = {movement.source.id for movement in movements if movement.source.kind.tracked}
    numbers = {movement.copies.number for movement in movements}
    query = select(BalanceRow.account, BalanceRow.number, BalanceRow.finish, BalanceRow.quantity).where(
        col(BalanceRow.account).in_(sources), col(BalanceRow.number).in_(numbers)
    )
    rows = session.exec(query).all() if sources else ()
    return Counter({(account, number, finish): quantity for account, number, finish, quantity in rows})


def names_of(session: Session, numbers: Iterable[CardNo]) -> dict[CardNo, str]:
    """Give the names of the cards with these numbers; numbers that are none are left out."""
    storable = [number for number in numbers if 0 < number < 2**63]
    return dict(session.exec(select(CardRow.number, CardRow.name).where(col(CardRow.number).in_(storable))).all())
