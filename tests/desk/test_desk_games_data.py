"""What an owner corrects of a game: kept in the book, counted from the next game on, and carried into other books."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import random
import sqlite3
from collections.abc import Callable

import pytest

from collection.desk.analysis import many_of
from collection.desk.antes import antes, complete_ante, tallies
from collection.desk.exporting import whole_json
from collection.desk.games_data import correct_facts, facts_of, leave_facts
from collection.desk.matches import games, other_games, played_here
from collection.desk.puzzles import find
from collection.desk.rivals import rival, rivals
from collection.desk.said import said
from collection.desk.whole import look_into, recognised, take
from collection.errors import CollectionError, DataError, LedgerRefused, NotUnderstood, Refused
from collection.games.written import replay, write_record
from collection.ledger.entry import AccountKind
from collection.ledger.match import HUMAN, Status
from collection.play.gathering import Gathering, Guest, gather, let_programs_choose, played_of, players_of, regather
from collection.play.sitting import Sitter, branch, rematch, resume, unfinished
from collection.store.book import Book

NOW = dt.datetime(2026, 3, 15, 9, 0, tzinfo=dt.UTC)
GUESTS = (Guest(HUMAN, "Ann"), Guest("greedy"), Guest("random"))
Maker = Callable[[], Book]
Contents = Callable[[Book], list[str]]


def value(book: Book, name: str) -> tuple[str, bool, bool]:
    (field,) = (field for field in facts_of(book, "matschig") if field.name == name)
    return field.value, field.confirmed, field.corrected


def begun(book: Book, match_id: str | None = None) -> Gathering:
    return gather(book, "matschig", GUESTS, rng=random.Random(1), now=NOW, match_id=match_id)


def taken(book: Book, text: str) -> None:
    source = recognised(text.encode())
    assert source is not None
    take(book, look_into(book, source, NOW), NOW)


def test_a_correction_is_confirmed_and_taken_back_what_the_data_say_holds_again(book: Book) -> None:
    assert value(book, "count.special.fan") == ("2", False, False)
    assert value(book, "hand") == ("7", True, False)
    found = correct_facts(book, "matschig", ["count.special.fan = 3", "COUNT.special.dryer=1", "count.water.4"])
    assert [(field.name, field.value) for field in found] == [
        ("count.water.4", "6"),
        ("count.special.fan", "3"),
        ("count.special.dryer", "1"),
    ]
    assert value(book, "count.special.fan") == ("3", True, True)
    assert value(book, "count.water.4") == ("6", True, True)
    with pytest.raises(DataError, match="add up to 111"):
        leave_facts(book, "matschig", ["count.special.dryer"])
    leave_facts(book, "matschig", ["count.special.dryer", "count.special.fan"])
    assert value(book, "count.special.fan") == ("2", False, False)
    assert value(book, "count.water.4") == ("6", True, True)


@pytest.mark.parametrize(
    ("said", "kind", "reasons"),
    [
        (["hand=x", "count.watr.4=3", "moons=1"], NotUnderstood, ["count.water.4?", '"moons"', "hand: a number"]),
        (["count.water.4=7"], DataError, ["add up to 111"]),
        (["hand=", "hand=7"], NotUnderstood, ["hand: say its value"]),
        (["hand=6", "hand=7"], NotUnderstood, ["given twice"]),
        (["hand=90", "count.sand.1=9999"], DataError, ["count.sand.1"]),
    ],
)
def test_what_does_not_hold_together_is_told_at_once_and_changes_nothing(
    book: Book, contents: Contents, said: list[str], kind: type[CollectionError], reasons: list[str]
) -> None:
    before = contents(book)
    with pytest.raises(kind) as refused:
        correct_facts(book, "matschig", said)
    assert len(refused.value.reasons) == len(reasons)
    assert all(reason in sentence for reason, sentence in zip(reasons, refused.value.reasons, strict=True))
    assert contents(book) == before


def test_only_games_there_are_and_fields_that_were_corrected_are_changed(book: Book) -> None:
    for act, said_of in ((correct_facts, "hand=6"), (leave_facts, "hand")):
        with pytest.raises(Refused, match="card set"):
            act(book, "mudwater", [said_of])
        with pytest.raises(NotUnderstood, match="no game called"):
            act(book, "chess", [said_of])
    with pytest.raises(NotUnderstood, match='"hand" is no field of matschig that you have corrected'):
        leave_facts(book, "matschig", ["hand"])


def test_a_correction_counts_from_the_next_game_on_and_games_that_have_begun_stay_the_same(book: Book) -> None:
    before = begun(book, "before")
    correct_facts(book, "matschig", ["hand=5"])
    after = begun(book, "after")
    assert [len(hand) for hand in before.played.state.hands] == [7, 7, 7]
    assert [len(hand) for hand in after.played.state.hands] == [5, 5, 5]
    leave_facts(book, "matschig", ["hand"])
    for gathering in (before, after):
        again = regather(book, gathering.match.id, random.Random(0))
        assert again.played.states == gathering.played.states
        assert write_record(again.played) == gathering.match.record
        assert write_record(replay(gathering.match.record, again.game)) == gathering.match.record


def test_a_whole_book_carries_games_of_every_kind_and_what_was_corrected(new_book: Maker, contents: Contents) -> None:
    one, other = new_book(), new_book()
    correct_facts(one, "matschig", ["count.special.fan=3", "count.special.dryer=1"])
    gathering = begun(one, "mine")
    let_programs_choose(gathering, players_of(gathering), random.Random(2), NOW)
    text = whole_json(one).text
    taken(other, text)
    assert value(other, "count.special.fan") == ("3", True, True)
    assert whole_json(other).text == text
    (there,) = other_games(other)
    assert there.record == gathering.match.record
    assert played_of(other, there).states == gathering.played.states
    before = contents(other)
    taken(other, text)
    assert contents(other) == before


def test_corrections_join_those_of_a_book_with_a_history_and_never_overwrite_them(new_book: Maker) -> None:
    one, other = new_book(), new_book()
    correct_facts(one, "matschig", ["count.special.fan=3", "count.special.dryer=1"])
    with other.writing() as unit:
        unit.accounts.open("Cy", AccountKind.COLLECTOR)
    correct_facts(other, "matschig", ["hand=6"])
    text = whole_json(one).text
    taken(other, text)
    assert [value(other, name)[0] for name in ("hand", "count.special.fan")] == ["6", "3"]
    leave_facts(other, "matschig", ["count.special.fan", "count.special.dryer"])
    correct_facts(other, "matschig", ["count.special.fan=4", "count.special.dryer=0"])
    source = recognised(text.encode())
    assert source is not None
    refused = [str(one) for one in look_into(other, source, NOW).refused]
    assert len(refused) == 2
    assert 'count.special.fan is corrected here as "4", and in the file as "3"' in refused[0] + refused[1]


@pytest.mark.parametrize("text", ['["hand"]', "nothing", '{"hand": 6}', '{"hand": "x"}', '{"moons": "1"}'])
def test_corrections_of_a_file_that_cannot_be_are_refused(new_book: Maker, text: str) -> None:
    whole = json.loads(whole_json(new_book()).text)
    whole["settings"].append({"name": "game-data-matschig", "value": text})
    source = recognised(json.dumps(whole).encode())
    assert source is not None
    book = new_book()
    assert look_into(book, source, NOW).refused
    with book.writing() as unit:
        unit.settings.set("game-data-matschig", text)
    with pytest.raises(DataError):
        facts_of(book, "matschig")


def test_no_reader_of_mudwaters_matches_takes_another_game_for_one(book: Book) -> None:
    with book.writing() as unit:
        unit.accounts.open("Ann", AccountKind.COLLECTOR)
        unit.accounts.open("Bo", AccountKind.RIVAL)
    before = tallies(book, "Ann"), rivals(book, "Ann"), rival(book, "Bo", "Ann")
    people = (*GUESTS, Guest(HUMAN, "Bo"))
    gathering = gather(book, "matschig", people, rng=random.Random(1), now=NOW, match_id="mud")
    assert not games(book, "Ann", unfinished=True)
    assert not unfinished(book, "Ann")
    with pytest.raises(Refused, match="one of matschig"):
        resume(book, "mud")
    rng = random.Random(3)
    while not gathering.over:
        seat = min(gathering.waiting_for)
        gathering.choose(seat, gathering.game.moves(gathering.played.state, seat).sample(rng), NOW)
    assert gathering.match.status is Status.DONE
    assert (tallies(book, "Ann"), rivals(book, "Ann"), rival(book, "Bo", "Ann")) == before
    assert not antes(book, "Ann")
    assert not many_of(book, "Ann").games
    assert not games(book, "Ann", unfinished=True)
    with pytest.raises(Refused, match="one of matschig"):
        rematch(book, "mud", rng=rng, now=NOW)
    with pytest.raises(Refused, match="one of matschig"):
        branch(book, gathering.match, 1, (Sitter(HUMAN), Sitter("greedy")), rng, NOW)
    with pytest.raises(Refused, match="has no puzzles"):
        find(book, "Ann", NOW, match="mud")
    with pytest.raises(LedgerRefused, match="no card changes hands"):
        complete_ante(book, "mud", said(NOW), mine=3)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()


def test_the_matches_of_whoever_sat_there_are_found_newest_first_whatever_game_it_is(book: Book) -> None:
    with book.writing() as unit:
        unit.accounts.open("Ann", AccountKind.COLLECTOR)
    begun(book, "first")
    gather(book, "cardia", GUESTS[:2], rng=random.Random(1), now=NOW + dt.timedelta(hours=1), match_id="second")
    gather(book, "cardia", [Guest("greedy")] * 2, rng=random.Random(1), now=NOW, match_id="watched")
    assert [match.id for match in played_here(book, "Ann", unfinished=True)] == ["second", "first"]
    assert [match.id for match in played_here(book, "Ann", unfinished=True, game="matschig")] == ["first"]
    assert {match.id for match in other_games(book)} == {"first", "second", "watched"}
    assert not played_here(book, "Ann", unfinished=False)


def test_games_of_guests_and_programs_are_everybodys_where_one_has_none_of_ones_own(book: Book) -> None:
    begun(book, "guests")
    gather(book, "cardia", [Guest("greedy")] * 2, rng=random.Random(1), now=NOW, match_id="watched")
    assert {match.id for match in played_here(book, None, unfinished=True)} == {"guests", "watched"}
    assert [match.id for match in played_here(book, None, unfinished=True, game="matschig")] == ["guests"]
    with book.writing() as unit:
        unit.accounts.open("Ann", AccountKind.COLLECTOR)
        unit.accounts.open("Bo", AccountKind.COLLECTOR)
    begun(book, "anns")
    assert [match.id for match in played_here(book, "Ann", unfinished=True)] == ["anns"]
    assert {match.id for match in played_here(book, "Bo", unfinished=True)} == {"guests", "watched"}


def test_a_book_whose_other_games_are_not_right_does_not_pass_the_audit(book: Book) -> None:
    begun(book, "first")
    with contextlib.closing(sqlite3.connect(book.path)) as connection, connection:
        connection.execute("UPDATE match_seat SET ante = 3 WHERE seat = 0")
        connection.execute("INSERT INTO setting VALUES ('game-data-matschig', '[]')")
    with book.reading() as unit:
        found = {finding.code: finding.message for finding in unit.ledger.audit()}
    assert "first" in found["other-game"]
    assert "matschig" in found["corrections"]
