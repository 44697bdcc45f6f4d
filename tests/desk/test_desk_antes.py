from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.antes import AnteLine, add_ante, antes, complete_ante, tallies
from collection.desk.binder import open_binder
from collection.desk.exchange import entries, found, gift, lost, void
from collection.desk.hands import archive_hand, change_hand, new_hand
from collection.desk.packs import log_pack, log_pack_levels
from collection.desk.said import Said
from collection.errors import CollectionError, LedgerRefused, NotUnderstood, Refused
from collection.ledger.match import Match, MatchSeat, Place, Result, Stakes, Status
from collection.store.book import Book

Say = Callable[..., Said]
Contents = Callable[[Book], list[str]]
HAND = tuple(range(1, 15))


@pytest.fixture(scope="module")
def dealt_file(fresh_file: Path, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory, say: Say) -> Path:
    path = tmp_path_factory.mktemp("dealt") / "book.db"
    shutil.copy(fresh_file, path)
    book = Book.open(path, lambda: catalogue)
    log_pack(book, "Ann", [Copies(number) for number in (*HAND, 14)], say("pack-ann"))
    log_pack(book, "Ben", [Copies(number) for number in HAND], say("pack-ben"))
    book.close()
    return path


@pytest.fixture
def dealt(dealt_file: Path, catalogue: Catalogue, tmp_path: Path) -> Iterator[Book]:
    """Ann and Ben each own cards 1 to 14 once, and Ann a spare 14."""
    path = tmp_path / "dealt.db"
    shutil.copy(dealt_file, path)
    book = Book.open(path, lambda: catalogue)
    yield book
    book.close()


def _owned(book: Book, name: str) -> dict[int, int]:
    return dict(open_binder(book, name).owned)


def test_a_lost_ante_goes_to_the_rival_and_nothing_else_moves(dealt: Book, say: Say) -> None:
    before = _owned(dealt, "Ann")
    receipt = add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=3, theirs=9)
    assert receipt.new
    assert receipt.entry is not None
    assert receipt.entry.id == receipt.match.id == "m"
    assert receipt.match.status is Status.DONE
    assert before[3] == 1
    assert _owned(dealt, "Ann") == {number: copies for number, copies in before.items() if number != 3}


def test_a_won_ante_comes_from_the_rival(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.WON, say("m"), mine=3, theirs=99)
    assert _owned(dealt, "Ann")[99] == 1
    assert _owned(dealt, "Ann")[3] == 1


@pytest.mark.parametrize(
    ("stakes", "result"),
    [(Stakes.KEEPS, Result.DRAW), *((Stakes.FRIENDLY, result) for result in Result)],
)
def test_draws_and_friendly_games_move_nothing(dealt: Book, say: Say, stakes: Stakes, result: Result) -> None:
    before = _owned(dealt, "Ann")
    receipt = add_ante(dealt, "Ann", "Bo", result, say("m"), mine=3, theirs=99, stakes=stakes)
    assert (receipt.entry, receipt.match.status) == (None, Status.DONE)
    assert _owned(dealt, "Ann") == before


def test_an_ante_not_known_yet_moves_when_it_is_named_as_of_the_day_of_the_game(dealt: Book, say: Say) -> None:
    day = dt.date(2026, 2, 1)
    receipt = add_ante(dealt, "Ann", "Bo", Result.WON, say("m", on=day))
    assert (receipt.entry, receipt.match.status) == (None, Status.UNSETTLED)
    assert 99 not in _owned(dealt, "Ann")
    assert tallies(dealt, "Ann")[0].unknown == 1
    done = complete_ante(dealt, "m", say("c"), theirs=99, collector="Ann")
    assert done.new
    assert done.entry is not None
    assert (done.entry.id, done.entry.happened, done.match.status) == ("m", day, Status.DONE)
    assert _owned(dealt, "Ann")[99] == 1
    assert (tallies(dealt, "Ann")[0].unknown, tallies(dealt, "Ann")[0].cards_won) == (0, 1)


