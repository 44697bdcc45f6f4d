"""A collection as a file: our own CSV, written and read, and what other programs for collectors write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from collection.catalogue.card import BASE_FINISH, Card, Copies
from collection.catalogue.catalogue import Catalogue
from collection.errors import NotUnderstood
from collection.interchange.cells import (
    NO_QUANTITY,
    Names,
    read_finish_cell,
    read_name,
    read_named,
    read_number,
    read_own_finish,
    read_quantity,
)
from collection.interchange.dialects import KNOWN, OURS, Columns, columns_of
from collection.interchange.lists import read_list
from collection.interchange.sheet import Counted, Sheet
from collection.interchange.table import (
    SEPARATORS,
    Refusal,
    Row,
    Table,
    decoded,
    guarded,
    heading,
    lines_of,
    read_table,
    write_table,
)
from collection.text import plain, quoted

_OUR_GAME = frozenset({"", "mudwater", "mudwaterswamporigins", "swamporigins"})
_OUR_SET = _OUR_GAME | {"so", "mso", "mw", "mud"}
"""What programs may call the set; nobody has printed a code for it."""


def write_collection(catalogue: Catalogue, holdings: Iterable[Copies]) -> str:
    """Write holdings as our own CSV; `read_collection` reads the same back.

    Numbers and finishes are what counts; name, Level, family and tribe are for the reader, the name also as a check.
    """
    return write_table(OURS, (_row(catalogue, copies) for copies in sorted(holdings)))


def read_collection(data: bytes, catalogue: Catalogue) -> Sheet:
    """Read a file of cards: our CSV, that of another program, any table with heads that are known, or a plain list.

    What cannot be read stands in `refused`, line by line. Raises NotUnderstood where the file as a whole says nothing:
    no text, no line, or heads that name no cards or quantities.
    """
    text, notices = decoded(data)
    names = Names(catalogue)
    table = read_table(text, KNOWN)
    sheet = read_list(text, names) if table is None else _read(table, names)
    if table is None and not sheet.counted:
        _refuse_headless(text)
        if not sheet.refused:
            raise NotUnderstood("This file names no cards.")
    return Sheet(sheet.shape, sheet.counted, sheet.refused, (*notices, *sheet.notices), sheet.tells_finishes)


def _refuse_headless(text: str) -> None:
    """Raise NotUnderstood where a file that names no card begins like a table."""
    first = next((line for line in lines_of(text) if plain(line).strip()), "")
    if any(separator in first for separator in SEPARATORS):
        raise NotUnderstood(
            f"No head in the first line, {quoted(first)}, is known here. A table needs one line of heads, "
            "such as number,name,quantity."
        )


def _row(catalogue: Catalogue, copies: Copies) -> Sequence[str]:
    known = copies.number in catalogue
    card = catalogue[copies.number] if known else None
    face = ("", "", "", "") if card is None else (card.name, card.level.name, card.family.value, card.tribe)
    name, level, family, tribe = face
    return (
        str(copies.number),
        guarded(name),
        str(copies.quantity),
        guarded(copies.finish),
        level,
        family,
        guarded(tribe),
    )


def _read(table: Table, names: Names) -> Sheet:
    columns = columns_of(table)
    strange = _strange_sets(table, columns)
    counted: list[Counted] = []
    refused = list(table.refused)
    for row in table.rows:
        found = _read_row(row, columns, names, strange if len(strange) > 1 else ())
        if isinstance(found, list):
            refused += [Refusal(row.line, reason) for reason in found]
        else:
            counted += found
    notices: list[str] = []
    if columns.left_out:
        notices.append(f"Not kept, since the books have no place for it: {_some(columns.left_out)}.")
    if len(strange) == 1:
        notices.append(f"The set {quoted(strange[0])} is taken for this one: the file has no names to check it by.")
    return Sheet(
        columns.shape,
        tuple(counted),
        tuple(sorted(refused, key=lambda one: one.line or 0)),
        tuple(notices),
        columns.tells_finishes,
    )


def _read_row(row: Row, columns: Columns, names: Names, strange: Collection[str]) -> tuple[Counted, ...] | list[str]:
    """Read one row: what it counts, or every reason why it cannot be read."""
    reasons: list[str] = []
    game, set_code = _cell(row, columns.game), _cell(row, columns.set)
    number, name = _cell(row, columns.number), _cell(row, columns.name)
    if heading(game) not in _OUR_GAME:
        reasons.append(f"It belongs to another game, {quoted(game)}.")
    elif not name and set_code in strange:
        reasons.append(
            f"It belongs to the set {quoted(set_code)}, others to other sets, and no name tells which is this one."
        )
    card = _card(names, number, name, columns)
    if isinstance(card, str):
        reasons.append(card)
    counts, faults = _counts(row, columns)
    reasons += faults
    if isinstance(card, str) or reasons:
        return reasons
    return tuple(Counted(row.line, card.number, finish, quantity) for finish, quantity in counts)


def _card(names: Names, number: str, name: str, columns: Columns) -> Card | str:
    if columns.id_only and name and isinstance(read_number(names, number), str):
        # What other games call an id need not be a number; the name then says all.
        return read_name(names, name)
    return read_named(names, number, name)


def _counts(row: Row, columns: Columns) -> tuple[list[tuple[str, int]], list[str]]:
    """Give finishes with their quantities, and all faults."""
    if columns.counts:
        return _wide_counts(row, columns)
    reasons: list[str] = []
    finishes: dict[str, None] = {}
    for head, place in columns.finishes:
        try:
            cell = row.cells[place]
            finishes[read_own_finish(cell) if columns.is_ours else read_finish_cell(head, cell)] = None
        except NotUnderstood as fault:
            reasons += fault.reasons
    special = [finish for finish in finishes if finish != BASE_FINISH]
    if len(special) > 1:
        reasons.append(f"It names several finishes: {_some(special)}.")
    quantity = read_quantity(_cell(row, columns.quantity))
    if isinstance(quantity, str):
        return [], [*reasons, quantity]
    return [(special[0] if special else BASE_FINISH, quantity)], reasons


def _wide_counts(row: Row, columns: Columns) -> tuple[list[tuple[str, int]], list[str]]:
    counts: list[tuple[str, int]] = []
    reasons: list[str] = []
    for head, place in columns.counts:
        if not row.cells[place]:
            continue
        quantity = read_quantity(row.cells[place])
        if isinstance(quantity, str):
            reasons.append(quantity)
        else:
            counts.append((BASE_FINISH if head == "normal" else head, quantity))
    return counts, reasons if counts or reasons else [NO_QUANTITY]


def _strange_sets(table: Table, columns: Columns) -> tuple[str, ...]:
    """Give the set codes, other than those this set may go by, of rows that have no name to be checked by."""
    if columns.set is None:
        return ()
    codes = {
        code: None
        for row in table.rows
        if (code := row.cells[columns.set]) and heading(code) not in _OUR_SET and not _cell(row, columns.name)
    }
    return tuple(codes)


def _cell(row: Row, place: int | None) -> str:
    return "" if place is None else row.cells[place]


def _some(words: Sequence[str]) -> str:
    shown = ", ".join(quoted(word) for word in words[:8])
    return f"{shown} and {len(words) - 8} more" if len(words) > 8 else shown
