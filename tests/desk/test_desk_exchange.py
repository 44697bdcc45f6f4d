from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.desk.antes import add_ante, complete_ante
from collection.desk.binder import open_binder
from collection.desk.collectors import add
from collection.desk.exchange import entries, found, gift, lost, trade, void
from collection.desk.hands import new_hand
from collection.desk.packs import log_pack, log_pack_levels
from collection.desk.said import Said
from collection.errors import CollectionError, LedgerRefused, NotUnderstood, Refused
from collection.ledger.entry import EntryKind
from collection.ledger.match import Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]
HAND = tuple(range(1, 15))


def _deal(book: Book, collector: str, say: Say, *numbers: int) -> None:
    log_pack(book, collector, [Copies(number) for number in numbers], say(f"pack-{collector}"))


def test_a_trade_has_two_sides_and_is_one_entry(book: Book, say: Say) -> None:
    _deal(book, "Ann", say, 4, 5)
    receipt = trade(book, "Ann", "Bo", [Copies(4)], [Copies(7), Copies(8, "foil")], say("t", note="on the pier"))
    assert (receipt.new, receipt.entry.kind, receipt.entry.note) == (True, EntryKind.TRADE, "on the pier")
    assert open_binder(book, "Ann").holdings == (Copies(5), Copies(7), Copies(8, "foil"))
    assert len(entries(book, "Ann")) == 2


def test_a_trade_between_two_collectors_of_the_book_moves_both_collections(book: Book, say: Say) -> None:
    _deal(book, "Ann", say, 4)
    _deal(book, "Ben", say, 7)
    trade(book, "Ann", "ben", [Copies(4)], [Copies(7)], say("t"))
    assert open_binder(book, "Ann").owned == {7: 1}
    assert open_binder(book, "Ben").owned == {4: 1}
    assert [entry.id for entry in entries(book, "Ben")] == ["t", "pack-Ben"]


def test_a_card_sold_is_a_trade_with_one_side(book: Book, say: Say) -> None:
    _deal(book, "Ann", say, 4)
    assert trade(book, "Ann", "Bo", [Copies(4)], [], say("t", note="for 3 €")).new
    with pytest.raises(NotUnderstood):
        trade(book, "Ann", "Bo", [], [], say("u"))


def test_gifts_finds_and_losses_move_what_they_say(book: Book, say: Say) -> None:
    gift(book, "Ann", [Copies(4, quantity=3)], say("a"), source="Bo")
    found(book, "Ann", [Copies(9)], say("b"))
    lost(book, "Ann", [Copies(4)], say("c"))
    gift(book, "Ann", [Copies(4)], say("d"), to="Cy")
    assert open_binder(book, "Ann").owned == {4: 1, 9: 1}
    assert [entry.kind.value for entry in entries(book, "Ann")] == ["gift", "lost", "found", "gift"]


@pytest.mark.parametrize("sides", [{}, {"to": "Bo", "source": "Cy"}])
def test_a_gift_has_one_other_side(book: Book, say: Say, sides: dict[str, str]) -> None:
    with pytest.raises(NotUnderstood):
        gift(book, "Ann", [Copies(4)], say("a"), **sides)


def test_every_refusal_changes_nothing(book: Book, say: Say, contents: Contents) -> None:
    _deal(book, "Ann", say, 4, 5)
    before = contents(book)
    refused: tuple[Callable[[], object], ...] = (
        lambda: trade(book, "Ann", "Ann", [Copies(4)], [Copies(7)], say("x")),
        lambda: trade(book, "Ann", "House", [Copies(4)], [Copies(7)], say("x")),
        lambda: trade(book, "Ann", "", [Copies(4)], [Copies(7)], say("x")),
        lambda: trade(book, "Ann", "Bo", [Copies(6)], [Copies(7)], say("x")),
        lambda: trade(book, "Ann", "Bo", [Copies(4, quantity=2)], [Copies(7)], say("x")),
        lambda: trade(book, "Ann", "Bo", [Copies(4, "foil")], [Copies(7)], say("x")),
        lambda: trade(book, "Ann", "Bo", [Copies(4)], [Copies(121)], say("x")),
        lambda: trade(book, "Ann", "x" * 10_001, [Copies(4)], [Copies(7)], say("x")),
        lambda: gift(book, "Ann", [Copies(6)], say("x"), to="Bo"),
        lambda: gift(book, "Ann", [], say("x"), to="Bo"),
        lambda: gift(book, "Ann", [Copies(6)], say("x"), source=""),
        lambda: lost(book, "Ann", [Copies(6)], say("x")),
        lambda: lost(book, "Somebody new", [Copies(4)], say("x")),
        lambda: found(book, "Ann", [Copies(7, quantity=0)], say("x")),
        lambda: found(book, "Ann", [Copies(7)], say("pack-Ann")),
        lambda: void(book, "nothing", say("x")),
        lambda: void(book, "", say("x")),
        lambda: void(book, "pack-Ann", say("pack-Ann")),
        lambda: void(book, "pack-Ann", say("x", on=dt.date(2020, 1, 1))),
        lambda: void(book, "pack-Ann", say("x", corrects="pack-Ann")),
        lambda: found(book, "Ann", [Copies(7)], say("x", corrects="nothing")),
    )
    for act in refused:
        with pytest.raises(CollectionError) as caught:
            act()
        assert all(reason.endswith((".", "?")) for reason in caught.value.reasons)
        assert contents(book) == before


