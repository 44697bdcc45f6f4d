"""Everything that is written is read back to the same state, whatever the state."""

from __future__ import annotations

import contextlib
import datetime as dt
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from collection.catalogue.card import CardNo, Copies, Level
from collection.catalogue.catalogue import Catalogue
from collection.catalogue.correction import read_changes
from collection.desk import antes, collectors, exchange, hands, packs
from collection.desk.corrections import compare_corrections, export_corrections, take_corrections
from collection.desk.exporting import collection_csv, journal, ledger_csv, packs_csv, whole_json
from collection.desk.importing import Mode, commit, preview
from collection.desk.said import said
from collection.desk.whole import look_into, recognised, take
from collection.errors import CollectionError
from collection.ledger.entry import Account, AccountKind, Entry, Severity
from collection.ledger.mark import MarkKind
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.ledger.price import Price
from collection.store.book import Book
from collection.store.opening import Terms

START = dt.datetime(2026, 3, 14, 18, 30, 0, 123456, tzinfo=dt.UTC)
COLLECTORS = ("Ann", '=Ben, "x"; y')
OTHERS = ("Bo", "[/x] \u05d1\u05d5", "a:b ;c|d(e)", "packs", "'=SUM(1)", "+49 \U0001f99e", "-")
PEOPLE = (*COLLECTORS, *OTHERS)
WORDS = (
    "",
    "plain",
    'a, "b"; c',
    "=1+1",
    "'=x",
    "-5",
    "@home",
    "sep=;",
    "{}",
    "null",
    "2026-03-31",
    "ß | é \U0001f0cf",
)
FINISHES = ("base", "foil", '=foil; "x"', "Größe,ß")
PRICES = ("", "4,50 €", "USD 5", "two beers, really")

QUICK = Terms(pragmas={"synchronous": "OFF"})
"""Books of a moment need not survive a loss of power."""

CARDS = st.integers(1, 5)
COPIES = st.lists(st.builds(Copies, CARDS, st.sampled_from(FINISHES), st.integers(1, 3)), min_size=1, max_size=3)
NOTES = st.sampled_from(WORDS)
DAYS = st.one_of(st.none(), st.integers(0, 3).map(lambda ago: START.date() - dt.timedelta(days=ago)))
ME = st.sampled_from(COLLECTORS)
OTHER = st.sampled_from(PEOPLE)
WHICH = st.integers(0, 40)
AMOUNTS = st.one_of(st.none(), st.builds(Price, st.sampled_from(("", "$", "EUR")), st.integers(0, 10**9)))
HANDS = st.lists(st.integers(0, 130), max_size=16)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("pack"), ME, COPIES, st.sampled_from(PRICES), NOTES, st.one_of(st.none(), WHICH)),
        st.tuples(st.just("levels"), ME, st.tuples(*[st.integers(0, 3)] * 5), st.sampled_from(PRICES), NOTES),
        st.tuples(st.just("found"), ME, COPIES),
        st.tuples(st.just("lost"), ME, COPIES),
        st.tuples(st.just("gift"), ME, OTHER, COPIES, st.booleans()),
        st.tuples(st.just("trade"), ME, OTHER, COPIES, COPIES, st.one_of(st.none(), WHICH)),
        st.tuples(st.just("ante"), ME, OTHER, st.sampled_from(Result), st.one_of(st.none(), CARDS), st.booleans()),
        st.tuples(st.just("name"), WHICH, CARDS),
        st.tuples(st.just("void"), WHICH),
        st.tuples(st.just("card"), CARDS, st.sampled_from(("n=7", 'name==Ben, "x"', "artist=", "level=V", "number"))),
        st.tuples(st.just("mark"), OTHER, CARDS, st.sampled_from(MarkKind), NOTES),
        st.tuples(st.just("hand"), ME, st.sampled_from(("h", "=1", 'Ünï, "q"')), HANDS),
        st.tuples(st.just("archive"), ME, st.sampled_from(("h", "=1", 'Ünï, "q"'))),
        st.tuples(st.just("change"), ME, st.sampled_from(("h", "=1")), HANDS),
        st.tuples(st.just("go_to"), ME, st.sampled_from(("h", "=1")), st.integers(1, 3)),
        st.tuples(st.just("sleeve"), ME, st.sampled_from(("h", "=1")), st.booleans()),
        st.tuples(st.just("value"), OTHER, st.one_of(CARDS, st.sampled_from(Level)), AMOUNTS),
        st.tuples(st.just("match"), ME, st.sampled_from(Status), NOTES),
        st.tuples(st.just("search"), st.sampled_from(("=s", "a b")), NOTES),
        st.tuples(st.just("setting"), st.sampled_from(("theme", "drafts.4")), NOTES),
    ),
    max_size=16,
)


