"""Decks of Cardia on the screens: built card by card and faction by faction, saved, changed, put away, played."""

from __future__ import annotations

import datetime as dt
import signal
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from collection.catalogue.data import load_catalogue, load_document
from collection.desk import decks
from collection.games.cardia.data import FILE, data_of
from collection.games.cardia.deck_words import read_words
from collection.games.cardia.decks import deck_faults
from collection.games.record import read_tree
from collection.ledger.match import Status
from collection.store.book import Book
from collection.tui.decks import DecksScreen
from collection.tui.decks_builder import DeckBuilderScreen
from collection.tui.decks_rows import packed_reasons
from collection.tui.hands_cards import CardList
from collection.tui.help import CommandRow
from collection.tui.place import KeyCap
from collection.tui.round import RoundScreen
from collection.tui.round_setup import GatherScreen
from tests.tui.conftest import text_of, words_of

Answer = TypeVar("Answer")
Settle = Callable[[Pilot[int]], Awaitable[None]]
NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
CARDIA = data_of(load_document("cardia", FILE))
MIXED = ("archipelago", "academy:I", "dynasty:I", "swamp:II", "guild:III")


def with_decks(path: Path, **named: Sequence[str]) -> None:
    """Save decks for Ann."""
    book = Book.open(path, load_catalogue)
    try:
        for name, words in named.items():
            decks.new_deck(book, "Ann", name, decks.read_cards(book, words), NOON)
    finally:
        book.close()


def in_book(path: Path, work: Callable[[Book], Answer]) -> Answer:
    """Do something with the book, as another program does it."""
    book = Book.open(path, load_catalogue)
    try:
        return work(book)
    finally:
        book.close()


def saved(path: Path, name: str) -> decks.CheckedDeck:
    """Give a deck of Ann's as it stands in the book."""
    return in_book(path, lambda book: decks.deck(book, "Ann", name))


def played_cards(path: Path) -> tuple[str, ...]:
    """Give the cards that the record of the only game of Cardia says."""

    def options(book: Book) -> Any:
        with book.reading() as unit:
            (match,) = unit.matches.other_games(statuses=frozenset({Status.PLAYING}), game="cardia")
        return read_tree(match.record)["options"]

    return tuple(in_book(path, options)["cards"])


def texts_in(row: Any) -> str:
    return " ".join(str(part.content) for part in row.query(Static))


def builder(pilot: Pilot[int]) -> DeckBuilderScreen:
    screen = pilot.app.screen
    assert isinstance(screen, DeckBuilderScreen)
    return screen


async def to_card(pilot: Pilot[int], name: str) -> None:
    """Put the cursor of the list of all cards on a card, as the search does it."""
    await pilot.press("slash")
    builder(pilot).query_one("#filter", Input).value = name
    await pilot.pause()
    await pilot.press("enter")
    assert name in str(builder(pilot).query_one("#all", CardList).lines[0])


