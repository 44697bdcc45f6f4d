"""A hand's worth is read from the book at one moment, and is what the book's own acts then do."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from collection.catalogue.card import Copies, Level
from collection.catalogue.catalogue import Catalogue
from collection.desk import worth as desk
from collection.desk.antes import add_ante
from collection.desk.collectors import current
from collection.desk.exchange import void
from collection.desk.hands import archive_hand, hands, new_hand
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.errors import HandRefused
from collection.hands.ladder import ladder
from collection.hands.stake import LossRecord
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result, Stakes
from collection.ledger.price import Price
from collection.store.book import Book

Say = Callable[..., Said]
HAND = tuple(range(1, 15))
PIER = (*range(5, 15), 20, 21, 22, 23)


@pytest.fixture(scope="module")
def stocked_file(fresh_file: Path, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory, say: Say) -> Path:
    path = tmp_path_factory.mktemp("worth") / "book.db"
    shutil.copy(fresh_file, path)
    book = Book.open(path, lambda: catalogue)
    now = say("x").now
    log_pack(book, "Ann", [Copies(number) for number in (*range(1, 31), 14, 14)], say("pack-ann"))
    new_hand(book, "Ann", "Dockside", HAND, now)
    new_hand(book, "Ann", "Pier", PIER, now)
    new_hand(book, "Ann", "Short", HAND[:5], now)
    new_hand(book, "Ann", "Attic", HAND, now)
    archive_hand(book, "Ann", "Attic", now)
    log_pack(book, "Ben", [Copies(number) for number in HAND], say("pack-ben"))
    new_hand(book, "Ben", "His", HAND, now)
    book.close()
    return path


@pytest.fixture
def stocked(stocked_file: Path, catalogue: Catalogue, tmp_path: Path) -> Iterator[Book]:
    """Ann owns 1 to 30 once, and 14 three times; her hands Dockside and Pier share 5 to 14."""
    path = tmp_path / "stocked.db"
    shutil.copy(stocked_file, path)
    book = Book.open(path, lambda: catalogue)
    yield book
    book.close()


def legal(book: Book) -> set[str]:
    return {one.hand.name for one in hands(book, "Ann") if not one.faults}


@pytest.mark.parametrize("card", [1, 5, 13, 14])
def test_the_hands_said_to_break_are_those_that_a_lost_game_breaks(stocked: Book, say: Say, card: int) -> None:
    told = {one.card: one.breaks for one in desk.hand_worth(stocked, "Ann", "dockside").worth.stake.cards}
    before = legal(stocked)
    add_ante(stocked, "Ann", "Bo", Result.LOST, say("lost"), mine=card)
    assert before - legal(stocked) - {"Dockside"} == set(told[card])


def test_keepsakes_values_and_copies_are_the_collectors_own(stocked: Book, catalogue: Catalogue) -> None:
    mark(stocked, "Ann", MarkKind.KEEPSAKE, [3])
    mark(stocked, "Ben", MarkKind.KEEPSAKE, [4])
    with stocked.writing() as unit:
        ann, ben = current(unit, "Ann"), current(unit, "Ben")
        unit.values.set(ann, 3, Price("EUR", 500))
        unit.values.set(ann, Level.V, Price("CHF", 900))
        unit.values.set(ben, 4, Price("EUR", 7))
    staked = desk.hand_worth(stocked, "Ann", "Dockside").worth.stake
    assert staked.keepsakes == (3,)
    legendary = sum(catalogue[number].level is Level.V and number != 3 for number in HAND)
    wanted = {"EUR": 500} | ({"CHF": 900 * legendary} if legendary else {})
    assert dict(staked.worth) == wanted
    assert staked.unvalued == 13 - legendary
    assert {one.card: one.spares for one in staked.cards} == dict.fromkeys(HAND, 0) | {14: 2}


def test_without_games_nothing_is_said_of_chances(stocked: Book) -> None:
    worth = desk.hand_worth(stocked, "Ann", "Dockside").worth
    assert worth.record == LossRecord(0, 0)
    assert worth.expected_loss is None
    assert worth.chance_of_losing(10) is None


def test_chances_and_expected_loss_follow_from_the_games_in_the_book(stocked: Book, say: Say) -> None:
    with stocked.writing() as unit:
        ann = current(unit, "Ann")
        for level in Level:
            unit.values.set(ann, level, Price("EUR", 140))
    add_ante(stocked, "Ann", "Bo", Result.LOST, say("a"), stakes=Stakes.FRIENDLY)
    add_ante(stocked, "Ann", "Cy", Result.WON, say("b"), stakes=Stakes.FRIENDLY)
    add_ante(stocked, "Ann", "Cy", Result.LOST, say("c"), mine=30)
    void(stocked, "c", say("d"))
    worth = desk.hand_worth(stocked, "Ann", "Dockside").worth
    assert worth.record == LossRecord(2, 1)
    assert worth.expected_loss is not None
    cost = worth.expected_loss["EUR"]
    assert cost.estimate == pytest.approx(70)
    assert cost.low < 70 < cost.high < 140
    once = worth.chance_of_losing(2)
    assert once is not None
    assert once.estimate == pytest.approx(1 - (1 - 1 / 28) ** 2)
    last_of_three = worth.chance_of_losing(2, 3)
    assert last_of_three is not None
    assert last_of_three.high == 0, "three copies cannot go in two games"


def test_without_values_no_loss_is_expected_of_any_currency(stocked: Book, say: Say) -> None:
    add_ante(stocked, "Ann", "Bo", Result.LOST, say("a"), stakes=Stakes.FRIENDLY)
    worth = desk.hand_worth(stocked, "Ann", "Dockside").worth
    assert worth.expected_loss == {}
    assert worth.stake.unvalued == 14


def test_read_once_any_cards_can_be_judged(stocked: Book, catalogue: Catalogue) -> None:
    found = desk.grounds(stocked, "Ann")
    draft = (*HAND[:10], 118)
    worth = found.worth(draft)
    assert [fault.code for fault in worth.faults] == ["too-few", "not-owned"]
    assert worth.ladder == ladder(draft, catalogue)
    assert set(worth.stake.breaks) == {"Dockside", "Pier"}, "a new hand is none of the saved ones"


def test_a_hand_is_told_from_the_others_though_it_was_renamed_since(stocked: Book) -> None:
    found = desk.grounds(stocked, "Ann")
    (dockside,) = (hand for hand in found.hands if hand.name == "Dockside")
    renamed = dataclasses.replace(dockside, name="Quay")
    assert found.worth(HAND, renamed).stake.breaks == ("Pier",)


def test_there_is_no_worth_of_a_hand_that_is_not_there(stocked: Book) -> None:
    with pytest.raises(HandRefused, match="Dockside"):
        desk.hand_worth(stocked, "Ann", "Docksid")


def test_a_book_without_collectors_judges_too(book: Book) -> None:
    worth = desk.grounds(book).worth(HAND)
    assert {one.owned for one in worth.stake.cards} == {0}
    assert worth.stake.breaks == ()


def test_a_solo_collector_is_told_that_games_against_programs_count(stocked: Book) -> None:
    ann = desk.grounds(stocked, "Ann").collector
    assert "not programs" in desk.counted_games(ann)
    assert "people and programs" in desk.counted_games(dataclasses.replace(ann, solo=True))