def test_every_card_that_is_missing_is_named(book: Book, say: Say) -> None:
    _deal(book, "Ann", say, 4)
    with pytest.raises(LedgerRefused) as caught:
        lost(book, "Ann", [Copies(4, quantity=2), Copies(5), Copies(6)], say("x"))
    assert len(caught.value.reasons) == 3


def test_each_act_said_twice_happens_once_and_said_otherwise_is_refused(
    book: Book, say: Say, contents: Contents
) -> None:
    _deal(book, "Ann", say, 4, 5, 6)
    acts: tuple[Callable[[int], object], ...] = (
        lambda card: trade(book, "Ann", "Bo", [Copies(card)], [Copies(7)], say("a")).new,
        lambda card: gift(book, "Ann", [Copies(card + 1)], say("b"), to="Bo").new,
        lambda card: gift(book, "Ann", [Copies(card + 1)], say("c"), source="Bo").new,
        lambda card: found(book, "Ann", [Copies(card)], say("d")).new,
        lambda card: lost(book, "Ann", [Copies(card + 2)], say("e")).new,
    )
    for act in acts:
        assert act(4) is True
        before = contents(book)
        assert act(4) is False
        with pytest.raises(LedgerRefused):
            act(5)
        assert contents(book) == before


def test_a_loss_names_the_hands_that_it_broke_and_no_others(book: Book, say: Say, now: dt.datetime) -> None:
    _deal(book, "Ann", say, *HAND, 1, 20)
    new_hand(book, "Ann", "Breaks", HAND, now)
    new_hand(book, "Ann", "Holds", (*HAND[:1], *HAND[2:], 20), now)
    new_hand(book, "Ann", "Was illegal before", (2, 3), now)
    assert lost(book, "Ann", [Copies(1)], say("spare")).broken == ()
    receipt = lost(book, "Ann", [Copies(2)], say("last"))
    assert [(broken.hand.name, [fault.card for fault in broken.faults]) for broken in receipt.broken] == [
        ("Breaks", [2])
    ]
    assert lost(book, "Ann", [Copies(2)], say("last")).broken == ()


def test_hands_of_both_collectors_of_a_trade_are_looked_at(book: Book, say: Say, now: dt.datetime) -> None:
    for name in ("Ann", "Ben"):
        _deal(book, name, say, *HAND)
        new_hand(book, name, "All", HAND, now)
    receipt = trade(book, "Ann", "Ben", [Copies(1)], [Copies(2)], say("t"))
    assert [(broken.hand.owner.name, broken.faults[0].card) for broken in receipt.broken] == [("Ann", 1), ("Ben", 2)]
    undone = void(book, "t", say("v"))
    assert (undone.new, undone.broken) == (True, ())


def test_a_void_gives_back_what_moved_and_says_which_hands_broke(book: Book, say: Say, now: dt.datetime) -> None:
    _deal(book, "Ann", say, *HAND[1:])
    found(book, "Ann", [Copies(1)], say("lucky", on=dt.date(2026, 1, 1)))
    new_hand(book, "Ann", "All", HAND, now)
    voided = void(book, "luck", say("v"))
    assert voided.entry is not None
    assert (voided.entry.id, voided.entry.reverses) == ("v", "lucky")
    assert voided.entry.happened == dt.date(2026, 1, 1)
    assert [broken.hand.name for broken in voided.broken] == ["All"]
    assert open_binder(book, "Ann").whole.copies == 13


def test_voiding_again_changes_nothing(book: Book, say: Say, contents: Contents) -> None:
    _deal(book, "Ann", say, 4)
    void(book, "pack-Ann", say("v"))
    before = contents(book)
    for said_id in ("v", "w"):
        again = void(book, "pack", say(said_id))
        assert again.entry is not None
        assert (again.new, again.entry.id) == (False, "v")
    for taken in ("v", "void"):
        with pytest.raises(LedgerRefused):
            void(book, taken, say("w"))
    assert contents(book) == before


