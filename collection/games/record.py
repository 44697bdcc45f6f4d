"""Written games: YAML read with a loader that makes no guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Tree: TypeAlias = "str | Sequence[Tree] | Mapping[str, Tree]"
"""What a record is before a game reads it: text, lists and maps. `045` is the text 045, `1:30` the text 1:30."""

LARGEST = 1_000_000
"""Characters in a record, at most."""
DEEPEST = 8
"""Lists and maps inside one another, at most."""


def read_tree(text: str) -> Mapping[str, Tree]:
    """Read a record's YAML. Raises RecordError, naming line and column, for what is not YAML, a key given twice, an
    alias or tag, control characters, too much or too deep.
    """
    raise NotImplementedError
