"""Undo and redo of a hand being built: within the edits, and on past the saved hand into its versions."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from collection.hands.hand import HandVersion
from collection.tui.hands_edits import Edits

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
HANDS = st.lists(st.integers(1, 120), max_size=16).map(tuple)


def version(number: int, parent: int | None, *cards: int) -> HandVersion:
    return HandVersion(number, parent, NOON, cards)


@given(HANDS, st.lists(HANDS, max_size=12))
def test_undo_goes_back_through_every_change_and_redo_forth_again(
    saved: tuple[int, ...], line: list[tuple[int, ...]]
) -> None:
    edits, seen = Edits(saved), [saved]
    for cards in line:
        if edits.change(cards):
            seen.append(cards)
    for cards in reversed(seen[:-1]):
        assert edits.undo().cards == edits.cards == cards
    assert not edits.can_undo
    for cards in seen[1:]:
        assert edits.redo().cards == edits.cards == cards
    assert not edits.can_redo


def test_a_change_cuts_off_what_could_be_done_again() -> None:
    edits = Edits((1,))
    edits.change((1, 2))
    edits.undo()
    edits.change((1, 3))
    assert not edits.can_redo
    edits.undo()
    assert edits.cards == (1,)


def test_the_same_cards_are_no_change() -> None:
    edits = Edits((1, 2))
    assert not edits.change((1, 2))
    assert not edits.can_undo


def test_a_draft_is_undone_to_the_saved_hand_and_on_into_its_versions() -> None:
    edits = Edits((1, 2, 3), (1, 2, 4))
    edits.remember([version(1, None, 1), version(2, 1, 1, 2), version(3, 2, 1, 2, 3)], 3)
    found = [edits.undo() for _ in range(3)]
    assert [step.cards for step in found] == [(1, 2, 3), (1, 2), (1,)]
    assert [step.version.number if step.version else None for step in found] == [None, 2, 1]
    assert not edits.can_undo


def test_versions_that_are_read_after_the_first_change_come_before_it() -> None:
    edits = Edits((1, 2))
    edits.change((5,))
    edits.remember([version(1, None, 1), version(2, 1, 1, 2), version(3, 2, 9)], 2)
    assert not edits.can_redo, "a change was made: version 3 is not behind it"
    assert [edits.undo().cards for _ in range(2)] == [(1, 2), (1,)]


def test_redo_goes_forth_into_the_newest_version_that_was_made_of_the_saved_one() -> None:
    edits = Edits((1,))
    edits.remember([version(1, None, 1), version(2, 1, 2), version(3, 1, 3), version(4, 3, 4)], 1)
    assert [edits.redo().cards for _ in range(2)] == [(3,), (4,)]
    assert not edits.can_redo


def test_a_version_that_is_not_there_changes_nothing() -> None:
    edits = Edits((1,))
    edits.remember([], 1)
    assert not edits.can_undo
    assert not edits.can_redo


def test_a_locked_card_comes_back_locked_by_undo_and_free_when_it_is_chosen_anew() -> None:
    edits = Edits((1, 2), locked=(2,))
    edits.change((1,))
    assert edits.locks == frozenset()
    edits.undo()
    edits.lock(1)
    assert edits.locks == {1, 2}
    edits.change((1,))
    edits.change((1, 2))
    assert edits.locks == {1}


def test_a_lock_keeps_the_last_copy_and_lets_a_double_go() -> None:
    edits = Edits((7, 1, 7, 2), locked=(7,))
    assert edits.without(7, every=False) == (1, 7, 2)
    assert edits.without(7, every=True) is None
    edits.change((7, 1, 2))
    assert edits.without(7, every=False) is None
    assert edits.without(1, every=True) == (7, 2)
    edits.lock(7)
    assert edits.without(7, every=True) == (1, 2)


@given(HANDS, HANDS)
def test_what_is_locked_is_of_the_hand_and_stays_in_its_order(cards: tuple[int, ...], locked: tuple[int, ...]) -> None:
    edits = Edits(cards, locked=locked)
    assert edits.locks == set(cards) & set(locked)
    assert edits.locked_cards == tuple(card for card in cards if card in locked)
    assert (edits.why_not("empty") is None) is bool(set(cards) - set(locked))
    assert (edits.why_not("fill") is None) is (len(cards) < 14)
    assert (edits.why_not("anew") is None) is (len(cards) < 14 or bool(set(cards) - set(locked)))
