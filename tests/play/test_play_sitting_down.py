"""Before the first card: who may sit down, with which hand, for which stakes; and what chance decides."""

from __future__ import annotations

import datetime as dt
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.errors import CollectionError, HandRefused, LedgerRefused, NotUnderstood, Refused
from collection.hands.legality import hand_faults
from collection.ledger import posting
from collection.ledger.entry import AccountKind, EntryKind
from collection.ledger.match import Stakes, Status
from collection.play.sitting import Sitter, Sitting, resume, sit_down, unfinished
from collection.store.book import Book

Owned = Callable[[str], Counter[int]]
GREEDY = Sitter("greedy")
SOLO = Sitter("human", "Solo", "Solo's best")


def drawn(sitting: Sitting) -> tuple[object, ...]:
    """Everything that chance decided."""
    seats = sitting.match.seats
    return (seats[0].hand, seats[1].hand, seats[0].ante, seats[1].ante, sitting.to_move)


def test_a_match_begins_with_copied_hands_drawn_antes_and_somebody_to_move(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime
) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    match = sitting.match
    assert (match.status, match.moves, match.happened) == (Status.PLAYING, 0, now.date())
    for seat, (name, hand) in enumerate((("Anna", range(1, 15)), ("Bo", range(40, 54)))):
        sitter = match.seats[seat]
        assert sitter.account is not None
        assert (sitter.account.name, sitter.hand, sitter.hand_name) == (name, tuple(hand), f"{name}'s best")
        assert sitter.ante in sitter.hand
        assert sitting.view(seat).known.sides[seat].size == 13
    assert sitting.to_move in (0, 1)
    assert resume(book, match.id).match == match


def test_the_only_saved_hand_is_meant_when_none_is_named(book: Book, now: dt.datetime) -> None:
    sitting = sit_down(book, Sitter("human", "anna"), GREEDY, rng=random.Random(1), now=now)
    assert sitting.match.seats[0].hand_name == "Anna's best"


def test_later_edits_of_a_saved_hand_do_not_reach_the_match(
    book: Book, anna: Sitter, bo: Sitter, now: dt.datetime
) -> None:
    sitting = sit_down(book, anna, bo, rng=random.Random(1), now=now)
    with book.writing() as unit:
        account = unit.accounts.find("Anna")
        assert account is not None
        hand = unit.hands.find(account, "Anna's best")
        assert hand is not None
        unit.hands.archive(unit.hands.change(hand, [1, 2, 3], now), now)
    assert resume(book, sitting.match.id).match.seats[0].hand == tuple(range(1, 15))


def test_a_seed_decides_everything_that_is_drawn_and_the_same_seed_can_be_played_twice(
    book: Book, now: dt.datetime
) -> None:
    first, again, other = (sit_down(book, SOLO, GREEDY, rng=random.Random(seed), now=now) for seed in (7, 7, 8))
    assert drawn(first) == drawn(again)
    assert first.match.id != again.match.id
    assert drawn(first) != drawn(other)


def test_the_coin_falls_both_ways_and_every_card_can_be_the_ante(book: Book, anna: Sitter, bo: Sitter) -> None:
    now = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    starts = [sit_down(book, anna, bo, rng=random.Random(seed), now=now, keep=False) for seed in range(80)]
    assert 20 <= sum(sitting.to_move or 0 for sitting in starts) <= 60
    for seat in (0, 1):
        assert {sitting.match.seats[seat].ante for sitting in starts} == set(starts[0].match.seats[seat].hand)


@pytest.mark.parametrize("first", [0, 1])
def test_whoever_was_to_begin_begins(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime, first: int) -> None:
    for seed in range(5):
        sitting = sit_down(book, anna, bo, rng=random.Random(seed), now=now, first=first, keep=False)
        assert sitting.to_move == first


# The house


