"""The tables of saved hands and of what cards are worth, private to the store as `tables` are.

No `from __future__ import annotations` here either: SQLModel reads the annotations while the classes are made.
"""

import datetime as dt

from sqlalchemy import ForeignKeyConstraint, Index, Integer, Text, text
from sqlmodel import Field, SQLModel

from collection.store.columns import IS_ID, STRICT, Flag, Instant, Numbers, check


class HandRow(SQLModel, table=True):
    """A saved hand: its cards are those of its current version. No two in use of one owner share a name key."""

    __tablename__ = "hand"
    __table_args__ = (
        check("ck_hand_sleeved", "sleeved = 0 OR (sleeved = 1 AND archived IS NULL)"),
        ForeignKeyConstraint(["id", "version"], ["hand_version.hand", "hand_version.number"]),
        Index("ux_hand_name", "owner", "name_key", unique=True, sqlite_where=text("archived IS NULL")),
        STRICT,
    )
    id: int | None = Field(default=None, sa_type=Integer, primary_key=True)
    owner: int = Field(sa_type=Integer, foreign_key="account.id")
    name: str = Field(sa_type=Text)
    name_key: str = Field(sa_type=Text)
    created: dt.datetime = Field(sa_type=Instant)
    changed: dt.datetime = Field(sa_type=Instant)
    archived: dt.datetime | None = Field(default=None, sa_type=Instant)
    version: int = Field(sa_type=Integer)
    sleeved: bool = Field(default=False, sa_type=Flag)


class HandVersionRow(SQLModel, table=True):
    """A version of a saved hand: never changed, and the first one written before its hand.

    Any number may be among the cards, for a hand may be saved while it is illegal.
    """

    __tablename__ = "hand_version"
    __table_args__ = (
        check("ck_hand_version_number", "number >= 1"),
        check("ck_hand_version_parent", "(number = 1) = (parent IS NULL) AND (parent IS NULL OR parent < number)"),
        check("ck_hand_version_made", "made GLOB '????-??-??T??:??:??.??????+00:00'"),
        check(
            "ck_hand_version_cards",
            "json_valid(cards) AND json_type(cards) = 'array' AND "
            "substr(cards, 2, length(cards) - 2) NOT GLOB '*[^0-9,-]*'",
        ),
        check("ck_hand_version_because", f"because = '' OR {IS_ID.format('because')}"),
        ForeignKeyConstraint(["hand", "parent"], ["hand_version.hand", "hand_version.number"]),
        ForeignKeyConstraint(["hand"], ["hand.id"], deferrable=True, initially="DEFERRED"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    hand: int = Field(sa_type=Integer, primary_key=True)
    number: int = Field(sa_type=Integer, primary_key=True)
    parent: int | None = Field(default=None, sa_type=Integer)
    made: dt.datetime = Field(sa_type=Instant)
    cards: tuple[int, ...] = Field(sa_type=Numbers)
    because: str = Field(sa_type=Text)


class CardValueRow(SQLModel, table=True):
    """What one copy of a card is worth to its owner."""

    __tablename__ = "card_value"
    __table_args__ = (
        check("ck_card_value_currency", "length(currency) <= 3"),
        check("ck_card_value_minor", "minor BETWEEN 0 AND 1000000000"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    account: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    number: int = Field(sa_type=Integer, primary_key=True, foreign_key="card.number")
    currency: str = Field(sa_type=Text)
    minor: int = Field(sa_type=Integer)


class LevelValueRow(SQLModel, table=True):
    """What one copy of any card of a Level is worth to its owner, where the card has no value of its own."""

    __tablename__ = "level_value"
    __table_args__ = (
        check("ck_level_value_level", "level BETWEEN 1 AND 5"),
        check("ck_level_value_currency", "length(currency) <= 3"),
        check("ck_level_value_minor", "minor BETWEEN 0 AND 1000000000"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    account: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    level: int = Field(sa_type=Integer, primary_key=True)
    currency: str = Field(sa_type=Text)
    minor: int = Field(sa_type=Integer)
