"""The form of the Table: every list can be used at 80 x 24, and what it says is what holds."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from collection.catalogue.data import load_catalogue
from collection.desk.antes import add_ante
from collection.desk.hands import hands, new_hand
from collection.desk.said import said
from collection.ledger.match import Result, Status
from collection.store.book import Book
from collection.tui.games import GamesScreen
from collection.tui.picker import Picker
from collection.tui.puzzles import PuzzlesScreen
from collection.tui.table import TableScreen
from collection.tui.table_setup import TableRequest
from collection.tui.watch import WatchScreen
from tests.tui.conftest import NOON, matches_in, text_of, words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
RIVALS = ("Hattie", "Old Clem", "Ferryman's Daughter", "Zed")


@pytest.fixture(autouse=True)
def _one_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScreen, "rng", random.Random(4))


@pytest.fixture
def busy_collector(two_collectors: Path) -> Path:
    """A book where Ann has six hands and has played against four rivals."""
    book = Book.open(two_collectors, load_catalogue)
    cards = hands(book, "Ann")[0].hand.cards
    for name in ("Low Tide", "Reed and Rush", "Second", "Third one", "Fourth"):
        new_hand(book, "Ann", name, cards, NOON)
    for rival in RIVALS:
        add_ante(book, "Ann", rival, Result.DRAW, said(NOON))
    book.close()
    return two_collectors


def shown(app: App[int], part: str) -> str:
    return str(app.screen.query_one(part, Static).render())


def test_every_line_of_every_list_comes_into_sight_by_keys_at_80_by_24(
    busy_collector: Path, open_screens: Any, walk_through: Any
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        for name in ("hands", "players", "opponents", "cards-of"):
            picker = app.screen.query_one(f"#{name}", Picker)
            assert picker.size.height >= min(picker.option_count, 4)
            picker.focus()
            await pilot.press("end")
            label = str(picker.get_option_at_index(picker.option_count - 1).prompt)[4:].split("  ")[0]
            assert f"(•) {label}" in text_of(app)
        lines = text_of(app).splitlines()
        assert "Deal (d)" in "".join(lines)

    walk_through(open_screens(busy_collector), walk)


def test_a_program_may_play_like_any_rival_against_another_program(
    busy_collector: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert "● greedy with Ann's Dockside against ○ random as Old Clem" in shown(app, "#summary")
        await pilot.press("d")
        await settle_screens(pilot)
        assert isinstance(app.screen, WatchScreen)

    request = TableRequest(hand="Dockside", me="greedy", against="random", rehearse="Old Clem")
    walk_through(open_screens(busy_collector, table=request), walk)
    match = matches_in(busy_collector)[0]
    assert [seat.called for seat in match.seats] == ["greedy", "random as Old Clem"]


def test_for_keeps_against_a_collector_no_program_plays_ones_hand(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        stakes, players = (app.screen.query_one(f"#{name}", Picker) for name in ("stakes", "players"))
        assert stakes.chosen == 1, "asked for, and allowed"
        players.highlighted = 1
        await settle_screens(pilot)
        assert stakes.chosen == 0
        assert "you play for keeps yourself" in shown(app, "#why")
        players.highlighted = 0
        await settle_screens(pilot)
        assert not stakes.get_option_at_index(1).disabled

    walk_through(open_screens(two_collectors, table=TableRequest(against="Bo", stakes="keeps")), walk)


def test_of_several_unfinished_matches_the_one_that_is_pointed_at_by_mouse_ends(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        for _ in range(2):
            await pilot.press("d")
            await settle_screens(pilot)
            await pilot.press("escape")
            await settle_screens(pilot)
        unfinished = app.screen.query_one("#unfinished", OptionList)
        assert unfinished.option_count == 2
        assert await pilot.click("#unfinished", offset=(6, 1))
        await settle_screens(pilot)
        assert isinstance(app.screen, TableScreen), "one click points"
        assert unfinished.highlighted == 1
        await pilot.press("x", "y")
        await settle_screens(pilot)
        assert unfinished.option_count == 1
        assert "x ends it" in words_of(app)

    walk_through(open_screens(two_collectors), walk)
    newer, older = matches_in(two_collectors)
    assert (newer.status, older.status) == (Status.PLAYING, Status.ABANDONED)


def test_earlier_games_and_puzzles_are_one_key_away_and_lead_back(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        for key, screen in (("G", GamesScreen), ("P", PuzzlesScreen)):
            await pilot.press(key)
            await settle_screens(pilot)
            assert isinstance(pilot.app.screen, screen)
            await pilot.press("escape", "escape")
            await settle_screens(pilot)
            assert isinstance(pilot.app.screen, TableScreen)

    walk_through(open_screens(two_collectors), walk)
