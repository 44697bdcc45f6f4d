"""Whatever way cards go: every hand is looked at again, nobody gives what is not there, what was confirmed stays."""

from __future__ import annotations

import datetime as dt
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk.antes import add_ante, antes, complete_ante
from collection.desk.binder import open_binder
from collection.desk.exchange import entries, gift, lost, trade, void
from collection.desk.hands import archive_hand, change_hand, copy_hand, hand, hands, new_hand, rename_hand
from collection.desk.importing import Mode, commit, preview
from collection.desk.packs import log_pack, packs, undo_pack
from collection.desk.recount import post_recount, preview_recount
from collection.desk.rivals import rivals
from collection.desk.said import Said
from collection.errors import LedgerRefused, Refused
from collection.ledger.match import Result, Stakes
from collection.play.sitting import Sitter, sit_down
from collection.store.book import Book

Say = Callable[..., Said]
HAND = tuple(range(1, 15))
CATALOGUE = load_catalogue()


@pytest.fixture
def dealt(book: Book, say: Say, now: dt.datetime) -> Book:
    """Ann and Ben with a full hand each, in two hands of Ann's and one of Ben's; another of Ann's needs no card 14."""
    log_pack(book, "Ann", [Copies(number) for number in range(1, 16)], say("p-ann"))
    log_pack(book, "Ben", [Copies(number) for number in range(1, 15)], say("p-ben"))
    for name, cards in (("First", HAND), ("Second", HAND[::-1]), ("Other", (*HAND[:13], 15))):
        new_hand(book, "Ann", name, cards, now)
    new_hand(book, "Ben", "Mine", HAND, now)
    return book


def _count(book: Book, who: str, say: Say) -> object:
    return post_recount(book, preview_recount(book, who, ["14*0"]), say("x", note="gone"))


def _set(book: Book, who: str, say: Say) -> object:
    return commit(book, preview(book, who, b"number,quantity\n14,0\n", Mode.SET), say("x"))


def _named_later(book: Book, who: str, say: Say) -> object:
    add_ante(book, who, "Cy", Result.LOST, say("x"))
    return complete_ante(book, "x", say("y"), mine=14, collector=who)