def test_the_house_draws_a_legal_hand_from_a_collection_that_came_by_one_entry(
    book: Book, owned: Owned, now: dt.datetime
) -> None:
    for seed in range(4):
        sitting = sit_down(book, SOLO, GREEDY, rng=random.Random(seed), now=now, stakes=Stakes.KEEPS)
        with book.reading() as unit:
            assert hand_faults(sitting.match.seats[1].hand, unit.cards.catalogue(), owned("house")) == ()
    with book.reading() as unit:
        entries = unit.ledger.entries(unit.accounts.house)
    assert [(entry.id, entry.kind) for entry in entries] == [("house-collection-1", EntryKind.FOUND)]
    assert owned("house") == Counter(dict.fromkeys(range(1, 121), 2))


def test_the_house_is_given_more_cards_only_when_it_cannot_make_a_hand(
    book: Book, owned: Owned, now: dt.datetime
) -> None:
    sit_down(book, SOLO, GREEDY, rng=random.Random(1), now=now)

    def lose(numbers: range, id: str) -> None:
        with book.writing() as unit:
            copies = [Copies(number, quantity=2) for number in numbers]
            unit.ledger.post(posting.lost(id, unit.accounts.house, unit.accounts.elsewhere, copies), now)

    lose(range(15, 121), "nearly-all")
    sitting = sit_down(book, SOLO, GREEDY, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    assert sitting.match.seats[1].hand == tuple(range(1, 15))
    assert len(owned("house")) == 14
    lose(range(14, 15), "one-more")
    sit_down(book, SOLO, GREEDY, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    assert owned("house")[1] == 4
    assert owned("house")[120] == 2
    with book.reading() as unit:
        assert unit.ledger.entry("house-collection-2").kind is EntryKind.FOUND


def test_two_collectors_play_without_the_house_being_given_anything(
    book: Book, owned: Owned, anna: Sitter, bo: Sitter, now: dt.datetime
) -> None:
    sit_down(book, anna, bo, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    assert owned("house") == Counter()


# Stakes


@pytest.mark.parametrize("player", ["human", "greedy"])
def test_real_cards_are_not_played_for_keeps_against_the_house(
    book: Book, anna: Sitter, now: dt.datetime, player: str
) -> None:
    with pytest.raises(Refused, match=r"Anna has real cards.*[Ff]riendly"):
        sit_down(book, replace(anna, player=player), GREEDY, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)


def test_a_collector_cannot_win_cards_from_themselves(book: Book, anna: Sitter, now: dt.datetime) -> None:
    with pytest.raises(Refused, match="two different collections"):
        sit_down(book, anna, anna, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    with pytest.raises(Refused, match="two different collections"):
        sit_down(book, GREEDY, GREEDY, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    assert sit_down(book, anna, anna, rng=random.Random(1), now=now).to_move in (0, 1)


# Hands


def test_every_reason_of_both_hands_is_said_at_once(book: Book, now: dt.datetime) -> None:
    black = Sitter("human", "Anna", "Night", (*range(1, 12), 45, 45))
    white = Sitter("human", "Bo", hand=(*range(40, 53), 137))
    with pytest.raises(HandRefused) as caught:
        sit_down(book, black, white, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    reasons = caught.value.reasons
    assert len(reasons) == 4
    assert reasons[0].startswith("Anna, hand Night: This hand has 13 cards")
    assert [word in reason for word, reason in zip(("add one", "twice", "not owned", "137"), reasons, strict=True)]
    assert reasons[3].startswith("Bo: 137 is not a card")


def test_a_friendly_hand_needs_fourteen_different_numbers_and_nobody_has_to_own_them(
    book: Book, bo: Sitter, now: dt.datetime
) -> None:
    borrowed = Sitter("human", "Anna", hand=tuple(range(100, 114)))
    assert sit_down(book, borrowed, bo, rng=random.Random(1), now=now).match.stakes is Stakes.FRIENDLY
    with pytest.raises(HandRefused) as caught:
        sit_down(book, borrowed, bo, rng=random.Random(1), now=now, stakes=Stakes.KEEPS)
    assert len(caught.value.reasons) == 14
    short = Sitter("human", "Anna", hand=tuple(range(100, 113)))
    with pytest.raises(HandRefused, match="add one more"):
        sit_down(book, short, bo, rng=random.Random(1), now=now)


def test_both_players_may_hold_the_same_number(book: Book, bo: Sitter, now: dt.datetime) -> None:
    twin = Sitter("human", "Anna", hand=tuple(range(40, 54)))
    sitting = sit_down(book, twin, bo, rng=random.Random(1), now=now)
    assert sitting.match.seats[0].hand == sitting.match.seats[1].hand


@pytest.mark.parametrize(
    ("sitter", "error", "words"),
    [
        (Sitter("human", "Nobody"), Refused, r"No collector .*Nobody.*Anna.*Bo.*Solo"),
        (Sitter("human", "Nobody[/]\x1b[2J"), Refused, r"No collector"),
        (Sitter("deep", "Anna"), NotUnderstood, r"human, random, greedy"),
        (Sitter("human", "Anna", "Morning"), HandRefused, r"Anna. has no hand called .Morning.*Anna's best"),
    ],
)
def test_who_or_what_is_not_there_is_said_with_what_is(
    book: Book, bo: Sitter, now: dt.datetime, sitter: Sitter, error: type[CollectionError], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        sit_down(book, sitter, bo, rng=random.Random(1), now=now)
    assert "\x1b" not in str(caught.value)


def test_a_rival_or_the_world_cannot_sit_down(book: Book, bo: Sitter, now: dt.datetime) -> None:
    with book.writing() as unit:
        unit.accounts.open("Rhea", AccountKind.RIVAL)
    with pytest.raises(Refused, match="No collector"):
        sit_down(book, Sitter("human", "Rhea", hand=tuple(range(1, 15))), bo, rng=random.Random(1), now=now)


def test_with_several_hands_one_must_be_named(book: Book, bo: Sitter, now: dt.datetime) -> None:
    with book.writing() as unit:
        account = unit.accounts.find("Anna")
        assert account is not None
        unit.hands.create(account, "Dockside", tuple(range(1, 15)), now)
    with pytest.raises(HandRefused, match=r'Anna.s best", "Dockside'):
        sit_down(book, Sitter("human", "Anna"), bo, rng=random.Random(1), now=now)


# Traces


def dump(path: Path) -> list[str]:
    with sqlite3.connect(path) as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines


def test_a_refused_match_leaves_no_trace(book: Book, path: Path, anna: Sitter, now: dt.datetime) -> None:
    before = dump(path)
    for sitters, stakes in (((anna, GREEDY), Stakes.KEEPS), ((GREEDY, Sitter("human", "Anna", "x")), Stakes.FRIENDLY)):
        with pytest.raises(Refused):
            sit_down(book, *sitters, rng=random.Random(1), now=now, stakes=stakes)
    assert dump(path) == before


def test_a_match_that_is_not_kept_leaves_no_trace_from_beginning_to_end(
    book: Book, path: Path, anna: Sitter, now: dt.datetime, finish: Callable[[Sitting, int], None]
) -> None:
    before = dump(path)
    sitting = sit_down(book, anna, GREEDY, rng=random.Random(1), now=now, keep=False)
    finish(sitting, 1)
    assert sitting.outcome is not None
    assert sitting.settlement is not None
    assert sitting.settlement.entry is None
    sit_down(book, Sitter("human", "Anna"), GREEDY, rng=random.Random(2), now=now, keep=False).give_up()
    assert dump(path) == before


def test_a_match_for_keeps_is_always_kept(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime) -> None:
    with pytest.raises(Refused, match="always kept"):
        sit_down(book, anna, bo, rng=random.Random(1), now=now, stakes=Stakes.KEEPS, keep=False)


def test_an_id_begins_one_match(book: Book, anna: Sitter, bo: Sitter, now: dt.datetime) -> None:
    sit_down(book, anna, bo, rng=random.Random(1), now=now, match_id="evening-1")
    for seed in (1, 2):
        with pytest.raises(LedgerRefused):
            sit_down(book, anna, bo, rng=random.Random(seed), now=now, match_id="evening-1")
    assert [match.id for match in unfinished(book, "Anna")] == ["evening-1"]
