"""A log of packs as CSV: a row for each card of a pack, or for each Level of a pack whose numbers were not kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from collection.catalogue.card import BASE_FINISH, Copies
from collection.catalogue.words import read_level
from collection.interchange.rows import Line, in_order, lines_of_table
from collection.interchange.table import Refusal, Table, guarded, write_table
from collection.ledger.entry import Pack
from collection.ledger.posting import added_up
from collection.text import quoted

HEADS = ("date", "pack", "number", "quantity", "note", "finish", "level", "price", "shop", "voided")
"""The heads of the file, in order. `number` is empty where only Levels were kept, `level` elsewhere."""


@dataclass(frozen=True, slots=True)
class ReadPack:
    """A pack as a file has it, and the line on which it begins."""

    line: int
    pack: Pack


@dataclass(frozen=True, slots=True)
class PackSheet:
    """What could be read and what could not."""

    packs: tuple[ReadPack, ...]
    refused: tuple[Refusal, ...] = ()


def write_packs(packs: Iterable[Pack]) -> str:
    """Write packs in the order given; `read_packs` reads the same back."""
    return write_table(HEADS, (row for pack in packs for row in _rows(pack)))


def is_packs(heads: Collection[str]) -> bool:
    """Say whether a table with these heads is a log of packs."""
    return {"date", "pack", "quantity"}.issubset(heads) and not {"number", "level"}.isdisjoint(heads)


def read_packs(table: Table) -> PackSheet:
    """Read a log of packs. Rows of one pack need not stand together; what they say of the pack must agree."""
    refused = list(table.refused)
    packs: dict[str, ReadPack] = {}
    for line in lines_of_table(table, refused):
        said = _read(line)
        before = packs.setdefault(said.id, ReadPack(line.number, said))
        if before.pack is not said:
            packs[said.id] = ReadPack(before.line, _joined(line, before, said))
    together = (replace(one, pack=replace(one.pack, cards=added_up(one.pack.cards))) for one in packs.values())
    return PackSheet(tuple(together), in_order(refused))


def _rows(pack: Pack) -> Iterator[Sequence[str]]:
    date, key, note = pack.opened.isoformat(), guarded(pack.id), guarded(pack.note)
    behind = guarded(pack.price), guarded(pack.shop), "yes" if pack.voided else ""
    for one in pack.cards:
        finish = "" if one.finish == BASE_FINISH else guarded(one.finish)
        yield (date, key, str(one.number), str(one.quantity), note, finish, "", *behind)
    for level, count in enumerate(pack.levels or (), start=1):
        if count:
            yield (date, key, "", str(count), note, "", str(level), *behind)


def _read(line: Line) -> Pack:
    cards: tuple[Copies, ...] = ()
    levels = None
    if line.text("level"):
        levels = _levels(line)
    else:
        cards = (Copies(line.card("number"), line.text("finish") or BASE_FINISH, line.quantity("quantity")),)
    return Pack(
        id=line.id("pack"),
        opened=line.day("date"),
        cards=cards,
        levels=levels,
        price=line.text("price"),
        shop=line.text("shop"),
        note=line.text("note"),
        voided=line.flag("voided"),
    )


def _levels(line: Line) -> tuple[int, int, int, int, int]:
    level, count = read_level(line.text("level")), line.quantity("quantity")
    if level is None:
        line.fault(f"The level {quoted(line.text('level'))} is none; write 1 to 5, I to V, or a rarity.")
    if line.text("number"):
        line.fault("It names a card and a Level; where the numbers are known, leave the Level out.")
    first, second, third, fourth, fifth = (count if level == which else 0 for which in range(1, 6))
    return first, second, third, fourth, fifth


def _joined(line: Line, before: ReadPack, said: Pack) -> Pack:
    """Put one more row to a pack."""
    pack = before.pack
    for head, one, other in (
        ("date", pack.opened, said.opened),
        ("note", pack.note, said.note),
        ("price", pack.price, said.price),
        ("shop", pack.shop, said.shop),
        ("voided", pack.voided, said.voided),
    ):
        if one != other:
            line.fault(f"Its {head} is not that of line {before.line}, which is of the same pack.")
    if (pack.levels is None) is not (said.levels is None):
        line.fault(f"It has a Level where line {before.line} of the same pack has a card, or the other way round.")
    if pack.levels is None or said.levels is None:
        return replace(pack, cards=pack.cards + said.cards)
    first, second, third, fourth, fifth = (one + other for one, other in zip(pack.levels, said.levels, strict=True))
    return replace(pack, levels=(first, second, third, fourth, fifth))
