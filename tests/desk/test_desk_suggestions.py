"""Suggestions at the desk: from real books, with keepsakes, sleeves and hands to be left whole."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import CardNo, Copies, Level
from collection.desk.collectors import add
from collection.desk.hands import new_hand
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.desk.suggestions import Wishes, fill_hand, suggest, suggest_all
from collection.errors import HandRefused, NotUnderstood
from collection.hands.advice import By
from collection.lab.strength import Watch
from collection.ledger.mark import MarkKind
from collection.ledger.price import Price
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


def test_every_way_of_suggesting_gives_a_legal_hand_by_its_reasons(owning: Book, now: dt.datetime) -> None:
    for by in (By.SPLIT, By.STAKE, By.DRAW):
        told = suggest(owning, None, by, Wishes(must=(33, 4), never=(1, 2)))
        assert {33, 4} <= set(told.cards)
        assert {1, 2}.isdisjoint(told.cards)
        assert new_hand(owning, None, by.value, told.cards, now).faults == ()
        assert all(pick.why for pick in told.picks)
        assert {one.card for one in told.stake.cards} == set(told.cards)


def test_a_draw_is_the_same_for_a_seed_and_another_for_another(owning: Book) -> None:
    drawn = {suggest(owning, None, By.DRAW, seed=seed).cards for seed in (7, 7, 8, 9)}
    assert len(drawn) == 3
    add(owning, "Ben")
    with pytest.raises(HandRefused):
        suggest(owning, "Ben", By.DRAW)


def test_the_cheapest_stake_goes_by_the_values_in_the_book(owning: Book) -> None:
    before = suggest(owning, None, By.STAKE)
    assert set(range(1, 11)) & set(before.cards), "cards with a spare copy come first"
    with owning.writing() as unit:
        account = unit.accounts.find("Ann")
        assert account is not None
        unit.values.set(account, Level.I, Price("EUR", 5))
        cheap = [number for number in before.cards if unit.cards.catalogue()[number].level is Level.I]
        for number in cheap:
            unit.values.set(account, number, Price("EUR", 500))
    after = suggest(owning, None, By.STAKE)
    assert set(cheap).isdisjoint(after.cards)
    assert sum(after.stake.worth.values()) == 6 * 5


def test_the_strongest_is_told_by_games_beside_the_saved_hands_that_the_wishes_allow(
    owning: Book, now: dt.datetime
) -> None:
    new_hand(owning, None, "Dockside", range(5, 19), now)
    new_hand(owning, None, "Pier", range(1, 15), now)
    new_hand(owning, None, "Broken", range(100, 114), now)
    told = suggest(owning, None, By.STRENGTH, Wishes(never=(1,)), games=640, seed=5)
    assert told.found is not None
    assert told.found.score is not None
    assert told.found.games == 640
    assert told.found.score.low < told.found.score.score < told.found.score.high
    assert told == suggest(owning, None, By.STRENGTH, Wishes(never=(1,)), games=640, seed=5)
    assert "Dockside" in {one.name for one, _ in told.found.compared}
    (note,) = told.notes
    assert '"Pier"' in note
    assert "Broken" not in note
    with pytest.raises(NotUnderstood):
        suggest(owning, None, By.STRENGTH, games=10)


def test_all_three_are_compared_with_one_another_and_can_be_cut_short(owning: Book) -> None:
    split, cheapest, strongest = suggest_all(owning, None, games=640)
    assert (split.by, cheapest.by, strongest.by) == (By.SPLIT, By.STAKE, By.STRENGTH)
    assert strongest.found is not None
    assert {split.cards, cheapest.cards, strongest.cards} <= {one.cards for one, _ in strongest.found.compared}
    *_, cut = suggest_all(owning, None, games=640, watch=Watch(stop=lambda: True))
    assert cut.found is not None
    assert cut.found.cut_short
    assert cut.cards == split.cards


def test_what_is_impossible_is_said_at_once(owning: Book, now: dt.datetime) -> None:
    new_hand(owning, None, "Dockside", range(20, 34), now)
    with pytest.raises(HandRefused) as refused:
        suggest(owning, None, By.SPLIT, Wishes(must=(1, 21, 99), never=(1,), leave=("Dockside", "Pier")))
    assert len(refused.value.reasons) == 4
