"""Each kind of entry moves the right copies from the right account to the right account."""

from __future__ import annotations

import datetime as dt

import pytest

from collection.catalogue.card import Copies
from collection.errors import NotUnderstood
from collection.ledger.entry import Account, AccountKind, Entry, EntryKind, Movement
from collection.ledger.posting import added_up, ante, found, gift, lost, pull, reverse, trade

PACKS = Account(1, "packs", AccountKind.WORLD)
ELSEWHERE = Account(2, "elsewhere", AccountKind.WORLD)
ANNA = Account(3, "Anna", AccountKind.COLLECTOR)
BO = Account(4, "Bo", AccountKind.RIVAL)
DAY = dt.date(2026, 3, 1)


def test_a_pull_comes_out_of_the_packs_with_equal_copies_added_up() -> None:
    draft = pull("p1", PACKS, ANNA, [Copies(45), Copies(12), Copies(45), Copies(45, "foil")], happened=DAY, note="x")
    assert draft.kind is EntryKind.PULL
    assert draft.movements == (
        Movement(Copies(12), PACKS, ANNA),
        Movement(Copies(45, quantity=2), PACKS, ANNA),
        Movement(Copies(45, "foil"), PACKS, ANNA),
    )
    assert (draft.id, draft.happened, draft.note) == ("p1", DAY, "x")


def test_a_trade_is_one_entry_with_two_sides() -> None:
    draft = trade("t1", ANNA, BO, give=[Copies(3)], get=[Copies(9), Copies(9)])
    assert draft.kind is EntryKind.TRADE
    assert draft.movements == (Movement(Copies(3), ANNA, BO), Movement(Copies(9, quantity=2), BO, ANNA))


def test_a_trade_may_swap_a_card_for_the_same_number() -> None:
    draft = trade("t1", ANNA, BO, give=[Copies(3)], get=[Copies(3, "foil")])
    assert len(draft.movements) == 2


def test_gift_found_and_lost_go_one_way() -> None:
    assert gift("g", ANNA, BO, [Copies(1)]).movements == (Movement(Copies(1), ANNA, BO),)
    assert found("f", ELSEWHERE, ANNA, [Copies(1)]).movements == (Movement(Copies(1), ELSEWHERE, ANNA),)
    assert lost("l", ANNA, ELSEWHERE, [Copies(1)]).movements == (Movement(Copies(1), ANNA, ELSEWHERE),)
    kinds = [gift("g", ANNA, BO, [Copies(1)]).kind, found("f", ELSEWHERE, ANNA, [Copies(1)]).kind]
    assert kinds == [EntryKind.GIFT, EntryKind.FOUND]
    assert lost("l", ANNA, ELSEWHERE, [Copies(1)]).kind is EntryKind.LOST


def test_an_ante_is_one_copy_from_the_loser_to_the_winner() -> None:
    draft = ante("m1", ANNA, BO, 45, finish="foil", happened=DAY)
    assert (draft.id, draft.kind) == ("m1", EntryKind.ANTE)
    assert draft.movements == (Movement(Copies(45, "foil", 1), ANNA, BO),)


def test_a_void_turns_every_movement_round_and_keeps_the_day() -> None:
    draft = trade("t1", ANNA, BO, give=[Copies(3)], get=[Copies(9)])
    entry = Entry("t1", draft.kind, draft.movements, DAY, dt.datetime(2026, 3, 2, tzinfo=dt.UTC), "", None, None)
    void = reverse(entry, "t1-void", note="typo")
    assert (void.kind, void.reverses, void.happened, void.note) == (EntryKind.VOID, "t1", DAY, "typo")
    assert void.movements == (Movement(Copies(3), BO, ANNA), Movement(Copies(9), ANNA, BO))


def test_nothing_to_move_and_both_ends_the_same_are_not_understood() -> None:
    with pytest.raises(NotUnderstood, match="No card is named"):
        trade("t", ANNA, BO, give=[], get=[])
    with pytest.raises(NotUnderstood, match="both ends of this are Anna"):
        gift("g", ANNA, ANNA, [Copies(1)])


def test_added_up_is_by_number_and_finish() -> None:
    assert added_up([Copies(9), Copies(4, "foil", 2), Copies(9, quantity=3)]) == (
        Copies(4, "foil", 2),
        Copies(9, quantity=4),
    )