class World:
    """A book in which random things are done; what a rule refuses is left undone."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.ids: list[str] = []
        self._count = 0

    def do(self, step: tuple[Any, ...], on: dt.date | None) -> None:
        """Do one thing, at a later moment than the one before."""
        self._count += 1
        self._on = on
        self._now = START + dt.timedelta(seconds=self._count)
        with contextlib.suppress(CollectionError):
            getattr(self, f"_{step[0]}")(*step[1:])
            self.ids.append(f"id-{self._count}")

    def _said(self, note: str = "", corrects: int | None = None) -> Any:
        old = self._which(corrects) if corrects is not None else None
        return said(self._now, id=f"id-{self._count}", on=self._on, note=note, corrects=old)

    def _which(self, number: int) -> str:
        return self.ids[number % len(self.ids)] if self.ids else "none"

    def _pack(self, me: str, copies: list[Copies], price: str, note: str, corrects: int | None) -> None:
        packs.log_pack(self.book, me, copies, self._said(note, corrects), price=price, shop=note)

    def _levels(self, me: str, levels: tuple[int, int, int, int, int], price: str, note: str) -> None:
        packs.log_pack_levels(self.book, me, levels, self._said(note), price=price)

    def _found(self, me: str, copies: list[Copies]) -> None:
        exchange.found(self.book, me, copies, self._said())

    def _lost(self, me: str, copies: list[Copies]) -> None:
        exchange.lost(self.book, me, copies, self._said())

    def _gift(self, me: str, other: str, copies: list[Copies], to: bool) -> None:
        exchange.gift(self.book, me, copies, self._said(), **{"to" if to else "source": other})

    def _trade(self, me: str, other: str, give: list[Copies], get: list[Copies], corrects: int | None) -> None:
        exchange.trade(self.book, me, other, give, get, self._said("", corrects))

    def _ante(self, me: str, rival: str, result: Result, card: int | None, with_hand: bool) -> None:
        antes.add_ante(
            self.book, me, rival, result, self._said("=note"), mine=card, theirs=card, hand="h" if with_hand else None
        )

    def _name(self, which: int, card: int) -> None:
        antes.complete_ante(self.book, self._which(which), self._said(), mine=card, theirs=card)

    def _void(self, which: int) -> None:
        exchange.void(self.book, self._which(which), replace(self._said('void, "it"'), on=None))

    def _card(self, number: int, words: str) -> None:
        with self.book.writing() as unit:
            card = unit.cards.catalogue()[number]
            unit.cards.correct(number, read_changes(card, [words]))

    def _mark(self, whose: str, number: int, kind: MarkKind, note: str) -> None:
        with self.book.writing() as unit:
            unit.marks.set(unit.accounts.open(whose, AccountKind.RIVAL), number, kind, note)

    def _hand(self, me: str, name: str, cards: list[int]) -> None:
        hands.new_hand(self.book, me, name, cards, self._now)

    def _archive(self, me: str, name: str) -> None:
        hands.archive_hand(self.book, me, name, self._now)

    def _change(self, me: str, name: str, cards: list[int]) -> None:
        hands.change_hand(self.book, me, name, cards, self._now)

    def _go_to(self, me: str, name: str, number: int) -> None:
        hands.restore_hand(self.book, me, name, number, self._now)

    def _sleeve(self, me: str, name: str, sleeved: bool) -> None:
        hands.sleeve_hand(self.book, me, name, sleeved=sleeved)

    def _value(self, whose: str, of: CardNo | Level, price: Price | None) -> None:
        with self.book.writing() as unit:
            account = unit.accounts.open(whose, AccountKind.RIVAL)
            if price is None:
                unit.values.clear(account, of)
            else:
                unit.values.set(account, of, price)

    def _match(self, me: str, status: Status, note: str) -> None:
        with self.book.writing() as unit:
            account = unit.accounts.open(me, AccountKind.COLLECTOR)
            seats = (
                MatchSeat(account, HUMAN, "h", (1, 2, 3), 2, Result.LOST if status is Status.DONE else None),
                MatchSeat(None, "greedy", "", (4, 5), None, Result.WON if status is Status.DONE else None),
            )
            unit.matches.add(
                Match(
                    f"id-{self._count}",
                    "mudwater",
                    "standard",
                    Place.HERE,
                    Stakes.FRIENDLY,
                    status,
                    self._now.date(),
                    self._now,
                    seats,
                    f"game: mudwater\nmoves: [s=1]\n# {note}\n",
                    1,
                    note,
                )
            )

    def _search(self, name: str, text: str) -> None:
        with self.book.writing() as unit:
            unit.searches.save(name, text)

    def _setting(self, name: str, value: str) -> None:
        with self.book.writing() as unit:
            unit.settings.set(name, value)


@contextmanager
def _books(file: Path, catalogue: Catalogue, count: int) -> Iterator[list[Book]]:
    """Open so many fresh books."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        opened: list[Book] = []
        for number in range(count):
            path = Path(folder) / f"book-{number}.db"
            shutil.copy(file, path)
            opened.append(Book.open(path, lambda: catalogue, terms=QUICK))
            stack.callback(opened[-1].close)
        yield opened


