"""Any sequence of acts, against a model that only adds and subtracts."""

from __future__ import annotations

import datetime as dt
import functools
import itertools
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.antes import add_ante, antes, complete_ante, tallies
from collection.desk.binder import open_binder
from collection.desk.collectors import add
from collection.desk.exchange import entries, found, gift, lost, trade, void
from collection.desk.packs import log_pack
from collection.desk.said import Said, said
from collection.errors import LedgerRefused
from collection.ledger.entry import Severity
from collection.ledger.match import Result
from collection.store.book import Book

Move = tuple[str, str, int]
"""One copy of a card, from somebody to somebody."""

Act = Callable[[Book, Said], bool]
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
COLLECTORS = ("Ann", "Ben")
PEOPLE = (*COLLECTORS, "Bo", "[/x] \u05d1\u05d5")
CARDS = st.integers(1, 4)
SOME = st.lists(CARDS, min_size=1, max_size=3)


@dataclass(frozen=True)
class Doing:
    """An act to do, and what it moves by the rules page's arithmetic."""

    act: Act
    moves: tuple[Move, ...]
    """Empty for what moves nothing."""
    opens: tuple[str, str] | None = None
    """Loser and winner of a game whose card is still to be named."""


@st.composite
def _acts(draw: st.DrawFn) -> Doing:  # noqa: PLR0911 - one return a kind of act
    me = draw(st.sampled_from(COLLECTORS))
    other = draw(st.sampled_from([name for name in PEOPLE if name != me]))
    some = draw(SOME)
    copies = [Copies(card) for card in some]
    match draw(st.sampled_from(("pull", "found", "lost", "to", "from", "trade", "trade", "ante", "ante", "open"))):
        case "pull":
            return Doing(lambda b, s: log_pack(b, me, copies, s).new, _all("packs", me, some))
        case "found":
            return Doing(lambda b, s: found(b, me, copies, s).new, _all("elsewhere", me, some))
        case "lost":
            return Doing(lambda b, s: lost(b, me, copies, s).new, _all(me, "elsewhere", some))
        case "to":
            return Doing(lambda b, s: gift(b, me, copies, s, to=other).new, _all(me, other, some))
        case "from":
            return Doing(lambda b, s: gift(b, me, copies, s, source=other).new, _all(other, me, some))
        case "trade":
            get = [card for card in draw(SOME) if card not in some]
            back = [Copies(card) for card in get]
            return Doing(
                lambda b, s: trade(b, me, other, copies, back, s).new, (*_all(me, other, some), *_all(other, me, get))
            )
        case "ante":
            result = draw(st.sampled_from(Result))
            mine, theirs = some[0], draw(CARDS)
            moves = {
                Result.WON: _all(other, me, [theirs]),
                Result.LOST: _all(me, other, [mine]),
                Result.DRAW: (),
            }[result]
            return Doing(lambda b, s: add_ante(b, me, other, result, s, mine=mine, theirs=theirs).new, moves)
    return Doing(lambda b, s: add_ante(b, me, other, Result.LOST, s).new, (), opens=(me, other))


def _all(source: str, target: str, cards: list[int]) -> tuple[Move, ...]:
    return tuple((source, target, card) for card in cards)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("do"), _acts()),
        st.tuples(st.just("do"), _acts()),
        st.tuples(st.just("void"), st.integers(0, 30)),
        st.tuples(st.just("again"), st.integers(0, 30)),
        st.tuples(st.just("name"), st.integers(0, 30), CARDS),
        st.tuples(st.just("correct"), st.integers(0, 30), _acts()),
    ),
    max_size=14,
)


@dataclass
class Model:
    """What ought to be in the book."""

    held: Counter[tuple[str, int]] = field(default_factory=Counter)
    done: dict[str, tuple[Doing, Said]] = field(default_factory=dict)
    moved: dict[str, tuple[Move, ...]] = field(default_factory=dict)
    voided: set[str] = field(default_factory=set)
    named: dict[str, int] = field(default_factory=dict)

    def after(self, forth: tuple[Move, ...], back: tuple[Move, ...] = ()) -> Counter[tuple[str, int]] | None:
        """Give the holdings then; None when a collector would be below zero."""
        held = Counter(self.held)
        for source, target, card in (*forth, *((target, source, card) for source, target, card in back)):
            held[source, card] -= 1
            held[target, card] += 1
        return None if any(held[name, card] < 0 for name in COLLECTORS for card in range(1, 5)) else held


@contextmanager
def _fresh(file: Path, catalogue: Catalogue) -> Iterator[Book]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        shutil.copy(file, path)
        book = Book.open(path, lambda: catalogue)
        try:
            for name in COLLECTORS:
                add(book, name)
            yield book
        finally:
            book.close()


def _walk(book: Book, steps: list[tuple[object, ...]], contents: Callable[[Book], list[str]]) -> Model:
    model = Model()
    for number, step in enumerate(steps):
        before = contents(book)
        if not _step(book, model, f"id-{number}", step):
            assert contents(book) == before
        for name in COLLECTORS:
            assert dict(open_binder(book, name).owned) == {
                card: model.held[name, card] for card in range(1, 5) if model.held[name, card]
            }
    return model


