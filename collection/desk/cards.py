"""Cards as an act names them, checked against the book's catalogue before anything is written; and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from collection.catalogue.card import FIRST_CARD, LAST_CARD, Card, CardNo, Copies
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.correction import read_changes
from collection.errors import LedgerRefused
from collection.ledger.entry import MOST_COPIES
from collection.store.book import Book
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


def correct_card(book: Book, number: CardNo, assignments: Sequence[str]) -> Card:
    """Correct a card from the card in hand, `FIELD=VALUE` or a field alone; what is named counts as confirmed.

    Gives the card as it is then. Raises LedgerRefused for a number that is no card, NotUnderstood with every fault.
    """
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        known_cards(catalogue, number)
        return unit.cards.correct(number, read_changes(catalogue[number], assignments))


def unknown(catalogue: Catalogue, numbers: Sequence[CardNo]) -> list[str]:
    """Say of every number that is not in the set that it is none, each once."""
    return [
        f"{number} is not a card: numbers go from {FIRST_CARD} to {LAST_CARD}."
        for number in dict.fromkeys(numbers)
        if number not in catalogue
    ]
