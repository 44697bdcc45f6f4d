"""A loss: picked from the hand and posted, its broken hands mended on one key, all of it taken back on another."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from collection.catalogue.data import load_catalogue
from collection.desk.antes import AnteReceipt, add_ante, antes
from collection.desk.hands import change_hand, copy_hand, hands
from collection.desk.said import said
from collection.ledger.match import Result, Stakes, Status
from collection.play.programs import Programs, let_move
from collection.play.sitting import Sitter, Sitting, sit_down
from collection.store.book import Book
from collection.tui.ante import AnteScreen
from collection.tui.app import MudwaterApp
from collection.tui.loss import LossScreen
from collection.tui.loss_entry import LossEntryScreen
from collection.tui.place import KeyCap
from collection.tui.rows import Rows
from collection.tui.table_match import MatchScreen

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]
NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def hands_in(path: Path, name: str = "Ann") -> dict[str, tuple[tuple[int, ...], bool]]:
    """Give a collector's hands: their cards, and whether they are legal."""
    book = Book.open(path, load_catalogue)
    try:
        return {each.hand.name: (each.hand.cards, not each.faults) for each in hands(book, name)}
    finally:
        book.close()


def statuses(path: Path) -> list[Status]:
    book = Book.open(path, load_catalogue)
    try:
        return [line.status for line in antes(book, "Ann", void=True)]
    finally:
        book.close()


@pytest.fixture
def two_hands(two_collectors: Path) -> tuple[Path, tuple[int, ...]]:
    """A book where Ann has the hand Dockside and a copy of it called Pier; and the cards of both."""
    book = Book.open(two_collectors, load_catalogue)
    pier = copy_hand(book, "Ann", "Dockside", "Pier", NOON)
    book.close()
    return two_collectors, pier.hand.cards


def shows(app: App[int], kind: type[Screen[Any]]) -> bool:
    return isinstance(app.screen, kind)


def show_loss(app: App[int], receipt: AnteReceipt) -> None:
    app.push_screen(LossScreen(receipt.match.id))


async def click(pilot: Pilot[int], settle: Settle, command: str) -> None:
    await pilot.click(next(cap for cap in pilot.app.screen.query(KeyCap) if cap.what[0] == command))
    await settle(pilot)


def states(app: App[int]) -> dict[str, str]:
    """Give what the table says of each hand."""
    rows = app.screen.query_one("#offers", Rows)
    return {str(cells[0].plain): str(cells[1].plain) for _, cells in rows._shown}


