"""The tables, private to the store; those of hands and values are in `hand_tables`, decks in `deck_tables`.

No `from __future__ import annotations` here: SQLModel reads the annotations while the classes are made. SQLModel does
not validate table rows, so the file itself does: STRICT columns, named CHECKs, foreign keys, and the triggers that only
the migrations hold.
"""

import datetime as dt

from sqlalchemy import Column, Index, Integer, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from collection.catalogue.card import Family
from collection.ledger.entry import AccountKind, EntryKind
from collection.ledger.mark import MarkKind
from collection.ledger.match import Place, Result, Stakes, Status, Taking
from collection.store.columns import IS_ID, STRICT, Day, EnumText, Fields, Flag, Instant, Numbers, Takings, check


class CardRow(SQLModel, table=True):
    """A card as this book has it."""

    __tablename__ = "card"
    __table_args__ = (
        check("ck_card_number", "number >= 1"),
        check("ck_card_level", "level BETWEEN 1 AND 5"),
        check("ck_card_family", "family IN ('club', 'mutant', 'cosmic', 'arcana')"),
        check("ck_card_edges", "min(n, e, s, w) >= 1 AND max(n, e, s, w) <= 9"),
        STRICT,
    )
    number: int = Field(sa_type=Integer, primary_key=True)
    name: str = Field(sa_type=Text)
    level: int = Field(sa_type=Integer)
    family: Family = Field(sa_type=EnumText(Family))
    tribe: str = Field(sa_type=Text)
    artist: str | None = Field(default=None, sa_type=Text)
    n: int = Field(sa_type=Integer)
    e: int = Field(sa_type=Integer)
    s: int = Field(sa_type=Integer)
    w: int = Field(sa_type=Integer)
    confirmed: frozenset[str] = Field(sa_type=Fields)


class AccountRow(SQLModel, table=True):
    """A place where copies are; no two people share a name key."""

    __tablename__ = "account"
    __table_args__ = (
        check("ck_account_kind", "kind IN ('collector', 'house', 'rival', 'world')"),
        check("ck_account_solo", "solo = 0 OR (solo = 1 AND kind = 'collector')"),
        Index("ux_account_person", "name_key", unique=True, sqlite_where=text("kind <> 'world'")),
        STRICT,
    )
    id: int | None = Field(default=None, sa_type=Integer, primary_key=True)
    kind: AccountKind = Field(sa_type=EnumText(AccountKind))
    name: str = Field(sa_type=Text)
    name_key: str = Field(sa_type=Text)
    solo: bool = Field(default=False, sa_type=Flag)


class EntryRow(SQLModel, table=True):
    """An entry. `said` is the JSON array of its movements; the file's triggers write them out as rows."""

    __tablename__ = "entry"
    __table_args__ = (
        check("ck_entry_seq", "seq >= 1"),
        check("ck_entry_id", IS_ID.format("id")),
        check("ck_entry_kind", "kind IN ('pull', 'trade', 'gift', 'ante', 'found', 'lost', 'recount', 'void')"),
        check("ck_entry_void", "(kind = 'void') = (reverses IS NOT NULL)"),
        check("ck_entry_happened", "happened IS date(happened, '+0 days')"),
        check("ck_entry_recorded", "recorded GLOB '????-??-??T??:??:??.??????+00:00'"),
        check("ck_entry_lines", "lines >= 1 AND lines = json_array_length(said)"),
        UniqueConstraint("id", name="ux_entry_id"),
        UniqueConstraint("reverses", name="ux_entry_reverses"),
        Index("ix_entry_happened", "happened", "seq"),
        Index("ix_entry_kind", "kind", "happened", "seq"),
        STRICT,
    )
    seq: int = Field(sa_type=Integer, primary_key=True)
    id: str = Field(sa_type=Text)
    kind: EntryKind = Field(sa_type=EnumText(EntryKind))
    happened: dt.date = Field(sa_type=Day)
    recorded: dt.datetime = Field(sa_type=Instant)
    note: str = Field(sa_type=Text)
    reverses: int | None = Field(default=None, sa_type=Integer, foreign_key="entry.seq")
    lines: int = Field(sa_type=Integer)
    said: str = Field(sa_type=Text)


