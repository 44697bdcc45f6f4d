"""What a search has learned about positions: the weights in the game's data files, read and written."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping
from functools import cache

from collection.catalogue.data import load_document
from collection.errors import DataError
from collection.games.mudwater import kernel

FILE = "learned.yaml"
_NUMBER = re.compile(r"-?[0-9]{1,6}", re.ASCII)
_A_LINE = 16


@cache
def learned_weights() -> array[int]:
    """Give the weights that the program comes with, read once. Raises DataError for a file that does not hold them."""
    document = load_document("mudwater", FILE)
    numbers = [*_numbers(document, "weights", kernel.WEIGHTS), *_numbers(document, "steps", kernel.STEPS)]
    if not all(0 <= worth <= kernel.MOST_WORTH for worth in numbers[kernel.WEIGHTS :]):
        raise DataError(f"{FILE}, steps: each is worth 0 to {kernel.MOST_WORTH}.")
    return array("q", numbers)


def written(weights: array[int], provenance: Mapping[str, str]) -> str:
    """Write weights as the file holds them, after where they come from: names, and values that need no quotes."""
    lines = ["# Written by the command below: change nothing by hand.", "provenance:"]
    lines += [f"  {name}: {value}" for name, value in provenance.items()]
    for name, numbers in (("weights", weights[: kernel.WEIGHTS]), ("steps", weights[kernel.WEIGHTS :])):
        lines += [f"{name}: [", *_in_lines(numbers), "]"]
    return "\n".join(lines) + "\n"


def _in_lines(numbers: array[int]) -> Iterable[str]:
    for at in range(0, len(numbers), _A_LINE):
        yield "  " + ", ".join(map(str, numbers[at : at + _A_LINE])) + ","


def _numbers(document: object, name: str, count: int) -> list[int]:
    found = document.get(name) if isinstance(document, Mapping) else None
    if not isinstance(found, list) or len(found) != count or not all(_is_number(text) for text in found):
        raise DataError(f"{FILE}, {name}: there are to be {count} whole numbers of up to six digits.")
    return [int(text) for text in found]


def _is_number(text: object) -> bool:
    return isinstance(text, str) and _NUMBER.fullmatch(text) is not None
