"""A hand goes back and forth through its versions, and a sleeved one keeps its copies to itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.desk.hands import (
    archive_hand,
    change_hand,
    copy_hand,
    hand,
    hand_history,
    hands,
    new_hand,
    redo_hand,
    restore_hand,
    sleeve_hand,
    undo_hand,
)
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.errors import CollectionError, HandRefused
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]
HAND = tuple(range(1, 15))


@pytest.fixture
def owning(book: Book, say: Say, now: dt.datetime) -> Book:
    log_pack(book, "Ann", [Copies(number) for number in (*HAND, 14, 20, 21)], say("p"))
    new_hand(book, "Ann", "Dock", HAND, now)
    return book


def test_undo_and_redo_walk_back_and_forth_and_a_new_change_cuts_nothing_off(owning: Book, now: dt.datetime) -> None:
    second, third = (*HAND[:13], 20), (*HAND[:13], 21)
    change_hand(owning, None, "Dock", second, now)
    assert undo_hand(owning, None, "dock", now).hand.cards == HAND
    assert redo_hand(owning, None, "Dock", now).hand.cards == second
    undo_hand(owning, None, "Dock", now)
    change_hand(owning, None, "Dock", third, now)
    assert undo_hand(owning, None, "Dock", now).hand.cards == HAND
    # The newest child, not the older one; that is there all the same.
    assert redo_hand(owning, None, "Dock", now).hand.cards == third
    assert restore_hand(owning, None, "Dock", 2, now).hand.cards == second
    found = hand_history(owning, None, "Dock")
    assert found.hand.version == 2
    assert [(one.parent, one.cards) for one in found.versions] == [(None, HAND), (1, second), (1, third)]


def test_what_cannot_be_gone_to_is_refused_and_changes_nothing(
    owning: Book, now: dt.datetime, contents: Contents
) -> None:
    before = contents(owning)
    refused: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: undo_hand(owning, None, "Dock", now), "nothing to undo"),
        (lambda: redo_hand(owning, None, "Dock", now), "nothing to redo"),
        (lambda: restore_hand(owning, None, "Dock", 2, now), "no version 2"),
        (lambda: restore_hand(owning, None, "Quay", 1, now), "no hand called"),
        (lambda: undo_hand(owning, None, "Quay", now), "no hand called"),
        (lambda: sleeve_hand(owning, None, "Quay"), "no hand called"),
        (lambda: hand_history(owning, "Nobody", "Dock"), "No collector"),
    )
    for act, words in refused:
        with pytest.raises(CollectionError, match=words):
            act()
        assert contents(owning) == before


def test_a_copy_begins_a_history_of_its_own(owning: Book, now: dt.datetime) -> None:
    change_hand(owning, None, "Dock", (1, 2), now)
    copied = copy_hand(owning, None, "Dock", "Quay", now)
    assert [one.cards for one in hand_history(owning, None, "Quay").versions] == [(1, 2)]
    assert copied.hand.version == 1


def test_cards_of_a_sleeved_hand_are_tied_up_for_others_and_make_them_no_less_legal(
    owning: Book, now: dt.datetime
) -> None:
    copy_hand(owning, None, "Dock", "Quay", now)
    assert hand(owning, None, "Quay").tied == ()
    sleeved = sleeve_hand(owning, None, "Dock")
    assert sleeved.hand.sleeved
    # Its own copies are there for itself.
    assert sleeved.tied == ()
    other = hand(owning, None, "Quay")
    assert other.faults == ()
    # There are two copies of 14.
    assert [one.card for one in other.tied] == list(HAND[:13])
    assert {one.hands for one in other.tied} == {("Dock",)}
    assert [len(checked.tied) for checked in hands(owning)] == [0, 13]
    sleeve_hand(owning, None, "Dock", sleeved=False)
    assert hand(owning, None, "Quay").tied == ()
    sleeve_hand(owning, None, "Dock")
    archive_hand(owning, None, "Dock", now)
    assert hand(owning, None, "Quay").tied == ()


def test_a_sleeved_hand_of_somebody_else_ties_up_nothing(owning: Book, say: Say, now: dt.datetime) -> None:
    log_pack(owning, "Ben", [Copies(number) for number in HAND], say("q"))
    new_hand(owning, "Ben", "Dock", HAND, now)
    sleeve_hand(owning, "Ben", "Dock")
    assert hand(owning, "Ann", "Dock").tied == ()


def test_of_two_windows_that_undo_only_one_goes_on(owning: Book, now: dt.datetime) -> None:
    change_hand(owning, None, "Dock", (1, 2), now)
    with owning.reading() as unit:
        (seen,) = unit.hands.all(unit.accounts.by_id(4))
    undo_hand(owning, None, "Dock", now)
    with pytest.raises(HandRefused, match="another window"), owning.writing() as unit:
        unit.hands.change(seen, (3,), now)
    assert hand(owning, None, "Dock").hand.cards == HAND