def _filled(book: Book, steps: list[tuple[Any, ...]], days: list[dt.date | None]) -> None:
    world = World(book)
    for name in COLLECTORS:
        collectors.add(book, name)
    for number, step in enumerate(steps):
        before = len(world.ids)
        world.do(step, days[number % len(days)] if days else None)
        if len(world.ids) > before:
            event(step[0])


def _rows(book: Book) -> dict[str, set[tuple[Any, ...]]]:
    """Give everything that the file holds, but for the order in which packs were counted: nothing tells of it."""
    with contextlib.closing(sqlite3.connect(book.path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: set(connection.execute(f'SELECT * FROM "{name}"')) for name in names}
    rows["pack_counted"] = {row[1:] for row in rows["pack_counted"]}
    return rows


def _taken(book: Book, text: str, collector: str | None = None) -> None:
    now = START + dt.timedelta(days=1)
    source = recognised(text.encode())
    assert source is not None
    taking = look_into(book, source, now, collector=collector)
    assert taking.refused == ()
    take(book, taking, now)
    again = look_into(book, source, now, collector=collector)
    assert (again.refused, again.changes) == ((), False)


def _everything_comes_back(book: Book, other: Book) -> None:
    text = whole_json(book).text
    _taken(other, text)
    assert whole_json(other).text == text
    assert _rows(other) == _rows(book)
    with other.reading() as unit:
        assert [one for one in unit.ledger.audit() if one.severity is Severity.ERROR] == []


def _the_parts_come_back(book: Book, me: str, others: list[Book]) -> None:
    for_collection, for_packs, for_ledger = others
    # Names of cards are a check in the file: whoever takes it in has the same corrections.
    _corrections_come_back(book, for_collection)
    counts = preview(for_collection, me, collection_csv(book, me).text.encode(), Mode.SET, whole=True)
    commit(for_collection, counts, said(START, id="count"))
    with book.reading() as unit, for_collection.reading() as copy:
        assert copy.ledger.holdings(_account(copy, me)) == unit.ledger.holdings(_account(unit, me))
    _taken(for_packs, packs_csv(book, me).text, me)
    assert _packs(for_packs, me) == _packs(book, me)
    assert packs_csv(for_packs, me).text == packs_csv(book, me).text
    _taken(for_ledger, ledger_csv(book, me).text, me)
    assert _entries(for_ledger, me) == _entries(book, me)
    with book.reading() as unit, for_ledger.reading() as copy:
        assert copy.ledger.holdings(_account(copy, me)) == unit.ledger.holdings(_account(unit, me))


def _corrections_come_back(book: Book, other: Book) -> None:
    for as_csv in (False, True):
        text = export_corrections(book, as_csv=as_csv)
        take_corrections(other, compare_corrections(other, text), take_theirs=True)
        assert export_corrections(other, as_csv=as_csv) == text
    with book.reading() as unit, other.reading() as copy:
        assert copy.cards.catalogue() == unit.cards.catalogue()


def _account(unit: Any, name: str) -> Account:
    account = unit.accounts.find(name)
    assert isinstance(account, Account)
    return account


def _packs(book: Book, me: str) -> list[object]:
    """Give packs without what the rest of the book tells of them."""
    return [replace(pack, new_numbers=None, corrects=None) for pack in packs.packs(book, me)]


def _entries(book: Book, me: str) -> list[object]:
    return [_told(entry) for entry in exchange.entries(book, me)]


def _told(entry: Entry) -> tuple[object, ...]:
    """Give an entry with people by their names: whether somebody collects is not told by another's ledger."""
    movements = [(one.copies, one.source.name, one.target.name) for one in entry.movements]
    return (
        *(entry.id, entry.kind, entry.happened, entry.recorded, entry.note, entry.reverses, entry.voided_by),
        *movements,
    )


Steps = list[tuple[Any, ...]]
Days = list[dt.date | None]
DAY_LISTS = st.lists(DAYS, max_size=3)
_check = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    # Explaining runs hundreds of states more than finding does.
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
)