def test_a_deck_is_built_by_factions_and_cards_until_it_is_legal_and_saved(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        await pilot.press("n")
        await settle_screens(pilot)
        await to_card(pilot, "Siren")
        await pilot.press("F")
        screen = builder(pilot)
        assert len(screen.cards) == 8
        assert "no card yet for 2, 4-5, 7, 10, 12-13, 15" in words_of(pilot.app)
        await to_card(pilot, "Void Mage")
        await pilot.press("enter")
        await to_card(pilot, "Illusionist")
        await pilot.press("enter")
        assert "Academy from I, II; one deck only" in words_of(pilot.app)
        assert "no legal deck holds all of these" in words_of(pilot.app)
        # A card of the same value takes the other's place.
        await to_card(pilot, "Puppeteer")
        await pilot.press("enter")
        assert len(screen.cards) == 10
        assert "✗ not legal, 1 reason against; 27 legal decks hold these" in words_of(pilot.app)
        await pilot.press("plus", "s")
        await settle_screens(pilot)
        await pilot.press(*"Sea", "enter")
        await settle_screens(pilot)
        assert "Sea 16 of 16" in words_of(pilot.app)
        assert "Sea is saved. It is legal." in words_of(pilot.app)
        assert not screen.changed

    walk_through(open_screens(two_collectors), walk)
    checked = saved(two_collectors, "Sea")
    assert checked.faults == ()
    assert {"siren", "void-mage", "puppeteer"} <= set(checked.deck.cards)


def test_changes_wait_as_a_draft_and_go_back_and_forth(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, Tide=MIXED)

    async def change(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        await pilot.press("enter")
        await settle_screens(pilot)
        screen = builder(pilot)
        before = screen.cards
        await pilot.press("minus")
        assert not screen.cards
        await pilot.press("u")
        assert screen.cards == before
        await pilot.press("U", "right", "enter")
        await settle_screens(pilot)
        # At an empty place enter goes to the cards of its value.
        assert screen.query_one("#all", CardList).has_focus
        await pilot.press("enter")
        await settle_screens(pilot)
        assert screen.cards == ("hired-blade",)
        await pilot.press("escape")
        await settle_screens(pilot)
        assert "draft" in text_of(pilot.app)

    async def go_on(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        assert "A draft with unsaved changes waits" in words_of(pilot.app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert builder(pilot).cards == ("hired-blade",)
        await pilot.press("s")
        await settle_screens(pilot)
        assert "Tide 1 of 16" in words_of(pilot.app)
        await pilot.press("escape")
        await settle_screens(pilot)
        await pilot.press("u")
        await settle_screens(pilot)
        assert "✓ It is legal." in words_of(pilot.app)

    walk_through(open_screens(two_collectors), change)
    assert len(saved(two_collectors, "Tide").deck.cards) == 16
    walk_through(open_screens(two_collectors, "hands"), go_on)
    assert saved(two_collectors, "Tide").faults == ()


def test_what_was_saved_in_another_window_is_shown_before_it_is_saved_over(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, Tide=MIXED)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        await pilot.press("enter")
        await settle_screens(pilot)
        in_book(two_collectors, lambda book: decks.change_deck(book, "Ann", "Tide", ("siren",), NOON))
        await pilot.press("minus", "s")
        await settle_screens(pilot)
        assert "was changed in another window" in words_of(pilot.app)
        assert builder(pilot).changed
        assert saved(two_collectors, "Tide").deck.cards == ("siren",)
        await pilot.press("u")
        assert builder(pilot).cards == ("siren",)
        await pilot.press("U", "s")
        await settle_screens(pilot)
        assert not builder(pilot).changed

    walk_through(open_screens(two_collectors), walk)
    tide = saved(two_collectors, "Tide").deck
    assert (tide.cards, tide.before) == ((), ("siren",))


def test_a_deck_that_another_window_renamed_is_saved_under_that_name_and_one_put_away_as_a_new_one(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, Tide=MIXED)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        await pilot.press("enter")
        await settle_screens(pilot)
        in_book(two_collectors, lambda book: decks.rename_deck(book, "Ann", "Tide", "Flood"))
        await to_card(pilot, "Siren")
        await pilot.press("enter", "s")
        await settle_screens(pilot)
        assert "Flood 15 of 16 not saved" in words_of(pilot.app)
        await pilot.press("s")
        await settle_screens(pilot)
        in_book(two_collectors, lambda book: decks.archive_deck(book, "Ann", "Flood", NOON))
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "are not in the book" in (builder(pilot).unfinished() or "")
        await pilot.press("s")
        await settle_screens(pilot)
        assert "New deck 16 of 16 not saved" in words_of(pilot.app)
        await pilot.press("s", *"Ebb", "enter")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors), walk)
    shelf = in_book(two_collectors, lambda book: decks.deck_shelf(book, "Ann"))
    assert [(one.deck.name, len(one.deck.cards)) for one in shelf.saved] == [("Ebb", 16)]
    assert shelf.drafts == {}


def test_what_was_begun_outlives_a_killed_program(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    killed = textwrap.dedent(
        """
        import asyncio, os, signal, sys
        from pathlib import Path
        from collection.tui.app import MudwaterApp
        from collection.tui.decks import DecksScreen
        from collection.tui.decks_builder import DeckBuilderScreen

        async def main() -> None:
            app = MudwaterApp(Path(sys.argv[1]), None, start="table")
            async with app.run_test(size=(80, 24)) as pilot:
                while app.book is None or app.screen.focused is None:
                    await pilot.pause(0.02)
                await pilot.press("D")
                while not isinstance(app.screen, DecksScreen) or app.screen.focused is None:
                    await pilot.pause(0.02)
                await pilot.press("n")
                while not isinstance(app.screen, DeckBuilderScreen) or app.screen.focused is None:
                    await pilot.pause(0.02)
                await pilot.press("down", "down", "F", "enter")
                while app.screen.unfinished() is not None:
                    await pilot.pause(0.02)
                os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
        """
    )
    ended = subprocess.run([sys.executable, "-c", killed, str(two_collectors)], check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        assert "draft, not saved" in words_of(pilot.app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert builder(pilot).cards == read_words(["archipelago"], CARDIA)[1:]

    walk_through(open_screens(two_collectors), walk)


def test_a_saved_deck_is_sat_down_with_and_its_cards_are_in_the_record(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, Tide=MIXED)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        await pilot.press("d")
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, GatherScreen)
        assert "deck: Tide" in words_of(pilot.app)
        await pilot.press("d")
        await settle_screens(pilot)
        assert not isinstance(pilot.app.screen, GatherScreen)

    walk_through(open_screens(two_collectors), walk)
    assert played_cards(two_collectors) == saved(two_collectors, "Tide").deck.cards


def test_the_table_offers_legal_decks_of_ones_own_and_no_other(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, **{"[b]Tide\x1b[2J": MIXED}, Half=("siren",))

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("O")
        await settle_screens(pilot)
        await pilot.press("down", "tab", *("enter",) * 5)
        await settle_screens(pilot)
        assert "deck: [b]Tide[2J" in words_of(pilot.app)
        assert "Your own legal decks follow" in words_of(pilot.app)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "deck: III" in words_of(pilot.app)
        await pilot.press(*("enter",) * 5, "d")
        await settle_screens(pilot)
        assert isinstance(pilot.app.screen, RoundScreen)

    walk_through(open_screens(two_collectors), walk)
    assert played_cards(two_collectors) == saved(two_collectors, "[b]Tide[2J").deck.cards


def test_from_the_table_to_a_game_with_a_deck_by_mouse_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, Half=("siren",), Tide=MIXED)

    async def press(pilot: Pilot[int], what: Any) -> None:
        await pilot.click(what)
        await settle_screens(pilot)

    def cap(pilot: Pilot[int], name: str) -> KeyCap:
        return next(cap for cap in pilot.app.screen.query(KeyCap) if cap.what[0] == name)

    async def walk(pilot: Pilot[int]) -> None:
        await press(pilot, cap(pilot, "everywhere.help"))
        row = next(row for row in pilot.app.screen.query(CommandRow) if "Build decks of Cardia" in texts_in(row))
        row.scroll_visible(animate=False, immediate=True)
        await pilot.pause()
        await press(pilot, row)
        # The first click on the second deck goes to it.
        await pilot.click("#shelf", offset=(4, 2))
        await settle_screens(pilot)
        await press(pilot, cap(pilot, "decks.deal"))
        assert "deck: Tide" in words_of(pilot.app)
        await press(pilot, "#gather-deal")
        assert isinstance(pilot.app.screen, RoundScreen)

    walk_through(open_screens(two_collectors), walk)
    assert played_cards(two_collectors) == saved(two_collectors, "Tide").deck.cards


def test_an_illegal_deck_is_not_sat_down_with_and_says_why(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, Half=("siren", "juggler", "Void Mage"))

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        assert "✗ 4 reasons against, 3 of 16" in words_of(pilot.app)
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, DecksScreen)
        assert "It is not legal yet" in words_of(pilot.app)

    walk_through(open_screens(two_collectors), walk)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_all_of_it_by_mouse_alone(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, size: tuple[int, int]
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        # The printed deck III stands first: a click opens a new deck with its cards, and looking at it begins nothing.
        await pilot.click("#shelf", offset=(3, 0))
        await settle_screens(pilot)
        assert len(builder(pilot).cards) == 16
        await pilot.click(next(cap for cap in builder(pilot).query(KeyCap) if cap.what[0] == "everywhere.leave"))
        await settle_screens(pilot)
        await pilot.click("#shelf", offset=(3, 0))
        await settle_screens(pilot)
        screen = builder(pilot)
        assert len(screen.cards) == 16
        await pilot.click("#all", offset=(8, 0))
        await settle_screens(pilot)
        assert "hired-blade" in screen.cards
        assert "ferryman" not in screen.cards
        # The first click goes to a card of the deck, the second takes it out.
        await pilot.click("#deck", offset=(8, 1))
        assert len(screen.cards) == 16
        await pilot.click("#deck", offset=(8, 1))
        await settle_screens(pilot)
        assert "juggler" not in screen.cards
        assert len(screen.cards) == 15

    walk_through(open_screens(two_collectors), walk, size)


def test_a_deck_is_copied_renamed_handed_on_put_away_and_brought_back(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, tmp_path: Path
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        await pilot.press("y", *"Sea", "enter")
        await settle_screens(pilot)
        await pilot.press("ctrl+r", "end", *" II", "enter")
        await settle_screens(pilot)
        await pilot.press("ctrl+t")
        await settle_screens(pilot)
        pilot.app.screen.query_one("#file", Input).value = str(tmp_path / "deck.txt")
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        await pilot.press("z", "y")
        await settle_screens(pilot)
        assert "Sea II" not in text_of(pilot.app)
        await pilot.press("Z")
        await settle_screens(pilot)
        assert "Sea II" in text_of(pilot.app)
        await pilot.press("ctrl+o")
        await settle_screens(pilot)
        pilot.app.screen.query_one("#file", Input).value = str(tmp_path / "deck.txt")
        pilot.app.screen.query_one("#name", Input).value = "Taken in"
        await pilot.press("ctrl+s")
        await settle_screens(pilot)
        listed = pilot.app.screen.query_one("#shelf", OptionList)
        assert "Taken in" in str(listed.get_option_at_index(listed.highlighted or 0).prompt)

    walk_through(open_screens(two_collectors), walk)
    assert saved(two_collectors, "Taken in").deck.cards == saved(two_collectors, "Sea II").deck.cards
    assert (tmp_path / "deck.txt").read_text().startswith("# Sea II\n1 Ferryman (III)\n")


@pytest.mark.parametrize("cells", [50, 76])
def test_reasons_in_a_few_words_share_lines_and_none_is_broken_or_left_out(cells: int) -> None:
    faults = deck_faults(("siren", "siren", "dragon", "void-mage", "juggler", "kinesis-mage"), CARDIA)
    lines = [line.plain for line in packed_reasons(faults, cells)]
    assert "".join(lines).replace("   ", "") == "".join(f"✗ {fault.brief}" for fault in faults)
    assert len(lines) < len(faults)
    assert all(len(line) <= cells or "   " not in line for line in lines)


def test_names_with_brackets_and_control_characters_do_no_harm(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    with_decks(two_collectors, **{"[red]Tide[/] \x1b[2J": MIXED})

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("D")
        await settle_screens(pilot)
        await pilot.press("enter")
        await settle_screens(pilot)
        assert "[red]Tide[/] [2J" in text_of(pilot.app)

    walk_through(open_screens(two_collectors), walk)
