"""Hands and values of a whole book taken into another: what came further goes on, and nothing is lost on the way."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable

import pytest

from collection.catalogue.card import Level
from collection.desk import collectors, hands, values
from collection.desk.exporting import whole_json
from collection.desk.whole import Taking, look_into, recognised, take
from collection.hands.hand import HandVersion
from collection.store.book import Book

Maker = Callable[[], Book]
NOW = dt.datetime(2026, 3, 15, 9, 0, tzinfo=dt.UTC)
LATER = NOW + dt.timedelta(hours=1)
LATEST = NOW + dt.timedelta(hours=2)


def _look(book: Book, text: str) -> Taking:
    source = recognised(text.encode())
    assert source is not None
    return look_into(book, source, LATEST)


def _take(book: Book, text: str, what: str = "hands") -> tuple[int, int, int]:
    """Take a whole book in; give how many hands are new, changed and the same."""
    taking = _look(book, text)
    assert taking.refused == ()
    take(book, taking, LATEST)
    again = _look(book, text)
    assert (again.refused, again.changes) == ((), False)
    (tally,) = [one for one in taking.tallies if one.what == what]
    return tally.new, tally.changed, tally.same


def _versions(book: Book, name: str = "Dock") -> tuple[HandVersion, ...]:
    return hands.hand_history(book, "Ann", name).versions


@pytest.fixture
def filled(book: Book) -> Book:
    collectors.add(book, "Ann")
    hands.new_hand(book, "Ann", "Dock", [12, 45], NOW)
    hands.new_hand(book, "Ann", "Quay", [3], NOW)
    return book


@pytest.fixture
def copy(filled: Book, new_book: Maker) -> Book:
    made = new_book()
    assert _take(made, whole_json(filled).text) == (2, 0, 0)
    return made


def test_a_hand_that_was_changed_elsewhere_goes_on_here_and_never_back(filled: Book, copy: Book) -> None:
    before = whole_json(filled).text
    hands.change_hand(filled, "Ann", "Dock", [12], LATER)
    hands.undo_hand(filled, "Ann", "Dock", LATER)
    hands.change_hand(filled, "Ann", "Dock", [45], LATER)
    assert _take(copy, whole_json(filled).text) == (0, 1, 1)
    assert hands.hand(copy, "Ann", "Dock").hand.cards == (45,)
    assert _versions(copy) == _versions(filled)
    assert whole_json(copy).text == whole_json(filled).text
    assert _take(copy, before) == (0, 0, 2)
    assert hands.hand(copy, "Ann", "Dock").hand.cards == (45,)
    with copy.reading() as unit:
        assert unit.ledger.audit() == ()


def test_where_a_hand_stands_in_its_history_is_as_the_later_act_left_it(filled: Book, copy: Book) -> None:
    hands.change_hand(filled, "Ann", "Dock", [12], LATER)
    _take(copy, whole_json(filled).text)
    early = whole_json(copy).text
    hands.undo_hand(filled, "Ann", "Dock", LATEST)
    assert _take(copy, whole_json(filled).text) == (0, 1, 1)
    assert hands.hand(copy, "Ann", "Dock").hand.cards == (12, 45)
    assert _take(filled, early) == (0, 0, 2)
    assert hands.hand(filled, "Ann", "Dock").hand.cards == (12, 45)
    assert _versions(copy) == _versions(filled)


def test_a_hand_that_went_on_in_two_ways_is_refused_and_comes_in_beside_a_renamed_one(filled: Book, copy: Book) -> None:
    hands.change_hand(filled, "Ann", "Dock", [12], LATER)
    hands.change_hand(copy, "Ann", "Dock", [45], LATER)
    (refused,) = _look(copy, whole_json(filled).text).refused
    assert "Dock" in str(refused)
    assert "another history" in str(refused)
    hands.rename_hand(copy, "Ann", "Dock", "Dock II")
    assert _take(copy, whole_json(filled).text) == (1, 0, 1)
    assert [one.hand.cards for one in hands.hands(copy, "Ann")] == [(12,), (45,), (3,)]


def test_a_hand_with_a_history_is_not_dropped_for_one_of_the_same_cards(filled: Book, new_book: Maker) -> None:
    other = new_book()
    collectors.add(other, "Ann")
    hands.new_hand(other, "Ann", "Dock", [12, 45], LATER)
    hands.new_hand(other, "Ann", "Quay", [1], LATER)
    hands.change_hand(other, "Ann", "Quay", [3], LATEST)
    refused = " ".join(map(str, _look(filled, whole_json(other).text).refused))
    # Dock was saved once in either book, of the same cards: nothing is lost by keeping the one that is here.
    assert "Dock" not in refused
    assert "Quay" in refused


def test_sleeves_come_with_a_new_hand_and_stay_as_they_are_on_one_that_is_here(
    filled: Book, copy: Book, new_book: Maker
) -> None:
    hands.sleeve_hand(filled, "Ann", "Dock")
    text = whole_json(filled).text
    fresh = new_book()
    _take(fresh, text)
    assert [one.hand.sleeved for one in hands.hands(fresh, "Ann")] == [True, False]
    assert _take(copy, text) == (0, 0, 2)
    assert not hands.hand(copy, "Ann", "Dock").hand.sleeved


def test_an_older_document_comes_in_as_it_did_and_again_after_the_hand_went_on(filled: Book, new_book: Maker) -> None:
    document = json.loads(whole_json(filled).text)
    document["version"] = 1
    del document["puzzles"]
    del document["decks"]
    del document["values"]
    for item in document["hands"]:
        item["cards"] = item["versions"][0]["cards"]
        for newer in ("versions", "version", "sleeved"):
            del item[newer]
    older = json.dumps(document)
    fresh = new_book()
    assert _take(fresh, older) == (2, 0, 0)
    assert whole_json(fresh).text == whole_json(filled).text
    hands.change_hand(fresh, "Ann", "Dock", [7], LATER)
    assert _take(fresh, older) == (0, 0, 2)
    assert hands.hand(fresh, "Ann", "Dock").hand.cards == (7,)


def test_values_come_in_once_and_another_value_of_the_same_card_is_refused(filled: Book, copy: Book) -> None:
    values.set_value(filled, "Ann", "2 EUR", cards=[45], levels=[Level.III])
    assert _take(copy, whole_json(filled).text, "values") == (2, 0, 0)
    assert values.values(copy, "Ann") == values.values(filled, "Ann")
    values.set_value(copy, "Ann", "3 EUR", cards=[45], levels=[Level.III])
    reasons = [str(one) for one in _look(copy, whole_json(filled).text).refused]
    assert reasons == [
        'Value of card 45 to "Ann": it is 3.00 EUR here. Clear it, and import again.',
        'Value of Level III to "Ann": it is 3.00 EUR here. Clear it, and import again.',
    ]


def test_a_hand_that_a_document_tells_twice_is_taken_in_once(filled: Book, new_book: Maker) -> None:
    hands.archive_hand(filled, "Ann", "Dock", LATER)
    told = json.loads(whole_json(filled).text)
    told["hands"] *= 2
    made = new_book()
    assert _take(made, json.dumps(told)) == (2, 0, 2)
    with made.reading() as unit:
        assert len(unit.whole.hands()) == 2


def test_of_two_states_of_one_hand_the_one_that_has_come_further_goes_on(filled: Book, new_book: Maker) -> None:
    hands.archive_hand(filled, "Ann", "Dock", LATER)
    told = json.loads(whole_json(filled).text)
    (first,) = [hand for hand in told["hands"] if hand["name"] == "Dock"]
    apart = json.loads(json.dumps(first))
    apart["versions"][0]["cards"] = [99]
    told["hands"].append(apart)
    made = new_book()
    assert _take(made, json.dumps(told)) == (3, 0, 0)
    apart["versions"].append(apart["versions"][0] | {"parent": 1, "cards": [98]})
    apart["version"] = 2
    assert _take(made, json.dumps(told)) == (0, 1, 2)
    with made.reading() as unit:
        docks = [kept.cards for kept in unit.whole.hands() if kept.name == "Dock"]
        assert unit.ledger.audit() == ()
    assert docks == [(12, 45), (98,)]
