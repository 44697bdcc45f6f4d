"""Games of two to six seats on the screen: gathering, choosing step by step, the curtain, coming back, the end."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Static

from collection.catalogue.data import load_catalogue
from collection.games.written import Options
from collection.ledger.entry import AccountKind
from collection.ledger.match import HUMAN, Match, Status
from collection.play.gathering import Guest, gather
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.commands import registry
from collection.tui.curtain import Curtain
from collection.tui.place import KeyCap
from collection.tui.round import RoundScreen
from collection.tui.round_hands import WhoActs
from collection.tui.round_program import RoundThinking
from collection.tui.round_setup import GatherScreen
from collection.tui.table import TableScreen
from collection.tui.table_setup import TableRequest
from tests.tui.conftest import NOON, settled, text_of, words_of

WalkThrough = Callable[..., None]


@pytest.fixture(autouse=True)
def _one_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let chance and programs do the same each time."""
    monkeypatch.setattr(TableScreen, "rng", random.Random(4))
    monkeypatch.setattr(GatherScreen, "rng", random.Random(4))


def rounds_in(path: Path) -> tuple[Match, ...]:
    """Give the matches of other games in a book that nobody else has open, newest first."""
    book = Book.open(path, load_catalogue)
    try:
        with book.reading() as unit:
            return unit.matches.other_games(statuses=frozenset(Status))
    finally:
        book.close()


def gathered(path: Path, game: str, people: str, options: Options | None = None, seed: int = 7) -> str:
    """Begin a game in the book at `path`: names are people, `greedy` and `random` programs. Give its id."""
    programs = ("greedy", "random")
    guests = [Guest(name) if name in programs else Guest(HUMAN, name) for name in people.split()]
    book = Book.open(path, load_catalogue)
    try:
        return gather(book, game, guests, rng=random.Random(seed), now=NOON, options=options).match.id
    finally:
        book.close()


async def rest(pilot: Pilot[int]) -> RoundScreen:
    """Wait until nobody thinks and nothing is written; give the game that is shown, or lies beneath the curtain."""
    await settled(pilot)
    while any(isinstance(screen, RoundScreen) and screen.busy for screen in pilot.app.screen_stack):
        await pilot.pause(0.01)
    await settled(pilot)
    return next(screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, RoundScreen))


def moves_of(app: App[int]) -> OptionList:
    return app.screen.query_one("#round-moves", OptionList)


def cap(app: App[int], command: str) -> KeyCap:
    return next(each for each in app.screen.query(KeyCap) if each.what[0] == command)


def shown(pilot: Pilot[int], kind: type[Screen[Any]]) -> bool:
    """Say whether a screen of this kind is shown."""
    return isinstance(pilot.app.screen, kind)


def said(pilot: Pilot[int]) -> str:
    """Give what is asked, what is told of the line under the cursor, and how it ended."""
    parts = ("#round-saying", "#round-why", "#round-result")
    return " ".join(" ".join(str(pilot.app.screen.query_one(part, Static).render()).split()) for part in parts)


async def open_round(pilot: Pilot[int]) -> RoundScreen:
    """Wait for a game that was asked for from outside."""
    while not any(isinstance(screen, RoundScreen) for screen in pilot.app.screen_stack):
        await pilot.pause(0.01)
    return await rest(pilot)


# Gathering


