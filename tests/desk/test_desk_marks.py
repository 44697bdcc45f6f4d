"""Marks: keepsakes that are warned about and never refused, wishes and offers of one's own and of rivals."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.desk.antes import add_ante, complete_ante
from collection.desk.exchange import gift
from collection.desk.hands import change_hand, hand, hands, new_hand
from collection.desk.marks import mark, marks, unmark, warnings_before
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.desk.suggestions import suggest
from collection.errors import CollectionError, LedgerRefused, NotUnderstood, Refused
from collection.hands.advice import By
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result, Stakes
from collection.store.book import Book

Say = Callable[..., Said]
KEEPSAKE, WISH, OFFER = MarkKind.KEEPSAKE, MarkKind.WISH, MarkKind.OFFER


def own(book: Book, say: Say, numbers: range, quantity: int = 1) -> None:
    log_pack(book, None, [Copies(number, quantity=quantity) for number in numbers], say("stock"))


def test_a_mark_is_put_on_once_keeps_its_note_and_comes_off(book: Book) -> None:
    (first,) = mark(book, None, WISH, [45, 45], note="for Advanced Mode")
    assert (first.new, first.mark.note, first.owned) == (True, "for Advanced Mode", 0)
    (again,) = mark(book, None, WISH, [45])
    assert (again.new, again.mark.note) == (False, "for Advanced Mode")
    (other,) = mark(book, None, WISH, [45], note="anyway")
    assert (other.new, other.mark.note) == (False, "anyway")
    assert [line.mark.number for line in marks(book)] == [45]
    assert [line.new for line in unmark(book, None, WISH, [45])] == [True]
    assert [line.new for line in unmark(book, None, WISH, [45])] == [False]
    assert marks(book) == ()


def test_marks_are_each_account_s_own_and_listed_by_kind_and_number(book: Book) -> None:
    mark(book, None, OFFER, [7, 3])
    mark(book, None, WISH, [118])
    mark(book, None, KEEPSAKE, [9])
    mark(book, None, WISH, [3], whose="Bo")
    mark(book, "Ann", WISH, [1])
    assert [(line.mark.kind, line.mark.number) for line in marks(book, "Me")] == [
        (KEEPSAKE, 9),
        (WISH, 118),
        (OFFER, 3),
        (OFFER, 7),
    ]
    assert [line.mark.number for line in marks(book, "Me", whose="BO")] == [3]
    assert [line.mark.number for line in marks(book, "Ann", whose="bo")] == [3]
    assert [line.mark.number for line in marks(book, "Ann")] == [1]
    assert [line.mark.number for line in marks(book, "Me", kind=OFFER)] == [3, 7]


def test_a_mark_moves_no_card(book: Book, say: Say) -> None:
    own(book, say, range(1, 3))
    mark(book, None, OFFER, [1])
    mark(book, None, WISH, [1], whose="Bo")
    with book.reading() as unit:
        assert len(unit.ledger.entries()) == 1
        assert unit.ledger.audit() == ()


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda book: mark(book, None, KEEPSAKE, [1], whose="Bo"), NotUnderstood),
        (lambda book: mark(book, None, WISH, [1, 0, 121]), LedgerRefused),
        (lambda book: mark(book, None, WISH, [1], whose="Me"), Refused),
        (lambda book: unmark(book, None, WISH, [1], whose="Nobody"), Refused),
        (lambda book: marks(book, whose="Nobody"), Refused),
    ],
)
def test_what_cannot_be_marked_is_refused_and_nothing_is_kept(
    book: Book, act: Callable[[Book], object], error: type[CollectionError]
) -> None:
    with pytest.raises(error):
        act(book)
    with book.reading() as unit:
        assert [unit.marks.all(account) for account in unit.accounts.all() if unit.marks.all(account)] == []


def test_a_hand_with_a_keepsake_is_warned_about_in_every_way_it_is_built_and_stays_legal(
    book: Book, say: Say, now: dt.datetime
) -> None:
    own(book, say, range(1, 30))
    mark(book, None, KEEPSAKE, [5, 7])
    cards = range(1, 15)
    built = [
        new_hand(book, None, "Dockside", cards, now),
        change_hand(book, None, "Dockside", cards, now),
        hand(book, None, "Dockside"),
        *hands(book),
    ]
    for checked in built:
        assert checked.faults == ()
        assert [warning.card for warning in checked.warnings] == [5, 7]
        assert all("keepsake" in warning.message and "only copy" in warning.message for warning in checked.warnings)
    assert [warning.card for warning in warnings_before(book, None, [7, 20, 7])] == [7]
    assert new_hand(book, None, "Other", range(8, 22), now).warnings == ()


def test_a_drawn_hand_leaves_keepsakes_at_home(book: Book, say: Say) -> None:
    own(book, say, range(1, 40))
    mark(book, None, KEEPSAKE, range(1, 20))
    for seed in range(20):
        assert not set(suggest(book, None, By.DRAW, seed=seed).cards) & set(range(1, 20))


def test_a_drawn_hand_takes_only_as_many_keepsakes_as_it_must(book: Book, say: Say) -> None:
    own(book, say, range(1, 21))
    mark(book, None, KEEPSAKE, range(1, 11))
    for seed in range(20):
        drawn = set(suggest(book, None, By.DRAW, seed=seed).cards)
        assert len(drawn) == 14
        assert set(range(11, 21)) <= drawn


def test_a_keepsake_that_was_the_ante_is_warned_about_and_the_card_moves_all_the_same(book: Book, say: Say) -> None:
    own(book, say, range(1, 3))
    mark(book, None, KEEPSAKE, [1, 2])
    lost = add_ante(book, None, "Bo", Result.LOST, say("m1"), mine=1)
    assert lost.entry is not None
    assert [warning.card for warning in lost.warnings] == [1]
    assert "no copy is left" in lost.warnings[0].message
    won = add_ante(book, None, "Bo", Result.WON, say("m2"), mine=2, theirs=9)
    assert "1 copy is left" in won.warnings[0].message
    open_game = add_ante(book, None, "Bo", Result.LOST, say("m3"))
    assert open_game.warnings == ()
    assert [warning.card for warning in complete_ante(book, "m3", say("c3"), mine=2).warnings] == [2]


def test_a_friendly_game_risks_no_keepsake(book: Book, say: Say) -> None:
    own(book, say, range(1, 3))
    mark(book, None, KEEPSAKE, [1])
    friendly = add_ante(book, None, "Bo", Result.LOST, say("m1"), mine=1, stakes=Stakes.FRIENDLY)
    assert friendly.warnings == ()
    gift(book, None, [Copies(1)], say("g"), to="Bo")
