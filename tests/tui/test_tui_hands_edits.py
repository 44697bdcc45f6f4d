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
