"""What-ifs: branched off any position of any game, kept and resumed like a match; they count for and tell nobody."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from collection.catalogue.data import load_catalogue
from collection.desk import antes as desk_antes
from collection.desk.rivals import rival, rivals
from collection.desk.worth import grounds
from collection.errors import NotUnderstood, Refused
from collection.games.mudwater.moves import Act, Play
from collection.games.mudwater.record import read_record, replay
from collection.games.mudwater.state import Faces, State
from collection.ledger.match import Branch, Match, Place, Result, Stakes, Status
from collection.play.programs import play_out
from collection.play.sitting import Sitter, Sitting, branch, rematch, resume, sit_down, unfinished
from collection.store.book import Book

Owned = Callable[[str], Counter[int]]
Finish = Callable[[Sitting, int], None]
ANNA, BO = Sitter("human", "Anna", "Anna's best"), Sitter("human", "Bo", "Bo's best")
PERSONS = (Sitter("human"), Sitter("human"))
PROGRAMS = (Sitter("greedy"), Sitter("random"))
FACES = Faces.of(load_catalogue())

REAL_TABLE = """\
game: mudwater
mode: standard
first: black
hands: {black: [3, 5], white: [43]}
ante: {black: unknown, white: unknown}
moves: [s~unknown, c=43, s+5]
"""


def step(sitting: Sitting, now: dt.datetime, rng: random.Random, count: int = 1) -> None:
    for _ in range(count):
        if sitting.to_move is not None:
            sitting.play(sitting.game.moves(sitting.state, sitting.to_move).sample(rng), now)


def kept(book: Book, match: str) -> Match:
    with book.reading() as unit:
        return unit.matches.find(match)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


@pytest.fixture
def finished(book: Book, rng: random.Random, now: dt.datetime) -> Sitting:
    """A game between Anna and Bo, for keeps."""
    sitting = sit_down(book, ANNA, BO, rng=rng, now=now, stakes=Stakes.KEEPS)
    step(sitting, now, rng, 40)
    assert sitting.outcome is not None
    return sitting


def test_a_branch_begins_at_any_position_and_leaves_the_game_as_it_is(
    book: Book, finished: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    before = kept(book, finished.match.id)
    states = replay(before.record, FACES).states
    for at in (0, 3, before.moves - 1):
        tried = branch(book, before, at, PERSONS, rng, now)
        assert (tried.state, tried.match.moves, tried.match.branch) == (states[at], at, Branch(before.id, at))
        assert (tried.match.place, tried.match.stakes, tried.match.mode) == (
            Place.BRANCH,
            Stakes.FRIENDLY,
            before.mode,
        )
        assert [seat.hand for seat in tried.match.seats] == [seat.hand for seat in before.seats]
        step(tried, now, rng, 1)
        assert resume(book, tried.match.id).match == tried.match
    assert kept(book, before.id) == before
    mine = unfinished(book, "Anna")
    assert [one.place for one in mine] == [Place.BRANCH] * 3, "several at once"
    assert len(unfinished(book, "Bo")) == 3


@pytest.mark.parametrize("at", [-1, 99])
def test_there_is_no_branch_at_a_move_that_was_not_made(
    book: Book, finished: Sitting, now: dt.datetime, rng: random.Random, at: int
) -> None:
    with pytest.raises(Refused, match=f"has {finished.match.moves} moves"):
        branch(book, finished.match, at, PERSONS, rng, now)


def test_where_the_game_is_over_nothing_is_left_to_try(
    book: Book, finished: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    with pytest.raises(Refused, match="over after move"):
        branch(book, finished.match, finished.match.moves, PERSONS, rng, now)
    resigned = sit_down(book, ANNA, BO, rng=rng, now=now)
    step(resigned, now, rng, 2)
    resigned.resign(0, now)
    tried = branch(book, resigned.match, 2, PERSONS, rng, now)
    assert tried.to_move is not None, "what if it had not been resigned"
    assert "resigned" not in tried.match.record


def test_unknown_players_and_collectors_are_refused_and_nothing_is_kept(
    book: Book, finished: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    with pytest.raises(NotUnderstood, match="No player"):
        branch(book, finished.match, 1, (Sitter("nobody"), Sitter("human")), rng, now)
    with pytest.raises(Refused, match="No collector"):
        branch(book, finished.match, 1, (Sitter("human", "Cleo"), Sitter("human")), rng, now)
    assert unfinished(book, "Anna") == ()


def test_a_branch_of_a_branch_and_a_branch_that_ended(
    book: Book, finished: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    one = branch(book, finished.match, 2, PROGRAMS, rng, now)
    step(one, now, rng, 2)
    two = branch(book, one.match, 4, PROGRAMS, rng, now)
    assert two.match.branch == Branch(one.match.id, 4)
    play_out(two, two.game, rng, lambda: now)
    assert two.match.status is Status.DONE
    with pytest.raises(Refused, match="is a branch"):
        rematch(book, two.match.id, rng=rng, now=now)
    three = branch(book, two.match, 3, PERSONS, rng, now)
    assert three.match.moves == 3


def test_what_stood_before_the_branch_is_not_taken_back(
    book: Book, finished: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    tried = branch(book, finished.match, 3, PERSONS, rng, now)
    seat = tried.to_move
    assert seat is not None
    assert "since the branch began" in tried.why_no_take_back(seat)
    step(tried, now, rng, 1)
    assert tried.take_back(seat, now) == 1
    assert tried.match.moves == 3
    with pytest.raises(Refused):
        tried.take_back(1 - seat, now)


# It counts for nobody


def test_a_branch_counts_for_nobody_and_moves_nothing(
    book: Book, finished: Sitting, owned: Owned, now: dt.datetime, rng: random.Random
) -> None:
    def told() -> tuple[object, ...]:
        names = ("Anna", "Bo")
        return (
            *(grounds(book, name).record for name in names),
            *(desk_antes.antes(book, name) for name in names),
            *(desk_antes.tallies(book, name) for name in names),
            *(rivals(book, name) for name in names),
            rival(book, "Bo", "Anna"),
            rival(book, "Anna", "Bo"),
            owned("Anna"),
            owned("Bo"),
        )

    before = told()
    for end in ("played", "resigned"):
        tried = branch(book, finished.match, 4, PERSONS, rng, now)
        step(tried, now, rng, 40 if end == "played" else 1)
        if end == "resigned":
            tried.resign(0, now)
        assert tried.match.status is Status.DONE
        assert any(seat.result is not None for seat in tried.match.seats)
        assert not tried.match.counts
    assert told() == before
    with book.reading() as unit:
        assert unit.ledger.audit() == ()


def test_a_game_that_was_only_watched_counts_for_nobody_and_is_kept(
    book: Book, owned: Owned, now: dt.datetime, rng: random.Random
) -> None:
    before = owned("Anna")
    programs = (Sitter("greedy", "Anna", "Anna's best"), Sitter("random", "Bo", "Bo's best"))
    sitting = sit_down(book, *programs, rng=rng, now=now)
    step(sitting, now, rng, 3)
    assert [one.id for one in unfinished(book, "Anna")] == [sitting.match.id]
    sitting = resume(book, sitting.match.id)
    play_out(sitting, sitting.game, rng, lambda: now)
    assert sitting.match.status is Status.DONE
    assert (sitting.match.is_watched, sitting.match.counts) == (True, False)
    assert grounds(book, "Anna").record.games == 0
    assert desk_antes.antes(book, "Anna") == ()
    assert desk_antes.tallies(book, "Anna") == ()
    assert rival(book, "Bo", "Anna").seen == ()
    assert owned("Anna") == before


# It tells nothing


def masked(state: State, seat: int) -> State:
    from collection.games.mudwater.hidden import view_of

    return view_of(state, seat).known


@pytest.mark.parametrize("me", [0, 1])
def test_of_a_match_still_played_a_branch_knows_what_its_player_sees(book: Book, now: dt.datetime, me: int) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        sitters = (ANNA, Sitter("greedy")) if me == 0 else (Sitter("greedy"), ANNA)
        sitting = sit_down(book, *sitters, rng=rng, now=now, first=seed % 2)
        step(sitting, now, rng, 5)
        theirs = set(sitting.match.seats[1 - me].hand)
        drawn = []
        for again in range(3):
            tried = branch(book, sitting.match, 5, PERSONS, random.Random(again), now)
            assert masked(tried.state, me) == masked(sitting.state, me), "the same to who plays it"
            assert tried.match.seats[me].hand == tuple(sorted(sitting.match.seats[me].hand))
            assert len(set(tried.match.seats[1 - me].hand)) == 14
            drawn.append(set(tried.match.seats[1 - me].hand))
        shown = {
            move.card
            for seat, move in sitting.history
            if seat != me and isinstance(move, Play) and move.act is not Act.ROCK
        }
        assert all(shown <= hand for hand in drawn)
        assert len({frozenset(hand) for hand in drawn}) > 1
        assert all(hand != theirs for hand in drawn)


def test_another_hand_across_the_table_gives_the_same_branch(book: Book, now: dt.datetime) -> None:
    sittings = []
    for hand in (tuple(range(40, 54)), tuple(range(60, 74))):
        sitting = sit_down(
            book,
            ANNA,
            Sitter("greedy", "Bo", hand=hand),
            rng=random.Random(3),
            now=now,
            first=0,
            stakes=Stakes.FRIENDLY,
        )
        sitting.play(Play(Act.ROCK, 0, min(sitting.view(0).known.sides[0].hand)), now)
        sitting.play(Play(Act.ROCK, 4, min(sitting.view(1).known.sides[1].hand)), now)
        sittings.append(sitting)
    tried = [branch(book, one.match, 2, PERSONS, random.Random(5), now) for one in sittings]
    assert tried[0].state == tried[1].state


def test_of_two_persons_one_has_to_say_who_branches_off(book: Book, now: dt.datetime, rng: random.Random) -> None:
    sitting = sit_down(book, ANNA, BO, rng=rng, now=now)
    step(sitting, now, rng, 4)
    with pytest.raises(Refused, match="who branches off"):
        branch(book, sitting.match, 4, PERSONS, rng, now)
    tried = branch(book, sitting.match, 4, PERSONS, rng, now, viewer=1)
    assert masked(tried.state, 1) == masked(sitting.state, 1)
    assert tried.match.seats[0].hand != sitting.match.seats[0].hand


# Written games


def test_a_record_of_a_real_table_is_branched_off_with_cards_for_those_that_nobody_saw(
    book: Book, now: dt.datetime, rng: random.Random
) -> None:
    tried = branch(book, REAL_TABLE, 3, (Sitter("human", "Anna"), Sitter("greedy")), rng, now)
    record, _, _ = read_record(tried.match.record)
    assert not record.at_table
    assert {3, 5} <= set(record.hands[0])
    assert 43 in record.hands[1]
    assert tried.match.branch == Branch("", 3)
    assert [one.id for one in unfinished(book, "Anna")] == [tried.match.id]
    play_out(replaced(book, tried), tried.game, rng, lambda: now)
    with book.reading() as unit:
        assert unit.ledger.audit() == ()


def replaced(book: Book, sitting: Sitting) -> Sitting:
    """The same match with nobody's hand to wait for, and without a trace."""
    seats = tuple(replace(seat, player="greedy") for seat in sitting.match.seats)
    with book.reading() as unit:
        return Sitting(None, replace(sitting.match, seats=seats), unit.cards.catalogue())


def test_a_branch_of_nobodys_is_everybodys(book: Book, now: dt.datetime, rng: random.Random) -> None:
    tried = branch(book, REAL_TABLE, 2, PROGRAMS, rng, now)
    assert (
        [one.id for one in unfinished(book, "Anna")] == [one.id for one in unfinished(book, "Bo")] == [tried.match.id]
    )


def test_only_a_result_is_no_game_to_leave(book: Book, now: dt.datetime, rng: random.Random) -> None:
    from collection.desk.said import said

    receipt = desk_antes.add_ante(book, "Anna", "Bo", Result.WON, said(now, id="real"), theirs=45)
    with pytest.raises(Refused, match="Only the result"):
        branch(book, receipt.match, 0, PERSONS, rng, now)
