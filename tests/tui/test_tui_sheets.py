"""Other games at a real table, on the screens: written down, told, added up, taken back; by keys and by mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from collection.catalogue.data import load_catalogue
from collection.desk.said import said
from collection.desk.sheets import Person, TableLine, add_sheet, gist, table_games
from collection.games.matschig import sheet as matschig
from collection.games.mud import sheet as mud
from collection.ledger.match import Result
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.place import KeyCap
from tests.tui.conftest import NOON, words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


def games_in(path: Path) -> tuple[TableLine, ...]:
    """Give Ann's other games, those taken back among them."""
    book = Book.open(path, load_catalogue)
    try:
        return table_games(book, "Ann", void=True)
    finally:
        book.close()


@pytest.fixture
def two_games(two_collectors: Path) -> Path:
    """Ann lost a game of MUD to Bo, and shared one of Matschig with five others' help."""
    book = Book.open(two_collectors, load_catalogue)
    add_sheet(book, "Ann", [Person("Bo")], mud.checked(2, 1, "liberal"), said(NOON, id="u1"))
    six = [[matschig.read_line(word) for word in line.split()] for line in ("3 9 9 8 7 7o", "1 2 3 4 5 6")]
    others = [Person("Bo"), Person("Cleo"), *(Person(f"[/x]{name}", guest=True) for name in ("Dan", "Eve", "Fay"))]
    add_sheet(book, "Ann", others, matschig.checked(six), said(NOON, id="m1", note="[b]late[/x"))
    book.close()
    return two_collectors


def test_six_players_of_matschig_are_written_down_by_keys_and_the_accounts_stand_beside(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("O")
        await settle_screens(pilot)
        assert "Press n to write down Matschig, Cardia or MUD" in seen(app)
        await pilot.press("n", "1", *"12 9", "tab", *"Bo", "tab", *"3 8e")
        for name, points in (("C", "22p 1"), ("D", "9 9"), ("E", "0 1"), ("F", "4 x")):
            await pilot.press("tab", name, "tab", *points)
        await settle_screens(pilot)
        text = seen(app)
        assert [line for line in text.splitlines() if "3 8e" in line and " 7 " in line]
        assert [line for line in text.splitlines() if "22p 1" in line and " 12 " in line]
        assert [line for line in text.splitlines() if "4 x" in line and "?" in line]
        assert "^s Save" in text
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert '"x" is no player\'s round' in words_of(app)
        assert "^s Save" in seen(app)
        await pilot.press("backspace", "5", "ctrl+s")
        await settle_screens(pilot)
        assert "▼ lost" in seen(app)
        assert "21 : 7, 12, 18, 1, 9" in seen(app)
        assert isinstance(app, MudwaterApp)
        assert app.said[-1].text == "Matschig is written down: E won. u takes it back."
        await pilot.press("u")
        await settle_screens(pilot)
        assert "void" in seen(app)

    walk_through(open_screens(two_collectors, "ante"), walk)
    (line,) = games_in(two_collectors)
    assert line.void
    assert line.match.mode == "easier, perfect"
    assert line.others == ("Bo", "C", "D", "E", "F")


def test_mud_is_written_down_by_mouse_but_for_the_name(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.click(next(cap for cap in app.screen.query(KeyCap) if cap.what[0] == "ante.others"))
        await settle_screens(pilot)
        await pilot.click(next(cap for cap in app.screen.query(KeyCap) if cap.what[0] == "others.new"))
        await settle_screens(pilot)
        await pilot.click("OptionList", offset=(4, 1))
        await settle_screens(pilot)
        await pilot.click("#save")
        await settle_screens(pilot)
        assert "Who else played?" in seen(app)
        await pilot.press(*"Cleo")
        await pilot.click("#winner", offset=(6, 0))
        await pilot.click("#leaning", offset=(12, 0))
        await pilot.click("#new", offset=(18, 0))
        await pilot.click("#save")
        await settle_screens(pilot)
        assert "Cleo as Conservative" in seen(app)

    walk_through(open_screens(two_collectors, "ante"), walk)
    (line,) = games_in(two_collectors)
    assert (line.result, line.winners, gist(line)) == (Result.LOST, ("Cleo",), "Cleo as Conservative")
    assert line.match.seats[1].account is None


def test_cardia_is_written_down_game_by_game_and_a_third_victory_is_refused(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("O")
        await settle_screens(pilot)
        await pilot.press("n", "3", *"Bo", "tab", "w", "tab", *"iii", "tab", *"5", "tab", "w", "tab", "tab", "tab", "w")
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert '"5" are no signets' in words_of(app)
        app.screen.query_one("#signets-1", Input).value = "5-3"
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "Game 3: somebody had won 2 games before it" in words_of(app)
        await pilot.click("#ended-3", offset=(2, 0))
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "2 : 0" in seen(app)

    walk_through(open_screens(two_collectors, "ante"), walk)
    assert [gist(line) for line in games_in(two_collectors)] == ["2 : 0"]


def test_games_and_figures_are_opened_filtered_and_taken_back_once_confirmed(
    two_games: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("O", "enter")
        await settle_screens(pilot)
        assert "Ann: 4 (3; 1)" in words_of(app)
        assert "[b]late[/x" in seen(app)
        await pilot.press("escape", "tab", "enter")
        assert "account 4.0 on average, 4 at best" in words_of(app)
        await pilot.press("escape", "slash", *"mud", "enter")
        await settle_screens(pilot)
        assert "Matschig" not in seen(app)
        assert "Bo as Liberal" in seen(app)
        await pilot.press("v", "enter")
        await settle_screens(pilot)
        assert "void" not in seen(app)
        await pilot.press("v", "y")
        await settle_screens(pilot)
        assert "void" in seen(app)
        await pilot.press("escape", "escape")
        await settle_screens(pilot)
        assert "No games yet." in seen(app)

    walk_through(open_screens(two_games, "ante"), walk)
    assert [(line.match.game, line.void) for line in games_in(two_games)] == [("matschig", False), ("mud", True)]


def test_a_rivals_page_tells_the_other_games_too(
    two_games: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    from collection.tui.rival import RivalScreen

    async def walk(pilot: Pilot[int]) -> None:
        pilot.app.push_screen(RivalScreen("Bo"))
        await settle_screens(pilot)
        assert "MUD, 1 game: 0 won, 1 lost; they won 1" in words_of(pilot.app)

    walk_through(open_screens(two_games, "ante"), walk)


def test_an_evenings_points_are_not_thrown_away_by_one_key(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("O")
        await settle_screens(pilot)
        await pilot.press("n", "1", "escape")
        assert not app.screen.query("#rounds-0"), "nothing was typed, so nothing is asked"
        await pilot.press("n", "1", *"12 9", "escape", "enter")
        assert app.screen.query_one("#rounds-0", Input).value == "12 9", "the safe answer has the focus"
        await pilot.press("escape", "y")
        assert not app.screen.query("#rounds-0")

    walk_through(open_screens(two_collectors, "ante"), walk)
