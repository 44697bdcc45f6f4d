"""Two hands, or two versions of hands, laid side by side at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.desk.collectors import current
from collection.desk.hands import history_of, named_hand
from collection.desk.worth import Grounds, Worth, grounds_of
from collection.errors import HandRefused
from collection.hands.comparing import Compared, compare
from collection.hands.hand import Hand
from collection.store.book import Book, Unit
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class Side:
    """A hand as it is, or as it was in one of its versions, judged by what is owned now."""

    hand: Hand
    version: int
    cards: tuple[CardNo, ...]
    worth: Worth


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides, and what they share."""

    grounds: Grounds
    here: Side
    there: Side
    levels: tuple[Compared, ...]


def compare_hands(
    book: Book,
    collector: str | None,
    name: str,
    other: str,
    *,
    version: int | None = None,
    other_version: int | None = None,
) -> Comparison:
    """Lay two saved hands side by side, each as it is now or as in one of its versions.

    Both may be the same hand. Raises HandRefused when there is no such hand, naming the closest names, or no such
    version of it.
    """
    with book.reading() as unit:
        found = grounds_of(unit, current(unit, collector))
        here, there = _side(unit, found, name, version), _side(unit, found, other, other_version)
    return Comparison(found, here, there, compare(here.cards, there.cards, found.catalogue))


def _side(unit: Unit, found: Grounds, name: str, version: int | None) -> Side:
    history = history_of(unit, named_hand(unit, found.collector, name))
    hand, number = history.hand, history.hand.version if version is None else version
    kept = next((each for each in history.versions if each.number == number), None)
    if kept is None:
        last = len(history.versions)
        raise HandRefused(f"{quoted(hand.name)} has no version {number}: its versions are 1 to {last}.")
    return Side(hand, number, kept.cards, found.worth(kept.cards, hand))
