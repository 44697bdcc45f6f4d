"""The binder: what is owned, what is missing, and one card's life."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from collection.catalogue.card import STAND_IN_MARK, Card, CardNo, Copies, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.conditions import Known
from collection.desk.cards import unknown
from collection.desk.collectors import current
from collection.desk.searches import known as known_of
from collection.errors import Refused
from collection.ledger.entry import Account, Entry, EntryId, EntryKind
from collection.ledger.mark import Mark
from collection.store.book import Book
from collection.text import plain


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
    by_tribe: Mapping[str, Completion] = field(default_factory=dict)
    """By name of the tribe."""
    made_up_tribes: frozenset[str] = frozenset()
    """Tribes that some card is in without anybody having confirmed it: their counts are no facts about the set."""
    marks: tuple[Mark, ...] = ()
    known: Known = field(default_factory=Known, repr=False)
    """What searches can ask for."""
    on: dt.date | None = None
    """The day of which this is the state; None means now. Marks and searches are always those of now."""

    @property
    def spares(self) -> Mapping[CardNo, int]:
        """Copies beyond one of each number, all finishes together."""
        return spares(self.owned)


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """One step in a card's life: `change` copies, and a sentence (`Pulled in pack 12`, `Lost to Bo`)."""

    entry: str
    happened: dt.date
    kind: EntryKind
    change: int
    sentence: str
    voided: bool
    held: int = 0
    """Copies after it, in the order in which things happened."""
    note: str = ""


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


def spares(owned: Mapping[CardNo, int]) -> Mapping[CardNo, int]:
    """Give the copies beyond one of each number, numbers without any left out."""
    return {number: copies - 1 for number, copies in owned.items() if copies > 1}


def open_binder(book: Book, collector: str | None = None, *, on: dt.date | None = None) -> Binder:
    """Read the binder of `collector` (None: the one in use), as it is now or as it was at the end of the day `on`."""
    with book.reading() as unit:
        account = current(unit, collector)
        catalogue = unit.cards.catalogue()
        holdings = unit.ledger.holdings(account) if on is None else unit.ledger.holdings_on(account, on)
        counted: Counter[CardNo] = Counter()
        for copies in holdings:
            counted[copies.number] += copies.quantity
        owned = dict(counted)
        marks = unit.marks.all(account)
        known = known_of(unit, account, owned)
    tribes: dict[str, list[Card]] = {}
    for card in sorted(catalogue, key=lambda card: (card.tribe, card.number)):
        tribes.setdefault(card.tribe, []).append(card)
    return Binder(
        account,
        catalogue,
        holdings,
        owned,
        completion(catalogue, owned),
        {level: completion((card for card in catalogue if card.level is level), owned) for level in Level},
        {family: completion((card for card in catalogue if card.family is family), owned) for family in Family},
        {tribe: completion(cards, owned) for tribe, cards in tribes.items()},
        frozenset(card.tribe for card in catalogue if "tribe" not in card.confirmed),
        marks,
        known,
        on,
    )


def life(
    book: Book, number: CardNo, collector: str | None = None, *, latest: int | None = None
) -> tuple[Card, tuple[LifeEvent, ...]]:
    """Tell what became of the collector's copies of a card, oldest first, or (`latest`) only so many last steps.

    What happened before those is not looked at, so a card lost earlier than that is won, not won back. Raises Refused
    for a number that is none.
    """
    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
        reasons = unknown(catalogue, [number])
        if reasons:
            raise Refused(*reasons)
        account = current(unit, collector)
        entries = unit.ledger.entries(account, number=number, limit=latest)
        owned = unit.ledger.owned(account).get(number, 0)
        pulls = (entry.reverses or entry.id for entry in entries if entry.kind in (EntryKind.PULL, EntryKind.VOID))
        packs = unit.packs.numbers(pulls)
    by_id = {entry.id: entry for entry in entries}
    before = owned - sum(_change(entry, number, account) for entry in entries)
    return catalogue[number], tuple(_told(reversed(entries), number, account, by_id, packs, before))


def life_log(card: Card, events: Iterable[LifeEvent]) -> str:
    """Write a card's life down as text that can be kept: a line for each step, and what is left of it today."""
    told = tuple(events)
    lines = [f"{card.number} {plain(card.name)}{'' if 'name' in card.confirmed else f' {STAND_IN_MARK}'}", ""]
    for event in told:
        voided = " (taken back)" if event.voided else ""
        lines.append(f"{event.happened.isoformat()}  {event.change:+d}  {plain(event.sentence)}{voided}")
        if event.note:
            lines.append(f"                {plain(event.note)}")
    lines += [""] if told else []
    lines.append(f"Copies now: {told[-1].held}" if told else "Never owned.")
    return "\n".join(lines) + "\n"


def _told(
    entries: Iterable[Entry],
    number: CardNo,
    collector: Account,
    by_id: Mapping[EntryId, Entry],
    packs: Mapping[EntryId, int],
    held: int,
) -> Iterator[LifeEvent]:
    """Tell entries from the oldest on; an ante won from somebody who had won the card before is won back.

    `packs` are the running numbers of packs, and `held` copies were there before the first entry.
    """
    lost: Counter[str] = Counter()
    for entry in entries:
        change = _change(entry, number, collector)
        held += change
        sentence = _told_void(entry, number, collector, by_id, packs) or _sentence(entry, number, collector, packs)
        if entry.kind is EntryKind.ANTE:
            other = _other(entry, number, collector)
            if change > 0 and lost[other] > 0:
                sentence = sentence.replace("Won from", "Won back from", 1)
            if entry.voided_by is None:
                lost[other] = max(0, lost[other] - change)
        yield LifeEvent(
            entry.id, entry.happened, entry.kind, change, sentence, entry.voided_by is not None, held, entry.note
        )


def _told_void(
    entry: Entry, number: CardNo, collector: Account, by_id: Mapping[EntryId, Entry], packs: Mapping[EntryId, int]
) -> str | None:
    if entry.kind is not EntryKind.VOID:
        return None
    taken_back = by_id.get(entry.reverses or "")
    if taken_back is None:
        return "Taken back"
    told = _sentence(taken_back, number, collector, packs)
    return f"Taken back: {told[0].lower()}{told[1:]}"


def _change(entry: Entry, number: CardNo, collector: Account) -> int:
    gained = 0
    for movement in entry.movements:
        if movement.copies.number == number:
            gained += movement.copies.quantity * (
                (movement.target.id == collector.id) - (movement.source.id == collector.id)
            )
    return gained


def _sentence(entry: Entry, number: CardNo, collector: Account, packs: Mapping[EntryId, int]) -> str:
    if entry.id in packs:
        return f"Pulled in pack {packs[entry.id]}"
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
