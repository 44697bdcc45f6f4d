"""What has been confirmed of cards, as a small file that another owner can take over: YAML, or CSV, a row a field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from collection.catalogue.card import FIELDS
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.correction import read_changes
from collection.catalogue.reading import Tree, UnreadableYaml, read_yaml
from collection.catalogue.words import read_integer
from collection.errors import CollectionError, NotUnderstood
from collection.interchange.items import Faults
from collection.interchange.rows import lines_of_table
from collection.interchange.table import Refusal, guarded, read_table, write_table
from collection.interchange.whole import ConfirmedCard
from collection.text import quoted

GAME = "mudwater"
HEADS = ("number", "field", "value")
"""The heads of the CSV, in order."""

LARGEST = 1_000_000
"""Characters of a file of corrections, at most: thousands of cards."""

_HEAD = (
    "# Confirmed fields of Mudwater cards, as read off the real cards.\n"
    "# Take them over with: mudwater cards import FILE\n"
    f"game: {GAME}\n"
    "cards:"
)


def write_yaml(cards: Iterable[ConfirmedCard]) -> str:
    """Write confirmed fields, a line a card; the same fields always give the same text."""
    lines = [f"  {card.number}: {{{', '.join(_pairs(card))}}}\n" for card in cards]
    return f"{_HEAD}\n{''.join(lines)}" if lines else f"{_HEAD} {{}}\n"


def write_csv(cards: Iterable[ConfirmedCard]) -> str:
    """Write confirmed fields, a row a field; an empty value is an artist who is known to be unknown."""
    return write_table(
        HEADS,
        (
            (str(card.number), field, guarded("" if value is None else str(value)))
            for card in cards
            for field, value in card.fields.items()
        ),
    )


def read_corrections(text: str, catalogue: Catalogue) -> tuple[ConfirmedCard, ...]:
    """Read a file of either form, its values checked as `card set` checks them.

    Raises NotUnderstood with every fault: the card and the field, and for a CSV the line.
    """
    if len(text) > LARGEST:
        raise NotUnderstood(f"The file has {len(text)} characters; at most {LARGEST} are read.")
    faults = Faults()
    table = read_table(text, HEADS)
    is_table = table is not None and set(HEADS).issubset(table.heads)
    said = _from_table(text, faults) if is_table else _from_yaml(text, faults)
    cards = tuple(_cards(said, catalogue, faults))
    if faults:
        raise NotUnderstood(*faults.sentences())
    return cards


_Said = dict[int, dict[str, tuple[str, str]]]
"""Of every card the fields: where each stands, and its value."""


def _pairs(card: ConfirmedCard) -> Iterator[str]:
    for field, value in card.fields.items():
        # JSON's way of writing a text is YAML's too, whatever is in it.
        yield f"{field}: {json.dumps('' if value is None else value, ensure_ascii=False)}"


def _from_table(text: str, faults: Faults) -> _Said:
    table = read_table(text, HEADS)
    assert table is not None
    refused: list[Refusal] = list(table.refused)
    said: _Said = {}
    for line in lines_of_table(table, refused):
        number, field = line.card("number"), line.text("field").lower()
        fields = said.setdefault(number, {})
        if field in fields:
            line.fault(f"Card {number} has its {quoted(field)} above already, on {fields[field][0].lower()}.")
        else:
            fields[field] = (f"Line {line.number}", line.text("value"))
    for refusal in refused:
        faults.add(str(refusal))
    return said


def _from_yaml(text: str, faults: Faults) -> _Said:
    try:
        tree = read_yaml(text)
    except UnreadableYaml as fault:
        raise NotUnderstood(f"Line {fault.line}, column {fault.column}: {fault.what}.") from None
    if not isinstance(tree, dict) or tree.get("game") != GAME or "cards" not in tree:
        raise NotUnderstood(
            f"This is no file of corrections: it says `game: {GAME}` and lists `cards:` by their numbers, "
            f"or it is a CSV with the heads {', '.join(HEADS)}."
        )
    for name in tree.keys() - {"game", "cards"}:
        faults.add(f"{quoted(name)} is unknown; a file of corrections has game and cards.")
    cards = tree["cards"]
    if not isinstance(cards, dict):
        raise NotUnderstood("cards is to be a map of numbers, each with its fields.")
    said: _Said = {}
    for key, fields in cards.items():
        number = read_integer(key)
        if number is None:
            faults.add(f"{quoted(key)} is not a card's number; write plain digits, as in 45.")
        elif number in said:
            faults.add(f"Card {number} is listed twice.")
        else:
            said[number] = dict(_fields(number, fields, faults))
    return said


def _fields(number: int, fields: Tree, faults: Faults) -> Iterator[tuple[str, tuple[str, str]]]:
    if not isinstance(fields, Mapping):
        faults.at(f"Card {number}", "its fields are to be a map, as in {name: Sea Dog, n: 3}.")
        return
    for field, value in fields.items():
        if isinstance(value, str):
            yield field, ("", value)
        else:
            faults.at(f"Card {number}", f"{quoted(field)} is to be one value.")


def _cards(said: _Said, catalogue: Catalogue, faults: Faults) -> Iterator[ConfirmedCard]:
    for number, fields in sorted(said.items()):
        if number not in catalogue:
            place = next((place for place, _ in fields.values()), "")
            faults.at(_where(place, number), "this is not the number of a card of this set.")
            continue
        read: dict[str, str | int | None] = {}
        for field, (place, value) in fields.items():
            where = _where(place, number)
            try:
                changes = read_changes(catalogue[number], [f"{field}={value}"])
            except CollectionError as no:
                for reason in no.reasons:
                    faults.at(where, reason)
                continue
            if not read.keys().isdisjoint(changes):
                faults.at(where, f"{quoted(field)} is given twice.")
            read.update(changes)
        if read:
            values = {field: read[field] for field in FIELDS if field in read}
            yield ConfirmedCard(number, {field: _value(value) for field, value in values.items()})


def _where(place: str, number: int) -> str:
    return f"{place}, card {number}" if place else f"Card {number}"


def _value(value: str | int | None) -> str | int | None:
    """Give the text or number that a Level or a family is."""
    return value if value is None else int(value) if isinstance(value, int) else str(value)
