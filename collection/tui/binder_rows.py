"""How the Binder's table looks: its columns, its orders, and a card's line in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from collection.catalogue.card import Card, CardNo
from collection.tui.place import STAND_IN_MARK
from collection.tui.text import plain_text

COLUMNS = (
    ("number", " No", 3),
    ("name", "Name", 24),
    ("level", "Level", 5),
    ("family", "Family", 8),
    ("edges", "N E S W", 7),
    ("sum", "Sum", 3),
    ("owned", "Own", 3),
    ("mark", "Mark", 4),
)


@dataclass(frozen=True, slots=True)
class Sorting:
    """One order of the table: its column, the field of `catalogue.order`, and what it is called."""

    column: str
    field: str
    words: str
    descending: bool = False


SORTINGS: tuple[Sorting, ...] = (
    Sorting("number", "number", "number"),
    Sorting("name", "name", "name"),
    Sorting("level", "level", "Level", descending=True),
    Sorting("family", "family", "family"),
    Sorting("edges", "n", "north", descending=True),
    Sorting("edges", "e", "east", descending=True),
    Sorting("edges", "s", "south", descending=True),
    Sorting("edges", "w", "west", descending=True),
    Sorting("sum", "sum", "sum of edges", descending=True),
    Sorting("owned", "owned", "copies owned", descending=True),
    Sorting("mark", "mark", "marks"),
    Sorting("", "tribe", "tribe"),
    Sorting("", "artist", "artist"),
)
"""In the order in which the key goes through them; numbers begin with the highest."""


def sorting_after(at: int, column: str) -> tuple[int, bool]:
    """Give the order that a click on `column`'s heading asks for, and whether it only turns the one at `at` round.

    A heading over several fields goes through them; a click on the one field that the table is sorted by turns it.
    """
    places = [place for place, sorting in enumerate(SORTINGS) if sorting.column == column]
    if at not in places:
        return places[0], False
    if len(places) == 1:
        return at, True
    return places[(places.index(at) + 1) % len(places)], False


def in_order(
    cards: Sequence[Card], at: int, turned: bool, owned: Mapping[CardNo, int], marks: Mapping[CardNo, Iterable[object]]
) -> list[Card]:
    """Give cards by the order at `at`, turned round where asked; the number is the last tie-break of all."""
    sorting = SORTINGS[at]
    if sorting.field == "number" and not turned:
        return sorted(cards, key=_number)
    if sorting.field == "mark":
        return sorted(cards, key=lambda card: ((card.number in marks) is turned, card.number))
    from collection.catalogue.order import Order, sorted_cards

    return sorted_cards(cards, (Order(sorting.field, sorting.descending is not turned),), owned)


def words_of(at: int, turned: bool) -> str:
    """Say what the order is: `Level, highest first`."""
    sorting = SORTINGS[at]
    if sorting.field == "mark":
        return "marks, unmarked first" if turned else "marks, marked first"
    if sorting.descending:
        return f"{sorting.words}, {'lowest' if turned else 'highest'} first"
    return f"{sorting.words}, turned round" if turned else sorting.words


def _number(card: Card) -> CardNo:
    return card.number


def row_of(card: Card, owned: int, signs: str = "") -> Sequence[Text]:
    """Give a card's line in the table."""
    quiet = "" if owned else "dim"
    return (
        plain_text(str(card.number), quiet, right=True),
        plain_text(card.name, quiet, cells=24),
        plain_text(card.level.diamonds, quiet),
        plain_text(f"{card.family.letter} {card.family.value.capitalize()}", quiet),
        plain_text(" ".join(str(edge) for edge in card.edges), quiet),
        plain_text(str(sum(card.edges)), quiet, right=True),
        plain_text(str(owned) if owned else "·", "bold" if owned else "dim", right=True),
        plain_text(f"{signs:<3}{STAND_IN_MARK if card.is_stand_in else ''}", "" if signs else "dim"),
    )