def test_a_game_is_set_up_by_keys_with_a_guest_and_an_option_and_its_first_hand_is_dealt(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("O")
        await settled(pilot)
        assert shown(pilot, GatherScreen)
        form = words_of(app)
        assert "Matschig: Ann, steady, steady" in form
        assert "( ) Cardia 2" in form
        assert "24 of 26 facts of Matschig's cards are not confirmed" in form
        await pilot.press("tab", "down", "down", "enter")
        assert "rounds: 2" in words_of(app)
        await pilot.press("tab", "down", "n", *"Cy", "enter")
        assert shown(pilot, GatherScreen)
        assert "Matschig: Ann, Cy, steady" in words_of(app)
        app.screen.query_one("#sitters", OptionList).focus()
        await pilot.press("end", "enter", "d")
        await open_round(pilot)
        assert shown(pilot, Curtain), "two people share the keyboard"
        assert "Hand the keyboard to" in words_of(app)

    walk_through(open_screens(two_collectors), walk)
    (match,) = rounds_in(two_collectors)
    assert [seat.called for seat in match.seats] == ["Ann", "Cy", "random"]
    assert (match.game, match.mode, match.status) == ("matschig", "rounds 2", Status.PLAYING)


def test_too_few_people_are_told_so_and_an_empty_book_can_play_other_games(
    empty_book: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert "Other games need none: O" in words_of(app)
        await pilot.click("#others")
        await settled(pilot)
        app.screen.query_one("#seats", OptionList).focus()
        await pilot.press("minus")
        assert "Matschig is for 3 to 6: 1 more must sit down." in words_of(app)
        assert app.screen.query_one("#gather-deal", Button).disabled
        await pilot.press("d")
        assert shown(pilot, GatherScreen)
        await pilot.press("escape")
        assert shown(pilot, TableScreen)

    walk_through(open_screens(empty_book), walk)
    assert rounds_in(empty_book) == ()


def test_whoever_plays_first_of_all_comes_into_the_book_so_that_the_game_counts_for_them(
    empty_book: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.click("#others")
        await settled(pilot)
        await pilot.press("d")
        await rest(pilot)

    walk_through(open_screens(empty_book), walk)
    (match,) = rounds_in(empty_book)
    account = match.seats[0].account
    assert account is not None
    assert (account.name, account.kind) == ("Me", AccountKind.COLLECTOR)
    assert [seat.account for seat in match.seats[1:]] == [None, None]


# Playing


def test_a_whole_game_is_played_by_keys_alone_with_the_result_and_a_rematch(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "cardia", "Ann random", {"deck": "I", "location": "haunted-catacombs"})

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await open_round(pilot)
        assert "Both place a card face down. Which is yours?" in said(pilot)
        for _ in range(80):
            if screen.gathering.over:
                break
            moves_of(app).highlighted = moves_of(app).option_count - 1
            await pilot.press("enter")
            await rest(pilot)
        assert "wins." in said(pilot)
        assert "signet" in said(pilot)
        assert "d: the same again." in said(pilot)
        await pilot.press("d")
        again = await rest(pilot)
        assert again.match_id != match
        assert "round 1" in words_of(app)

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)
    new, old = rounds_in(two_collectors)
    assert (old.id, old.status, new.status) == (match, Status.DONE, Status.PLAYING)
    assert [seat.called for seat in new.seats] == ["Ann", "random"]


def test_a_throw_is_put_together_step_by_step_and_escape_goes_one_step_back(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "matschig", "Ann random random", {"first": "A"})

    async def walk(pilot: Pilot[int]) -> None:
        screen = await open_round(pilot)
        assert "which Water?" in said(pilot)
        await pilot.press("enter")
        assert "which Sand?" in said(pilot)
        await pilot.press("enter")
        assert "at whom?" in said(pilot)
        await pilot.press("escape")
        assert "which Sand?" in said(pilot)
        await pilot.press("left")
        assert "which Water?" in said(pilot)
        assert not screen.gathering.played.steps[2:], "nothing has been done yet"
        await pilot.press("enter", "enter", "down", "enter")
        await rest(pilot)
        thrown = [dict(event.facts) for event in screen.gathering.events(0) if event.kind == "threw"]
        assert (thrown[0]["seat"], thrown[0]["target"]) == (0, 2)
        await pilot.press("u")
        await rest(pilot)
        assert "which Water?" in said(pilot)

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)
    (kept,) = rounds_in(two_collectors)
    assert (kept.moves, len(kept.takings)) == (1, 1)


def test_a_move_that_cannot_be_made_says_why_and_a_typed_one_is_checked_by_the_same_rules(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "mud", "Ann random", {"first": "A"})

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        screen = await open_round(pilot)
        blocs = next(at for at, line in enumerate(screen.pane.moves.lines) if "Working bloc" in line.plain)
        moves_of(app).highlighted = blocs
        await pilot.pause()
        reason = "A bloc is 6 Voters of the working class on one's Map."
        assert f"Not now: {reason}" in said(pilot)
        await pilot.press("enter")
        assert app.said[-1].text == reason
        await pilot.press("n", *"nonsense", "enter")
        assert "nonsense" in app.said[-1].text
        screen.query_one(Input).value = "play purge north"
        await pilot.press("enter")
        assert len(screen.gathering.played.steps) == screen.gathering.match.moves
        before = screen.gathering.match.moves
        screen.query_one(Input).value = "end"
        await pilot.press("enter")
        await rest(pilot)
        assert screen.gathering.match.moves > before
        assert "random B is to act. You may act first." in said(pilot)

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


def test_all_that_may_be_done_is_searched_by_its_words(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "cardia", "Ann random")

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await open_round(pilot)
        assert "105 of 388 facts of Cardia's cards are not confirmed" in words_of(app), "taken up, it is no surer"
        wanted = screen.pane.moves.lines[2].plain.split()[0]
        await pilot.press("slash")
        screen.query_one(Input).value = wanted
        await pilot.pause()
        assert [line.plain.split()[0] for line in screen.pane.moves.lines] == [wanted]
        await pilot.press("enter")
        await rest(pilot)
        assert any(wanted in line for line in text_of(app).splitlines())
        assert screen.gathering.match.moves > 1

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


def test_a_deal_is_put_together_card_by_card_out_of_turn_and_answered(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "mud", "Ann greedy random", {"first": "B"})

    async def walk(pilot: Pilot[int]) -> None:
        screen = await open_round(pilot)
        assert "greedy B is to act. You may act first." in said(pilot)
        await pilot.press("down", "enter", "enter", "down", "enter", "enter", "enter")
        await rest(pilot)
        offers = [event for event in screen.gathering.events(0) if event.kind == "offer"]
        assert len(offers) == 1
        assert [event.kind for event in screen.gathering.events(2) if event.kind == "offer"] == []
        await pilot.press("c")
        await rest(pilot)
        assert screen.viewer in screen.gathering.waiting_for, "the programs went on until Ann had to act"

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


def test_a_game_is_played_by_mouse_alone(two_collectors: Path, open_screens: Any, walk_through: WalkThrough) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.click("#others")
        await settled(pilot)
        await pilot.click("#game", offset=(6, 1))
        await settled(pilot)
        assert "Cardia: Tide & Storm: Ann, steady" in words_of(app)
        await pilot.click("#seats", offset=(4, 1))
        await pilot.pause()
        sitters = app.screen.query_one("#sitters", OptionList)
        await pilot.click("#sitters", offset=(4, sitters.option_count - 1))
        assert "Cardia: Tide & Storm: Ann, random" in words_of(app)
        await pilot.click("#gather-deal")
        screen = await open_round(pilot)
        before = screen.gathering.match.moves
        await pilot.click("#round-moves", offset=(4, 1))
        await rest(pilot)
        assert screen.gathering.match.moves > before
        await pilot.click(cap(app, "round.take-back"))
        await rest(pilot)
        assert screen.gathering.match.moves == before
        await pilot.click("#round-story")
        await pilot.pause()
        assert "The game so far" in words_of(app)
        await pilot.click(offset=(40, 12))
        await settled(pilot)
        await pilot.click(cap(app, "everywhere.leave"))
        await settled(pilot)
        assert shown(pilot, TableScreen)

    walk_through(open_screens(two_collectors), walk)


# Several people, one keyboard


def test_the_curtain_hides_everything_between_sealed_choices_and_nobody_sees_what_the_other_chose(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "cardia", "Ann Bo")

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await open_round(pilot)
        for name in ("Ann", "Bo"):
            assert shown(pilot, Curtain)
            assert f"I am {name}" in words_of(app)
            assert "hand 5" not in words_of(app)
            await pilot.press("enter")
            assert shown(pilot, Curtain), "a stray enter shows no hand"
            await pilot.press("space")
            assert f"{name}'s hand" in words_of(app)
            assert screen.viewer == ("Ann", "Bo").index(name)
            if name == "Ann":
                await pilot.press("enter")
                await rest(pilot)
        played = screen.gathering.played
        assert list(played.sealed) == [0]
        (card,) = played.sealed.values()
        assert "✓A Ann" in text_of(app)
        assert f"Ann reveals {card}" not in words_of(app)
        assert not [event for event in screen.gathering.events(1) if event.kind == "revealed"]
        await pilot.press("enter")
        await rest(pilot)
        assert [event for event in screen.gathering.events(None) if event.kind == "revealed"]

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


def test_a_game_that_was_left_comes_back_behind_the_curtain_with_its_sealed_choice(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "cardia", "Ann Bo")

    async def leave(pilot: Pilot[int]) -> None:
        await open_round(pilot)
        await pilot.press("space", "enter")
        await rest(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert shown(pilot, TableScreen)
        assert "Cardia: Tide & Storm: Ann, Bo" in words_of(pilot.app)

    async def come_back(pilot: Pilot[int]) -> None:
        await pilot.press("c")
        screen = await open_round(pilot)
        assert shown(pilot, Curtain)
        assert "I am Bo" in words_of(pilot.app), "Ann has chosen already"
        assert list(screen.gathering.played.sealed) == [0]
        await pilot.press("escape")
        await settled(pilot)
        await pilot.press("x", "y")
        await settled(pilot)
        assert "Cardia: Tide & Storm: Ann, Bo" not in words_of(pilot.app)

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), leave)
    walk_through(open_screens(two_collectors), come_back)
    assert [one.status for one in rounds_in(two_collectors)] == [Status.ABANDONED]


