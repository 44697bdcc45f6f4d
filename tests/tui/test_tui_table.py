"""The Table: whole matches by keys or by mouse, the curtain, resuming, and what a play under the cursor would do."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList, Static

from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.hands import new_hand
from collection.desk.renaming import rename_collector
from collection.errors import DiskFull
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Act, Deal, Pass, Play
from collection.games.mudwater.state import SQUARES, Faces, Mode, State
from collection.games.protocol import Limit
from collection.ledger.mark import MarkKind
from collection.ledger.match import Status
from collection.play.sitting import Sitter, Sitting, sit_down
from collection.players.levels import LEVELS
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.board import Board
from collection.tui.curtain import Curtain
from collection.tui.dialogs import Confirm
from collection.tui.hands_cards import CardList
from collection.tui.marks import SIGNS
from collection.tui.picker import Picker
from collection.tui.place import KeyCap
from collection.tui.table import TableScreen
from collection.tui.table_match import MatchScreen
from collection.tui.table_setup import TableRequest
from collection.tui.table_sight import Sight
from collection.tui.table_story import tell
from tests.tui.conftest import NOON, matches_in

Settle = Callable[[Pilot[int]], Awaitable[None]]
Read = Callable[[App[int]], str]
NAMES = ("Ann", "Bo")
HOSTILE = "[/x] [b [@click=app.quit]q[/]"


@pytest.fixture(autouse=True)
def _one_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScreen, "rng", random.Random(4))


def shows(app: App[int], kind: type[Screen[Any]]) -> bool:
    return isinstance(app.screen, kind)


# By keys alone


def test_a_whole_match_against_a_program_is_played_by_keys_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d")
        await settle_screens(pilot)
        for _ in range(60):
            if "wins" in read_screen(pilot.app) or "A draw" in read_screen(pilot.app):
                break
            await pilot.press("enter")
            if isinstance(pilot.app.focused, Board):
                if not any(look.target for look in pilot.app.focused.looks):
                    await pilot.press("escape", "down")
                    continue
                await pilot.press("enter")
            await settle_screens(pilot)
        words = read_screen(pilot.app)
        assert "Ann's ante" in words
        assert "steady's ante" in words
        assert "friendly" in words
        await pilot.press("d")
        await settle_screens(pilot)
        assert "Ann's hand, 1" in read_screen(pilot.app), "m deals the rematch"

    walk_through(open_screens(two_collectors), walk)
    rematch, first = matches_in(two_collectors)
    assert (first.status, rematch.status) == (Status.DONE, Status.PLAYING)


def test_dealing_pressed_again_while_the_book_is_slow_deals_one_match(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        for _ in range(3):
            table.action_deal()
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors), walk)
    assert len(matches_in(two_collectors)) == 1


def test_keeps_is_confirmed_once_with_another_key_and_the_safe_answer_has_the_focus(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d")
        await settle_screens(pilot)
        assert shows(pilot.app, Confirm)
        await pilot.press("d", "enter")
        assert shows(pilot.app, TableScreen), "enter is the safe answer, d none at all"
        await pilot.press("d", "y")
        await settle_screens(pilot)
        assert shows(pilot.app, Curtain)

    walk_through(open_screens(two_collectors, table=TableRequest(against="Bo", stakes="keeps")), walk)
    assert [match.stakes.value for match in matches_in(two_collectors)] == ["keeps"]


def test_before_keeps_the_question_warns_of_the_keepsakes_in_both_hands_and_of_no_other_card(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    with book.writing() as unit:
        cards = {}
        for name in ("Ann", "Bo"):
            owner = unit.accounts.find(name)
            assert owner is not None
            cards[name] = unit.hands.all(owner)[0].cards
            unit.marks.set(owner, cards[name][0], MarkKind.KEEPSAKE)
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d")
        await settle_screens(pilot)
        assert shows(pilot.app, Confirm)
        warned = [line for line in read_screen(pilot.app).splitlines() if SIGNS[MarkKind.KEEPSAKE] in line]
        assert len(warned) == 2
        assert f"#{cards['Ann'][0]} " in warned[0]
        assert f"#{cards['Bo'][0]} " in warned[1]

    walk_through(open_screens(two_collectors, table=TableRequest(against="Bo", stakes="keeps")), walk)


def test_keeps_against_a_program_is_greyed_with_the_reason(
    two_collectors: Path, open_screens: Any, walk_through: Any, read_screen: Read
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        assert pilot.app.screen.query_one("#stakes", OptionList).get_option_at_index(1).disabled
        assert "Not for keeps: Ann has real cards" in read_screen(pilot.app)

    walk_through(open_screens(two_collectors), walk)


def test_without_a_hand_the_table_says_which_key_to_press(
    tmp_path: Path, open_screens: Any, walk_through: Any, read_screen: Read
) -> None:
    Book.open(tmp_path / "book.db", load_catalogue).close()

    async def walk(pilot: Pilot[int]) -> None:
        assert "Press n to build one" in read_screen(pilot.app)
        await pilot.press("d")
        assert shows(pilot.app, TableScreen)

    walk_through(open_screens(tmp_path / "book.db"), walk)


# By mouse alone, two people at one keyboard


async def click_line(pilot: Pilot[int], selector: str, line: int) -> None:
    assert await pilot.click(selector, offset=(8, line))


async def click_square(pilot: Pilot[int], place: str) -> None:
    board = pilot.app.screen.query_one(Board)
    width, height = board.square_size()
    row, column = divmod(SQUARES.index(place), 3)
    left, top = (board.size.width - 3 * width) // 2, (board.size.height - 3 * height) // 2
    assert await pilot.click(Board, offset=(left + column * width + 6, top + row * height + 2))


def test_a_hot_seat_match_is_opened_by_mouse_alone_and_the_curtain_hides_both_hands(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
        hands = [unit.hands.all(collectors.current(unit, name))[0].cards for name in NAMES]
    book.close()
    names = [{catalogue[card].name for card in hand} for hand in hands]

    def shown(app: App[int], seat: int) -> set[str]:
        return {name for name in names[seat] if name[:9] in read_screen(app)}

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await click_line(pilot, "#opponents", 7)
        await pilot.pause()
        assert "against ○ Bo: Bog Night" in read_screen(app)
        await pilot.click("#deal")
        await settle_screens(pilot)

        assert shows(app, Curtain)
        assert shown(app, 0) == shown(app, 1) == set(), "an ante is no news for whoever reads the curtain"
        await pilot.press("enter")
        assert shows(app, Curtain), "only the space bar and the mouse draw the curtain"
        assert await pilot.click("#curtain-ready")
        await pilot.pause()

        first = 0 if "Ann's hand" in read_screen(app) else 1
        assert len(shown(app, first)) > 8
        assert not shown(app, 1 - first) - names[first]
        await click_line(pilot, "#cards", 0)
        await click_square(pilot, "n")
        await settle_screens(pilot)

        assert shows(app, Curtain)
        assert f"Hand the keyboard to {NAMES[1 - first]}" in read_screen(app)
        assert len(shown(app, first)) <= 1, "only the card that lies on the board is told"
        await pilot.click("#curtain-ready")
        await pilot.pause()
        assert f"{NAMES[1 - first]}'s hand, 13 cards" in read_screen(app)
        assert len(shown(app, first) - names[1 - first]) <= 1

        await pilot.press("f2", "f5")
        await settle_screens(pilot)
        assert shows(app, Curtain), "anybody may have come back"
        assert len(shown(app, 1 - first)) <= 1
        await pilot.press("space")
        assert f"{NAMES[1 - first]}'s hand, 13 cards" in read_screen(app)

    walk_through(open_screens(two_collectors), walk)
    assert [match.moves for match in matches_in(two_collectors)] == [1]


# Killed and taken up again


@pytest.mark.parametrize("shown", [False, True], ids=["curtain", "hand"])
def test_a_match_is_resumed_behind_the_curtain_after_the_program_was_killed(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read, shown: bool
) -> None:
    killed = textwrap.dedent(
        """
        import asyncio, os, signal, sys
        from pathlib import Path
        from collection.tui.app import MudwaterApp
        from collection.tui.curtain import Curtain
        from collection.tui.table_match import MatchScreen
        from collection.tui.table_setup import TableRequest

        async def main() -> None:
            app = MudwaterApp(Path(sys.argv[1]), None, start="table", table=TableRequest(against="Bo"))
            async with app.run_test(size=(80, 24)) as pilot:
                async def come_to(screen: type) -> None:
                    while not isinstance(app.screen, screen) or getattr(app.screen, "busy", False):
                        await pilot.pause(0.02)
                    await pilot.pause()

                while app.book is None or app.screen.focused is None:
                    await pilot.pause(0.02)
                await pilot.press("d")
                await come_to(Curtain)
                await pilot.press("space")
                await come_to(MatchScreen)
                await pilot.press("enter", "enter")
                await come_to(Curtain)
                if sys.argv[2] == "hand":
                    await pilot.press("space")
                    await come_to(MatchScreen)
                os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
        """
    )
    when = "hand" if shown else "curtain"
    ended = subprocess.run([sys.executable, "-c", killed, str(two_collectors), when], check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL
    (match,) = matches_in(two_collectors)
    assert (match.status, match.moves) == (Status.PLAYING, 1)

    async def walk(pilot: Pilot[int]) -> None:
        assert "1 move played" in read_screen(pilot.app)
        await pilot.press("c", "enter")
        await settle_screens(pilot)
        assert shows(pilot.app, Curtain)
        names = {card.name for card in load_catalogue()}
        told = {name for name in names if name in read_screen(pilot.app)}
        assert len(told) <= 1, "of both hands only the card that was played is told"
        await pilot.press("escape")
        await settle_screens(pilot)
        assert shows(pilot.app, TableScreen), "the curtain can be left"

    walk_through(open_screens(two_collectors), walk)


def test_a_match_that_went_on_in_another_window_is_taken_up_as_it_is_now(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    from collection.play.sitting import resume

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        await pilot.press("d")
        await settle_screens(pilot)
        await pilot.press("space")
        assert app.book is not None
        (match,) = matches_in(two_collectors)
        elsewhere = resume(app.book, match.id)
        for _ in range(2):
            seat = elsewhere.to_move
            assert seat is not None
            elsewhere.play(next(iter(elsewhere.game.moves(elsewhere.state, seat))), app.clock())
        await pilot.press("enter", "enter")
        await settle_screens(pilot)
        assert len(app.screen.query_one(CardList).rows) == 12
        assert "went on in another window: it holds 2 moves, not 0." in app.said[-1].text
        assert match.id not in app.said[-1].text, "32 letters are for programs"
        await pilot.press("enter", "enter")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, table=TableRequest(against="Bo")), walk)
    assert [match.moves for match in matches_in(two_collectors)] == [3], "the hand has the keys again: enter, enter"


def test_a_person_whose_move_is_refused_again_stays_and_a_program_that_cannot_move_leaves_saying_why(
    two_collectors: Path,
    open_screens: Any,
    walk_through: Any,
    settle_screens: Settle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    no_room = "There is no room on the disk for the book."

    def refuse(*_: Any, **__: Any) -> None:
        raise DiskFull(no_room)

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        await pilot.press("d")
        await settle_screens(pilot)
        match = app.screen
        with monkeypatch.context() as full:
            full.setattr(Sitting, "play", refuse)
            for _ in range(3):
                await pilot.press("enter", "enter")
                await settle_screens(pilot)
        assert app.screen is match, "whoever makes room goes on playing"
        assert [one.text for one in app.said if one.text == no_room]
        monkeypatch.setattr("collection.play.programs.let_move", refuse)
        await pilot.press("enter", "enter")
        await settle_screens(pilot)
        assert shows(app, TableScreen), "a program would try for ever"
        assert app.said[-1].text == f"{no_room} The match waits under Unfinished."

    walk_through(open_screens(two_collectors), walk)
    (match,) = matches_in(two_collectors)
    assert match.status is Status.PLAYING


# Coming back, going on, giving up


def last_told(app: App[int]) -> str:
    """Give the last line of the story as it stands on the screen at the right of the board."""
    pane = app.screen.query_one("#story-pane", VerticalScroll)
    story = app.screen.query_one("#story", Static)
    assert pane.max_scroll_y > 0, "the story is longer than its room"
    assert pane.scroll_offset.y == pane.max_scroll_y
    return str(story.render()).splitlines()[-1]


@pytest.mark.parametrize(("away", "back"), [("x", "escape"), ("b", "t"), ("i", "escape"), ("question_mark", "escape")])
def test_what_a_program_did_while_something_lay_over_the_match_is_in_sight_when_it_is_lifted(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, away: str, back: str
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d")
        await settle_screens(pilot)
        for _ in range(3):
            await pilot.press("enter", "enter")
            await settle_screens(pilot)
        match = pilot.app.screen
        assert isinstance(match, MatchScreen)
        moves = match.moves
        await pilot.press("enter")
        pilot.app.screen.query_one(Board).action_choose()
        await pilot.press(away)
        assert pilot.app.screen is not match
        while match.busy or match.moves < moves + 2:
            await pilot.pause(0.01)
        await settle_screens(pilot)
        await pilot.press(back)
        await settle_screens(pilot)
        assert pilot.app.screen is match
        assert "steady" in last_told(pilot.app)

    walk_through(open_screens(two_collectors), walk)


def test_continue_resumes_the_match_that_is_pointed_at_wherever_the_focus_is(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        for _ in range(2):
            await pilot.press("d")
            await settle_screens(pilot)
            await pilot.press("escape")
            await settle_screens(pilot)
        listed = pilot.app.screen.query_one("#unfinished", OptionList)
        assert not listed.has_focus
        listed.highlighted = 1
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        table.action_resume()
        await pilot.press("c")
        await settle_screens(pilot)
        assert [type(screen) for screen in pilot.app.screen_stack].count(MatchScreen) == 1, "pressed twice, opened once"
        match = pilot.app.screen
        assert isinstance(match, MatchScreen)
        assert match.match_id == matches_in(two_collectors)[1].id

    walk_through(open_screens(two_collectors), walk)


@pytest.mark.parametrize("asked", [TableRequest(), TableRequest(me="greedy", rehearse="Bo")], ids=["plays", "watches"])
def test_three_unfinished_matches_are_in_sight_under_the_form_and_the_form_is_whole(
    two_collectors: Path, open_screens: Any, walk_through: Any, read_screen: Read, asked: TableRequest
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    name = "Bartholomew of the Waterside"
    rename_collector(book, "Ann", name)
    for seed in range(4):
        sit_down(book, Sitter("human", name, "Dockside"), Sitter("random"), rng=random.Random(seed), now=NOON)
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        rows = read_screen(pilot.app).splitlines()
        assert len([row for row in rows if f"● {name} against ○ random" in row]) >= 3
        text = " ".join(rows)
        assert all(word in text for word in ("Standard", "Advanced", "Friendly", "For keeps", "Deal (d)", "Others (O)"))
        for picker in ("mode", "stakes", "cards-of"):
            shown = pilot.app.screen.query_one(f"#{picker}", Picker)
            assert shown.size.height >= min(len(shown.options), 2), picker

    walk_through(open_screens(two_collectors, table=asked), walk)


@pytest.mark.parametrize("at_the_table", [False, True])
def test_giving_up_asks_for_what_it_does_an_end_without_a_result(
    two_collectors: Path,
    open_screens: Any,
    walk_through: Any,
    settle_screens: Settle,
    read_screen: Read,
    at_the_table: bool,
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d")
        await settle_screens(pilot)
        if at_the_table:
            await pilot.press("escape")
            await settle_screens(pilot)
        await pilot.press("x")
        assert "End this match without a result?" in read_screen(pilot.app)
        await pilot.press("y")
        await settle_screens(pilot)
        assert shows(pilot.app, TableScreen)

    walk_through(open_screens(two_collectors), walk)
    assert [match.status for match in matches_in(two_collectors)] == [Status.ABANDONED]


def test_what_a_friendly_match_offers_no_more_is_not_shown_at_its_end_and_still_says_why(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    def offered(app: App[int]) -> set[str]:
        return {str(cap.what[0]).partition("match.")[2] for cap in app.screen.query(KeyCap)} - {""}

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        assert app.book is not None
        rng = random.Random(3)
        sitting = sit_down(
            app.book, Sitter("random", "Ann", "Dockside"), Sitter("random", "Bo", "Bog Night"), rng=rng, now=app.clock()
        )
        while sitting.to_move is not None:
            seat = sitting.to_move
            sitting.play(next(iter(sitting.game.moves(sitting.state, seat))), app.clock())
        app.push_screen(MatchScreen(sitting, load_catalogue(), rng))
        await settle_screens(pilot)
        assert offered(app) == {"story", "review", "rematch"}
        await pilot.press("r")
        assert "The match is over." in read_screen(app)

    walk_through(open_screens(two_collectors), walk)


# What is said at the edge


@pytest.mark.parametrize("leaving", ["b", "escape"])
def test_what_was_said_before_does_not_stand_over_what_is_said_now_and_not_over_another_place(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read, leaving: str
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        app.say("One hand is changed.")
        await pilot.pause()
        assert "One hand is changed." in read_screen(app)
        app.say("All is taken back.")
        app.say("And so is the card.")
        await pilot.pause()
        words = read_screen(app)
        assert "One hand is changed." not in words
        assert "All is taken back." in words, "what is said in one breath stands together"
        assert "And so is the card." in words
        app.tell("There is nothing more to take back.")
        await pilot.pause()
        assert "All is taken back." in read_screen(app), "a refusal makes no news untrue"
        await pilot.press(leaving)
        await settle_screens(pilot)
        assert "taken back" not in read_screen(app)
        told = ["One hand is changed.", "All is taken back.", "And so is the card."]
        assert [said.text for said in app.said][-4:-1] == told, "all of it can be read again"

    walk_through(open_screens(two_collectors), walk)


# What a seat sees


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="module")
def opening(catalogue: Catalogue) -> State:
    """Fourteen cards each, black to begin: Levels I, II and III among them."""
    levels = {level: [card.number for card in catalogue if card.level == level] for level in (1, 2, 3)}
    hands = [tuple(levels[1][at : at + 6] + levels[2][at : at + 5] + levels[3][at : at + 3]) for at in (0, 6)]
    game = Mudwater()
    state = game.start(Setup(Faces.of(catalogue), Mode.STANDARD, (hands[0], hands[1])))
    return game.apply(state, {-1: Deal((hands[0][0], hands[1][0]), 0)})[0]


def sight_of(state: State, seat: int, catalogue: Catalogue) -> Sight:
    game = Mudwater({card.number: card.name for card in catalogue})
    return Sight(game, game.view(state, seat), catalogue)


def held(state: State, seat: int, level: int) -> int:
    return min(card for card in state.sides[seat].hand if state.faces[card].level == level)


def test_the_act_is_inferred_from_card_and_square_and_r_turns_the_card_face_down(
    opening: State, catalogue: Catalogue
) -> None:
    sight = sight_of(opening, 0, catalogue)
    one, two = held(opening, 0, 1), held(opening, 0, 2)
    assert sight.attempt(one, 4).play.act is Act.PLACE
    assert sight.attempt(one, 4, rock=True).play.act is Act.ROCK
    assert sight.attempt(two, 4).play.act is Act.ROCK, "a Level II card can only be a rock on an empty square"
    placed, _ = Mudwater().apply(opening, {0: Play(Act.PLACE, 4, one)})
    mine = replace(placed, to_move=0)
    assert sight_of(mine, 0, catalogue).attempt(two, 4).play.act is Act.UPGRADE


def test_why_a_play_is_not_allowed_is_said_for_every_act_that_it_could_have_been(
    opening: State, catalogue: Catalogue
) -> None:
    rocked, _ = Mudwater().apply(opening, {0: Play(Act.ROCK, 0, held(opening, 0, 3))})
    attempt = sight_of(replace(rocked, to_move=0), 0, catalogue).attempt(held(opening, 0, 2), 4)
    assert not attempt.legal
    assert len(attempt.faults) == 2
    assert "Level I" in attempt.faults[0]
    assert "rock" in attempt.faults[1]


def test_what_a_play_would_capture_is_what_the_rules_capture(opening: State, catalogue: Catalogue) -> None:
    game, rng, compared = Mudwater(), random.Random(3), 0
    state = opening
    while (seat := state.to_move) in (0, 1) and game.outcome(state) is None:
        sight = sight_of(state, seat, catalogue)
        for move in game.moves(state, seat):
            if not isinstance(move, Play) or move.card is None:
                continue
            attempt = sight.attempt(move.card, move.square, rock=move.act is Act.ROCK)
            _, events = game.apply(state, {seat: move})
            taken = {dict(event.facts)["square"] for event in events if event.kind == "captured"}
            assert attempt.play == move
            assert {SQUARES[square] for square in attempt.taken} == taken
            compared += bool(taken)
        state, _ = game.apply(state, {seat: game.moves(state, seat).sample(rng)})
    assert compared


def test_neither_board_nor_story_tell_the_other_seat_what_a_rock_is(opening: State, catalogue: Catalogue) -> None:
    card = held(opening, 0, 2)
    rocked, events = Mudwater().apply(opening, {0: Play(Act.ROCK, 0, card)})
    mine, theirs = (sight_of(rocked, seat, catalogue) for seat in (0, 1))
    assert mine.squares()[0].card is not None
    assert theirs.squares()[0].card is None
    name = catalogue[card].name
    assert tell(events, mine, NAMES) == [f"● Ann lays a rock at nw: {name}."]
    assert tell(events, theirs, NAMES) == ["● Ann lays a rock at nw."]
    assert name not in theirs.lying_at(0)
    assert name in mine.lying_at(0)


def test_the_pass_is_offered_only_when_nothing_else_is_legal(opening: State, catalogue: Catalogue) -> None:
    assert not sight_of(opening, 0, catalogue).must_pass()
    why = sight_of(opening, 0, catalogue).why_no_pass()
    assert "must not pass" in why
    example = min(card for card in opening.sides[0].hand if opening.faces[card].level == 1)
    assert f"for example {catalogue[example].name} ({example}) at nw is legal" in why
    side = replace(opening.sides[0], hand=frozenset(), size=0)
    bare = replace(opening, sides=(side, opening.sides[1]))
    assert sight_of(bare, 0, catalogue).must_pass()
    assert tell(Mudwater().apply(bare, {0: Pass()})[1], sight_of(bare, 0, catalogue), NAMES) == ["● Ann has to pass."]


# Hostile names


def test_hostile_names_are_shown_as_they_are_and_drive_nothing(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    collectors.add(book, HOSTILE)
    with book.reading() as unit:
        cards = unit.hands.all(collectors.current(unit, "Bo"))[0].cards
    new_hand(book, HOSTILE, HOSTILE + "\x1b]0;pwned\x07" + "a" * 300, cards, open_screens(two_collectors).clock())
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        seen = read_screen(pilot.app)
        await pilot.press("d")
        await settle_screens(pilot)
        seen += read_screen(pilot.app)
        await pilot.press("space")
        await settle_screens(pilot)
        await pilot.press("i")
        seen += read_screen(pilot.app)
        await pilot.press("escape", "escape")
        await settle_screens(pilot)
        seen += read_screen(pilot.app)
        assert "[/x] [b" in seen
        assert "\x1b" not in seen
        assert shows(pilot.app, TableScreen)
        for label in pilot.app.screen.query(Static):
            label.render()

    walk_through(open_screens(two_collectors, table=TableRequest(against=HOSTILE)), walk)


# Pictures


@pytest.fixture
def hold_a_card(settle_screens: Settle) -> Settle:
    """Play three turns, then hold a card over the board."""

    async def held_over_the_board(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        await pilot.press("d")
        await settle_screens(pilot)
        for _ in range(3):
            await pilot.press("enter", "enter")
            await settle_screens(pilot)
        await pilot.press("down", "enter")
        await settle_screens(pilot)
        assert pilot.app.screen.query_one(Board).show_cursor

    return held_over_the_board


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_picture_of_a_card_held_over_the_board(
    two_collectors: Path, open_screens: Any, snap_compare: Any, hold_a_card: Settle, size: tuple[int, int]
) -> None:
    assert snap_compare(open_screens(two_collectors), terminal_size=size, run_before=hold_a_card)


def test_picture_of_the_start_form(
    two_collectors: Path, open_screens: Any, snap_compare: Any, settle_screens: Settle
) -> None:
    async def leave_a_match(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        await pilot.press("d")
        await settle_screens(pilot)
        await pilot.press("escape")
        await settle_screens(pilot)

    assert snap_compare(open_screens(two_collectors), terminal_size=(80, 24), run_before=leave_a_match)


# A program that thinks for long

THINKS_FOR_EVER = tuple(
    replace(level, budget=Limit(seconds=600.0)) if level.name == "master" else level for level in LEVELS
)


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch, read_screen: Read, settle_screens: Settle) -> Callable[..., Any]:
    """Deal against a master who would think for ten minutes, and go on until it does."""
    monkeypatch.setattr("collection.players.programs.LEVELS", THINKS_FOR_EVER)

    async def until(pilot: Pilot[int]) -> MatchScreen:
        await pilot.press("d")
        while not isinstance(pilot.app.screen, MatchScreen) or not pilot.app.screen.is_mounted:
            await pilot.pause(0.02)
        screen = pilot.app.screen
        while "master is thinking" not in read_screen(pilot.app):
            if not screen.busy:
                await pilot.press("enter")
            await pilot.pause(0.02)
        return screen

    return until


def test_a_thinking_program_takes_no_key_and_moves_at_once_when_told(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read, thinking: Any
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        screen = await thinking(pilot)
        await pilot.press("i")
        assert "The match so far" in read_screen(pilot.app), "keys are heard while it thinks"
        await pilot.press("escape")
        assert screen.busy
        while not re.search(
            r"master is thinking: \d+\.\d s, [\d,]+ games imagined\.",
            str(pilot.app.screen.query_one("#saying", Static).render()),
        ):
            await pilot.pause(0.02)
        (cap,) = [cap for cap in pilot.app.screen.query(KeyCap) if cap.what[0] == "match.hurry"]
        assert await pilot.click(cap), "what is thought can be cut short by mouse as well"
        await settle_screens(pilot)
        assert "Your turn" in read_screen(pilot.app)
        await pilot.press("M")
        assert "No program is thinking now." in [said.text for said in pilot.app.said]  # type: ignore[attr-defined]

    walk_through(open_screens(two_collectors, table=TableRequest(against="master")), walk)


@pytest.mark.parametrize("way", ["escape", "q"])
def test_leaving_ends_what_a_program_thinks_and_the_match_waits_as_it_was(
    two_collectors: Path, open_screens: Any, walk_through: Any, thinking: Any, way: str
) -> None:
    moves: list[int] = []

    async def walk(pilot: Pilot[int]) -> None:
        screen = await thinking(pilot)
        moves.append(screen.moves)
        while isinstance(pilot.app.screen, MatchScreen) and not pilot.app.leaving:  # type: ignore[attr-defined]
            await pilot.press(way)
        await pilot.app.workers.wait_for_complete()

    walk_through(open_screens(two_collectors, table=TableRequest(against="master")), walk)
    (match,) = matches_in(two_collectors)
    assert (match.status, [match.moves]) == (Status.PLAYING, moves)
