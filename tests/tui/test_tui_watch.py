"""Watching: a match between programs goes on, rests, is stepped through, looked back in, and is never lost."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.timer import Timer
from textual.widgets import Static

from collection.catalogue.data import load_catalogue
from collection.games.mudwater.record import read_record
from collection.ledger.match import Status
from collection.play.sitting import Sitter, resume, sit_down
from collection.tui.app import MudwaterApp
from collection.tui.picker import Picker
from collection.tui.place import KeyCap
from collection.tui.review import ReviewScreen
from collection.tui.table import TableScreen
from collection.tui.table_setup import TableRequest
from collection.tui.watch import WatchScreen
from tests.tui.conftest import matches_in, words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
Read = Callable[[App[int]], str]


@pytest.fixture(autouse=True)
def _one_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScreen, "rng", random.Random(4))


def watching(app: App[int]) -> WatchScreen:
    assert isinstance(app.screen, WatchScreen)
    return app.screen


def shown(app: App[int], part: str) -> str:
    """Give what stands in a part of the screen."""
    return str(app.screen.query_one(part, Static).render())


def ticks(timer: Timer) -> bool:
    """Say whether a timer goes on; there is no public way to ask."""
    return timer._task is not None and not timer._task.done() and timer._active.is_set()


async def at_rest(pilot: Pilot[int], moves: int) -> None:
    """Wait until so many moves were made and none is being made."""
    screen = watching(pilot.app)
    while screen.busy or screen.moves < moves:
        await pilot.pause(0.01)
    await pilot.pause()


async def watch(pilot: Pilot[int], *players: str, moves: int = 0) -> WatchScreen:
    """Sit two programs down before a watcher, and let them make so many moves."""
    app = pilot.app
    assert isinstance(app, MudwaterApp)
    assert app.book is not None
    black, white = players or ("greedy", "random")
    sitting = sit_down(app.book, Sitter(black, "Ann", "Dockside"), Sitter(white), rng=random.Random(3), now=app.clock())
    screen = WatchScreen(sitting, load_catalogue(), random.Random(2))
    await app.push_screen(screen)
    for made in range(moves):
        await pilot.press("right")
        await at_rest(pilot, made + 1)
    return screen


def test_a_program_for_each_seat_is_chosen_on_the_form_and_plays_before_the_watcher_without_another_key(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert "random with Ann's Dockside against ○ greedy" in shown(app, "#summary")
        assert "You watch" in shown(app, "#summary")
        await pilot.press("d")
        await settle_screens(pilot)
        await at_rest(pilot, 1)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert isinstance(app.screen, TableScreen)
        assert "● random against ○ greedy, watched" in words_of(app)

    walk_through(open_screens(two_collectors, table=TableRequest(me="random", against="greedy")), walk)
    (match,) = matches_in(two_collectors)
    assert match.moves >= 1
    assert match.status is Status.PLAYING
    assert [seat.player for seat in match.seats] == ["random", "greedy"]
    assert not match.counts


def test_who_plays_the_own_hand_is_picked_by_mouse_alone_and_the_whole_game_is_watched_by_mouse_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        picker = app.screen.query_one("#players", Picker)
        picker.scroll_to(y=99, animate=False)
        await pilot.pause()
        assert await pilot.click("#players", offset=(6, 3))
        assert await pilot.click("#opponents", offset=(6, 6))
        await pilot.pause()
        assert "random with Ann's Dockside against ○ random" in shown(app, "#summary")
        await pilot.click("#deal")
        await settle_screens(pilot)
        for _ in range(2):
            await pilot.click(cap(app, "watch.faster"))
        while watching(app).query_one("#ending").display is False:
            await pilot.pause(0.02)
        await settle_screens(pilot)
        assert "random's ante" in words_of(app)
        assert {str(each.what[0]) for each in app.screen.query(KeyCap)} >= {"watch.review", "watch.rematch"}
        await pilot.click(cap(app, "watch.back"))
        await pilot.pause()
        assert "looking back" in shown(app, "#watch-playback")
        assert not watching(app).query_one("#ending").display
        await pilot.click(cap(app, "watch.review"))
        while not isinstance(app.screen, ReviewScreen):
            await pilot.pause(0.02)

    walk_through(open_screens(two_collectors), walk)
    assert [match.status for match in matches_in(two_collectors)] == [Status.DONE]


def cap(app: App[int], command: str) -> KeyCap:
    return next(each for each in app.screen.query(KeyCap) if each.what[0] == command)


def test_one_move_is_made_at_a_time_and_looking_back_takes_nothing_back(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await watch(pilot, moves=3)
        assert "move 3, resting" in shown(app, "#watch-playback")
        newest = shown(app, "#watch-story").splitlines()
        await pilot.press("left", "left")
        assert (screen.shown, screen.moves) == (1, 3)
        assert "looking back: 1 of 3" in shown(app, "#watch-playback")
        assert shown(app, "#watch-story").splitlines() == newest[:2], "who begins, and one move"
        hands = [shown(app, f"#watch-title-{seat}").split()[-2] for seat in (0, 1)]
        assert sorted(hands) == ["12", "13"], "one of thirteen cards each was played"
        await pilot.press("right")
        assert (screen.shown, screen.moves) == (2, 3), "a step is a look while there is something to look at"
        await pilot.press("home")
        assert screen.shown == 0
        await pilot.press("left")
        assert "nothing was played before" in words_of(app)
        await pilot.press("end", "right")
        await at_rest(pilot, 4)
        assert (screen.shown, screen.moves) == (4, 4)

    walk_through(open_screens(two_collectors), walk)
    assert [match.moves for match in matches_in(two_collectors)] == [4]


def test_the_programs_rest_and_go_on_and_what_passes_between_moves_is_changed_on_the_way(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await watch(pilot)
        await pilot.press("less_than_sign", "less_than_sign", "space")
        await at_rest(pilot, 1)
        assert "▶ move 1, slow, 5 s between moves" in shown(app, "#watch-playback")
        assert "space Rest" in words_of(app), "a key is called what it does now"
        (slower,) = [each for each in screen.query(KeyCap) if each.what[0] == "watch.slower"]
        assert "the space bar stops it" in str(slower.what[2]), "greyed under the board too"
        await pilot.press("less_than_sign")
        assert "the space bar stops it" in words_of(app)
        await pilot.press("space")
        assert "resting" in shown(app, "#watch-playback")
        await pilot.pause()
        assert "space Go on" in words_of(app)
        assert not [timer for timer in screen._timers if ticks(timer)], "at rest nothing ticks"
        caps = list(screen.query("KeyLine KeyCap"))
        await pilot.press("space")
        await at_rest(pilot, 2)
        assert list(screen.query("KeyLine KeyCap")) == caps, "a key that is replaced takes no click"
        await pilot.press("greater_than_sign", "greater_than_sign", "greater_than_sign", "greater_than_sign")
        while screen.query_one("#ending").display is False:
            await pilot.pause(0.02)
        assert screen.moves > 5

    walk_through(open_screens(two_collectors), walk)
    assert [match.status for match in matches_in(two_collectors)] == [Status.DONE]


def test_both_hands_and_what_is_thought_are_open_until_they_are_hidden(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await watch(pilot, "beginner", "beginner", moves=2)
        (match,) = matches_in(two_collectors)
        record = read_record(match.record)[0]
        played = {move.card for move in record.moves if hasattr(move, "card")}
        for seat in (0, 1):
            numbers = {int(line[:3]) for line in shown(app, f"#watch-cards-{seat}").splitlines()}
            assert numbers == set(record.hands[seat]) - played - {match.seats[seat].ante}
        thoughts = shown(app, "#watch-thoughts")
        assert "beginner thought: " in thoughts
        assert thoughts.count(" games") >= 2, "the moves that it looked into, each with its chance"
        ante = load_catalogue()[match.seats[0].ante or 0].name
        assert ante not in read_screen(app), "antes stay face down until the end"
        await pilot.press("H")
        assert shown(app, "#watch-cards-0") == shown(app, "#watch-cards-1") == "Face down."
        assert " games" not in shown(app, "#watch-thoughts")

    walk_through(open_screens(two_collectors), walk)


def test_a_program_that_thinks_is_seen_to_think_and_cut_short(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await watch(pilot, "search:9000000", "search:9000000")
        await pilot.press("right")
        while "%" not in shown(app, "#watch-thoughts"):
            await pilot.pause(0.02)
        assert screen.busy
        assert "thinks: " in shown(app, "#watch-thoughts")
        await pilot.press("M")
        await at_rest(pilot, 1)
        await pilot.press("right", "escape")
        await settle_screens(pilot)
        assert isinstance(app.screen, TableScreen), "who leaves while it thinks waits for nothing"

    from collection.players import programs

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(programs, "NAMES", (*programs.NAMES, "search:9000000"))
        walk_through(open_screens(two_collectors), walk)
    assert [match.moves for match in matches_in(two_collectors)] == [1]


def test_a_square_is_looked_at_by_key_and_by_mouse_and_the_arrows_step_again_afterwards(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await watch(pilot, moves=2)
        await pilot.press("tab", "up")
        assert shown(app, "#watch-saying").startswith("n")
        await pilot.press("escape", "left")
        assert screen.shown == 1
        await pilot.click("#board", offset=(3, 2))
        assert shown(app, "#watch-saying").startswith("nw")
        await pilot.press("right")
        assert screen.shown == 2

    walk_through(open_screens(two_collectors), walk)


def test_a_watched_match_waits_at_rest_after_the_program_was_killed(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    killed = textwrap.dedent(
        """
        import asyncio, os, sys
        from pathlib import Path
        from collection.tui.app import MudwaterApp
        from collection.tui.table_setup import TableRequest
        from collection.tui.watch import WatchScreen

        async def main() -> None:
            app = MudwaterApp(Path(sys.argv[1]), None, start="table", table=TableRequest(me="greedy", against="greedy"))
            async with app.run_test(size=(80, 24)) as pilot:
                while app.book is None or app.screen.focused is None:
                    await pilot.pause(0.02)
                await pilot.press("d")
                while not isinstance(app.screen, WatchScreen) or app.screen.moves < 1:
                    await pilot.pause(0.02)
                os._exit(9)

        asyncio.run(main())
        """
    )
    ended = subprocess.run([sys.executable, "-c", killed, str(two_collectors)], check=False, timeout=60)
    assert ended.returncode == 9
    (match,) = matches_in(two_collectors)
    assert match.moves >= 1

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("c", "c")
        await settle_screens(pilot)
        assert watching(pilot.app).moves == match.moves
        assert "resting" in shown(pilot.app, "#watch-playback")
        assert "No thoughts of this move are kept." in shown(pilot.app, "#watch-thoughts")

    walk_through(open_screens(two_collectors), walk)
    assert matches_in(two_collectors)[0].moves == match.moves, "at rest nothing is played"


def test_a_match_that_went_on_in_another_window_is_taken_up_as_it_is_and_rests(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        assert app.book is not None
        screen = await watch(pilot, moves=1)
        elsewhere = resume(app.book, screen.match_id)
        seat = elsewhere.to_move
        assert seat is not None
        elsewhere.play(next(iter(elsewhere.game.moves(elsewhere.state, seat))), app.clock())
        await pilot.press("space")
        await settle_screens(pilot)
        while screen.moves < 2:
            await pilot.pause(0.01)
        assert app.said, "what happened is said"
        assert "resting" in shown(app, "#watch-playback")

    walk_through(open_screens(two_collectors), walk)
    assert [match.moves for match in matches_in(two_collectors)] == [2]


def test_giving_up_ends_it_without_a_result_also_while_a_program_thinks(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await watch(pilot, "strong", "strong")
        await pilot.press("right", "x", "y")
        while not isinstance(pilot.app.screen, TableScreen):
            await pilot.pause(0.01)

    walk_through(open_screens(two_collectors), walk)
    assert [match.status for match in matches_in(two_collectors)] == [Status.ABANDONED]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_picture_of_a_match_that_is_watched(
    two_collectors: Path, open_screens: Any, snap_compare: Any, settle_screens: Settle, size: tuple[int, int]
) -> None:
    async def some_moves(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        await watch(pilot, "beginner", "greedy", moves=6)
        await settle_screens(pilot)

    assert snap_compare(open_screens(two_collectors), terminal_size=size, run_before=some_moves)
