"""The shelf of cards: the catalogue as this book has it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import sqlalchemy as sa
from sqlmodel import Session, select

from collection.catalogue.card import FIELDS, Card, CardNo, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.errors import Refused
from collection.store.tables import CardRow

_COLUMNS = ("number", "name", "level", "family", "tribe", "artist", "n", "e", "s", "w", "confirmed")
_ALL = sa.select(*(sa.inspect(CardRow).columns[name] for name in _COLUMNS))


class Cards:
    """The 120 cards: seeded from the data files, corrected by the owner of the real card."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def catalogue(self) -> Catalogue:
        """Give all cards as they are now."""
        # Read as plain rows: every act asks for the catalogue, and mapped objects would take half its time.
        return Catalogue(_read(*row) for row in self._session.connection().execute(_ALL))

    def correct(self, number: CardNo, changes: Mapping[str, str | int | None]) -> Card:
        """Set fields of a card, mark them confirmed, and give the card as it is now.

        Keys are of catalogue.card.FIELDS (`number` confirms that the number belongs to this face and takes its own
        number only); values are in the domain's terms and already checked by `catalogue.correction`.
        """
        row = self._session.get(CardRow, number)
        if row is None:
            raise Refused(f"There is no card {number} in this book.")
        for field, value in changes.items():
            if field not in FIELDS:
                raise ValueError(f"a card has no field {field!r}")
            if field == "number" and value != number:
                raise ValueError("a card takes no number but its own")
            _set(row, field, value)
        row.confirmed = row.confirmed.union(changes)
        self._session.add(row)
        self._session.flush()
        return _read(*(getattr(row, column) for column in _COLUMNS))

    def refresh(self, seed: Catalogue) -> None:
        """Take stand-in fields from `seed`; what is confirmed here stays as it is."""
        there = {row.number: row for row in self._session.exec(select(CardRow))}
        for card in seed:
            row = there.get(card.number)
            if row is None:
                self._session.add(_row(card))
                continue
            free = [field for field in FIELDS if field not in row.confirmed]
            for field in free:
                _set(row, field, getattr(card, field))
            confirmed = row.confirmed.union(card.confirmed.intersection(free))
            if confirmed != row.confirmed:
                row.confirmed = confirmed
            self._session.add(row)
        self._session.flush()


def _set(row: CardRow, field: str, value: str | int | None) -> None:
    if field == "family":
        value = Family(str(value))
    elif field == "level":
        value = int(value or 0)
    if getattr(row, field) != value:
        setattr(row, field, value)


def _row(card: Card) -> CardRow:
    fields = {field: getattr(card, field) for field in FIELDS}
    return CardRow(**{**fields, "level": int(card.level)}, confirmed=card.confirmed)


@lru_cache(maxsize=1_024)
def _read(
    number: int,
    name: str,
    level: int,
    family: Family,
    tribe: str,
    artist: str | None,
    n: int,
    e: int,
    s: int,
    w: int,
    confirmed: frozenset[str],
) -> Card:
    """Give the card of a row; a card never changes, so that the same row is the same card."""
    return Card(number, name, Level(level), family, tribe, artist, n, e, s, w, confirmed)
