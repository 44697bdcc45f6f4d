"""The ways through the versions of a hand: undo to the parent, redo to the newest child."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from collection.hands.hand import Hand, HandVersion
from collection.hands.history import Change, HandHistory
from collection.ledger.entry import Account, AccountKind

NOW = dt.datetime(2026, 5, 9, tzinfo=dt.UTC)
ANN = Account(4, "Ann", AccountKind.COLLECTOR)


def history(*tree: tuple[int | None, tuple[int, ...]], at: int) -> HandHistory:
    versions = tuple(HandVersion(number, parent, NOW, cards) for number, (parent, cards) in enumerate(tree, start=1))
    return HandHistory(Hand(1, ANN, "Dock", versions[at - 1].cards, version=at), versions)


TREE: tuple[tuple[int | None, tuple[int, ...]], ...] = ((None, (1, 2)), (1, (1, 3)), (2, (3,)), (1, (2, 2)), (2, ()))


def test_undo_goes_to_the_parent_and_redo_to_the_newest_child() -> None:
    numbers = []
    for at in range(1, len(TREE) + 1):
        found = history(*TREE, at=at)
        numbers.append((found.undone and found.undone.number, found.redone and found.redone.number))
    assert numbers == [(None, 4), (1, 5), (2, None), (1, None), (2, None)]


def test_a_change_is_what_came_in_and_what_went_copies_counted() -> None:
    found = history((None, (1, 2, 2)), (1, (2, 1, 2)), (1, (2, 3)), at=1)
    assert [found.change(one) for one in found.versions] == [
        Change((1, 2, 2), ()),
        Change((), ()),
        Change((3,), (1, 2)),
    ]


@st.composite
def trees(draw: st.DrawFn) -> HandHistory:
    size = draw(st.integers(1, 8))
    tree = [(None if at == 1 else draw(st.integers(1, at - 1)), (at,)) for at in range(1, size + 1)]
    return history(*tree, at=draw(st.integers(1, size)))


@given(trees())
def test_redo_comes_back_from_an_undo_unless_there_is_a_newer_child(found: HandHistory) -> None:
    back = found.undone
    if back is None:
        assert found.hand.version == 1
        return
    assert back.number < found.hand.version
    forth = HandHistory(Hand(1, ANN, "Dock", back.cards, version=back.number), found.versions).redone
    assert forth is not None
    assert forth.parent == back.number
    assert forth.number >= found.hand.version
