"""Saved decks in the file: named, changed with what they were before, put away and never deleted, whoever writes."""

from __future__ import annotations

import datetime as dt
import sqlite3
from contextlib import closing

import pytest

from collection.errors import HandRefused
from collection.hands.deck import Deck
from collection.ledger.entry import Account
from collection.store.book import Book

LATER = dt.timedelta(hours=1)
OLD, NEW = ("void-mage", "juggler"), ("juggler", "siren", "scout")


@pytest.fixture
def tide(book: Book, ada: Account, now: dt.datetime) -> Deck:
    with book.writing() as unit:
        return unit.decks.create(ada, "Tide  Turner", OLD, now)


def test_a_deck_is_found_by_its_name_however_it_is_spelled_and_by_its_owner_alone(
    book: Book, ada: Account, cy: Account, tide: Deck, now: dt.datetime
) -> None:
    assert (tide.name, tide.cards, tide.before, tide.created, tide.archived) == ("Tide Turner", OLD, None, now, None)
    with book.writing() as unit:
        assert unit.decks.find(ada, "tide turner") == tide
        assert unit.decks.find(cy, "tide turner") is None
        with pytest.raises(HandRefused, match="There is a deck called"):
            unit.decks.create(ada, "TIDE TURNER", (), now)
        unit.decks.create(cy, "Tide Turner", (), now)
        assert unit.decks.all(ada) == (tide,)
        assert [deck.owner for deck in unit.decks.everybodys()] == [ada, cy]
        assert unit.ledger.audit() == ()


def test_a_change_keeps_what_was_before_and_is_never_over_another_windows(
    book: Book, ada: Account, tide: Deck, now: dt.datetime
) -> None:
    with book.writing() as unit:
        assert unit.decks.change(tide, OLD, now + LATER) == tide
        changed = unit.decks.change(tide, NEW, now + LATER)
        assert (changed.cards, changed.before, changed.changed) == (NEW, OLD, now + LATER)
    with pytest.raises(HandRefused, match="another window"), book.writing() as unit:
        unit.decks.change(tide, (), now)
    with pytest.raises(HandRefused, match='"Void Mage" is no card'), book.writing() as unit:
        unit.decks.change(changed, ("Void Mage",), now)
    with book.reading() as unit:
        assert unit.decks.find(ada, "Tide Turner") == changed


def test_a_deck_that_is_put_away_leaves_its_name_and_can_come_back(
    book: Book, ada: Account, tide: Deck, now: dt.datetime
) -> None:
    with book.writing() as unit:
        away = unit.decks.archive(tide, now + LATER)
        assert (unit.decks.all(ada), unit.decks.all(ada, archived=True)) == ((), (away,))
        other = unit.decks.create(ada, "Tide Turner", NEW, now)
        with pytest.raises(HandRefused, match="There is a deck called"):
            unit.decks.bring_back(away, "Tide Turner")
        with pytest.raises(HandRefused, match="not in use"):
            unit.decks.rename(away, "X")
        with pytest.raises(HandRefused, match="not in use"):
            unit.decks.change(away, NEW, now)
        back = unit.decks.bring_back(away, "Ebb")
        assert (back.archived, back.cards) == (None, OLD)
        with pytest.raises(HandRefused, match="not put away"):
            unit.decks.bring_back(back, "Ebb")
        with pytest.raises(HandRefused, match="There is a deck called"):
            unit.decks.rename(back, "tide turner")
        assert [deck.name for deck in unit.decks.all(ada)] == ["Ebb", other.name]
        assert unit.decks.rename(back, "EBB").name == "EBB"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM deck", "put away, never deleted"),
        ("UPDATE deck SET cards = '[\"siren\"]'", "kept when it is changed"),
        ("UPDATE deck SET cards = '[7]', earlier = cards", "a list of words"),
        ("UPDATE deck SET cards = 'siren', earlier = cards", "a list of words"),
        ("UPDATE deck SET owner = 2", "keeps to itself"),
        ("UPDATE deck SET created = '2020-01-01T00:00:00.000000+00:00'", "keeps to itself"),
        ("INSERT OR REPLACE INTO deck SELECT * FROM deck", "in the book already"),
        ("INSERT OR IGNORE INTO deck SELECT 9, owner, name, name_key, cards, NULL, created, changed, NULL FROM deck",
         "in the book already"),
        ("INSERT OR IGNORE INTO deck SELECT 9, 1, name, 'x', cards, NULL, created, changed, NULL FROM deck",
         "a collector's"),
        ("INSERT OR IGNORE INTO deck SELECT 9, owner, name, 'x', '{}', NULL, created, changed, NULL FROM deck",
         "a list of words"),
    ],
)  # fmt: skip
def test_no_other_program_bends_a_deck(book: Book, tide: Deck, statement: str, said: str) -> None:
    del tide
    with closing(sqlite3.connect(book.path, isolation_level=None)) as connection:
        before = connection.execute("SELECT * FROM deck").fetchall()
        with pytest.raises(sqlite3.IntegrityError, match=said):
            connection.executescript(statement)
        assert connection.execute("SELECT * FROM deck").fetchall() == before


def test_the_audit_proves_decks(book: Book, tide: Deck) -> None:
    del tide
    with closing(sqlite3.connect(book.path, isolation_level=None)) as connection:
        connection.executescript(
            "PRAGMA ignore_check_constraints = ON; DROP TRIGGER deck_keeps; DROP INDEX ux_deck_name; "
            "UPDATE deck SET owner = 2, cards = '[1]'; DROP TRIGGER deck_new; "
            "INSERT INTO deck SELECT 9, owner, name, name_key, '[]', NULL, created, changed, NULL FROM deck"
        )
    with book.reading() as unit:
        said = [finding.message for finding in unit.ledger.audit() if finding.code in ("deck", "owner")]
    assert "Deck Tide Turner is not made of a list of words." in said
    assert "Deck Tide Turner is not made of a name of its own." in said
    assert "The deck Tide Turner is said to be of elsewhere, who is no collector of this book." in said
