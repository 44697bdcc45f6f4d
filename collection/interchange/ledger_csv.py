"""A collector's ledger as CSV: a row for each movement, as that collector sees it, in the order of writing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from collection.catalogue.card import BASE_FINISH, Copies
from collection.interchange.rows import Line, in_order, lines_of_table
from collection.interchange.table import Refusal, Table, guarded, write_table
from collection.interchange.whole import moment
from collection.ledger.entry import Account, AccountKind, Entry, EntryId, EntryKind
from collection.text import quoted

HEADS = (
    *("id", "date", "kind", "number", "quantity", "counterparty", "game", "voids", "note"),
    *("finish", "recorded"),
)
"""The heads of the file, in order. `quantity` is below zero for what went; `counterparty` is empty for the world."""


@dataclass(frozen=True, slots=True)
class Step:
    """One movement from the collector's side; `other` is a person's name, empty for the world."""

    copies: Copies
    came: bool
    other: str


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """An entry as a file has it, and the line on which it begins."""

    line: int
    id: EntryId
    kind: EntryKind
    happened: dt.date
    recorded: dt.datetime | None
    note: str
    voids: EntryId | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class LedgerSheet:
    """What could be read and what could not."""

    entries: tuple[ReadEntry, ...]
    refused: tuple[Refusal, ...] = ()


def write_ledger(account: Account, entries: Iterable[Entry], games: Collection[EntryId] = ()) -> str:
    """Write what `account` got and gave, in the order given; `read_ledger` reads the same back.

    `games` are the ids of matches: an ante's entry has the id of the match that it settles.
    """
    return write_table(HEADS, (row for entry in entries for row in _rows(account, entry, games)))


def is_ledger(heads: Collection[str]) -> bool:
    """Say whether a table with these heads is a ledger."""
    return {"id", "date", "kind", "number", "quantity"}.issubset(heads)


def read_ledger(table: Table) -> LedgerSheet:
    """Read a ledger. Rows of one entry need not stand together; what they say of the entry must agree."""
    refused = list(table.refused)
    entries: dict[str, ReadEntry] = {}
    for line in lines_of_table(table, refused):
        said = _read(line)
        before = entries.setdefault(said.id, said)
        if before is not said:
            entries[said.id] = _joined(line, before, said)
    return LedgerSheet(tuple(entries.values()), in_order(refused))


def _rows(account: Account, entry: Entry, games: Collection[EntryId]) -> Iterator[Sequence[str]]:
    for one in entry.movements:
        came = one.target.id == account.id
        if not came and one.source.id != account.id:
            continue
        other = one.source if came else one.target
        yield (
            guarded(entry.id),
            entry.happened.isoformat(),
            entry.kind.value,
            str(one.copies.number),
            str(one.copies.quantity if came else -one.copies.quantity),
            "" if other.kind is AccountKind.WORLD else guarded(other.name),
            guarded(entry.id) if entry.id in games else "",
            guarded(entry.reverses or ""),
            guarded(entry.note),
            "" if one.copies.finish == BASE_FINISH else guarded(one.copies.finish),
            moment(entry.recorded),
        )


def _read(line: Line) -> ReadEntry:
    kind = _kind(line)
    quantity = line.quantity("quantity", signed=True)
    copies = Copies(line.card("number"), line.text("finish") or BASE_FINISH, abs(quantity))
    voids = line.text("voids")
    if (kind is EntryKind.VOID) is not bool(voids):
        line.fault("A void, and nothing else, names under voids the entry that it takes back.")
    return ReadEntry(
        line=line.number,
        id=line.id("id"),
        kind=kind,
        happened=line.day("date"),
        recorded=line.moment("recorded"),
        note=line.text("note"),
        voids=line.id("voids") if voids else None,
        steps=(Step(copies, quantity > 0, line.text("counterparty")),),
    )


def _kind(line: Line) -> EntryKind:
    word = line.text("kind")
    try:
        return EntryKind(word.lower())
    except ValueError:
        line.fault(f"The kind {quoted(word)} is none of {', '.join(EntryKind)}.")
        # A void asks for more than other kinds do, so its column decides what is meant.
        return EntryKind.VOID if line.text("voids") else EntryKind.FOUND


def _joined(line: Line, before: ReadEntry, said: ReadEntry) -> ReadEntry:
    """Put one more row to an entry."""
    for head, one, other in (
        ("kind", before.kind, said.kind),
        ("date", before.happened, said.happened),
        ("recorded", before.recorded, said.recorded),
        ("note", before.note, said.note),
        ("voids", before.voids, said.voids),
    ):
        if one != other:
            line.fault(f"Its {head} is not that of line {before.line}, which is of the same entry.")
    return replace(before, steps=before.steps + said.steps)
