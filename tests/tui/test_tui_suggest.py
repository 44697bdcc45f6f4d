"""The suggestions on the screen: three hands, their reasons, the wishes, and the games behind them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, Static

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.desk.suggestions import Suggestion
from collection.store.book import Book
from collection.tui.hands_builder import BuilderScreen
from collection.tui.hands_stake import StakeScreen
from collection.tui.suggest import SuggestScreen
from collection.tui.suggest_form import WishesForm
from tests.tui.conftest import NOON

Read = Callable[[Any], str]
Settle = Callable[[Pilot[int]], Awaitable[None]]


async def until(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    """Wait for something that the screen does by itself."""
    for _ in range(500):
        if true():
            return
        await pilot.pause(0.02)
    raise AssertionError("it did not come")


def told(app: App[int]) -> str:
    """Give what stands beside the list of suggestions, as if no line were ever broken."""
    boxes = (app.screen.query_one(f"#{name}", Static) for name in ("wishes", "figures", "reasons", "about"))
    return " ".join(" ".join(str(box.render()) for box in boxes).split())


def in_builder(app: App[int]) -> BuilderScreen:
    """Give the builder, which must be in front."""
    screen = app.screen
    assert isinstance(screen, BuilderScreen)
    return screen


def offers(app: App[int]) -> tuple[Suggestion, ...]:
    """Give the suggestions there are, none while there are none in front."""
    return app.screen._offers if isinstance(app.screen, SuggestScreen) else ()


async def suggested(pilot: Pilot[int], *keys: str) -> SuggestScreen:
    """Press keys that lead to the suggestions, and wait for those that take no games."""
    await pilot.press(*keys)
    await until(pilot, lambda: len(offers(pilot.app)) >= 2)
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, SuggestScreen)
    return screen


async def tap(pilot: Pilot[int], key: str) -> None:
    """Press a key while games are played: the pilot's own way waits each time until the machine is idle."""
    pilot.app.simulate_key(key)
    await pilot.pause(0.05)


async def leave_to(pilot: Pilot[int], screen: SuggestScreen) -> None:
    """Press esc until `screen` is in front again: the first one may stop games."""
    for _ in range(2):
        if pilot.app.screen is not screen:
            await pilot.press("escape")
    assert pilot.app.screen is screen


