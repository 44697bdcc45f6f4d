"""What if: playing on from any position of any game beside it, by anybody, and back to where one came from."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, Static

from collection.catalogue.data import load_catalogue
from collection.games.mudwater.record import read_record
from collection.ledger.match import Match, Place, Status
from collection.play.sitting import Sitter, sit_down, unfinished
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.branching import BranchForm, branch_off
from collection.tui.picker import Picker
from collection.tui.table import TableScreen
from collection.tui.table_match import MatchScreen
from collection.tui.watch import WatchScreen
from tests.tui.conftest import words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]


@pytest.fixture(autouse=True)
def _one_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BranchForm, "rng", random.Random(4))
    monkeypatch.setattr(TableScreen, "rng", random.Random(4))


def played(app: App[int], black: str, white: str, moves: int, *, opponent: str | None = None) -> Match:
    """Play so many moves of a match of Ann's, her hand moved by `black`, in the book that is open."""
    assert isinstance(app, MudwaterApp)
    assert app.book is not None
    other = Sitter(white) if opponent is None else Sitter(white, opponent, "Bog Night")
    sitting = sit_down(app.book, Sitter(black, "Ann", "Dockside"), other, rng=random.Random(3), now=app.clock())
    for _ in range(moves):
        seat = sitting.to_move
        assert seat is not None
        sitting.play(next(iter(sitting.game.moves(sitting.state, seat))), app.clock())
    return sitting.match


def shows(app: App[int], kind: type[Screen[Any]]) -> bool:
    return isinstance(app.screen, kind)


def pick(app: App[int], side: str, name: str) -> None:
    picker = app.screen.query_one(f"#branch-{side}", Picker)
    prompts = [str(picker.get_option_at_index(place).prompt) for place in range(picker.option_count)]
    picker.highlighted = next(place for place, prompt in enumerate(prompts) if prompt[4:].startswith(name))


def in_book(path: Path) -> tuple[Match, ...]:
    """Give the matches of Ann's that go on, branches among them, newest first."""
    book = Book.open(path, load_catalogue)
    try:
        return unfinished(book, "Ann")
    finally:
        book.close()


def test_a_branch_of_a_watched_game_is_watched_beside_it_and_branched_again_by_keys_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        played(app, "greedy", "random", 4)
        app.screen.refresh_place()  # type: ignore[attr-defined]
        await settle_screens(pilot)
        await pilot.press("c")
        await settle_screens(pilot)
        source = app.screen
        await pilot.press("left", "B")
        await settle_screens(pilot)
        assert "What if, after move 3" in words_of(app)
        assert "stays as it is" in words_of(app)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        branch = app.screen
        assert isinstance(branch, WatchScreen)
        assert branch is not source
        assert "What if, after move 3 of ● greedy against ○ random, 01 Mar." in words_of(app)
        assert "what if" in str(branch.query_one("#watch-score", Static).render())
        while branch.moves < 4:
            await pilot.pause(0.01)  # what was begun goes on, without another key
        await pilot.press("space", "home", "right", "right", "right", "right", "B", "ctrl+s")
        await settle_screens(pilot)
        assert "after move 4 of the what-if ● greedy against ○ random" in words_of(app)
        await pilot.press("escape")
        assert app.screen is branch, "back to where one came from"
        await pilot.press("escape")
        assert app.screen is source
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "what if, from move 3" in words_of(app)

    walk_through(open_screens(two_collectors), walk)
    again, branch, source = in_book(two_collectors)
    assert [match.place for match in (again, branch, source)] == [Place.BRANCH, Place.BRANCH, Place.HERE]
    assert (source.moves, source.status) == (4, Status.PLAYING), "the game itself stays as it was"
    assert branch.branch is not None
    assert again.branch is not None
    assert (branch.branch.match, branch.branch.at) == (source.id, 3)
    assert (again.branch.match, again.branch.at) == (branch.id, 4)
    assert branch.moves >= 4
    told = [read_record(match.record)[0] for match in (source, branch)]
    assert told[0].moves[:3] == told[1].moves[:3]
    assert told[0].hands == told[1].hands


