"""Real books for the screens, and a way to run them that ends."""

from __future__ import annotations

import asyncio
import datetime as dt
import random
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Button, Input
from textual.worker import WorkerCancelled

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.hands import new_hand
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.desk.suggestions import suggest
from collection.hands.advice import By
from collection.ledger.match import Match
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.table_match import MatchScreen

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
_EDGES = str.maketrans("│╭╮╰╯▏▌", " " * 7)
"""The sides of dialogs, panes and what is said at the edge: they are no part of a sentence."""

Walk = Callable[[Pilot[int]], Awaitable[None]]
OpenScreens = Callable[..., MudwaterApp]
WalkThrough = Callable[..., None]


def matches_in(path: Path) -> tuple[Match, ...]:
    """Give Ann's matches in the book at `path`, which nobody else has open."""
    book = Book.open(path, load_catalogue)
    try:
        with book.reading() as unit:
            return unit.matches.all(collectors.current(unit, "Ann"))
    finally:
        book.close()


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing blink, glide or pause."""
    monkeypatch.setattr(App, "animation_level", "none", raising=False)
    monkeypatch.setattr(Input, "cursor_blink", False)
    # A button that was pressed looks pressed for a fifth of a second, and takes no other click meanwhile.
    monkeypatch.setattr(Button, "_start_active_affect", lambda _button: None)


@pytest.fixture(scope="session")
def finished_books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with books that are made once and copied for each test."""
    folder = tmp_path_factory.mktemp("books")
    Book.open(folder / "empty.db", load_catalogue).close()
    book = Book.open(folder / "book.db", load_catalogue)
    for name, hand, seed in (("Ann", "Dockside", 1), ("Bo", "Bog Night", 2)):
        collectors.add(book, name)
        numbers = random.Random(seed).sample(range(1, 121), 60)
        log_pack(book, name, [Copies(number) for number in numbers], said(NOON))
        new_hand(book, name, hand, suggest(book, name, By.DRAW, seed=seed).cards, NOON)
    collectors.use(book, "Ann")
    book.close()
    return folder


@pytest.fixture
def two_collectors(finished_books: Path, tmp_path: Path) -> Path:
    """A book where Ann (in use) and Bo own sixty cards and one legal hand each: Dockside and Bog Night."""
    return Path(shutil.copy(finished_books / "book.db", tmp_path / "book.db"))


@pytest.fixture
def open_screens() -> OpenScreens:
    """Give the screens over a book, at a place, by a clock that stands at noon."""

    def opened(path: Path, start: str = "table", **more: Any) -> MudwaterApp:
        return MudwaterApp(path, None, start=start, clock=lambda: NOON, **more)

    return opened


async def settled(pilot: Pilot[int]) -> None:
    """Wait until the book is open, no work is under way and everything is drawn."""
    app = pilot.app
    while isinstance(app, MudwaterApp) and app.book is None and app.current_mode != "welcome":
        await pilot.pause(0.02)
    rounds = 0
    # What one piece of work brings may ask for the next, and on a busy machine later than the second look.
    while rounds < 2 or any(not work.is_finished for work in app.workers):
        rounds += 1
        with suppress(WorkerCancelled):
            await app.workers.wait_for_complete()
        await pilot.pause()
        while isinstance(app.screen, MatchScreen) and app.screen.busy:
            await pilot.pause(0.01)


@pytest.fixture
def walk_through() -> WalkThrough:
    """Run the screens and walk through them; every key is followed by a wait for the desk when asked for."""

    def walked(app: MudwaterApp, walk: Walk, size: tuple[int, int] = (80, 24)) -> None:
        async def run() -> None:
            async with app.run_test(size=size, notifications=True) as pilot:
                await settled(pilot)
                await walk(pilot)
            app.close_book()

        asyncio.run(run())

    return walked


@pytest.fixture
def read_screen() -> Callable[[App[int]], str]:
    """Give what stands on the screen, line by line."""
    return text_of


@pytest.fixture
def settle_screens() -> Callable[[Pilot[int]], Awaitable[None]]:
    """Give the wait for the desk."""
    return settled


@pytest.fixture
def empty_book(finished_books: Path, tmp_path: Path) -> Path:
    """A book with nothing in it yet."""
    return Path(shutil.copy(finished_books / "empty.db", tmp_path / "empty.db"))


def text_of(app: App[int]) -> str:
    """Give what stands on the screen, line by line."""
    # The only place that looks behind Textual's public face; an exported picture would cost half a second.
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def words_of(app: App[int]) -> str:
    """Give what stands on the screen in one line, so that a sentence is found wherever its lines are broken."""
    return " ".join(text_of(app).translate(_EDGES).split())


@pytest.fixture
def seen() -> Callable[[App[int]], str]:
    """Give what stands on the screen, line by line."""
    return text_of
