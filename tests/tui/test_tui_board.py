"""The board and its faces, drawn in cells."""

from __future__ import annotations

import asyncio

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.geometry import Size

from collection.catalogue.card import Family, Level
from collection.games.mudwater.state import BLACK, SQUARES, WHITE
from collection.tui.board import EMPTY_BOARD, Board
from collection.tui.face import Look, Printed, draw, fit, name_lines

DEAD_CALM = Printed(118, "Dead Calm", Level.V, Family.ARCANA, (4, 3, 6, 2), stand_in=True)


def text(look: Look, width: int = 13, height: int = 5) -> list[str]:
    return ["".join(part.text for part in line) for line in draw(look, width, height)]


def test_a_face_shows_its_edges_at_their_sides_and_everything_else_inside() -> None:
    assert text(Look("n", BLACK, DEAD_CALM)) == [
        "┏━━━━━4━━━━n┓",
        "┃● ◆◆◆◆◆ 118┃",
        "┃2   A~    3┃",
        "┃Dead Calm  ┃",
        "┗━━━━━6━━━━━┛",
    ]


def test_the_owner_is_told_by_mark_and_frame_and_not_by_colour_alone() -> None:
    black, white = text(Look("c", BLACK, DEAD_CALM)), text(Look("c", WHITE, DEAD_CALM))
    assert (black[0][0], black[1][1]) == ("┏", "●")
    assert (white[0][0], white[1][1]) == ("┌", "○")


def test_a_rock_shows_nothing_to_the_other_seat() -> None:
    drawn = "".join(text(Look("e", WHITE, None, rock=True)))
    assert "rock" in drawn
    assert not any(character.isdigit() for character in drawn)
    assert "◆" not in drawn


def test_a_rock_shows_its_card_to_its_owner_without_edges_that_do_not_count() -> None:
    drawn = text(Look("e", BLACK, DEAD_CALM, rock=True))
    assert "118" in drawn[2]
    assert "Dead Calm" in drawn[3]
    assert "4" not in drawn[0] + drawn[-1]


def test_targets_upgrades_captures_and_the_cursor_are_readable_without_colour() -> None:
    assert "[ sw ]" in "".join(text(Look("sw", target=True)))
    assert "[" not in "".join(text(Look("sw")))
    assert "▲" in "".join(text(Look("n", BLACK, DEAD_CALM, target=True, upgrade=True)))
    assert "○→● taken" in "".join(text(Look("n", WHITE, DEAD_CALM, taken=True)))
    pointed = text(Look("c", WHITE, DEAD_CALM, cursor=True))
    assert pointed[0][0] == "╔"
    assert pointed[2].startswith("▶")
    assert pointed[2].endswith("◀")


@pytest.mark.parametrize("size", [(13, 5), (19, 7), (23, 9), (3, 1)])
@pytest.mark.parametrize("name", ["Dead Calm", "漢字の長い名前です", "🐊" * 30, "[/x] [b", "a" * 900, ""])
def test_every_line_of_a_face_is_exactly_as_wide_as_the_face(size: tuple[int, int], name: str) -> None:
    card = Printed(7, name, Level.II, Family.CLUB, (1, 2, 3, 4))
    for look in (Look("n", BLACK, card), Look("n", WHITE, card, rock=True), Look("n", WHITE, card, taken=True)):
        widths = {cell_len(line) for line in text(look, *size)}
        assert widths == {max(size[0], 13)}


def test_long_names_are_broken_between_words_and_cut_with_an_ellipsis() -> None:
    assert name_lines("Mayor of the Eleven Drowned Parishes", 12, 2) == ["Mayor of the", "Eleven Drow…"]
    assert fit("Dead Calm", 4) == "Dea…"


class _Table(App[None]):
    def __init__(self, looks: tuple[Look, ...] = EMPTY_BOARD) -> None:
        super().__init__()
        self.board = Board(looks)
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_board_chosen(self, message: Board.Chosen) -> None:
        self.chosen.append(SQUARES[message.square])


def test_every_square_can_be_chosen_by_keys_and_by_mouse() -> None:
    async def walk() -> None:
        app = _Table()
        async with app.run_test(size=(80, 24)) as pilot:
            app.board.focus()
            await pilot.press("k", "h", "enter", "l", "enter", "right", "right", "space", "j", "down", "enter")
            assert app.chosen == ["nw", "n", "ne", "se"]
            app.chosen.clear()
            width, height = app.board.square_size()
            left, top = (80 - 3 * width) // 2, (24 - 3 * height) // 2
            for square in range(9):
                row, column = divmod(square, 3)
                offset = (left + column * width + width // 2, top + row * height + height // 2)
                await pilot.click(Board, offset=offset)
            assert app.chosen == list(SQUARES)
            assert await pilot.click(Board, offset=(0, 0))
            assert len(app.chosen) == 9, "a click beside the board chooses nothing"

    asyncio.run(walk())


def test_the_cursor_jumps_between_the_squares_where_the_card_may_go() -> None:
    async def walk() -> None:
        looks = tuple(Look(place, target=place in ("n", "se")) for place in SQUARES)
        app = _Table(looks)
        async with app.run_test(size=(80, 24)) as pilot:
            app.board.focus()
            await pilot.press("full_stop")
            assert SQUARES[app.board.cursor] == "se"
            await pilot.press("full_stop")
            assert SQUARES[app.board.cursor] == "n"
            await pilot.press("comma")
            assert SQUARES[app.board.cursor] == "se"

    asyncio.run(walk())


@pytest.mark.parametrize(("size", "square"), [((41, 17), (13, 5)), ((74, 31), (23, 9)), ((200, 60), (23, 9))])
def test_squares_grow_with_the_room_there_is(size: tuple[int, int], square: tuple[int, int]) -> None:
    async def walk() -> None:
        app = _Table()
        async with app.run_test(size=size):
            assert app.board.square_size() == square

    asyncio.run(walk())


def test_the_board_fits_into_every_room_that_holds_its_smallest_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    for columns in range(39, 130):
        for rows in range(15, 50):
            monkeypatch.setattr(Board, "size", Size(columns, rows))
            width, height = board.square_size()
            assert 3 * width <= columns, (columns, rows)
            assert 3 * height <= rows, (columns, rows)
            assert width % 2 == height % 2 == 1, "a square has a middle"
