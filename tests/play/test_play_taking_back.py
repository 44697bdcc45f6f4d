"""Moves taken back and matches resigned: in one act each, told in the story, and never at the cost of the books."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Level
from collection.catalogue.data import load_catalogue
from collection.errors import IllegalMove, LedgerRefused, Refused
from collection.games.mudwater.moves import Pass
from collection.games.mudwater.record import replay
from collection.games.mudwater.state import SEAT_NAMES, Faces
from collection.games.protocol import Choice, Limit
from collection.ledger.entry import EntryKind
from collection.ledger.match import Result, Stakes, Status, Taking
from collection.play.programs import Programs, let_move
from collection.play.sitting import Sitter, Sitting, resume, sit_down
from collection.store.book import Book

Owned = Callable[[str], Counter[int]]
ANNA = Sitter("human", "Anna", "Anna's best")
BO = Sitter("human", "Bo", "Bo's best")
SOLO = Sitter("human", "Solo", "Solo's best")
HOUSE = Sitter("greedy")
FACES = Faces.of(load_catalogue())


def step(sitting: Sitting, now: dt.datetime, rng: random.Random, count: int = 1) -> None:
    """Make moves at random, whoever is to make them."""
    for _ in range(count):
        if sitting.to_move is not None:
            sitting.play(sitting.game.moves(sitting.state, sitting.to_move).sample(rng), now)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(11)


@pytest.fixture
def friendly(book: Book, rng: random.Random, now: dt.datetime) -> Sitting:
    """Anna and the house, Anna to begin."""
    return sit_down(book, ANNA, HOUSE, rng=rng, now=now, first=0)


def test_taking_back_goes_to_before_ones_own_last_card_and_the_reply_goes_too(
    book: Book, friendly: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    step(friendly, now, rng, 2)
    before = friendly.state, friendly.view(0), friendly.view(1), friendly.history
    step(friendly, now, rng, 2)
    assert friendly.to_move == 0
    assert friendly.take_back(0, now) == 2
    assert (friendly.state, friendly.view(0), friendly.view(1), friendly.history) == before
    assert friendly.match.takings == (Taking(0, 2, 2),)
    assert friendly.match.taken_back == 2
    again = resume(book, friendly.match.id)
    assert (again.state, again.history, again.events, again.match) == (
        friendly.state,
        friendly.history,
        friendly.events,
        friendly.match,
    )
    assert replay(friendly.match.record, FACES).states[-1] == friendly.state, "the record is a legal record"


def test_a_card_may_be_taken_back_before_the_reply(friendly: Sitting, now: dt.datetime, rng: random.Random) -> None:
    step(friendly, now, rng, 1)
    assert friendly.to_move == 1
    assert friendly.take_back(0, now) == 1
    assert (friendly.to_move, friendly.history) == (0, ())
    assert "Black has played no card" in friendly.why_no_take_back(0)
    with pytest.raises(Refused, match="nothing to take back"):
        friendly.take_back(0, now)


def test_what_was_taken_back_is_told_where_it_happened_and_the_game_goes_on(
    book: Book, friendly: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    step(friendly, now, rng, 4)
    friendly.take_back(0, now)
    step(friendly, now, rng, 1)
    told = [(event.kind, dict(event.facts)) for event in friendly.events]
    place = told.index(("took-back", {"seat": 0, "moves": 2}))
    played = {"placed", "upgraded", "rocked", "passed"}
    assert sum(kind in played for kind, _ in told[:place]) == 2
    assert sum(kind in played for kind, _ in told[place:]) == 1
    assert all(event.visible_to(seat) for event in friendly.events if event.kind == "took-back" for seat in (0, 1))
    assert resume(book, friendly.match.id).events == friendly.events


def test_at_one_keyboard_each_takes_back_the_own_last_card(book: Book, now: dt.datetime, rng: random.Random) -> None:
    sitting = sit_down(book, ANNA, BO, rng=rng, now=now, first=0)
    step(sitting, now, rng, 4)
    assert sitting.take_back(1, now) == 1, "Bo's was the last"
    assert sitting.to_move == 1
    assert sitting.take_back(1, now) == 2, "Bo's one before, and Anna's reply"
    assert [mover for mover, _ in sitting.history] == [0]


def test_nothing_is_taken_back_for_keeps_after_the_end_or_by_a_program(
    book: Book, friendly: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    keeps = sit_down(book, SOLO, HOUSE, rng=rng, now=now, stakes=Stakes.KEEPS)
    step(keeps, now, rng, 2)
    assert "for keeps" in keeps.why_no_take_back(0)
    with pytest.raises(Refused, match="for keeps"):
        keeps.take_back(0, now)
    step(friendly, now, rng, 2)
    assert "program" in friendly.why_no_take_back(1)
    step(friendly, now, rng, 40)
    assert friendly.outcome is not None
    assert "over" in friendly.why_no_take_back(0)
    with pytest.raises(Refused, match="over"):
        friendly.take_back(0, now)


def test_a_rehearsal_takes_back_too(book: Book, now: dt.datetime, rng: random.Random) -> None:
    theirs = Sitter("greedy", hand=tuple(range(60, 74)), rehearses="Bo")
    sitting = sit_down(book, ANNA, theirs, rng=rng, now=now, first=0)
    step(sitting, now, rng, 2)
    assert sitting.why_no_take_back(0) == ""
    assert sitting.take_back(0, now) == 2


def test_a_forced_pass_goes_with_the_card_before_it(book: Book, now: dt.datetime, rng: random.Random) -> None:
    # No Level I or II in either hand (section C, 17): rock, rock, pass, pass. To take back the pass alone would only
    # force it again.
    high = [card.number for card in load_catalogue() if card.level >= Level.III]
    black, white = (
        Sitter("human", name, hand=tuple(hand)) for name, hand in (("Anna", high[:14]), ("Bo", high[14:28]))
    )
    sitting = sit_down(book, black, white, rng=rng, now=now, first=0)
    step(sitting, now, rng, 3)
    assert isinstance(sitting.history[-1][1], Pass)
    assert sitting.take_back(0, now) == 3
    assert (sitting.history, sitting.to_move) == ((), 0)


def test_the_window_that_does_not_know_of_it_is_refused_even_at_the_same_number_of_moves(
    book: Book, friendly: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    step(friendly, now, rng, 4)
    other = resume(book, friendly.match.id)
    friendly.take_back(0, now)
    step(friendly, now, rng, 2)
    assert other.match.moves == friendly.match.moves
    state = other.state
    for act in (lambda: step(other, now, rng), lambda: other.take_back(0, now), lambda: other.resign(0, now)):
        with pytest.raises(LedgerRefused, match="another window"):
            act()
        assert (other.state, other.match.takings) == (state, ())
    assert resume(book, friendly.match.id).match == friendly.match


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    acts=st.lists(st.sampled_from(["move", "move", "move", "black back", "white back"]), max_size=24),
    seed=st.integers(0, 99),
)
def test_however_often_it_is_taken_back_the_book_and_the_table_agree(
    book: Book, now: dt.datetime, acts: list[str], seed: int
) -> None:
    rng = random.Random(seed)
    sitting = sit_down(book, ANNA, BO, rng=rng, now=now)
    for act in acts:
        if act == "move":
            step(sitting, now, rng)
        elif not sitting.why_no_take_back(seat := int(act == "white back")):
            moves = sitting.match.moves
            gone = sitting.take_back(seat, now)
            assert (sitting.match.moves, sitting.to_move) == (moves - gone, seat)
    told = sum(dict(event.facts)["moves"] for event in sitting.events if event.kind == "took-back")
    assert told == sitting.match.taken_back
    if sitting.to_move is not None:
        again = resume(book, sitting.match.id)
        assert (again.match, again.state, again.events) == (sitting.match, sitting.state, sitting.events)
    with book.reading() as unit:
        assert unit.matches.find(sitting.match.id) == sitting.match


def test_a_program_that_was_thinking_when_a_move_was_taken_back_does_not_move(
    book: Book, friendly: Sitting, now: dt.datetime, rng: random.Random
) -> None:
    step(friendly, now, rng, 1)

    class Slow(Programs):
        def choose(self, sitting: Sitting, *_args: object, **_known: object) -> Choice[object]:
            choice = super().choose(sitting, 1, "greedy", rng, Limit())
            sitting.take_back(0, now)
            return choice

    assert let_move(friendly, Slow(friendly.game), rng, lambda: now) == ""
    assert (friendly.history, friendly.to_move) == ((), 0)


# Hints


def test_hints_are_counted_and_never_lost(book: Book, friendly: Sitting, now: dt.datetime, rng: random.Random) -> None:
    other = resume(book, friendly.match.id)
    friendly.note_hint(0, now)
    other.note_hint(0, now)
    friendly.note_hint(0, now)
    assert resume(book, friendly.match.id).match.hints == 3
    step(other, now, rng, 1)
    assert resume(book, friendly.match.id).match.hints == 3, "who knew of fewer does not take any away"
    with pytest.raises(Refused, match="person"):
        friendly.note_hint(1, now)


# Resigning


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("moves", [0, 1, 4])
def test_whoever_resigns_loses_whosever_turn_it_is(
    book: Book, now: dt.datetime, rng: random.Random, seat: int, moves: int
) -> None:
    sitting = sit_down(book, ANNA, BO, rng=rng, now=now, first=0)
    step(sitting, now, rng, moves)
    rocks = [piece.card for square in sitting.state.board if square for piece in square.pile if not piece.up]
    events = sitting.resign(seat, now)
    assert [sitter.result for sitter in sitting.match.seats] == (
        [Result.LOST, Result.WON] if seat == 0 else [Result.WON, Result.LOST]
    )
    assert (sitting.match.status, sitting.to_move, sitting.match.moves) == (Status.DONE, None, moves)
    assert sitting.outcome is not None
    assert (sitting.outcome.termination, sitting.outcome.winners) == ("resigned", frozenset({1 - seat}))
    kinds = [event.kind for event in events]
    assert kinds[:3] == ["resigned", "ended", "antes-turned-over"]
    assert [dict(event.facts)["card"] for event in events[3:]] == rocks, "and every rock"
    antes = [sitter.ante for sitter in sitting.match.seats]
    for eyes in (0, 1):
        known = sitting.view(eyes).known
        assert [side.ante for side in known.sides] == antes, "both antes lie open"
        assert known.sides[1 - eyes].hand == frozenset(), "the hand stays in the hand"
        shown = [piece.card for square in known.board if square for piece in square.pile if not piece.up]
        assert shown == rocks
    played = replay(sitting.match.record, FACES).as_json()
    assert (played["termination"], played["winner"], played["ante_to"]) == (
        "resigned",
        SEAT_NAMES[1 - seat],
        SEAT_NAMES[1 - seat],
    )
    assert f"\nresigned: {SEAT_NAMES[seat]}\n" in sitting.match.record
    with book.reading() as unit:
        kept = unit.matches.find(sitting.match.id)
        assert kept == sitting.match
        assert Sitting(book, kept, unit.cards.catalogue()).events == sitting.events
    for act in (lambda: sitting.resign(seat, now), lambda: sitting.play(Pass(), now), sitting.give_up):
        with pytest.raises((Refused, IllegalMove), match="over"):
            act()


def test_resigning_for_keeps_costs_the_ante_once(
    book: Book, owned: Owned, now: dt.datetime, rng: random.Random
) -> None:
    sitting = sit_down(book, ANNA, BO, rng=rng, now=now, stakes=Stakes.KEEPS)
    step(sitting, now, rng, 3)
    before = {name: owned(name) for name in ("Anna", "Bo")}
    ante = sitting.match.seats[0].ante
    assert ante is not None
    other = resume(book, sitting.match.id)
    sitting.resign(0, now)
    assert sitting.settlement is not None
    assert sitting.settlement.entry is not None
    assert owned("Anna") == before["Anna"] - Counter([ante])
    assert owned("Bo") == before["Bo"] + Counter([ante])
    with pytest.raises(LedgerRefused):
        other.resign(1, now)
    with book.reading() as unit:
        assert [entry.id for entry in unit.ledger.entries(kind=EntryKind.ANTE)] == [sitting.match.id]
        assert unit.ledger.audit() == ()


def test_resigning_a_friendly_match_moves_no_card(
    book: Book, friendly: Sitting, owned: Owned, now: dt.datetime, rng: random.Random
) -> None:
    before = owned("Anna")
    step(friendly, now, rng, 2)
    assert friendly.why_no_resigning() == ""
    friendly.resign(0, now)
    assert friendly.why_no_resigning() != ""
    assert owned("Anna") == before
    assert friendly.settlement is not None
    assert friendly.settlement.entry is None
