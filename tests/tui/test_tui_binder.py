"""The Binder: searching, ordering, one card, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from collection.tui.app import MudwaterApp
from collection.tui.place import KeyCap
from collection.tui.rows import Rows

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


def numbers(app: App[int]) -> list[int]:
    return [int(key) for key in app.screen.query_one("#cards", Rows).row_keys]


def test_a_search_narrows_the_table_a_fault_points_at_its_column_and_esc_brings_all_back(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert numbers(app) == list(range(1, 121))
        await pilot.press("slash", *"level:5", "enter")
        await settle_screens(pilot)
        assert len(numbers(app)) == 8
        assert "8 of 120" in seen(app)
        await pilot.press("slash", "end", "space", *"n>=", "enter")
        await settle_screens(pilot)
        assert "Column" in seen(app)
        assert 0 < len(numbers(app)) <= 8
        await pilot.press("escape", "escape")
        await settle_screens(pilot)
        assert len(numbers(app)) == 120

    walk_through(open_screens(two_collectors, "binder"), walk)


def test_the_cursor_stays_on_its_card_when_the_order_changes(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        table = pilot.app.screen.query_one("#cards", Rows)
        await pilot.press("down", "j")
        assert table.cursor_key == "3"
        await pilot.press("o")
        await settle_screens(pilot)
        assert numbers(pilot.app) != list(range(1, 121))
        assert table.cursor_key == "3"
        await pilot.click("#cards", offset=(2, 0))
        await settle_screens(pilot)
        assert numbers(pilot.app) == list(range(1, 121))
        await pilot.click("#cards", offset=(2, 0))
        assert numbers(pilot.app) == list(range(120, 0, -1)), "a second click turns the order round"

    walk_through(open_screens(two_collectors, "binder"), walk)


def test_a_narrow_terminal_shows_the_card_by_itself_with_its_life_and_goes_back(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("slash", *"owned>0", "enter", "enter")
        await settle_screens(pilot)
        text = seen(pilot.app)
        assert "Pulled in pack " in text
        assert "60 of 120 numbers" in text
        assert "Sum" not in text
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "Sum" in seen(pilot.app)

    walk_through(open_screens(two_collectors, "binder"), walk)


def test_by_mouse_alone_a_wide_terminal_searches_orders_and_shows_a_card(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.click("#cards", offset=(10, 4))
        await settle_screens(pilot)
        assert "Rope Burn" not in seen(app).split("Name    ")[0].splitlines()[0]
        assert "Its life here" in seen(app)
        await pilot.click("#cards", offset=(8, 0))
        await settle_screens(pilot)
        assert numbers(app)[0] != 1
        cap = next(cap for cap in app.screen.query(KeyCap) if cap.what[0] == "binder.filter")
        await pilot.click(cap)
        assert isinstance(app.focused, Input)

    walk_through(open_screens(two_collectors, "binder"), walk, (120, 40))


def test_an_exchange_is_logged_from_the_card_and_taken_back_in_its_ledger(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("slash", *"owned:0", "enter", "f", "ctrl+s")
        await settle_screens(pilot)
        assert "Who was it?" in seen(app)
        await pilot.press("up", "g", "tab", *"Hattie", "tab", "ctrl+a", "ctrl+k", "tab", *"45*2", "ctrl+s")
        await settle_screens(pilot)
        assert "Gift is in the ledger" in seen(app)
        await pilot.press("f6", "l")
        await settle_screens(pilot)
        assert "Hattie" in seen(app)
        await pilot.press("v", "enter")
        await settle_screens(pilot)
        assert "void" not in seen(app)
        await pilot.press("v", "y")
        await settle_screens(pilot)
        assert "void" in seen(app)

    walk_through(open_screens(two_collectors, "binder"), walk)
