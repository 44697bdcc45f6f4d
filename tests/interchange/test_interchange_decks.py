"""Decks in the document of a whole book: written and read back, and every fault told with its place."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.errors import NotUnderstood
from collection.hands.deck import Deck
from collection.interchange.whole import WholeBook, write_whole
from collection.interchange.whole_reading import read_whole
from collection.ledger.entry import Account, AccountKind

ANN = Account(4, "Ann", AccountKind.COLLECTOR)
BO = Account(5, "Bo", AccountKind.RIVAL)
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
KEYS = st.lists(st.from_regex(r"[a-z0-9-]{1,20}", fullmatch=True), max_size=20).map(tuple)


@given(cards=KEYS, before=st.none() | KEYS, archived=st.booleans())
def test_what_is_written_is_read_back(cards: tuple[str, ...], before: tuple[str, ...] | None, archived: bool) -> None:
    one = Deck(1, ANN, "Tide", cards, NOW, NOW + dt.timedelta(1), before, NOW if archived else None)
    whole = WholeBook(accounts=(ANN,), decks=(one, Deck(2, ANN, "Ebb", (), NOW, NOW)))
    assert read_whole(write_whole(whole)) == whole


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "name is empty"),
        ({"cards": ["Void Mage"]}, "cards is to be a list of words"),
        ({"cards": [2]}, "cards is to be a list of words"),
        ({"cards": None}, "cards is to be a list"),
        ({"before": "siren"}, "before is to be a list"),
        ({"owner": 5}, "a deck is a collector's"),
        ({"owner": 9}, "the account 9"),
        ({"created": "now"}, "is not a moment"),
        ({"archived": 1}, "archived is to be a moment"),
        ({"versions": 1}, "unknown fields: versions"),
    ],
)
def test_every_fault_is_told_with_its_place(changed: dict[str, Any], said: str) -> None:
    whole = WholeBook(accounts=(ANN, BO), decks=(Deck(1, ANN, "Tide", ("siren",), NOW, NOW),))
    document = json.loads(write_whole(whole))
    document["decks"][0].update(changed)
    with pytest.raises(NotUnderstood) as refused:
        read_whole(json.dumps(document))
    assert any(said in reason and "deck 1" in reason for reason in refused.value.reasons), refused.value.reasons