def test_the_entry_tells_what_was_said_when_the_card_was_named_else_of_the_game(dealt: Book, say: Say) -> None:
    for game, note, told in (("m1", "It was the dog.", "It was the dog."), ("m2", "", "Foggy.")):
        add_ante(dealt, "Ann", "Bo", Result.WON, say(game, note="Foggy."))
        entry = complete_ante(dealt, game, say(f"{game}-named", note=note), theirs=99, collector="Ann").entry
        assert entry is not None
        assert entry.note == told


def test_naming_the_card_that_stays_home_moves_nothing(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"))
    receipt = complete_ante(dealt, "m", say("c"), theirs=99, collector="Ann")
    assert (receipt.new, receipt.entry, receipt.match.status) == (True, None, Status.UNSETTLED)
    assert complete_ante(dealt, "m", say("d"), mine=3, collector="Ann").entry is not None
    assert 3 not in _owned(dealt, "Ann")


def test_an_ante_between_two_collectors_is_one_movement_seen_from_both_sides(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Ben", Result.LOST, say("m"), mine=3, theirs=5)
    assert 3 not in _owned(dealt, "Ann")
    assert _owned(dealt, "Ben")[3] == 2
    (ann,), (ben,) = antes(dealt, "Ann"), antes(dealt, "Ben")
    assert (ann.rival, ann.result, ann.mine, ann.theirs) == ("Ben", Result.LOST, 3, 5)
    assert (ben.rival, ben.result, ben.mine, ben.theirs) == ("Ann", Result.WON, 5, 3)
    (of_ann,), (of_ben,) = tallies(dealt, "Ann"), tallies(dealt, "Ben")
    assert (of_ann.lost, of_ann.cards_lost, of_ann.still_held) == (1, 1, ((3, 1),))
    assert (of_ben.won, of_ben.cards_won, of_ben.still_held) == (1, 1, ())
    assert len(entries(dealt, "Ann", kind="ante")) == len(entries(dealt, "Ben", kind="ante")) == 1


def test_a_collector_as_the_loser_on_the_other_side_must_own_the_card_too(
    dealt: Book, say: Say, contents: Contents
) -> None:
    before = contents(dealt)
    with pytest.raises(LedgerRefused, match="Ben"):
        add_ante(dealt, "Ann", "Ben", Result.WON, say("m"), theirs=99)
    assert contents(dealt) == before


def test_a_card_that_came_back_is_not_held_any_more(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m1"), mine=3)
    assert tallies(dealt, "Ann")[0].still_held == ((3, 1),)
    add_ante(dealt, "Ann", "Bo", Result.WON, say("m2"), theirs=3)
    assert tallies(dealt, "Ann")[0].still_held == ()


def test_any_finish_is_lost_when_there_is_no_base_one(book: Book, say: Say) -> None:
    found(book, "Ann", [Copies(3, "foil"), Copies(4), Copies(4, "alt")], say("f"))
    add_ante(book, "Ann", "Bo", Result.LOST, say("m1"), mine=3)
    add_ante(book, "Ann", "Bo", Result.LOST, say("m2"), mine=4)
    assert open_binder(book, "Ann").holdings == (Copies(4, "alt"),)
    add_ante(book, "Ann", "Bo", Result.WON, say("m3"), theirs=3)
    assert open_binder(book, "Ann").holdings == (Copies(3, "foil"), Copies(4, "alt"))


def test_the_hand_is_frozen_into_the_match_and_need_not_be_legal(dealt: Book, say: Say, now: dt.datetime) -> None:
    new_hand(dealt, "Ann", "Odd", (1, 2, 2, 99), now)
    receipt = add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=2, hand="odd")
    change_hand(dealt, "Ann", "Odd", (5,), now)
    archive_hand(dealt, "Ann", "Odd", now)
    with dealt.reading() as unit:
        match = unit.matches.find("m")
    assert match == receipt.match
    assert (match.seats[0].hand_name, match.seats[0].hand) == ("Odd", (1, 2, 2, 99))
    assert antes(dealt, "Ann")[0].hand_name == "Odd"
    again = add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=2, hand="ODD")
    assert not again.new


def test_the_ante_is_one_of_the_hands_own_cards(dealt: Book, say: Say, now: dt.datetime, contents: Contents) -> None:
    new_hand(dealt, "Ann", "All", HAND, now)
    before = contents(dealt)
    with pytest.raises(Refused, match='99 is not in the hand "All"'):
        add_ante(dealt, "Ann", "Bo", Result.WON, say("m"), mine=99, hand="All")
    assert contents(dealt) == before
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), hand="All")
    before = contents(dealt)
    with pytest.raises(Refused, match='99 is not in the hand "All"'):
        complete_ante(dealt, "m", say("c"), mine=99, collector="Ann")
    assert contents(dealt) == before


