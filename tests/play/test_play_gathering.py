"""Games of other kinds at the table: everybody's choice is in the book at once, sealed ones too."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path
from typing import Any

import pytest

from collection.catalogue.data import load_catalogue
from collection.desk.sheet_statistics import tally_tables
from collection.desk.sheets import table_games
from collection.errors import IllegalMove, LedgerRefused, NotUnderstood, RecordError, Refused
from collection.games.matschig.moves import read_move
from collection.games.written import replay
from collection.ledger.entry import AccountKind
from collection.ledger.match import HUMAN, Result, Status
from collection.play.gathering import Gathering, Guest, gather, gather_again, let_programs_choose, players_of, regather
from collection.store.book import Book

NOW = dt.datetime(2026, 3, 1, 20, 0, tzinfo=dt.UTC)
PEOPLE = (Guest(HUMAN, "Anna"), Guest(HUMAN, "Bo"), Guest(HUMAN, "Aunt Mo"))
PROGRAMS = (Guest("greedy"), Guest("random"), Guest("greedy"))


def begun(book: Book, guests: tuple[Guest, ...] = PEOPLE, *, seed: int = 1, rounds: str = "1") -> Gathering:
    options = {"rounds": rounds}
    return gather(book, "matschig", guests, rng=random.Random(seed), now=NOW, options=options)


def any_move(gathering: Gathering, seat: int, rng: random.Random) -> Any:
    return gathering.game.moves(gathering.played.state, seat).sample(rng)


def at_a_window(book: Book) -> Gathering:
    """Play until everybody but the slinger chooses at the same time."""
    gathering, rng = begun(book), random.Random(3)
    while len(gathering.waiting_for) < 2:
        seat = min(gathering.waiting_for)
        gathering.choose(seat, any_move(gathering, seat, rng), NOW)
    return gathering


def test_people_of_the_book_and_guests_sit_down_and_every_choice_is_kept(book: Book) -> None:
    gathering = begun(book, rounds="2")
    assert gathering.names == ("Anna", "Bo", "Aunt Mo")
    assert [seat.account is not None for seat in gathering.match.seats] == [True, True, False]
    assert gathering.match.mode == "rounds 2"
    rng = random.Random(5)
    for _ in range(12):
        seat = min(gathering.waiting_for)
        gathering.choose(seat, any_move(gathering, seat, rng), NOW)
        again = regather(book, gathering.match.id, random.Random(9))
        assert (again.played.states, again.played.sealed) == (gathering.played.states, gathering.played.sealed)
        assert again.waiting_for == gathering.waiting_for


def test_a_sealed_choice_is_seen_by_nobody_and_kept(book: Book) -> None:
    gathering = at_a_window(book)
    first, second = sorted(gathering.waiting_for)[:2]
    before = [gathering.view(seat) for seat in range(3)]
    assert gathering.choose(first, read_move("leave"), NOW) == ()
    assert [gathering.view(seat) for seat in range(3)] == before
    assert gathering.waiting_for == {second}
    again = regather(book, gathering.match.id, random.Random(9))
    assert again.waiting_for == {second}
    with pytest.raises(IllegalMove, match="has chosen already"):
        again.choose(first, read_move("leave"), NOW)
    assert "left" in [event.kind for event in again.choose(second, read_move("leave"), NOW)]


def test_a_sealed_choice_is_opened_again_and_a_move_taken_back_with_all_since(book: Book) -> None:
    gathering = at_a_window(book)
    first = min(gathering.waiting_for)
    gathering.choose(first, read_move("leave"), NOW)
    assert gathering.take_back(first, NOW) == 0
    assert first in gathering.waiting_for
    thrower = gathering.played.state.mud.thrower
    steps = len(gathering.played.steps)
    assert gathering.take_back(thrower, NOW) == 1
    assert len(gathering.played.steps) == steps - 1
    assert gathering.waiting_for == {thrower}
    assert gathering.match.taken_back == 1
    assert regather(book, gathering.match.id, random.Random(0)).played.states == gathering.played.states
    fresh = begun(book)
    idle = min(set(range(3)) - fresh.waiting_for)
    with pytest.raises(Refused, match="has not moved yet"):
        fresh.take_back(idle, NOW)


def test_another_window_that_went_on_is_noticed_by_a_sealed_choice_too(book: Book, path: Path) -> None:
    gathering = at_a_window(book)
    first, second = sorted(gathering.waiting_for)[:2]
    other = Book.open(path, load_catalogue)
    there = regather(other, gathering.match.id, random.Random(1))
    there.choose(first, read_move("leave"), NOW)
    with pytest.raises(LedgerRefused, match="Another window"):
        gathering.choose(second, read_move("leave"), NOW)
    assert gathering.waiting_for == {first, second}, "nothing changed here"
    other.close()


def test_programs_play_it_out_and_the_result_is_in_the_book(book: Book) -> None:
    gathering, rng = begun(book, PROGRAMS), random.Random(2)
    let_programs_choose(gathering, players_of(gathering), rng, NOW)
    assert gathering.over
    with book.reading() as unit:
        kept = unit.matches.find(gathering.match.id)
        assert unit.matches.other_games(statuses=frozenset({Status.DONE})) == (kept,)
    outcome = replay(kept.record, gathering.game).outcome
    assert outcome is not None
    assert [seat.result is Result.WON for seat in kept.seats] == [seat in outcome.winners for seat in range(3)]
    assert gathering.names == ("greedy A", "random B", "greedy C")
    with pytest.raises(Refused, match="is over"):
        regather(book, kept.id, rng)
    with pytest.raises(Refused, match="nothing to give up"):
        gathering.give_up()


def test_a_first_game_counts_for_the_collector_who_came_into_the_book_with_it(book: Book) -> None:
    guests = (Guest(HUMAN, "Me", mine=True), Guest(HUMAN, "Zoe"), Guest("random"))
    gathering, rng = gather(book, "matschig", guests, rng=random.Random(1), now=NOW), random.Random(2)
    while not gathering.over:
        seat = min(gathering.waiting_for)
        gathering.choose(seat, gathering.game.moves(gathering.played.state, seat).sample(rng), NOW)
    (line,) = table_games(book, "Me")
    assert line.match.seats[0].account is not None
    assert [seat.account for seat in line.match.seats[1:]] == [None, None]
    assert {(one.rival, one.games) for one in tally_tables([line])} >= {("", 1), ("Zoe", 1)}


def test_the_same_seed_plays_the_same_game(book: Book) -> None:
    records = set()
    for _ in range(2):
        gathering, rng = begun(book, PROGRAMS, seed=7), random.Random(7)
        let_programs_choose(gathering, players_of(gathering), rng, NOW)
        records.add(gathering.match.record)
    assert len(records) == 1


def test_other_games_are_no_games_of_mudwater(book: Book) -> None:
    begun(book)
    with book.reading() as unit:
        anna = unit.accounts.find("Anna")
        assert anna is not None
        assert anna.kind is AccountKind.COLLECTOR
        assert unit.matches.all(anna) == ()
        assert len(unit.matches.all(anna, game="matschig")) == 1


@pytest.mark.parametrize(
    ("guests", "rounds", "fault", "reason"),
    [
        (PEOPLE[:2], "1", RecordError, "played by 3 to 6"),
        ((*PEOPLE, Guest(HUMAN, "Bo")), "1", Refused, "Bo would sit at two seats"),
        ((*PEOPLE, Guest(HUMAN, " ")), "1", NotUnderstood, "needs a name"),
        ((*PEOPLE, Guest("nobody")), "1", NotUnderstood, "No player is called"),
        (PEOPLE, "9", RecordError, "options, rounds"),
    ],
)
def test_who_cannot_sit_down_is_told_why(
    book: Book, guests: tuple[Guest, ...], rounds: str, fault: type[Exception], reason: str
) -> None:
    with pytest.raises(fault, match=reason):
        begun(book, guests, rounds=rounds)
    with book.reading() as unit:
        assert unit.matches.other_games(statuses=frozenset(Status)) == ()


def test_giving_up_leaves_no_result(book: Book) -> None:
    gathering = begun(book)
    gathering.give_up()
    with book.reading() as unit:
        kept = unit.matches.find(gathering.match.id)
    assert (kept.status, [seat.result for seat in kept.seats]) == (Status.ABANDONED, [None] * 3)
    assert gathering.over


def test_a_game_is_played_again_with_the_same_seats_and_options(book: Book) -> None:
    first = begun(book, (Guest(HUMAN, "Anna"), Guest("search:20"), Guest(HUMAN, "Aunt Mo")), rounds="2")
    with pytest.raises(Refused, match="is not over yet"):
        gather_again(book, first.match.id, rng=random.Random(1), now=NOW)
    first.give_up()
    again = gather_again(book, first.match.id, rng=random.Random(2), now=NOW, match_id="again")
    assert again.names == first.names == ("Anna", "search:20 B", "Aunt Mo")
    assert again.played.options == {"rounds": "2"}
    assert [seat.account for seat in again.match.seats] == [seat.account for seat in first.match.seats]
    with pytest.raises(NotUnderstood, match="how long to search"):
        begun(book, (Guest("greedy"), Guest("search:never"), Guest("greedy")))
