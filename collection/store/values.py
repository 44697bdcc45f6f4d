"""The shelf of what cards are worth to their owners."""

from __future__ import annotations

from sqlmodel import Session, col, select

from collection.catalogue.card import CardNo, Level
from collection.errors import Refused
from collection.hands.values import Values
from collection.ledger.entry import Account
from collection.ledger.price import Price
from collection.store.hand_tables import CardValueRow, LevelValueRow
from collection.store.tables import CardRow


class CardValues:
    """A collector's own values, of single cards and of Levels. They are no history: set and cleared as they like."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self, account: Account) -> Values:
        """Give the values of `account`, by number and by Level, in order."""
        cards = select(CardValueRow).where(CardValueRow.account == account.id).order_by(col(CardValueRow.number))
        levels = select(LevelValueRow).where(LevelValueRow.account == account.id).order_by(col(LevelValueRow.level))
        return Values(
            {row.number: Price(row.currency, row.minor) for row in self._session.exec(cards)},
            {Level(row.level): Price(row.currency, row.minor) for row in self._session.exec(levels)},
        )

    def set(self, account: Account, of: CardNo | Level, price: Price) -> bool:
        """Say what a card, or (a Level) every card of it that has no value of its own, is worth; say whether it is new.

        Raises Refused when there is no such card.
        """
        row = self._row(account, of)
        new = row is None
        if row is None:
            row = self._new(account, of, price)
        row.currency, row.minor = price.currency, price.minor
        self._session.add(row)
        self._session.flush()
        return new

    def clear(self, account: Account, of: CardNo | Level) -> bool:
        """Take a value away; say whether there was one."""
        row = self._row(account, of)
        if row is None:
            return False
        self._session.delete(row)
        self._session.flush()
        return True

    def _row(self, account: Account, of: CardNo | Level) -> CardValueRow | LevelValueRow | None:
        if isinstance(of, Level):
            return self._session.get(LevelValueRow, (account.id, int(of)))
        return self._session.get(CardValueRow, (account.id, of))

    def _new(self, account: Account, of: CardNo | Level, price: Price) -> CardValueRow | LevelValueRow:
        if isinstance(of, Level):
            return LevelValueRow(account=account.id, level=int(of), currency=price.currency, minor=price.minor)
        if self._session.get(CardRow, of) is None:
            raise Refused(f"There is no card {of} in this book.")
        return CardValueRow(account=account.id, number=of, currency=price.currency, minor=price.minor)