def test_the_id_of_a_void_is_used_up(book: Book, say: Say, contents: Contents) -> None:
    found(book, "Ann", [Copies(4)], say("a"))
    found(book, "Ann", [Copies(5)], say("b"))
    void(book, "a", say("v"))
    before = contents(book)
    for what, said_id in (("b", "v"), ("a", "b")):
        with pytest.raises(LedgerRefused):
            void(book, what, say(said_id))
    assert contents(book) == before


def test_an_id_that_no_entry_holds_is_used_up_all_the_same(book: Book, say: Say, contents: Contents) -> None:
    add_ante(book, "Ann", "Bo", Result.DRAW, say("draw"))
    add_ante(book, "Ann", "Bo", Result.WON, say("open"))
    log_pack_levels(book, "Ann", (5, 3, 1, 0, 0), say("levels"))
    assert void(book, "draw", say("v1")).new
    assert complete_ante(book, "open", say("c"), theirs=9).new
    assert void(book, "levels", say("v2")).new
    before = contents(book)
    others: tuple[Callable[[Said], object], ...] = (
        lambda used: found(book, "Ann", [Copies(7)], used),
        lambda used: log_pack(book, "Ann", [Copies(7)], used),
        lambda used: log_pack_levels(book, "Ann", (5, 3, 1, 0, 0), used),
        lambda used: add_ante(book, "Ann", "Bo", Result.DRAW, used),
        lambda used: add_ante(book, "Ann", "Bo", Result.WON, used, theirs=7),
        lambda used: complete_ante(book, "open", used, mine=7),
        lambda used: void(book, "open", used),
    )
    for other, used in itertools.product(others, ("v1", "c", "v2")):
        with pytest.raises(LedgerRefused):
            other(say(used))
        assert contents(book) == before
    assert not void(book, "draw", say("v1")).new
    assert not complete_ante(book, "open", say("c"), theirs=9).new
    assert not void(book, "levels", say("v2")).new
    assert contents(book) == before


def test_the_start_of_an_id_must_mean_one_thing_among_entries_packs_and_matches(book: Book, say: Say) -> None:
    found(book, "Ann", [Copies(4)], say("abc1"))
    found(book, "Ann", [Copies(4)], say("abc2"))
    add_ante(book, "Ann", "Bo", Result.DRAW, say("abd"))
    add_ante(book, "Ann", "Bo", Result.LOST, say("xyz"), mine=4)
    for start in ("abc", "ab", "a"):
        with pytest.raises(LedgerRefused, match="Several"):
            void(book, start, say("v"))
    drawn = void(book, "abd", say("v1"))
    assert drawn.match is not None
    assert (drawn.entry, drawn.match.status) == (None, Status.VOID)
    moved = void(book, "x", say("v2"))
    assert moved.match is not None
    assert moved.entry is not None
    assert (moved.match.status, moved.entry.reverses) == (Status.VOID, "xyz")
    assert open_binder(book, "Ann").owned == {4: 2}


def test_an_id_that_begins_another_is_meant_itself(book: Book, say: Say) -> None:
    found(book, "Ann", [Copies(4)], say("a"))
    found(book, "Ann", [Copies(5)], say("ab"))
    void(book, "a", say("v"))
    assert open_binder(book, "Ann").owned == {5: 1}


def test_a_match_that_is_not_over_is_not_taken_back(book: Book, say: Say, now: dt.datetime, contents: Contents) -> None:
    account = add(book, "Ann")
    with book.writing() as unit:
        unit.matches.add(
            Match(
                "playing",
                "mudwater",
                "standard",
                Place.HERE,
                Stakes.FRIENDLY,
                Status.PLAYING,
                now.date(),
                now,
                (MatchSeat(account, "human"), MatchSeat(None, "greedy")),
                "",
                0,
            )
        )
    before = contents(book)
    with pytest.raises(LedgerRefused, match="give it up"):
        void(book, "playing", say("v"))
    assert contents(book) == before