def test_by_keys_a_loss_is_picked_from_the_hand_mended_and_taken_back(
    two_hands: tuple[Path, tuple[int, ...]],
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    path, before = two_hands
    lost = before[2]
    while_mended: list[dict[str, tuple[tuple[int, ...], bool]]] = []

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("exclamation_mark")
        await settle_screens(pilot)
        assert shows(app, LossEntryScreen)
        await pilot.press("ctrl+s")
        assert "Write the rival's name" in seen(app)
        await pilot.press(*"Zo", "enter", "enter", "down", "down", "enter")
        assert "goes to Zo for good" in seen(app)
        await pilot.press("enter")
        assert shows(app, LossEntryScreen), "enter is the safe answer"
        await pilot.press("enter", "y")
        await settle_screens(pilot)
        assert shows(app, LossScreen)
        assert f"Lost: {lost} " in seen(app)
        assert "2 hands are short of it" in seen(app)
        assert states(app) == {"Dockside": "to change", "Pier": "to change"}
        assert "its edges come to" in seen(app)
        await pilot.press("down", "space")
        assert states(app) == {"Dockside": "to change", "Pier": "left out"}
        await pilot.press("space", "e")
        await settle_screens(pilot)
        assert states(app) == {"Dockside": "changed", "Pier": "changed"}
        while_mended.append(hands_in(path))
        await pilot.press("u")
        await settle_screens(pilot)
        assert "Taken back" in seen(app)
        assert "2 hands are changed" not in seen(app), "it is not true any more"
        assert not [cap for cap in app.screen.query(KeyCap) if str(cap.what[0]).startswith("loss.")]
        assert states(app) == {"Dockside": "as before", "Pier": "as before"}
        await pilot.press("u", "e", "space")
        await settle_screens(pilot)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert shows(app, AnteScreen)
        await pilot.press("u")
        await settle_screens(pilot)
        assert "Nothing was written down here yet" in seen(app)

    walk_through(open_screens(path, "ante"), walk)
    assert all(legal and lost not in cards for cards, legal in while_mended[0].values())
    assert hands_in(path) == {"Dockside": (before, True), "Pier": (before, True)}
    assert statuses(path) == [Status.VOID]


def test_by_mouse_alone_a_loss_is_posted_mended_and_taken_back(
    two_hands: tuple[Path, tuple[int, ...]],
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    path, before = two_hands

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        app.push_screen(LossEntryScreen(lambda receipt: show_loss(app, receipt)))
        await settle_screens(pilot)
        await pilot.click("#rival")
        await pilot.press(*"Zo")
        await pilot.click("#hands", offset=(3, 2))
        await pilot.click("#cards", offset=(8, 3))
        await settle_screens(pilot)
        await click(pilot, settle_screens, "losing.save")
        await pilot.click("#yes")
        await settle_screens(pilot)
        assert f"Lost: {before[2]} " in seen(app)
        await pilot.click("#offers", offset=(3, 2))
        await pilot.click("#offers", offset=(3, 2))
        assert states(app) == {"Dockside": "to change", "Pier": "left out"}
        await click(pilot, settle_screens, "loss.mend")
        assert states(app) == {"Dockside": "changed", "Pier": "left out"}
        await click(pilot, settle_screens, "loss.undo")

    walk_through(open_screens(path, "ante"), walk)
    assert hands_in(path) == {"Dockside": (before, True), "Pier": (before, True)}
    assert statuses(path) == [Status.VOID]


def test_that_a_mended_hand_is_not_legal_yet_can_be_read_on_a_small_screen(
    two_hands: tuple[Path, tuple[int, ...]],
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    path, before = two_hands

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        assert app.book is not None
        change_hand(app.book, "Ann", "Pier", before[:5], NOON)
        lost = add_ante(app.book, "Ann", "Hattie", Result.LOST, said(NOON), mine=before[0]).match
        app.push_screen(LossScreen(lost.id))
        await settle_screens(pilot)
        verdicts = {line[1:21].strip(): line.split("◆")[-1].strip() for line in seen(app).splitlines() if "◆" in line}
        assert verdicts == {"Dockside": "legal", "Pier": "not legal"}

    walk_through(open_screens(path, "ante"), walk)


def test_a_card_of_no_saved_hand_can_be_lost_too_and_breaks_none(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("exclamation_mark")
        await settle_screens(pilot)
        await pilot.press(*"Zo", "enter", "end")
        await settle_screens(pilot)
        cards = app.screen.query_one("#cards", Rows)
        assert len(cards.row_keys) == 60
        (in_hand, _), *_ = hands_in(two_collectors).values()
        free = next(key for key in cards.row_keys if int(key) not in in_hand)
        await pilot.press("enter")
        cards.go_to(free)
        await pilot.press("enter", "y")
        await settle_screens(pilot)
        assert shows(app, AnteScreen)

    walk_through(open_screens(two_collectors, "ante"), walk)
    assert statuses(two_collectors) == [Status.DONE]


def test_leaving_with_a_loss_half_written_is_mentioned(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("exclamation_mark", *"Zo", "ctrl+q")
        await settle_screens(pilot)
        assert "A loss is not written down yet" in seen(pilot.app)
        await pilot.press("escape", "escape")
        await settle_screens(pilot)
        assert not isinstance(pilot.app.focused, Input)
        await pilot.press("escape")
        assert shows(pilot.app, AnteScreen)

    walk_through(open_screens(two_collectors, "ante"), walk)
    assert statuses(two_collectors) == []


def test_a_hand_changed_in_another_window_is_not_overwritten_and_shown_as_it_is_now(
    two_hands: tuple[Path, tuple[int, ...]],
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    path, before = two_hands

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        assert app.book is not None
        lost = add_ante(app.book, "Ann", "Hattie", Result.LOST, said(NOON), mine=before[0]).match
        app.push_screen(LossScreen(lost.id))
        await settle_screens(pilot)
        change_hand(app.book, "Ann", "Pier", before[1:], NOON)
        await pilot.press("e")
        await settle_screens(pilot)
        assert "has changed since this was shown" in app.said[-1].text
        assert states(app) == {"Dockside": "to change"}
        await pilot.press("e")
        await settle_screens(pilot)
        assert states(app) == {"Dockside": "changed"}

    walk_through(open_screens(path, "ante"), walk)
    assert hands_in(path)["Pier"][0] == before[1:]
    assert hands_in(path)["Dockside"][1]


def test_a_hand_changed_after_it_was_mended_is_left_by_undo_and_told(
    two_hands: tuple[Path, tuple[int, ...]],
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    path, before = two_hands

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        assert app.book is not None
        lost = add_ante(app.book, "Ann", "Hattie", Result.LOST, said(NOON), mine=before[0]).match
        app.push_screen(LossScreen(lost.id))
        await settle_screens(pilot)
        await pilot.press("e")
        await settle_screens(pilot)
        change_hand(app.book, "Ann", "Dockside", before[:3], NOON)
        await pilot.press("u")
        await settle_screens(pilot)
        assert states(app) == {"Dockside": "left as is", "Pier": "as before"}
        assert "has been changed since" in seen(app)

    walk_through(open_screens(path, "ante"), walk)
    assert hands_in(path)["Dockside"][0] == before[:3]


def played(book: Book, seed: int) -> Sitting:
    """Play a match for keeps between Ann and Bo by programs alone, to its end."""
    rng = random.Random(seed)
    seats = Sitter("greedy", "Ann", "Dockside"), Sitter("random", "Bo", "Bog Night")
    sitting = sit_down(book, *seats, rng=rng, now=NOON, stakes=Stakes.KEEPS)
    while sitting.to_move is not None:
        let_move(sitting, Programs(sitting.game), rng, lambda: NOON)
    return sitting


def test_the_end_of_a_match_for_keeps_leads_to_the_loser_s_hands_and_shows_when_it_was_taken_back(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    before = {name: hands_in(two_collectors, name) for name in ("Ann", "Bo")}

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        assert app.book is not None
        sitting = played(app.book, 3)
        loser = sitting.match.loser
        assert loser is not None
        app.push_screen(MatchScreen(sitting, load_catalogue(), random.Random(1)))
        await settle_screens(pilot)
        assert "! offers a card for its place" in seen(app)
        await click(pilot, settle_screens, "match.loss")
        assert shows(app, LossScreen)
        assert f"Lost: {sitting.match.seats[loser].ante} " in seen(app)
        await pilot.press("e")
        await settle_screens(pilot)
        assert list(states(app).values()) == ["changed"]
        loss = app.screen
        assert isinstance(loss, LossScreen)
        loss.action_undo()
        loss.go_back()
        await settle_screens(pilot)
        assert shows(app, LossScreen), "the end is shown anew only once the match is taken back"
        await pilot.press("escape")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)
        assert "Taken back." in seen(app), "and not what moved in the ledger"

    walk_through(open_screens(two_collectors), walk)
    assert statuses(two_collectors) == [Status.VOID]
    assert {name: hands_in(two_collectors, name) for name in ("Ann", "Bo")} == before


def test_a_match_that_took_no_card_says_why_there_is_no_loss(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d")
        await settle_screens(pilot)
        await pilot.press("exclamation_mark")
        assert "at the end of a match for keeps" in seen(pilot.app)

    walk_through(open_screens(two_collectors), walk)
