from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from collection.catalogue.card import Copies
from collection.desk.binder import open_binder
from collection.desk.exchange import lost, void
from collection.desk.hands import hand, new_hand
from collection.desk.packs import log_pack, log_pack_levels, packs, undo_pack
from collection.desk.said import Said
from collection.errors import CollectionError, LedgerRefused, NotUnderstood
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]


def test_a_pack_is_in_the_binder_and_tells_new_from_spare(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(12), Copies(45)], say("p1"))
    receipt = log_pack(book, None, [Copies(45), Copies(118), Copies(45)], say("p2"), price="4,50 €", shop="Corner")
    assert receipt.new
    assert [(line.copies, line.owned, line.is_new) for line in receipt.lines] == [
        (Copies(45, quantity=2), 3, False),
        (Copies(118), 1, True),
    ]
    assert (receipt.pack.price, receipt.pack.shop) == ("4,50 €", "Corner")
    assert open_binder(book).owned == {12: 1, 45: 3, 118: 1}
    assert [pack.id for pack in packs(book)] == ["p2", "p1"]


def test_a_number_in_two_finishes_is_new_as_one_card(book: Book, say: Say) -> None:
    receipt = log_pack(book, None, [Copies(45), Copies(45, "foil")], say("p1"))
    assert [line.is_new for line in receipt.lines] == [True, True]
    assert [line.is_new for line in log_pack(book, None, [Copies(45, "foil")], say("p2")).lines] == [False]


def test_a_pack_said_twice_is_in_the_book_once(book: Book, say: Say, contents: Contents) -> None:
    log_pack(book, None, [Copies(12), Copies(45)], say("p", note="x"), price="4", shop="S")
    before = contents(book)
    again = log_pack(book, None, [Copies(45), Copies(12)], say("p", note="x"), price="4", shop="S")
    assert not again.new
    assert again.pack.id == "p"
    others: tuple[Callable[[], object], ...] = (
        lambda: log_pack(book, None, [Copies(12)], say("p", note="x"), price="4", shop="S"),
        lambda: log_pack(book, None, [Copies(12), Copies(45)], say("p", note="y"), price="4", shop="S"),
        lambda: log_pack(book, None, [Copies(12), Copies(45)], say("p", note="x"), price="5", shop="S"),
        lambda: log_pack(book, "Ann", [Copies(12), Copies(45)], say("p", note="x"), price="4", shop="S"),
        lambda: log_pack(
            book, None, [Copies(12), Copies(45)], say("p", note="x", on=dt.date(2020, 1, 1)), price="4", shop="S"
        ),
        lambda: log_pack_levels(book, None, (1, 1, 0, 0, 0), say("p", note="x"), price="4", shop="S"),
    )
    for other in others:
        with pytest.raises(LedgerRefused):
            other()
    assert contents(book) == before


def test_every_wrong_number_is_named_at_once_and_nothing_is_logged(book: Book, say: Say, contents: Contents) -> None:
    before = contents(book)
    with pytest.raises(LedgerRefused) as caught:
        log_pack(book, None, [Copies(0), Copies(45), Copies(121), Copies(-3), Copies(7, quantity=0)], say("p"))
    assert len(caught.value.reasons) == 4
    for copies in ([], [Copies(10**30)], [Copies(7, quantity=10**30)], [Copies(7, "\x1b")]):
        with pytest.raises(CollectionError):
            log_pack(book, None, copies, say("p"))
    assert contents(book) == before


def test_a_pack_by_levels_moves_nothing_and_is_taken_back_like_any(book: Book, say: Say, contents: Contents) -> None:
    receipt = log_pack_levels(book, None, (5, 2, 1, 0, 1), say("p", note="numbers lost"))
    assert (receipt.new, receipt.lines, receipt.pack.levels) == (True, (), (5, 2, 1, 0, 1))
    assert not log_pack_levels(book, None, (5, 2, 1, 0, 1), say("p", note="numbers lost")).new
    assert open_binder(book).whole.copies == 0
    with pytest.raises(LedgerRefused):
        log_pack_levels(book, None, (5, 2, 1, 1, 1), say("p", note="numbers lost"))
    for levels in ((0, 0, 0, 0, 0), (-1, 2, 0, 0, 0), (10**30, 0, 0, 0, 0)):
        with pytest.raises(LedgerRefused):
            log_pack_levels(book, None, levels, say("q"))
    voided = void(book, "p", say("v"))
    assert (voided.new, voided.entry, voided.match) == (True, None, None)
    assert packs(book)[0].voided
    before = contents(book)
    assert not void(book, "p", say("v")).new
    assert not void(book, "p", say("v2")).new
    assert contents(book) == before


def test_the_id_of_a_void_that_moved_nothing_is_used_up(book: Book, say: Say) -> None:
    log_pack_levels(book, None, (1, 0, 0, 0, 0), say("p"))
    log_pack_levels(book, None, (2, 0, 0, 0, 0), say("q"))
    void(book, "p", say("v"))
    with pytest.raises(LedgerRefused):
        void(book, "q", say("v"))
    with pytest.raises(LedgerRefused):
        void(book, "q", say("p"))
    assert void(book, "q", say("w")).new


