from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import pytest

from collection.catalogue.card import Copies
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, Draft, EntryKind, Movement, Posted
from collection.store.book import Book

Pull = Callable[..., Posted]


def moved(source: Account, target: Account, *numbers: int, finish: str = "base") -> tuple[Movement, ...]:
    return tuple(Movement(Copies(number, finish), source, target) for number in numbers)


def test_an_entry_comes_back_as_it_was_said(book: Book, ada: Account, now: dt.datetime) -> None:
    with book.writing() as unit:
        movements = (
            Movement(Copies(45, "base", 2), unit.accounts.packs, ada),
            Movement(Copies(3, "foil"), unit.accounts.packs, ada),
        )
        unit.ledger.post(Draft("p-1", EntryKind.PULL, movements, dt.date(2026, 5, 1), "first pack"), now)
    with book.reading() as unit:
        entry = unit.ledger.entry("p-1")
        assert entry.movements == movements
        assert (entry.kind, entry.note, entry.reverses, entry.voided_by) == (EntryKind.PULL, "first pack", None, None)
        assert entry.happened == dt.date(2026, 5, 1)
        assert entry.recorded == now
        assert unit.ledger.holdings(ada) == (Copies(3, "foil", 1), Copies(45, "base", 2))
        assert unit.ledger.owned(ada) == {3: 1, 45: 2}


def test_finishes_of_one_number_are_held_apart_and_owned_together(book: Book, ada: Account, now: dt.datetime) -> None:
    with book.writing() as unit:
        draft = Draft("p", EntryKind.PULL, moved(unit.accounts.packs, ada, 7))
        foil = Draft("q", EntryKind.PULL, moved(unit.accounts.packs, ada, 7, finish="foil"))
        unit.ledger.post(draft, now)
        unit.ledger.post(foil, now)
        assert unit.ledger.holdings(ada) == (Copies(7, "base"), Copies(7, "foil"))
        assert unit.ledger.owned(ada) == {7: 2}
        with pytest.raises(LedgerRefused, match="foil"):
            unit.ledger.post(
                Draft("r", EntryKind.LOST, (Movement(Copies(7, "foil", 2), ada, unit.accounts.elsewhere),)), now
            )


def test_a_day_that_nobody_named_is_today(book: Book, ada: Account, now: dt.datetime, pull: Pull) -> None:
    assert pull(ada, 1).entry.happened == now.date()


def test_the_same_id_with_the_same_content_moves_cards_once(
    book: Book, ada: Account, now: dt.datetime, pull: Pull
) -> None:
    assert pull(ada, 45, 45, 3).new
    again = pull(ada, 3, 45, 45)
    assert not again.new
    assert again.entry.recorded == now
    with book.writing() as unit:
        # Copies added up or listed one by one, in whatever order, are the same thing said; so is a day not named.
        listed = Draft("pull-1", EntryKind.PULL, moved(unit.accounts.packs, ada, 45, 3, 45))
        assert not unit.ledger.post(listed, now + dt.timedelta(days=3)).new
        assert unit.ledger.owned(ada) == {3: 1, 45: 2}


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"kind": EntryKind.FOUND}, "pull"),
        ({"note": "another"}, "note"),
        ({"happened": dt.date(2020, 1, 1)}, "2020-01-01"),
        ({"movements": ()}, "cards"),
    ],
)
def test_the_same_id_with_other_content_is_refused_and_says_what_differs(
    book: Book, ada: Account, now: dt.datetime, pull: Pull, changes: dict[str, object], what: str
) -> None:
    pull(ada, 45)
    with book.reading() as unit:
        entry = unit.ledger.entry("pull-1")
    draft = Draft(entry.id, entry.kind, entry.movements)
    with book.writing() as unit, pytest.raises(LedgerRefused, match=what):
        unit.ledger.post(replace(draft, **changes), now)  # type: ignore[arg-type]


def test_every_card_that_is_short_is_named_with_what_is_held(
    book: Book, ada: Account, bo: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, 45, 3)
    draft = Draft("t", EntryKind.TRADE, (*moved(ada, bo, 45, 45, 45, 7, 3), *moved(bo, ada, 9)))
    with book.writing() as unit, pytest.raises(LedgerRefused) as refused:
        unit.ledger.post(draft, now)
    assert len(refused.value.reasons) == 2
    seven, forty_five = refused.value.reasons
    assert "0 of card 7" in seven
    assert "2 of card 45" in forty_five
    assert "3 would go" in forty_five
    with book.reading() as unit:
        assert unit.ledger.owned(ada) == {3: 1, 45: 2}
        assert unit.ledger.owned(bo) == {}


