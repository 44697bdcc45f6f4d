"""Saved searches at the desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.query import search
from collection.desk.antes import add_ante
from collection.desk.binder import open_binder
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.desk.searches import drop_search, known_to, save_search, searches
from collection.errors import NotUnderstood, QueryError, Refused
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result
from collection.store.book import Book

Say = Callable[..., Said]


def test_a_saved_search_is_asked_by_its_name_in_any_spelling(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(number) for number in range(1, 10)], say("p"))
    mark(book, None, MarkKind.WISH, [45])
    add_ante(book, None, "Bo", Result.LOST, say("m"), mine=3)
    save_search(book, None, "To get", "is:wish or held:bo")
    binder = open_binder(book)
    for text in ('@"to get"', 'search:"TO  GET"', '@"Tö Gét"'):
        assert [card.number for card in search(binder.catalogue, text, binder.known)] == [3, 45]
    assert known_to(book) == binder.known


def test_saving_again_replaces_and_the_list_counts_what_is_found_now(book: Book, say: Say) -> None:
    assert save_search(book, None, "Mine", "owned>0").new
    assert not save_search(book, None, "Mine", "owned>0").new
    assert save_search(book, None, "mine", "owned>1").new
    log_pack(book, None, [Copies(1, quantity=2), Copies(2)], say("p"))
    assert [(one.name, one.text, one.found) for one in searches(book)] == [("mine", "owned>1", 1)]


def test_a_search_that_cannot_be_read_is_not_saved(book: Book) -> None:
    with pytest.raises(QueryError) as fault:
        save_search(book, None, "Bad", "level:2 level:9")
    assert fault.value.column == 15
    with pytest.raises(QueryError, match="No search is saved"):
        save_search(book, None, "Bad", "@other")
    with pytest.raises(NotUnderstood):
        save_search(book, None, "Bad", "  ")
    with pytest.raises(NotUnderstood):
        save_search(book, None, 'a "quoted" name', "level:2")
    assert searches(book) == ()


def test_a_search_is_not_saved_that_would_lead_back_to_itself(book: Book) -> None:
    save_search(book, None, "a", "level:1")
    save_search(book, None, "b", "@a")
    for name, text in (("a", "@b"), ("a", "@a or level:2"), ("new", "@new")):
        with pytest.raises(QueryError, match="back to itself"):
            save_search(book, None, name, text)
    assert {one.name: one.text for one in searches(book)} == {"a": "level:1", "b": "@a"}


def test_a_search_whose_part_was_dropped_says_why_it_cannot_be_read(book: Book) -> None:
    save_search(book, None, "a", "level:1")
    save_search(book, None, "b", "@a")
    assert drop_search(book, "@A").name == "@A".removeprefix("@")
    (left,) = searches(book)
    assert (left.name, left.found) == ("b", None)
    assert "No search is saved as" in left.fault
    with pytest.raises(Refused, match='There is: "b"'):
        drop_search(book, "a")


@pytest.mark.parametrize(("name", "spelled"), [("wanted", "@wanted"), ("my rares", '@"my rares"'), ("a(b", '@"a(b"')])
def test_a_search_is_spelled_as_it_can_be_asked_for(book: Book, name: str, spelled: str) -> None:
    saved = save_search(book, None, name, "level:2")
    assert saved.spelled == spelled
    binder = open_binder(book)
    assert search(binder.catalogue, saved.spelled, binder.known) == search(binder.catalogue, "level:2", {})
