"""Whole matches in a real book: saved after each move, taken up again after anything, seen only as far as allowed."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from collection.catalogue.data import load_catalogue
from collection.errors import BookBusy, IllegalMove, LedgerRefused, Refused
from collection.games.mudwater.moves import Act, Deal, Pass, Play
from collection.games.mudwater.record import replay
from collection.games.mudwater.state import SEAT_NAMES, Faces, Mode
from collection.games.protocol import Limit
from collection.ledger.match import Place, Result, Stakes, Status
from collection.play.programs import Programs, let_move, play_out
from collection.play.sitting import Sitter, Sitting, rematch, resume, sit_down, unfinished
from collection.store.book import Book
from collection.store.opening import Terms

Finish = Callable[[Sitting, int], None]
GREEDY = Sitter("greedy")


def some_move(sitting: Sitting, seed: int) -> Play | Pass:
    seat = sitting.to_move
    assert seat is not None
    return sitting.game.moves(sitting.state, seat).sample(random.Random(seed))


@pytest.mark.parametrize("mode", list(Mode))
def test_a_whole_match_ends_in_the_book_with_a_record_that_replays(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish, mode: Mode
) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(3), now=now, mode=mode)
    finish(sitting, 3)
    with book.reading() as unit:
        match = unit.matches.find(sitting.match.id)
        catalogue = unit.cards.catalogue()
    assert match == sitting.match
    assert (match.status, match.place, match.mode) == (Status.DONE, Place.HERE, mode.value)
    assert match.moves == len(sitting.history)
    played = replay(match.record, Faces.of(catalogue))
    assert played.states[-1] == sitting.state
    assert played.outcome == sitting.outcome is not None
    assert "result:" in match.record
    assert sitting.settlement is not None
    assert sitting.settlement.entry is None


def test_each_move_is_in_the_book_before_the_next_is_asked_for(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime
) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    other = Book.open(book.path, load_catalogue)
    while sitting.to_move is not None:
        sitting.play(some_move(sitting, sitting.match.moves), now)
        with other.reading() as unit:
            assert unit.matches.find(sitting.match.id) == sitting.match
        if sitting.to_move is not None:
            again = resume(other, sitting.match.id)
            assert (again.state, again.history, again.events, again.to_move) == (
                sitting.state,
                sitting.history,
                sitting.events,
                sitting.to_move,
            )
    other.close()


def test_results_are_written_for_both_seats(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish
) -> None:
    for seed in range(4):
        sitting = sit_down(book, anna, bo, rng=random.Random(seed), now=now)
        finish(sitting, seed)
        outcome = sitting.outcome
        assert outcome is not None
        for seat, sitter in enumerate(sitting.match.seats):
            won, draw = seat in outcome.winners, not outcome.winners
            assert sitter.result is (Result.DRAW if draw else Result.WON if won else Result.LOST)


def test_an_illegal_move_changes_nothing(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    state, match = sitting.state, sitting.match
    held = next(iter(sitting.view(1 - state.to_move).known.sides[1 - state.to_move].hand))
    for move in (Pass(), Play(Act.PLACE, 4, held), Play(Act.ROCK, 9, None), Deal((1, 40), 0)):
        with pytest.raises(IllegalMove):
            sitting.play(move, now)
    assert (sitting.state, sitting.match, sitting.history) == (state, match, ())
    assert resume(book, match.id).match == match


def test_no_move_is_made_after_the_end(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    finish(sitting, 3)
    with pytest.raises(IllegalMove, match="over"):
        sitting.play(Pass(), now)
    with pytest.raises(Refused, match="is over"):
        resume(book, sitting.match.id)


def test_the_second_window_to_move_is_refused_and_goes_on_after_resuming(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish
) -> None:
    one = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    two = resume(book, one.match.id)
    one.play(some_move(one, 1), now)
    state = two.state
    with pytest.raises(LedgerRefused, match="another window"):
        two.play(some_move(two, 2), now)
    assert two.state == state, "nothing changes in the window that was refused"
    two = resume(book, one.match.id[:12])
    assert two.state == one.state
    finish(two, 1)
    with pytest.raises(LedgerRefused, match="another window"):
        one.play(some_move(one, 1), now)


def test_a_match_keeps_the_cards_as_they_were_when_it_began(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish
) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    sitting.play(some_move(sitting, 1), now)
    with book.writing() as unit:
        for number in (*range(1, 15), *range(40, 54)):
            unit.cards.correct(number, {"n": 9, "e": 1, "s": 9, "w": 1})
    again = resume(book, sitting.match.id)
    brought = {*range(1, 15), *range(40, 54)}
    assert {number: again.state.faces[number] for number in brought} == {
        number: sitting.state.faces[number] for number in brought
    }
    assert again.state.board == sitting.state.board
    finish(again, 1)
    assert again.match.status is Status.DONE


def test_a_move_that_cannot_be_saved_is_not_made(
    path: Path, book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish
) -> None:
    impatient = Book.open(path, load_catalogue, terms=Terms(busy_seconds=0.05))
    sitting = sit_down(impatient, anna, bo, rng=random.Random(3), now=now)
    state, match, events = sitting.state, sitting.match, sitting.events
    with book.writing(), pytest.raises(BookBusy):
        sitting.play(some_move(sitting, 1), now)
    assert (sitting.state, sitting.match, sitting.events, sitting.history) == (state, match, events, ())
    finish(sitting, 1)
    assert sitting.match.status is Status.DONE
    impatient.close()


# What a seat may see


def test_a_seat_never_sees_the_rivals_ante_hand_or_rocks_before_the_end(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime
) -> None:
    for seed in range(3):
        sitting = sit_down(book, anna, bo, rng=random.Random(seed), now=now)
        while sitting.to_move is not None:
            for seat in (0, 1):
                view, rival = sitting.view(seat), sitting.match.seats[1 - seat]
                known = view.known
                assert (known.sides[1 - seat].hand, known.sides[1 - seat].ante) == (frozenset(), None)
                shown = {p.card for square in known.board if square for p in square.pile if p.by != seat and not p.up}
                assert shown <= {None}
                seen = [event for event in sitting.events if event.visible_to(seat)]
                told = {value for event in seen for name, value in event.facts if name == "card"}
                mine = {*sitting.match.seats[seat].hand}
                up = {p.card for square in known.board if square for p in square.pile if p.up}
                assert told - mine <= up
                assert rival.ante not in told - mine
            sitting.play(some_move(sitting, seed), now)
        revealed = [event for event in sitting.events if event.kind == "antes-turned-over"]
        assert dict(revealed[0].facts) == {
            name: sitter.ante for name, sitter in zip(SEAT_NAMES, sitting.match.seats, strict=True)
        }


def test_another_hand_of_the_rival_looks_just_the_same(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime) -> None:
    other = Sitter("random", "Bo", hand=tuple(range(60, 74)))
    pair = [sit_down(book, anna, one, rng=random.Random(3), now=now, first=0) for one in (bo, other)]
    assert pair[0].match.seats[1].hand != pair[1].match.seats[1].hand
    for _ in range(2):
        assert pair[0].view(0) == pair[1].view(0)
        assert [event for event in pair[0].events if event.visible_to(0)] == [
            event for event in pair[1].events if event.visible_to(0)
        ]
        for sitting in pair:
            seat = sitting.to_move
            assert seat is not None
            # A rock at the same place looks the same, whatever it hides.
            sitting.play(Play(Act.ROCK, 4 if seat else 0, min(sitting.view(seat).known.sides[seat].hand)), now)
    assert pair[0].view(0) == pair[1].view(0)
    assert pair[0].view(1) != pair[1].view(1)


def test_each_seat_is_told_its_own_ante_alone(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    for seat in (0, 1):
        told = [dict(event.facts) for event in sitting.events if event.kind == "ante" and event.visible_to(seat)]
        assert told == [{"seat": seat, "card": sitting.match.seats[seat].ante}]
    assert resume(book, sitting.match.id).events == sitting.events


# Programs


def test_programs_stop_where_a_person_is_to_move(book: Book, bo: Sitter, now: dt.datetime) -> None:
    sitting = sit_down(book, Sitter("human", "Anna"), bo, rng=random.Random(3), now=now, first=1)
    play_out(sitting, sitting.game, random.Random(1), lambda: now)
    assert (sitting.player_to_move, sitting.to_move, sitting.match.moves) == ("human", 0, 1)
    assert let_move(sitting, Programs(sitting.game), random.Random(1), lambda: now) == ""
    assert sitting.match.moves == 1
    sitting.play(some_move(sitting, 1), now)
    assert let_move(sitting, Programs(sitting.game), random.Random(1), lambda: now) == "Chosen at random."


def test_a_program_by_the_clock_goes_on_from_what_it_thought_before_its_rival_moved(
    book: Book, bo: Sitter, now: dt.datetime
) -> None:
    sitting = sit_down(book, Sitter("human", "Anna"), bo, rng=random.Random(3), now=now, first=1)
    kept, rng, builds = Programs(sitting.game), random.Random(1), 0
    for seed in range(4):
        once = Limit(iterations=2_000)
        thoughts = kept.choose(sitting, 1, "master", rng, once).thoughts
        anew = Programs(sitting.game).choose(sitting, 1, "master", rng, once).thoughts
        assert thoughts is not None
        assert anew is not None
        assert sum(option.visits for option in anew.options) == 2_000
        builds += sum(option.visits for option in thoughts.options) > 2_000
        sitting.play(thoughts.options[0].move, now)
        sitting.play(some_move(sitting, seed), now)
    assert builds


def test_a_seed_plays_the_same_match_again(book: Book, now: dt.datetime) -> None:
    def record(seed: int) -> str:
        rng = random.Random(seed)
        sitting = sit_down(book, Sitter("greedy", "Solo"), GREEDY, rng=rng, now=now)
        play_out(sitting, sitting.game, rng, lambda: now)
        return sitting.match.record

    assert record(7) == record(7)
    assert record(7) != record(8)


# Leaving


def test_a_friendly_match_may_be_given_up_and_one_for_keeps_may_not(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime
) -> None:
    friendly = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    keeps = sit_down(book, anna, bo, rng=random.Random(3), now=now, stakes=Stakes.KEEPS)
    assert {match.id for match in unfinished(book, "Bo")} == {friendly.match.id, keeps.match.id}
    friendly.give_up()
    assert friendly.to_move is None
    with pytest.raises(Refused, match="for keeps"):
        keeps.give_up()
    assert [match.id for match in unfinished(book, "Bo")] == [keeps.match.id]
    with pytest.raises(Refused, match="over"):
        friendly.give_up()
    with pytest.raises(Refused, match="abandoned"):
        resume(book, friendly.match.id)
    with book.reading() as unit:
        assert unit.matches.find(friendly.match.id).status is Status.ABANDONED


def test_an_unknown_match_is_refused(book: Book) -> None:
    with pytest.raises(LedgerRefused):
        resume(book, "nothing-like-it")


# Once more


def test_in_a_rematch_whoever_went_second_goes_first_and_everything_else_stays(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish
) -> None:
    first = sit_down(book, anna, bo, rng=random.Random(3), now=now, mode=Mode.ADVANCED, stakes=Stakes.FRIENDLY, first=0)
    with pytest.raises(Refused, match="not over yet"):
        rematch(book, first.match.id, rng=random.Random(4), now=now)
    finish(first, 1)
    second = rematch(book, first.match.id, rng=random.Random(4), now=now)
    assert second.to_move == 1
    assert (second.match.mode, second.match.stakes) == ("advanced", Stakes.FRIENDLY)
    assert [replace(seat, ante=None, result=None) for seat in second.match.seats] == [
        replace(seat, ante=None, result=None) for seat in first.match.seats
    ]
    finish(second, 1)
    assert rematch(book, second.match.id, rng=random.Random(5), now=now).to_move == 0


def test_a_rematch_takes_the_saved_hand_as_it_is_now_and_the_frozen_copy_where_it_is_gone(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, finish: Finish
) -> None:
    first = sit_down(book, anna, bo, rng=random.Random(3), now=now)
    finish(first, 1)
    changed = (*range(1, 14), 99)
    with book.writing() as unit:
        for name, act in (("Anna", "change"), ("Bo", "archive")):
            account = unit.accounts.find(name)
            assert account is not None
            hand = unit.hands.find(account, f"{name}'s best")
            assert hand is not None
            if act == "change":
                unit.hands.change(hand, changed, now)
            else:
                unit.hands.archive(hand, now)
    second = rematch(book, first.match.id, rng=random.Random(3), now=now)
    assert second.match.seats[0].hand == changed
    assert second.match.seats[1].hand == tuple(range(40, 54))


def test_a_rematch_keeps_the_houses_hand(book: Book, now: dt.datetime, finish: Finish) -> None:
    first = sit_down(book, Sitter("greedy", "Anna"), GREEDY, rng=random.Random(3), now=now)
    finish(first, 1)
    second = rematch(book, first.match.id, rng=random.Random(99), now=now)
    assert second.match.seats[1].hand == first.match.seats[1].hand
    assert second.match.seats[1].player == "greedy"