async def type_wishes(pilot: Pilot[int], **fields: str) -> None:
    """Fill the form of wishes, and submit it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, WishesForm) and pilot.app.screen.is_mounted)
    await pilot.pause()
    for field, text in fields.items():
        pilot.app.screen.query_one(f"#{field}", Input).value = text
    # What is typed takes a fault away: only when all of it has come may the form be submitted.
    await pilot.pause(0.05)
    await tap(pilot, "ctrl+s")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_suggestion_shows_why_each_card_is_in_and_opens_in_the_builder_unsaved(
    two_collectors: Path, open_screens: Any, walk_through: Any, read_screen: Read, size: tuple[int, int]
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = await suggested(pilot, "g")
        assert "strongest free Level I by edges (sum" in told(pilot.app)
        await pilot.press("down")
        await until(pilot, lambda: "cheapest free Level I to lose" in told(pilot.app))
        cards = set(screen._offers[1].cards)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, BuilderScreen))
        await until(pilot, lambda: "14 of 14" in read_screen(pilot.app))
        assert "Legal" in read_screen(pilot.app)
        assert set(in_builder(pilot.app)._edits.cards) == cards

    walk_through(open_screens(two_collectors, "hands"), walk, size)


def test_locked_cards_are_held_and_undo_brings_the_hand_back(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        await pilot.press("down", "down", "enter", "full_stop")
        await settle_screens(pilot)
        builder = in_builder(pilot.app)
        (locked,) = builder._edits.cards
        await suggested(pilot, "g")
        assert f"must hold: #{locked}" in told(pilot.app)
        assert "must hold: you asked for it" in told(pilot.app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert pilot.app.screen is builder
        assert len(builder._edits.cards) == 14
        assert locked in builder._edits.cards
        await pilot.press("u")
        assert builder._edits.cards == (locked,)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_wishes_are_kept_to_and_a_refusal_stays_in_the_form(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = await suggested(pilot, "g")
        first, *others = screen._offers[0].cards
        await pilot.press("e")
        await type_wishes(pilot, must=str(first), never=str(first), whole="nowhere", games="many")
        await until(pilot, lambda: 'no hand called "nowhere"' in read_screen(pilot.app))
        assert "Write how many games" in read_screen(pilot.app)
        await type_wishes(pilot, whole="dockside", games="640")
        await until(pilot, lambda: "drop one of the two" in " ".join(read_screen(pilot.app).split()))
        await type_wishes(pilot, must=str(first), never=f"{others[0]}, {others[1]}", whole="")
        await settle_screens(pilot)
        assert pilot.app.screen is screen
        assert len(screen._offers) == 3
        for offer in screen._offers:
            assert first in offer.cards
            assert not set(others[:2]) & set(offer.cards)
        await pilot.press("end")
        await until(pilot, lambda: "640 games (" in told(pilot.app))
        shown = told(pilot.app)
        assert "with a greedy player in both seats" in shown
        assert "95 %, Wilson" in shown
        assert read_screen(pilot.app).count("   score ") == 3

    walk_through(open_screens(two_collectors, "hands"), walk, (120, 60))


def test_esc_stops_the_games_and_keeps_what_was_found_and_esc_again_leaves(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = await suggested(pilot, "g")
        await pilot.press("e")
        await type_wishes(pilot, games="5000000")
        await until(pilot, lambda: "of 5,000,000 games (esc stops)" in told(pilot.app))
        await tap(pilot, "right")
        assert "of 5,000,000 games (esc stops)" in told(pilot.app), "one search at a time"
        await tap(pilot, "escape")
        await until(pilot, lambda: len(offers(pilot.app)) == 3)
        found = screen._offers[2].found
        assert found is not None
        assert found.cut_short
        await pilot.press("end")
        await pilot.pause()
        assert "esc stops" not in told(pilot.app)
        # Twice as many again, and stopped again.
        await tap(pilot, "right")
        await until(pilot, lambda: "of 10,000,000 games" in told(pilot.app))
        await tap(pilot, "escape")
        await settle_screens(pilot)
        assert pilot.app.screen is screen
        await pilot.press("escape")
        await settle_screens(pilot)
        assert pilot.app.screen is not screen

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_too_few_cards_are_said_and_other_wishes_can_be_told(
    empty_book: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(empty_book, load_catalogue)
    log_pack(book, "Ann", [Copies(number) for number in range(1, 11)], said(NOON))
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("g")
        await settle_screens(pilot)
        assert "10 are owned: pull, trade or win 4 more" in told(pilot.app)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, SuggestScreen)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, WishesForm))

    walk_through(open_screens(empty_book, "hands"), walk)


def test_the_mouse_alone_chooses_and_takes(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = await suggested(pilot, "g")
        await pilot.click("#offers", offset=(5, 4))
        await until(pilot, lambda: "cheapest free Level I to lose" in told(pilot.app))
        cap = next(cap for cap in screen.query("KeyCap") if "Take" in str(cap.render()))
        await pilot.click(cap)
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, BuilderScreen)

    walk_through(open_screens(two_collectors, "hands"), walk)


@pytest.mark.parametrize("key", ["percent_sign", "L", "C"])
def test_what_is_told_of_a_hand_is_told_of_a_suggestion(
    two_collectors: Path, open_screens: Any, walk_through: Any, read_screen: Read, key: str
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = await suggested(pilot, "g", "down")
        await pilot.press(key)
        await until(pilot, lambda: pilot.app.screen is not screen and "Cheapest stake" in read_screen(pilot.app))
        await leave_to(pilot, screen)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_value_that_is_set_on_the_way_is_counted_in_what_is_suggested(
    two_collectors: Path, open_screens: Any, walk_through: Any
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = await suggested(pilot, "g", "down")
        before = offers(pilot.app)[1]
        await pilot.press("percent_sign", "e")
        await until(pilot, lambda: bool(pilot.app.screen.query("#value")))
        pilot.app.screen.query_one("#value", Input).value = "900 EUR"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, StakeScreen))
        await leave_to(pilot, screen)
        await until(pilot, lambda: len(offers(pilot.app)) >= 2 and offers(pilot.app)[1] != before)
        assert len(set(before.cards) - set(offers(pilot.app)[1].cards)) == 1, "what is dear to lose is left at home"

    walk_through(open_screens(two_collectors, "hands"), walk)