def test_a_sealed_choice_outlives_a_killed_program_and_comes_back_behind_the_curtain(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "cardia", "Ann Bo")
    killed = textwrap.dedent(
        """
        import asyncio, os, sys
        from pathlib import Path
        from collection.tui.app import MudwaterApp
        from collection.tui.curtain import Curtain
        from collection.tui.round import RoundScreen
        from collection.tui.table_setup import TableRequest

        async def main() -> None:
            app = MudwaterApp(Path(sys.argv[1]), None, start="table", table=TableRequest(match=sys.argv[2]))
            async with app.run_test(size=(80, 24)) as pilot:
                while not isinstance(app.screen, Curtain):
                    await pilot.pause(0.02)
                await pilot.press("space", "down", "enter")
                while not isinstance(app.screen, Curtain):
                    await pilot.pause(0.02)
                os.kill(os.getpid(), 9)

        asyncio.run(main())
        """
    )
    ended = subprocess.run([sys.executable, "-c", killed, str(two_collectors), match], check=False, timeout=60)
    assert ended.returncode == -9

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, MudwaterApp)
        assert app.said[-1].text.startswith("Your game of Cardia: Tide & Storm is not finished")
        await pilot.press("t")
        await settled(pilot)
        await pilot.press("c")
        screen = await open_round(pilot)
        assert "I am Bo" in words_of(app)
        assert list(screen.gathering.played.sealed) == [0]

    walk_through(open_screens(two_collectors, "binder"), walk)


