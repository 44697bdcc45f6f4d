"""Statistics count a game once, on the right side, whichever seat the collector had."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from itertools import product

import pytest

from collection.ledger.entry import Account, AccountKind
from collection.ledger.match import Match, MatchSeat, Place, Result, Stakes, Status
from collection.ledger.statistics import RivalTally, tally

ANNA = Account(3, "Anna", AccountKind.COLLECTOR)
BO = Account(4, "Bo", AccountKind.RIVAL)
CLEO = Account(5, "Cleo", AccountKind.COLLECTOR)
NOW = dt.datetime(2026, 3, 1, 20, tzinfo=dt.UTC)


def game(
    mine: Result | None,
    *,
    seat: int = 0,
    rival: Account | None = BO,
    status: Status = Status.DONE,
    stakes: Stakes = Stakes.KEEPS,
    antes: tuple[int | None, int | None] = (45, 8),
) -> Match:
    """Anna's game with `mine` as her result; `antes` are hers and the rival's."""
    own = MatchSeat(ANNA, "human", ante=antes[0], result=mine)
    other = MatchSeat(rival, "human" if rival else "greedy", ante=antes[1], result=mine.mirrored if mine else None)
    seats = (own, other) if seat == 0 else (other, own)
    return Match("m", "mudwater", "standard", Place.TABLE, stakes, status, NOW.date(), NOW, seats, "", 0)


def only(*matches: Match, of: Account = ANNA) -> RivalTally:
    (line,) = tally(of, matches, {})
    return line


# The result that is written for a seat, and what it adds to either side's statistics.
TABLE = [
    (Result.WON, (1, 0, 0), (0, 1, 0), (1, 0), (0, 1)),
    (Result.LOST, (0, 1, 0), (1, 0, 0), (0, 1), (1, 0)),
    (Result.DRAW, (0, 0, 1), (0, 0, 1), (0, 0), (0, 0)),
]


@pytest.mark.parametrize(("seat", "row"), product((0, 1), TABLE))
def test_a_result_counts_for_one_side_and_its_mirror_for_the_other(
    seat: int, row: tuple[Result, tuple[int, ...], tuple[int, ...], tuple[int, int], tuple[int, int]]
) -> None:
    result, hers, theirs, her_cards, their_cards = row
    match = game(result, seat=seat, rival=CLEO)
    anna, cleo = only(match), only(match, of=CLEO)
    assert (anna.rival, cleo.rival) == ("Cleo", "Anna")
    assert (anna.won, anna.lost, anna.drawn) == hers
    assert (cleo.won, cleo.lost, cleo.drawn) == theirs
    assert (anna.cards_won, anna.cards_lost) == her_cards
    assert (cleo.cards_won, cleo.cards_lost) == their_cards
    assert anna.games == cleo.games == 1


def test_a_rival_against_whom_everything_was_lost_is_listed() -> None:
    line = only(game(Result.LOST), game(Result.LOST))
    assert (line.games, line.won, line.lost) == (2, 0, 2)


@pytest.mark.parametrize("status", [Status.PLAYING, Status.ABANDONED, Status.VOID])
def test_games_without_a_valid_end_do_not_count(status: Status) -> None:
    assert tally(ANNA, [game(None if status is Status.PLAYING else Result.WON, status=status)], {}) == ()


def test_a_friendly_game_counts_as_a_game_and_moves_no_card() -> None:
    line = only(game(Result.WON, stakes=Stakes.FRIENDLY), game(Result.LOST))
    assert (line.games, line.friendly, line.won, line.lost) == (2, 1, 1, 1)
    assert (line.cards_won, line.cards_lost) == (0, 1)


def test_a_card_that_is_not_named_yet_is_unknown_and_not_counted() -> None:
    won = game(Result.WON, antes=(45, None), status=Status.UNSETTLED)
    lost = game(Result.LOST, antes=(None, 8), status=Status.UNSETTLED)
    line = only(won, lost, game(Result.DRAW, antes=(None, None)))
    assert (line.unknown, line.cards_won, line.cards_lost, line.games) == (2, 0, 0, 3)


def test_a_known_card_that_could_not_move_yet_has_not_been_won() -> None:
    line = only(game(Result.WON, status=Status.UNSETTLED))
    assert (line.won, line.cards_won, line.unknown) == (1, 0, 0)


def test_a_game_where_the_collector_did_not_sit_is_none_of_theirs() -> None:
    assert tally(CLEO, [game(Result.WON)], {}) == ()


def test_rivals_come_by_name_with_what_they_still_hold() -> None:
    matches = [
        game(Result.WON, rival=None),
        game(Result.WON, rival=Account(9, "ámos", AccountKind.RIVAL)),
        game(Result.LOST),
    ]
    lines = tally(ANNA, matches, {"Bo": ((45, 1),), "Nobody": ((1, 1),)})
    assert [line.rival for line in lines] == ["ámos", "Bo", "greedy"]
    assert [line.still_held for line in lines] == [(), ((45, 1),), ()]


def test_a_rehearsal_counts_neither_against_the_program_nor_against_whom_it_stands_for() -> None:
    practice = game(Result.WON, stakes=Stakes.FRIENDLY)
    rehearsed = replace(practice, seats=(practice.seats[0], MatchSeat(None, "greedy", "Bo", result=Result.LOST)))
    assert tally(ANNA, [rehearsed, game(Result.LOST)], {}) == tally(ANNA, [game(Result.LOST)], {})
    assert tally(ANNA, [rehearsed], {}) == ()


def test_mirroring_twice_is_the_same_result() -> None:
    assert [(one.mirrored, one.mirrored.mirrored) for one in Result] == [
        (Result.LOST, Result.WON),
        (Result.WON, Result.LOST),
        (Result.DRAW, Result.DRAW),
    ]