@settings(_check, max_examples=6)
@given(steps=STEPS, days=DAY_LISTS)
def test_a_whole_book_comes_back_as_it_was(steps: Steps, days: Days, fresh_file: Path, catalogue: Catalogue) -> None:
    with _books(fresh_file, catalogue, 2) as (book, other):
        _filled(book, steps, days)
        _everything_comes_back(book, other)


@settings(_check, max_examples=5)
@given(steps=STEPS, days=DAY_LISTS, me=ME)
def test_collection_packs_and_ledger_come_back_as_far_as_each_tells(
    steps: Steps, days: Days, me: str, fresh_file: Path, catalogue: Catalogue
) -> None:
    with _books(fresh_file, catalogue, 4) as (book, *others):
        _filled(book, steps, days)
        _the_parts_come_back(book, me, others)


@settings(_check, max_examples=5)
@given(before=STEPS, steps=STEPS, days=DAY_LISTS)
def test_taking_in_a_book_into_one_with_history_is_all_or_nothing_and_leaves_the_books_right(
    before: Steps, steps: Steps, days: Days, fresh_file: Path, catalogue: Catalogue
) -> None:
    # Both began alike and went on apart under the same ids: what differs is refused, and then nothing has changed.
    with _books(fresh_file, catalogue, 2) as (book, other):
        _filled(book, before + steps, days)
        _filled(other, before, days)
        source = recognised(whole_json(book).text.encode())
        assert source is not None
        rows = _rows(other)
        taking = look_into(other, source, START)
        assert _rows(other) == rows
        if taking.refused:
            event("refused")
            with pytest.raises(CollectionError):
                take(other, taking, START)
            assert _rows(other) == rows
        else:
            take(other, taking, START)
            assert not look_into(other, source, START).changes
        with other.reading() as unit:
            assert [one for one in unit.ledger.audit() if one.severity is Severity.ERROR] == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@settings(_check, max_examples=200)
@given(steps=STEPS, days=DAY_LISTS, me=ME)
def test_many_more_states_come_back_too(
    steps: Steps, days: Days, me: str, fresh_file: Path, catalogue: Catalogue
) -> None:
    with _books(fresh_file, catalogue, 5) as (book, whole, *others):
        _filled(book, steps, days)
        _everything_comes_back(book, whole)
        _the_parts_come_back(book, me, others)
        assert journal(book).text
