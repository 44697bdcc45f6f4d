"""A rehearsal at the table: nobody's hand, played by a program, friendly alone, resumed after anything."""

from __future__ import annotations

import datetime as dt
import random
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from collection.errors import HandRefused, NotUnderstood, Refused
from collection.ledger.match import Match, Stakes, Status
from collection.play.sitting import Sitter, Sitting, rematch, resume, sit_down
from collection.store.book import Book

BOS = tuple(range(60, 74))


@pytest.fixture
def rehearse(book: Book, anna: Sitter, now: dt.datetime) -> Callable[..., Sitting]:
    """A maker of rehearsals: Anna against a program in Cleo's place."""

    def sit(**more: object) -> Sitting:
        white = Sitter("greedy", hand=BOS, rehearses="Cleo")
        return sit_down(book, anna, white, rng=random.Random(3), now=now, **more)  # type: ignore[arg-type]

    return sit


def house_matches(book: Book) -> tuple[Match, ...]:
    with book.reading() as unit:
        return unit.matches.all(unit.accounts.house)


def test_the_seat_is_nobodys_and_says_in_whose_place_a_program_plays(
    book: Book, rehearse: Callable[..., Sitting]
) -> None:
    sitting = rehearse()
    white = sitting.match.seats[1]
    assert (white.account, white.hand, white.rehearses, white.called) == (None, BOS, "Cleo", "greedy as Cleo")
    assert sitting.match.stakes is Stakes.FRIENDLY
    assert house_matches(book) == ()
    with book.reading() as unit:
        assert unit.ledger.owned(unit.accounts.house) == {}, "the house is not stocked for it"
        assert unit.accounts.find("Cleo") is None, "nobody is put into the book by practice"


def test_other_seats_are_called_as_before(book: Book, anna: Sitter, now: dt.datetime) -> None:
    people = Sitter("human", "Anna", "Anna's best"), Sitter("greedy")
    seats = sit_down(book, *people, rng=random.Random(1), now=now).match.seats
    assert [seat.called for seat in seats] == ["Anna", "greedy"]
    assert [seat.rehearses for seat in seats] == ["", ""]


def test_its_hand_is_hidden_from_the_player_as_any_hand(rehearse: Callable[..., Sitting]) -> None:
    view = rehearse().view(0)
    assert view.known.sides[1].hand == frozenset()
    assert view.known.sides[1].ante is None


def test_a_rehearsal_for_keeps_is_refused(rehearse: Callable[..., Sitting]) -> None:
    with pytest.raises(Refused, match="A rehearsal is practice"):
        rehearse(stakes=Stakes.KEEPS)


def test_a_rehearsal_hand_needs_fourteen_cards_and_a_program_that_there_is(
    book: Book, anna: Sitter, now: dt.datetime
) -> None:
    with pytest.raises(HandRefused, match="The rehearsal hand of Cleo: This hand has 2 cards"):
        sit_down(book, anna, Sitter("greedy", hand=(1, 2), rehearses="Cleo"), rng=random.Random(1), now=now)
    with pytest.raises(NotUnderstood, match="No player is called"):
        sit_down(book, anna, Sitter("clever", hand=BOS, rehearses="Cleo"), rng=random.Random(1), now=now)


def test_a_rehearsal_ends_without_moving_a_card_and_is_played_again_with_the_same_hand(
    book: Book, rehearse: Callable[..., Sitting], finish: Callable[[Sitting, int], None], now: dt.datetime
) -> None:
    first = rehearse()
    finish(first, 1)
    assert first.settlement is not None
    assert (first.match.status, first.settlement.entry) == (Status.DONE, None)
    again = rematch(book, first.match.id, rng=random.Random(2), now=now)
    assert again.match.seats[1].hand == BOS
    assert again.match.seats[1].called == "greedy as Cleo"
    assert again.to_move == 1 - (first.history[0][0])


PLAYS_AND_DIES = """
import datetime as dt, os, random, signal, sys
from pathlib import Path
from collection.catalogue.data import load_catalogue
from collection.play.programs import Programs, let_move
from collection.play.sitting import Sitter, sit_down
from collection.store.book import Book

now = dt.datetime(2026, 3, 1, 20, 0, tzinfo=dt.UTC)
book = Book.open(Path(sys.argv[1]), load_catalogue)
white = Sitter("greedy", hand=tuple(range(60, 74)), rehearses="Cleo")
sitting = sit_down(book, Sitter("greedy", "Anna", "Anna's best"), white, rng=random.Random(3), now=now, match_id="m")
for _ in range(4):
    let_move(sitting, Programs(sitting.game), random.Random(1), lambda: now)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills so hard here")
def test_a_rehearsal_goes_on_where_it_was_when_its_process_was_killed(
    path: Path, book: Book, finish: Callable[[Sitting, int], None]
) -> None:
    died = subprocess.run([sys.executable, "-c", textwrap.dedent(PLAYS_AND_DIES), str(path)], check=False, timeout=60)
    assert died.returncode == -signal.SIGKILL
    sitting = resume(book, "m")
    assert len(sitting.history) == 4
    assert sitting.match.seats[1].called == "greedy as Cleo"
    finish(sitting, 1)
    assert sitting.match.status is Status.DONE
