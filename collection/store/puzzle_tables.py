"""The tables of puzzles, what was tried in them, and analyses that are kept; private to the store as `tables` are.

No `from __future__ import annotations` here either: SQLModel reads the annotations while the classes are made.
"""

import datetime as dt

from sqlalchemy import Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from collection.store.columns import STRICT, Flag, Instant, check


class PuzzleRow(SQLModel, table=True):
    """A puzzle: a position of a match where one move wins and no other does. Never changed."""

    __tablename__ = "puzzle"
    __table_args__ = (
        check("ck_puzzle_place", "min(at, seat) >= 0"),
        check("ck_puzzle_move", "length(move) >= 1"),
        check("ck_puzzle_legal", "legal >= 2"),
        check("ck_puzzle_depth", "depth >= 1"),
        check("ck_puzzle_flags", "quiet IN (0, 1) AND missed IN (0, 1)"),
        check("ck_puzzle_found", "found GLOB '????-??-??T??:??:??.??????+00:00'"),
        UniqueConstraint("match", "at", "seat", name="ux_puzzle_position"),
        STRICT,
    )
    number: int | None = Field(default=None, sa_type=Integer, primary_key=True)
    match: int = Field(sa_type=Integer, foreign_key="match.seq")
    at: int = Field(sa_type=Integer)
    seat: int = Field(sa_type=Integer)
    move: str = Field(sa_type=Text)
    legal: int = Field(sa_type=Integer)
    depth: int = Field(sa_type=Integer)
    quiet: bool = Field(sa_type=Flag)
    missed: bool = Field(sa_type=Flag)
    found: dt.datetime = Field(sa_type=Instant)


class PuzzleWorkRow(SQLModel, table=True):
    """What a collector has done with a puzzle."""

    __tablename__ = "puzzle_work"
    __table_args__ = (
        check("ck_puzzle_work_counts", "min(tries, hints) >= 0"),
        check("ck_puzzle_work_solved", "solved IS NULL OR (tries >= 1 AND solved <= last)"),
        check("ck_puzzle_work_shown", "shown IN (0, 1)"),
        check("ck_puzzle_work_last", "last GLOB '????-??-??T??:??:??.??????+00:00'"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    puzzle: int = Field(sa_type=Integer, primary_key=True, foreign_key="puzzle.number")
    account: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    tries: int = Field(sa_type=Integer)
    hints: int = Field(sa_type=Integer)
    solved: dt.datetime | None = Field(default=None, sa_type=Instant)
    shown: bool = Field(sa_type=Flag)
    last: dt.datetime = Field(sa_type=Instant)


class AnalysisRow(SQLModel, table=True):
    """What was worked out of a match and would take its time again. Derived: it may be thrown away at any time."""

    __tablename__ = "analysis"
    __table_args__ = (
        check("ck_analysis_moves", "moves >= 0"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    match: int = Field(sa_type=Integer, primary_key=True, foreign_key="match.seq")
    what: str = Field(sa_type=Text, primary_key=True)
    moves: int = Field(sa_type=Integer)
    version: str = Field(sa_type=Text)
    said: str = Field(sa_type=Text)
