"""The shelf of accounts."""

from __future__ import annotations

from sqlmodel import Session, select

from collection.errors import LedgerRefused
from collection.ledger.entry import Account, AccountKind
from collection.store.tables import AccountRow
from collection.text import clean_name, plain, quoted, search_key

PACKS, ELSEWHERE, HOUSE = 1, 2, 3
"""The accounts that every book has from its start."""


def name_key(name: str) -> str:
    """Give the form in which names of people and hands are compared.

    A name whose search key is empty stands for itself.
    """
    return search_key(name) or plain(name)


class Accounts:
    """Collectors, the house, rivals, and the world. Names are compared by `search_key`, one person one account."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[int, Account] = {}

    def all(self, *kinds: AccountKind) -> tuple[Account, ...]:
        """Give the accounts of `kinds` (all kinds when none is named), by name."""
        rows = self._session.exec(select(AccountRow)).all()
        ordered = sorted(rows, key=lambda row: (row.name_key, row.name, row.id))
        return tuple(_account(row) for row in ordered if not kinds or row.kind in kinds)

    def find(self, name: str) -> Account | None:
        """Give the person (collector, house or rival) called `name`."""
        row = self._session.exec(
            select(AccountRow).where(AccountRow.name_key == name_key(name), AccountRow.kind != AccountKind.WORLD)
        ).one_or_none()
        return None if row is None else _account(row)

    def open(self, name: str, kind: AccountKind, *, solo: bool = False) -> Account:
        """Give the account called `name`, made when there is none.

        Raises LedgerRefused when the name belongs to an account of another kind. A collector named where a rival is
        asked for is given as it is: an ante between two collectors of one book is one movement.
        """
        name = clean_name(name)
        there = self.find(name)
        if there is not None:
            if there.kind is kind or (there.kind is AccountKind.COLLECTOR and kind is AccountKind.RIVAL):
                return there
            raise LedgerRefused(
                f"{plain(there.name)} is in this book already, as a {there.kind}. Choose another name for the {kind}."
            )
        if kind not in (AccountKind.COLLECTOR, AccountKind.RIVAL):
            raise LedgerRefused(f"A book has its {kind} from the start; no other can be added.")
        row = AccountRow(kind=kind, name=name, name_key=name_key(name), solo=solo)
        self._session.add(row)
        self._session.flush()
        return _account(row)

    def rename(self, account: Account, name: str) -> Account:
        """Call a person otherwise; all that was ever written of the account stays theirs.

        Raises LedgerRefused when the name belongs to somebody else.
        """
        name = clean_name(name)
        there = self.find(name)
        if there is not None and there.id != account.id:
            raise LedgerRefused(
                f"{quoted(there.name)} is in this book already, as a {there.kind}. Choose another name."
            )
        row = self._session.get_one(AccountRow, account.id)
        row.name, row.name_key = name, name_key(name)
        self._session.add(row)
        self._session.flush()
        self._known[account.id] = _account(row)
        return self._known[account.id]

    def by_id(self, id: int) -> Account:
        """Give the account with this number. Raises LedgerRefused when there is none."""
        if id not in self._known:
            row = self._session.get(AccountRow, id)
            if row is None:
                raise LedgerRefused(f"There is no account {id} in this book.")
            self._known[id] = _account(row)
        return self._known[id]

    @property
    def packs(self) -> Account:
        """The world's unopened packs."""
        return self.by_id(PACKS)

    @property
    def elsewhere(self) -> Account:
        """Everywhere else in the world."""
        return self.by_id(ELSEWHERE)

    @property
    def house(self) -> Account:
        """The programs' own collection; its account is there from the start, its cards come by an entry like any."""
        return self.by_id(HOUSE)


def _account(row: AccountRow) -> Account:
    assert row.id is not None
    return Account(id=row.id, name=row.name, kind=row.kind, solo=row.solo)