def test_the_hands_that_a_loss_broke_are_named_for_every_collector_who_lost(
    dealt: Book, say: Say, now: dt.datetime
) -> None:
    for name in ("Ann", "Ben"):
        new_hand(dealt, name, "All", HAND, now)
    mine = add_ante(dealt, "Ann", "Bo", Result.LOST, say("m1"), mine=3)
    theirs = add_ante(dealt, "Ann", "Ben", Result.WON, say("m2"), theirs=4)
    assert [(broken.hand.owner.name, broken.faults[0].card) for broken in mine.broken] == [("Ann", 3)]
    assert [(broken.hand.owner.name, broken.faults[0].card) for broken in theirs.broken] == [("Ben", 4)]
    assert add_ante(dealt, "Ann", "Bo", Result.LOST, say("m3"), mine=14).broken == ()
    add_ante(dealt, "Ben", "Bo", Result.LOST, say("m4"))
    assert complete_ante(dealt, "m4", say("c"), mine=5, collector="Ben").broken == ()


def test_a_game_said_twice_is_one_game_and_said_otherwise_is_refused(
    dealt: Book, say: Say, now: dt.datetime, contents: Contents
) -> None:
    new_hand(dealt, "Ann", "All", HAND, now)
    one: dict[str, Any] = {"mine": 3, "theirs": 9, "hand": "All"}
    assert add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n"), **one).new
    before = contents(dealt)
    again = add_ante(dealt, "Ann", "bo", Result.LOST, say("m", note="n"), **one)
    assert (again.new, again.entry is not None, again.broken) == (False, True, ())
    assert not add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n", on=now.date()), **one).new
    others: tuple[Callable[[], object], ...] = (
        lambda: add_ante(dealt, "Ann", "Cy", Result.LOST, say("m", note="n"), **one),
        lambda: add_ante(dealt, "Ben", "Bo", Result.LOST, say("m", note="n"), **one | {"hand": None}),
        lambda: add_ante(dealt, "Ann", "Bo", Result.WON, say("m", note="n"), **one),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="N"), **one),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n", on=dt.date(2026, 1, 1)), **one),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n"), **one | {"mine": 4}),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n"), **one | {"mine": None}),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n"), **one | {"theirs": None}),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n"), **one | {"hand": None}),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n"), mode="advanced", **one),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m", note="n"), stakes=Stakes.FRIENDLY, **one),
        lambda: add_ante(dealt, "Ann", "Bo", Result.DRAW, say("pack-ann")),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("pack-ann"), mine=3),
        lambda: gift(dealt, "Ann", [Copies(4)], say("m"), to="Bo"),
    )
    for other in others:
        with pytest.raises(LedgerRefused):
            other()
        assert contents(dealt) == before


def test_a_card_named_later_is_no_part_of_what_was_said_at_first(dealt: Book, say: Say, contents: Contents) -> None:
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"))
    complete_ante(dealt, "m", say("c1"), theirs=9, collector="Ann")
    complete_ante(dealt, "m", say("c2"), mine=3, collector="Ann")
    before = contents(dealt)
    assert not add_ante(dealt, "Ann", "Bo", Result.LOST, say("m")).new
    with pytest.raises(LedgerRefused):
        add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=3)
    assert contents(dealt) == before


