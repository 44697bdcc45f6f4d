"""The shelf of saved hands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlmodel import Session, and_, col, func, select

from collection.catalogue.card import CardNo
from collection.errors import HandRefused
from collection.hands.hand import Hand, HandVersion
from collection.ledger.entry import Account
from collection.store.accounts import name_key
from collection.store.hand_tables import HandRow, HandVersionRow
from collection.text import clean_name, plain, quoted

_MOST = 2**63 - 1
"""The largest whole number that the file can hold."""


class Hands:
    """Saved hands: named per collector (compared by `search_key`), archived and never deleted, every version kept."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self, owner: Account, *, archived: bool = False) -> tuple[Hand, ...]:
        """Give the owner's hands by name: those in use, or the archived ones."""
        put_away = col(HandRow.archived)
        current = and_(col(HandVersionRow.hand) == col(HandRow.id), col(HandVersionRow.number) == col(HandRow.version))
        rows = self._session.exec(
            select(HandRow, HandVersionRow)
            .join(HandVersionRow, current)
            .where(HandRow.owner == owner.id, put_away.is_not(None) if archived else put_away.is_(None))
            .order_by(col(HandRow.name_key), col(HandRow.id))
        )
        return tuple(_hand(row, owner, version.cards) for row, version in rows)

    def find(self, owner: Account, name: str) -> Hand | None:
        """Give the hand in use that is called `name`."""
        row = self._session.exec(
            select(HandRow).where(
                HandRow.owner == owner.id, HandRow.name_key == name_key(name), col(HandRow.archived).is_(None)
            )
        ).one_or_none()
        return None if row is None else _hand(row, owner, self._cards(row))

    def free_name(self, owner: Account, name: str, *, but: int | None = None) -> str:
        """Give `name` as it would be kept. Raises HandRefused when another hand in use than `but` is called so."""
        name = clean_name(name)
        there = self.find(owner, name)
        if there is not None and there.id != but:
            raise HandRefused(f"There is a hand called {quoted(there.name)} already. Choose another name.")
        return name

    def create(self, owner: Account, name: str, cards: Sequence[CardNo], now: dt.datetime) -> Hand:
        """Save a new hand, legal or not. Raises HandRefused when the name is in use."""
        name = self.free_name(owner, name)
        number = next_hand(self._session)
        write_version(self._session, number, HandVersion(1, None, now, tuple(cards)))
        row = HandRow(
            id=number, owner=owner.id, name=name, name_key=name_key(name), created=now, changed=now, version=1
        )
        self._session.add(row)
        self._session.flush()
        return _hand(row, owner, tuple(cards))

    def versions(self, hand: Hand) -> tuple[HandVersion, ...]:
        """Give every version that the hand ever had, in the order of writing."""
        rows = self._session.exec(
            select(HandVersionRow).where(HandVersionRow.hand == hand.id).order_by(col(HandVersionRow.number))
        )
        return tuple(HandVersion(row.number, row.parent, row.made, row.cards, row.because) for row in rows)

    def change(self, hand: Hand, cards: Sequence[CardNo], now: dt.datetime, because: str = "") -> Hand:
        """Give `hand` other cards: a new version, child of the current one. The same cards again make none.

        `because` is the id of what it is done for, or empty. Raises HandRefused when the hand was changed or archived
        since it was read.
        """
        row = self._unchanged(hand)
        if tuple(cards) == hand.cards:
            return _hand(row, hand.owner, hand.cards)
        version = HandVersion(self._last_version(row) + 1, row.version, now, tuple(cards), because)
        write_version(self._session, hand.id, version)
        self._make_current(row, version.number, now)
        return _hand(row, hand.owner, version.cards)

    def go_to(self, hand: Hand, number: int, now: dt.datetime) -> Hand:
        """Make another of its versions the current one; none is lost by that.

        Raises HandRefused when there is no such version, or the hand was changed or archived since it was read.
        """
        row = self._unchanged(hand)
        version = None if abs(number) > _MOST else self._session.get(HandVersionRow, (row.id, number))
        if version is None:
            raise HandRefused(
                f"{quoted(hand.name)} has no version {number}: its versions are 1 to {self._last_version(row)}."
            )
        if number != row.version:
            self._make_current(row, number, now)
        return _hand(row, hand.owner, version.cards)

    def sleeve(self, hand: Hand, sleeved: bool) -> Hand:
        """Put the hand in sleeves, so that its copies are tied up, or take it out. Raises HandRefused when archived."""
        row = self._in_use(hand)
        row.sleeved = sleeved
        self._session.add(row)
        self._session.flush()
        return _hand(row, hand.owner, self._cards(row))

    def rename(self, hand: Hand, name: str) -> Hand:
        """Call it otherwise. Raises HandRefused when the name is in use."""
        row = self._in_use(hand)
        row.name = self.free_name(hand.owner, name, but=row.id)
        row.name_key = name_key(row.name)
        self._session.add(row)
        self._session.flush()
        return _hand(row, hand.owner, self._cards(row))

    def archive(self, hand: Hand, now: dt.datetime) -> Hand:
        """Put it away, out of its sleeves: its name is free again, matches keep their frozen copies."""
        row = self._session.get(HandRow, hand.id)
        if row is None:
            raise HandRefused(f"{plain(hand.name)} is not in this book.")
        if row.archived is None:
            row.archived = now
            row.sleeved = False
            self._session.add(row)
            self._session.flush()
        return _hand(row, hand.owner, self._cards(row))

    def _unchanged(self, hand: Hand) -> HandRow:
        row = self._in_use(hand)
        if (row.version, self._cards(row)) != (hand.version, hand.cards):
            raise HandRefused(f"{plain(hand.name)} was changed in another window. Look at it again before changing it.")
        return row

    def _in_use(self, hand: Hand) -> HandRow:
        row = self._session.get(HandRow, hand.id)
        if row is None or row.archived is not None:
            raise HandRefused(f"{plain(hand.name)} is not in use any more. Copy it to a new hand.")
        return row

    def _cards(self, row: HandRow) -> tuple[CardNo, ...]:
        return self._session.get_one(HandVersionRow, (row.id, row.version)).cards

    def _make_current(self, row: HandRow, number: int, now: dt.datetime) -> None:
        row.version, row.changed = number, now
        self._session.add(row)
        self._session.flush()

    def _last_version(self, row: HandRow) -> int:
        last = self._session.exec(select(func.max(HandVersionRow.number)).where(HandVersionRow.hand == row.id)).one()
        return last or 0


def next_hand(session: Session) -> int:
    """Give the id of the next hand, under which its first version is written before it."""
    hand = session.exec(select(func.max(HandRow.id))).one() or 0
    version = session.exec(select(func.max(HandVersionRow.hand))).one() or 0
    return max(hand, version) + 1


def write_version(session: Session, hand: int, version: HandVersion) -> None:
    """Write a version of `hand`, after those that it has. Raises HandRefused for numbers that the file cannot hold."""
    beyond = [number for number in version.cards if abs(number) > _MOST]
    if beyond:
        raise HandRefused(*(f"{number} is not the number of a card." for number in beyond))
    session.add(
        HandVersionRow(
            hand=hand,
            number=version.number,
            parent=version.parent,
            made=version.made,
            cards=version.cards,
            because=version.because,
        )
    )
    # It is to stand in the file before its children, and before a hand that has its cards.
    session.flush()


def _hand(row: HandRow, owner: Account, cards: tuple[CardNo, ...]) -> Hand:
    assert row.id is not None
    return Hand(
        id=row.id,
        owner=owner,
        name=row.name,
        cards=cards,
        archived=row.archived is not None,
        sleeved=row.sleeved,
        version=row.version,
    )