def test_the_house_is_tracked_like_a_collector_and_a_rival_is_not(
    book: Book, ada: Account, bo: Account, now: dt.datetime
) -> None:
    with book.writing() as unit:
        with pytest.raises(LedgerRefused, match="House"):
            unit.ledger.post(Draft("h", EntryKind.ANTE, moved(unit.accounts.house, ada, 5)), now)
        assert unit.ledger.post(Draft("r", EntryKind.ANTE, moved(bo, ada, 5)), now).new
        assert unit.ledger.holdings(bo) == ()


@pytest.mark.parametrize("number", [0, -3, 121, 2**63, 10**40])
def test_a_number_that_is_no_card_never_moves(book: Book, ada: Account, now: dt.datetime, number: int) -> None:
    with book.writing() as unit, pytest.raises(LedgerRefused, match=str(number)):
        unit.ledger.post(Draft("x", EntryKind.FOUND, moved(unit.accounts.elsewhere, ada, number)), now)


@pytest.mark.parametrize("quantity", [0, -1, 1_000_001, 2**70])
def test_a_quantity_beyond_sense_is_refused(book: Book, ada: Account, now: dt.datetime, quantity: int) -> None:
    with book.writing() as unit:
        movement = Movement(Copies(1, "base", quantity), unit.accounts.elsewhere, ada)
        with pytest.raises(LedgerRefused, match="copies"):
            unit.ledger.post(Draft("x", EntryKind.FOUND, (movement,)), now)


@pytest.mark.parametrize("finish", ["", " ", "two  blanks", "a\x07", "\ud800", "abc\u202edef"])
def test_a_finish_is_text_as_it_is_kept(book: Book, ada: Account, now: dt.datetime, finish: str) -> None:
    with book.writing() as unit, pytest.raises(LedgerRefused, match="is no finish"):
        unit.ledger.post(Draft("x", EntryKind.FOUND, moved(unit.accounts.elsewhere, ada, 5, finish=finish)), now)


def test_cards_do_not_go_round_in_one_account_nor_entries_about_nothing(
    book: Book, ada: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 5)
    with book.writing() as unit:
        with pytest.raises(LedgerRefused, match="same account"):
            unit.ledger.post(Draft("x", EntryKind.GIFT, moved(ada, ada, 5)), now)
        with pytest.raises(LedgerRefused, match="at least one card"):
            unit.ledger.post(Draft("x", EntryKind.GIFT, ()), now)


@pytest.mark.parametrize("id", ["", "a" * 65, "a b", "ä", "a/b", "a\n", "[red]", "\x1b[31m"])
def test_an_id_is_letters_digits_dots_dashes_and_underscores(
    book: Book, ada: Account, now: dt.datetime, id: str
) -> None:
    with book.writing() as unit, pytest.raises(LedgerRefused, match="is no id"):
        unit.ledger.post(Draft(id, EntryKind.FOUND, moved(unit.accounts.elsewhere, ada, 5)), now)


def test_what_fails_in_a_unit_leaves_nothing_of_it(book: Book, ada: Account, now: dt.datetime) -> None:
    def post_and_fail() -> None:
        with book.writing() as unit:
            unit.ledger.post(Draft("x", EntryKind.FOUND, moved(unit.accounts.elsewhere, ada, 5)), now)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        post_and_fail()
    with book.reading() as unit:
        assert unit.ledger.entries() == ()
        assert unit.ledger.owned(ada) == {}


def test_a_void_moves_everything_back_as_of_the_same_day(
    book: Book, ada: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, 45, 3, on=dt.date(2026, 1, 2))
    later = now + dt.timedelta(days=40)
    with book.writing() as unit:
        void = unit.ledger.void("pull-1", later, note="a misprint").entry
        assert void.kind is EntryKind.VOID
        assert (void.happened, void.recorded, void.note) == (dt.date(2026, 1, 2), later, "a misprint")
        assert void.reverses == "pull-1"
        assert unit.ledger.entry("pull-1").voided_by == void.id
        assert unit.ledger.owned(ada) == {}
        assert unit.ledger.audit() == ()


