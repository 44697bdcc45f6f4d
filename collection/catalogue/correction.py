"""Corrections by the owner of a real card: `name="Sea Dog" n=3 level=I family=club`."""

from __future__ import annotations

from collections.abc import Sequence

from collection.catalogue.card import Card


def read_changes(card: Card, assignments: Sequence[str]) -> dict[str, str | int | None]:
    """Read `FIELD=VALUE` words for `card`, in the domain's terms. Raises NotUnderstood with every fault.

    `level` takes 1 to 5, I to V or a rarity; edges 1 to 9; `artist=` takes an empty value for unknown; a field without
    `=VALUE` is confirmed as it stands.
    """
    raise NotImplementedError
