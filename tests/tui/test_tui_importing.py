"""Files on the screens: looked at first, taken in whole or not at all, written, and the book backed up."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from collection.catalogue.data import load_catalogue
from collection.desk.backups import backups
from collection.desk.binder import open_binder
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.forms import Choice
from collection.tui.importing import FilesScreen
from collection.tui.place import KeyCap
from collection.tui.rows import Rows

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]


def owned(path: Path) -> Mapping[int, int]:
    book = Book.open(path, load_catalogue)
    try:
        return dict(open_binder(book).owned)
    finally:
        book.close()


def name(pilot: Pilot[int], path: Path) -> None:
    pilot.app.screen.query_one("#file", Input).value = str(path)


def test_a_file_shows_line_by_line_what_it_would_do_and_bad_lines_are_left_out_only_when_confirmed(
    tmp_path: Path,
    empty_book: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    file = tmp_path / "cards [b][x.csv"
    file.write_text("Number,Name,Quantity\n12,,3\n200,[@click=app.quit]x[/],1\n45,,2\n7,[/foo],1\n", encoding="utf-8")

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("f12")
        name(pilot, tmp_path / "nowhere.csv")
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "No such file or directory" in " ".join(seen(app).split())
        cap = next(cap for cap in app.screen.query(KeyCap) if cap.what[0] == "files.save")
        assert cap.what[2] == "Look at the file first: enter in its line."
        name(pilot, file)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "Read as table: 2 numbers change, +5 and -0 copies;" in seen(app)
        lines = [line for line in seen(app).splitlines() if "refused:" in line or "+" in line[50:60]]
        assert [line.split()[0] for line in lines if line.split()[0].isdigit()] == ["3", "5", "2", "4"]
        assert 'Line 3: "200" is not the number of a card' in seen(app)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "2 lines cannot be read and are left out" in seen(app)
        await pilot.press("y")
        await settle_screens(pilot)
        assert "It is in the book. F8 takes it back." in seen(app)

    walk_through(open_screens(empty_book, "binder"), walk, (120, 40))
    assert owned(empty_book) == {12: 3, 45: 2}


def test_set_counts_whole_counts_everything_and_one_key_takes_it_back(
    tmp_path: Path,
    two_collectors: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    before = owned(two_collectors)
    some = next(iter(before))
    file = tmp_path / "cards.txt"
    file.write_text(f"{some}*4\n", encoding="utf-8")
    found: list[Mapping[int, int]] = []

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("f12")
        name(pilot, file)
        await pilot.press("enter")
        await settle_screens(pilot)
        app.screen.query_one(Choice).focus()
        await pilot.press("right")
        await settle_screens(pilot)
        assert "1 number changes, +3 and -0 copies" in seen(app)
        await pilot.press("right")
        await settle_screens(pilot)
        assert "60 numbers change, +3 and -59 copies" in seen(app)
        assert "not named in the file" in seen(app)
        await pilot.click(next(cap for cap in app.screen.query(KeyCap) if cap.what[0] == "files.save"))
        await settle_screens(pilot)
        found.append(owned(two_collectors))
        await pilot.press("f8")
        await settle_screens(pilot)
        assert "Taken back: what the file brought." in seen(app)

    walk_through(open_screens(two_collectors, "binder"), walk, (120, 40))
    assert found == [{some: 4}]
    assert owned(two_collectors) == before


def test_everything_is_written_backed_up_and_taken_in_by_an_empty_book(
    tmp_path: Path,
    two_collectors: Path,
    empty_book: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    file = tmp_path / "all.json"

    async def write(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("f12", "ctrl+t", "a", "ctrl+s")
        await settle_screens(pilot)
        assert "Name a file that ends in .json" in seen(app)
        app.screen.query_one("#path", Input).value = str(file)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "Written to" in seen(app)
        await pilot.press("ctrl+y")
        await settle_screens(pilot)
        assert "Backed up:" in seen(app)

    async def take_in(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("f12")
        name(pilot, file)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "A file of this program's own." in seen(app)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "It is in the book." in seen(app)
        await pilot.press("enter", "ctrl+s")
        await settle_screens(pilot)
        assert "All of it is in the book already" in seen(app)

    walk_through(open_screens(two_collectors, "packs"), write)
    assert json.loads(file.read_text(encoding="utf-8"))
    assert len(backups(two_collectors)) == 1
    walk_through(open_screens(empty_book, "ante"), take_in)
    assert owned(empty_book) == owned(two_collectors)


def test_a_file_of_another_kind_is_not_written_over(
    tmp_path: Path,
    empty_book: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    seen: Seen,
) -> None:
    letter = tmp_path / "letter.csv"
    letter.write_text("Dear Bo,\n", encoding="utf-8")

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("f12", "ctrl+t")
        pilot.app.screen.query_one("#path", Input).value = str(letter)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert "is no such export" in " ".join(seen(pilot.app).split())
        await pilot.press("escape", "escape")
        await pilot.press("escape")
        await settle_screens(pilot)
        assert not isinstance(pilot.app.screen, FilesScreen)
        assert pilot.app.screen.query(Rows)

    walk_through(open_screens(empty_book, "binder"), walk)
    assert letter.read_text(encoding="utf-8") == "Dear Bo,\n"