class TestCorrection:
    def test_a_loss_of_the_wrong_card_is_made_right(self, book: Book, say: Say) -> None:
        _deal(book, "Ann", say, 4, 5)
        lost(book, "Ann", [Copies(4)], say("wrong"))
        receipt = lost(book, "Ann", [Copies(5)], say("right", corrects="wrong"))
        assert receipt.new
        assert open_binder(book, "Ann").owned == {4: 1}
        assert [(entry.id, bool(entry.voided_by)) for entry in entries(book, "Ann", kind="lost")] == [
            ("right", False),
            ("wrong", True),
        ]

    def test_the_only_copy_may_be_part_of_both(self, book: Book, say: Say) -> None:
        _deal(book, "Ann", say, 4)
        trade(book, "Ann", "Bo", [Copies(4)], [Copies(8)], say("wrong"))
        trade(book, "Ann", "Cy", [Copies(4)], [Copies(9)], say("right", corrects="wrong"))
        assert open_binder(book, "Ann").owned == {9: 1}
        kinds = [entry.kind.value for entry in entries(book, "Ann")]
        assert sorted(kinds) == ["pull", "trade", "trade", "void"], "nothing is lent where the void can go first"

    def test_no_legal_end_is_refused_though_each_entry_waits_for_the_other(self, book: Book, say: Say) -> None:
        _deal(book, "Ann", say, 4)
        trade(book, "Ann", "Bo", [Copies(4)], [Copies(8)], say("wrong"))
        gift(book, "Ann", [Copies(8)], say("gone"), to="Cy")
        trade(book, "Ann", "Bo", [Copies(4)], [Copies(8), Copies(9)], say("right", corrects="wrong"))
        assert open_binder(book, "Ann").owned == {9: 1}
        with book.reading() as unit:
            bo, elsewhere = unit.accounts.find("Bo"), unit.accounts.elsewhere
            assert bo is not None
            assert unit.ledger.owned(bo) == {4: 1}
            assert unit.ledger.owned(elsewhere) == {}

    def test_an_illegal_end_is_refused_whole(self, book: Book, say: Say, contents: Contents) -> None:
        _deal(book, "Ann", say, 4)
        trade(book, "Ann", "Bo", [Copies(4)], [Copies(8)], say("wrong"))
        gift(book, "Ann", [Copies(8)], say("gone"), to="Cy")
        before = contents(book)
        for give, get in (([Copies(4)], [Copies(9)]), ([Copies(5)], [Copies(8)]), ([], [Copies(9)])):
            with pytest.raises(LedgerRefused):
                trade(book, "Ann", "Bo", give, get, say("right", corrects="wrong"))
            assert contents(book) == before

    def test_said_twice_it_happens_once_and_must_correct_the_same(
        self, book: Book, say: Say, contents: Contents
    ) -> None:
        found(book, "Ann", [Copies(4)], say("old1"))
        found(book, "Ann", [Copies(5)], say("old2"))
        assert found(book, "Ann", [Copies(6)], say("new", corrects="old1")).new
        found(book, "Ann", [Copies(7)], say("plain"))
        before = contents(book)
        assert not found(book, "Ann", [Copies(6)], say("new", corrects="old1")).new
        for said_id, card, corrects in (
            ("new", 6, "old2"),
            ("new", 6, None),
            ("plain", 7, "old2"),
            ("new", 8, "old1"),
            ("other", 8, "old1"),
            ("plain", 7, "plain"),
        ):
            with pytest.raises(LedgerRefused):
                found(book, "Ann", [Copies(card)], say(said_id, corrects=corrects))
        assert contents(book) == before
        assert open_binder(book, "Ann").owned == {5: 1, 6: 1, 7: 1}

    def test_anything_may_correct_anything(self, book: Book, say: Say) -> None:
        add_ante(book, "Ann", "Bo", Result.WON, say("match"), theirs=9)
        log_pack(book, "Ann", [Copies(9)], say("pack", corrects="match"))
        found(book, "Ann", [Copies(9)], say("found", corrects="pack"))
        add_ante(book, "Ann", "Bo", Result.WON, say("again", corrects="found"), theirs=9)
        assert open_binder(book, "Ann").owned == {9: 1}
        assert [entry.id for entry in entries(book, "Ann") if not entry.voided_by and not entry.reverses] == ["again"]


def test_entries_are_listed_newest_first_and_narrowed_by_card_kind_and_rival(book: Book, say: Say) -> None:
    _deal(book, "Ann", say, 4, 5)
    trade(book, "Ann", "Bo", [Copies(4)], [Copies(7)], say("t"))
    found(book, "Ann", [Copies(4)], say("f", on=dt.date(2026, 1, 1)))
    gift(book, "Ben", [Copies(4)], say("b"), source="Bo")
    assert [entry.id for entry in entries(book, "Ann")] == ["t", "pack-Ann", "f"]
    assert [entry.id for entry in entries(book, "Ann", number=4, limit=2)] == ["t", "pack-Ann"]
    assert [entry.id for entry in entries(book, "Ann", kind=" Found ")] == ["f"]
    assert [entry.id for entry in entries(book, "Ann", rival="BO")] == ["t"]
    assert [entry.id for entry in entries(book, "Ann", before="t")] == ["pack-Ann", "f"]
    with pytest.raises(NotUnderstood, match="trade"):
        entries(book, "Ann", kind="swap")
    with pytest.raises(Refused, match="Bo"):
        entries(book, "Ann", rival="Boo")
    with pytest.raises(LedgerRefused):
        entries(book, "Ann", before="nothing")
