"""What a collector does in the Binder and with rivals: marks, lists, saved searches, corrections, trades, warnings."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from textual.app import App
from textual.command import Hit
from textual.pilot import Pilot
from textual.widgets import Input

from collection.catalogue.card import Card
from collection.catalogue.data import load_catalogue
from collection.catalogue.order import ORDERS
from collection.desk.antes import add_ante
from collection.desk.hands import hands
from collection.desk.marks import mark, marks
from collection.desk.said import said
from collection.desk.searches import searches
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.binder_rows import COLUMNS, SORTINGS, in_order, sorting_after
from collection.tui.help import PaletteCommands
from collection.tui.rows import Rows

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


def numbers(app: App[int]) -> list[int]:
    return [int(key) for key in app.screen.query_one("#cards", Rows).row_keys]


def card(path: Path, number: int) -> Card:
    book = Book.open(path, load_catalogue)
    with book.reading() as unit:
        found = unit.cards.catalogue()[number]
    book.close()
    return found


# Ordering


def test_every_column_and_every_order_of_the_search_language_can_be_sorted_by() -> None:
    assert {sorting.column for sorting in SORTINGS} - {""} == {column for column, _, _ in COLUMNS}
    assert {sorting.field for sorting in SORTINGS} == {*ORDERS, "mark"}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("at", range(len(SORTINGS)))
def test_the_number_is_the_last_tie_break_of_every_order(at: int, turned: bool) -> None:
    cards = list(load_catalogue())
    owned = {number: number % 3 for number in range(1, 121)}
    found = in_order(list(reversed(cards)), at, turned, owned, {7: ["keepsake"], 3: ["wish"]})
    assert sorted(one.number for one in found) == list(range(1, 121))
    for before, after in itertools.pairwise(found):
        same = value(before, SORTINGS[at].field, owned) == value(after, SORTINGS[at].field, owned)
        assert not same or before.number < after.number


def value(one: Card, field: str, owned: Mapping[int, int]) -> object:
    if field == "owned":
        return owned[one.number]
    if field == "mark":
        return one.number in (3, 7)
    return sum(one.edges) if field == "sum" else getattr(one, field)


def test_a_second_click_turns_the_order_round_and_the_edges_heading_goes_through_the_four_sides() -> None:
    name = next(place for place, sorting in enumerate(SORTINGS) if sorting.column == "name")
    assert sorting_after(0, "name") == (name, False)
    assert sorting_after(name, "name") == (name, True)
    at, sides = 0, []
    for _ in range(5):
        at, turn = sorting_after(at, "edges")
        assert not turn
        sides.append(SORTINGS[at].field)
    assert sides == ["n", "e", "s", "w", "n"]


# Marks, lists, saved searches


def test_marks_are_put_on_by_key_and_mouse_shown_by_sign_and_word_and_make_a_list(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("m", "k")
        await settle_screens(pilot)
        assert "♥ keepsake" in seen(app)
        await pilot.press("m")
        await settle_screens(pilot)
        assert await pilot.click("OptionList", offset=(4, 1))
        await settle_screens(pilot)
        assert "♥☆" in seen(app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "Marked  ♥ keepsake" in seen(app)
        await pilot.press("escape", "at")
        await settle_screens(pilot)
        assert "1 card" in seen(app)
        await pilot.press("down", "down", "enter")
        await settle_screens(pilot)
        assert numbers(app) == [1]
        await pilot.press("m", "k")
        await settle_screens(pilot)
        assert "No keepsakes yet" in seen(app)

    walk_through(open_screens(two_collectors, "binder"), walk)
    book = Book.open(two_collectors, load_catalogue)
    assert [(line.mark.number, line.mark.kind) for line in marks(book)] == [(1, MarkKind.WISH)]
    book.close()


def test_a_search_is_saved_asked_for_by_name_found_in_the_palette_and_forgotten(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("s")
        await settle_screens(pilot)
        assert "Type a search first" in seen(app)
        app.screen.query_one("#filter", Input).value = "level:5"
        await pilot.press("s", *"top", "ctrl+s")
        await settle_screens(pilot)
        app.screen.query_one("#filter", Input).value = "@top -is:missing"
        await pilot.pause(0.1)
        assert 0 < len(numbers(app)) < 8
        found = [
            str(hit.match_display) async for hit in PaletteCommands(app.screen).search("top") if isinstance(hit, Hit)
        ]
        assert any("@top" in line for line in found)
        await pilot.press("at")
        await settle_screens(pilot)
        assert "@top" in seen(app)
        await pilot.press("up", "minus")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "binder"), walk)
    book = Book.open(two_collectors, load_catalogue)
    assert searches(book) == ()
    book.close()


# One card


def test_a_card_is_corrected_from_the_card_in_hand_and_what_is_ticked_is_confirmed(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    before = card(two_collectors, 2)
    assert "name" not in before.confirmed

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("down", "e", "ctrl+t")
        app.screen.query_one("#n", Input).value = "12"
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "not an edge" in seen(app)
        assert app.focused is app.screen.query_one("#n")
        app.screen.query_one("#n", Input).value = "9"
        assert await pilot.click("#mark-tribe")
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "is corrected" in seen(app)

    walk_through(open_screens(two_collectors, "binder"), walk)
    after = card(two_collectors, 2)
    assert (after.n, after.name, after.tribe) == (9, before.name, before.tribe)
    assert after.confirmed - before.confirmed == {"n", "name", "tribe"}


def test_a_cards_life_is_written_down_once_and_overwrites_nothing(
    two_collectors: Path,
    tmp_path: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+t", "ctrl+s")
        await settle_screens(pilot)
        assert "Its life is in" in seen(pilot.app)
        await pilot.press("ctrl+t", "ctrl+s")
        await settle_screens(pilot)
        assert "is there already" in seen(pilot.app)

    walk_through(open_screens(two_collectors, "binder"), walk)
    assert "1 Plank Walker" in (tmp_path / "card-1.txt").read_text(encoding="utf-8")


# Rivals, and keepsakes at stake


@pytest.fixture
def with_a_rival(two_collectors: Path) -> tuple[Path, tuple[int, ...]]:
    """A book where Ann lost a card to Hattie, and keeps the first three of Dockside for herself."""
    book = Book.open(two_collectors, load_catalogue)
    hand = hands(book)[0].hand.cards
    add_ante(book, None, "Hattie", Result.LOST, said(NOON), mine=hand[-1])
    mark(book, None, MarkKind.KEEPSAKE, hand[:3])
    book.close()
    return two_collectors, hand


def test_a_rivals_page_tells_games_held_cards_and_trades_and_takes_what_they_look_for(
    with_a_rival: tuple[Path, tuple[int, ...]],
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    path, hand = with_a_rival

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("tab", "enter")
        await settle_screens(pilot)
        text = seen(app)
        assert "1 game, the last on 2026-03-01: ▲ 0 won, ▼ 1 lost" in text
        assert "To win back" in text
        assert "Nothing is marked of them. Press m" in text
        await pilot.press("m", "tab", *str(hand[0]), "ctrl+s")
        await settle_screens(pilot)
        assert "They look for 1 card" in seen(app)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert app.screen.query_one("#rivals", Rows).has_focus

    walk_through(open_screens(path, "ante"), walk, (120, 40))
    book = Book.open(path, load_catalogue)
    assert [line.mark.number for line in marks(book, whose="Hattie")] == [hand[0]]
    book.close()


def test_keepsakes_are_warned_about_where_a_hand_is_built_dealt_for_keeps_or_an_ante_recorded(
    with_a_rival: tuple[Path, tuple[int, ...]],
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    path, hand = with_a_rival

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert "3 keepsakes, marked never to be staked" in seen(app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "♥ 3 keepsakes" in seen(app)
        await pilot.press("f6", "n", *"Bo", "tab", "right", "tab", "tab", *str(hand[0]), "ctrl+s")
        await settle_screens(pilot)
        assert "♥ It is a keepsake" in seen(app)
        await pilot.press("y")
        await settle_screens(pilot)
        assert "is a keepsake, marked never to be staked, and was your ante" in " ".join(app_said(app))

    walk_through(open_screens(path, "hands"), walk, (120, 40))


def app_said(app: App[int]) -> list[str]:
    assert isinstance(app, MudwaterApp)
    return [said.text for said in app.said]