class MovementRow(SQLModel, table=True):
    """Copies that went from one account to another. Written by the trigger of entry alone."""

    __tablename__ = "movement"
    __table_args__ = (
        check("ck_movement_quantity", "quantity BETWEEN 1 AND 1000000"),
        check("ck_movement_ends", "source <> target"),
        check("ck_movement_finish", "length(finish) >= 1"),
        UniqueConstraint("entry", "line", name="ux_movement_line"),
        Index("ix_movement_source", "source", "target"),
        Index("ix_movement_target", "target"),
        Index("ix_movement_number", "number"),
        STRICT,
    )
    id: int | None = Field(default=None, sa_type=Integer, primary_key=True)
    entry: int = Field(sa_type=Integer, foreign_key="entry.seq")
    line: int = Field(sa_type=Integer)
    number: int = Field(sa_type=Integer, foreign_key="card.number")
    finish: str = Field(sa_type=Text)
    quantity: int = Field(sa_type=Integer)
    source: int = Field(sa_type=Integer, foreign_key="account.id")
    target: int = Field(sa_type=Integer, foreign_key="account.id")


class BalanceRow(SQLModel, table=True):
    """What an account holds of a card and finish. Written by the trigger of movement alone."""

    __tablename__ = "balance"
    __table_args__ = (
        check("ck_balance_tracked", "tracked = 0 OR (tracked = 1 AND quantity >= 0)"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    account: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    number: int = Field(sa_type=Integer, primary_key=True, foreign_key="card.number")
    finish: str = Field(sa_type=Text, primary_key=True)
    tracked: bool = Field(sa_type=Flag)
    quantity: int = Field(sa_type=Integer)


class PostingRow(SQLModel, table=True):
    """The one row that says which movement was counted last: balances change only while one is not counted yet."""

    __tablename__ = "posting"
    __table_args__ = (check("ck_posting_one", "id = 1"), STRICT)
    id: int = Field(sa_type=Integer, primary_key=True)
    applied: int = Field(sa_type=Integer)


class FlowRow(SQLModel, table=True):
    """What has moved from one account to another, all entries together. Written by the trigger of movement alone."""

    __tablename__ = "flow"
    __table_args__ = (
        check("ck_flow_quantity", "quantity >= 0"),
        check("ck_flow_ends", "source <> target"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    source: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    target: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    number: int = Field(sa_type=Integer, primary_key=True, foreign_key="card.number")
    finish: str = Field(sa_type=Text, primary_key=True)
    quantity: int = Field(sa_type=Integer)


class PackRow(SQLModel, table=True):
    """An opened pack: with its entry, or with counts per Level."""

    __tablename__ = "pack"
    __table_args__ = (
        check("ck_pack_id", IS_ID.format("id")),
        check("ck_pack_opened", "opened IS date(opened, '+0 days')"),
        check("ck_pack_cards", "(entry IS NULL) = (levels IS NOT NULL)"),
        check("ck_pack_levels", "levels IS NULL OR json_array_length(levels) = 5"),
        check("ck_pack_voided", "voided IN (0, 1)"),
        UniqueConstraint("id", name="ux_pack_id"),
        UniqueConstraint("entry", name="ux_pack_entry"),
        Index("ix_pack_collector", "collector", "opened", "seq"),
        Index("ux_pack_nth", "collector", "nth", unique=True),
        STRICT,
    )
    seq: int | None = Field(default=None, sa_type=Integer, primary_key=True)
    id: str = Field(sa_type=Text)
    collector: int = Field(sa_type=Integer, foreign_key="account.id")
    entry: int | None = Field(default=None, sa_type=Integer, foreign_key="entry.seq")
    opened: dt.date = Field(sa_type=Day)
    recorded: dt.datetime = Field(sa_type=Instant)
    levels: tuple[int, ...] | None = Field(default=None, sa_type=Numbers)
    price: str = Field(sa_type=Text)
    shop: str = Field(sa_type=Text)
    note: str = Field(sa_type=Text)
    voided: bool = Field(default=False, sa_type=Flag)
    corrects: int | None = Field(default=None, sa_type=Integer)
    new_numbers: int | None = Field(
        default=None,
        sa_column=Column(Integer, check("ck_pack_new_numbers", "new_numbers >= 0")),
    )
    currency: str | None = Field(default=None, sa_type=Text)
    minor: int | None = Field(
        default=None,
        sa_column=Column(
            Integer, check("ck_pack_minor", "minor BETWEEN 0 AND 1000000000 AND (minor IS NULL) = (currency IS NULL)")
        ),
    )
    nth: int | None = Field(
        default=None,
        sa_column=Column(Integer, check("ck_pack_nth", "nth >= 1")),
    )
    """Which of its collector's packs it is, in the order of logging; given by a trigger when the row is written."""


class PackCountedRow(SQLModel, table=True):
    """Each pack once when it was opened (1), and once more when it was taken back (-1)."""

    __tablename__ = "pack_counted"
    __table_args__ = (
        check("ck_pack_counted_sign", "sign IN (-1, 1)"),
        UniqueConstraint("pack", "sign", name="ux_pack_counted"),
        STRICT,
    )
    seq: int = Field(sa_type=Integer, primary_key=True)
    pack: int = Field(sa_type=Integer, foreign_key="pack.seq")
    sign: int = Field(sa_type=Integer)


class TallyingRow(SQLModel, table=True):
    """The one row that says which pack was counted last: tallies change only while one is not counted yet."""

    __tablename__ = "tallying"
    __table_args__ = (check("ck_tallying_one", "id = 1"), STRICT)
    id: int = Field(sa_type=Integer, primary_key=True)
    applied: int = Field(sa_type=Integer)


class PackTallyRow(SQLModel, table=True):
    """A collector's packs added up. Written by the trigger of pack_counted alone, as the next two are."""

    __tablename__ = "pack_tally"
    __table_args__ = (
        check("ck_pack_tally_none", "min(packs, level_packs, cards, new_numbers) >= 0"),
        check("ck_pack_tally_levels", "min(level_1, level_2, level_3, level_4, level_5) >= 0"),
        STRICT,
    )
    collector: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    packs: int = Field(sa_type=Integer)
    level_packs: int = Field(sa_type=Integer)
    cards: int = Field(sa_type=Integer)
    new_numbers: int = Field(sa_type=Integer)
    level_1: int = Field(sa_type=Integer)
    level_2: int = Field(sa_type=Integer)
    level_3: int = Field(sa_type=Integer)
    level_4: int = Field(sa_type=Integer)
    level_5: int = Field(sa_type=Integer)


class PackTallyCardRow(SQLModel, table=True):
    """How many copies of a number a collector's packs brought."""

    __tablename__ = "pack_tally_card"
    __table_args__ = (check("ck_pack_tally_card_copies", "copies >= 0"), {**STRICT, "sqlite_with_rowid": False})
    collector: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    number: int = Field(sa_type=Integer, primary_key=True, foreign_key="card.number")
    copies: int = Field(sa_type=Integer)


class PackTallyCostRow(SQLModel, table=True):
    """What a collector's packs cost in one currency, where numbers and price are known."""

    __tablename__ = "pack_tally_cost"
    __table_args__ = (
        check("ck_pack_tally_cost_none", "min(packs, new_numbers, minor) >= 0"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    collector: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    currency: str = Field(sa_type=Text, primary_key=True)
    packs: int = Field(sa_type=Integer)
    new_numbers: int = Field(sa_type=Integer)
    minor: int = Field(sa_type=Integer)


class MarkRow(SQLModel, table=True):
    """A mark on a number."""

    __tablename__ = "mark"
    __table_args__ = (
        check("ck_mark_kind", "kind IN ('keepsake', 'wish', 'offer')"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    account: int = Field(sa_type=Integer, primary_key=True, foreign_key="account.id")
    number: int = Field(sa_type=Integer, primary_key=True, foreign_key="card.number")
    kind: MarkKind = Field(sa_column=Column(EnumText(MarkKind), primary_key=True, nullable=False))
    note: str = Field(sa_type=Text)


class SearchRow(SQLModel, table=True):
    """A saved search."""

    __tablename__ = "search"
    __table_args__ = (check("ck_search_name", "length(name_key) >= 1"), {**STRICT, "sqlite_with_rowid": False})
    name_key: str = Field(sa_type=Text, primary_key=True)
    name: str = Field(sa_type=Text)
    words: str = Field(sa_type=Text)


class MatchRow(SQLModel, table=True):
    """A match."""

    __tablename__ = "match"
    __table_args__ = (
        check("ck_match_id", IS_ID.format("id")),
        check("ck_match_place", "place IN ('here', 'table', 'branch')"),
        check("ck_match_stakes", "stakes IN ('friendly', 'keeps')"),
        check("ck_match_status", "status IN ('playing', 'unsettled', 'done', 'abandoned', 'void')"),
        check("ck_match_happened", "happened IS date(happened, '+0 days')"),
        check("ck_match_moves", "moves >= 0"),
        check("ck_match_branch", "(place = 'branch') = (branch_at IS NOT NULL)"),
        check("ck_match_branch_stakes", "place <> 'branch' OR stakes = 'friendly'"),
        check("ck_match_branch_at", "branch_at IS NULL OR branch_at BETWEEN 0 AND moves"),
        check("ck_match_branch_of", "branch_of IS NULL OR place = 'branch' AND branch_of <> id"),
        check(
            "ck_match_taken_back",
            "json_valid(taken_back) AND json_type(taken_back) = 'array' AND (taken_back = '[]' OR stakes = 'friendly')",
        ),
        check("ck_match_hints", "hints >= 0"),
        UniqueConstraint("id", name="ux_match_id"),
        Index("ix_match_happened", "happened", "seq"),
        STRICT,
    )
    seq: int | None = Field(default=None, sa_type=Integer, primary_key=True)
    id: str = Field(sa_type=Text)
    game: str = Field(sa_type=Text)
    mode: str = Field(sa_type=Text)
    place: Place = Field(sa_type=EnumText(Place))
    stakes: Stakes = Field(sa_type=EnumText(Stakes))
    status: Status = Field(sa_type=EnumText(Status))
    happened: dt.date = Field(sa_type=Day)
    recorded: dt.datetime = Field(sa_type=Instant)
    record: str = Field(sa_type=Text)
    moves: int = Field(sa_type=Integer)
    note: str = Field(sa_type=Text)
    branch_of: str | None = Field(default=None, sa_type=Text, foreign_key="match.id")
    """The id of the match that a branch left; NULL for a branch of a written game outside the book."""
    branch_at: int | None = Field(default=None, sa_type=Integer)
    taken_back: tuple[Taking, ...] = Field(default=(), sa_type=Takings)
    hints: int = Field(default=0, sa_type=Integer)


class MatchSeatRow(SQLModel, table=True):
    """A seat of a match, with a frozen copy of the hand that was brought."""

    __tablename__ = "match_seat"
    __table_args__ = (
        check("ck_match_seat_result", "result IS NULL OR result IN ('won', 'lost', 'draw')"),
        Index("ix_match_seat_account", "account", "match"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    match: int = Field(sa_type=Integer, primary_key=True, foreign_key="match.seq")
    seat: int = Field(sa_type=Integer, primary_key=True)
    account: int | None = Field(default=None, sa_type=Integer, foreign_key="account.id")
    player: str = Field(sa_type=Text)
    hand_name: str = Field(sa_type=Text)
    hand: tuple[int, ...] = Field(sa_type=Numbers)
    ante: int | None = Field(default=None, sa_type=Integer)
    result: Result | None = Field(default=None, sa_type=EnumText(Result))


class SayingRow(SQLModel, table=True):
    """What was said under an id and nothing else in the book tells."""

    __tablename__ = "saying"
    __table_args__ = (
        check("ck_saying_id", IS_ID.format("id")),
        check("ck_saying_act", "act IN ('plays', 'completes', 'corrects', 'voids', 'counts')"),
        {**STRICT, "sqlite_with_rowid": False},
    )
    id: str = Field(sa_type=Text, primary_key=True)
    act: str = Field(sa_type=Text, primary_key=True)
    words: str = Field(sa_type=Text)


class SettingRow(SQLModel, table=True):
    """What the program remembers between runs."""

    __tablename__ = "setting"
    __table_args__ = ({**STRICT, "sqlite_with_rowid": False},)
    name: str = Field(sa_type=Text, primary_key=True)
    value: str = Field(sa_type=Text)
