"""The frame of the screens: one registry of commands, five places, the first run, trouble, people's words."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.app import App
from textual.command import DiscoveryHit
from textual.pilot import Pilot
from textual.widgets import Input, Static

from collection.catalogue.card import Copies
from collection.catalogue.data import load_catalogue
from collection.desk import collectors, exchange
from collection.desk.antes import add_ante
from collection.desk.files import named_path
from collection.desk.hands import new_hand
from collection.desk.packs import log_pack
from collection.desk.said import said
from collection.desk.searches import save_search
from collection.errors import Refused
from collection.ledger.match import Result
from collection.store.book import Book
from collection.text import LONGEST
from collection.tui import place
from collection.tui.ante import AnteScreen
from collection.tui.app import MudwaterApp
from collection.tui.binder import BinderScreen
from collection.tui.commands import EVERYWHERE, bindings_of, commands_of, key_display, registry, types_a_character
from collection.tui.decks import DecksScreen
from collection.tui.decks_builder import DeckBuilderScreen
from collection.tui.games import GamesScreen
from collection.tui.hands import HandsScreen
from collection.tui.hands_builder import BuilderScreen
from collection.tui.hands_compare import CompareScreen
from collection.tui.hands_history import HistoryScreen
from collection.tui.hands_ladder import LadderScreen
from collection.tui.hands_stake import StakeScreen
from collection.tui.help import PaletteCommands, keys_of
from collection.tui.importing import FilesScreen
from collection.tui.ledger import LedgerScreen
from collection.tui.loss import LossScreen
from collection.tui.loss_entry import LossEntryScreen
from collection.tui.packs import PacksScreen
from collection.tui.packs_lessons import LessonsScreen
from collection.tui.place import PLACES, KeyCap, MudwaterScreen, PlaceTab
from collection.tui.puzzles import PuzzlesScreen
from collection.tui.puzzles_solving import PuzzleScreen
from collection.tui.recount import RecountScreen
from collection.tui.review import ReviewScreen
from collection.tui.rival import RivalScreen
from collection.tui.round import RoundScreen
from collection.tui.round_setup import GatherScreen
from collection.tui.rows import LIST_BINDINGS
from collection.tui.sheets import OthersScreen
from collection.tui.suggest import SuggestScreen
from collection.tui.table import TableScreen
from collection.tui.table_match import MatchScreen
from collection.tui.text import clipped, plain_content, plain_text
from collection.tui.watch import WatchScreen
from collection.tui.welcome import WelcomeScreen

Settle = Callable[[Pilot[int]], Awaitable[None]]
Seen = Callable[[App[int]], str]
Walk = Callable[[Pilot[int]], Awaitable[None]]
WalkThrough = Callable[..., None]
OpenScreens = Callable[..., MudwaterApp]

SCREENS: tuple[type[MudwaterScreen], ...] = (
    WelcomeScreen,
    BinderScreen,
    PacksScreen,
    HandsScreen,
    BuilderScreen,
    HistoryScreen,
    CompareScreen,
    StakeScreen,
    LadderScreen,
    SuggestScreen,
    TableScreen,
    MatchScreen,
    AnteScreen,
    LossEntryScreen,
    LossScreen,
    LedgerScreen,
    RivalScreen,
    OthersScreen,
    LessonsScreen,
    RecountScreen,
    FilesScreen,
    PuzzlesScreen,
    PuzzleScreen,
    WatchScreen,
    ReviewScreen,
    GamesScreen,
    DecksScreen,
    DeckBuilderScreen,
    GatherScreen,
    RoundScreen,
)
SAME_ACT = {
    "type": "new",
    "new-hand": "new",
    "complete": "edit",
    "mend": "edit",
    "rematch": "deal",
    "story": "look",
    "confirm": "open",
    "put": "open",
    "lessons": "completion",
    "rival": "look",
    "history": "look",
    "stake": "completion",
    "summary": "completion",
    "hint": "suggest",
    "better": "suggest",
    "take-back": "undo",
    "review": "open",
    "again": "deal",
    "go": "skip",
}
"""Commands that are one act under two names: something begins, is mended, is dealt, is looked at whole, is taken,
is told in figures, goes on."""

HOSTILE = (
    "[/x]",
    "[@click=app.quit]x[/]",
    "[b]bold\\[",
    "\x1b[31mred\x1b]0;title\x07",
    "\u202eright to left\u2066",
    "🐊🃏👩‍👩‍👧 e\u0301",
    "w" * 10_000,
)


# The registry


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.WHERE)
def test_every_command_of_a_screen_has_its_keys_and_its_act(screen: type[MudwaterScreen]) -> None:
    bound = {(binding.key, binding.action) for binding in screen.BINDINGS if not isinstance(binding, tuple)}
    commands = commands_of(screen.WHERE)
    assert commands
    for command in commands:
        assert {(key, command.action) for key in command.keys} <= bound
        assert callable(getattr(screen, f"action_{command.name}"))
        assert command.label
        assert command.description


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.WHERE)
def test_help_breaks_its_lines_between_sentences_alone(screen: type[MudwaterScreen]) -> None:
    # The help is narrower than the text in the program: a break within a sentence would leave ragged lines.
    headings = {"Taking a file in", "Typing a pack", "Counting"}
    broken = [line for line in screen.HELP_TEXT.splitlines() if line[-1] not in ".!?:" and line not in headings]
    assert broken == []


def test_every_command_for_everywhere_has_its_keys_and_its_act() -> None:
    bound = {binding.key for binding in bindings_of(EVERYWHERE)}
    for command in commands_of(EVERYWHERE):
        assert set(command.keys) <= bound
        assert callable(getattr(MudwaterApp, f"action_{command.name}"))


@pytest.mark.parametrize("where", sorted({command.where for command in registry().values()}))
def test_no_key_means_two_things_on_one_screen(where: str) -> None:
    meanings: defaultdict[str, set[str]] = defaultdict(set)
    for command in (*commands_of(where), *(() if where == EVERYWHERE else commands_of(EVERYWHERE))):
        for key in command.keys:
            meanings[key].add(command.id)
    moves = {"binder.next-card", "binder.previous-card"}
    for binding in LIST_BINDINGS:
        meanings[binding.key] |= {"a move in the list"} - (
            {"a move in the list"} if meanings[binding.key] & moves else set()
        )
    assert {key: ids for key, ids in meanings.items() if len(ids) > 1} == {}


def test_a_letter_means_the_same_on_every_screen() -> None:
    meanings: defaultdict[str, set[str]] = defaultdict(set)
    for command in registry().values():
        name = command.id.partition(".")[2]
        for key in command.keys:
            # The welcome comes before every place: its two digits are the lines of its list.
            if types_a_character(key) and command.where != "welcome":
                meanings[key].add(SAME_ACT.get(name, name))
    assert {key: found for key, found in meanings.items() if len(found) > 1} == {}


PHASES = {
    "match": (
        {"rock", "pass", "hint", "take-back", "story"},
        {"rock", "pass", "hurry", "take-back", "story"},
        {"story", "review", "rematch", "loss"},
    ),
    "watch": ({"go", "hurry", "branch"}, {"branch", "review", "rematch"}),
    "round": (
        {"filter", "type", "take-back", "story", "hand-over"},
        {"filter", "type", "resume", "take-back", "story"},
        {"hurry", "take-back", "story"},
        {"story", "rematch"},
    ),
}
"""What stands in the bottom line at one time, where that changes: on my turn, while a program thinks, at the end."""
LINES = [
    (where, phase)
    for where in sorted({command.where for command in registry().values()} - {EVERYWHERE})
    for phase in range(len(PHASES.get(where, (None,))))
]


@pytest.mark.parametrize(("where", "phase"), LINES)
def test_the_bottom_line_fits_into_80_columns(where: str, phase: int) -> None:
    shown = [command for command in commands_of(where) if command.footer]
    if where in PHASES:
        names = {command: command.id.partition(".")[2] for command in shown}
        assert set(names.values()) == set().union(*PHASES[where])
        shown = [command for command in shown if names[command] in PHASES[where][phase]]
    always = [command for command in commands_of(EVERYWHERE) if command.footer]
    widths = [len(key_display(command.keys[0])) + 1 + len(command.label) for command in shown]
    assert len(shown) <= 5
    assert all(width <= 11 for width in widths)
    assert sum(width + 2 for width in widths) + sum(9 for _ in always) <= 80


def test_bottom_line_palette_and_help_hold_the_commands_of_the_registry(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        for index, (mode, _, _) in enumerate(PLACES):
            await pilot.press(f"f{index + 2}")
            await settle_screens(pilot)
            screen = pilot.app.screen
            assert isinstance(screen, MudwaterScreen)
            if screen.MAIN:
                screen.query_one(screen.MAIN).focus()
            await pilot.pause()
            here = [*commands_of(mode), *commands_of(EVERYWHERE)]
            caps = {str(cap.what[0]) for cap in screen.query("KeyLine KeyCap").results(KeyCap)}
            assert caps == {command.id for command in here if command.footer and command.name != "leave"}
            found = [
                str(hit.display) async for hit in PaletteCommands(screen).discover() if isinstance(hit, DiscoveryHit)
            ]
            assert found == [f"{keys_of(command):<9} {command.label}" for command in here]
            await pilot.press("f1")
            await pilot.pause()
            helped = {str(line.render()) for line in pilot.app.screen.query(".help-what").results(Static)}
            assert {command.description for command in here} <= helped
            await pilot.press("escape")

    walk_through(open_screens(two_collectors, "binder"), walk)


# Places


def test_letters_and_function_keys_go_to_every_place_also_from_inside_an_input(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        for mode, key, _ in (*PLACES[2:], *PLACES[:2]):
            await pilot.press(key)
            await settle_screens(pilot)
            assert pilot.app.current_mode == mode
        assert isinstance(pilot.app.focused, Input)
        for index, mode in ((0, "binder"), (4, "ante")):
            await pilot.press("f3", f"f{index + 2}")
            assert pilot.app.current_mode == mode

    walk_through(open_screens(two_collectors, "binder"), walk)


def test_a_click_on_its_name_goes_to_a_place(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        for index, (mode, _, _) in reversed(list(enumerate(PLACES))):
            await pilot.click(list(pilot.app.screen.query(PlaceTab))[index])
            await pilot.pause()
            assert pilot.app.current_mode == mode

    walk_through(open_screens(two_collectors, "binder"), walk)


def test_what_is_opened_from_a_place_is_shown_as_a_part_of_it(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        for key, kind in (("percent_sign", StakeScreen), ("enter", BuilderScreen)):
            await pilot.press(key)
            await settle_screens(pilot)
            assert isinstance(pilot.app.screen, kind)
            here = [str(tab.content) for tab in pilot.app.screen.query(PlaceTab) if tab.has_class("-here")]
            assert here == [" h Hands "]
            await pilot.press("escape")

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_tiny_terminal_crashes_no_place(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        for size in ((59, 14), (20, 5), (3, 2)):
            await pilot.resize_terminal(*size)
            await pilot.press("f2", "f3", "f4", "f5", "f6")
            await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "binder"), walk)


def test_screens_that_nobody_touches_do_nothing(
    two_collectors: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        begun = time.process_time()
        await asyncio.sleep(0.5)
        assert time.process_time() - begun < 0.15

    walk_through(open_screens(two_collectors, "binder"), walk)


# The first run, trouble, colours


def test_without_a_book_the_welcome_opens_a_sample_that_says_so(
    tmp_path: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        assert pilot.app.current_mode == "welcome"
        assert not (tmp_path / "mine.db").exists()
        await pilot.press("1")
        await settle_screens(pilot)
        assert pilot.app.current_mode == "binder"
        assert "SAMPLE" in seen(pilot.app)
        assert not (tmp_path / "mine.db").exists()

    walk_through(open_screens(tmp_path / "mine.db", "binder"), walk)


def test_the_welcome_starts_an_own_book_by_mouse(
    tmp_path: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.click("#real")
        await settle_screens(pilot)
        assert pilot.app.current_mode == "packs"
        assert (tmp_path / "mine.db").exists()
        assert "SAMPLE" not in seen(pilot.app)
        await pilot.press("f2")
        await settle_screens(pilot)
        assert "No cards yet. Press p" in seen(pilot.app)

    walk_through(open_screens(tmp_path / "mine.db", "binder"), walk)


def test_a_file_that_is_no_book_is_said_in_words_with_the_way_out(
    tmp_path: Path, open_screens: OpenScreens, seen: Seen
) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Bo, this is no database. " * 40)
    app = open_screens(path, "binder")

    async def look() -> str:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.pause()
            return seen(app)

    text = asyncio.run(look())
    assert "The book cannot be opened" in text
    assert "--db" in text
    assert "Traceback" not in text
    assert path.read_text().startswith("Dear Bo")


def test_colours_are_remembered_in_the_book(
    empty_book: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    settle_screens: Settle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def change(pilot: Pilot[int]) -> None:
        await pilot.press("f9")
        await settle_screens(pilot)
        assert pilot.app.theme == "mudwater-light"

    async def look() -> None:
        app = open_screens(empty_book, "binder")
        async with app.run_test():
            assert app.theme == "mudwater-light", "before the book is open, so that no other colours flash"

    walk_through(open_screens(empty_book, "binder"), change)
    monkeypatch.setattr(MudwaterApp, "_open_behind", lambda _: None)
    asyncio.run(look())


def test_what_cannot_be_done_says_why_and_stays_visible(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        cap = next(cap for cap in pilot.app.screen.query(KeyCap) if cap.what[0] == "ante.void")
        assert cap.has_class("-disabled")
        await pilot.press("v")
        await settle_screens(pilot)
        assert "No game is under the cursor" in seen(pilot.app)

    walk_through(open_screens(empty_book, "ante"), walk)


def test_a_fault_that_nobody_expected_prints_no_pages_and_is_handed_on_for_the_log(
    empty_book: Path,
    open_screens: OpenScreens,
    walk_through: WalkThrough,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delattr(AnteScreen, "action_new")
    app = open_screens(empty_book, "ante")

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")

    with pytest.raises(AttributeError, match="action_new"):
        walk_through(app, walk)
    assert isinstance(app.fault, AttributeError)
    assert app.return_code == 1
    assert capfd.readouterr() == ("", "")


def test_keys_that_arrive_while_the_screens_go_down_do_nothing(
    empty_book: Path, open_screens: OpenScreens, walk_through: WalkThrough
) -> None:
    app = open_screens(empty_book, "ante")

    async def walk(pilot: Pilot[int]) -> None:
        pilot.app.exit(0)
        for command in commands_of(EVERYWHERE):
            app.action_do(command.id)

    walk_through(app, walk)
    assert app.fault is None
    assert app.return_code == 0


# People's words


def test_every_path_that_is_typed_goes_through_the_one_door() -> None:
    screens = Path(place.__file__).parent
    assert [file.name for file in screens.glob("*.py") if "expanduser" in file.read_text(encoding="utf-8")] == [], (
        "`~somebody` whom nobody knows would end the program there"
    )
    with pytest.raises(Refused, match="There is no such home folder"):
        named_path("~nobody-is-called-so/x")


@pytest.mark.parametrize("words", HOSTILE, ids=["close", "click", "open", "escape", "bidi", "emoji", "long"])
def test_the_door_gives_one_short_line_without_markup_or_control_codes(words: str) -> None:
    for shown in (clipped(words, 40), plain_text(words, cells=40).plain, plain_content(words, cells=40).plain):
        assert not any(ord(sign) < 32 or sign in "\u202e\u2066" for sign in shown)
        assert plain_text(shown).cell_len <= 40


def test_names_and_notes_crash_no_screen_and_run_nothing(
    tmp_path: Path, walk_through: WalkThrough, settle_screens: Settle, seen: Seen
) -> None:
    now = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
    path = tmp_path / "book.db"
    book = Book.open(path, load_catalogue)
    collectors.add(book, HOSTILE[1] + HOSTILE[0] + HOSTILE[3])
    with book.writing() as unit:
        for number, words in enumerate(HOSTILE, start=1):
            unit.cards.correct(number, {"name": words, "tribe": words, "artist": words})
    save_search(book, None, HOSTILE[0], "level:1")
    log_pack(book, None, [Copies(number) for number in range(1, 15)], said(now, note=HOSTILE[6]), shop=HOSTILE[0])
    new_hand(book, None, HOSTILE[1], range(1, 15), now)
    lost: list[str] = []
    for number, words in enumerate(HOSTILE, start=1):
        rival = f"{words}{number}"[-LONGEST:]
        exchange.gift(book, None, [Copies(number + 7)], said(now, note=words), source=rival)
        game = add_ante(book, None, rival, Result.LOST, said(now, note=words), mine=number, hand=HOSTILE[1])
        lost.append(game.match.id)
    book.close()
    app = MudwaterApp(path, clock=lambda: now)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("down", "down", "enter", "escape", "l", "enter", "escape", "v", "escape", "escape", "f9")
        await settle_screens(pilot)
        await pilot.press("f3", "1", "enter", *"zzz[/x]", "escape", "i", "escape")
        await settle_screens(pilot)
        await pilot.press("f2", "e", "escape", "m", "w")
        await settle_screens(pilot)
        await pilot.press("at", "escape", "percent_sign", "escape")
        await pilot.press("f6", "down", "enter", "escape", "i")
        await settle_screens(pilot)
        await pilot.press("m", "escape", "escape", "v")
        await settle_screens(pilot)
        await pilot.press("escape", "exclamation_mark", *"z[/x]", "enter", "enter", "end", "enter", "escape", "escape")
        await settle_screens(pilot)
        app.push_screen(LossScreen(lost[0]))
        await settle_screens(pilot)
        await pilot.press("e", "u", "escape")
        await settle_screens(pilot)
        assert "\x1b" not in seen(app)
        await pilot.press("escape")
        await pilot.press("n", "escape", "f10")
        await settle_screens(pilot)
        assert app.is_running

    walk_through(app, walk)
    assert app.return_code in (0, None)
