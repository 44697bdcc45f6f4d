"""The binder: what is owned, what is missing, and one card's life."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo, Copies, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.desk.cards import unknown
from collection.desk.collectors import current
from collection.errors import Refused
from collection.ledger.entry import Account, Entry, EntryKind
from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class Completion:
    """Distinct numbers owned of how many there are, and copies in all."""

    distinct: int
    of: int
    copies: int


@dataclass(frozen=True, slots=True)
class Binder:
    """A collector's cards at one moment."""

    collector: Account
    catalogue: Catalogue
    holdings: tuple[Copies, ...]
    owned: Mapping[CardNo, int]
    whole: Completion
    by_level: Mapping[Level, Completion]
    by_family: Mapping[Family, Completion]


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """One step in a card's life: `change` copies, and a sentence (`Pulled from a pack`, `Lost to Bo`)."""

    entry: str
    happened: dt.date
    kind: EntryKind
    change: int
    sentence: str
    voided: bool


_SENTENCES = {
    EntryKind.PULL: ("Pulled from a pack", "Pulled from a pack"),
    EntryKind.TRADE: ("Got from {other} in a trade", "Given to {other} in a trade"),
    EntryKind.GIFT: ("Got from {other} as a gift", "Given to {other} as a gift"),
    EntryKind.ANTE: ("Won from {other} as an ante", "Lost to {other} as an ante"),
    EntryKind.FOUND: ("Found", "Found"),
    EntryKind.LOST: ("Lost", "Lost"),
    EntryKind.RECOUNT: ("Counted", "Counted"),
    EntryKind.VOID: ("Taken back", "Taken back"),
}
"""What is told of a card that came, and of one that went."""


def completion(cards: Iterable[Card], owned: Mapping[CardNo, int]) -> Completion:
    """Count how complete `cards` are: the one place where distinct numbers and copies are told apart."""
    copies = [owned.get(card.number, 0) for card in cards]
    return Completion(sum(1 for quantity in copies if quantity), len(copies), sum(copies))


def open_binder(book: Book, collector: str | None = None) -> Binder:
    """Read the binder of `collector` (None: the one in use)."""
    with book.reading() as unit:
        account = current(unit, collector)
        catalogue = unit.cards.catalogue()
        holdings = unit.ledger.holdings(account)
        owned = unit.ledger.owned(account)
    return Binder(
        account,
        catalogue,
        holdings,
        owned,
        completion(catalogue, owned),
        {level: completion((card for card in catalogue if card.level is level), owned) for level in Level},
        {family: completion((card for card in catalogue if card.family is family), owned) for family in Family},
    )


def life(book: Book, number: CardNo, collector: str | None = None) -> tuple[Card, tuple[LifeEvent, ...]]:
    """Tell what became of the collector's copies of a card, oldest first. Raises Refused for a number that is none."""
    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
        reasons = unknown(catalogue, [number])
        if reasons:
            raise Refused(*reasons)
        account = current(unit, collector)
        entries = unit.ledger.entries(account, number=number)
    by_id = {entry.id: entry for entry in entries}
    return catalogue[number], tuple(_event(entry, number, account, by_id) for entry in reversed(entries))


def _event(entry: Entry, number: CardNo, collector: Account, by_id: Mapping[str, Entry]) -> LifeEvent:
    sentence = _sentence(entry, number, collector)
    if entry.kind is EntryKind.VOID:
        taken_back = by_id.get(entry.reverses or "")
        told = None if taken_back is None else _sentence(taken_back, number, collector)
        sentence = "Taken back" if told is None else f"Taken back: {told[0].lower()}{told[1:]}"
    change = _change(entry, number, collector)
    return LifeEvent(entry.id, entry.happened, entry.kind, change, sentence, entry.voided_by is not None)


def _change(entry: Entry, number: CardNo, collector: Account) -> int:
    gained = 0
    for movement in entry.movements:
        if movement.copies.number == number:
            gained += movement.copies.quantity * (
                (movement.target.id == collector.id) - (movement.source.id == collector.id)
            )
    return gained


def _sentence(entry: Entry, number: CardNo, collector: Account) -> str:
    change = _change(entry, number, collector)
    if entry.kind is EntryKind.TRADE and change == 0:
        return f"Swapped for another finish with {_other(entry, number, collector)}"
    when_got, when_gone = _SENTENCES[entry.kind]
    return (when_got if change > 0 else when_gone).replace("{other}", _other(entry, number, collector))


def _other(entry: Entry, number: CardNo, collector: Account) -> str:
    """Give the name of whoever is at the other end of this card's movement."""
    for movement in entry.movements:
        if movement.copies.number == number:
            if movement.source.id == collector.id:
                return movement.target.name
            if movement.target.id == collector.id:
                return movement.source.name
    return "somebody"