def test_a_void_takes_steps_back_one_by_one(book: Book, ada: Account, bo: Account, now: dt.datetime) -> None:
    with book.writing() as unit:
        through = (*moved(unit.accounts.packs, ada, 5), *moved(ada, bo, 5))
        unit.ledger.post(Draft("t", EntryKind.TRADE, through), now)
        assert unit.ledger.owned(ada) == {}
        # Ada's copy must come back from Bo before it can go back into the pack.
        assert unit.ledger.void("t", now).entry.movements == (*moved(bo, ada, 5), *moved(ada, unit.accounts.packs, 5))
        assert unit.ledger.audit() == ()


def test_voiding_again_gives_the_same_void(book: Book, ada: Account, now: dt.datetime, pull: Pull) -> None:
    pull(ada, 45)
    with book.writing() as unit:
        first = unit.ledger.void("pull-1", now)
        again = unit.ledger.void("pull-1", now + dt.timedelta(hours=1), void_id="another")
        assert (first.new, again.new) == (True, False)
        assert first.entry == again.entry


def test_a_void_takes_the_id_that_it_is_given_unless_that_is_taken(
    book: Book, ada: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, id="a")
    pull(ada, 45, id="b")
    with book.writing() as unit:
        with pytest.raises(LedgerRefused, match="another entry"):
            unit.ledger.void("a", now, void_id="b")
        assert unit.ledger.void("a", now, void_id="back").entry.id == "back"


def test_long_ids_can_be_voided_too(book: Book, ada: Account, now: dt.datetime, pull: Pull) -> None:
    pull(ada, 45, id="x" * 64)
    with book.writing() as unit:
        assert unit.ledger.void("x" * 64, now).new


def test_a_void_is_not_voided(book: Book, ada: Account, now: dt.datetime, pull: Pull) -> None:
    pull(ada, 45)
    with book.writing() as unit:
        void = unit.ledger.void("pull-1", now).entry
        with pytest.raises(LedgerRefused, match="is a void"):
            unit.ledger.void(void.id, now)
        with pytest.raises(LedgerRefused, match="no entry"):
            unit.ledger.void("nothing", now)


def test_a_void_is_refused_when_the_cards_have_gone_on(
    book: Book, ada: Account, bo: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, 3)
    with book.writing() as unit:
        unit.ledger.post(Draft("ante", EntryKind.ANTE, moved(ada, bo, 45)), now)
        with pytest.raises(LedgerRefused, match="0 of card 45"):
            unit.ledger.void("pull-1", now)
        unit.ledger.void("ante", now)
        assert unit.ledger.void("pull-1", now).new


def test_a_correction_posts_anew_and_then_voids_in_one_unit(
    book: Book, ada: Account, bo: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45)
    with book.writing() as unit:
        unit.ledger.post(Draft("t", EntryKind.GIFT, moved(ada, bo, 45)), now)
    with book.writing() as unit:
        # The pull held two of them; taking it back first would leave nothing to give.
        unit.ledger.post(Draft("pull-2", EntryKind.PULL, moved(unit.accounts.packs, ada, 45, 45)), now)
        unit.ledger.void("pull-1", now)
    with book.reading() as unit:
        assert unit.ledger.owned(ada) == {45: 1}
        assert unit.ledger.audit() == ()


def test_a_void_can_be_posted_as_the_entry_that_it_is(book: Book, ada: Account, now: dt.datetime, pull: Pull) -> None:
    pull(ada, 45)
    with book.writing() as unit:
        packs = unit.accounts.packs
        wrong = Draft("v", EntryKind.VOID, moved(ada, packs, 44), reverses="pull-1")
        with pytest.raises(LedgerRefused, match="exactly"):
            unit.ledger.post(wrong, now)
        void = Draft("v", EntryKind.VOID, moved(ada, packs, 45), reverses="pull-1")
        assert unit.ledger.post(void, now).new
        assert not unit.ledger.post(void, now).new
        with pytest.raises(LedgerRefused, match="nothing else"):
            unit.ledger.post(Draft("w", EntryKind.GIFT, moved(ada, packs, 45), reverses="pull-1"), now)


def test_an_entry_is_found_by_the_start_of_its_id(book: Book, ada: Account, pull: Pull) -> None:
    pull(ada, 1, id="abc-1")
    pull(ada, 1, id="abd-1")
    pull(ada, 1, id="abc")
    with book.reading() as unit:
        assert unit.ledger.entry("abd").id == "abd-1"
        assert unit.ledger.entry("abc").id == "abc"
        with pytest.raises(LedgerRefused, match=r"abc, abc-1, abd-1"):
            unit.ledger.entry("ab")
        for nothing in ("", "zz", "%", "_", "a*", "ABC"):
            with pytest.raises(LedgerRefused, match="no entry"):
                unit.ledger.entry(nothing)


