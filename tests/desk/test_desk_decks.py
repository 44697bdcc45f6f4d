"""Saved decks of Cardia at the desk: what a game takes of them, drafts, and a book that is taken into another."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable

import pytest

from collection.desk import collectors, decks
from collection.desk.deck_drafts import NEW, keep_deck_draft
from collection.desk.exporting import whole_json
from collection.desk.games_data import correct_facts
from collection.desk.whole import look_into, recognised, take_at_once
from collection.errors import HandRefused, NotUnderstood
from collection.games.registry import game_of_record
from collection.games.written import replay
from collection.play.gathering import Guest, gather
from collection.store.book import Book

Maker = Callable[[], Book]
MIXED = ("archipelago", "academy:I", "dynasty:I", "swamp:II", "guild:III")


@pytest.fixture
def filled(book: Book, now: dt.datetime) -> Book:
    """A book with Ann's deck Tides."""
    collectors.add(book, "Ann")
    decks.new_deck(book, "Ann", "Tides", decks.read_cards(book, MIXED), now)
    return book


@pytest.fixture
def copy(filled: Book, new_book: Maker, now: dt.datetime) -> Book:
    """Another book that took the first one in."""
    other = new_book()
    assert _take(other, filled, now) == (1, 0, 0)
    return other


def _take(book: Book, other: Book, now: dt.datetime) -> tuple[int, int, int]:
    """Take all of another book in; give how many decks are new, changed and the same."""
    source = recognised(whole_json(other).text.encode())
    assert source is not None
    taking = take_at_once(book, source, now)
    assert not taking.refused, taking.refused
    (tally,) = (one for one in taking.tallies if one.what == "decks")
    return tally.new, tally.changed, tally.same


def _refused(book: Book, other: Book, now: dt.datetime) -> str:
    source = recognised(whole_json(other).text.encode())
    assert source is not None
    return " ".join(map(str, look_into(book, source, now).refused))


def test_a_game_takes_a_printed_deck_by_its_name_and_the_cards_of_a_saved_one(filled: Book, now: dt.datetime) -> None:
    assert decks.deck_options(filled, "Ann", "iii+iv") == {"deck": "III+IV"}
    options = decks.deck_options(filled, "Ann", "tides")
    assert options == {"cards": list(decks.deck(filled, "Ann", "Tides").deck.cards)}
    decks.copy_deck(filled, "Ann", "II", "Old", now)
    assert decks.deck_options(filled, "Ann", "Old") == {"deck": "II"}
    with pytest.raises(HandRefused, match='no deck called "Tads"'):
        decks.deck_options(filled, "Ann", "Tads")
    decks.change_deck(filled, "Ann", "Tides", ("siren", "juggler", "void-mage"), now)
    with pytest.raises(HandRefused) as refused:
        decks.deck_options(filled, "Ann", "Tides")
    assert len(refused.value.reasons) == len(decks.deck(filled, "Ann", "Tides").faults) == 4


def test_every_deck_that_can_be_played_with_is_offered_and_the_others_say_why(filled: Book, now: dt.datetime) -> None:
    decks.new_deck(filled, "Ann", "Half", ("siren",), now)
    choices = {choice.name: choice for choice in decks.deck_choices(filled, "Ann")}
    assert list(choices) == ["III", "IV", "I", "II", "III+IV", "Half", "Tides"]
    assert choices["Half"].why_not
    assert not choices["Half"].options
    for name, choice in choices.items():
        if not choice.why_not:
            assert choice.options == decks.deck_options(filled, "Ann", name)


def test_a_record_holds_the_cards_whatever_becomes_of_the_deck(filled: Book, now: dt.datetime) -> None:
    options = decks.deck_options(filled, "Ann", "Tides")
    guests = [Guest("random"), Guest("greedy")]
    gathering = gather(filled, "cardia", guests, rng=random.Random(1), now=now, options=options)
    decks.archive_deck(filled, "Ann", "Tides", now)
    correct_facts(filled, "cardia", ["card.siren.name=Mermaid"])
    record = gathering.match.record
    again = replay(record, game_of_record(record, {}))
    assert again.options["cards"] == options["cards"]
    assert again.state == gathering.played.state


