"""Drafts: what was begun is there again, and moves nothing."""

from __future__ import annotations

import datetime as dt
from contextlib import closing
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk.binder import open_binder
from collection.desk.drafts import (
    MOST_DRAFTS,
    CountDraft,
    PackDraft,
    count_draft,
    drop_pack_draft,
    keep_count_draft,
    keep_pack_draft,
    pack_drafts,
)
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.store.book import Book

OLD = PackDraft("old", (Copies(12), Copies(45, "foil"), Copies(12)), "11", "2024-12-03", "4.50 EUR", "Kiosk", "[/x]")


def test_a_pack_that_was_begun_is_there_again_with_everything_typed_and_has_moved_nothing(tmp_path: Path) -> None:
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as book:
        keep_pack_draft(book, None, PackDraft("fresh"))
        keep_pack_draft(book, None, OLD)
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as book:
        assert pack_drafts(book) == (OLD, PackDraft("fresh"))
        assert not open_binder(book).owned


def test_a_draft_takes_the_place_of_what_was_kept_of_it_before_until_it_is_let_go(tmp_path: Path) -> None:
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as book:
        keep_pack_draft(book, None, PackDraft("one"))
        keep_pack_draft(book, None, PackDraft("two"))
        keep_pack_draft(book, None, PackDraft("one", note="more"))
        assert pack_drafts(book) == (PackDraft("one", note="more"), PackDraft("two"))
        drop_pack_draft(book, None, "one")
        drop_pack_draft(book, None, "never was")
        assert pack_drafts(book) == (PackDraft("two"),)


def test_a_pack_that_is_in_the_book_is_no_longer_a_draft(tmp_path: Path) -> None:
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as book:
        log_pack(book, None, [Copies(12)], said(dt.datetime(2026, 3, 1, tzinfo=dt.UTC), id="old"))
        keep_pack_draft(book, None, OLD)
        assert pack_drafts(book) == ()


def test_of_too_many_drafts_the_oldest_are_let_go(tmp_path: Path) -> None:
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as book:
        for number in range(MOST_DRAFTS + 2):
            keep_pack_draft(book, None, PackDraft(str(number)))
        kept = [draft.id for draft in pack_drafts(book)]
    assert kept == [str(number) for number in range(MOST_DRAFTS + 1, 1, -1)]


def test_a_count_that_was_begun_is_there_again_until_it_is_let_go(tmp_path: Path) -> None:
    begun = CountDraft("count", "level:2", (3, 45), ((45, "foil", 0), (3, "base", 2)), "counted the binder")
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as book:
        assert count_draft(book) is None
        keep_count_draft(book, None, begun)
        assert count_draft(book) == begun
        keep_count_draft(book, None, None)
        assert count_draft(book) is None


@pytest.mark.parametrize("words", ["", "{", "7", '[7, {"id": 3}, ["id"]]'])
def test_a_draft_that_cannot_be_read_hinders_nobody(tmp_path: Path, words: str) -> None:
    with closing(Book.open(tmp_path / "book.db", load_catalogue)) as book:
        with book.writing() as unit:
            unit.settings.set("packs begun by Me", words)
            unit.settings.set("count begun by Me", words)
        assert pack_drafts(book) == ()
        assert count_draft(book) is None
        keep_pack_draft(book, None, OLD)
        assert pack_drafts(book) == (OLD,)
