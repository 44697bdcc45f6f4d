"""Analyses of the book's own matches: kept as they were, and worked out anew when they would come out otherwise."""

from __future__ import annotations

import datetime as dt
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from collection.analysis.judged import Analysis
from collection.analysis.judging import judge
from collection.desk import collectors
from collection.desk.analysis import analysis_of, kept_analysis, many_of, replayed_match
from collection.desk.exporting import whole_json
from collection.errors import LedgerRefused, Refused
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.play.gathering import Guest, gather
from collection.store.book import Book

RECORD = (Path(__file__).parents[1] / "analysis" / "three_puzzles.yaml").read_text()
QUICK = 200
"""Games imagined for a position: few, for what is judged matters less here than that it is kept."""


def keep_game(book: Book, now: dt.datetime, record: str = RECORD, *, place: Place = Place.HERE) -> Match:
    """Write a finished game of Ann's into the book, its id telling how many there were."""
    with book.writing() as unit:
        ann = collectors.current_for_writing(unit, "Ann")
        key = f"game-{len(unit.matches.all(ann)) + 1}"
        seats = (MatchSeat(ann, HUMAN, result=Result.LOST), MatchSeat(None, "greedy", "Bo", result=Result.WON))
        moves = 12 if record else 0
        friendly = Stakes.FRIENDLY
        return unit.matches.add(
            Match(key, "mudwater", "standard", place, friendly, Status.DONE, now.date(), now, seats, record, moves)
        )[0]


def test_an_analysis_is_kept_whole_and_given_again(
    book: Book, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = keep_game(book, now)
    heard: list[tuple[int, int]] = []
    assert kept_analysis(book, match.id, effort=QUICK) is None
    first = analysis_of(book, match.id, effort=QUICK, told=lambda done, of: heard.append((done, of)))
    assert heard[-1] == (12, 12)
    assert first == judge(replayed_match(book, match.id)[1], effort=QUICK)
    monkeypatch.setattr("collection.desk.analysis.judge", _never)
    assert analysis_of(book, "game", effort=QUICK) == first
    assert kept_analysis(book, match.id, effort=QUICK) == first
    assert kept_analysis(book, match.id, effort=QUICK + 1) is None


def test_what_was_cancelled_is_given_as_far_as_it_came_and_not_kept(book: Book, now: dt.datetime) -> None:
    match = keep_game(book, now)
    asked = iter([False] * 4 + [True] * 20)
    part = analysis_of(book, match.id, effort=QUICK, cancelled=lambda: next(asked))
    assert not part.complete
    assert math.isnan(part.curve[0])
    assert kept_analysis(book, match.id, effort=QUICK) is None


def test_a_record_without_its_cards_is_judged_anew_when_a_card_is_corrected(book: Book, now: dt.datetime) -> None:
    # The bare record ends after five moves.
    bare = keep_game(book, now, RECORD.partition("cards:")[0].partition("result:")[0].split(", n=16")[0] + "]\n")
    full = keep_game(book, now)
    for match in (bare, full):
        analysis_of(book, match.id, effort=QUICK)
    with book.writing() as unit:
        unit.cards.correct(8, {"n": 9})
    assert kept_analysis(book, bare.id, effort=QUICK) is None
    assert kept_analysis(book, full.id, effort=QUICK) is not None


def test_analyses_are_no_part_of_a_whole_books_document(book: Book, now: dt.datetime) -> None:
    match = keep_game(book, now)
    before = whole_json(book).text
    analysis_of(book, match.id, effort=QUICK)
    assert whole_json(book).text == before


def test_many_games_are_put_together_as_far_as_they_are_judged(
    book: Book, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [keep_game(book, now), keep_game(book, now + dt.timedelta(1))]
    nothing = many_of(book, "Ann", only_kept=True)
    assert (nothing.games, nothing.together, nothing.left) == ((), None, 2)
    stop = iter([False, *[True] * 20])
    monkeypatch.setattr("collection.desk.analysis.judge", _quick)
    some = many_of(book, "Ann", cancelled=lambda: next(stop))
    assert (len(some.games), some.left) == (1, 1)
    assert some.games[0].match.id == games[1].id
    heard: list[tuple[int, int]] = []
    found = many_of(book, "Ann", told=lambda done, of: heard.append((done, of)))
    assert heard == [(0, 2), (1, 2), (2, 2)]
    assert found.together is not None
    assert (found.together.games, found.left, found.unread) == (2, 0, ())
    assert many_of(book, "Ann", only_kept=True) == found


def test_a_record_that_cannot_be_replayed_is_named_and_the_others_go_on(book: Book, now: dt.datetime) -> None:
    broken = keep_game(book, now, RECORD.replace("se~120", "se=120"))
    assert many_of(book, "Ann").unread == (broken.id,)


@pytest.mark.parametrize("game", ["mudwater", "matschig"])
def test_a_match_that_somebody_plays_is_not_judged_for_that_would_tell_what_is_hidden(
    book: Book, now: dt.datetime, game: str
) -> None:
    if game == "mudwater":
        going_on = replace(keep_game(book, now), id="going-on", status=Status.PLAYING)
        seats = tuple(replace(seat, result=None) for seat in going_on.seats)
        with book.writing() as unit:
            match, _ = unit.matches.add(replace(going_on, seats=seats))
    else:
        guests = (Guest(HUMAN, "Ann"), Guest(HUMAN, "Bo"), Guest("random"))
        match = gather(book, "matschig", guests, rng=random.Random(1), now=now).match
    with pytest.raises(Refused, match="is not over, and its record tells"):
        analysis_of(book, match.id, effort=QUICK)
    with pytest.raises(Refused, match="is not over, and its record tells"):
        replayed_match(book, match.id)


def test_what_has_no_moves_to_judge_is_refused(book: Book, now: dt.datetime) -> None:
    told = keep_game(book, now, "", place=Place.TABLE)
    with pytest.raises(Refused, match="only the result"):
        analysis_of(book, told.id)
    with pytest.raises(LedgerRefused):
        analysis_of(book, "nothing")


def _never(*_: object, **__: object) -> Analysis:
    raise AssertionError("it was judged before")


def _quick(replayed: object, **_: object) -> Analysis:
    return judge(replayed, effort=QUICK)  # type: ignore[arg-type]
