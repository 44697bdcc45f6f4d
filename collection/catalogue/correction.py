"""Corrections by the owner of a real card: `name="Sea Dog" n=3 level=I family=club`."""

from __future__ import annotations

from collections.abc import Sequence

from collection.catalogue.card import EDGES, FIELDS, HIGHEST_EDGE, LOWEST_EDGE, Card
from collection.catalogue.words import read_family, read_integer, read_level
from collection.errors import NotUnderstood
from collection.text import clean_name, quoted

LONGEST_WORDS = 80
"""Characters that a card's name, tribe or artist may have: more than any face has room for."""


def read_changes(card: Card, assignments: Sequence[str]) -> dict[str, str | int | None]:
    """Read `FIELD=VALUE` words for `card`, in the domain's terms. Raises NotUnderstood with every fault.

    `level` takes 1 to 5, I to V or a rarity; edges 1 to 9; `artist=` takes an empty value for unknown; a field without
    `=VALUE` is confirmed as it stands.
    """
    changes: dict[str, str | int | None] = {}
    faults: list[str] = []
    if not assignments:
        faults.append(
            "Nothing is to be changed; write FIELD=VALUE, as in n=3, or a field alone to confirm it as it is."
        )
    for assignment in assignments:
        written, equals, value = assignment.partition("=")
        field = written.strip().lower()
        try:
            if field not in FIELDS:
                raise NotUnderstood(f"{quoted(written)} is not a field of a card; the fields are {', '.join(FIELDS)}.")
            if field in changes:
                raise NotUnderstood(f"{field} is given twice; say it once.")
            changes[field] = _read(card, field, value.strip()) if equals else _as_it_stands(card, field)
        except NotUnderstood as fault:
            faults.extend(fault.reasons)
    if faults:
        raise NotUnderstood(*faults)
    return changes


def _as_it_stands(card: Card, field: str) -> str | int | None:
    value: str | int | None = getattr(card, field)
    if value is None:
        raise NotUnderstood(f"The {field} is not known yet, so it cannot be confirmed; write {field}=NAME.")
    return value


def _read(card: Card, field: str, value: str) -> str | int | None:
    if field == "number":
        return _own_number(card, value)
    if field == "level":
        level = read_level(value)
        if level is None:
            raise NotUnderstood(
                f"level={quoted(value)} is not a Level; write 1 to 5, I to V, or a rarity such as rare."
            )
        return level
    if field == "family":
        family = read_family(value)
        if family is None:
            raise NotUnderstood(f"family={quoted(value)} is not a family; write club, mutant, cosmic or arcana.")
        return family
    if field in EDGES:
        edge = read_integer(value)
        if edge is None or not LOWEST_EDGE <= edge <= HIGHEST_EDGE:
            raise NotUnderstood(f"{field}={quoted(value)} is not an edge; write {LOWEST_EDGE} to {HIGHEST_EDGE}.")
        return edge
    if field == "artist" and not value:
        return None
    return _words(field, value)


def _own_number(card: Card, value: str) -> int:
    number = read_integer(value.removeprefix("#"))
    if number != card.number:
        raise NotUnderstood(
            f"number={quoted(value)} cannot be set: a card keeps its number. Confirm number={card.number}, or correct "
            "the card whose number is on the face."
        )
    return number


def _words(field: str, value: str) -> str:
    words = clean_name(value, what=field)
    if len(words) > LONGEST_WORDS:
        raise NotUnderstood(f"This {field} has {len(words)} characters; at most {LONGEST_WORDS} are kept. Shorten it.")
    return words
