"""The binder counted for real: differences, scope, days, and the reason."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies, Level
from collection.catalogue.catalogue import Catalogue
from collection.desk.binder import open_binder
from collection.desk.exchange import entries, found, lost
from collection.desk.exporting import whole_json
from collection.desk.packs import log_pack, log_pack_levels
from collection.desk.recount import post_recount, preview_recount
from collection.desk.said import Said
from collection.desk.whole import look_into, recognised, take
from collection.errors import LedgerRefused, NotUnderstood, Refused
from collection.ledger.entry import EntryKind, Severity
from collection.store.book import Book

Say = Callable[..., Said]

JANUARY, FEBRUARY, MARCH = (dt.date(2026, month, 1) for month in (1, 2, 3))


@pytest.fixture
def stocked(book: Book, say: Say) -> Book:
    found(book, None, [Copies(45, "base", 2), Copies(45, "foil"), Copies(46), Copies(3)], say("f", on=JANUARY))
    return book


def held(book: Book) -> tuple[Copies, ...]:
    return open_binder(book).holdings


def test_words_that_were_counted_are_compared_and_the_difference_is_one_entry_with_its_reason(
    stocked: Book, say: Say
) -> None:
    seen = preview_recount(stocked, None, ["45*3", "46*0", "Sea", "Dog", "3"])
    assert [(one.card.number, one.before, one.after) for one in seen.changed] == [(43, 0, 1), (45, 2, 3), (46, 1, 0)]
    assert [one.card.number for one in seen.unchanged] == [3]
    done = post_recount(stocked, seen, say("r", note="Counted on Sunday"))
    assert done.entry is not None
    assert (done.entry.kind, done.entry.note) == (EntryKind.RECOUNT, "Counted on Sunday")
    assert held(stocked) == (Copies(3), Copies(43), Copies(45, "base", 3), Copies(45, "foil"))


def test_a_reason_is_asked_for(stocked: Book, say: Say) -> None:
    seen = preview_recount(stocked, None, ["45*3"])
    with pytest.raises(NotUnderstood, match="why"):
        post_recount(stocked, seen, say("r"))


def test_a_file_may_be_counted_too(stocked: Book) -> None:
    seen = preview_recount(stocked, None, b"number,quantity,finish\n45,2,\n45,0,foil\n")
    assert [(one.card.number, one.finish, one.after, one.lines) for one in seen.changed] == [(45, "foil", 0, (3,))]


def test_a_whole_count_finds_missing_what_is_not_named(stocked: Book, say: Say) -> None:
    seen = preview_recount(stocked, None, ["45*2"], whole=True)
    assert [(one.card.number, one.finish, one.after) for one in seen.changed] == [
        (3, "base", 0),
        (45, "foil", 0),
        (46, "base", 0),
    ]
    post_recount(stocked, seen, say("r", note="all"))
    assert held(stocked) == (Copies(45, "base", 2),)


def test_within_a_scope_the_rest_is_left_alone(stocked: Book, say: Say, catalogue: Catalogue) -> None:
    second = {card.number for card in catalogue if card.level is Level.II}
    assert 45 in second
    assert not second & {3, 46}
    seen = preview_recount(stocked, None, ["45*2"], whole=True, scope=second)
    assert [(one.card.number, one.finish, one.after) for one in seen.changed] == [(45, "foil", 0)]
    post_recount(stocked, seen, say("r", note="Level II"))
    assert held(stocked) == (Copies(3), Copies(45, "base", 2), Copies(46))


def test_what_was_counted_outside_the_scope_is_refused(stocked: Book, say: Say, catalogue: Catalogue) -> None:
    third = {card.number for card in catalogue if card.level is Level.III}
    seen = preview_recount(stocked, None, ["45*3"], scope=third)
    assert seen.changed == ()
    with pytest.raises(Refused, match="45"):
        post_recount(stocked, seen, say("r", note="Level III"))


def test_words_that_name_no_cards_are_all_named(stocked: Book) -> None:
    with pytest.raises(NotUnderstood) as caught:
        preview_recount(stocked, None, ["121*0", "45", "nonsense", "-3"])
    told = " ".join(caught.value.reasons)
    assert all(word in told for word in ("121", "nonsense", "-3"))


def test_a_count_that_agrees_posts_nothing(stocked: Book, say: Say) -> None:
    seen = preview_recount(stocked, None, ["45*2", "45:foil", "46", "3"], whole=True)
    assert post_recount(stocked, seen, say("r", note="as it should be")).entry is None
    assert [entry.id for entry in entries(stocked)] == ["f"]


def test_a_count_of_an_earlier_day_is_compared_with_the_books_of_that_day(stocked: Book, say: Say) -> None:
    log_pack(stocked, None, [Copies(46, "base", 4)], say("p", on=MARCH))
    seen = preview_recount(stocked, None, ["46*2"], on=FEBRUARY)
    assert [(one.before, one.after) for one in seen.changed] == [(1, 2)]
    done = post_recount(stocked, seen, say("r", on=FEBRUARY, note="counted in February"))
    assert done.entry is not None
    assert done.entry.happened == FEBRUARY
    assert open_binder(stocked).owned[46] == 6


def test_a_count_does_not_stand_in_the_way_of_what_is_written_down_later_for_earlier_days(
    stocked: Book, say: Say
) -> None:
    post_recount(stocked, preview_recount(stocked, None, ["46*0"]), say("r", note="gone"))
    log_pack(stocked, None, [Copies(46)], say("p", on=JANUARY))
    lost(stocked, None, [Copies(45, "base", 2)], say("l", on=JANUARY))
    assert open_binder(stocked).owned == {3: 1, 45: 1, 46: 1}
    with stocked.reading() as unit:
        assert not [finding for finding in unit.ledger.audit() if finding.severity is Severity.ERROR]


def test_a_count_that_differs_in_nothing_uses_up_its_id_all_the_same(stocked: Book, say: Say) -> None:
    agreeing = preview_recount(stocked, None, ["45*2"])
    assert post_recount(stocked, agreeing, say("r", note="Sunday")).entry is None
    found(stocked, None, [Copies(46)], say("g"))
    again = post_recount(stocked, preview_recount(stocked, None, ["45*2"]), say("r", note="Sunday"))
    assert (again.entry, again.new) == (None, False)
    other = preview_recount(stocked, None, ["45*5"])
    with pytest.raises(LedgerRefused, match="another count"):
        post_recount(stocked, other, say("r", note="Sunday"))
    with pytest.raises(LedgerRefused, match="said before"):
        found(stocked, None, [Copies(45)], say("r"))
    assert open_binder(stocked).owned == {3: 1, 45: 3, 46: 2}


def test_a_count_that_differs_in_nothing_takes_no_id_of_anything_else(stocked: Book, say: Say) -> None:
    log_pack_levels(stocked, None, (8, 0, 0, 0, 0), say("p"))
    for taken in ("f", "p"):
        with pytest.raises(LedgerRefused):
            post_recount(stocked, preview_recount(stocked, None, ["45*2"]), say(taken, note="Sunday"))


def test_a_count_is_known_again_in_a_book_that_took_everything_in(
    stocked: Book, new_book: Callable[[], Book], say: Say, now: dt.datetime
) -> None:
    for said_id, words in (("r", ["45*3"]), ("same", ["3"])):
        post_recount(stocked, preview_recount(stocked, None, words), say(said_id, note="Sunday"))
    other = new_book()
    # Accounts have other numbers there.
    found(other, "Zoë", [Copies(1)], say("z"))
    source = recognised(whole_json(stocked).text.encode())
    assert source is not None
    take(other, look_into(other, source, now), now)
    assert not post_recount(other, preview_recount(other, "Me", ["45*3"]), say("r", note="Sunday")).new
    assert not post_recount(other, preview_recount(other, "Me", ["3"]), say("same", note="Sunday")).new
    with pytest.raises(LedgerRefused):
        post_recount(other, preview_recount(other, "Me", ["45*4"]), say("same", note="Sunday"))
    assert open_binder(other, "Me").owned[45] == 4
