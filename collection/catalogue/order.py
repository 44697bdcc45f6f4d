"""Sorting cards by anything: `level,-sum`; the card's number, as a number, is the last tie-break of every order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from collection.catalogue.card import Card, CardNo, Family
from collection.errors import QueryError
from collection.text import quoted, search_key

ORDERS = ("number", "name", "level", "family", "tribe", "artist", "n", "e", "s", "w", "sum", "owned")
"""What cards can be sorted by."""
_ALIASES = {"no": "number", "copies": "owned", "quantity": "owned", "own": "owned"}
_FAMILIES = list(Family)


@dataclass(frozen=True, slots=True)
class Order:
    """One field to sort by, and whether the highest comes first."""

    field: str
    descending: bool = False


BY_NUMBER: tuple[Order, ...] = (Order("number"),)


def read_order(text: str) -> tuple[Order, ...]:
    """Read fields between commas, each with a `-` before it for the highest first; nothing at all means by number.

    Raises QueryError, pointing at the column, for a field that is none or comes twice.
    """
    if not text.strip():
        return BY_NUMBER
    orders: list[Order] = []
    column = 1
    for part in text.split(","):
        at = column + len(part) - len(part.lstrip())
        orders.append(_read(part.strip(), at, [order.field for order in orders]))
        column += len(part) + 1
    return tuple(orders)


def sorted_cards(cards: Iterable[Card], orders: Iterable[Order], owned: Mapping[CardNo, int]) -> list[Card]:
    """Give cards in this order; where all of it is equal, by number. What is not known comes last either way."""
    ordered = sorted(cards, key=lambda card: card.number)
    # The last field first: sorting keeps what is equal in the order in which it was.
    for order in reversed(tuple(orders)):
        ordered = _by(ordered, order, owned)
    return ordered


def _by(cards: Iterable[Card], order: Order, owned: Mapping[CardNo, int]) -> list[Card]:
    known: list[tuple[int | str, Card]] = []
    unknown: list[Card] = []
    for card in cards:
        value = _value(card, order.field, owned)
        if value is None:
            unknown.append(card)
        else:
            known.append((value, card))
    known.sort(key=_first, reverse=order.descending)
    return [card for _, card in known] + unknown


def _first(pair: tuple[Any, Card]) -> Any:
    return pair[0]


def _read(part: str, column: int, before: list[str]) -> Order:
    descending = part.startswith("-")
    name = part.removeprefix("-").removeprefix("+").strip()
    key = search_key(name)
    field = _ALIASES.get(key, key)
    if not name:
        raise QueryError("A field to sort by is missing beside this comma; add it or leave the comma out.", column)
    if field not in ORDERS:
        raise QueryError(f"{quoted(name)} is nothing to sort by. There are: {', '.join(ORDERS)}.", column)
    if field in before:
        raise QueryError(f"{field} is sorted by already; name it once.", column)
    return Order(field, descending)


def _value(card: Card, field: str, owned: Mapping[CardNo, int]) -> int | str | None:
    if field == "owned":
        return owned.get(card.number, 0)
    if field == "sum":
        return sum(card.edges)
    if field == "family":
        return _FAMILIES.index(card.family)
    value = getattr(card, field)
    if isinstance(value, str):
        return search_key(value)
    return None if value is None else int(value)
