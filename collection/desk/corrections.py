"""Corrections shared between owners: nothing that is confirmed here is overwritten unasked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from collection.catalogue.card import Card, CardNo
from collection.errors import Refused
from collection.interchange.corrections import read_corrections, write_csv, write_yaml
from collection.interchange.whole import ConfirmedCard, confirmed_cards
from collection.store.book import Book, Unit


@dataclass(frozen=True, slots=True)
class Difference:
    """One field of a card that is here as `mine` and in a file as `theirs`."""

    card: Card
    field: str
    mine: str | int | None
    """The value here: a stand-in, or for a conflict what somebody here has confirmed."""
    theirs: str | int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a file of corrections says beside what is confirmed here, and what that was computed from."""

    new: tuple[Difference, ...]
    """What nobody here has confirmed; taken over."""
    conflicts: tuple[Difference, ...]
    """What is confirmed here otherwise; kept, unless it is said to be given up."""
    same: int
    """Fields that are confirmed here with the same value."""
    said: tuple[ConfirmedCard, ...]
    seen: tuple[Card, ...]
    """The cards in question as they were here."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a file of corrections has changed, and what it has not."""

    taken: tuple[Difference, ...]
    kept: tuple[Difference, ...]


def export_corrections(book: Book, *, as_csv: bool) -> str:
    """Write all confirmed fields, as YAML or as CSV."""
    with book.reading() as unit:
        cards = confirmed_cards(unit.cards.catalogue())
    return write_csv(cards) if as_csv else write_yaml(cards)


def compare_corrections(book: Book, text: str) -> Comparison:
    """Say what a file of corrections would do. Raises NotUnderstood with every fault of the file."""
    with book.reading() as unit:
        return _compared(unit, read_corrections(text, unit.cards.catalogue()))


def take_corrections(
    book: Book, comparison: Comparison, *, take_theirs: bool = False, take: Collection[CardNo] = ()
) -> Corrected:
    """Take over what is new, and of the conflicts those of the cards in `take`, or all (`take_theirs`).

    Raises Refused when a card of the file has changed here since the comparison, or `take` names a card without a
    conflict.
    """
    conflicting = {one.card.number for one in comparison.conflicts}
    strangers = sorted(set(take) - conflicting)
    if strangers:
        raise Refused(*(f"Card {number} has no conflict: nothing of it is to be given up." for number in strangers))
    with book.writing() as unit:
        if _compared(unit, comparison.said) != comparison:
            raise Refused("The cards have changed here since you looked. Nothing was taken over; look at it again.")
        given_up = tuple(one for one in comparison.conflicts if take_theirs or one.card.number in take)
        taken = (*comparison.new, *given_up)
        for one in taken:
            unit.cards.correct(one.card.number, {one.field: one.theirs})
        return Corrected(taken, tuple(one for one in comparison.conflicts if one not in given_up))


def _compared(unit: Unit, said: tuple[ConfirmedCard, ...]) -> Comparison:
    catalogue = unit.cards.catalogue()
    new: list[Difference] = []
    conflicts: list[Difference] = []
    same = 0
    for one in said:
        card = catalogue[one.number]
        for field, theirs in one.fields.items():
            mine = getattr(card, field)
            if field not in card.confirmed:
                new.append(Difference(card, field, mine, theirs))
            elif mine != theirs:
                conflicts.append(Difference(card, field, mine, theirs))
            else:
                same += 1
    return Comparison(tuple(new), tuple(conflicts), same, said, tuple(catalogue[one.number] for one in said))
