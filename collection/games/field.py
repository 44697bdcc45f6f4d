"""Facts of a game's data by name, each confirmed or a stand-in, and an owner's corrections laid over them.

A data file is a map; a fact's name is the way to it, with dots between: `count.water.4`. Its key `confirmed` lists the
names, or the beginnings of names, that are facts; all others are stand-ins.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from collection.errors import DataError
from collection.text import plain

if TYPE_CHECKING:
    from collection.catalogue.reading import Tree

CONFIRMED = "confirmed"
CORRECTIONS = "game-data-{}"
"""Under what a book keeps an owner's corrections of a game's data: as a JSON object, by field."""


@dataclass(frozen=True, slots=True)
class Field:
    """One fact."""

    name: str
    value: str
    confirmed: bool
    """Whether somebody has seen it; else it is a stand-in."""
    corrected: bool = False
    """Whether it is an owner's word instead of the data file's."""


def corrected(tree: object, corrections: Mapping[str, str]) -> tuple[list[Field], list[str]]:
    """Give every fact of a data file, `corrections` laid over it, and what is wrong with either.

    What an owner has corrected is confirmed: they have the game in hand. A correction of a fact that is not there is a
    new one where a map stands at its name's beginning (a value that the file did not know); whether it makes sense is
    for the game to say.
    """
    if not isinstance(tree, Mapping):
        return [], ["the file is a map of names and values."]
    listed = tree.get(CONFIRMED, [])
    faults = []
    if isinstance(listed, str) or not isinstance(listed, list | tuple):
        faults.append(f"{CONFIRMED}: a list of names.")
        listed = []
    confirmed = frozenset(str(name) for name in listed)
    facts = {name: value for name, value in _leaves(tree) if not name.startswith(f"{CONFIRMED}")}
    maps = {name.rpartition(".")[0] for name in facts}
    for name in corrections:
        if name not in facts and name.rpartition(".")[0] not in maps:
            faults.append(f"{plain(name)[:60]}: there is no such field.")
    fields = [
        Field(
            name,
            corrections.get(name, facts.get(name, "")),
            confirmed=name in corrections or any(name == one or name.startswith(f"{one}.") for one in confirmed),
            corrected=name in corrections,
        )
        for name in dict.fromkeys((*facts, *corrections))
    ]
    return fields, faults


def read_corrections(game: str, text: str) -> Mapping[str, str]:
    """Read an owner's corrections as a book keeps them. Raises DataError."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict) or not all(isinstance(value, str) for value in read.values()):
        raise DataError(f"The corrections of {game} in the book are no map of fields and values.")
    return {str(name): str(value) for name, value in read.items()}


def _leaves(tree: Mapping[str, Tree], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        name = f"{before}{key}"
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, Mapping):
            yield from _leaves(value, f"{name}.")
        else:
            yield name, ", ".join(str(one) for one in value)