def test_corrections_of_the_owner_decide_what_is_legal(filled: Book) -> None:
    assert not decks.deck(filled, "Ann", "Tides").faults
    correct_facts(filled, "cardia", ["card.mentor.faction=archipelago", "card.siren.faction=dynasty"])
    faults = decks.deck(filled, "Ann", "Tides").faults
    assert {fault.code for fault in faults} == {"part-of-a-faction", "two-decks"}
    assert "Mentor (III, 12~)" in faults[0].message


def test_a_flood_is_no_deck(filled: Book, now: dt.datetime) -> None:
    with pytest.raises(NotUnderstood, match="65 cards are no deck"):
        decks.new_deck(filled, "Ann", "Flood", ("siren",) * 65, now)
    with pytest.raises(NotUnderstood, match="101 words are no deck"):
        decks.read_cards(filled, ("III",) * 101)


def test_a_draft_goes_with_its_deck(filled: Book, now: dt.datetime) -> None:
    keep_deck_draft(filled, "Ann", "Tides", ("siren",))
    keep_deck_draft(filled, "Ann", NEW, ("juggler",))
    decks.rename_deck(filled, "Ann", "Tides", "Ebb")
    assert decks.deck_shelf(filled, "Ann").drafts == {"Ebb": ("siren",), NEW: ("juggler",)}
    decks.archive_deck(filled, "Ann", "Ebb", now)
    assert decks.deck_shelf(filled, "Ann").drafts == {NEW: ("juggler",)}
    with pytest.raises(HandRefused, match="not in use any more"):
        keep_deck_draft(filled, "Ann", "Ebb", ("siren",))
    decks.save_draft(filled, "Ann", "Fresh", ("juggler",), now, built_on=None)
    assert decks.deck_shelf(filled, "Ann").drafts == {}


def test_a_whole_book_brings_decks_once_and_a_change_after_it(filled: Book, copy: Book, now: dt.datetime) -> None:
    assert _take(copy, filled, now) == (0, 0, 1)
    decks.change_deck(filled, "Ann", "Tides", ("siren",), now)
    decks.rename_deck(filled, "Ann", "Tides", "Ebb")
    assert _take(copy, filled, now) == (0, 1, 0)
    assert decks.deck(copy, "Ann", "Tides").deck.cards == ("siren",)
    # The older book takes nothing back.
    decks.change_deck(copy, "Ann", "Tides", ("scout",), now)
    assert _take(copy, filled, now) == (0, 0, 1)
    assert decks.deck(copy, "Ann", "Tides").deck.cards == ("scout",)
    with copy.reading() as unit:
        assert unit.ledger.audit() == ()


def test_decks_of_one_moment_are_told_apart(filled: Book, new_book: Maker, now: dt.datetime) -> None:
    for name in ("I", "II"):
        decks.copy_deck(filled, "Ann", name, f"Old {name}", now)
    other = new_book()
    assert _take(other, filled, now) == (3, 0, 0)
    decks.change_deck(filled, "Ann", "Old II", ("siren",), now)
    assert _take(other, filled, now) == (0, 1, 2)
    assert decks.deck(other, "Ann", "Old I").made_of == "Deck I"


def test_what_was_put_away_here_stays_so(filled: Book, copy: Book, now: dt.datetime) -> None:
    decks.archive_deck(copy, "Ann", "Tides", now)
    assert _take(copy, filled, now) == (0, 0, 1)
    assert decks.decks(copy, "Ann") == ()
    decks.change_deck(filled, "Ann", "Tides", ("siren",), now)
    assert "Tides" in _refused(copy, filled, now)


def test_decks_that_went_apart_and_a_name_that_is_in_use_are_refused_with_the_way_out(
    filled: Book, copy: Book, new_book: Maker, now: dt.datetime
) -> None:
    decks.change_deck(filled, "Ann", "Tides", ("siren",), now)
    decks.change_deck(copy, "Ann", "Tides", ("scout",), now)
    said = _refused(copy, filled, now)
    assert 'Deck "Tides": it was changed in both books.' in said
    assert "import again" in said
    other = new_book()
    collectors.add(other, "Ann")
    decks.copy_deck(other, "Ann", "I", "tides", now + dt.timedelta(seconds=1))
    assert "There is a deck called" in _refused(other, filled, now)
