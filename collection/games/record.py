"""Written games: YAML read without guesses, and bounded."""

from __future__ import annotations

from collections.abc import Mapping

from collection.catalogue.reading import Tree, UnreadableYaml, read_yaml
from collection.errors import RecordError

__all__ = ["LARGEST", "Tree", "read_tree"]

LARGEST = 1_000_000
"""Characters in a record, at most."""


def read_tree(text: str) -> Mapping[str, Tree]:
    """Read a record's YAML: the tree that a game reads next.

    Raises RecordError for too much, and, naming line and column, for whatever `read_yaml` refuses.
    """
    if len(text) > LARGEST:
        raise RecordError(f"The record has {len(text)} characters; at most {LARGEST} are read.")
    try:
        tree = read_yaml(text)
    except UnreadableYaml as fault:
        raise RecordError(f"Line {fault.line}, column {fault.column}: {fault.what}.") from None
    if tree is None:
        raise RecordError("The record is empty.")
    if not isinstance(tree, dict):
        raise RecordError("A record is a map of keys, beginning with 'game: ' and the game's name.")
    return tree
