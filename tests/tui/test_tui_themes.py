"""Light, dark and plain by rule: each screen that is listed here can be read in all, and says nothing by colour alone.

What is read are the cells as they are drawn. Text has a contrast of 4.5 to 1 (WCAG 2 AA) at least; what is dimmed,
because it cannot be done now or matters little, and the lines that frames are drawn with, have 3 to 1. The plain theme
uses the terminal's own colours, of which nothing is known: there a colour stands on the terminal's own ground or the
other way round; only the cursor in a list is black on white.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.color import Color, ColorType
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color as Shade
from textual.filter import LineFilter
from textual.pilot import Pilot

from collection.catalogue.data import load_catalogue
from collection.desk.analysis import analysis_of
from collection.play.programs import play_out
from collection.play.sitting import Sitter, sit_down
from collection.store.book import Book
from collection.tui.board import Board
from collection.tui.face import Look, Printed
from collection.tui.themes import THEMES
from tests.tui.conftest import NOON, settled

READABLE, QUIET = 4.5, 3.0
"""The least contrast of text, and of what is dimmed or a line."""
LINES = range(0x2500, 0x2580)
"""Box drawing: frames, which say who owns a card."""
BLOCKS = range(0x2580, 0x25A0)
"""Half cells that edges of inputs, buttons and bars are made of: decoration."""
MARKED = {0, 7}
"""The plain theme's one pair of colours, black on white: where the cursor is."""


Walk = Callable[[Pilot[int]], Awaitable[None]]


class State(NamedTuple):
    """Something that the screens can show: where to begin, what is shown over it, and the keys that lead on."""

    start: str
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = (80, 24)
    over: Walk | None = None


async def another_game(pilot: Pilot[int]) -> None:
    """Play Matschig up to where somebody has to add a third card, or cannot."""
    from collection.play.gathering import Guest, gather
    from collection.tui.app import MudwaterApp
    from collection.tui.round import RoundScreen

    app = pilot.app
    assert isinstance(app, MudwaterApp)
    assert app.book is not None
    guests = [Guest("human", "Ann"), Guest("greedy"), Guest("random")]
    options = {"first": "B"}
    gathering = gather(app.book, "matschig", guests, rng=random.Random(7), now=app.clock(), options=options)
    screen = RoundScreen(gathering, random.Random(3))
    await app.push_screen(screen)
    while screen.busy or 0 not in gathering.waiting_for:
        await pilot.pause(0.01)
    await pilot.pause()


async def watched(pilot: Pilot[int]) -> None:
    """Watch a match between programs that has come a few moves far."""
    from tests.tui.test_tui_watch import watch

    await watch(pilot, moves=4)


STATES = {
    "binder": State("binder"),
    "binder, wide": State("binder", ("down",), (120, 40)),
    "a card": State("binder", ("enter",)),
    "a filter that finds nothing": State("binder", ("slash", "z", "q", "z")),
    "packs": State("packs"),
    "numbers being typed": State("packs", ("a", "1", "2", "space", "9", "9", "9")),
    "hands": State("hands"),
    "builder": State("hands", ("enter",), (120, 40)),
    "table": State("table"),
    "match": State("table", ("d",)),
    "a card held": State("table", ("d", "enter"), (120, 40)),
    "ante": State("ante"),
    "a match watched": State("table", size=(120, 40), over=watched),
    "gathering": State("table", ("O",)),
    "another game": State("table", over=another_game),
    "earlier games": State("table", ("G",)),
    "a review": State("table", ("G", "enter", "end", "g")),
    "a review, wide": State("table", ("G", "enter", "end"), (120, 40)),
    "the sum of a game": State("table", ("G", "enter", "percent_sign")),
    "puzzles": State("table", ("P",)),
    "help": State("hands", ("question_mark",)),
    "palette": State("binder", ("f2",)),
    "files": State("binder", ("f",)),
    "leaving with something typed": State("packs", ("a", "1", "2", "escape", "q")),
}
"""What is looked at, by name. A new screen is one line here."""