def test_naming_twice_moves_once_and_naming_otherwise_is_refused(dealt: Book, say: Say, contents: Contents) -> None:
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"))
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("other"))
    assert complete_ante(dealt, "m", say("c"), mine=3, collector="Ann").new
    before = contents(dealt)
    for said_id in ("c", "d"):
        again = complete_ante(dealt, "m", say(said_id), mine=3, collector="Ann")
        assert (again.new, again.entry is not None) == (False, True)
    others: tuple[Callable[[], object], ...] = (
        lambda: complete_ante(dealt, "m", say("d"), mine=4, collector="Ann"),
        lambda: complete_ante(dealt, "other", say("c"), mine=4, collector="Ann"),
        lambda: complete_ante(dealt, "m", say("c", note="else"), mine=3, collector="Ann"),
        lambda: complete_ante(dealt, "other", say("pack-ann"), mine=4, collector="Ann"),
        lambda: complete_ante(dealt, "other", say("d"), mine=99, collector="Ann"),
        lambda: complete_ante(dealt, "other", say("d"), mine=121, collector="Ann"),
        lambda: complete_ante(dealt, "other", say("d"), collector="Ann"),
        lambda: complete_ante(dealt, "other", say("d"), mine=4, collector="Ben"),
        lambda: complete_ante(dealt, "other", say("d", on=dt.date(2020, 1, 1)), mine=4, collector="Ann"),
        lambda: complete_ante(dealt, "other", say("d", corrects="m"), mine=4, collector="Ann"),
        lambda: complete_ante(dealt, "nothing", say("d"), mine=4, collector="Ann"),
    )
    for other in others:
        with pytest.raises(CollectionError):
            other()
        assert contents(dealt) == before


def test_the_only_collector_of_a_match_need_not_be_named(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"))
    assert complete_ante(dealt, "m", say("c"), mine=3).new
    add_ante(dealt, "Ann", "Ben", Result.LOST, say("n"))
    with pytest.raises(Refused):
        complete_ante(dealt, "n", say("c2"), mine=4)
    assert complete_ante(dealt, "n", say("c2"), theirs=4, collector="Ben").entry is not None
    assert _owned(dealt, "Ben")[4] == 2


def test_a_match_taken_back_leaves_lists_and_statistics_and_gives_the_card_back(
    dealt: Book, say: Say, contents: Contents
) -> None:
    before = _owned(dealt, "Ann")
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=3)
    voided = void(dealt, "m", say("v"))
    assert voided.match is not None
    assert _owned(dealt, "Ann") == before
    assert antes(dealt, "Ann") == ()
    assert tuple(tallies(dealt, "Ann")) == ()
    assert [(line.id, line.status) for line in antes(dealt, "Ann", void=True)] == [("m", Status.VOID)]
    kept = contents(dealt)
    assert not add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=3).new
    assert not void(dealt, "m", say("w")).new
    with pytest.raises(LedgerRefused):
        complete_ante(dealt, "m", say("c"), theirs=9, collector="Ann")
    assert contents(dealt) == kept