def test_going_to_another_place_hides_the_hand_from_whoever_comes_back(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "matschig", "Ann Bo random", {"first": "A"})

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await open_round(pilot)
        await pilot.press("space")
        assert "Ann's hand" in words_of(app)
        await pilot.press("b")
        await settled(pilot)
        await pilot.press("t")
        await settled(pilot)
        assert shown(pilot, Curtain)
        assert "Ann's hand" not in words_of(app)
        await pilot.press("space")
        assert "Ann's hand" in words_of(app)
        assert screen.why_not(registry()["round.hand-over"]) == "Nobody else at the keyboard can act now."

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


def test_another_person_takes_the_keyboard_out_of_turn_to_offer_a_deal(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "mud", "Ann Bo Cy", {"first": "A"})

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await open_round(pilot)
        await pilot.press("space", "W")
        assert shown(pilot, WhoActs)
        await pilot.press("down", "enter")
        assert "I am Cy" in words_of(app)
        await pilot.press("space")
        assert "only a deal can be offered" in said(pilot)
        await pilot.press("enter", "enter", "down", "enter", "enter", "enter")
        await rest(pilot)
        assert "I am Ann" in words_of(app), "whom the deal was offered answers"
        await pilot.press("space")
        assert "Cy offers you" in said(pilot)
        await pilot.press("down", "enter")
        await rest(pilot)
        assert [event.kind for event in screen.gathering.events(None)][-1] == "traded"

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


