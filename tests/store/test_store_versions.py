"""Versions of a hand: a tree in which undo and redo walk, and of which nothing is ever lost."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Level
from collection.errors import HandRefused, LedgerRefused, Refused
from collection.hands.hand import HandVersion
from collection.hands.values import Values
from collection.ledger.entry import Account
from collection.ledger.price import Price
from collection.store.book import Book


def test_a_hand_begins_with_its_first_version_and_every_change_is_a_child(
    book: Book, ada: Account, now: dt.datetime
) -> None:
    later = now + dt.timedelta(minutes=5)
    with book.writing() as unit:
        hand = unit.hands.create(ada, "Dock", [1, 2], now)
        changed = unit.hands.change(hand, [1, 2, 2], later, because="match-1")
        back = unit.hands.go_to(changed, 1, later)
        branch = unit.hands.change(back, [9], later)
    assert (hand.version, changed.version, back.version, branch.version) == (1, 2, 1, 3)
    assert (back.cards, branch.cards) == ((1, 2), (9,))
    with book.reading() as unit:
        assert unit.hands.find(ada, "Dock") == branch
        assert unit.hands.versions(branch) == (
            HandVersion(1, None, now, (1, 2)),
            HandVersion(2, 1, later, (1, 2, 2), "match-1"),
            HandVersion(3, 1, later, (9,)),
        )
        assert unit.ledger.audit() == ()


def test_the_same_cards_again_are_no_version_and_do_not_touch_the_hand(
    book: Book, ada: Account, now: dt.datetime
) -> None:
    with book.writing() as unit:
        hand = unit.hands.create(ada, "Dock", [1, 2], now)
        assert unit.hands.change(hand, [1, 2], now + dt.timedelta(1), because="m") == hand
        assert len(unit.hands.versions(hand)) == 1
        assert unit.whole.hands()[0].changed == now
        assert unit.hands.change(hand, [2, 1], now).version == 2


def test_nobody_goes_to_a_version_of_a_hand_that_is_not_as_it_was_seen(
    book: Book, ada: Account, now: dt.datetime
) -> None:
    with book.writing() as unit:
        hand = unit.hands.create(ada, "Dock", [1, 2], now)
        changed = unit.hands.change(hand, [3], now)
        with pytest.raises(HandRefused, match="another window"):
            unit.hands.go_to(hand, 1, now)
        with pytest.raises(HandRefused, match="another window"):
            unit.hands.change(hand, [3], now)
        # The same cards, and yet another place in the tree: undo would go elsewhere from there.
        again = unit.hands.change(changed, [1, 2], now)
        assert again.cards == hand.cards
        with pytest.raises(HandRefused, match="another window"):
            unit.hands.go_to(hand, 2, now)
        for number in (0, -1, 4, 2**70):
            with pytest.raises(HandRefused, match=r"versions are 1 to 3\."):
                unit.hands.go_to(again, number, now)
        put_away = unit.hands.archive(again, now)
        with pytest.raises(HandRefused, match="not in use"):
            unit.hands.go_to(put_away, 1, now)
        assert len(unit.hands.versions(put_away)) == 3


def test_a_reason_is_an_id_or_nothing_is_written(book: Book, ada: Account, now: dt.datetime) -> None:
    with book.writing() as unit:
        hand = unit.hands.create(ada, "Dock", [1, 2], now)
    with pytest.raises(LedgerRefused), book.writing() as unit:
        unit.hands.change(hand, [1], now, because="for fun")
    with book.reading() as unit:
        assert unit.hands.find(ada, "Dock") == hand
        assert unit.ledger.audit() == ()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(st.integers(1, 6), st.lists(st.integers(1, 4), max_size=3)), max_size=10))
def test_whatever_is_changed_and_gone_to_every_version_stays_as_it_was(
    book: Book, ada: Account, now: dt.datetime, steps: list[int | list[int]]
) -> None:
    with book.writing() as unit:
        before = unit.hands.find(ada, "Dock")
        if before is not None:
            unit.hands.archive(before, now)
        hand = unit.hands.create(ada, "Dock", [1], now)
        told: list[tuple[int | None, tuple[int, ...]]] = [(None, (1,))]
        for step in steps:
            if isinstance(step, int):
                if step <= len(told):
                    hand = unit.hands.go_to(hand, step, now)
                    assert hand.version == step
            else:
                parent, same = hand.version, hand.cards == tuple(step)
                hand = unit.hands.change(hand, step, now)
                if not same:
                    told.append((parent, tuple(step)))
                    assert hand.version == len(told)
            assert hand.cards == told[hand.version - 1][1]
            assert unit.hands.find(ada, "Dock") == hand
        kept = unit.hands.versions(hand)
        assert [(one.parent, one.cards) for one in kept] == told
        assert [one.number for one in kept] == list(range(1, len(told) + 1))
        assert unit.ledger.audit() == ()


def test_a_sleeve_is_on_the_hand_until_it_is_taken_off_or_put_away(book: Book, ada: Account, now: dt.datetime) -> None:
    with book.writing() as unit:
        hand = unit.hands.create(ada, "Dock", [1, 2], now)
        sleeved = unit.hands.sleeve(hand, True)
        assert sleeved == replace(hand, sleeved=True)
        assert unit.hands.sleeve(sleeved, True) == sleeved
        changed = unit.hands.change(sleeved, [3], now)
        assert changed.sleeved
        assert unit.hands.all(ada) == (changed,)
        assert unit.hands.sleeve(changed, False) == replace(changed, sleeved=False)
        put_away = unit.hands.archive(unit.hands.sleeve(changed, True), now)
        assert not put_away.sleeved
        with pytest.raises(HandRefused, match="not in use"):
            unit.hands.sleeve(put_away, True)


def test_values_are_ones_own_by_card_and_by_level_and_are_set_and_cleared(
    book: Book, ada: Account, cy: Account
) -> None:
    with book.writing() as unit:
        assert unit.values.all(ada) == Values({}, {})
        assert unit.values.set(ada, 45, Price("EUR", 250))
        assert not unit.values.set(ada, 45, Price("$", 0))
        assert unit.values.set(ada, 3, Price("", 5))
        # Level III and card 3 are two things, though a Level is a number too.
        assert unit.values.set(ada, Level.III, Price("EUR", 100))
        assert unit.values.all(ada) == Values({3: Price("", 5), 45: Price("$", 0)}, {Level.III: Price("EUR", 100)})
        assert unit.values.all(cy) == Values({}, {})
        assert unit.values.clear(ada, 3)
        assert not unit.values.clear(ada, 3)
        assert not unit.values.clear(cy, Level.III)
        assert unit.values.all(ada) == Values({45: Price("$", 0)}, {Level.III: Price("EUR", 100)})
        with pytest.raises(Refused, match="no card 121"):
            unit.values.set(ada, 121, Price("EUR", 1))
