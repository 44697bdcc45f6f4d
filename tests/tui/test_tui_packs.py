"""Packs: typed, echoed, confirmed once, taken back, by keys and by mouse."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk.binder import open_binder
from collection.desk.packs import log_pack, log_pack_levels
from collection.desk.said import said
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.dialogs import Confirm
from collection.tui.packs import PacksScreen
from collection.tui.packs_history import PAGE
from collection.tui.place import KeyCap
from collection.tui.rows import Rows

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


def owned(path: Path) -> Mapping[int, int]:
    book = Book.open(path, load_catalogue)
    try:
        return dict(open_binder(book).owned)
    finally:
        book.close()


def test_a_pack_is_echoed_as_it_is_typed_and_moves_its_cards_once_however_often_it_is_confirmed(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press(*"12 45 45")
        await settle_screens(pilot)
        assert "NEW + 1 spare" in seen(app)
        await pilot.press("enter", *"3 118", "enter", "backspace")
        await settle_screens(pilot)
        assert "4 cards, 3 new" in seen(app)
        await pilot.press("enter", "enter", "ctrl+s", "enter")
        await settle_screens(pilot)
        assert "In the book: 4 cards, 3 new" in seen(app)
        await pilot.press(*"45")
        await settle_screens(pilot)
        assert "spare, 2 owned" in seen(app)

    walk_through(open_screens(empty_book, "packs"), walk)
    assert owned(empty_book) == {3: 1, 12: 1, 45: 2}


def test_while_another_program_writes_the_screen_says_what_it_waits_for_and_then_logs_the_pack_once(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press(*"45", "enter")
        await settle_screens(pilot)
        other = sqlite3.connect(empty_book, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            await pilot.press("enter")
            for _ in range(60):
                await pilot.pause(0.05)
                if "Waiting for the book" in seen(pilot.app):
                    break
            assert "Waiting for the book: another program may be writing to it." in seen(pilot.app)
        finally:
            other.execute("ROLLBACK")
            other.close()
        await settle_screens(pilot)
        assert "In the book: 1 card, 1 new" in seen(pilot.app)
        assert "Waiting for the book" not in seen(pilot.app)

    walk_through(open_screens(empty_book, "packs"), walk)
    assert owned(empty_book) == {45: 1}


def test_the_same_pack_said_twice_by_its_id_is_in_the_book_once(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, PacksScreen)
        await pilot.press(*"7 8", "enter")
        screen.action_confirm()
        screen._confirming = False  # as when the answer to the first confirmation never came
        screen.action_confirm()
        await settle_screens(pilot)

    walk_through(open_screens(empty_book, "packs"), walk)
    assert owned(empty_book) == {7: 1, 8: 1}


def test_a_mistyped_name_is_answered_with_the_closest_and_keeps_the_line(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press(*"dead", "space", *"clam", "enter")
        await settle_screens(pilot)
        assert "Dead Calm" in seen(pilot.app)
        await pilot.press("ctrl+o", *"2026-99-01", "enter", "ctrl+z", *"33", "enter", "enter")
        await settle_screens(pilot)
        assert "Write the day as" in seen(pilot.app)

    walk_through(open_screens(empty_book, "packs"), walk)
    assert owned(empty_book) == {}


def test_a_pack_that_is_not_finished_is_there_again_the_next_time_and_a_line_not_entered_is_asked_about(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def leave(pilot: Pilot[int]) -> None:
        await pilot.press(*"7 8", "enter", "9")
        await settle_screens(pilot)
        await pilot.press("ctrl+q")
        await settle_screens(pilot)
        assert "A pack of 2 cards is typed" in seen(pilot.app)
        await pilot.press("escape", "f2")
        await settle_screens(pilot)
        await pilot.press("q")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, Confirm)

    async def come_back(pilot: Pilot[int]) -> None:
        assert "(not finished) 7 8 9" in seen(pilot.app)
        await pilot.press("ctrl+y")
        await settle_screens(pilot)
        assert "2 cards, 2 new" in seen(pilot.app)
        await pilot.press("enter", "enter")
        await settle_screens(pilot)
        assert "not finished" not in seen(pilot.app)

    walk_through(open_screens(empty_book, "packs"), leave)
    assert owned(empty_book) == {}
    walk_through(open_screens(empty_book, "packs"), come_back)
    assert owned(empty_book) == {7: 1, 8: 1, 9: 1}


def test_a_fresh_pack_does_not_wait_for_an_older_one_and_the_last_logged_is_taken_back_whatever_its_date(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press(*"20 21", "enter", "ctrl+o", *"2024-12-03", "tab", *"4 EUR", "enter", "ctrl+n")
        await settle_screens(pilot)
        assert "(not finished) 20 21" in seen(app)
        await pilot.press(*"30", "enter", "enter")
        await settle_screens(pilot)
        assert "In the book: 1 card, 1 new" in seen(app)
        await pilot.press("ctrl+y", *"22", "enter")
        await settle_screens(pilot)
        assert "3 cards, 3 new, opened 2024-12-03" in seen(app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "In the book: 3 cards of 2024-12-03, 3 new." in seen(app)
        await pilot.press("f8")
        await settle_screens(pilot)
        assert "Taken back: the pack of 2024-12-03, 3 cards." in seen(app)

    walk_through(open_screens(empty_book, "packs"), walk)
    assert owned(empty_book) == {30: 1}


def test_a_pack_known_by_its_levels_alone_is_logged_by_five_numbers_and_moves_nothing(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+l", "ctrl+s")
        await settle_screens(pilot)
        assert "How many cards were in it?" in seen(pilot.app)
        await pilot.press("5", "enter", "x", "enter", "1", *("tab",) * 3, *"2030-01-01", "ctrl+s")
        await settle_screens(pilot)
        assert "Write how many cards of this Level" in seen(pilot.app)
        await pilot.press("backspace", "2", "ctrl+s")
        await settle_screens(pilot)
        assert "in the future" in seen(pilot.app)
        box = pilot.app.screen.query_one("#day", Input)
        box.value = "2024-12-03"
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "In the book: a pack of 2024-12-03, 8 cards by Level." in seen(pilot.app)
        await pilot.press("escape", "i")
        await settle_screens(pilot)
        assert "2 of Level 2" in seen(pilot.app)

    walk_through(open_screens(empty_book, "packs"), walk)
    assert owned(empty_book) == {}


def test_of_many_packs_the_newest_are_read_and_more_when_the_cursor_comes_down(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    book = Book.open(empty_book, load_catalogue)
    for number in range(PAGE + 20):
        log_pack_levels(book, None, (number + 1, 0, 0, 0, 0), said(NOON))
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        assert f"Earlier packs: {PAGE} and more" in seen(pilot.app)
        pilot.app.screen.query_one(Rows).focus()
        await pilot.press("end")
        await settle_screens(pilot)
        assert f"Earlier packs: {PAGE + 20}" in seen(pilot.app)
        await pilot.press("end", "i")
        await settle_screens(pilot)
        assert "1 of Level 1" in seen(pilot.app)

    walk_through(open_screens(empty_book, "packs"), walk)


def test_lessons_say_too_few_packs_until_there_are_enough_and_answer_for_one_card(
    tmp_path: Path,
    two_collectors: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    picture = tmp_path / "packs [x].svg"

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("ctrl+t")
        await settle_screens(pilot)
        assert "Too few packs to say more" in seen(app)
        assert "too few packs to say" in seen(app)
        await pilot.press("s")
        await settle_screens(pilot)
        assert "Too few packs for a picture" in seen(app)
        for number in range(5):
            log_pack(book, None, [Copies(number + 1), Copies(45)], said(NOON), price="4.50 EUR")
        await pilot.press("slash", *"dead clam", "enter")
        await settle_screens(pilot)
        assert "Dead Calm" in seen(app)
        app.screen.query_one("#filter", Input).value = "45"
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "6 packs, 70 cards." in seen(app)
        assert "█" in seen(app)
        await pilot.press("end")
        await settle_screens(pilot)
        for words in ("A copy of 45", "The whole set", "Garwood", "4.50 EUR", "likely as any other"):
            assert words in seen(app)
        await pilot.press("s")
        app.screen.query_one("#file", Input).value = "packs.gif"
        await pilot.press("ctrl+s")
        assert "ends in .png or .svg" in seen(app)
        app.screen.query_one("#file", Input).value = str(picture)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "The picture is in" in seen(app)

    walk_through(open_screens(two_collectors, "packs"), walk, (120, 40))
    book.close()
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


def test_by_mouse_a_typed_pack_is_logged_and_one_key_takes_it_back(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press(*"9 10")
        await settle_screens(pilot)
        cap = next(cap for cap in pilot.app.screen.query(KeyCap) if cap.what[0] == "packs.confirm")
        await pilot.click(cap)
        await settle_screens(pilot)
        assert "9 10" in seen(pilot.app)
        await pilot.press("f8")
        await settle_screens(pilot)
        assert "Taken back: the pack of 2026-03-01, 2 cards." in seen(pilot.app)

    walk_through(open_screens(empty_book, "packs"), walk, (120, 40))
    assert owned(empty_book) == {}
