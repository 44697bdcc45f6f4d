from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import pytest

from collection.catalogue.card import Copies
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, Draft, EntryKind, Movement, Posted
from collection.ledger.match import Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book


@pytest.fixture
def match(ada: Account, bo: Account, now: dt.datetime) -> Match:
    return Match(
        id="m-1",
        game="mudwater",
        mode="advanced",
        place=Place.HERE,
        stakes=Stakes.FRIENDLY,
        status=Status.PLAYING,
        happened=now.date(),
        recorded=now,
        seats=(
            MatchSeat(ada, "human", "Dock [side]", tuple(range(1, 15)), 11),
            MatchSeat(None, "greedy", "", tuple(range(20, 34)), 22),
        ),
        record="game: mudwater\n",
        moves=0,
        note="rainy",
    )


def test_a_match_comes_back_as_it_was_kept(book: Book, match: Match, ada: Account, bo: Account) -> None:
    with book.writing() as unit:
        assert unit.matches.add(match) == (match, True)
    with book.reading() as unit:
        assert unit.matches.find("m-1") == unit.matches.find("m") == match
        assert unit.matches.all(ada) == (match,)
        assert unit.matches.all(bo) == ()
        for nothing in ("", "x", "m-1x"):
            with pytest.raises(LedgerRefused, match="no match"):
                unit.matches.find(nothing)


def test_a_match_said_again_is_kept_once(book: Book, match: Match) -> None:
    with book.writing() as unit:
        unit.matches.add(match)
        assert unit.matches.add(replace(match, recorded=match.recorded + dt.timedelta(hours=1))) == (match, False)
        elsewhen = replace(match, happened=dt.date(2020, 1, 1))
        assert not unit.matches.add(elsewhen, dated=False)[1]
        black, white = match.seats
        for other in (
            elsewhen,
            replace(match, stakes=Stakes.KEEPS),
            replace(match, mode="standard"),
            replace(match, place=Place.TABLE),
            replace(match, note="sunny"),
            replace(match, seats=(white, black)),
            replace(match, seats=(replace(black, hand=(1,)), white)),
            replace(match, seats=(replace(black, ante=12), white)),
        ):
            with pytest.raises(LedgerRefused, match="other content"):
                unit.matches.add(other)


def test_a_match_goes_on_move_by_move(book: Book, match: Match, ada: Account) -> None:
    with book.writing() as unit:
        unit.matches.add(match)
    after = replace(match, moves=1, record="game: mudwater\nmoves: [s=12]\n")
    with book.writing() as unit:
        unit.matches.save(after, expected_moves=0)
    with book.reading() as unit:
        assert unit.matches.find("m-1") == after


def test_two_windows_cannot_both_go_on(book: Book, match: Match) -> None:
    with book.writing() as unit:
        unit.matches.add(match)
        unit.matches.save(replace(match, moves=1, record="one"), expected_moves=0)
        with pytest.raises(LedgerRefused, match="another window"):
            unit.matches.save(replace(match, moves=1, record="other"), expected_moves=0)
        with pytest.raises(LedgerRefused, match="no match"):
            unit.matches.save(replace(match, id="m-2"), expected_moves=0)


def test_a_match_that_is_over_takes_no_more_moves(book: Book, match: Match) -> None:
    black, white = match.seats
    seats = (replace(black, result=Result.WON), replace(white, result=Result.LOST))
    done = replace(match, moves=3, record="three", status=Status.DONE, seats=seats)
    with book.writing() as unit:
        unit.matches.add(match)
        unit.matches.save(done, expected_moves=0)
        for more in (
            replace(done, moves=4, record="four"),
            replace(done, record="else"),
            replace(done, status=Status.PLAYING),
            replace(done, status=Status.UNSETTLED),
            replace(done, status=Status.ABANDONED),
        ):
            with pytest.raises(LedgerRefused):
                unit.matches.save(more, expected_moves=3)
        # An ante may still be named, and what is there said again.
        named = replace(done, seats=(seats[0], replace(seats[1], ante=23)))
        unit.matches.save(named, expected_moves=3)
        assert unit.matches.find("m-1") == named


def test_a_void_match_stays_as_it_is_and_out_of_the_list(book: Book, match: Match, ada: Account) -> None:
    with book.writing() as unit:
        unit.matches.add(match)
        void = replace(match, status=Status.VOID)
        unit.matches.save(void, expected_moves=0)
        unit.matches.save(void, expected_moves=0)
        black, white = match.seats
        for more in (match, replace(void, moves=1), replace(void, seats=(replace(black, ante=1), white))):
            with pytest.raises(LedgerRefused):
                unit.matches.save(more, expected_moves=0)
        assert unit.matches.all(ada) == ()
        assert unit.matches.all(ada, statuses=frozenset({Status.VOID})) == (void,)
        assert unit.matches.all(ada, statuses=frozenset(Status)) == (void,)


def test_matches_are_newest_first_and_by_status(book: Book, match: Match, ada: Account, cy: Account) -> None:
    with book.writing() as unit:
        for number, (day, status) in enumerate(
            ((3, Status.DONE), (1, Status.PLAYING), (2, Status.UNSETTLED), (3, Status.ABANDONED))
        ):
            unit.matches.add(replace(match, id=f"m{number}", happened=dt.date(2026, 5, day), status=status))
        other = replace(match, id="other", seats=(MatchSeat(cy, "human"), MatchSeat(None, "random")))
        unit.matches.add(other)
        assert [kept.id for kept in unit.matches.all(ada)] == ["m3", "m0", "m2", "m1"]
        assert [kept.id for kept in unit.matches.all(ada, limit=2)] == ["m3", "m0"]
        unfinished = frozenset({Status.PLAYING, Status.UNSETTLED})
        assert [kept.id for kept in unit.matches.all(ada, statuses=unfinished)] == ["m2", "m1"]
        assert unit.matches.all(cy) == (other,)


def test_both_sitters_of_one_book_find_their_match(book: Book, match: Match, ada: Account, cy: Account) -> None:
    seats = (MatchSeat(ada, "human"), MatchSeat(cy, "human"))
    with book.writing() as unit:
        unit.matches.add(replace(match, seats=seats))
        assert unit.matches.all(ada) == unit.matches.all(cy)


def test_only_an_ante_shares_the_id_of_a_match(
    book: Book, match: Match, ada: Account, bo: Account, now: dt.datetime, pull: Callable[..., Posted]
) -> None:
    pull(ada, 45, id="pull")
    ante = (Movement(Copies(45), ada, bo),)
    with book.writing() as unit:
        with pytest.raises(LedgerRefused, match="pull"):
            unit.matches.add(replace(match, id="pull"))
        unit.matches.add(match)
        with pytest.raises(LedgerRefused, match="match"):
            unit.ledger.post(Draft("m-1", EntryKind.GIFT, ante), now)
        with pytest.raises(LedgerRefused):
            unit.packs.log_levels(ada, "m-1", (1, 0, 0, 0, 0), None, now)
        assert unit.ledger.post(Draft("m-1", EntryKind.ANTE, ante), now).new
        # The other order, as when a game at a real table is written down.
        unit.ledger.post(Draft("m-2", EntryKind.ANTE, (Movement(Copies(9), bo, ada),)), now)
        assert unit.matches.add(replace(match, id="m-2"))[1]


@pytest.mark.parametrize("id", ["", "a b", "x" * 65, "\x1b"])
def test_the_id_of_a_match_is_an_id(book: Book, match: Match, id: str) -> None:
    with book.writing() as unit, pytest.raises(LedgerRefused, match="is no id"):
        unit.matches.add(replace(match, id=id))