def test_a_person_takes_a_programs_seat_by_mouse_alone_and_resumes_the_branch_from_the_table(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        match = played(app, "greedy", "random", 2)
        assert isinstance(app, MudwaterApp)
        branch_off(app, match, 2)
        await settle_screens(pilot)
        assert shows(app, BranchForm)
        assert await pilot.click("#branch-black", offset=(6, 0))
        await pilot.pause()
        assert "(•) Ann" in words_of(app)
        assert await pilot.click("#branch-yes")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)
        assert "Ann's hand, 12 cards" in words_of(app)
        assert "what if" in str(app.screen.query_one("#score", Static).render())
        assert "What if, after move 2 of ● greedy against ○ random, 01 Mar." in words_of(app)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "● Ann against ○ random, what if, from move 2" in words_of(app)
        await pilot.press("c")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)
        await pilot.press("X")
        assert "It is a what-if: no card moves, and it counts for nobody." in words_of(app)

    walk_through(open_screens(two_collectors), walk)
    assert [seat.player for seat in in_book(two_collectors)[0].seats] == ["human", "random"]


def test_a_branch_of_a_game_against_somebody_keeps_their_names_and_tells_nothing_of_their_hand(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        match = played(app, "human", "human", 2, opponent="Bo")
        assert isinstance(app, MudwaterApp)
        branch_off(app, match, 2, viewer=0)
        await settle_screens(pilot)
        note = str(app.screen.query_one(".branch-note", Static).render())
        assert "● Ann against ○ Bo, 01 Mar, stays as it is." in note
        assert "The cards that you cannot see now are drawn anew" in note
        chosen = [str(app.screen.query_one(f"#branch-{side}", Picker).chosen) for side in ("black", "white")]
        assert chosen == ["0", "0"], "each plays on, Ann first for black and Bo for white"
        pick(app, "white", "random")
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)

    walk_through(open_screens(two_collectors), walk)
    branch, source = in_book(two_collectors)
    assert [seat.called for seat in branch.seats] == ["Ann", "random"]
    before, after = (read_record(match.record)[0].hands for match in (source, branch))
    assert before[0] == after[0]
    assert set(before[1]) != set(after[1])


def test_why_a_position_cannot_be_played_on_from_is_said_in_the_form_which_stays(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        match = played(app, "greedy", "random", 1)
        assert isinstance(app, MudwaterApp)
        branch_off(app, match, 9)
        await settle_screens(pilot)
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        assert shows(app, BranchForm)
        assert "branch off after 0 to 1 of them" in words_of(app)
        await pilot.press("escape")
        assert shows(app, TableScreen)

    walk_through(open_screens(two_collectors), walk)
    assert len(in_book(two_collectors)) == 1


def test_a_written_game_is_played_on_by_the_collector_and_a_program_from_the_deal(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        branch_off(app, played(app, "greedy", "random", 3).record, 0)
        await settle_screens(pilot)
        assert "What if, from the deal" in words_of(app)
        app.screen.query_one("#branch-yes", Button).focus()
        await pilot.press("enter")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)

    walk_through(open_screens(two_collectors), walk)
    branch = in_book(two_collectors)[0]
    assert branch.branch is not None
    assert (branch.branch.match, branch.branch.at) == ("", 0)
    assert [seat.called for seat in branch.seats] == ["Ann", "steady"]


def test_picture_of_asking_who_plays_on(
    two_collectors: Path, open_screens: Any, snap_compare: Any, settle_screens: Settle
) -> None:
    async def ask(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        branch_off(app, played(app, "human", "steady", 2), 2)
        await settle_screens(pilot)

    assert snap_compare(open_screens(two_collectors), terminal_size=(80, 24), run_before=ask)
