"""A whole book taken into another that has a history of its own: by ids, all or nothing, looked at first."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from collection.catalogue.card import Copies
from collection.desk import antes, collectors, exchange, hands, packs
from collection.desk.exporting import collection_csv, ledger_csv, packs_csv, whole_json
from collection.desk.said import Said
from collection.desk.whole import Taking, look_into, recognised, take, take_at_once
from collection.errors import Refused
from collection.ledger import posting
from collection.ledger.entry import Account, AccountKind
from collection.ledger.mark import MarkKind
from collection.ledger.match import HUMAN, Branch, Match, MatchSeat, Place, Result, Stakes, Status
from collection.ledger.match import Taking as TakenBack
from collection.play.house import stock
from collection.store.book import Book

Maker = Callable[[], Book]
Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]
NOW = dt.datetime(2026, 3, 15, 9, 0, tzinfo=dt.UTC)


def _look(book: Book, text: str, collector: str | None = None) -> Taking:
    source = recognised(text.encode())
    assert source is not None
    return look_into(book, source, NOW, collector=collector)


def _take(book: Book, text: str, collector: str | None = None) -> Taking:
    taking = _look(book, text, collector)
    assert taking.refused == ()
    return take(book, taking, NOW)


def _counts(taking: Taking) -> dict[str, tuple[int, int, int]]:
    return {one.what: (one.new, one.changed, one.same) for one in taking.tallies if one.new or one.changed or one.same}


def _reasons(taking: Taking) -> list[str]:
    return [str(refusal) for refusal in taking.refused]


@pytest.fixture
def filled(book: Book, say: Say) -> Book:
    packs.log_pack(book, "Ann", [Copies(12), Copies(45, quantity=2)], say("p1", note="first"), price="4 €")
    packs.log_pack_levels(book, "Ann", (7, 1, 0, 0, 0), say("p2"))
    exchange.gift(book, "Ann", [Copies(45)], say("g1"), to="Bo")
    antes.add_ante(book, "Ann", "Bo", Result.LOST, say("m1"), mine=45)
    hands.new_hand(book, "Ann", "Dock", [12, 45], NOW)
    with book.writing() as unit:
        unit.marks.set(collectors.current(unit, "Ann"), 12, MarkKind.KEEPSAKE, "signed")
        unit.searches.save("wanted", "is:wish")
        unit.cards.correct(12, {"n": 9})
    return book


def test_what_is_here_already_is_left_alone_and_what_is_new_is_counted(filled: Book, new_book: Maker, say: Say) -> None:
    copy = new_book()
    _take(copy, whole_json(filled).text)
    assert not _look(copy, whole_json(filled).text).changes
    exchange.found(filled, "Ann", [Copies(7)], say("f1"))
    exchange.void(filled, "g1", say("v1"))
    taken = _take(copy, whole_json(filled).text)
    assert _counts(taken)["entries"] == (2, 0, 3)
    assert _counts(taken)["packs"] == (0, 0, 2)
    assert whole_json(copy).text == whole_json(filled).text


def test_a_book_goes_on_where_it_is_taken_in_and_comes_back(filled: Book, new_book: Maker, say: Say) -> None:
    """Two machines, one book: what was done on each is on both afterwards, in either order."""
    copy = new_book()
    _take(copy, whole_json(filled).text)
    packs.log_pack(filled, "Ann", [Copies(1)], say("here"))
    packs.log_pack(copy, "Ann", [Copies(2)], say("there"))
    _take(copy, whole_json(filled).text)
    _take(filled, whole_json(copy).text)
    assert collection_csv(copy).text == collection_csv(filled).text
    assert not _look(copy, whole_json(filled).text).changes


def test_other_content_under_an_id_is_refused_and_nothing_changes(
    filled: Book, new_book: Maker, contents: Contents
) -> None:
    copy = new_book()
    text = whole_json(filled).text
    _take(copy, text)
    before = contents(copy)
    document = json.loads(text)
    document["entries"][0]["note"] = "another"
    document["entries"][1]["movements"][0]["quantity"] = 2
    document["packs"][1]["shop"] = "another"
    document["marks"][0]["note"] = "another"
    document["searches"][0]["text"] = "another"
    document["hands"][0]["versions"][0]["cards"] = [1, 2]
    document["matches"][0]["mode"] = "advanced"
    document["cards"][-1]["confirmed"] = {"n": 1}
    next(card for card in document["cards"] if card["card"] == 12)["confirmed"] = {"n": 8}
    taking = _look(copy, json.dumps(document))
    told = "\n".join(_reasons(taking)).replace('"', "")
    for place in (
        "Card 12",
        "Entry p1: The id p1 is in the books already with other content: its note is another.",
        "Entry g1",
        "Pack p2",
        "Mark keepsake on card 12 of Ann",
        "Search wanted",
        "Hand Dock",
        "Match m1",
    ):
        assert place in told, told
    assert contents(copy) == before
    with pytest.raises(Refused):
        take(copy, taking, NOW)
    assert contents(copy) == before


def test_people_are_the_same_by_name_whatever_their_numbers(filled: Book, new_book: Maker, say: Say) -> None:
    copy = new_book()
    exchange.gift(copy, "Cy", [Copies(3)], say("c1"), source="Bo")
    assert _counts(_take(copy, whole_json(filled).text))["accounts"] == (1, 0, 1)
    assert collection_csv(copy, "Ann").text == collection_csv(filled, "Ann").text
    assert {line.id: line.rival for line in antes.antes(copy, "Ann")} == {"m1": "Bo"}
    # What was said under the game's id is known here too: saying it again is no other content.
    assert antes.add_ante(copy, "Ann", "Bo", Result.LOST, say("m1"), mine=45).new is False


def test_somebody_who_collects_in_one_book_alone_is_not_taken_for_a_rival(filled: Book, new_book: Maker) -> None:
    copy = new_book()
    with copy.writing() as unit:
        unit.accounts.open("ANN", AccountKind.RIVAL)
    (reason,) = _reasons(_look(copy, whole_json(filled).text))
    assert reason.startswith("Account")
    assert "as a rival" in reason


def test_a_rival_who_collects_here_gets_and_gives_the_very_cards(filled: Book, new_book: Maker, say: Say) -> None:
    copy = new_book()
    collectors.add(copy, "Bo")
    _take(copy, whole_json(filled).text)
    assert collection_csv(copy, "Bo").text.splitlines()[1].startswith("45,")


def test_cards_that_are_not_there_are_refused_naming_each(filled: Book, new_book: Maker) -> None:
    document = json.loads(whole_json(filled).text)
    document["packs"] = [pack for pack in document["packs"] if pack["id"] != "p1"]
    document["entries"] = document["entries"][1:]
    (first, second) = _reasons(_look(new_book(), json.dumps(document)))
    assert first.startswith("Entry g1: Ann has 0 of card 45")
    assert second.startswith("Entry m1: Ann has 0 of card 45")


def test_a_game_that_went_on_elsewhere_goes_on_here_and_never_back(book: Book, new_book: Maker, say: Say) -> None:
    copy = new_book()
    with book.writing() as unit:
        ann = unit.accounts.open("Ann", AccountKind.COLLECTOR)
    _save(book, _game(ann, ["s=1"], Status.PLAYING), None)
    early = whole_json(book).text
    _take(copy, early)
    _save(book, _game(ann, ["s=1", "c=2"], Status.DONE), 1)
    late = whole_json(book).text
    assert _counts(_take(copy, late))["matches"] == (0, 1, 0)
    assert whole_json(copy).text == late
    assert not _look(copy, early).changes, "an older file takes nothing back"


def test_a_game_that_went_on_here_and_elsewhere_in_two_ways_is_refused(book: Book, new_book: Maker) -> None:
    copy = new_book()
    with book.writing() as unit:
        ann = unit.accounts.open("Ann", AccountKind.COLLECTOR)
    _save(book, _game(ann, ["s=1"], Status.PLAYING), None)
    _take(copy, whole_json(book).text)
    _save(book, _game(ann, ["s=1", "c=2"], Status.PLAYING), 1)
    _save(copy, _game(ann, ["s=1", "n=2", "c=3"], Status.PLAYING), 1)
    assert _reasons(_look(copy, whole_json(book).text)) == ["Match g: it is in this book already with other content."]


def test_what_was_taken_back_on_one_machine_is_taken_back_on_the_other(book: Book, new_book: Maker) -> None:
    copy = new_book()
    with book.writing() as unit:
        ann = unit.accounts.open("Ann", AccountKind.COLLECTOR)
    begun = _game(ann, ["s=1", "c=2", "n=3"], Status.PLAYING)
    _save(book, begun, None)
    _take(copy, whole_json(book).text)
    early = whole_json(copy).text
    back = replace(_game(ann, ["s=1"], Status.PLAYING), takings=(TakenBack(0, 1, 2),), hints=1)
    with book.writing() as unit:
        unit.matches.save(back, expected_moves=3, expected_takings=0)
    again = replace(_game(ann, ["s=1", "nw=4", "e=5", "w=6"], Status.PLAYING), takings=back.takings, hints=2)
    _save(book, again, 1)
    late = whole_json(book).text
    assert _counts(_take(copy, late))["matches"] == (0, 1, 0)
    assert whole_json(copy).text == late
    assert not _look(copy, early).changes, "an older file does not put back what was taken back"


@pytest.mark.parametrize(
    ("moves", "takings"),
    [
        (["s=1"], ()),
        (["n=9", "c=2"], (TakenBack(0, 1, 2),)),
        (["s=1", "c=2", "n=3"], (TakenBack(1, 2, 1), TakenBack(0, 0, 1))),
    ],
)
def test_moves_do_not_go_and_takings_do_not_change_unless_that_is_told(
    book: Book, new_book: Maker, moves: list[str], takings: tuple[TakenBack, ...]
) -> None:
    """Fewer moves and no taking; other moves than a taking had left; another taking than the one that is known here."""
    copy = new_book()
    with book.writing() as unit:
        ann = unit.accounts.open("Ann", AccountKind.COLLECTOR)
    with copy.writing() as unit:
        unit.accounts.open("Ann", AccountKind.COLLECTOR)
    known = (TakenBack(0, 2, 1),) if len(takings) == 2 else ()
    _save(copy, replace(_game(ann, ["s=1", "c=2", "n=3"], Status.PLAYING), takings=known), None)
    _save(book, replace(_game(ann, moves, Status.PLAYING), takings=takings), None)
    before = whole_json(copy).text
    reasons = _reasons(_look(copy, whole_json(book).text))
    if len(takings) == 0:
        assert reasons == [], "this one has only come less far"
        assert not _look(copy, whole_json(book).text).changes
    else:
        assert reasons == ["Match g: it is in this book already with other content."]
    assert whole_json(copy).text == before


def test_a_branch_comes_with_the_match_that_it_left(book: Book, new_book: Maker) -> None:
    copy = new_book()
    with book.writing() as unit:
        ann = unit.accounts.open("Ann", AccountKind.COLLECTOR)
    game = _game(ann, ["s=1", "c=2"], Status.DONE)
    _save(book, game, None)
    seats = tuple(replace(seat, result=None) for seat in game.seats)
    for key, left in (("b", "g"), ("c", "b"), ("d", "")):
        branch = Branch(left, 1)
        _save(book, replace(game, id=key, place=Place.BRANCH, status=Status.PLAYING, seats=seats, branch=branch), None)
    _take(copy, whole_json(book).text)
    assert whole_json(copy).text == whole_json(book).text
    assert not _look(copy, whole_json(book).text).changes


def _game(ann: Account, moves: list[str], status: Status) -> Match:
    over = status is Status.DONE
    seats = (
        MatchSeat(ann, HUMAN, "h", (1, 2, 3), 3, Result.WON if over else None),
        MatchSeat(None, "greedy", "", (4, 5, 6), 6 if over else None, Result.LOST if over else None),
    )
    record = f"game: mudwater\nmoves: [{', '.join(moves)}]\n"
    day = NOW.date()
    return Match(
        *("g", "mudwater", "standard", Place.HERE, Stakes.FRIENDLY, status, day, NOW, seats, record, len(moves))
    )


def _save(book: Book, match: Match, expected: int | None) -> None:
    with book.writing() as unit:
        if expected is None:
            unit.matches.add(match)
        else:
            unit.matches.save(match, expected_moves=expected)


def test_a_match_that_was_taken_back_elsewhere_is_taken_back_here(filled: Book, new_book: Maker, say: Say) -> None:
    copy = new_book()
    _take(copy, whole_json(filled).text)
    exchange.void(filled, "m1", say("v1"))
    exchange.void(filled, "p2", say("v2"))
    counts = _counts(_take(copy, whole_json(filled).text))
    assert (counts["packs"], counts["matches"]) == ((0, 1, 1), (0, 1, 0))
    assert antes.antes(copy, "Ann") == ()
    assert whole_json(copy).text == whole_json(filled).text


def test_what_changes_between_looking_and_taking_is_noticed(filled: Book, new_book: Maker, say: Say) -> None:
    """A preview holds no promise about a book that went on meanwhile."""
    copy = new_book()
    taking = _look(copy, whole_json(filled).text)
    packs.log_pack(copy, "Ann", [Copies(3)], say("meanwhile"))
    with pytest.raises(Refused, match="has changed since"):
        take(copy, taking, NOW)
    assert [pack.id for pack in packs.packs(copy, "Ann")] == ["meanwhile"]


def test_taking_in_the_same_log_of_packs_again_adds_nothing_however_alike_packs_are(
    book: Book, new_book: Maker, say: Say
) -> None:
    """Packs are told apart by their ids: a retry adds none, and two alike within a minute are two."""
    for key in ("a", "b"):
        packs.log_pack(book, None, [Copies(1), Copies(2)], say(key))
    copy = new_book()
    assert _counts(_take(copy, packs_csv(book).text)) == {"packs": (2, 0, 0)}
    packs.log_pack(book, None, [Copies(1), Copies(2)], say("c"))
    assert _counts(_take(copy, packs_csv(book).text)) == {"packs": (1, 0, 2)}
    assert _counts(_take(copy, packs_csv(book).text)) == {"packs": (0, 0, 3)}
    assert collection_csv(copy).text == collection_csv(book).text


def test_packs_then_their_ledger_make_the_history_whole(filled: Book, new_book: Maker) -> None:
    copy = new_book()
    _take(copy, packs_csv(filled).text, "Ann")
    assert _counts(_take(copy, ledger_csv(filled).text, "Ann")) == {"entries": (2, 0, 1)}
    assert [pack.price for pack in packs.packs(copy, "Ann") if pack.cards] == ["4 €"]
    assert exchange.entries(copy, "Ann")[0].recorded == exchange.entries(filled, "Ann")[0].recorded


def test_a_ledger_with_a_fault_is_refused_line_by_line_and_leaves_nothing(
    filled: Book, new_book: Maker, contents: Contents
) -> None:
    copy = new_book()
    before = contents(copy)
    head = "id,date,kind,number,quantity,counterparty,voids\n"
    rows = [
        "a,2026-03-01,pull,3,1,,",
        "b,2026-03-02,lost,3,-2,,",
        "c,2026-03-02,gift,500,1,Bo,",
        "d,2026-03-02,void,3,-1,,nothing",
        "e,2030-01-01,found,3,1,,",
        "f,2026-03-02,gift,3,-1,Ann,",
        "g,2026-03-01,void,3,-2,,a",
    ]
    taking = _look(copy, head + "\n".join(rows), "Ann")
    assert [refusal.line for refusal in taking.refused] == [3, 4, 5, 6, 7, 8]
    assert contents(copy) == before


def test_a_solo_collectors_games_against_the_house_come_back_from_the_ledger(book: Book, new_book: Maker) -> None:
    collectors.add(book, "Sol", solo=True)
    with book.writing() as unit:
        stock(unit, NOW)
        sol = collectors.current(unit, "Sol")
        unit.ledger.post(posting.ante("won", unit.accounts.house, sol, 45), NOW)
    copy = new_book()
    _take(copy, ledger_csv(book, "Sol").text, "Sol")
    assert collection_csv(copy, "Sol").text == collection_csv(book, "Sol").text


def test_other_files_are_left_to_others(book: Book) -> None:
    for data in (b"", b"number,name,quantity\n45,,1\n", b"45\n12\n", b"Count,Name\n1,Dead Calm\n"):
        assert recognised(data) is None


def test_settings_of_a_book_with_history_stay(filled: Book, new_book: Maker) -> None:
    with filled.writing() as unit:
        unit.settings.set("theme", "light")
    empty, lived_in = new_book(), new_book()
    collectors.add(lived_in, "Cy")
    for book in (empty, lived_in):
        _take(book, whole_json(filled).text)
    with empty.reading() as unit, lived_in.reading() as other:
        assert (unit.settings.get("theme"), other.settings.get("theme")) == ("light", None)


def test_a_hand_put_away_here_is_not_taken_out_again(filled: Book, new_book: Maker) -> None:
    copy = new_book()
    text = whole_json(filled).text
    _take(copy, text)
    hands.archive_hand(copy, "Ann", "Dock", NOW)
    assert not _look(copy, text).changes
    assert hands.hands(copy, "Ann") == ()


def test_taking_in_at_once_does_what_a_look_tells(filled: Book, new_book: Maker, contents: Contents) -> None:
    source = recognised(whole_json(filled).text.encode())
    assert source is not None
    copy, other = new_book(), new_book()
    seen = look_into(copy, source, NOW)
    assert take_at_once(copy, source, NOW) == seen
    take(other, seen, NOW)
    assert contents(copy) == contents(other)
    ledger = recognised(b"id,date,kind,number,quantity\na,2026-03-01,lost,3,-1\nb,2026-03-01,found,3,1\n")
    assert ledger is not None
    before = contents(copy)
    assert [refusal.line for refusal in take_at_once(copy, ledger, NOW, collector="Ann").refused] == [2]
    assert contents(copy) == before


def test_a_trade_that_was_put_right_goes_out_and_comes_back_with_its_whole_story(
    book: Book, new_book: Maker, say: Say
) -> None:
    """One entry with two sides, partner, day and note; the wrong one and its void stay beside it."""
    exchange.found(book, "Ann", [Copies(1, quantity=2)], say("start"))
    exchange.trade(book, "Ann", "Bo", [Copies(1)], [Copies(2)], say("wrong"))
    exchange.trade(book, "Ann", "Bo", [Copies(1)], [Copies(3)], say("right", note="3, not 2", corrects="wrong"))
    whole, ledger = new_book(), new_book()
    _take(whole, whole_json(book).text)
    _take(ledger, ledger_csv(book, "Ann").text, "Ann")
    for copy in (whole, ledger):
        assert collection_csv(copy, "Ann").text == collection_csv(book, "Ann").text
        by_id = {entry.id: entry for entry in exchange.entries(copy, "Ann")}
        assert [one.target.name for one in by_id["right"].movements] == ["Bo", "Ann"]
        assert by_id["right"].note == "3, not 2"
        assert by_id["wrong"].voided_by in by_id
    # Saying the correction again is known, for what it corrected is known.
    again = exchange.trade(
        whole, "Ann", "Bo", [Copies(1)], [Copies(3)], say("right", note="3, not 2", corrects="wrong")
    )
    assert again.new is False


@pytest.mark.parametrize(("part", "field"), [("entries", "happened"), ("packs", "opened"), ("matches", "happened")])
def test_a_day_that_nobody_has_seen_yet_comes_into_no_book(
    filled: Book, new_book: Maker, part: str, field: str
) -> None:
    document = json.loads(whole_json(filled).text)
    item = next(one for one in document[part] if one.get(field) is not None)
    item[field] = "9999-12-31"
    other = new_book()
    empty = whole_json(other).text
    reasons = _reasons(_look(other, json.dumps(document)))
    assert any("9999-12-31 is in the future" in reason for reason in reasons)
    assert whole_json(other).text == empty
