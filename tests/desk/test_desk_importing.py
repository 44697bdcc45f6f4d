"""Collections from files: two modes, a preview that tells the truth, and all or nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.binder import open_binder
from collection.desk.collectors import add
from collection.desk.exchange import entries, found, gift, lost, void
from collection.desk.hands import new_hand
from collection.desk.importing import Mode, commit, preview
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.errors import LedgerRefused, NotUnderstood, Refused
from collection.interchange.collection_csv import write_collection
from collection.ledger.entry import EntryKind
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]


def held(book: Book, who: str | None = None) -> tuple[Copies, ...]:
    return open_binder(book, who).holdings


def take(book: Book, text: str, mode: Mode, said: Said, *, whole: bool = False) -> bool:
    return commit(book, preview(book, None, text.encode(), mode, whole=whole, on=said.on), said).new


class TestModes:
    def test_added_copies_come_to_what_is_there_as_found(self, book: Book, say: Say) -> None:
        found(book, None, [Copies(45)], say("f"))
        assert take(book, "number,quantity\n45,2\n46,1\n", Mode.ADD, say("i"))
        assert held(book) == (Copies(45, "base", 3), Copies(46))
        (entry,) = [entry for entry in entries(book) if entry.id == "i"]
        assert entry.kind is EntryKind.FOUND
        assert {movement.source.name for movement in entry.movements} == {"elsewhere"}

    def test_set_quantities_become_the_holdings_and_0_counts(self, book: Book, say: Say) -> None:
        found(book, None, [Copies(45, "base", 3), Copies(46), Copies(47)], say("f"))
        assert take(book, "number,quantity\n45,1\n46,0\n48,2\n", Mode.SET, say("i"))
        assert held(book) == (Copies(45), Copies(47), Copies(48, "base", 2))
        (entry,) = [entry for entry in entries(book) if entry.id == "i"]
        assert entry.kind is EntryKind.RECOUNT
        ways = {(one.copies.number, one.source.name, one.target.name) for one in entry.movements}
        assert ways == {(45, "Me", "elsewhere"), (46, "Me", "elsewhere"), (48, "elsewhere", "Me")}

    def test_what_is_absent_is_gone_only_where_the_count_was_whole(self, book: Book, say: Say) -> None:
        found(book, None, [Copies(45), Copies(46, "foil")], say("f"))
        seen = preview(book, None, b"number,quantity\n45,1\n", Mode.SET, whole=True)
        assert [(one.card.number, one.finish, one.before, one.after, one.lines) for one in seen.changed] == [
            (46, "foil", 1, 0, ())
        ]
        assert [one.card.number for one in seen.unchanged] == [45]
        commit(book, seen, say("i"))
        assert held(book) == (Copies(45),)

    def test_a_whole_count_is_no_addition(self, book: Book) -> None:
        with pytest.raises(NotUnderstood):
            preview(book, None, b"number,quantity\n45,1\n", Mode.ADD, whole=True)

    def test_0_added_changes_nothing_and_is_told_to_be_unchanged(self, book: Book, say: Say) -> None:
        seen = preview(book, None, b"number,quantity\n45,0\n", Mode.ADD)
        assert seen.changed == ()
        assert [one.lines for one in seen.unchanged] == [(2,)]
        assert commit(book, seen, say("i")).entry is None
        assert entries(book) == ()

    def test_a_file_that_tells_no_finishes_leaves_other_finishes_and_says_so(self, book: Book, say: Say) -> None:
        found(book, None, [Copies(45, "foil", 2)], say("f"))
        seen = preview(book, None, b"number,quantity\n45,1\n", Mode.SET)
        assert any("45:foil" in notice for notice in seen.notices)
        commit(book, seen, say("i"))
        assert held(book) == (Copies(45), Copies(45, "foil", 2))


class TestPreview:
    def test_it_tells_before_and_after_of_each_card_and_finish_with_the_lines(
        self, book: Book, say: Say, contents: Contents
    ) -> None:
        found(book, None, [Copies(45), Copies(46)], say("f"))
        before = contents(book)
        text = "number,quantity,finish\n45,1,\n45,2,foil\n46,1,\n45,1,\nx,1,\n46,-1,\n"
        seen = preview(book, None, text.encode(), Mode.SET)
        assert [(one.card.number, one.finish, one.before, one.after, one.lines) for one in seen.changed] == [
            (45, "base", 1, 2, (2, 5)),
            (45, "foil", 0, 2, (3,)),
        ]
        assert [(one.card.number, one.before, one.lines) for one in seen.unchanged] == [(46, 1, (4,))]
        assert [refusal.line for refusal in seen.refused] == [6, 7]
        assert (seen.came, seen.went) == (3, 0)
        assert contents(book) == before, "a preview writes nothing"

    def test_the_total_told_is_the_total_owned_afterwards(self, book: Book, say: Say) -> None:
        found(book, None, [Copies(45, "base", 5)], say("f"))
        seen = preview(book, None, b"number,quantity,finish\n45,2,base\n46,4,foil\n46,1,\n", Mode.SET)
        copies = open_binder(book).whole.copies + seen.came - seen.went
        commit(book, seen, say("i"))
        binder = open_binder(book)
        assert binder.whole.copies == copies == sum(binder.owned.values()) == 7
        assert binder.whole.distinct == 2

    def test_a_collector_who_is_not_in_the_book_yet_holds_nothing_and_is_made_by_the_commit(
        self, book: Book, say: Say
    ) -> None:
        seen = preview(book, "Ann", b"number,quantity\n45,1\n", Mode.ADD)
        assert seen.collector.id == 0
        commit(book, seen, say("i"))
        assert held(book, "Ann") == (Copies(45),)

    def test_a_rival_is_no_collector(self, book: Book, say: Say) -> None:
        gift(book, "Ann", [Copies(45)], say("g"), source="Bo")
        with pytest.raises(LedgerRefused, match="rival"):
            preview(book, "Bo", b"number,quantity\n45,1\n", Mode.ADD)


class TestAllOrNothing:
    TEXT = b"number,quantity\n45,1\nx,1\n46,many\n"

    def test_one_line_that_cannot_be_read_stops_all_and_every_one_is_named(
        self, book: Book, say: Say, contents: Contents
    ) -> None:
        before = contents(book)
        seen = preview(book, None, self.TEXT, Mode.ADD)
        with pytest.raises(Refused) as caught:
            commit(book, seen, say("i"))
        assert [reason.split(":")[0] for reason in caught.value.reasons] == ["Line 3", "Line 4"]
        assert contents(book) == before

    def test_the_rest_is_taken_where_that_is_asked_for(self, book: Book, say: Say) -> None:
        commit(book, preview(book, None, self.TEXT, Mode.ADD), say("i"), skip_refused=True)
        assert held(book) == (Copies(45),)

    def test_a_whole_count_leaves_no_line_out(self, book: Book, say: Say, contents: Contents) -> None:
        found(book, None, [Copies(46)], say("f"))
        before = contents(book)
        seen = preview(book, None, self.TEXT, Mode.SET, whole=True)
        with pytest.raises(Refused, match="whole"):
            commit(book, seen, say("i"), skip_refused=True)
        assert contents(book) == before

    def test_a_file_of_nothing_but_refused_lines_is_not_understood(self, book: Book, say: Say) -> None:
        seen = preview(book, None, b"number,quantity\nx,1\n", Mode.ADD)
        with pytest.raises(NotUnderstood):
            commit(book, seen, say("i"), skip_refused=True)

    def test_more_than_a_movement_takes_is_refused_whole(self, book: Book, say: Say, contents: Contents) -> None:
        before = contents(book)
        seen = preview(book, None, b"number,quantity\n46,1\n45,1000000\n45,1\n", Mode.ADD)
        with pytest.raises(LedgerRefused, match="45"):
            commit(book, seen, say("i"))
        assert contents(book) == before


class TestChangedSince:
    @pytest.mark.parametrize("mode", list(Mode))
    def test_a_collection_that_has_changed_since_the_preview_is_not_overwritten(
        self, book: Book, say: Say, contents: Contents, mode: Mode
    ) -> None:
        found(book, None, [Copies(45), Copies(46)], say("f"))
        seen = preview(book, None, b"number,quantity\n45,2\n", mode)
        gift(book, None, [Copies(46)], say("g"), to="Bo")
        before = contents(book)
        with pytest.raises(Refused, match="changed since"):
            commit(book, seen, say("i"))
        assert contents(book) == before

    def test_another_collector_in_use_is_a_change(self, book: Book, say: Say) -> None:
        found(book, None, [Copies(45)], say("f"))
        seen = preview(book, None, b"number,quantity\n45,2\n", Mode.SET)
        add(book, "Ann")
        commit(book, seen, say("i"))
        assert held(book, "Me") == (Copies(45, "base", 2),)
        again = preview(book, "Me", b"number,quantity\n45,3\n", Mode.SET)
        void(book, "i", say("v"))
        with pytest.raises(Refused, match="changed since"):
            commit(book, again, say("j"))

    def test_the_day_is_that_of_the_preview(self, book: Book, say: Say) -> None:
        seen = preview(book, None, b"number,quantity\n45,2\n", Mode.SET)
        with pytest.raises(NotUnderstood, match="day"):
            commit(book, seen, say("i", on=dt.date(2026, 1, 1)))


class TestSaidTwice:
    @pytest.mark.parametrize("mode", list(Mode))
    def test_the_same_id_and_content_count_once_whatever_came_between(self, book: Book, say: Say, mode: Mode) -> None:
        text = "number,quantity\n45,2\n"
        assert take(book, text, mode, say("i"))
        assert not take(book, text, mode, say("i"))
        log_pack(book, None, [Copies(45)], say("p"))
        assert not take(book, text, mode, say("i"))
        assert held(book) == (Copies(45, "base", 3),)

    @pytest.mark.parametrize("mode", list(Mode))
    def test_the_same_preview_is_committed_once(self, book: Book, say: Say, mode: Mode) -> None:
        seen = preview(book, None, b"number,quantity\n45,2\n", mode)
        assert commit(book, seen, say("i")).new
        assert not commit(book, seen, say("i")).new
        assert held(book) == (Copies(45, "base", 2),)

    @pytest.mark.parametrize("mode", list(Mode))
    def test_another_content_needs_another_id(self, book: Book, say: Say, contents: Contents, mode: Mode) -> None:
        assert take(book, "number,quantity\n45,2\n", mode, say("i", note="mine"))
        before = contents(book)
        other = Mode.SET if mode is Mode.ADD else Mode.ADD
        for text, way, note in (
            ("number,quantity\n45,3\n", mode, "mine"),
            ("number,quantity\n46,2\n", mode, "mine"),
            ("number,quantity\n45,5\n", other, "mine"),
            ("number,quantity\n45,2\n", mode, "not mine"),
        ):
            with pytest.raises(LedgerRefused):
                take(book, text, way, say("i", note=note))
        assert contents(book) == before

    def test_two_files_that_are_the_same_are_both_added(self, book: Book, say: Say) -> None:
        # Real packs look alike: only an id tells that a thing was said before, never its time or content.
        for said_id in ("a", "b"):
            assert take(book, "number,quantity\n45,1\n", Mode.ADD, say(said_id))
        assert held(book) == (Copies(45, "base", 2),)

    def test_many_at_once_are_one(self, book: Book, say: Say) -> None:
        seen = preview(book, "Ann", b"number,quantity\n45,2\n", Mode.ADD)
        with ThreadPoolExecutor(4) as threads:
            made = list(threads.map(lambda _: commit(book, seen, say("i")), range(4)))
        assert sum(one.new for one in made) == 1
        assert held(book, "Ann") == (Copies(45, "base", 2),)

    def test_taken_back_it_is_as_before(self, book: Book, say: Say) -> None:
        found(book, None, [Copies(45, "base", 2), Copies(46)], say("f"))
        take(book, "number,quantity\n45,7\n46,0\n47,1\n", Mode.SET, say("i"))
        void(book, "i", say("v"))
        assert held(book) == (Copies(45, "base", 2), Copies(46))


def test_hands_that_a_count_breaks_are_named(book: Book, say: Say, now: dt.datetime) -> None:
    log_pack(book, None, [Copies(number) for number in range(1, 15)], say("p"))
    new_hand(book, None, "All", range(1, 15), now)
    seen = preview(book, None, b"number,quantity\n14,0\n", Mode.SET)
    (broken,) = commit(book, seen, say("i")).broken
    assert broken.hand.name == "All"
    assert [fault.card for fault in broken.faults] == [14]


PILES = st.dictionaries(
    st.tuples(st.integers(1, 120), st.sampled_from(["base", "foil", "etched", "normal"])),
    st.integers(1, 50),
    max_size=8,
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PILES, PILES)
def test_what_one_book_writes_another_has_after_reading_it_as_a_whole_count(
    new_book: Callable[[], Book],
    say: Say,
    catalogue: Catalogue,
    ours: dict[tuple[int, str], int],
    theirs: dict[tuple[int, str], int],
) -> None:
    book = new_book()
    if theirs:
        found(book, None, [Copies(*pile, quantity) for pile, quantity in theirs.items()], say("f"))
    wanted = tuple(sorted(Copies(*pile, quantity) for pile, quantity in ours.items()))
    text = write_collection(catalogue, wanted)
    seen = preview(book, None, text.encode(), Mode.SET, whole=True)
    commit(book, seen, say("i"))
    assert held(book) == wanted
    assert preview(book, None, text.encode(), Mode.SET, whole=True).changed == ()
    with book.reading() as unit:
        assert unit.ledger.audit() == ()


def test_a_count_that_takes_more_than_is_there_now_is_refused(book: Book, say: Say, contents: Contents) -> None:
    found(book, None, [Copies(45, "base", 2)], say("f", on=dt.date(2026, 1, 1)))
    lost(book, None, [Copies(45, "base", 2)], say("l", on=dt.date(2026, 2, 1)))
    before = contents(book)
    day = dt.date(2026, 1, 15)
    seen = preview(book, None, b"number,quantity\n45,1\n", Mode.SET, on=day)
    assert [(one.before, one.after) for one in seen.changed] == [(2, 1)]
    with pytest.raises(LedgerRefused, match="45"):
        commit(book, seen, say("i", on=day))
    assert contents(book) == before