def test_an_unsettled_match_can_be_taken_back(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"))
    voided = void(dealt, "m", say("v"))
    assert (voided.new, voided.entry) == (True, None)
    assert antes(dealt, "Ann") == ()


def test_a_game_written_down_wrongly_is_corrected_in_one_step(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("wrong"), mine=3)
    receipt = add_ante(dealt, "Ann", "Cy", Result.LOST, say("right", corrects="wrong"), mine=3)
    assert receipt.new
    assert 3 not in _owned(dealt, "Ann")
    assert [tally.rival for tally in tallies(dealt, "Ann")] == ["Cy"]
    assert not add_ante(dealt, "Ann", "Cy", Result.LOST, say("right", corrects="wrong"), mine=3).new
    add_ante(dealt, "Ann", "Cy", Result.DRAW, say("draw", corrects="right"))
    assert _owned(dealt, "Ann")[3] == 1
    assert [line.id for line in antes(dealt, "Ann")] == ["draw"]


def test_the_only_copy_of_whatever_finish_may_be_part_of_both(book: Book, say: Say) -> None:
    found(book, "Ann", [Copies(3, "foil")], say("f"))
    add_ante(book, "Ann", "Bo", Result.LOST, say("wrong"), mine=3)
    receipt = add_ante(book, "Ann", "Cy", Result.LOST, say("right", corrects="wrong"), mine=3)
    assert receipt.entry is not None
    assert [movement.copies for movement in receipt.entry.movements] == [Copies(3, "foil")]
    assert open_binder(book, "Ann").holdings == ()


def test_every_refusal_changes_nothing(dealt: Book, say: Say, contents: Contents) -> None:
    lost(dealt, "Ann", [Copies(3)], say("gone"))
    before = contents(dealt)
    refused: tuple[Callable[[], object], ...] = (
        lambda: add_ante(dealt, "Ann", "Ann", Result.WON, say("m"), theirs=4),
        lambda: add_ante(dealt, "Ann", " ANN ", Result.DRAW, say("m")),
        lambda: add_ante(dealt, "Ann", "House", Result.WON, say("m"), theirs=4),
        lambda: add_ante(dealt, "Ann", "", Result.WON, say("m"), theirs=4),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=3),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=0),
        lambda: add_ante(dealt, "Ann", "Bo", Result.LOST, say("m"), mine=3, theirs=121),
        lambda: add_ante(dealt, "Ann", "Bo", Result.DRAW, say("m"), mine=-3, stakes=Stakes.FRIENDLY),
        lambda: add_ante(dealt, "Ann", "Bo", Result.WON, say("m"), theirs=4, mode="blitz"),
        lambda: add_ante(dealt, "Ann", "Bo", Result.WON, say("m"), theirs=4, hand="none such"),
        lambda: add_ante(dealt, "Ann", "Bo", Result.WON, say("m", corrects="nothing"), theirs=4),
        lambda: antes(dealt, "Ann", rival="Nobody"),
    )
    for act in refused:
        with pytest.raises(CollectionError):
            act()
        assert contents(dealt) == before


def test_antes_are_listed_newest_first_and_narrowed_to_a_rival(dealt: Book, say: Say) -> None:
    add_ante(dealt, "Ann", "Bo", Result.WON, say("a", on=dt.date(2026, 3, 1)), theirs=9)
    add_ante(dealt, "Ann", "Cy", Result.DRAW, say("b", on=dt.date(2026, 3, 5)))
    add_ante(dealt, "Ann", "Bo", Result.LOST, say("c", on=dt.date(2026, 3, 3)), mine=2)
    assert [line.id for line in antes(dealt, "Ann")] == ["b", "c", "a"]
    assert [line.id for line in antes(dealt, "Ann", limit=2)] == ["b", "c"]
    assert [line.id for line in antes(dealt, "Ann", rival="BO", limit=1)] == ["c"]
    assert antes(dealt, "Ben") == ()


def test_a_friendly_game_against_a_program_is_listed_by_the_programs_name(dealt: Book, now: dt.datetime) -> None:
    with dealt.writing() as unit:
        ann = unit.accounts.find("Ann")
        for match_id, status, result in (("a", Status.DONE, Result.WON), ("b", Status.ABANDONED, None)):
            rival = MatchSeat(None, "greedy", result=result and result.mirrored)
            unit.matches.add(
                Match(
                    match_id,
                    "mudwater",
                    "standard",
                    Place.HERE,
                    Stakes.FRIENDLY,
                    status,
                    now.date(),
                    now,
                    (rival, MatchSeat(ann, "human", "All", HAND, 3, result)),
                    "record",
                    18,
                )
            )
    assert antes(dealt, "Ann") == (
        AnteLine("a", now.date(), "greedy", Result.WON, 3, None, Stakes.FRIENDLY, Place.HERE, Status.DONE, "All", ""),
    )
    assert [(tally.rival, tally.friendly) for tally in tallies(dealt, "Ann")] == [("greedy", 1)]


def test_a_completed_game_takes_no_id_that_a_pack_by_levels_has(dealt: Book, say: Say) -> None:
    log_pack_levels(dealt, "Ann", (1, 0, 0, 0, 0), say("levels"))
    with pytest.raises(LedgerRefused):
        add_ante(dealt, "Ann", "Bo", Result.DRAW, say("levels"))
    add_ante(dealt, "Ann", "Bo", Result.DRAW, say("m"))
    with pytest.raises(LedgerRefused):
        log_pack_levels(dealt, "Ann", (1, 0, 0, 0, 0), say("m"))
    with pytest.raises(NotUnderstood):
        complete_ante(dealt, "m", say("c"), collector="Ann")
