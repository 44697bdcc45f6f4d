"""Cards as an act names them, checked against the book's catalogue before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from collection.catalogue.card import FIRST_CARD, LAST_CARD, CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.errors import LedgerRefused
from collection.ledger.entry import MOST_COPIES
from collection.text import clean_name


def known_copies(catalogue: Catalogue, copies: Iterable[Copies]) -> tuple[Copies, ...]:
    """Give `copies` as the books keep them. Raises LedgerRefused with every card and quantity that cannot be."""
    named = tuple(copies)
    reasons = unknown(catalogue, [one.number for one in named])
    reasons += [
        f"Card {one.number}: {one.quantity} copies cannot move; say 1 to {MOST_COPIES}."
        for one in named
        if not 1 <= one.quantity <= MOST_COPIES
    ]
    if reasons:
        raise LedgerRefused(*reasons)
    return tuple(Copies(one.number, clean_name(one.finish, what="finish"), one.quantity) for one in named)


def known_cards(catalogue: Catalogue, *numbers: CardNo | None) -> None:
    """Check numbers, None being nobody's card. Raises LedgerRefused with every one that is not in the set."""
    reasons = unknown(catalogue, [number for number in numbers if number is not None])
    if reasons:
        raise LedgerRefused(*reasons)


def unknown(catalogue: Catalogue, numbers: Sequence[CardNo]) -> list[str]:
    """Say of every number that is not in the set that it is none, each once."""
    return [
        f"{number} is not a card: numbers go from {FIRST_CARD} to {LAST_CARD}."
        for number in dict.fromkeys(numbers)
        if number not in catalogue
    ]
