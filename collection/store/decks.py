"""The shelf of saved decks."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from sqlmodel import Session, col, select

from collection.errors import HandRefused
from collection.hands.deck import Deck
from collection.ledger.entry import Account
from collection.store.accounts import Accounts, name_key
from collection.store.deck_tables import DeckRow
from collection.text import clean_name, plain, quoted

_KEY = re.compile(r"[a-z0-9-]{1,60}", re.ASCII)


class Decks:
    """Saved decks: named per collector (compared by `search_key`), archived and never deleted."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self, owner: Account, *, archived: bool = False) -> tuple[Deck, ...]:
        """Give the owner's decks by name: those in use, or the archived ones."""
        put_away = col(DeckRow.archived)
        rows = self._session.exec(
            select(DeckRow)
            .where(DeckRow.owner == owner.id, put_away.is_not(None) if archived else put_away.is_(None))
            .order_by(col(DeckRow.name_key), col(DeckRow.id))
        )
        return tuple(_deck(row, owner) for row in rows)

    def everybodys(self) -> tuple[Deck, ...]:
        """Give every deck of the book in the order of making, those put away too."""
        accounts = Accounts(self._session)
        rows = self._session.exec(select(DeckRow).order_by(col(DeckRow.id)))
        return tuple(_deck(row, accounts.by_id(row.owner)) for row in rows)

    def find(self, owner: Account, name: str) -> Deck | None:
        """Give the deck in use that is called `name`."""
        wanted = (DeckRow.owner == owner.id, DeckRow.name_key == name_key(name), col(DeckRow.archived).is_(None))
        row = self._session.exec(select(DeckRow).where(*wanted)).one_or_none()
        return None if row is None else _deck(row, owner)

    def create(self, owner: Account, name: str, cards: Sequence[str], now: dt.datetime) -> Deck:
        """Save a new deck, legal or not. Raises HandRefused when the name is in use."""
        return self.keep(Deck(0, owner, name, tuple(cards), now, now))

    def keep(self, deck: Deck) -> Deck:
        """Save a new deck with its times, put away or not; its id is given here.

        Raises HandRefused when the name is in use, or what it holds are no keys of cards.
        """
        name = clean_name(deck.name)
        if deck.archived is None:
            self._refuse_taken(deck.owner, name)
        _refuse_no_keys((*deck.cards, *(deck.before or ())))
        row = DeckRow(
            owner=deck.owner.id,
            name=name,
            name_key=name_key(name),
            cards=deck.cards,
            earlier=deck.before,
            created=deck.created,
            changed=deck.changed,
            archived=deck.archived,
        )
        return self._saved(row, deck.owner)

    def change(self, deck: Deck, cards: Sequence[str], now: dt.datetime) -> Deck:
        """Give `deck` other cards; those that it had are kept as `before`. The same cards again change nothing.

        Raises HandRefused when the deck was changed or archived since it was read, or for what are no keys of cards.
        """
        row = self._in_use(deck)
        if row.cards != deck.cards:
            raise HandRefused(f"{plain(deck.name)} was changed in another window. Look at it again before changing it.")
        if tuple(cards) == deck.cards:
            return _deck(row, deck.owner)
        _refuse_no_keys(cards)
        row.earlier, row.cards, row.changed = row.cards, tuple(cards), now
        return self._saved(row, deck.owner)

    def rename(self, deck: Deck, name: str) -> Deck:
        """Call it otherwise. Raises HandRefused when the name is in use."""
        row = self._in_use(deck)
        name = clean_name(name)
        self._refuse_taken(deck.owner, name, but=row.id)
        row.name, row.name_key = name, name_key(name)
        return self._saved(row, deck.owner)

    def archive(self, deck: Deck, now: dt.datetime) -> Deck:
        """Put it away: its name is free again, records keep the cards that were played."""
        row = self._in_use(deck)
        row.archived = now
        return self._saved(row, deck.owner)

    def bring_back(self, deck: Deck, name: str) -> Deck:
        """Take a deck that was put away into use again, as `name`. Raises HandRefused when the name is in use."""
        row = self._session.get(DeckRow, deck.id)
        if row is None or row.archived is None:
            raise HandRefused(f"{plain(deck.name)} is not put away.")
        name = clean_name(name)
        self._refuse_taken(deck.owner, name)
        row.name, row.name_key, row.archived = name, name_key(name), None
        return self._saved(row, deck.owner)

    def _saved(self, row: DeckRow, owner: Account) -> Deck:
        self._session.add(row)
        self._session.flush()
        return _deck(row, owner)

    def _refuse_taken(self, owner: Account, name: str, *, but: int | None = None) -> None:
        there = self.find(owner, name)
        if there is not None and there.id != but:
            raise HandRefused(f"There is a deck called {quoted(there.name)} already. Choose another name.")

    def _in_use(self, deck: Deck) -> DeckRow:
        row = self._session.get(DeckRow, deck.id)
        if row is None or row.archived is not None:
            raise HandRefused(f"{plain(deck.name)} is not in use any more. Copy it to a new deck.")
        return row


def _refuse_no_keys(cards: Sequence[str]) -> None:
    wrong = [key for key in dict.fromkeys(cards) if _KEY.fullmatch(key) is None]
    if wrong:
        raise HandRefused(*(f"{quoted(key)} is no card of Cardia." for key in wrong))


def _deck(row: DeckRow, owner: Account) -> Deck:
    assert row.id is not None
    return Deck(row.id, owner, row.name, row.cards, row.created, row.changed, row.earlier, row.archived)
