"""Suggestions at the desk: from real books, with keepsakes, sleeves and hands to be left whole."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import CardNo, Copies
from collection.desk.hands import new_hand
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.desk.suggestions import fill_hand
from collection.errors import HandRefused
from collection.ledger.mark import MarkKind
from collection.store.book import Book

Say = Callable[..., Said]


@pytest.fixture
def owning(book: Book, say: Say) -> Book:
    """A book of Ann's with two copies of 1 to 10 and one of 11 to 40."""
    log_pack(book, "Ann", [Copies(number, quantity=2 if number <= 10 else 1) for number in range(1, 41)], say("p"))
    return book


def sleeve(book: Book, name: str) -> None:
    with book.writing() as unit:
        account = unit.accounts.find("Ann")
        assert account is not None
        hand = unit.hands.find(account, name)
        assert hand is not None
        unit.hands.sleeve(hand, True)


def filled(book: Book, cards: list[CardNo], **more: object) -> set[CardNo]:
    return {pick.card for pick in fill_hand(book, None, cards, **more)}  # type: ignore[arg-type]


def test_a_hand_is_filled_up_and_keeps_what_is_in(owning: Book) -> None:
    picks = fill_hand(owning, None, [40, 3, 77])
    assert [pick.card for pick in picks[:3]] == [40, 3, 77]
    assert len({pick.card for pick in picks}) == 14
    assert {pick.card for pick in picks[3:]} <= set(range(1, 41))


def test_a_full_hand_is_not_filled(owning: Book) -> None:
    with pytest.raises(HandRefused, match="is full"):
        fill_hand(owning, None, range(1, 15))


def test_sleeved_hands_hands_to_leave_keepsakes_and_named_cards_are_not_touched(owning: Book, now: dt.datetime) -> None:
    new_hand(owning, None, "Dockside", range(5, 16), now)
    new_hand(owning, None, "Pier", range(16, 19), now)
    mark(owning, None, MarkKind.KEEPSAKE, [20])
    sleeve(owning, "Dockside")
    inside = filled(owning, [1], never=[21], leave=["pier"])
    # Of 5 to 10 there is a second copy.
    assert inside.isdisjoint({*range(11, 19), 20, 21})
    assert inside & set(range(11, 16)) == set()
    # Its own copies are free to the hand that is being filled.
    assert filled(owning, [1], never=range(19, 41), leave=["Pier"], editing="Dockside") & set(range(11, 16))


def test_every_hand_that_is_not_there_is_said(owning: Book, now: dt.datetime) -> None:
    new_hand(owning, None, "Dockside", range(5, 16), now)
    with pytest.raises(HandRefused) as refused:
        fill_hand(owning, None, [], leave=["Docksde", "Nowhere"])
    assert len(refused.value.reasons) == 2
