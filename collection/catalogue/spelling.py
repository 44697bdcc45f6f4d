"""How people write cards down: `45`, `#45`, `045`, `45*2`, `45:foil`, `45:foil*2`, `Dead Calm`, `dead calm*2`."""

from __future__ import annotations

from collections.abc import Sequence

from collection.catalogue.card import CardNo, Copies
from collection.catalogue.catalogue import Catalogue


def read_card(catalogue: Catalogue, text: str) -> CardNo:
    """Read one card by number or name. Raises NotUnderstood, naming the text and the closest names."""
    raise NotImplementedError


def read_copies(catalogue: Catalogue, words: Sequence[str]) -> tuple[Copies, ...]:
    """Read copies of cards, equal ones added up, by number and finish.

    Each word is one card, or a line of them separated by commas or spaces. Raises NotUnderstood with every word that
    cannot be read.
    """
    raise NotImplementedError
