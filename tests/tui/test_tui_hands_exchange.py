"""Hands out and in on the screens: shown to be copied, written to a file, pasted, or taken from one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from collection.catalogue.data import load_catalogue
from collection.desk.hands import hands, new_hand
from collection.desk.hands_exchange import HandForm, export_hand
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.handing_on import WrittenBox
from collection.tui.hands import HandsScreen
from collection.tui.hands_exchange import HandExportForm, HandImportForm
from tests.tui.conftest import NOON, words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
Read = Callable[[App[int]], str]


def saved_in(path: Path) -> dict[str, tuple[int, ...]]:
    book = Book.open(path, load_catalogue)
    try:
        return {checked.hand.name: checked.hand.cards for checked in hands(book, "Ann")}
    finally:
        book.close()


def exported(path: Path, form: HandForm) -> str:
    book = Book.open(path, load_catalogue)
    try:
        return export_hand(book, "Ann", "Dockside", form).text
    finally:
        book.close()


async def pasted(pilot: Pilot[int], text: str, settle: Settle) -> None:
    pilot.app.post_message(events.Paste(text))
    await settle(pilot)


def test_a_hand_is_shown_in_each_form_and_copied_by_keys_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+t")
        await settle_screens(pilot)
        assert [type(screen) for screen in pilot.app.screen_stack][-1] is HandExportForm
        assert "# Dockside" in read_screen(pilot.app)
        for key, form in (("t", HandForm.TEXT), ("c", HandForm.CODE), ("r", HandForm.RECORD)):
            await pilot.press(key, "tab", "ctrl+c", "shift+tab")
            await settle_screens(pilot)
            assert pilot.app.clipboard == exported(two_collectors, form)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HandsScreen)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_hand_is_written_to_a_file_by_mouse_and_no_other_file_is_lost(
    two_collectors: Path,
    tmp_path: Path,
    open_screens: Any,
    walk_through: Any,
    settle_screens: Settle,
    read_screen: Read,
) -> None:
    file, mine = tmp_path / "dock.txt", tmp_path / "mine.txt"
    mine.write_text("mine")

    async def walk(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, MudwaterApp)
        await pilot.press("ctrl+t")
        await settle_screens(pilot)
        await pilot.click("#save")
        assert "Name a file" in read_screen(pilot.app)
        wrong = ((mine, "there already"), (tmp_path / "no" / "x", "cannot be"), ("~nobody-at-all/x", "no such home"))
        for path, words in wrong:
            pilot.app.screen.query_one("#file", Input).value = str(path)
            await pilot.click("#save")
            await settle_screens(pilot)
            assert words in words_of(pilot.app)
        pilot.app.screen.query_one("#file", Input).value = str(file)
        await pilot.click("#form", offset=(10, 0))
        await pilot.click("#save")
        await settle_screens(pilot)
        assert "Written to" in pilot.app.said[-1].text

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert mine.read_text() == "mine"
    assert file.read_text() == exported(two_collectors, HandForm.CODE)


def test_a_form_that_cannot_hold_the_hand_says_why_in_its_place(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    new_hand(book, "Ann", "A Bog", (7, 7, 500), NOON)
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("home", "ctrl+t")
        await settle_screens(pilot)
        assert "#500" in read_screen(pilot.app)
        await pilot.press("c")
        await settle_screens(pilot)
        assert "7 is in it twice" in " ".join(read_screen(pilot.app).split())
        await pilot.press("ctrl+s")
        assert "cannot be written as a code" in read_screen(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)


@pytest.mark.parametrize("form", list(HandForm))
def test_a_pasted_hand_is_saved_under_its_name_by_keys_alone(
    two_collectors: Path,
    open_screens: Any,
    walk_through: Any,
    settle_screens: Settle,
    read_screen: Read,
    form: HandForm,
) -> None:
    text, before = exported(two_collectors, form), saved_in(two_collectors)["Dockside"]

    async def walk(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, MudwaterApp)
        await pilot.press("ctrl+o")
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, HandImportForm)
        assert isinstance(pilot.app.focused, WrittenBox)
        await pasted(pilot, text, settle_screens)
        await pilot.press("tab", "tab", *"Eel", "ctrl+s")
        await settle_screens(pilot)
        assert f"read as {form}, legal" in pilot.app.said[-1].text
        assert "›Eel" in read_screen(pilot.app).replace(" ", "")

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert saved_in(two_collectors)["Eel"] == (tuple(sorted(before)) if form is HandForm.CODE else before)


def test_a_code_without_a_name_stays_in_sight_and_the_cursor_goes_to_the_name(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    code = exported(two_collectors, HandForm.CODE).strip()

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+o")
        await pasted(pilot, code, settle_screens)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        words = words_of(pilot.app)
        assert "This code brings no name: say what the hand is to be called." in words
        assert "--" not in words
        assert code in words
        assert pilot.app.focused is pilot.app.screen.query_one("#name")
        await pilot.press("E")
        assert "brings no name" not in words_of(pilot.app)
        await pilot.press("e", "l", "ctrl+s")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert len(saved_in(two_collectors)["Eel"]) == 14


def test_what_is_wrong_with_a_short_hand_leaves_it_in_sight(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+o")
        await pasted(pilot, "# Bog\nToad\n", settle_screens)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        words = words_of(pilot.app)
        assert "# Bog Toad" in words
        assert "Line 2: " in words

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_name_in_use_is_refused_until_replace_is_picked_and_nothing_typed_is_lost(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, MudwaterApp)
        await pilot.press("ctrl+o")
        await pasted(pilot, "# Dockside\n45\n#500\n", settle_screens)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "already. Choose another name, or have it replaced." in words_of(pilot.app)
        assert "# Dockside" in read_screen(pilot.app)
        await pilot.press("y", "ctrl+s")
        await settle_screens(pilot)
        said = pilot.app.said[-1].text
        assert "Dockside has these cards now: 2 cards" in said
        assert "Line 3: 500" in said

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert saved_in(two_collectors) == {"Dockside": (45, 500)}


def test_every_fault_can_be_read_with_the_arrows_and_nothing_is_saved(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    before = saved_in(two_collectors)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+o")
        await pasted(pilot, "# Bog\n" + "".join(f"Toad {letter}\n" for letter in "abcdefghij"), settle_screens)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "Line 2: " in read_screen(pilot.app)
        assert "Line 11: " not in read_screen(pilot.app)
        await pilot.press(*["down"] * 12)
        await settle_screens(pilot)
        assert "Line 11: " in read_screen(pilot.app)
        assert "^s Save" in read_screen(pilot.app)
        await pilot.press("tab")
        assert isinstance(pilot.app.focused, WrittenBox)

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert saved_in(two_collectors) == before


def test_a_file_is_taken_in_and_one_seat_of_a_record(
    two_collectors: Path,
    tmp_path: Path,
    open_screens: Any,
    walk_through: Any,
    settle_screens: Settle,
    read_screen: Read,
) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("# Bog\nhands: {black: [1, 2, 3], white: [4, 5]}\n")

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+o", "ctrl+s")
        assert "Paste a hand above, or name a file." in read_screen(pilot.app)
        pilot.app.screen.query_one("#file", Input).value = str(file)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "two hands" in read_screen(pilot.app)
        assert "--seat" not in read_screen(pilot.app)
        assert pilot.app.focused is pilot.app.screen.query_one("#seat")
        await pilot.click("#seat", offset=(22, 0))
        await pilot.click("#save")
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, HandsScreen)

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert saved_in(two_collectors)["Bog"] == (4, 5)


def test_what_is_pasted_brings_nothing_that_a_terminal_would_obey(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+o")
        await pasted(pilot, "\x1b]0;title\x07[/x] [@click=app.quit]q[/]\r\n1\tDead Calm\tSO\r45", settle_screens)
        box = pilot.app.screen.query_one("#written", WrittenBox)
        assert box.text == "]0;title[/x] [@click=app.quit]q[/]\n1\tDead Calm\tSO\n45"
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "\x1b" not in read_screen(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_no_hand_can_be_handed_on_where_there_is_none(
    empty_book: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, MudwaterApp)
        await pilot.press("ctrl+t")
        await settle_screens(pilot)
        assert "no saved hand" in pilot.app.said[-1].text
        await pilot.press("ctrl+o")
        await pasted(pilot, "# First\n45\n", settle_screens)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "First is saved" in pilot.app.said[-1].text

    walk_through(open_screens(empty_book, "hands"), walk)
