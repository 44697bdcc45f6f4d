"""Hands that were begun: a draft stays with its hand, comes with no other, and saves over nothing unseen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from collection.catalogue.data import load_catalogue
from collection.desk.collectors import current
from collection.desk.hand_drafts import NEW, HandDraft, hand_drafts, keep_hand_draft
from collection.desk.hands import (
    archive_hand,
    change_hand,
    copy_hand,
    hand,
    hands,
    new_hand,
    rename_hand,
    save_draft,
    undo_hand,
)
from collection.errors import HandRefused
from collection.store.book import Book

NOW = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
BEGUN = HandDraft((1, 2, 3), frozenset({2}))


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A book with one saved hand, and changes to it that were begun."""
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as opened:
        new_hand(opened, None, "Dockside", (1, 2), NOW)
        keep_hand_draft(opened, None, "Dockside", BEGUN)
        yield opened


def drafts(book: Book) -> dict[str, HandDraft]:
    with book.reading() as unit:
        return dict(hand_drafts(unit, current(unit, None)))


def test_a_draft_goes_with_its_hand_to_another_name_and_not_to_a_copy(book: Book) -> None:
    rename_hand(book, None, "Dockside", "Pier")
    assert drafts(book) == {"Pier": BEGUN}
    copy_hand(book, None, "Pier", "Dockside", NOW)
    assert drafts(book) == {"Pier": BEGUN}
    rename_hand(book, None, "Pier", "PIER")
    assert drafts(book) == {"PIER": BEGUN}


def test_another_hand_of_the_name_of_one_put_away_begins_without_its_draft(book: Book) -> None:
    archive_hand(book, None, "Dockside", NOW)
    new_hand(book, None, "Dockside", (7,), NOW)
    assert drafts(book) == {}


def test_what_was_put_away_in_another_window_takes_no_draft_any_more(book: Book) -> None:
    archive_hand(book, None, "Dockside", NOW)
    with pytest.raises(HandRefused, match="not in use any more"):
        keep_hand_draft(book, None, "Dockside", BEGUN)
    keep_hand_draft(book, None, "Dockside", None)
    new_hand(book, None, "Dockside", (7,), NOW)
    assert drafts(book) == {}


def test_of_a_draft_that_is_saved_the_locks_stay(book: Book) -> None:
    saved = save_draft(book, None, "Dockside", BEGUN, NOW, built_on=1)
    assert (saved.hand.cards, saved.hand.version) == (BEGUN.cards, 2)
    assert drafts(book) == {"Dockside": BEGUN}
    save_draft(book, None, "Dockside", HandDraft((9,)), NOW, built_on=2)
    assert drafts(book) == {}


def test_a_new_hand_is_saved_with_its_draft_or_not_at_all(book: Book) -> None:
    keep_hand_draft(book, None, NEW, BEGUN)
    with pytest.raises(HandRefused, match="Dockside"):
        save_draft(book, None, "dockside", BEGUN, NOW, built_on=None)
    assert drafts(book) == {NEW: BEGUN, "Dockside": BEGUN}
    save_draft(book, None, "Pier", BEGUN, NOW, built_on=None)
    assert drafts(book) == {"Pier": BEGUN, "Dockside": BEGUN}
    assert [each.hand.name for each in hands(book)] == ["Dockside", "Pier"]


def test_what_another_window_saved_is_not_saved_over_unseen(book: Book) -> None:
    change_hand(book, None, "Dockside", (7, 8), NOW)
    with pytest.raises(HandRefused, match="as in version 2 now"):
        save_draft(book, None, "Dockside", BEGUN, NOW, built_on=1)
    assert hand(book, None, "Dockside").hand.cards == (7, 8)
    assert drafts(book) == {"Dockside": BEGUN}
    assert save_draft(book, None, "Dockside", BEGUN, NOW, built_on=2).hand.version == 3


def test_what_another_window_undid_is_not_saved_over_unseen_either(book: Book) -> None:
    change_hand(book, None, "Dockside", (7, 8), NOW)
    undo_hand(book, None, "Dockside", NOW)
    with pytest.raises(HandRefused, match="as in version 1 now"):
        save_draft(book, None, "Dockside", BEGUN, NOW, built_on=2)


def test_two_windows_that_save_the_same_cards_do_not_disagree(book: Book) -> None:
    change_hand(book, None, "Dockside", BEGUN.cards, NOW)
    assert save_draft(book, None, "Dockside", BEGUN, NOW, built_on=1).hand.version == 2
