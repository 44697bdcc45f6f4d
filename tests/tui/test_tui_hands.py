"""The Hands: saved hands with every reason against them, and a builder that loses nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.hand_drafts import NEW, HandDraft, keep_hand_draft
from collection.desk.hands import CheckedHand, change_hand, hands, new_hand
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.hands_builder import BuilderScreen
from collection.tui.hands_cards import CardList
from collection.tui.hands_desk import read_shelf
from collection.tui.hands_figures import reasons_against
from tests.tui.conftest import words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
Read = Callable[[App[int]], str]
HOSTILE = "[/x] [b [@click=app.quit]q[/]"


def saved_in(path: Path) -> dict[str, CheckedHand]:
    book = Book.open(path, load_catalogue)
    try:
        return {checked.hand.name: checked for checked in hands(book, "Ann")}
    finally:
        book.close()


def test_a_legal_hand_is_built_and_saved_by_keys_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        assert "0 of 14" in read_screen(pilot.app)
        for _ in range(13):
            await pilot.press("enter", "down")
        assert "✗ Not legal" in read_screen(pilot.app)
        assert "13 of 14" in read_screen(pilot.app)
        assert "add one more" in " ".join(read_screen(pilot.app).split())
        await pilot.press("space")
        assert "✓ Legal" in read_screen(pilot.app)
        await pilot.press("s", *"Eel", "ctrl+s")
        await settle_screens(pilot)
        assert "not saved" not in read_screen(pilot.app)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "Eel" in read_screen(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)
    eel = saved_in(two_collectors)["Eel"]
    assert len(set(eel.hand.cards)) == 14
    assert eel.faults == ()


def test_unsaved_changes_survive_the_end_of_the_program_as_a_draft(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    before = saved_in(two_collectors)["Dockside"].hand.cards

    async def change(pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await settle_screens(pilot)
        await pilot.press("right", "enter", "enter")
        await settle_screens(pilot)
        assert "12 of 14" in read_screen(pilot.app)

    async def go_on(pilot: Pilot[int]) -> None:
        assert "draft" in read_screen(pilot.app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "12 of 14" in read_screen(pilot.app)
        assert "not saved" in read_screen(pilot.app)
        await pilot.press("u")
        await settle_screens(pilot)
        assert "14 of 14" in read_screen(pilot.app)
        assert "not saved" not in read_screen(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), change)
    assert saved_in(two_collectors)["Dockside"].hand.cards == before, "only saving changes the hand"
    walk_through(open_screens(two_collectors, "hands"), go_on)
    book = Book.open(two_collectors, load_catalogue)
    assert read_shelf("Ann", book).drafts == {}
    book.close()


def test_leaving_with_unsaved_changes_says_where_they_wait(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        await pilot.press("enter", "escape")
        await settle_screens(pilot)
        assert isinstance(pilot.app, MudwaterApp)
        assert "wait as a draft" in pilot.app.said[-1].text
        await pilot.press("n")
        await settle_screens(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, BuilderScreen)
        assert len(screen.query_one("#hand", CardList).rows) == 1

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_hand_is_saved_while_illegal_and_says_so(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await settle_screens(pilot)
        await pilot.press("right", "enter", "s")
        await settle_screens(pilot)
        assert isinstance(pilot.app, MudwaterApp)
        assert "not legal yet" in pilot.app.said[-1].text
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "✗ 1 reason against" in read_screen(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert len(saved_in(two_collectors)["Dockside"].hand.cards) == 13


def test_every_reason_against_a_hand_is_in_sight_and_names_the_card(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    owned = read_shelf("Ann", book).owned
    missing = [number for number in range(1, 121) if number not in owned]
    cards = [*list(owned)[:11], next(iter(owned)), missing[0], 137]
    change_hand(book, "Ann", "Dockside", cards, open_screens(two_collectors).clock())
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        for keys in ([], ["enter"]):
            await pilot.press(*keys)
            await settle_screens(pilot)
            words = read_screen(pilot.app)
            assert "twice" in words
            assert f"#{missing[0]}" in words
            assert "137" in words

    walk_through(open_screens(two_collectors, "hands"), walk, (120, 40))


def test_many_cards_that_are_not_owned_share_a_sentence_that_names_each(two_collectors: Path) -> None:
    book = Book.open(two_collectors, load_catalogue)
    shelf = read_shelf("Ann", book)
    missing = [number for number in range(1, 121) if number not in shelf.owned][:5]
    checked = new_hand(book, "Ann", "Dreams", missing, open_now())
    lines = [line.plain for line in reasons_against(checked.faults, shelf.catalogue)]
    book.close()
    assert len(lines) == 2
    assert all(f"#{number} " in lines[1] for number in missing)


def open_now() -> Any:
    import datetime as dt

    return dt.datetime(2026, 3, 1, tzinfo=dt.UTC)


def test_the_owned_cards_are_filtered_by_the_search_language_and_a_fault_names_its_column(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        screen = pilot.app.screen
        owned, box = screen.query_one("#owned", CardList), screen.query_one("#filter", Input)
        everything = len(owned.rows)
        await pilot.press("slash", *"level:5")
        assert 0 < len(owned.rows) < everything
        assert all(row.text.split()[1] == "V" for row in owned.rows)
        box.value = "n>>"
        await pilot.pause()
        assert "Column" in read_screen(pilot.app)
        for nothing in ("owned>99", "is:keepsake", "held:anyone"):
            box.value = nothing
            await pilot.pause()
            assert "No owned card" in read_screen(pilot.app)
        box.value = ""
        await pilot.press("escape")
        assert owned.has_focus
        assert len(owned.rows) == everything

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_last_copies_are_marked_and_spares_counted(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    spare = min(read_shelf("Ann", book).owned)
    log_pack(book, "Ann", [Copies(spare)] * 2, said(open_now()))
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        rows = pilot.app.screen.query_one("#owned", CardList).rows
        assert [row.number for row in rows if " ×3 " in row.text] == [spare]
        assert all(" last " in row.text for row in rows if row.number != spare)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_hand_is_taken_to_the_table_renamed_copied_and_put_away_by_mouse_and_keys(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("y", *"Second", "ctrl+s")
        await settle_screens(pilot)
        await pilot.press("ctrl+r", *"Best", "ctrl+s")
        await settle_screens(pilot)
        await pilot.click("#shelf", offset=(4, 2))
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, BuilderScreen)
        await pilot.press("escape")
        await settle_screens(pilot)
        await pilot.press("z", "y")
        await settle_screens(pilot)
        assert "Dockside" not in read_screen(pilot.app)
        await pilot.press("d")
        await settle_screens(pilot)
        assert "● Ann with Best against" in read_screen(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert set(saved_in(two_collectors)) == {"Best"}


def test_putting_a_hand_away_says_what_is_dropped_and_goes_to_the_next(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    for name in ("Eel", "Frog"):
        new_hand(book, "Ann", name, (1,), open_now())
    keep_hand_draft(book, "Ann", "Eel", HandDraft((1, 2)))
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("down", "z")
        assert "never saved are dropped" in read_screen(pilot.app)
        await pilot.press("y")
        await settle_screens(pilot)
        await pilot.press("z")
        assert "Frog leaves this list" in read_screen(pilot.app)
        assert "never saved" not in read_screen(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)


@pytest.mark.parametrize("owned", [False, True])
def test_the_empty_shelf_says_which_key_to_press(
    two_collectors: Path, tmp_path: Path, open_screens: Any, walk_through: Any, read_screen: Read, owned: bool
) -> None:
    from collection.desk.hands import archive_hand

    path = two_collectors if owned else tmp_path / "empty.db"
    book = Book.open(path, load_catalogue)
    if owned:
        archive_hand(book, "Ann", "Dockside", open_now())
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        assert ("Press n to build one" if owned else "Press p to log the packs") in read_screen(pilot.app)

    walk_through(open_screens(path, "hands"), walk)


def test_hostile_names_of_hands_are_shown_as_they_are_and_drive_nothing(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    collectors.add(book, HOSTILE)
    collectors.use(book, HOSTILE)
    new_hand(book, HOSTILE, HOSTILE + "\x1b]0;pwned\x07\u202e" + "漢" * 200, [137, 1], open_now())
    keep_hand_draft(book, HOSTILE, NEW, HandDraft((999_999, 1, 1)))
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        seen = read_screen(pilot.app)
        for keys in (["down", "enter"], ["ctrl+r"], ["escape", "escape"], ["up", "enter"], ["escape", "z"]):
            await pilot.press(*keys)
            await settle_screens(pilot)
            seen += read_screen(pilot.app)
        assert "[/x] [b" in seen
        assert "999999 is not a card" in seen
        assert "\x1b" not in seen
        assert "\u202e" not in seen

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_setting_that_other_hands_wrote_is_no_draft_and_no_crash(two_collectors: Path) -> None:
    book = Book.open(two_collectors, load_catalogue)
    with book.writing() as unit:
        account = collectors.current(unit, "Ann")
        unit.settings.set(f"drafts.{account.id}", '{"Dockside": 5, "x": ["[/b]"]}')
    assert read_shelf("Ann", book).drafts == {}
    keep_hand_draft(book, "Ann", "Dockside", HandDraft((1, 2), frozenset({2})))
    assert read_shelf("Ann", book).drafts == {"Dockside": HandDraft((1, 2), frozenset({2}))}
    book.close()


def test_picture_of_the_builder(
    two_collectors: Path, open_screens: Any, snap_compare: Any, settle_screens: Settle
) -> None:
    async def take_one_out(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        await pilot.press("enter")
        await settle_screens(pilot)
        await pilot.press("right", "down", "enter", "left", "down", "down")
        await settle_screens(pilot)

    assert snap_compare(open_screens(two_collectors, "hands"), terminal_size=(80, 24), run_before=take_one_out)


def test_enter_saves_a_form_of_one_field_and_enter_twice_on_the_last_of_several_lets_go_of_nothing(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        await pilot.press("enter", "s", *"Eel", "enter")
        await settle_screens(pilot)
        await pilot.press("f6")
        await settle_screens(pilot)
        await pilot.press("n")
        fields = list(pilot.app.screen.query(".field"))
        await pilot.press(*("enter",) * (len(fields) - 1))
        assert pilot.app.screen.focused is fields[-1], "enter goes through every field, choices too"
        await pilot.press(*"so it was", "enter", "enter")
        await settle_screens(pilot)
        assert pilot.app.screen.query(".field"), "the form with its faults is still there"

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert "Eel" in saved_in(two_collectors)


def test_changes_that_cannot_be_kept_as_a_draft_are_named_before_leaving(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        with sqlite3.connect(two_collectors, isolation_level=None) as other:
            other.execute("CREATE TRIGGER no_drafts BEFORE INSERT ON setting BEGIN SELECT RAISE(ABORT, 'full'); END")
            await pilot.press("enter")
            await settle_screens(pilot)
            await pilot.press("f1", "ctrl+q")
            await settle_screens(pilot)
            assert "are not in the book" in " ".join(read_screen(pilot.app).split())
            await pilot.press("escape", "escape", "escape")
            await settle_screens(pilot)
            assert "are not in the book" in " ".join(read_screen(pilot.app).split())
            await pilot.press("escape")

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_what_is_wrong_with_a_name_is_gone_with_the_first_letter_of_another(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("y")
        await settle_screens(pilot)
        assert "such as Dockside" in words_of(pilot.app)
        await pilot.press("ctrl+s")
        assert "A hand needs a name." in words_of(pilot.app)
        await pilot.press("D")
        assert "A hand needs a name." not in words_of(pilot.app)
        await pilot.press(*"ockside", "ctrl+s")
        await settle_screens(pilot)
        assert "already" in words_of(pilot.app)
        await pilot.press("2")
        assert "already" not in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)
