"""What is told of a hand: its versions, another hand beside it, what it can cost, and what gets onto the board."""

from __future__ import annotations

import datetime as dt
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from collection.catalogue.card import Level
from collection.catalogue.data import load_catalogue
from collection.desk.antes import add_ante
from collection.desk.cards import correct_card
from collection.desk.hands import change_hand, hand_history, hands, new_hand
from collection.desk.marks import mark
from collection.desk.said import said
from collection.desk.suggestions import suggest
from collection.hands.advice import By
from collection.hands.stake import LossRecord, chance_of_losing
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result, Stakes
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.hands_builder import BuilderScreen
from collection.tui.hands_cards import CardList, PointedList
from collection.tui.hands_compare import CompareScreen
from collection.tui.hands_desk import read_shelf
from collection.tui.hands_ladder import LadderScreen
from collection.tui.hands_stake import StakeScreen
from tests.tui.conftest import text_of, words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
Read = Callable[[App[int]], str]
NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
HOSTILE = "[/x] [b [@click=app.quit]q[/]"


def at_desk(path: Path, act: Callable[[Book], Any]) -> Any:
    book = Book.open(path, load_catalogue)
    try:
        return act(book)
    finally:
        book.close()


@pytest.fixture
def cards(two_collectors: Path) -> tuple[int, ...]:
    """The cards of Dockside, as it is saved."""
    found = at_desk(two_collectors, lambda book: hands(book, "Ann")[0].hand.cards)
    assert isinstance(found, tuple)
    return found


# Versions