# Room


@pytest.mark.parametrize(("game", "before_each"), [("matschig", "clean"), ("mud", "S -  N -  M -  W -")])
def test_six_seats_what_lies_before_each_and_all_that_may_be_done_fit_80_by_24(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough, game: str, before_each: str
) -> None:
    long = "Bartholomew-the-Longwinded-of-Nether-Wallop"
    match = gathered(two_collectors, game, f"{long} greedy random greedy random greedy", {"first": "A"})

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await open_round(pilot)
        lines = text_of(app).splitlines()
        for seat, name in zip("ABCDEF", screen.gathering.names, strict=True):
            start = name if len(name) <= 12 else name[:11]
            assert any(line[1:].startswith((f"{seat} {start}", f"{seat}•{start}")) for line in map(_bare, lines))
        assert sum(before_each in line for line in lines) == 6
        assert screen.query_one("#round-told").size.height >= 2
        moves = moves_of(app)
        assert moves.option_count
        assert moves.virtual_size.height <= moves.size.height or moves.show_vertical_scrollbar
        assert moves.region.bottom <= 22

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


def _bare(line: str) -> str:
    """Give a line without the border cell before it."""
    return line[1:]


def test_programs_alone_are_watched_over_one_shoulder_after_another(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    match = gathered(two_collectors, "matschig", "greedy random random")

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        while not isinstance(app.screen, RoundScreen) or app.screen.gathering.match.moves < 6:
            await pilot.pause(0.02)
        assert "greedy A's hand (W: the next)" in words_of(app)
        await pilot.press("W")
        assert "random B's hand (W: the next)" in words_of(app)

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk, (120, 40))


def test_names_that_look_like_markup_are_shown_as_they_are(
    two_collectors: Path, open_screens: Any, walk_through: WalkThrough
) -> None:
    names = ("[/x]", "[@click=app.quit]x[/]", "[b]bold")
    guests = [Guest(HUMAN, name) for name in names]
    book = Book.open(two_collectors, load_catalogue)
    match = gather(book, "matschig", guests, rng=random.Random(7), now=NOON, options={"first": "A"}).match.id
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await open_round(pilot)
        assert "Hand the keyboard to [/x]" in words_of(app)
        await pilot.press("space", "enter", "enter")
        assert screen.pane.moves.lines[0].plain.strip().startswith("at [@click=app.qui")
        for name in names:
            assert name[:8] in text_of(app)
        await pilot.press("i")
        assert "[b]bold draws 7 cards." in words_of(app)

    walk_through(open_screens(two_collectors, table=TableRequest(match=match)), walk)


def test_a_program_thinks_for_a_second_at_most_and_those_that_were_hurried_are_brief_until_a_person_acts() -> None:
    left = False
    thinking = RoundThinking(lambda: left)

    def cut_short() -> bool:
        cancelled = thinking.limit().cancelled
        return cancelled is not None and cancelled()

    thinking.begin()
    assert thinking.limit().seconds == 1.0
    assert not cut_short()
    thinking.hurry_all()
    assert cut_short()
    thinking.end()
    thinking.begin()
    assert cut_short(), "the next one too"
    thinking.take_time()
    thinking.begin()
    assert not cut_short()
    left = True
    assert cut_short(), "nobody sits there any more"
