"""Puzzles in the document of a whole book: written and read back, and every fault told with its place."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.analysis.puzzles import Puzzle, Work
from collection.errors import NotUnderstood
from collection.interchange.whole import KeptPuzzle, WholeBook, write_whole
from collection.interchange.whole_reading import read_whole
from collection.ledger.entry import Account, AccountKind

ANN = Account(4, "Ann", AccountKind.COLLECTOR)
BO = Account(5, "Bo", AccountKind.RIVAL)
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
PUZZLE = Puzzle(at=8, seat=0, move="w+20", legal=13, depth=2, quiet=False, missed=True)


@given(
    tries=st.integers(0, 9),
    hints=st.integers(0, 2),
    is_solved=st.booleans(),
    shown=st.booleans(),
    at=st.integers(0, 40),
)
def test_what_is_written_is_read_back(tries: int, hints: int, is_solved: bool, shown: bool, at: int) -> None:
    work = Work(tries + is_solved, hints, NOW if is_solved else None, shown, NOW + dt.timedelta(1))
    puzzle = Puzzle(at, 1, "se~7", 3, 1, quiet=True, missed=False)
    whole = WholeBook(
        accounts=(ANN,), puzzles=(KeptPuzzle("m1", puzzle, NOW, ((ANN, work),)), KeptPuzzle("m2", PUZZLE, NOW))
    )
    assert read_whole(write_whole(whole)) == whole


def _document(**changed: Any) -> dict[str, Any]:
    whole = WholeBook(
        accounts=(ANN, BO), puzzles=(KeptPuzzle("m1", PUZZLE, NOW, ((ANN, Work(1, 0, NOW, False, NOW)),)),)
    )
    document: dict[str, Any] = json.loads(write_whole(whole))
    work = {name: changed.pop(name) for name in list(changed) if name in document["puzzles"][0]["works"][0]}
    document["puzzles"][0]["works"][0].update(work)
    document["puzzles"][0].update(changed)
    return document


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"move": ""}, "move is empty"),
        ({"legal": 1}, "legal is 1"),
        ({"seat": -1}, "seat is -1"),
        ({"match": "a b"}, "is no id"),
        ({"quiet": 1}, "quiet is to be true or false"),
        ({"more": 1}, "unknown fields: more"),
        ({"account": 5}, "tried by a collector"),
        ({"account": 9}, "account 9"),
        ({"tries": 0}, "was tried"),
        ({"last": "2026-03-13T00:00:00.000000+00:00"}, "no sooner"),
        ({"last": None}, "last is to be a moment"),
    ],
)
def test_every_fault_is_told_with_its_place(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_whole(json.dumps(_document(**changed)))
    assert any(said in reason and "puzzle 1" in reason for reason in refused.value.reasons), refused.value.reasons


def test_one_position_is_one_puzzle() -> None:
    document = _document()
    document["puzzles"] *= 2
    with pytest.raises(NotUnderstood, match="puzzle already"):
        read_whole(json.dumps(document))


def test_a_document_of_an_older_version_has_none() -> None:
    document = json.loads(write_whole(WholeBook(accounts=(ANN,)))) | {"version": 3}
    del document["puzzles"]
    del document["decks"]
    assert read_whole(json.dumps(document)).puzzles == ()
