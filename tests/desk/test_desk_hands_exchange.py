"""Hands out and in through the book: what goes out comes in as the same hand, and nothing is saved of what is wrong."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collection.catalogue.data import load_catalogue
from collection.desk import collectors
from collection.desk.hands import hand, hands, new_hand
from collection.desk.hands_exchange import HandForm, export_hand, hand_file, import_hand
from collection.errors import CollectionError, HandRefused, NotUnderstood, RecordError, Refused
from collection.store.book import Book
from collection.text import clean_name, search_key

NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
LEGAL = (3, 6, 12, 14, 16, 21, 7, 13, 45, 9, 27, 8, 19, 39)


def is_name(text: str) -> bool:
    try:
        return clean_name(text) == text
    except NotUnderstood:
        return False


NAMES = st.text(max_size=20).filter(is_name)
FOURTEEN = st.lists(st.integers(1, 120), min_size=14, max_size=14, unique=True)
FEWER = st.lists(st.integers(1, 120), max_size=14, unique=True)
ANY = st.lists(st.integers(1, 120) | st.integers(0, 999_999), max_size=20)
WRITTEN = st.one_of(
    st.tuples(st.just(HandForm.TEXT), ANY),
    st.tuples(st.just(HandForm.RECORD), FEWER),
    st.tuples(st.just(HandForm.CODE), FOURTEEN),
)


@pytest.fixture(scope="module")
def one_book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """A book for all examples of a property: each replaces the same two hands."""
    book = Book.open(tmp_path_factory.mktemp("exchange") / "book.db", load_catalogue)
    yield book
    book.close()


@settings(max_examples=16)
@given(written=WRITTEN, seat=st.sampled_from(["black", "white"]))
def test_export_and_import_are_each_others_inverse(
    one_book: Book, written: tuple[HandForm, list[int]], seat: str
) -> None:
    form, cards = written
    out = "# Out\n" + "".join(f"{number}\n" for number in cards)
    before = import_hand(one_book, None, out, NOW, replace=True).checked
    assert before.hand.cards == tuple(cards)
    text = export_hand(one_book, None, "out", form, seat=seat).text
    content, notices = hand_file(text.encode())
    assert notices == ()
    after = import_hand(one_book, None, content, NOW, name="In", replace=True)
    assert after.form is form
    assert after.checked.hand.cards == (tuple(sorted(cards)) if form is HandForm.CODE else tuple(cards))
    assert set(after.checked.faults) == set(before.faults)
    assert hand(one_book, None, "In").hand.cards == after.checked.hand.cards
    assert export_hand(one_book, None, "In", form, seat=seat).text.splitlines()[1:] == text.splitlines()[1:]


@settings(max_examples=10)
@given(name=NAMES, form=st.sampled_from(list(HandForm)))
def test_a_text_and_a_record_bring_the_name_along(one_book: Book, name: str, form: HandForm) -> None:
    content = f"# {name}\n" + "".join(f"{number}\n" for number in LEGAL)
    saved = import_hand(one_book, None, content, NOW, replace=True).checked.hand
    exported = export_hand(one_book, None, name, form)
    assert search_key(exported.name) == search_key(name)
    if form is HandForm.CODE:
        assert exported.text.count("\n") == 1
        return
    again = import_hand(one_book, None, exported.text, NOW, replace=True)
    assert again.replaced
    assert again.checked.hand == saved


def test_two_that_import_one_name_at_once_both_succeed_and_the_later_replaces(book: Book) -> None:
    def take(name: str, barrier: threading.Barrier) -> bool:
        barrier.wait()
        return import_hand(book, None, "45\n", NOW, name=name, replace=True).replaced

    with ThreadPoolExecutor(2) as both:
        for nth in range(8):
            barrier = threading.Barrier(2)
            taken = [both.submit(take, f"Hand {nth}", barrier) for _ in range(2)]
            assert sorted(one.result() for one in taken) == [False, True]


def test_a_name_in_use_is_refused_unless_the_hand_is_to_be_replaced(book: Book) -> None:
    first = new_hand(book, None, "Dockside", LEGAL, NOW).hand
    with pytest.raises(HandRefused, match="already"):
        import_hand(book, None, "# dockside\n45\n", NOW)
    assert hand(book, None, "Dockside").hand.cards == LEGAL
    changed = import_hand(book, None, "# dockside\n45\n", NOW, replace=True)
    assert changed.replaced
    assert (changed.checked.hand.id, changed.checked.hand.cards) == (first.id, (45,))
    assert len(hands(book)) == 1
    new = import_hand(book, None, "45\n", NOW, name="Other", replace=True)
    assert not new.replaced


def test_the_name_that_is_said_is_stronger_than_the_one_it_brings(book: Book) -> None:
    assert import_hand(book, None, "# Bog\n45\n", NOW, name="  Dock ").checked.hand.name == "Dock"
    with pytest.raises(NotUnderstood, match="brings no name") as told:
        import_hand(book, None, "45\n", NOW)
    assert told.value.option == "name"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# Bog\n45\nDed Calm\n", NotUnderstood),
        ("# Bog\n1000-0000-0000-00", NotUnderstood),
        ("# Bog\nhands: {black: [1, 1]}", RecordError),
        ("# Bog\n" + "7\n" * 501, NotUnderstood),
        ("", NotUnderstood),
    ],
)
def test_nothing_is_saved_of_what_cannot_be_read(
    book: Book, contents: Callable[[Book], list[str]], text: str, kind: type[CollectionError]
) -> None:
    before = contents(book)
    with pytest.raises(kind):
        import_hand(book, None, text, NOW)
    assert contents(book) == before


def test_a_new_collector_begins_with_an_imported_hand_and_an_unknown_one_exports_none(book: Book) -> None:
    assert import_hand(book, "Ann", "45\n", NOW, name="Bog").checked.hand.owner.name == "Ann"
    collectors.add(book, "Bo")
    with pytest.raises(HandRefused):
        export_hand(book, "Bo", "Bog", HandForm.TEXT)
    with pytest.raises(Refused):
        export_hand(book, "Cy", "Bog", HandForm.TEXT)


def test_files_are_read_in_any_common_encoding_and_only_so_much(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert hand_file("# Bayou Séance\r\n37\r\n".encode(encoding)) == ("# Bayou Séance\r\n37\r\n", ())
    text, notices = hand_file("1 Bayou Séance\n".encode("cp1252"))
    assert text == "1 Bayou Séance\n"
    assert "Windows-1252" in notices[0]
    with pytest.raises(NotUnderstood):
        hand_file(b"7\n" * 600_000)
    with pytest.raises(NotUnderstood):
        hand_file(b"SQLite format 3\0")