def test_a_corrected_pack_replaces_the_old_one_though_cards_of_it_have_gone_on(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(12), Copies(45)], say("p1"))
    lost(book, None, [Copies(45)], say("l"))
    receipt = log_pack(book, None, [Copies(12), Copies(45), Copies(46)], say("p2", corrects="p1"))
    assert receipt.new
    # What the old one had brought was not owned before either.
    assert receipt.pack.new_numbers == 3
    assert open_binder(book).owned == {12: 1, 46: 1}
    assert [(pack.id, pack.voided) for pack in packs(book)] == [("p2", False), ("p1", True)]
    assert not log_pack(book, None, [Copies(12), Copies(45), Copies(46)], say("p2", corrects="p1")).new


def test_a_correction_that_takes_cards_away_names_the_hands_it_broke(book: Book, say: Say, now: dt.datetime) -> None:
    log_pack(book, None, [Copies(number) for number in range(1, 15)], say("p1"))
    new_hand(book, None, "All", range(1, 15), now)
    receipt = log_pack(book, None, [Copies(number) for number in range(2, 16)], say("p2", corrects="p1"))
    assert [broken.hand.name for broken in receipt.broken] == ["All"]
    assert [fault.card for fault in receipt.broken[0].faults] == [1]
    assert hand(book, None, "All").faults == receipt.broken[0].faults


def test_a_pack_whose_cards_have_gone_on_is_not_taken_back(book: Book, say: Say, contents: Contents) -> None:
    log_pack(book, None, [Copies(12), Copies(45)], say("p1"))
    lost(book, None, [Copies(45)], say("l"))
    before = contents(book)
    with pytest.raises(LedgerRefused, match="45"):
        void(book, "p1", say("v"))
    assert contents(book) == before


def test_the_same_pack_said_by_many_at_once_is_logged_once(book: Book, say: Say) -> None:
    with ThreadPoolExecutor(6) as threads:
        receipts = list(threads.map(lambda _: log_pack(book, "Ann", [Copies(45)], say("p")), range(6)))
    assert sum(receipt.new for receipt in receipts) == 1
    assert open_binder(book, "Ann").owned == {45: 1}


def test_undo_takes_back_the_pack_logged_last_whatever_its_day(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(12), Copies(45)], say("p1"))
    log_pack(book, None, [Copies(45), Copies(118, "foil", 2)], say("p2", on=dt.date(2020, 5, 1)))
    undone = undo_pack(book, None, say("u1"))
    assert (undone.pack.id, undone.pack.voided, undone.new) == ("p2", True, True)
    assert [(line.copies, line.left) for line in undone.lines] == [(Copies(45), 1), (Copies(118, "foil", 2), 0)]
    assert undone.void is not None
    assert (undone.void.reverses, undone.void.happened) == ("p2", dt.date(2020, 5, 1))
    assert undo_pack(book, None, say("u2")).pack.id == "p1"
    assert open_binder(book).owned == {}
    with pytest.raises(LedgerRefused, match="no pack"):
        undo_pack(book, None, say("u3"))


def test_undo_goes_past_what_was_taken_back_and_past_other_collectors(book: Book, say: Say) -> None:
    log_pack(book, "Ann", [Copies(12)], say("a1"))
    log_pack(book, "Ann", [Copies(13)], say("a2"))
    log_pack(book, "Bo", [Copies(14)], say("b"))
    void(book, "a2", say("v"))
    assert undo_pack(book, "Ann", say("u")).pack.id == "a1"
    assert open_binder(book, "Bo").owned == {14: 1}


def test_a_pack_by_levels_is_undone_though_nothing_had_moved(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(12)], say("p"))
    log_pack_levels(book, None, (5, 2, 1, 0, 0), say("q"))
    undone = undo_pack(book, None, say("u"))
    assert (undone.pack.id, undone.pack.voided, undone.lines, undone.void) == ("q", True, (), None)
    assert open_binder(book).owned == {12: 1}


def test_undo_said_twice_takes_one_pack_back(book: Book, say: Say, contents: Contents) -> None:
    log_pack(book, None, [Copies(12)], say("p"))
    log_pack_levels(book, None, (5, 2, 1, 0, 0), say("q"))
    log_pack(book, None, [Copies(13)], say("r"))
    for void_id, pack in (("u1", "r"), ("u2", "q")):
        assert undo_pack(book, None, say(void_id)).pack.id == pack
        before = contents(book)
        again = undo_pack(book, None, say(void_id))
        assert (again.pack.id, again.new) == (pack, False)
        assert contents(book) == before


def test_undo_is_refused_where_cards_have_gone_on_and_names_hands_that_broke(
    book: Book, say: Say, now: dt.datetime, contents: Contents
) -> None:
    log_pack(book, None, [Copies(number) for number in range(1, 15)], say("p1"))
    new_hand(book, None, "All", range(1, 15), now)
    log_pack(book, None, [Copies(45)], say("p2"))
    lost(book, None, [Copies(45)], say("l"))
    before = contents(book)
    with pytest.raises(LedgerRefused, match="45"):
        undo_pack(book, None, say("u"))
    with pytest.raises(NotUnderstood):
        undo_pack(book, None, say("u", corrects="p1"))
    with pytest.raises(LedgerRefused):
        undo_pack(book, None, say("p1"))
    assert contents(book) == before
    void(book, "l", say("v"))
    assert undo_pack(book, None, say("u")).broken == ()
    assert [broken.hand.name for broken in undo_pack(book, None, say("w")).broken] == ["All"]
