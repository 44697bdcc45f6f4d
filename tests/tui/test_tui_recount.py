"""The binder counted for real: counts are typed, kept when one leaves, shown as differences, posted, taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Button, Input

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.binder import open_binder
from collection.desk.drafts import count_draft
from collection.desk.exchange import entries
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.ledger.entry import EntryKind
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.recount import RecountScreen
from collection.tui.rows import Rows

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


@pytest.fixture
def three_cards(empty_book: Path) -> Path:
    """A book with cards 1 (twice), 2 and 45 in foil, one of them renamed to what no screen may run or obey."""
    book = Book.open(empty_book, load_catalogue)
    log_pack(book, None, [Copies(1, quantity=2), Copies(2), Copies(45, "foil")], said(NOON))
    with book.writing() as unit:
        unit.cards.correct(2, {"name": "[@click=app.quit]x[/] \x1b[31m[/foo]"})
    book.close()
    return empty_book


def piles(path: Path) -> Mapping[tuple[int, str], int]:
    book = Book.open(path, load_catalogue)
    try:
        return {(one.number, one.finish): one.quantity for one in open_binder(book).holdings if one.quantity}
    finally:
        book.close()


def test_counts_are_typed_or_accepted_kept_when_one_leaves_and_posted_as_one_entry_with_a_reason(
    three_cards: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def count(pilot: Pilot[int]) -> None:
        await pilot.press("equals_sign")
        await settle_screens(pilot)
        # Card 1: accepted; card 2: one more than the books say; card 3: there after all, in another finish.
        await pilot.press("enter", "2", "enter", *"dead clam", "enter")
        assert "did you mean Dead Calm" in seen(pilot.app)
        pilot.app.screen.query_one("#count", Input).value = ""
        await pilot.press(*"3:foil*1", "enter")
        await settle_screens(pilot)
        assert "3 of 121 lines counted, 2 differ" in seen(pilot.app)
        assert "as the books say" in seen(pilot.app)
        await pilot.press("escape", "escape")
        await settle_screens(pilot)
        assert not isinstance(pilot.app.screen, RecountScreen)

    async def post(pilot: Pilot[int]) -> None:
        await pilot.press("equals_sign")
        await settle_screens(pilot)
        assert "Going on where you left: 3 of 121 lines counted, 2 differ" in seen(pilot.app)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "1 in the books,   2 there  +1" in seen(pilot.app)
        assert "\x1b" not in seen(pilot.app)
        pilot.app.screen.query_one("#note", Input).value = "counted on the floor [/x]"
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "Recounted: 2 numbers, +2 and -0 copies." in seen(pilot.app)

    walk_through(open_screens(three_cards, "binder"), count)
    assert piles(three_cards) == {(1, "base"): 2, (2, "base"): 1, (45, "foil"): 1}
    walk_through(open_screens(three_cards, "binder"), post)
    assert piles(three_cards) == {(1, "base"): 2, (2, "base"): 2, (3, "foil"): 1, (45, "foil"): 1}
    book = Book.open(three_cards, load_catalogue)
    newest = entries(book)[0]
    assert (newest.kind, newest.note) == (EntryKind.RECOUNT, "counted on the floor [/x]")
    assert count_draft(book) is None
    book.close()


def test_what_a_search_shows_is_counted_the_last_count_goes_back_and_a_posted_recount_is_taken_back(
    three_cards: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        app.screen.query_one("#filter", Input).value = "owned>0"
        await pilot.press("enter")
        await settle_screens(pilot)
        app.screen.query_one(Rows).focus()
        await pilot.press("equals_sign")
        await settle_screens(pilot)
        assert "Counting owned>0" in seen(app)
        assert app.screen.query_one(Rows).row_keys == ["1:base", "2:base", "45:foil"]
        await pilot.press("7", "enter", "ctrl+z", "down", "down", "0", "enter")
        await settle_screens(pilot)
        assert "1 of 3 lines counted, 1 differs" in seen(app)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        await pilot.click(app.screen.query_one("#save", Button))
        await settle_screens(pilot)
        assert "Recounted: 1 number, +0 and -1 copies." in seen(app)
        await pilot.press("f8")
        await settle_screens(pilot)
        assert "Taken back: the recount." in seen(app)

    walk_through(open_screens(three_cards, "binder"), walk)
    assert piles(three_cards) == {(1, "base"): 2, (2, "base"): 1, (45, "foil"): 1}


def test_differences_that_changed_meanwhile_are_shown_before_anything_is_posted(
    three_cards: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("equals_sign")
        await settle_screens(pilot)
        await pilot.press("3", "enter", "ctrl+s")
        await settle_screens(pilot)
        assert "2 in the books,   3 there  +1" in seen(app)
        book = Book.open(three_cards, load_catalogue)
        log_pack(book, None, [Copies(1)], said(NOON))
        book.close()
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "look at these" in seen(app)
        assert "Nothing differs" in seen(app)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "nothing had to be posted" in seen(app)

    walk_through(open_screens(three_cards, "binder"), walk)
    assert piles(three_cards)[1, "base"] == 3


def test_starting_over_is_asked_first_and_another_collector_has_a_count_of_their_own(
    three_cards: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("equals_sign")
        await settle_screens(pilot)
        await pilot.press("9", "enter", "escape", "minus")
        await pilot.pause()
        assert "Start over?" in seen(pilot.app)
        await pilot.press("y")
        await settle_screens(pilot)
        assert "0 of 120 lines counted" in seen(pilot.app)

    walk_through(open_screens(three_cards, "binder"), walk)
    book = Book.open(three_cards, load_catalogue)
    collectors.add(book, "Bo")
    assert count_draft(book, "Bo") is None
    assert count_draft(book, "Me") is None
    book.close()
