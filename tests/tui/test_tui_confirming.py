"""A confirming key pressed many times does one thing, and what was asked about is looked at again when it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk.antes import antes
from collection.desk.binder import open_binder
from collection.desk.exchange import entries, lost
from collection.desk.said import said
from collection.ledger.entry import EntryKind
from collection.store.book import Book
from collection.tui.app import MudwaterApp

Settle = Callable[[Pilot[int]], Awaitable[None]]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


def hammer(pilot: Pilot[int], key: str) -> None:
    """Press a key five times before the program has come to the first."""
    for _ in range(5):
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))


class Kept:
    """What the book holds after the screens have gone."""

    def __init__(self, path: Path) -> None:
        book = Book.open(path, load_catalogue)
        try:
            self.games = antes(book, None, void=True)
            self.kinds = [entry.kind for entry in entries(book)]
            self.owned = open_binder(book).owned
            with book.reading() as unit:
                self.audit = unit.ledger.audit()
        finally:
            book.close()


@pytest.fixture
def before(two_collectors: Path) -> Kept:
    return Kept(two_collectors)


def test_a_game_confirmed_many_times_is_one_game(
    two_collectors: Path, before: Kept, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    card = min(before.owned)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n", *"Hattie", "tab", "l", "tab", "tab", *str(card))
        hammer(pilot, "ctrl+s")
        await settle_screens(pilot)
        hammer(pilot, "y")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "ante"), walk)
    kept = Kept(two_collectors)
    assert len(kept.games) == 1
    assert kept.kinds.count(EntryKind.ANTE) == 1
    assert kept.owned.get(card, 0) == before.owned[card] - 1
    assert kept.audit == ()


def test_an_exchange_confirmed_many_times_is_one_entry_and_so_is_its_taking_back(
    two_collectors: Path, before: Kept, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("slash", *"owned:0", "enter", "f")
        await settle_screens(pilot)
        await pilot.press("g", "tab", *"Hattie", "tab", "ctrl+a", "ctrl+k", "tab", *"45*2")
        hammer(pilot, "ctrl+s")
        await settle_screens(pilot)
        await pilot.press("f6", "l")
        await settle_screens(pilot)
        await pilot.press("v")
        hammer(pilot, "y")
        await settle_screens(pilot)
        await pilot.press("v", "y")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "binder"), walk)
    kept = Kept(two_collectors)
    assert kept.kinds.count(EntryKind.GIFT) == 1
    assert kept.kinds.count(EntryKind.VOID) == 1
    assert kept.owned == before.owned
    assert kept.audit == ()


def test_a_card_that_went_while_the_question_was_open_does_not_go_again(
    two_collectors: Path, before: Kept, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    card = next(number for number, copies in sorted(before.owned.items()) if copies == 1)

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        await pilot.press("n", *"Hattie", "tab", "l", "tab", "tab", *str(card), "ctrl+s")
        await settle_screens(pilot)
        other = Book.open(two_collectors, load_catalogue)
        try:
            lost(other, None, [Copies(card)], said(app.clock()))
        finally:
            other.close()
        await pilot.press("y")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "ante"), walk)
    kept = Kept(two_collectors)
    assert kept.games == ()
    assert kept.kinds[0] is EntryKind.LOST
    assert card not in kept.owned
    assert kept.audit == ()


def test_no_key_in_the_builder_adds_a_number_twice(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: object
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        for presses in (1, 3, 5):
            await pilot.press(*["enter"] * presses)
            text = seen(pilot.app)  # type: ignore[operator]
            assert "0 of 14" in text or "1 of 14" in text
        await pilot.press("slash", *"owned>0", "enter", "enter", "space", "space", "space")
        text = seen(pilot.app)  # type: ignore[operator]
        assert "0 of 14" in text or "1 of 14" in text

    walk_through(open_screens(two_collectors, "hands"), walk)