def test_every_version_is_told_with_what_it_changed_and_one_is_brought_back_as_an_edit(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    shelf = at_desk(two_collectors, lambda book: read_shelf("Ann", book))
    came = next(number for number in shelf.owned if number not in cards)
    changed = (*cards[1:], came)
    at_desk(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", changed, NOON + dt.timedelta(days=1)))

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("i")
        await settle_screens(pilot)
        assert pilot.app.screen.query("#versions")
        seen = words_of(pilot.app)
        lines = [str(line) for line in pilot.app.screen.query_one("#versions", PointedList).lines]
        assert "2026-03-02 12:00  as saved now" in lines[0]
        assert f"+#{came} -#{cards[0]}" in lines[0]
        assert "first saved" in seen
        assert f"+ #{came}" in seen
        await pilot.press("enter")
        assert isinstance(pilot.app, MudwaterApp)
        assert "has these cards already" in pilot.app.said[-1].text
        await pilot.click("#versions", offset=(4, 2))
        assert pilot.app.screen.query("#versions"), "a click goes there, a second one takes it"
        assert f"+ #{came}" not in words_of(pilot.app)
        await pilot.click("#versions", offset=(4, 2))
        await settle_screens(pilot)
        assert {row.number for row in pilot.app.screen.query_one("#hand", CardList).rows} == set(cards)
        assert "not saved" in read_screen(pilot.app)
        await pilot.press("u")
        assert {row.number for row in pilot.app.screen.query_one("#hand", CardList).rows} == set(changed)

    walk_through(open_screens(two_collectors, "hands"), walk)
    history = at_desk(two_collectors, lambda book: hand_history(book, "Ann", "Dockside"))
    assert [version.cards for version in history.versions] == [cards, changed], "nothing was saved"


def test_a_version_made_for_a_lost_match_says_which(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    lost = said(NOON, on=dt.date(2026, 2, 20))
    at_desk(
        two_collectors,
        lambda book: add_ante(book, "Ann", "Cy", Result.LOST, lost, mine=cards[0], hand="Dockside", mend=True),
    )

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("i")
        await settle_screens(pilot)
        assert "a loss of 2026-02-20 mended" in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk, (120, 40))


def test_saved_versions_are_undone_and_redone_on_the_shelf_and_a_hand_is_sleeved(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, read_screen: Read,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    at_desk(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", cards[1:], NOON))

    async def walk(pilot: Pilot[int]) -> None:
        assert "✗ 1 reason against" in read_screen(pilot.app)
        await pilot.press("u")
        await settle_screens(pilot)
        assert "✓ legal" in read_screen(pilot.app)
        await pilot.press("u")
        await settle_screens(pilot)
        assert isinstance(pilot.app, MudwaterApp)
        assert "nothing to undo" in pilot.app.said[-1].text
        await pilot.press("U", "S")
        await settle_screens(pilot)
        assert "✗ 1 reason against ▣ sleeved" in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)
    hand = at_desk(two_collectors, lambda book: hands(book, "Ann")[0].hand)
    assert (hand.version, hand.sleeved) == (2, True)


# Two hands side by side


def test_two_hands_side_by_side_show_what_they_share_and_the_figures_of_both(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    at_desk(
        two_collectors, lambda book: new_hand(book, "Ann", HOSTILE, suggest(book, "Ann", By.DRAW, seed=7).cards, NOON)
    )
    other = at_desk(
        two_collectors, lambda book: [each.hand for each in hands(book, "Ann") if each.hand.name == HOSTILE]
    )[0]
    at_desk(two_collectors, lambda book: new_hand(book, "Ann", "One", cards[:1], NOON))
    shared, here, there = (len(each) for each in (set(cards) & set(other.cards), set(cards), set(other.cards)))

    async def walk(pilot: Pilot[int]) -> None:
        place = [each.hand.name for each in at_desk(two_collectors, lambda book: hands(book, "Ann"))].index("Dockside")
        pilot.app.screen.query_one("#shelf", OptionList).highlighted = place
        await pilot.press("C")
        await settle_screens(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, CompareScreen)
        for name in [str(line) for line in screen.query_one("#others", PointedList).lines]:
            rows = str(screen.query_one("#beside", Static).content)
            figures = str(screen.query_one("#figures", Static).content)
            both, left, right = (shared, here - shared, there - shared) if "[/x]" in name else (1, here - 1, 0)
            assert f"= in both: {both}" in rows
            assert sum(line.startswith("= ") for line in rows.splitlines()[1:]) == both
            assert sum(line.startswith("‹ ") for line in rows.splitlines()) == left
            assert sum("› " in line for line in rows.splitlines()[1:]) == right
            assert ("✗ 1 against, 1 card\n" in figures) is ("One" in name)
            assert "ways up" in figures
            await pilot.press("right")
            await pilot.pause()

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_draft_is_laid_beside_the_hand_as_it_was_saved_and_a_version_beside_the_others(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    at_desk(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", cards[1:], NOON))

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await settle_screens(pilot)
        await pilot.press("right", "enter", "C")
        await settle_screens(pilot)
        assert "Dockside, as saved" in words_of(pilot.app)
        assert "= in both: 12" in words_of(pilot.app)
        await pilot.press("escape", "i")
        await settle_screens(pilot)
        await pilot.press("C")
        await settle_screens(pilot)
        assert "Dockside, version 2" in words_of(pilot.app)
        assert "v1 2026-03-01 12:00" in words_of(pilot.app)
        assert "= in both: 13" in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_with_one_hand_alone_there_is_nothing_to_compare_and_it_says_so(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("C")
        await settle_screens(pilot)
        assert "no other hand to lay it beside" in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)


# The stake


def test_the_stake_tells_chances_at_the_own_record_within_as_many_games_as_are_asked_for(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    def play(book: Book) -> None:
        for result in (Result.LOST, Result.WON, Result.LOST, Result.DRAW):
            add_ante(book, "Ann", "Cy", result, said(NOON), stakes=Stakes.FRIENDLY)
        mark(book, "Ann", MarkKind.KEEPSAKE, [cards[2]])

    at_desk(two_collectors, play)

    def chance(games: int) -> str:
        found = chance_of_losing(LossRecord(4, 2), games)
        assert found is not None
        return f"{found:.0%}".replace("%", " %") if found >= 0.0995 else f"{found * 100:.1f} %"

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("percent_sign")
        await settle_screens(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, StakeScreen)
        rows = screen.query_one("#at-stake", CardList).rows
        assert len(rows) == 14
        assert [row.number for row in rows if "♥" in row.mark] == [cards[2]]
        assert all(row.text.count(chance(10)) == 2 and " last " in row.text for row in rows)
        foot = str(screen.query_one("#foot", Static).content)
        assert "2 of 4 games lost, 50 %" in foot
        assert "Wilson" in foot
        assert "the hand is played in every one of these games" in foot
        await pilot.press("left")
        assert chance(7) in screen.query_one("#at-stake", CardList).rows[0].text
        await pilot.press(*("left",) * 6)
        assert isinstance(pilot.app, MudwaterApp)
        assert "fewest" in pilot.app.said[-1].text
        assert screen.games == 1
        await pilot.press(*("right",) * 10)
        assert screen.games == 100
        await pilot.press("L")
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, LadderScreen)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_without_a_game_nothing_is_said_of_chances(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("percent_sign")
        await settle_screens(pilot)
        assert "No games yet" in words_of(pilot.app)
        assert "Counted are finished games" in words_of(pilot.app)
        assert "1 %" not in words_of(pilot.app)
        assert "EUR" not in words_of(pilot.app), "no value is made up"

    walk_through(open_screens(two_collectors, "hands"), walk, (120, 40))


def test_own_values_are_set_by_card_and_by_level_and_taken_away_and_the_builder_counts_with_them(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    catalogue = load_catalogue()
    level = catalogue[cards[0]].level
    alike = sum(catalogue[number].level is level for number in cards)

    def values() -> Any:
        return at_desk(two_collectors, lambda book: read_shelf("Ann", book).grounds.values)

    async def say(pilot: Pilot[int], value: str, *more: str) -> None:
        await pilot.press("e")
        pilot.app.screen.query_one("#value", Input).value = value
        await pilot.press(*more, "ctrl+s")
        await settle_screens(pilot)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await settle_screens(pilot)
        await pilot.press("percent_sign")
        await settle_screens(pilot)
        await say(pilot, "1,000")
        assert pilot.app.screen.query("#value"), "what can be read in two ways is asked again"
        await pilot.press("escape")
        await say(pilot, "2.50 EUR")
        await say(pilot, "1 EUR", "tab", "right")
        assert values().by_level[level].minor == 100
        assert values().by_card[cards[0]].minor == 250
        assert f"your values {2.5 + alike - 1:.2f} EUR" in words_of(pilot.app)
        await say(pilot, "")
        assert values().by_card == {}
        await pilot.press("escape")
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert f"Value {alike:.2f} EUR, {14 - alike} unvalued" in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)


@pytest.mark.parametrize(("key", "box"), [("percent_sign", "#at-stake"), ("L", "#cards")])
def test_wide_characters_in_the_name_of_a_card_move_no_column(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...],
    key: str, box: str,
) -> None:  # fmt: skip
    at_desk(two_collectors, lambda book: correct_card(book, cards[0], ["name=蛙の沼の王様"]))
    at_desk(two_collectors, lambda book: add_ante(book, "Ann", "Cy", Result.LOST, said(NOON), stakes=Stakes.FRIENDLY))

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press(key)
        await settle_screens(pilot)
        top = pilot.app.screen.query_one(box).region.y
        lines = text_of(pilot.app).splitlines()[top : top + 14]
        ends = {cell_len(line[: line.rindex("%") + 1]) for line in lines}
        assert any("蛙" in line for line in lines)
        assert len(ends) == 1, ends

    walk_through(open_screens(two_collectors, "hands"), walk)


# The ladder


def test_the_ladder_tells_the_dead_weight_and_tries_the_hand_out_in_so_many_games(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    from collection.lab.simulation import simulate

    catalogue = load_catalogue()
    fives = [card.number for card in catalogue if card.level is Level.V][:2]
    ones = [card.number for card in catalogue if card.level is Level.I][:12]
    at_desk(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", [*fives, *ones], NOON))

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("L")
        await settle_screens(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, LadderScreen)
        seen = " ".join(
            str(screen.query_one(f"#{part}", Static).content) for part in ("head", "cards", "dead", "about")
        )
        assert "tried out in 1000 games" in seen
        await pilot.press("right")
        await settle_screens(pilot)
        assert "tried out in 2000 games" in words_of(pilot.app)
        for number in fives:
            assert f"✗ Dead weight: #{number} {catalogue[number].name} has no way up" in seen
        found = simulate(catalogue, [*fives, *ones], 1_000, 0)
        assert f"{found.wins} won, {found.draws} drawn, {found.losses} lost" in seen
        assert "greedy player in both seats" in seen

    walk_through(open_screens(two_collectors, "hands"), walk)


def ladder(pilot: Pilot[int]) -> LadderScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LadderScreen)
    return screen


def test_esc_stops_the_games_and_keeps_what_was_counted_and_esc_again_leaves(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    # More than any machine plays while a key is pressed.
    monkeypatch.setattr("collection.tui.hands_ladder.AT_FIRST", 10_000_000)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("L")
        screen = ladder(pilot)
        while not screen.played:
            await pilot.pause(0.01)
        await pilot.press("escape")
        assert ladder(pilot) is screen
        played = screen.played
        assert 0 < played < 10_000_000
        await settle_screens(pilot)
        assert screen.played == played, "what was under way when it was stopped does not count"
        assert f"{played} games, stopped" in words_of(pilot.app)
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, LadderScreen)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_hand_that_no_game_can_be_played_with_is_counted_only(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle,
    cards: tuple[int, ...],
) -> None:  # fmt: skip
    at_desk(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", (*cards[2:], 137), NOON))

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("L")
        await settle_screens(pilot)
        assert "counted only" in words_of(pilot.app)
        await pilot.press("right")
        assert isinstance(pilot.app, MudwaterApp)
        assert "137 is not a card" in pilot.app.said[-1].text
        await pilot.press("percent_sign")
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, StakeScreen)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_tiny_terminal_crashes_none_of_them(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.resize_terminal(20, 5)
        for keys in (["i", "C", "escape", "escape"], ["percent_sign", "e", "escape", "escape"], ["enter", "enter"]):
            await pilot.press(*keys)
            await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "hands"), walk)
