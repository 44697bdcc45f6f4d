"""The table of saved decks, private to the store as `tables` are.

No `from __future__ import annotations` here either: SQLModel reads the annotations while the classes are made.
"""

import datetime as dt

from sqlalchemy import Index, Integer, Text, text
from sqlmodel import Field, SQLModel

from collection.store.columns import STRICT, Instant, Words, check

IS_KEYS = "json_valid({0}) AND json_type({0}) = 'array' AND substr({0}, 2, length({0}) - 2) NOT GLOB '*[^a-z0-9\",-]*'"
"""The condition for the cards of a deck: an array of keys."""


class DeckRow(SQLModel, table=True):
    """A saved deck. No two in use of one owner share a name key."""

    __tablename__ = "deck"
    __table_args__ = (
        check("ck_deck_name", "length(name_key) >= 1"),
        check("ck_deck_cards", IS_KEYS.format("cards")),
        check("ck_deck_earlier", f"earlier IS NULL OR {IS_KEYS.format('earlier')}"),
        check("ck_deck_created", "created GLOB '????-??-??T??:??:??.??????+00:00'"),
        check("ck_deck_changed", "changed GLOB '????-??-??T??:??:??.??????+00:00'"),
        check("ck_deck_archived", "archived IS NULL OR archived GLOB '????-??-??T??:??:??.??????+00:00'"),
        Index("ux_deck_name", "owner", "name_key", unique=True, sqlite_where=text("archived IS NULL")),
        STRICT,
    )
    id: int | None = Field(default=None, sa_type=Integer, primary_key=True)
    owner: int = Field(sa_type=Integer, foreign_key="account.id")
    name: str = Field(sa_type=Text)
    name_key: str = Field(sa_type=Text)
    cards: tuple[str, ...] = Field(sa_type=Words)
    earlier: tuple[str, ...] | None = Field(default=None, sa_type=Words)
    created: dt.datetime = Field(sa_type=Instant)
    changed: dt.datetime = Field(sa_type=Instant)
    archived: dt.datetime | None = Field(default=None, sa_type=Instant)
