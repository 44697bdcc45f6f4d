from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from collection.catalogue.catalogue import Catalogue
from collection.desk import sample
from collection.desk.antes import antes, complete_ante, tallies
from collection.desk.binder import open_binder
from collection.desk.collectors import add, collectors
from collection.desk.exchange import entries
from collection.desk.hands import hands
from collection.desk.packs import packs
from collection.desk.said import Said
from collection.desk.suggestions import suggest
from collection.errors import Refused
from collection.hands.advice import By
from collection.ledger.entry import EntryKind
from collection.ledger.match import Result, Status
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]


@pytest.fixture(scope="module")
def filled_file(
    fresh_file: Path, catalogue: Catalogue, now: dt.datetime, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    path = tmp_path_factory.mktemp("filled") / "book.db"
    shutil.copy(fresh_file, path)
    book = Book.open(path, lambda: catalogue)
    sample.fill_sample(book, now)
    book.close()
    return path


@pytest.fixture
def filled(filled_file: Path, catalogue: Catalogue, tmp_path: Path) -> Iterator[Book]:
    path = tmp_path / "filled.db"
    shutil.copy(filled_file, path)
    book = Book.open(path, lambda: catalogue)
    yield book
    book.close()


def test_sam_is_solo_in_use_and_has_cards_enough_for_a_legal_hand(filled: Book) -> None:
    (sam,) = collectors(filled)
    binder = open_binder(filled)
    assert (sam.name, sam.solo, binder.collector) == ("Sam", True, sam)
    assert 30 <= binder.whole.distinct < 120
    assert binder.whole.copies > binder.whole.distinct
    assert len(set(suggest(filled, None, By.DRAW, seed=1).cards)) == 14


def test_its_packs_say_that_they_are_made_up(filled: Book) -> None:
    logged = packs(filled)
    assert len(logged) == 8
    assert all("made up" in pack.note for pack in logged)


def test_its_hands_are_legal_and_nearly_so_and_one_was_broken_by_an_ante(filled: Book) -> None:
    by_name = {checked.hand.name: checked.faults for checked in hands(filled)}
    assert by_name["Dockside"] == ()
    assert [fault.code for fault in by_name["Night Shift"]] == ["not-owned"]
    (missing,) = by_name["First Try"]
    (loss,) = [line for line in antes(filled) if line.rival == "Bo" and line.result is Result.LOST]
    assert missing.card == loss.mine


def test_its_games_are_won_lost_drawn_and_one_card_is_still_to_be_named(filled: Book, say: Say) -> None:
    assert {line.result for line in antes(filled)} == set(Result)
    (open_one,) = [line for line in antes(filled) if line.status is Status.UNSETTLED]
    assert complete_ante(filled, open_one.id, say("c"), theirs=100).entry is not None
    bo = next(tally for tally in tallies(filled) if tally.rival == "Bo")
    assert (bo.won, bo.lost, bo.drawn, bo.friendly) == (2, 1, 1, 1)
    assert len(bo.still_held) == 2
    assert {EntryKind.PULL, EntryKind.TRADE, EntryKind.ANTE, EntryKind.FOUND} == {
        entry.kind for entry in entries(filled)
    } - {EntryKind.VOID}


def test_it_is_the_same_for_the_same_moment(filled: Book, book: Book, now: dt.datetime, contents: Contents) -> None:
    sample.fill_sample(book, now)
    assert contents(book) == contents(filled)
    assert max(entry.happened for entry in entries(filled)) <= now.date()


def test_filling_again_changes_nothing(filled: Book, now: dt.datetime, contents: Contents) -> None:
    before = contents(filled)
    sample.fill_sample(filled, now + dt.timedelta(days=30))
    assert contents(filled) == before


def test_a_filling_that_was_cut_off_is_finished_as_it_was_begun(
    book: Book, filled: Book, now: dt.datetime, contents: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sample, "_late_games", cut)
        with pytest.raises(KeyboardInterrupt):
            sample.fill_sample(book, now)
    sample.fill_sample(book, now + dt.timedelta(days=3))
    assert contents(book) == contents(filled)


def test_a_book_with_collectors_of_its_own_is_left_alone(book: Book, now: dt.datetime, contents: Contents) -> None:
    add(book, "Ann")
    before = contents(book)
    with pytest.raises(Refused, match="fresh"):
        sample.fill_sample(book, now)
    assert contents(book) == before


def test_it_opens_filled_and_keeps_what_was_done_in_it(
    tmp_path: Path, now: dt.datetime, say: Say, catalogue: Catalogue
) -> None:
    path = tmp_path / "sample.db"
    first = sample.open_sample(path, now, lambda: catalogue)
    complete_ante(first, "sample-game-6", say("c"), theirs=100)
    first.close()
    second = sample.open_sample(path, now + dt.timedelta(days=1))
    assert all(line.status is Status.DONE for line in antes(second))
    second.close()