def _step(book: Book, model: Model, id: str, step: tuple[object, ...]) -> bool:
    """Do one step in the book and in the model; say whether anything was to change."""
    match step:
        case ("do", Doing() as wanted):
            return _do(book, model, wanted, said(NOW, id=id), None)
        case ("again", int(which)) if model.done:
            again, envelope = model.done[_which(model, which)]
            assert again.act(book, envelope) is False
        case ("void", int(which)) if model.done:
            return _void(book, model, _which(model, which), id)
        case ("name", int(which), int(card)) if model.done:
            return _name(book, model, _which(model, which), id, card)
        case ("correct", int(which), Doing() as wanted) if model.done:
            old = _which(model, which)
            return _do(book, model, wanted, said(NOW, id=id, corrects=old), old)
    return False


def _which(model: Model, number: int) -> str:
    return list(model.done)[number % len(model.done)]


def _do(book: Book, model: Model, wanted: Doing, envelope: Said, old: str | None) -> bool:
    after = model.after(wanted.moves, () if old is None else model.moved[old])
    if after is None or old in model.voided:
        with pytest.raises(LedgerRefused):
            wanted.act(book, envelope)
        return False
    assert wanted.act(book, envelope) is True
    model.held = after
    model.done[envelope.id] = wanted, envelope
    model.moved[envelope.id] = wanted.moves
    if old is not None:
        model.voided.add(old)
    return True


def _void(book: Book, model: Model, which: str, id: str) -> bool:
    if which in model.voided:
        assert void(book, which, said(NOW, id=id)).new is False
        return False
    after = model.after((), model.moved[which])
    if after is None:
        with pytest.raises(LedgerRefused):
            void(book, which, said(NOW, id=id))
        return False
    assert void(book, which, said(NOW, id=id)).new
    model.held = after
    model.voided.add(which)
    return True


def _name(book: Book, model: Model, which: str, id: str, card: int) -> bool:
    opens = model.done[which][0].opens
    if opens is None:
        return False
    loser, winner = opens
    name = functools.partial(complete_ante, book, which, said(NOW, id=id), mine=card, collector=loser)
    if which not in model.voided and model.named.get(which) == card:
        assert name().new is False
        return False
    after = model.after(((loser, winner, card),))
    if which in model.voided or which in model.named or after is None:
        with pytest.raises(LedgerRefused):
            name()
        return False
    assert name().new
    model.held = after
    model.named[which] = card
    model.moved[which] = ((loser, winner, card),)
    return True


def _prove(book: Book, model: Model) -> None:
    with book.reading() as unit:
        assert [finding for finding in unit.ledger.audit() if finding.severity is Severity.ERROR] == []
        folded: Counter[tuple[int, int]] = Counter()
        for movement in itertools.chain.from_iterable(entry.movements for entry in unit.ledger.entries()):
            folded[movement.source.id, movement.copies.number] -= movement.copies.quantity
            folded[movement.target.id, movement.copies.number] += movement.copies.quantity
        for account in unit.accounts.all():
            held = {card: copies for (whose, card), copies in folded.items() if whose == account.id and copies > 0}
            assert dict(unit.ledger.owned(account)) == held
            if account.name in PEOPLE:
                assert held == {
                    card: model.held[account.name, card] for card in range(1, 5) if model.held[account.name, card] > 0
                }


def _take_all_back(book: Book, model: Model) -> None:
    """Void everything. Enough of each card turns up first, and is voided last, so that any order will do."""
    plenty = [Copies(card, quantity=100) for card in range(1, 5)]
    for name in COLLECTORS:
        found(book, name, plenty, said(NOW, id=f"plenty-{name}"))
    for which in (*model.done, *(f"plenty-{name}" for name in COLLECTORS)):
        void(book, which, said(NOW))
    with book.reading() as unit:
        assert all(unit.ledger.holdings(account) == () for account in unit.accounts.all())
        assert [finding for finding in unit.ledger.audit() if finding.severity is Severity.ERROR] == []
    for name in COLLECTORS:
        assert antes(book, name) == ()
        assert tuple(tallies(book, name)) == ()
        assert all(entry.voided_by or entry.reverses for entry in entries(book, name))


def _proof(
    steps: list[tuple[object, ...]], file: Path, catalogue: Catalogue, contents: Callable[[Book], list[str]]
) -> None:
    with _fresh(file, catalogue) as book:
        model = _walk(book, steps, contents)
        _prove(book, model)
        _take_all_back(book, model)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_any_acts_leave_the_books_as_arithmetic_says_and_voiding_all_leaves_nothing(
    steps: list[tuple[object, ...]], fresh_file: Path, catalogue: Catalogue, contents: Callable[[Book], list[str]]
) -> None:
    _proof(steps, fresh_file, catalogue, contents)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_many_more_acts_do_too(
    steps: list[tuple[object, ...]], fresh_file: Path, catalogue: Catalogue, contents: Callable[[Book], list[str]]
) -> None:
    _proof(steps, fresh_file, catalogue, contents)
