"""The words for numbers, Levels and families as people write them, read strictly: what is not meant is not guessed."""

from __future__ import annotations

import re

from collection.catalogue.card import Family, Level
from collection.text import search_key

_DIGITS = re.compile(r"[0-9]{1,9}")


def read_integer(text: str) -> int | None:
    """Read plain digits, leading zeros allowed; None for anything else, such as `1_2`, `1e3`, `-3` or `٣`."""
    return int(text) if _DIGITS.fullmatch(text) else None


def read_level(text: str) -> Level | None:
    """Read a Level: `1` to `5`, `I` to `V`, or a rarity, in any case; None for anything else."""
    key = search_key(text)
    for level in Level:
        if key in {str(level.value), level.name.lower(), level.rarity.lower()}:
            return level
    return None


def read_family(text: str) -> Family | None:
    """Read a family's full word, in any case; None for anything else."""
    key = search_key(text)
    return next((family for family in Family if family.value == key), None)