WAYS: dict[str, Callable[[Book, str, Say], object]] = {
    "lost": lambda book, who, say: lost(book, who, [Copies(14)], say("x")),
    "given": lambda book, who, say: gift(book, who, [Copies(14)], say("x"), to="Cy"),
    "traded": lambda book, who, say: trade(book, who, "Cy", [Copies(14)], [Copies(99)], say("x")),
    "ante": lambda book, who, say: add_ante(book, who, "Cy", Result.LOST, say("x"), mine=14),
    "ante named later": _named_later,
    "counted": _count,
    "set by a file": _set,
    "void": lambda book, who, say: void(book, f"p-{who.lower()}", say("x")),
    "undo": lambda book, who, say: undo_pack(book, who, say("x")),
    "corrected": lambda book, who, say: log_pack(
        book, who, [Copies(number) for number in (*range(1, 14), 15)], say("x", corrects=f"p-{who.lower()}")
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_way_a_card_goes_every_hand_that_it_breaks_is_named_and_no_other(
    dealt: Book, say: Say, way: str
) -> None:
    done = WAYS[way](dealt, "Ann", say)
    whole_pack = way in {"void", "undo"}
    named = sorted((one.hand.owner.name, one.hand.name) for one in done.broken)  # type: ignore[attr-defined]
    assert named == [("Ann", name) for name in (["First", "Other", "Second"] if whole_pack else ["First", "Second"])]
    illegal = {one.hand.name for one in hands(dealt, "Ann") if one.faults}
    assert illegal == {name for _, name in named}
    assert hand(dealt, "Ben", "Mine").faults == ()


def test_a_card_that_goes_from_one_collector_to_another_breaks_hands_on_the_losing_side_alone(
    dealt: Book, say: Say
) -> None:
    done = add_ante(dealt, "Ann", "Ben", Result.WON, say("x"), theirs=14)
    assert [(one.hand.owner.name, one.hand.name) for one in done.broken] == [("Ben", "Mine")]
    assert all(not one.faults for one in hands(dealt, "Ann"))


def test_no_path_makes_a_hand_legal_that_holds_more_than_is_owned(dealt: Book, now: dt.datetime) -> None:
    twice, strange = (*HAND[:13], 13), (*HAND[:13], 99)
    for cards, code in ((twice, "twice"), (strange, "not-owned")):
        name = f"{code} once"
        paths = [
            new_hand(dealt, "Ann", name, cards, now),
            change_hand(dealt, "Ann", "Second", cards, now),
            copy_hand(dealt, "Ann", name, f"{name} copied", now),
            rename_hand(dealt, "Ann", f"{name} copied", f"{name} renamed"),
            hand(dealt, "Ann", name),
        ]
        assert [code in {fault.code for fault in one.faults} for one in paths] == [True] * len(paths)
        for sitter in (Sitter("human", "Ann", name), Sitter("human", "Ann", hand=cards)):
            with pytest.raises(Refused):
                sit_down(
                    dealt, sitter, Sitter("human", "Ben", "Mine"), rng=random.Random(1), now=now, stakes=Stakes.KEEPS
                )


def test_two_who_give_away_the_last_copy_at_once_give_it_once(dealt: Book, say: Say) -> None:
    def give(to: str) -> bool:
        try:
            return gift(dealt, "Ann", [Copies(15)], say(f"to-{to}"), to=to).new
        except LedgerRefused:
            return False

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(give, ["Cy", "Dee", "Eve", "Flo"])) == 1
    assert 15 not in open_binder(dealt, "Ann").owned


@pytest.mark.parametrize(
    "act",
    [
        "log_pack(book, 'Ann', [Copies(45)], word)",
        "add_ante(book, 'Ann', 'Cy', Result.LOST, word, mine=1)",
        "void(book, 'p-ann', word)",
    ],
    ids=["a pack", "an ante", "a void"],
)
def test_what_was_confirmed_is_in_the_book_though_the_program_is_killed_at_once(
    dealt: Book, say: Say, act: str
) -> None:
    program = (
        "import datetime as dt, os, signal, sys\n"
        "from pathlib import Path\n"
        "from collection.catalogue.card import Copies\n"
        "from collection.catalogue.data import load_catalogue\n"
        "from collection.desk.antes import add_ante\n"
        "from collection.desk.exchange import void\n"
        "from collection.desk.packs import log_pack\n"
        "from collection.desk.said import said\n"
        "from collection.ledger.match import Result\n"
        "from collection.store.book import Book\n"
        "book = Book.open(Path(sys.argv[1]), load_catalogue)\n"
        "word = said(dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC), id='x')\n"
        f"{act}\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(dealt.path)], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert "x" in {entry.id for entry in entries(dealt, "Ann")}
    with dealt.reading() as unit:
        assert unit.ledger.audit() == ()


def test_a_new_hand_of_an_old_name_inherits_nothing_and_games_keep_the_cards_they_were_played_with(
    dealt: Book, say: Say, now: dt.datetime
) -> None:
    add_ante(dealt, "Ann", "Cy", Result.WON, say("x"), hand="First", theirs=50)
    put_away = archive_hand(dealt, "Ann", "First", now)
    fresh = new_hand(dealt, "Ann", "First", (*HAND[:13], 15), now)
    assert fresh.hand.id != put_away.id
    with dealt.reading() as unit:
        match = unit.matches.get("x")
    assert match is not None
    seat = next(seat for seat in match.seats if seat.account is not None and seat.account.name == "Ann")
    assert (seat.hand_name, set(seat.hand)) == ("First", set(HAND))
    assert [(one.hand.name, one.hand.cards) for one in hands(dealt, "Ann", archived=True)] == [("First", HAND)]
    assert len(antes(dealt, "Ann")) == 1


@pytest.mark.parametrize(
    ("result", "mine", "counted"),
    [
        (Result.WON, Result.WON, (1, 0, 0)),
        (Result.LOST, Result.LOST, (0, 1, 0)),
        (Result.DRAW, Result.DRAW, (0, 0, 1)),
    ],
)
def test_a_result_is_kept_listed_and_counted_as_it_was_said(
    dealt: Book, say: Say, result: Result, mine: Result, counted: tuple[int, int, int]
) -> None:
    add_ante(dealt, "Ann", "Ben", result, say("x"), mine=1, theirs=2)
    mirrored = {Result.WON: Result.LOST, Result.LOST: Result.WON, Result.DRAW: Result.DRAW}[result]
    assert [line.result for line in antes(dealt, "Ann")] == [mine]
    assert [line.result for line in antes(dealt, "Ben")] == [mirrored]
    (line,) = [line for line in rivals(dealt, "Ann") if line.tally.rival == "Ben"]
    assert (line.tally.won, line.tally.lost, line.tally.drawn) == counted


def test_packs_that_were_confirmed_are_there_one_by_one_whatever_comes_after(dealt: Book, say: Say) -> None:
    log_pack(dealt, "Ann", [Copies(45)], say("a"))
    log_pack(dealt, "Ann", [Copies(45)], say("b"))
    with pytest.raises(LedgerRefused):
        log_pack(dealt, "Ann", [Copies(121)], say("c"))
    other = Book.open(dealt.path, lambda: CATALOGUE)
    try:
        assert [pack.id for pack in packs(other, "Ann")] == ["b", "a", "p-ann"]
    finally:
        other.close()
