"""Beside moving: hints, what is known of the rival's hand, taking back, resigning, and how a story turns."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from collection.catalogue.card import Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.moves import Deal
from collection.games.mudwater.state import SQUARES, Faces, Mode, State
from collection.games.protocol import Event, Limit
from collection.ledger.mark import MarkKind
from collection.ledger.match import Match, Result, Status
from collection.players.beliefs import SeenCards
from collection.players.levels import LEVELS
from collection.store.book import Book
from collection.tui.board import Board
from collection.tui.curtain import Curtain
from collection.tui.dialogs import Confirm
from collection.tui.hands_cards import CardList
from collection.tui.place import KeyCap
from collection.tui.table import TableScreen
from collection.tui.table_match import MatchScreen
from collection.tui.table_rival import rival_hand
from collection.tui.table_setup import TableRequest
from collection.tui.table_sight import Sight
from collection.tui.table_story import tell
from tests.tui.conftest import matches_in, words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
NAMES = ("Ann", "Bo")


@pytest.fixture(autouse=True)
def _one_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScreen, "rng", random.Random(4))


@pytest.fixture(autouse=True)
def _quick_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The master imagines so many games and no more: the same hint on every machine."""
    quick = tuple(replace(level, budget=Limit(iterations=300)) if level.name == "master" else level for level in LEVELS)
    monkeypatch.setattr("collection.players.programs.LEVELS", quick)


def shows(app: App[int], kind: type[Screen[Any]]) -> bool:
    return isinstance(app.screen, kind)


def said(app: App[int]) -> list[str]:
    return [one.text for one in app.said]  # type: ignore[attr-defined]


def only_match(path: Path) -> Match:
    (match,) = matches_in(path)
    return match


def text_in(app: App[int], *selectors: str) -> str:
    """Give what these parts of the screen say, whichever way their lines are broken."""
    return "\n".join(str(app.screen.query_one(selector, Static).render()) for selector in selectors)


async def dealt(pilot: Pilot[int], settle: Settle) -> MatchScreen:
    await pilot.press("d")
    await settle(pilot)
    assert isinstance(pilot.app.screen, MatchScreen)
    return pilot.app.screen


# Hints


