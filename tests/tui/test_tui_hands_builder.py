"""The builder: what each key does to the figures is seen at once; cards are locked, filled in and undone."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from collection.catalogue.data import load_catalogue
from collection.desk.antes import add_ante
from collection.desk.hand_drafts import HandDraft
from collection.desk.hands import archive_hand, change_hand, hand_history, new_hand, rename_hand, sleeve_hand
from collection.desk.said import said
from collection.desk.values import set_value
from collection.ledger.match import Result, Stakes
from collection.store.book import Book
from collection.tui.app import MudwaterApp
from collection.tui.hands_builder import BuilderScreen
from collection.tui.hands_cards import CardList
from collection.tui.hands_desk import Shelf, read_shelf
from collection.tui.hands_figures import figures
from collection.tui.place import KeyCap
from tests.tui.conftest import words_of

Settle = Callable[[Pilot[int]], Awaitable[None]]
NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def on_shelf(path: Path, *acts: Callable[[Book], object]) -> Shelf:
    """Do `acts` with the book, and read the shelf as it is then."""
    book = Book.open(path, load_catalogue)
    try:
        for act in acts:
            act(book)
        return read_shelf("Ann", book)
    finally:
        book.close()


def builder(pilot: Pilot[int]) -> BuilderScreen:
    screen = pilot.app.screen
    assert isinstance(screen, BuilderScreen)
    return screen


def in_hand(pilot: Pilot[int]) -> list[int]:
    return [row.number for row in builder(pilot).query_one("#hand", CardList).rows]


def summary(pilot: Pilot[int]) -> str:
    parts = [str(builder(pilot).query_one(f"#{name}", Static).content) for name in ("figures", "reasons")]
    return "\n".join(parts)


async def point_at(pilot: Pilot[int], number: int) -> None:
    """Go to a card of the hand by the arrow keys."""
    listed = builder(pilot).query_one("#hand", CardList)
    if not listed.has_focus:
        await pilot.press("right")
    steps = [row.number for row in listed.rows].index(number) - (listed.highlighted or 0)
    await pilot.press(*("down" if steps > 0 else "up",) * abs(steps))


async def open_dockside(pilot: Pilot[int], settle: Settle) -> None:
    await pilot.press("enter")
    await settle(pilot)


@pytest.fixture
def cards(two_collectors: Path) -> tuple[int, ...]:
    """The cards of Dockside, as it is saved."""
    return on_shelf(two_collectors).hands[0].hand.cards


def test_each_key_shows_what_it_did_to_legality_ladder_and_stake(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    out = cards[0]
    shelf = on_shelf(two_collectors, lambda book: set_value(book, "Ann", "2 EUR", cards=[out, cards[1]]))
    hand = shelf.hands[0].hand
    before, after = figures(cards, shelf, hand), figures(cards[1:], shelf, hand)
    assert before.ways != after.ways

    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        assert "✓ Legal. 14 of 14  Levels" in summary(pilot)
        assert "(+" not in summary(pilot)
        await point_at(pilot, out)
        await pilot.press("enter")
        assert "✗ Not legal. (it was legal) 13 of 14 (-1)" in summary(pilot)
        assert f"ways up {after.ways} ({after.ways - before.ways:+})" in summary(pilot)
        assert "last copies 13 (-1)" in summary(pilot)
        assert "Value  2.00 EUR (-2.00), 12 unvalued" in summary(pilot)
        assert "no games yet: no expected loss" in summary(pilot)
        assert "add one more" in summary(pilot)
        await pilot.press("u")
        assert "✓ Legal. (it was not) 14 of 14 (+1)" in summary(pilot)
        assert "Value  4.00 EUR (+2.00)" in summary(pilot)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_what_is_said_of_a_change_is_gone_once_it_is_taken_back_saved_or_left(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    on_shelf(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", cards[:3], NOON))

    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        await pilot.press("plus")
        await settle_screens(pilot)
        assert "Came in: 11." in words_of(pilot.app)
        await pilot.press("u")
        await settle_screens(pilot)
        assert "Came in" not in words_of(pilot.app)
        await pilot.press("plus")
        await settle_screens(pilot)
        assert "✓ Legal. (it was not) 14 of 14 (+11)" in summary(pilot)
        await pilot.press("question_mark", "escape")
        await settle_screens(pilot)
        assert "(+11)" in summary(pilot), "help only lies in front of it"
        await pilot.press("b", "h")
        await settle_screens(pilot)
        assert "✓ Legal. 14 of 14  Levels" in summary(pilot)
        assert "Came in" not in words_of(pilot.app)
        await point_at(pilot, cards[0])
        await pilot.press("enter", "u")
        assert "(+1)" in summary(pilot)
        await pilot.press("s")
        await settle_screens(pilot)
        assert "✓ Legal. 14 of 14  Levels" in summary(pilot)
        assert "(" not in summary(pilot).split("\n")[0]

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_the_bottom_line_and_the_help_say_how_a_card_gets_in_and_out(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        assert str(builder(pilot).query(KeyCap).first().content) == "enter Card"
        await pilot.press("right", "home")
        await pilot.click(KeyCap)
        await settle_screens(pilot)
        assert len(in_hand(pilot)) == 13
        await pilot.press("question_mark")
        await settle_screens(pilot)
        words = words_of(pilot.app)
        assert "enter Put the card under the cursor in, or take it out" in words
        assert "← → Go to the other list: owned cards, or the hand" in words

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_a_locked_card_stays_through_enter_empty_and_fill_anew_and_the_end_of_the_program(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    locked = sorted(cards)[3]

    async def lock(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        await point_at(pilot, locked)
        await pilot.press("full_stop", "enter")
        assert isinstance(pilot.app, MudwaterApp)
        assert "locked into this hand" in pilot.app.said[-1].text
        assert len(in_hand(pilot)) == 14
        await settle_screens(pilot)

    async def go_on(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        rows = builder(pilot).query_one("#hand", CardList).rows
        assert [row.number for row in rows if "■" in row.mark] == [locked]
        await pilot.press("minus")
        assert in_hand(pilot) == [locked]
        await pilot.press("asterisk")
        await settle_screens(pilot)
        assert locked in in_hand(pilot)
        assert "✓ Legal" in summary(pilot)
        await pilot.press("u", "u")
        assert set(in_hand(pilot)) == set(cards)
        await point_at(pilot, locked)
        await pilot.press("full_stop", "enter")
        assert locked not in in_hand(pilot)
        await point_at(pilot, max(cards))
        await pilot.press("full_stop")
        await settle_screens(pilot)
        await pilot.press("s")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "hands"), lock)
    assert on_shelf(two_collectors).drafts == {"Dockside": HandDraft(cards, frozenset({locked}))}
    walk_through(open_screens(two_collectors, "hands"), go_on)
    shelf = on_shelf(two_collectors)
    saved = shelf.hands[0].hand.cards
    assert set(saved) == set(cards) - {locked}
    assert shelf.drafts == {"Dockside": HandDraft(saved, frozenset({max(cards)}))}, "saved, and a lock that stays"


def test_filling_keeps_what_is_in_takes_nothing_that_is_tied_up_and_says_why(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    shelf = on_shelf(two_collectors, lambda book: sleeve_hand(book, "Ann", "Dockside"))
    kept = [number for number in shelf.owned if number not in cards][:3]

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.press("n")
        await settle_screens(pilot)
        rows = {row.number: row for row in builder(pilot).query_one("#owned", CardList).rows}
        assert all(" tied " in rows[number].text for number in cards)
        assert all(" tied " not in row.text for number, row in rows.items() if number not in cards)
        for number in kept:
            builder(pilot).query_one("#owned", OptionList).highlighted = list(rows).index(number)
            await pilot.press("enter")
        await pilot.press("plus")
        await settle_screens(pilot)
        filled = in_hand(pilot)
        assert len(set(filled)) == 14
        assert set(kept) < set(filled)
        assert not set(cards) & set(filled), "one copy of each is owned, and lies in the sleeved hand"
        came = next(number for number in filled if number not in kept)
        await point_at(pilot, came)
        status = str(pilot.app.screen.query_one("#status", Static).content)
        assert f"#{came} " in status
        assert "free Level" in status
        await pilot.press("u")
        assert sorted(in_hand(pilot)) == sorted(kept)

    walk_through(open_screens(two_collectors, "hands"), walk, (160, 40))


def test_a_card_of_a_sleeved_hand_is_named_as_tied_up_and_makes_no_hand_illegal(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    on_shelf(
        two_collectors,
        lambda book: new_hand(book, "Ann", "Eel", cards, NOON),
        lambda book: sleeve_hand(book, "Ann", "Eel"),
    )

    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        assert "✓ Legal" in summary(pilot)
        assert 'Tied up in "Eel"' in summary(pilot)
        assert all(" tied " in row.text for row in builder(pilot).query_one("#hand", CardList).rows)
        assert "breaks Eel" in summary(pilot), "its only copies are in Eel too"

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_undo_goes_on_past_the_saved_hand_into_its_versions_and_saving_makes_a_new_one(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    on_shelf(
        two_collectors,
        lambda book: change_hand(book, "Ann", "Dockside", cards[1:], NOON),
        lambda book: change_hand(book, "Ann", "Dockside", cards[2:], NOON),
    )

    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        await point_at(pilot, cards[2])
        await pilot.press("enter", "u", "u")
        assert set(in_hand(pilot)) == set(cards[1:])
        await pilot.pause()
        assert "version 2" in str(pilot.app.screen.query_one("#status", Static).content)
        await pilot.press("u")
        assert set(in_hand(pilot)) == set(cards)
        await pilot.press("u")
        assert isinstance(pilot.app, MudwaterApp)
        assert "no change to take back" in pilot.app.said[-1].text
        await pilot.press("U")
        assert set(in_hand(pilot)) == set(cards[1:])
        await pilot.press("s")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "hands"), walk)
    book = Book.open(two_collectors, load_catalogue)
    history = hand_history(book, "Ann", "Dockside")
    book.close()
    assert [version.cards for version in history.versions] == [cards, cards[1:], cards[2:], cards[1:]]
    assert history.versions[-1].parent == 3
    assert on_shelf(two_collectors).drafts == {}


def test_the_mouse_alone_puts_in_takes_out_locks_and_does_what_help_lists(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    async def press_cap(pilot: Pilot[int], name: str) -> None:
        await pilot.click(next(cap for cap in pilot.app.screen.query(KeyCap) if cap.what[0] == name))
        await settle_screens(pilot)

    async def walk(pilot: Pilot[int]) -> None:
        await pilot.click("#shelf", offset=(4, 0))
        await settle_screens(pilot)
        await pilot.click("#hand", offset=(8, 2))
        assert len(in_hand(pilot)) == 14, "the first click goes there"
        locked = in_hand(pilot)[2]
        await press_cap(pilot, "builder.lock")
        await pilot.click("#hand", offset=(8, 2))
        assert locked in in_hand(pilot)
        await pilot.click("#hand", offset=(8, 5))
        out = in_hand(pilot)[5]
        await pilot.click("#hand", offset=(8, 5))
        assert out not in in_hand(pilot)
        await press_cap(pilot, "everywhere.help")
        line = next(each for each in pilot.app.screen.query(".help-row") if "Take every card out" in _text(each))
        line.scroll_visible(animate=False, immediate=True)
        await pilot.pause()
        await pilot.click(line)
        await settle_screens(pilot)
        assert in_hand(pilot) == [locked]
        await pilot.click("#owned", offset=(8, 0))
        assert len(in_hand(pilot)) == 2

    walk_through(open_screens(two_collectors, "hands"), walk)


def _text(row: Any) -> str:
    return " ".join(str(part.content) for part in row.query(Static))


def test_no_key_waits_for_a_book_that_another_program_is_writing(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        await point_at(pilot, sorted(cards)[0])
        other = sqlite3.connect(two_collectors, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await pilot.press("enter", "enter", "full_stop", "u")
        assert "13 of 14 (+1)" in summary(pilot)
        assert "are not in the book" in (builder(pilot).unfinished() or ""), "it was shown before it was kept"
        other.execute("ROLLBACK")
        other.close()
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "hands"), walk)
    assert len(on_shelf(two_collectors).drafts["Dockside"].cards) == 13


def test_what_another_window_saved_meanwhile_is_shown_before_it_is_saved_over(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        await point_at(pilot, cards[0])
        await pilot.press("enter")
        await settle_screens(pilot)
        on_shelf(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", cards[:5], NOON))
        await pilot.press("s")
        await settle_screens(pilot)
        assert isinstance(pilot.app, MudwaterApp)
        assert "was changed in another window: it is as in version 2 now" in pilot.app.said[-1].text
        assert set(in_hand(pilot)) == set(cards[1:]), "what is worked on stays"
        await pilot.press("C")
        await settle_screens(pilot)
        assert "= in both: 4" in words_of(pilot.app), "beside it, what the other window saved"
        await pilot.press("escape", "s")
        await settle_screens(pilot)
        assert "Saved Dockside" in pilot.app.said[-1].text

    walk_through(open_screens(two_collectors, "hands"), walk)
    book = Book.open(two_collectors, load_catalogue)
    history = hand_history(book, "Ann", "Dockside")
    book.close()
    assert [len(version.cards) for version in history.versions] == [14, 5, 13]
    assert on_shelf(two_collectors).drafts == {}


def test_a_hand_put_away_in_another_window_is_saved_as_a_new_one(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        on_shelf(two_collectors, lambda book: archive_hand(book, "Ann", "Dockside", NOON))
        await point_at(pilot, cards[0])
        await pilot.press("enter")
        await settle_screens(pilot)
        assert isinstance(pilot.app, MudwaterApp)
        assert "is not in use any more" in pilot.app.said[-1].text
        assert "are not in the book" in (builder(pilot).unfinished() or "")
        await pilot.press("s")
        await settle_screens(pilot)
        assert "New hand" in words_of(pilot.app)
        await pilot.press("s", *"Pier", "enter")
        await settle_screens(pilot)

    walk_through(open_screens(two_collectors, "hands"), walk)
    shelf = on_shelf(two_collectors)
    assert [(checked.hand.name, set(checked.hand.cards)) for checked in shelf.hands] == [("Pier", set(cards[1:]))]
    assert shelf.drafts == {}


def test_a_long_name_hides_neither_that_changes_wait_nor_how_a_save_went(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    on_shelf(two_collectors, lambda book: rename_hand(book, "Ann", "Dockside", "蛙" * 400))

    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        await point_at(pilot, cards[0])
        await pilot.press("full_stop", "down", "enter")
        for width, locked in ((80, "■ 1"), (120, "■ 1 locked")):
            await pilot.resize_terminal(width, 24)
            await settle_screens(pilot)
            assert f"… 13 of 14 not saved {locked}" in words_of(pilot.app)
        await pilot.press("s")
        await settle_screens(pilot)
        assert isinstance(pilot.app, MudwaterApp)
        assert "It is not legal yet." in words_of(pilot.app)

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_what_a_loss_costs_is_told_once_for_all_currencies(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle, cards: tuple[int, ...]
) -> None:
    on_shelf(
        two_collectors,
        lambda book: set_value(book, "Ann", "14 EUR", cards=[cards[0]]),
        lambda book: set_value(book, "Ann", "28 USD", cards=[cards[1]]),
        lambda book: add_ante(book, "Ann", "Cy", Result.LOST, said(NOON), stakes=Stakes.FRIENDLY),
    )

    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        assert (
            "Value  14.00 EUR and 28.00 USD, 12 unvalued  expected loss ≥ 1.00 EUR and ≥ 2.00 USD a game, 1 of 1 lost"
            in summary(pilot)
        )

    walk_through(open_screens(two_collectors, "hands"), walk)


def test_with_many_reasons_the_hand_is_seen_whole_and_the_rest_can_be_scrolled_to(
    two_collectors: Path, open_screens: Any, walk_through: Any, settle_screens: Settle
) -> None:
    shelf = on_shelf(two_collectors)
    owned = list(shelf.owned)
    foreign = next(number for number in range(1, 121) if number not in shelf.owned)
    wrong = [*owned[:11], owned[0], foreign, 137]
    on_shelf(two_collectors, lambda book: change_hand(book, "Ann", "Dockside", wrong, NOON))

    async def walk(pilot: Pilot[int]) -> None:
        await open_dockside(pilot, settle_screens)
        assert builder(pilot).query_one("#hand", CardList).size.height == 14
        seen = words_of(pilot.app)
        await pilot.press("tab", "tab", *("down",) * 8)
        await pilot.pause()
        seen += words_of(pilot.app)
        for reason in ("twice", f"#{foreign}", "137 is not a card"):
            assert reason in seen

    walk_through(open_screens(two_collectors, "hands"), walk)
