"""Packs: typed, echoed, confirmed once, taken back, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

from collection.catalogue.data import load_catalogue
from collection.desk.binder import open_binder
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.packs import PacksScreen
from collection.tui.place import KeyCap

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


def test_leaving_with_a_typed_pack_asks_first(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press(*"7 8", "enter", "f2")
        await settle_screens(pilot)
        await pilot.press("q")
        await settle_screens(pilot)
        assert "A pack of 2 cards is typed" in seen(pilot.app)
        await pilot.press("enter", "p")
        await settle_screens(pilot)
        assert "2 cards, 2 new" in seen(pilot.app)

    walk_through(open_screens(empty_book, "packs"), walk)


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
