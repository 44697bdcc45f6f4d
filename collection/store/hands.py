"""The shelf of saved hands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session, col, delete, select

from collection.catalogue.card import CardNo
from collection.errors import HandRefused
from collection.hands.hand import Hand
from collection.ledger.entry import Account
from collection.store.accounts import name_key
from collection.store.tables import HandCardRow, HandRow
from collection.text import clean_name, plain, quoted

_MOST = 2**63 - 1
"""The largest whole number that the file can hold."""


class Hands:
    """Saved hands: named per collector (compared by `search_key`), archived and never deleted."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self, owner: Account, *, archived: bool = False) -> tuple[Hand, ...]:
        """Give the owner's hands by name: those in use, or the archived ones."""
        put_away = col(HandRow.archived)
        rows = self._session.exec(
            select(HandRow)
            .where(HandRow.owner == owner.id, put_away.is_not(None) if archived else put_away.is_(None))
            .order_by(col(HandRow.name_key), col(HandRow.id))
        ).all()
        cards: dict[int | None, list[int]] = {row.id: [] for row in rows}
        slots = select(HandCardRow).join(HandRow, col(HandRow.id) == col(HandCardRow.hand))
        for slot in self._session.exec(
            slots.where(HandRow.owner == owner.id).order_by(col(HandCardRow.hand), col(HandCardRow.slot))
        ):
            if slot.hand in cards:
                cards[slot.hand].append(slot.number)
        return tuple(_hand(row, owner, tuple(cards[row.id])) for row in rows)

    def find(self, owner: Account, name: str) -> Hand | None:
        """Give the hand in use that is called `name`."""
        row = self._session.exec(
            select(HandRow).where(
                HandRow.owner == owner.id, HandRow.name_key == name_key(name), col(HandRow.archived).is_(None)
            )
        ).one_or_none()
        return None if row is None else _hand(row, owner, self._cards(row))

    def create(self, owner: Account, name: str, cards: Sequence[CardNo], now: dt.datetime) -> Hand:
        """Save a new hand, legal or not. Raises HandRefused when the name is in use."""
        name = self._free_name(owner, name, None)
        row = HandRow(owner=owner.id, name=name, name_key=name_key(name), created=now, changed=now)
        self._session.add(row)
        self._session.flush()
        self._write(row, cards)
        return _hand(row, owner, tuple(cards))

    def change(self, hand: Hand, cards: Sequence[CardNo], now: dt.datetime) -> Hand:
        """Give `hand` other cards. Raises HandRefused when it was changed or archived since it was read."""
        row = self._in_use(hand)
        if self._cards(row) != hand.cards:
            raise HandRefused(f"{plain(hand.name)} was changed in another window. Look at it again before changing it.")
        row.changed = now
        self._session.add(row)
        self._session.exec(delete(HandCardRow).where(col(HandCardRow.hand) == row.id))
        self._write(row, cards)
        return replace(hand, name=row.name, cards=tuple(cards))

    def rename(self, hand: Hand, name: str) -> Hand:
        """Call it otherwise. Raises HandRefused when the name is in use."""
        row = self._in_use(hand)
        row.name = self._free_name(hand.owner, name, row.id)
        row.name_key = name_key(row.name)
        self._session.add(row)
        self._session.flush()
        return _hand(row, hand.owner, self._cards(row))

    def archive(self, hand: Hand, now: dt.datetime) -> Hand:
        """Put it away: its name is free again, matches keep their frozen copies."""
        row = self._session.get(HandRow, hand.id)
        if row is None:
            raise HandRefused(f"{plain(hand.name)} is not in this book.")
        if row.archived is None:
            row.archived = now
            self._session.add(row)
            self._session.flush()
        return _hand(row, hand.owner, self._cards(row))

    def _in_use(self, hand: Hand) -> HandRow:
        row = self._session.get(HandRow, hand.id)
        if row is None or row.archived is not None:
            raise HandRefused(f"{plain(hand.name)} is not in use any more. Copy it to a new hand.")
        return row

    def _free_name(self, owner: Account, name: str, but: int | None) -> str:
        name = clean_name(name)
        there = self.find(owner, name)
        if there is not None and there.id != but:
            raise HandRefused(f"There is a hand called {quoted(there.name)} already. Choose another name.")
        return name

    def _cards(self, row: HandRow) -> tuple[CardNo, ...]:
        slots = select(HandCardRow.number).where(HandCardRow.hand == row.id).order_by(col(HandCardRow.slot))
        return tuple(self._session.exec(slots))

    def _write(self, row: HandRow, cards: Sequence[CardNo]) -> None:
        beyond = [number for number in cards if abs(number) > _MOST]
        if beyond:
            raise HandRefused(*(f"{number} is not the number of a card." for number in beyond))
        assert row.id is not None
        self._session.add_all(
            HandCardRow(hand=row.id, slot=slot, number=number) for slot, number in enumerate(cards, start=1)
        )
        self._session.flush()


def _hand(row: HandRow, owner: Account, cards: tuple[CardNo, ...]) -> Hand:
    assert row.id is not None
    return Hand(id=row.id, owner=owner, name=row.name, cards=cards, archived=row.archived is not None)