def test_a_hint_is_shown_on_the_board_and_in_the_hand_counted_and_taken_by_enter(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await dealt(pilot, settle_screens)
        await pilot.press("g")
        await settle_screens(pilot)
        assert "Hint, by 300 imagined games" in text_in(app, "#hint")
        assert re.search(r"★ .+: wins \d+% of the games imagined \(\d+ to \d+\)\.", text_in(app, "#saying"))
        board = screen.query_one(Board)
        (square,) = [place for place, look in enumerate(board.looks) if look.hint]
        (card,) = [row.number for row in screen.query_one(CardList).rows if row.mark == "★"]
        await pilot.press("enter", "enter")
        await settle_screens(pilot)
        followed.append((card, SQUARES[square]))
        assert "Hint, by" not in words_of(app), "a hint is about one position"

    followed: list[tuple[int | None, str]] = []
    walk_through(open_screens(two_collectors), walk)
    match = only_match(two_collectors)
    assert match.hints == 1
    ((card, square),) = followed
    assert re.search(rf"moves: \[{square}[=~+]{card}\b", match.record), "enter, enter follows the hint"


def test_a_hint_can_be_cut_short_and_put_away_and_hides_nothing_that_is_picked_meanwhile(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = tuple(replace(level, budget=Limit(seconds=600)) if level.name == "master" else level for level in LEVELS)
    monkeypatch.setattr("collection.players.programs.LEVELS", endless)

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await dealt(pilot, settle_screens)
        await pilot.press("g")
        while "Looking for a hint" not in words_of(app):
            await pilot.pause(0.02)
        await pilot.press("g")
        assert any("M shows the best so far" in one for one in said(app)), "asked twice, it is looked for once"
        await pilot.press("enter")
        held = app.screen.query_one(Board).show_cursor
        await pilot.press("M")
        await settle_screens(pilot)
        assert held
        assert "Hint, by" in words_of(app)
        assert app.screen.query_one(Board).show_cursor, "the card is still held"
        await pilot.press("escape", "escape")
        assert "Hint, by" not in words_of(app)
        assert shows(app, MatchScreen), "esc puts the card back, then the hint away, and only then leaves"

    walk_through(open_screens(two_collectors), walk)


def test_two_people_for_keeps_get_no_hint_and_nothing_back_and_are_told_why(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("d", "y")
        await settle_screens(pilot)
        await pilot.press("space")
        await settle_screens(pilot)
        await pilot.press("g", "u", "x")
        refused = said(app)[-3:]
        assert "no hints" in refused[0]
        assert "nothing is taken back" in refused[1]
        assert "resign" in refused[2]

    walk_through(open_screens(two_collectors, table=TableRequest(against="Bo", stakes="keeps")), walk)
    assert only_match(two_collectors).hints == 0


# Taking back


def test_undo_takes_the_last_move_back_with_the_reply_and_both_are_told(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        screen = await dealt(pilot, settle_screens)
        await pilot.press("u")
        assert "nothing to take back" in said(app)[-1]
        await pilot.press("enter", "enter")
        await settle_screens(pilot)
        assert screen.moves == 2
        await pilot.press("u")
        await settle_screens(pilot)
        assert screen.moves == 0
        assert "2 moves are taken back." in said(app)
        assert "Ann takes 2 moves back." in text_in(app, "#story")
        assert "Ann's hand, 13 cards" in text_in(app, "#hand-title")
        await pilot.press("enter", "enter")
        await settle_screens(pilot)
        assert screen.moves == 2, "the program plays on from the position as it is now"

    walk_through(open_screens(two_collectors), walk)
    match = only_match(two_collectors)
    assert (match.moves, match.taken_back) == (2, 2)


# Resigning


def test_resigning_is_confirmed_by_another_key_and_the_end_says_who_resigned(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await dealt(pilot, settle_screens)
        await pilot.press("X")
        assert shows(app, Confirm)
        assert "steady wins this match" in words_of(app)
        await pilot.press("X", "enter")
        assert shows(app, MatchScreen)
        await pilot.press("X", "y")
        await settle_screens(pilot)
        assert text_in(app, "#end-title") == "○ steady wins: ● Ann resigned."
        cost = text_in(app, "#end-stakes")
        assert "the last copy" in cost or re.search(r"one of \d copies", cost), "what it would have cost"
        await pilot.press("i")
        assert "● Ann resigns." in words_of(app)

    walk_through(open_screens(two_collectors), walk)
    match = only_match(two_collectors)
    assert match.status is Status.DONE
    assert [seat.result for seat in match.seats] == [Result.LOST, Result.WON]


def test_resigning_for_keeps_names_the_ante_and_moves_that_card_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    def owned() -> list[dict[int, int]]:
        book = Book.open(two_collectors, load_catalogue)
        try:
            with book.reading() as unit:
                return [dict(unit.ledger.owned(collectors.current(unit, name))) for name in NAMES]
        finally:
            book.close()

    before = owned()
    asked: list[str] = []

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("d", "y")
        await settle_screens(pilot)
        await pilot.press("space")
        await settle_screens(pilot)
        await pilot.press("X")
        asked.append(
            " ".join(str(part.render()) for part in pilot.app.screen.query(".dialog-body Static").results(Static))
        )
        await pilot.press("y")
        await settle_screens(pilot)
        asked.append(text_in(pilot.app, "#end-stakes", "#end-moved"))

    walk_through(open_screens(two_collectors, table=TableRequest(against="Bo", stakes="keeps")), walk)
    match, after = only_match(two_collectors), owned()
    loser = match.loser
    assert loser is not None
    ante = match.seats[loser].ante
    assert ante is not None
    assert f"your ante, #{ante} " in asked[0]
    assert f"goes to {NAMES[1 - loser]} for good" in asked[0]
    assert "last copy" in asked[1]
    assert before[loser][ante] - after[loser].get(ante, 0) == 1
    assert after[1 - loser][ante] - before[1 - loser].get(ante, 0) == 1
    assert sum(map(sum, (hand.values() for hand in before))) == sum(map(sum, (hand.values() for hand in after)))


def test_the_end_says_that_the_staked_card_was_a_keepsake(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    book = Book.open(two_collectors, load_catalogue)
    with book.writing() as unit:
        ann = collectors.current(unit, "Ann")
        for card in unit.hands.all(ann)[0].cards:
            unit.marks.set(ann, card, MarkKind.KEEPSAKE)
    book.close()

    async def walk(pilot: Pilot[int]) -> None:
        await dealt(pilot, settle_screens)
        await pilot.press("X", "y")
        await settle_screens(pilot)
        assert "a keepsake" in text_in(pilot.app, "#end-stakes")

    walk_through(open_screens(two_collectors), walk)


# The rival's hand


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


def test_the_rivals_hand_is_guessed_from_the_view_alone_and_counts_as_many_cards_as_there_are(opening: State) -> None:
    game = Mudwater()
    side = opening.sides[1]
    other = frozenset(sorted(set(opening.faces) - opening.sides[0].hand - side.hand)[:13])
    otherwise = replace(opening, sides=(opening.sides[0], replace(side, hand=other)))
    guesses = [rival_hand(game, game.view(state, 0), None, random.Random(1)) for state in (opening, otherwise)]
    assert guesses[0] == guesses[1], "what the seat cannot see changes nothing"
    assert guesses[0].size == 13
    assert sum(guesses[0].levels.values()) == pytest.approx(13)
    assert guesses[0].seen == {}


def test_levels_that_a_pass_ruled_out_are_known_and_cards_that_were_seen_are_likely(
    opening: State, catalogue: Catalogue
) -> None:
    game = Mudwater()
    lacking = replace(opening.sides[1], lacks=frozenset({Level.I, Level.II}))
    view = game.view(replace(opening, sides=(opening.sides[0], lacking)), 0)
    seen = frozenset(sorted(card for card in opening.sides[1].hand if opening.faces[card].level == 3)[:2])
    guess = rival_hand(game, view, SeenCards(seen), random.Random(1))
    assert guess.levels[Level.I] == guess.levels[Level.II] == 0
    assert "no I no II" in guess.line()
    assert set(guess.seen) == seen
    assert min(guess.seen.values()) > 0.7
    page = "\n".join(part.plain for part in guess.page("Bo", Sight(game, view, catalogue)))
    assert "no card of Level I, II" in page
    assert "none: known" in page
    assert all(catalogue[card].name in page for card in seen)


def test_what_is_guessed_of_the_rival_is_shown_by_key_and_by_mouse_and_marked_as_a_guess(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await dealt(pilot, settle_screens)
        assert re.search(r"○ 13 cards: I~\d", words_of(app))
        assert await pilot.click("#rival")
        await pilot.pause()
        assert "steady holds 13 cards." in words_of(app)
        await pilot.press("escape", "H")
        assert "Guessed, by Level" in words_of(app)

    walk_through(open_screens(two_collectors), walk)


# The curtain


def test_neither_hint_nor_guess_of_one_seat_is_in_sight_of_the_other(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await pilot.press("d")
        await settle_screens(pilot)
        await pilot.press("g")
        assert shows(app, Curtain), "no key but the space bar does anything"
        await pilot.press("space")
        await settle_screens(pilot)
        await pilot.press("g")
        await settle_screens(pilot)
        assert "★" in words_of(app)
        await pilot.press("f2", "f5")
        await settle_screens(pilot)
        assert shows(app, Curtain)
        await pilot.press("space")
        await settle_screens(pilot)
        assert "★" not in words_of(app), "whoever came back asks anew"
        mine = app.screen.query_one("#rival", Static).render()
        await pilot.press("enter", "enter")
        await settle_screens(pilot)
        await pilot.press("space")
        await settle_screens(pilot)
        theirs = app.screen.query_one("#rival", Static).render()
        assert str(mine)[0] != str(theirs)[0], "each sees what is known of the other"

    walk_through(open_screens(two_collectors, table=TableRequest(against="Bo")), walk)


# By mouse


def test_what_the_key_line_offers_is_done_by_a_click_and_undo_is_greyed_until_there_is_something(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    def cap(app: App[int], name: str) -> KeyCap:
        (found,) = [cap for cap in app.screen.query(KeyCap) if cap.what[0] == f"match.{name}"]
        return found

    async def walk(pilot: Pilot[int]) -> None:
        app = pilot.app
        await dealt(pilot, settle_screens)
        assert cap(app, "take-back").has_class("-disabled")
        assert await pilot.click(cap(app, "hint"))
        await settle_screens(pilot)
        assert "Hint, by" in words_of(app)

    walk_through(open_screens(two_collectors), walk)


# The story


def event(kind: str, **facts: object) -> Event:
    return Event(kind, None, tuple(facts.items()))


def test_a_story_says_by_which_numbers_squares_are_taken_and_when_the_lead_turns(
    opening: State, catalogue: Catalogue
) -> None:
    game = Mudwater()
    sight = Sight(game, game.view(opening, 0), catalogue)
    first, second = sorted(opening.sides[0].hand)[:2]
    names = [catalogue[card].name for card in (first, second)]
    story = [
        event("placed", seat=0, square="s", card=first),
        event("placed", seat=1, square="c", card=second),
        event("captured", seat=1, square="s", by="c", attack=3, defence=2, family=False),
        event("took-back", seat=1, moves=1),
        event("resigned", seat=0),
        event("ended", termination="resigned", black=0, white=2, winner="white"),
    ]
    assert tell(story, sight, NAMES) == [
        f"● Ann places {names[0]} at s.",
        f"○ Bo places {names[1]} at c, takes s (3 over 2), and so leads 2 to 0.",
        "○ Bo takes one move back.",
        "● Ann resigns.",
        "○ Bo wins by that; the squares stood ● 0 to ○ 2.",
    ]


def test_every_square_that_a_story_lets_somebody_lead_by_is_counted(opening: State, catalogue: Catalogue) -> None:
    """Over random games a lead that is told is the lead on the board, and it is told exactly when it turns."""
    game, told = Mudwater(), 0
    for seed in range(30):
        rng, state, events, leader = random.Random(seed), opening, [], None
        while (seat := state.to_move) in (0, 1) and game.outcome(state) is None:
            state, happened = game.apply(state, {seat: game.moves(state, seat).sample(rng)})
            events += [one for one in happened if one.kind not in ("ended", "antes-turned-over", "rock-turned-over")]
            owners = [square.owner for square in state.board if square is not None]
            black, white = owners.count(0), owners.count(1)
            now = leader if black == white else int(white > black)
            line = tell(events, Sight(game, game.view(state, 1 - seat), catalogue), NAMES)[-1]
            turned = leader is not None and now != leader
            assert (f"so leads {max(black, white)} to {min(black, white)}" in line) == turned
            told, leader = told + turned, now
    assert told > 5


# What waits


def test_on_starting_an_unfinished_match_is_said_once_with_the_keys_that_resume_it(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def begin_two(pilot: Pilot[int]) -> None:
        for _ in range(2):
            await dealt(pilot, settle_screens)
            await pilot.press("escape")
            await settle_screens(pilot)
        assert said(pilot.app) == [], "at the Table they are listed"

    async def come_back(pilot: Pilot[int]) -> None:
        app = pilot.app
        (sentence,) = said(app)
        assert sentence.startswith("2 matches are not finished, the newest against steady")
        await pilot.press("t")
        await settle_screens(pilot)
        await pilot.press("c")
        await settle_screens(pilot)
        assert shows(app, MatchScreen)
        assert said(app) == [sentence]

    walk_through(open_screens(two_collectors), begin_two)
    walk_through(open_screens(two_collectors, "binder"), come_back)
