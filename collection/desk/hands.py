"""Saved hands at the desk."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.hands.hand import Hand, HandFault
from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class CheckedHand:
    """A saved hand with every reason why it is not legal; none when it is."""

    hand: Hand
    faults: tuple[HandFault, ...]


def new_hand(book: Book, collector: str | None, name: str, cards: Sequence[CardNo], now: dt.datetime) -> CheckedHand:
    """Save a new hand, legal or not. Raises HandRefused when the name is in use."""
    raise NotImplementedError


def change_hand(book: Book, collector: str | None, name: str, cards: Sequence[CardNo], now: dt.datetime) -> CheckedHand:
    """Give a saved hand other cards."""
    raise NotImplementedError


def hand(book: Book, collector: str | None, name: str) -> CheckedHand:
    """Give a hand in use. Raises HandRefused, naming the closest names, when there is none."""
    raise NotImplementedError


def hands(book: Book, collector: str | None = None, *, archived: bool = False) -> tuple[CheckedHand, ...]:
    """Give the collector's hands, by name."""
    raise NotImplementedError


def copy_hand(book: Book, collector: str | None, name: str, to: str, now: dt.datetime) -> CheckedHand:
    """Save a copy of a hand under another name."""
    raise NotImplementedError


def rename_hand(book: Book, collector: str | None, name: str, to: str) -> CheckedHand:
    """Call a hand otherwise."""
    raise NotImplementedError


def archive_hand(book: Book, collector: str | None, name: str, now: dt.datetime) -> Hand:
    """Put a hand away; no history is lost."""
    raise NotImplementedError


def suggest_hand(book: Book, collector: str | None, seed: int | None = None) -> tuple[CardNo, ...]:
    """Draw a legal hand from the owned cards, near the beginners' split. Raises HandRefused for too few cards."""
    raise NotImplementedError
