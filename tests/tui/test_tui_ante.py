"""Ante: a real game written down, for keeps only when confirmed; completed, taken back; by keys and by mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from collection.catalogue.data import load_catalogue
from collection.desk.antes import AnteLine, antes
from collection.desk.binder import open_binder
from collection.desk.hands import hand
from collection.ledger.match import Result, Status
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.place import KeyCap

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


def read(path: Path, number: int) -> tuple[tuple[AnteLine, ...], int]:
    """Give Ann's games, and how many copies of a card she has."""
    book = Book.open(path, load_catalogue)
    try:
        return antes(book, None, void=True), open_binder(book).owned.get(number, 0)
    finally:
        book.close()


def first_card(path: Path) -> int:
    book = Book.open(path, load_catalogue)
    try:
        return hand(book, None, "Dockside").hand.cards[0]
    finally:
        book.close()


def test_by_keys_a_lost_card_goes_only_after_its_own_confirmation_and_the_broken_hand_is_named(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    card = first_card(two_collectors)

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert "Press n to write down" in seen(app)
        await pilot.press("n", "ctrl+s")
        await settle_screens(pilot)
        assert "Write the rival's name" in seen(app)
        await pilot.press(*"Hattie", "tab", "l", "tab", "tab", *str(card), "ctrl+s")
        await settle_screens(pilot)
        assert "goes to Hattie for good" in seen(app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "A game at a real table" in seen(app)
        await pilot.press("ctrl+s", "y")
        await settle_screens(pilot)
        assert "1 hand is short of it" in seen(app)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "▼ lost" in seen(app)
        assert isinstance(app, MudwaterApp)
        assert app.said[-1].text.startswith(f"Lost {card} ")
        assert "No longer legal: Dockside (Ann)." in app.said[-1].text

    walk_through(open_screens(two_collectors, "ante"), walk)
    games, copies = read(two_collectors, card)
    assert [(game.rival, game.result, game.mine, game.status) for game in games] == [
        ("Hattie", Result.LOST, card, Status.DONE)
    ]
    assert copies == 0


def test_a_won_card_is_named_later_and_the_game_is_taken_back(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    card = first_card(two_collectors)

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("n", *"Hattie", "ctrl+s")
        await settle_screens(pilot)
        assert "? to be named" in seen(app)
        await pilot.press("e", "tab", *str(card), "ctrl+s", "y")
        await settle_screens(pilot)
        assert f"Won {card}" in seen(app)
        await pilot.press("u")
        await settle_screens(pilot)
        assert "The game is taken back" in seen(app)

    walk_through(open_screens(two_collectors, "ante"), walk)
    games, copies = read(two_collectors, card)
    assert [game.status for game in games] == [Status.VOID]
    assert copies == 1


def test_by_mouse_alone_a_draw_is_written_down_and_voided(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app

        async def click(command: str) -> None:
            await pilot.click(next(cap for cap in app.screen.query(KeyCap) if cap.what[0] == command))
            await settle_screens(pilot)

        await click("ante.new")
        await pilot.click("#rival")
        await pilot.press(*"Bo")
        await pilot.click("#result", offset=(16, 0))
        await pilot.click("#save")
        await settle_screens(pilot)
        assert "= draw" in seen(app)
        await click("ante.void")
        await pilot.click("#yes")
        await settle_screens(pilot)
        assert "void" in seen(app)

    walk_through(open_screens(two_collectors, "ante"), walk)
    games, _ = read(two_collectors, 1)
    assert [(game.result, game.status) for game in games] == [(Result.DRAW, Status.VOID)]


def test_however_much_is_wrong_in_a_form_its_buttons_stay_in_sight(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        for name in ("mine", "theirs", "day"):
            pilot.app.screen.query_one(f"#{name}", Input).value = "zz zz"
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        text = seen(pilot.app)
        assert "Write the rival's name" in text
        assert text.count("zz zz") >= 3
        assert "esc Leave" in text
        assert "^s Save" in text

    walk_through(open_screens(two_collectors, "ante"), walk)
