"""Marks at the desk: keepsakes, wishes and offers, one's own and what a rival looks for and has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.desk.cards import known_cards
from collection.desk.collectors import current, current_for_writing
from collection.desk.people import partner, somebody
from collection.errors import NotUnderstood
from collection.hands.keepsakes import StakeWarning, ante_warnings, stake_warnings
from collection.ledger.entry import Account
from collection.ledger.mark import Mark, MarkKind
from collection.ledger.match import Match, Stakes
from collection.store.book import Book, Unit
from collection.text import clean_note

__all__ = ["MarkLine", "StakeWarning", "keepsakes", "mark", "marks", "unmark", "warnings_before", "warnings_of"]


@dataclass(frozen=True, slots=True)
class MarkLine:
    """A mark on a card; `new` says whether an act changed it: set for the first time, or taken away."""

    mark: Mark
    card: Card
    owned: int
    """Copies that the collector at the desk owns, whosever the mark is."""
    new: bool = False


def mark(
    book: Book,
    collector: str | None,
    kind: MarkKind,
    cards: Sequence[CardNo],
    *,
    whose: str | None = None,
    note: str | None = None,
) -> tuple[MarkLine, ...]:
    """Put a mark on cards, one's own or (`whose`) a rival's: a wish is what they look for, an offer what they have.

    Said again it changes nothing but the note, and that only where one is given. A keepsake is always one's own: raises
    NotUnderstood for somebody else's. Raises LedgerRefused for numbers that are no cards.
    """
    _refuse_others_keepsake(kind, whose)
    kept = None if note is None else clean_note(note)
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        known_cards(catalogue, *cards)
        me = current_for_writing(unit, collector)
        account = me if whose is None else partner(unit, me, whose)
        before = {one.number: one.note for one in unit.marks.all(account, kind)}
        new = {
            number: unit.marks.set(account, number, kind, before.get(number, "") if kept is None else kept)
            for number in dict.fromkeys(cards)
        }
        owned = unit.ledger.owned(me)
        return tuple(
            MarkLine(one, catalogue[one.number], owned.get(one.number, 0), new[one.number])
            for one in _by_number(unit.marks.all(account, kind))
            if one.number in new
        )


def unmark(
    book: Book, collector: str | None, kind: MarkKind, cards: Sequence[CardNo], *, whose: str | None = None
) -> tuple[MarkLine, ...]:
    """Take a mark off cards; where there was none, nothing happens and `new` is false.

    Raises LedgerRefused for numbers that are no cards, and Refused, naming the closest, for a rival nobody knows.
    """
    _refuse_others_keepsake(kind, whose)
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        known_cards(catalogue, *cards)
        me = current(unit, collector)
        account = me if whose is None else somebody(unit, whose)
        there = {one.number: one for one in unit.marks.all(account, kind)}
        owned = unit.ledger.owned(me)
        return tuple(
            MarkLine(
                there.get(number, Mark(account, number, kind)),
                catalogue[number],
                owned.get(number, 0),
                number in there and unit.marks.clear(account, number, kind),
            )
            for number in sorted(set(cards))
        )


def marks(
    book: Book, collector: str | None = None, *, kind: MarkKind | None = None, whose: str | None = None
) -> tuple[MarkLine, ...]:
    """Give marks by kind and number, one's own or (`whose`) a rival's.

    Raises Refused, naming the closest, for a rival nobody knows.
    """
    with book.reading() as unit:
        me = current(unit, collector)
        account = me if whose is None else somebody(unit, whose)
        catalogue, owned = unit.cards.catalogue(), unit.ledger.owned(me)
        found = unit.marks.all(account, kind)
    kinds = list(MarkKind)
    ordered = sorted(found, key=lambda one: (kinds.index(one.kind), one.number))
    return tuple(MarkLine(one, catalogue[one.number], owned.get(one.number, 0)) for one in ordered)


def keepsakes(unit: Unit, collector: Account) -> frozenset[CardNo]:
    """Give the numbers that `collector` means never to stake."""
    return frozenset(one.number for one in unit.marks.all(collector, MarkKind.KEEPSAKE))


def warnings_before(book: Book, collector: str | None, cards: Sequence[CardNo]) -> tuple[StakeWarning, ...]:
    """Give a warning for every keepsake among the cards of a hand that is being built."""
    with book.reading() as unit:
        account = current(unit, collector)
        return stake_warnings(cards, unit.cards.catalogue(), unit.ledger.owned(account), keepsakes(unit, account))


def warnings_of(book: Book, collector: str | None, match: Match) -> tuple[StakeWarning, ...]:
    """Give a warning for every keepsake that the collector brings to a match for keeps; for a friendly one none."""
    with book.reading() as unit:
        account = current(unit, collector)
        seat = match.seat_of(account)
        if seat is None or match.stakes is not Stakes.KEEPS:
            return ()
        hand = match.seats[seat].hand
        return stake_warnings(hand, unit.cards.catalogue(), unit.ledger.owned(account), keepsakes(unit, account))


def warnings_of_ante(unit: Unit, catalogue: Catalogue, match: Match, seat: int) -> tuple[StakeWarning, ...]:
    """Give a warning when the ante of `seat` in a game for keeps was a keepsake."""
    sitter = match.seats[seat]
    if sitter.account is None or match.stakes is not Stakes.KEEPS:
        return ()
    owned = unit.ledger.owned(sitter.account)
    return ante_warnings(sitter.ante, catalogue, owned, keepsakes(unit, sitter.account))


def _refuse_others_keepsake(kind: MarkKind, whose: str | None) -> None:
    if kind is MarkKind.KEEPSAKE and whose is not None:
        raise NotUnderstood("A keepsake is a card of your own: a rival is marked with a wish or an offer.")


def _by_number(found: Sequence[Mark]) -> list[Mark]:
    return sorted(found, key=lambda one: one.number)
