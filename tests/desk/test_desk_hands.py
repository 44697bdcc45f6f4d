from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.desk.collectors import add
from collection.desk.hands import (
    archive_hand,
    change_hand,
    copy_hand,
    hand,
    hands,
    new_hand,
    rename_hand,
)
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.errors import CollectionError, HandRefused
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]
HAND = tuple(range(1, 15))


@pytest.fixture
def owning(book: Book, say: Say) -> Book:
    log_pack(book, "Ann", [Copies(number) for number in (*HAND, 20, 21)], say("p"))
    return book


def test_a_legal_hand_has_no_faults(owning: Book, now: dt.datetime) -> None:
    saved = new_hand(owning, None, "Dockside", HAND, now)
    assert (saved.hand.cards, saved.faults) == (HAND, ())
    assert hand(owning, None, " dockSIDE ") == saved


def test_a_hand_may_be_saved_while_illegal_and_says_every_reason(owning: Book, now: dt.datetime) -> None:
    saved = new_hand(owning, None, "Wild", (1, 1, 118, 137, 0), now)
    assert {(fault.code, fault.card) for fault in saved.faults} == {
        ("too-few", None),
        ("twice", 1),
        ("not-owned", 118),
        ("not-a-card", 137),
        ("not-a-card", 0),
    }
    assert hand(owning, None, "Wild").hand.cards == (1, 1, 118, 137, 0)
    assert new_hand(owning, None, "Nothing yet", (), now).faults


def test_hands_are_changed_copied_renamed_and_put_away(owning: Book, now: dt.datetime) -> None:
    new_hand(owning, None, "A", HAND, now)
    assert change_hand(owning, None, "a", (*HAND[:13], 20), now).faults == ()
    copy_hand(owning, None, "A", "B", now)
    rename_hand(owning, None, "B", "C")
    assert [checked.hand.name for checked in hands(owning)] == ["A", "C"]
    assert hand(owning, None, "C").hand.cards == (*HAND[:13], 20)
    assert archive_hand(owning, None, "A", now).archived
    assert [checked.hand.name for checked in hands(owning)] == ["C"]
    assert [checked.hand.name for checked in hands(owning, archived=True)] == ["A"]
    new_hand(owning, None, "A", HAND, now)


def test_a_name_is_one_collectors_hand_in_use(owning: Book, now: dt.datetime, contents: Contents) -> None:
    add(owning, "Ben")
    new_hand(owning, "Ann", "Dockside", HAND, now)
    new_hand(owning, "Ann", "Other", HAND, now)
    assert new_hand(owning, "Ben", "Dockside", HAND, now).faults
    before = contents(owning)
    refused: tuple[Callable[[], object], ...] = (
        lambda: new_hand(owning, "Ann", "DÓCKSIDE", HAND, now),
        lambda: copy_hand(owning, "Ann", "Other", "dockside", now),
        lambda: rename_hand(owning, "Ann", "Other", "dockside"),
    )
    for act in refused:
        with pytest.raises(HandRefused):
            act()
        assert contents(owning) == before


def test_a_hand_that_is_not_there_is_answered_with_the_closest_names(owning: Book, now: dt.datetime) -> None:
    with pytest.raises(HandRefused, match="hand new"):
        hand(owning, "Ann", "Dockside")
    new_hand(owning, "Ann", "Dockside", HAND, now)
    new_hand(owning, "Ann", "Night Shift", HAND, now)
    with pytest.raises(HandRefused, match=r'There is: "Dockside"\.'):
        hand(owning, "Ann", "Dokside")
    with pytest.raises(HandRefused, match='"Dockside", "Night Shift"'):
        hand(owning, "Ann", "zzz")


def test_every_refusal_changes_nothing(owning: Book, now: dt.datetime, contents: Contents) -> None:
    new_hand(owning, "Ann", "A", HAND, now)
    before = contents(owning)
    refused: tuple[Callable[[], object], ...] = (
        lambda: new_hand(owning, "Ann", "", HAND, now),
        lambda: new_hand(owning, "Ann", "\x1b\u202e", HAND, now),
        lambda: new_hand(owning, "Ann", "\u0301", HAND, now),
        lambda: new_hand(owning, "Ann", "x" * 10_001, HAND, now),
        lambda: new_hand(owning, "Ann", "B", (-3,), now),
        lambda: new_hand(owning, "Ann", "B", (10**30,), now),
        lambda: new_hand(owning, "Ann", "B", (1,) * 501, now),
        lambda: new_hand(owning, "House", "B", HAND, now),
        lambda: change_hand(owning, "Ann", "B", HAND, now),
        lambda: change_hand(owning, "Ann", "A", (10**30,), now),
        lambda: change_hand(owning, "Nobody", "A", HAND, now),
        lambda: copy_hand(owning, "Ann", "B", "C", now),
        lambda: rename_hand(owning, "Ann", "B", "C"),
        lambda: rename_hand(owning, "Ann", "A", ""),
        lambda: archive_hand(owning, "Ann", "B", now),
    )
    for act in refused:
        with pytest.raises(CollectionError):
            act()
        assert contents(owning) == before
