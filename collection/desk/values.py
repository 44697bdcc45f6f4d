"""Values at the desk: what cards are worth to their owner, by card or by Level, and what the collection comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from collection.catalogue.card import Card, CardNo, Level
from collection.catalogue.catalogue import Catalogue
from collection.desk.cards import known_cards
from collection.desk.collectors import current, current_for_writing
from collection.errors import NotUnderstood
from collection.hands.values import Values
from collection.ledger.price import Price, read_price
from collection.store.book import Book
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class ValueLine:
    """What one copy of a card, or of any card of a Level without a value of its own, is worth to its owner."""

    of: Card | Level
    price: Price | None
    """None where a value was taken away."""
    copies: int
    """Owned copies that it is the value of."""
    before: Price | None = None
    """What it was worth before an act set or cleared it; None where nobody had said."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A collector's values, and what the owned copies come to by them."""

    lines: tuple[ValueLine, ...]
    """Levels first, then cards by number."""
    worth: Mapping[str, int]
    """Hundredths by currency, over all owned copies that have a value."""
    copies: int
    unvalued: int
    """Owned copies, and those of them that have no value."""


def values(book: Book, collector: str | None = None) -> Valued:
    """Give the collector's own values, and what the collection comes to by them."""
    with book.reading() as unit:
        account = current(unit, collector)
        catalogue, owned, kept = unit.cards.catalogue(), unit.ledger.owned(account), unit.values.all(account)
    worth: Counter[str] = Counter()
    copies = unvalued = 0
    for number, quantity in owned.items():
        price = kept.of(catalogue[number])
        copies += quantity
        if price is None:
            unvalued += quantity
        else:
            worth[price.currency] += quantity * price.minor
    return Valued(_lines(kept, catalogue, owned), dict(sorted(worth.items())), copies, unvalued)


def set_value(
    book: Book, collector: str | None, written: str, *, cards: Sequence[CardNo] = (), levels: Sequence[Level] = ()
) -> tuple[ValueLine, ...]:
    """Say what one copy of each of `cards`, or of every card of `levels`, is worth: `4.50 EUR`, `€4,50`, `4.5`.

    Raises NotUnderstood for a price that can be read in two ways or in none, LedgerRefused for numbers that are no
    cards.
    """
    price = read_price(written)
    if price is None:
        raise NotUnderstood(
            f"{quoted(written)} is no value. Write an amount with at most two digits behind the point or comma, and a "
            "currency if you like: 2.50 EUR."
        )
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        known_cards(catalogue, *cards)
        account = current_for_writing(unit, collector)
        before = unit.values.all(account)
        for of in (*levels, *cards):
            unit.values.set(account, of, price)
        lines = _lines(unit.values.all(account), catalogue, unit.ledger.owned(account))
    return tuple(
        replace(line, before=_of(before, line.of))
        for line in lines
        if (line.of in levels if isinstance(line.of, Level) else line.of.number in cards)
    )


def clear_value(
    book: Book, collector: str | None, *, cards: Sequence[CardNo] = (), levels: Sequence[Level] = ()
) -> tuple[ValueLine, ...]:
    """Take values away; where there was none, nothing happens and `before` is None.

    Raises LedgerRefused for numbers that are no cards.
    """
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        known_cards(catalogue, *cards)
        account = current(unit, collector)
        before = unit.values.all(account)
        for of in (*levels, *cards):
            unit.values.clear(account, of)
    cleared: list[Card | Level] = [*sorted(set(levels)), *(catalogue[number] for number in sorted(set(cards)))]
    return tuple(ValueLine(of, None, 0, _of(before, of)) for of in cleared)


def _of(kept: Values, of: Card | Level) -> Price | None:
    """Give the value of exactly this card or Level: a Level's is none of a card's."""
    return kept.by_level.get(of) if isinstance(of, Level) else kept.by_card.get(of.number)


def _lines(kept: Values, catalogue: Catalogue, owned: Mapping[CardNo, int]) -> tuple[ValueLine, ...]:
    of_level: Counter[Level] = Counter()
    for number, quantity in owned.items():
        if number not in kept.by_card:
            of_level[catalogue[number].level] += quantity
    return (
        *(ValueLine(level, price, of_level[level]) for level, price in kept.by_level.items()),
        *(ValueLine(catalogue[number], price, owned.get(number, 0)) for number, price in kept.by_card.items()),
    )