def test_entries_are_newest_first_by_day_then_by_writing(book: Book, ada: Account, pull: Pull) -> None:
    pull(ada, 1, id="a", on=dt.date(2026, 3, 1))
    pull(ada, 1, id="b", on=dt.date(2026, 1, 1))
    pull(ada, 1, id="c", on=dt.date(2026, 3, 1))
    with book.reading() as unit:
        assert [entry.id for entry in unit.ledger.entries()] == ["c", "a", "b"]
        assert [entry.id for entry in unit.ledger.entries(limit=2)] == ["c", "a"]
        assert [entry.id for entry in unit.ledger.entries(before="a")] == ["b"]
        with pytest.raises(LedgerRefused):
            unit.ledger.entries(before="zzz")


def test_entries_touch_all_that_is_named(
    book: Book, ada: Account, bo: Account, cy: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, 45, 3, id="pa")
    pull(cy, 45, id="pc")
    with book.writing() as unit:
        unit.ledger.post(Draft("ab", EntryKind.TRADE, (*moved(ada, bo, 45), *moved(bo, ada, 9))), now)
        unit.ledger.post(Draft("ac", EntryKind.GIFT, moved(ada, cy, 3)), now)

        def ids(**named: object) -> list[str]:
            return sorted(entry.id for entry in unit.ledger.entries(**named))  # type: ignore[arg-type]

        assert ids(account=ada) == ["ab", "ac", "pa"]
        assert ids(account=bo) == ["ab"]
        assert ids(account=ada, other=cy) == ids(account=cy, other=ada) == ["ac"]
        assert ids(number=45) == ["ab", "pa", "pc"]
        assert ids(account=cy, number=45) == ["pc"]
        assert ids(account=ada, other=bo, number=9) == ["ab"]
        assert ids(other=bo, number=3) == []
        assert ids(kind=EntryKind.PULL, account=ada) == ["pa"]


def test_pages_together_are_the_whole_list(book: Book, ada: Account, pull: Pull) -> None:
    for index in range(23):
        pull(ada, 1 + index, id=f"e{index}", on=dt.date(2026, 1, 1 + index % 5))
    with book.reading() as unit:
        whole = [entry.id for entry in unit.ledger.entries(ada)]
        paged: list[str] = []
        while page := unit.ledger.entries(ada, limit=5, before=paged[-1] if paged else None):
            paged.extend(entry.id for entry in page)
    assert paged == whole
    assert len(set(whole)) == 23


def test_what_another_still_holds_is_the_net_between_the_pair(
    book: Book, ada: Account, bo: Account, cy: Account, now: dt.datetime, pull: Pull
) -> None:
    pull(ada, 45, 45, 3, 9)
    with book.writing() as unit:
        post = unit.ledger.post
        post(Draft("1", EntryKind.ANTE, moved(ada, bo, 45)), now)
        post(Draft("2", EntryKind.ANTE, moved(ada, bo, 45)), now)
        post(Draft("3", EntryKind.ANTE, moved(bo, ada, 45)), now)
        post(Draft("4", EntryKind.ANTE, moved(ada, bo, 3)), now)
        post(Draft("5", EntryKind.ANTE, moved(bo, ada, 7)), now)
        post(Draft("6", EntryKind.ANTE, moved(ada, cy, 9)), now)
        assert unit.ledger.exchanged(ada, bo) == ((3, 1), (45, 1))
        assert unit.ledger.exchanged(bo, ada) == ((7, 1),)
        unit.ledger.void("4", now)
        assert unit.ledger.exchanged(ada, bo) == ((45, 1),)
        assert unit.ledger.exchanged(ada, cy) == ((9, 1),)


def test_an_entry_of_many_hundred_lines_is_one_entry(book: Book, ada: Account, now: dt.datetime) -> None:
    with book.writing() as unit:
        movements = tuple(
            Movement(Copies(number, finish), unit.accounts.elsewhere, ada)
            for number in range(1, 121)
            for finish in ("base", "foil", "odd, \"quoted\" and 'sharp' [/x] 🐊", "x" * 3000)
        )
        unit.ledger.post(Draft("all", EntryKind.FOUND, movements), now)
        unit.ledger.void("all", now)
        assert unit.ledger.entry("all").movements == movements
        assert unit.ledger.audit() == ()
