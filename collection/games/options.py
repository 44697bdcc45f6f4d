"""What is agreed before a game, read from a record or a command and checked against what can be chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from collection.games.protocol import Seat
from collection.games.written import LETTERS, Options, Variant
from collection.text import quoted

DRAWN = "drawn"
FIRST = "first"
"""The option that says who begins: a seat's letter, or DRAWN for chance."""


def agreed(
    variants: Sequence[Variant], options: Options, faults: list[str], *, free: Collection[str] = ()
) -> dict[str, str]:
    """Give the value of every variant, the usual one where nothing is said; those that make no sense are left out.

    Every fault is added to `faults`, naming its option. `free` are options that are no choice of a few: they are let
    through unread.
    """
    allowed = {variant.name: variant.values for variant in variants}
    faults += [
        f"options, {quoted(str(name))}: there is no such option." for name in options if name not in {*allowed, *free}
    ]
    chosen = {}
    for name, values in allowed.items():
        value = options.get(name, values[0])
        if isinstance(value, str) and value in values:
            chosen[name] = value
        else:
            faults.append(f"options, {name}: one of {', '.join(values)}.")
    return chosen


def first_seat(chosen: dict[str, str], seats: int, faults: list[str]) -> Seat | None:
    """Give the seat that begins, None where chance is to say; a seat that nobody sits at is added to `faults`."""
    first = chosen.get(FIRST, DRAWN)
    if first == DRAWN:
        return None
    if LETTERS.index(first) >= seats:
        faults.append(f"options, {FIRST}: seat {first} is not among {seats}.")
    return LETTERS.index(first)
