"""Rehearsals on the screens: chosen at the Table or from a rival's page, played, resumed, and hidden as any hand."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from collection.catalogue.data import load_catalogue
from collection.desk.antes import add_ante
from collection.desk.hands import hands
from collection.desk.rehearsal import rehearse
from collection.desk.said import said
from collection.ledger.match import Result, Stakes
from collection.players.programs import USUAL
from collection.store.book import Book
from collection.tui.picker import Picker
from collection.tui.rival import RivalScreen
from collection.tui.table import TableScreen
from collection.tui.table_match import MatchScreen
from collection.tui.table_setup import TableRequest
from tests.tui.conftest import NOON, matches_in

Settle = Callable[[Pilot[int]], Awaitable[None]]
Read = Callable[[App[int]], str]


def shows(app: App[int], kind: type[Screen[Any]]) -> bool:
    return isinstance(app.screen, kind)


def summary(app: App[int]) -> str:
    """Give what the Table says of the match that is set up."""
    return str(app.screen.query_one("#summary", Static).render())


@pytest.fixture
def with_hattie(two_collectors: Path) -> Path:
    """A book where Ann lost a card to Hattie, whose ante was 77."""
    book = Book.open(two_collectors, load_catalogue)
    add_ante(book, "Ann", "Hattie", Result.LOST, said(NOON), mine=hands(book, "Ann")[0].hand.cards[-1], theirs=77)
    book.close()
    return two_collectors


def test_a_rivals_page_leads_to_the_table_where_a_program_plays_in_their_place(
    with_hattie: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, seen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("tab", "enter")
        await settle_screens(pilot)
        assert shows(app, RivalScreen)
        assert "d Rehearse" in seen(app)
        await pilot.press("d")
        await settle_screens(pilot)
        assert shows(app, TableScreen)
        assert f"against ○ {USUAL} as Hattie, standard, friendly" in summary(app)
        assert "A rehearsal is practice with a hand" in " ".join(seen(app).split())
        await pilot.press("d")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)
        assert f"{USUAL} as H" in seen(app)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert f"{USUAL} as Hattie, friendly" in seen(app), "it waits under Unfinished"
        await pilot.press("c", "enter")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)

    walk_through(open_screens(with_hattie, "ante"), walk)
    match, _ = matches_in(with_hattie)
    assert match.seats[1].rehearses == "Hattie"
    assert 77 in match.seats[1].hand
    assert (match.seats[1].account, match.stakes) == (None, Stakes.FRIENDLY)


def test_a_rehearsal_is_chosen_on_the_form_by_mouse_alone(
    with_hattie: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, seen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        lines = seen(app).splitlines()
        row = next(place for place, line in enumerate(lines) if "( ) Bo  like theirs" in line)
        await pilot.click(offset=(lines[row].index("Bo  like"), row))
        await settle_screens(pilot)
        assert f"against ○ {USUAL} as Bo" in summary(app)
        await pilot.click("#deal")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)

    walk_through(open_screens(with_hattie), walk)
    assert matches_in(with_hattie)[0].seats[1].rehearses == "Bo"


def test_every_rival_and_every_other_collector_can_be_rehearsed_by_a_program_and_nobody_else(
    with_hattie: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        picker = pilot.app.screen.query_one("#cards-of", Picker)
        prompts = [str(picker.get_option_at_index(place).prompt) for place in range(picker.option_count)]
        assert [prompt[4:].split("  ")[0] for prompt in prompts] == ["The house", "Bo", "Hattie"]
        opponents = pilot.app.screen.query_one("#opponents", Picker)
        opponents.highlighted = opponents.option_count - 1
        await settle_screens(pilot)
        assert picker.option_count == 1, "a person plays their own cards"

    walk_through(open_screens(with_hattie), walk)


def test_a_seed_and_another_program_asked_for_from_outside_hold_on_the_form(
    with_hattie: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, seen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        assert "random as Hattie" in seen(pilot.app)
        await pilot.press("d")
        await settle_screens(pilot)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "○ random as Hattie" in seen(pilot.app), "it stays chosen"

    request = TableRequest(against="random", rehearse="Hattie", seed=5)
    walk_through(open_screens(with_hattie, table=request), walk)
    book = Book.open(with_hattie, load_catalogue)
    expected = rehearse(book, "Hattie", random.Random(5), "Ann").hand.cards
    book.close()
    seat = matches_in(with_hattie)[0].seats[1]
    assert (seat.hand, seat.called) == (expected, "random as Hattie")


def test_the_house_cannot_be_rehearsed_and_says_why(
    with_hattie: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, seen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.app.push_screen(RivalScreen("House"))
        await settle_screens(pilot)
        await pilot.press("d")
        await settle_screens(pilot)
        assert shows(pilot.app, RivalScreen)
        assert "nothing to rehearse" in seen(pilot.app)

    walk_through(open_screens(with_hattie, "ante"), walk)