class MarkDim(LineFilter):
    """Keeps on record what is dim: Textual mixes its colours and then forgets that it was."""

    def apply(self, segments: list[Segment], background: Shade) -> list[Segment]:
        return [
            segment._replace(style=segment.style + Style(blink2=True))
            if segment.style is not None and segment.style.dim
            else segment
            for segment in segments
        ]


class Cell(NamedTuple):
    """One drawn character, with the colours that it ends up in."""

    sign: str
    ink: Color | None
    ground: Color | None
    dim: bool
    at: tuple[int, int]


def cells(app: App[int]) -> Iterator[Cell]:
    """Give what is drawn, but for what is blank, and for a screen that is dimmed behind a question."""
    screen = app.screen
    regions = [child.region for child in screen.children if child.display] if screen.is_modal else [screen.region]
    for row, strip in enumerate(screen._compositor.render_strips()):
        column = 0
        for segment in strip:
            drawn = _drawn(segment, row, column)
            yield from (cell for cell in drawn if any(region.contains(cell.at[1], cell.at[0]) for region in regions))
            column += segment.cell_length


def _drawn(segment: Segment, row: int, column: int) -> Iterator[Cell]:
    style = segment.style
    if style is None:
        return
    ink, ground = (style.bgcolor, style.color) if style.reverse else (style.color, style.bgcolor)
    for offset, sign in enumerate(segment.text):
        if not sign.isspace():
            yield Cell(sign, ink, ground, bool(style.blink2), (row, column + offset))


def luminance(color: Color) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [part / 255 for part in color.get_truecolor()]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Contrast as WCAG 2 defines it, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def too_faint(app: App[int]) -> list[str]:
    """Name the stretches that cannot be read: where, what, and how faint."""
    found: dict[tuple[int, str], list[Cell]] = {}
    for cell in cells(app):
        if ord(cell.sign) in BLOCKS:
            continue
        assert cell.ink is not None, cell
        assert cell.ground is not None, cell
        reached = contrast(cell.ink, cell.ground)
        if reached < (QUIET if cell.dim or ord(cell.sign) in LINES else READABLE):
            said = f"{reached:.2f}{' dim' if cell.dim else ''} {cell.ink.name} on {cell.ground.name}"
            found.setdefault((cell.at[0], said), []).append(cell)
    return [f"line {row}: {''.join(cell.sign for cell in faint)!r} {said}" for (row, said), faint in found.items()]


def bound_to_fail(app: App[int]) -> list[str]:
    """Name what is drawn in colours that a terminal may show alike, or that are not the terminal's own."""
    found: dict[tuple[int, str], list[Cell]] = {}
    for cell in cells(app):
        own = [color for color in (cell.ink, cell.ground) if color is not None and not color.is_default]
        foreign = any(color.type is ColorType.TRUECOLOR for color in own)
        marked = {color.number for color in own} == MARKED
        if foreign or (len(own) > 1 and not marked and ord(cell.sign) not in BLOCKS):
            found.setdefault((cell.at[0], " on ".join(color.name for color in own)), []).append(cell)
    return [f"line {row}: {''.join(cell.sign for cell in bad)!r} {said}" for (row, said), bad in found.items()]


@pytest.fixture(scope="module")
def played_book(finished_books: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of two collectors, with a match that was played to its end."""
    path = Path(shutil.copy(finished_books / "book.db", tmp_path_factory.mktemp("played") / "played.db"))
    book, rng = Book.open(path, load_catalogue), random.Random(2)
    sitting = sit_down(book, Sitter("greedy", "Ann", "Dockside"), Sitter("random"), rng=rng, now=NOON)
    play_out(sitting, sitting.game, rng, lambda: NOON)
    book.close()
    return path


@pytest.mark.parametrize("name", STATES)
def test_everything_drawn_can_be_read_in_every_theme(
    name: str,
    played_book: Path,
    tmp_path: Path,
    open_screens: Any,
    walk_through: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # How well a game is judged changes nothing of how a review looks.
    monkeypatch.setitem(analysis_of.__kwdefaults__ or {}, "effort", 20)
    state = STATES[name]
    faults: list[str] = []

    async def walk(pilot: Pilot[int]) -> None:
        if state.over is not None:
            await state.over(pilot)
        for key in state.keys:
            await pilot.press(key)
            await settled(pilot)
        app = pilot.app
        app._filters.insert(0, MarkDim())
        for theme in reversed(THEMES):  # the one that is shown last of all: it was drawn without the filter
            app.theme = theme.name
            await pilot.pause()
            check = bound_to_fail if theme.ansi else too_faint
            faults.extend(f"{theme.name}, {fault}" for fault in check(app))

    walk_through(open_screens(Path(shutil.copy(played_book, tmp_path / "book.db")), state.start), walk, state.size)
    assert not faults, "\n".join(faults)


def without_colour(app: App[int]) -> list[str]:
    """Give the lines of the screen as a terminal without colours shows them: signs, and how they are set.

    Whether something is bold, underlined or reversed is no colour, and every terminal shows it.
    """
    lines = []
    for strip in app.screen._compositor.render_strips():
        line = ""
        for text, style, _ in strip:
            marks = [mark for mark in ("bold", "underline", "reverse") if style is not None and getattr(style, mark)]
            line += f"<{' '.join(marks)}>{text}</>" if marks else text
        lines.append(line)
    return lines


class Pair(NamedTuple):
    """Two sights that differ in one thing alone: the keys to the first, those from it to the second, where to look."""

    start: str
    first: tuple[str, ...]
    then: tuple[str, ...]
    of: str


PAIRS = {
    "the cursor in the binder": Pair("binder", ("down",), ("down",), "DataTable"),
    "the cursor in a hand": Pair("hands", ("enter",), ("down",), "OptionList"),
    "the focus of a field": Pair("binder", (), ("slash",), "#filter"),
    "a setting chosen": Pair("table", (), ("down", "enter"), "#form"),
    "the card in hand": Pair("table", ("d",), ("down",), "#cards"),
    "the square under the cursor": Pair("table", ("d", "tab"), ("left",), "Board"),
    "a command that can be done now": Pair("table", ("d",), ("enter", "enter"), "KeyLine"),
    "where a held card may go": Pair("table", ("d", "tab"), ("shift+tab", "enter"), "Board"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_nothing_is_said_by_colour_alone(name: str, two_collectors: Path, open_screens: Any, walk_through: Any) -> None:
    pair = PAIRS[name]
    seen: dict[str, list[list[str]]] = {theme.name: [] for theme in THEMES}

    async def walk(pilot: Pilot[int]) -> None:
        for keys in (pair.first, pair.then):
            for key in keys:
                await pilot.press(key)
                await settled(pilot)
            region = pilot.app.screen.query(pair.of).first().region
            for theme, sights in seen.items():
                pilot.app.theme = theme
                await pilot.pause()
                sights.append(without_colour(pilot.app)[region.y : region.bottom])

    walk_through(open_screens(two_collectors, pair.start), walk)
    for theme, (first, then) in seen.items():
        assert first != then, "\n".join((theme, *first))


LYING = Look("c", owner=0, card=Printed.of(load_catalogue()[41]))
SQUARES_LIKE = {
    "whose a card is": (LYING, replace(LYING, owner=1)),
    "whose a rock is": (Look("c", owner=0, rock=True), Look("c", owner=1, rock=True)),
    "what a play would take": (LYING, replace(LYING, taken=True)),
    "what may be upgraded": (LYING, replace(LYING, target=True, upgrade=True)),
    "what the last move changed": (LYING, replace(LYING, fresh=True)),
    "what a hint names": (LYING, replace(LYING, hint=True)),
}
"""Two squares that differ in one thing alone."""


def test_no_square_says_anything_by_colour_alone(two_collectors: Path, open_screens: Any, walk_through: Any) -> None:
    alike: list[str] = []

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d")
        await settled(pilot)
        board = pilot.app.screen.query_one(Board)
        others = board.looks[1:]
        for theme in THEMES:
            pilot.app.theme = theme.name
            for name, pair in SQUARES_LIKE.items():
                sights = []
                for look in pair:
                    board.show((look, *others))
                    await pilot.pause()
                    sights.append(without_colour(pilot.app)[board.region.y : board.region.bottom])
                if sights[0] == sights[1]:
                    alike.append(f"{theme.name}: {name}")

    walk_through(open_screens(two_collectors, "table"), walk)
    assert not alike
