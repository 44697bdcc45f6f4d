from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from collection.catalogue.card import Copies
from collection.catalogue.catalogue import Catalogue
from collection.desk.antes import antes, tallies
from collection.desk.binder import life, open_binder
from collection.desk.collectors import add, collectors, current, use
from collection.desk.drafts import (
    CountDraft,
    PackDraft,
    count_draft,
    keep_count_draft,
    keep_pack_draft,
    pack_drafts,
)
from collection.desk.exchange import entries, gift
from collection.desk.hands import hands, new_hand
from collection.desk.packs import log_pack, packs
from collection.desk.renaming import rename_collector
from collection.desk.said import Said
from collection.errors import CollectionError, LedgerRefused, NotUnderstood, Refused
from collection.store.book import Book
from collection.text import plain

Say = Callable[..., Said]


def _current(book: Book, name: str | None = None) -> str:
    with book.reading() as unit:
        return current(unit, name).name


def test_an_empty_book_reads_as_me_who_is_not_in_it_and_holds_nothing(book: Book) -> None:
    with book.reading() as unit:
        assert (current(unit, None).id, current(unit, None).name) == (0, "Me")
    assert open_binder(book).whole.copies == 0
    assert (packs(book), entries(book), hands(book), antes(book), tuple(tallies(book))) == ((), (), (), (), ())
    assert life(book, 45)[1] == ()
    assert collectors(book) == ()


def test_the_first_act_makes_me(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(45)], say("p"))
    assert [account.name for account in collectors(book)] == ["Me"]


def test_the_only_collector_is_the_one_in_use(book: Book) -> None:
    add(book, "Ann")
    assert _current(book) == "Ann"


def test_with_several_and_none_chosen_the_question_goes_back_with_every_name_and_the_way_out(book: Book) -> None:
    add(book, "Ann")
    add(book, "Ben")
    with pytest.raises(Refused) as caught:
        _current(book)
    assert all(words in str(caught.value) for words in ("Ann", "Ben", "--as NAME", "mudwater collector use NAME"))
    use(book, "BEN")
    assert _current(book) == "Ben"
    use(book, "ann")
    assert _current(book) == "Ann"


def test_whoever_began_without_a_name_stays_in_use_when_another_joins(book: Book, say: Say) -> None:
    log_pack(book, None, [Copies(45)], say("p"))
    add(book, "Ann")
    assert _current(book) == "Me"


def test_a_collector_is_found_whatever_case_accents_and_spaces(book: Book) -> None:
    add(book, "Zoë  van Dam")
    assert _current(book, "zoe VAN dam") == "Zoë van Dam"


def test_reading_for_somebody_unknown_names_those_there_are(book: Book) -> None:
    with pytest.raises(Refused, match="none yet"):
        _current(book, "Ann")
    add(book, "Ann")
    with pytest.raises(Refused, match=r'There are: "Ann"\.'):
        open_binder(book, "Anne")


def test_a_name_is_in_the_book_once_for_collectors_and_rivals_together(
    book: Book, say: Say, contents: Callable[[Book], list[str]]
) -> None:
    add(book, "Ann", solo=True)
    gift(book, "Ann", [Copies(4)], say("g"), source="Bo")
    before = contents(book)
    for name in ("ANN", "bo", "House", "  hoúse "):
        with pytest.raises(Refused):
            add(book, name)
    with pytest.raises(LedgerRefused):
        log_pack(book, "Bo", [Copies(1)], say("p"))
    for name in ("House", "Bo", "Cy"):
        with pytest.raises(Refused):
            use(book, name)
    assert contents(book) == before


@pytest.mark.parametrize("name", ["packs", "elsewhere", "Packs"])
def test_the_names_of_the_world_are_free_for_people(book: Book, say: Say, name: str) -> None:
    add(book, name)
    log_pack(book, name, [Copies(7)], say("p"))
    assert open_binder(book, name).whole.copies == 1


@pytest.mark.parametrize("name", ["", "   ", "\x1b\x07", "\u202e", "\u0301", "x" * 10_001])
def test_a_name_with_nothing_to_see_or_without_an_end_is_not_understood(book: Book, name: str) -> None:
    with pytest.raises(NotUnderstood):
        add(book, name)
    assert collectors(book) == ()


@pytest.mark.parametrize(
    "name",
    [
        "[/x]",
        "[@click=app.quit]x[/]",
        "\x1b]0;owned\x07Bo",
        "\u202eoB",
        "🐸👨\u200d👩\u200d👧",
        "'; DROP TABLE card; --",
        "x" * 10_000,
        "%s {0}",
    ],
)
def test_any_visible_name_can_be_used_and_no_refusal_carries_control_codes(book: Book, name: str, say: Say) -> None:
    added = add(book, name)
    assert "\x1b" not in added.name
    assert "\u202e" not in added.name
    use(book, name)
    gift(book, name, [Copies(1)], say("g"), source="Bo " + name[:9_990])
    assert open_binder(book, name).whole.copies == 1
    for refused in (
        lambda: add(book, name),
        lambda: open_binder(book, name[:9_990] + " not"),
        lambda: entries(book, rival=name[:9_990] + "?"),
    ):
        with pytest.raises(CollectionError) as caught:
            refused()
        assert plain(str(caught.value)) == str(caught.value)


def test_all_that_reads_works_on_a_book_that_cannot_be_written(
    book: Book, say: Say, catalogue: Catalogue, contents: Callable[[Book], list[str]]
) -> None:
    log_pack(book, "Ann", [Copies(45, quantity=2)], say("p"))
    before = contents(book)
    path = Path(book.path)
    book.close()
    locked = Book.open(path, lambda: catalogue, read_only=True)
    try:
        assert open_binder(locked).whole.copies == 2
        assert len(packs(locked)) == len(entries(locked)) == len(life(locked, 45)[1]) == 1
        assert (hands(locked), antes(locked), tuple(tallies(locked))) == ((), (), ())
    finally:
        locked.close()
    assert contents(book) == before


def test_a_renamed_collector_keeps_cards_hands_history_and_what_was_begun(
    book: Book, say: Say, now: dt.datetime
) -> None:
    add(book, "Bea")
    log_pack(book, "Ann", [Copies(45), Copies(3)], say("p"))
    gift(book, "Ann", [Copies(3)], say("g"), to="Bo")
    new_hand(book, "Ann", "Dock", [45], now)
    keep_pack_draft(book, "Ann", PackDraft("d", (Copies(7),)))
    keep_count_draft(book, "Ann", CountDraft("c", "level:1"))
    use(book, "Ann")
    before = (open_binder(book, "Ann").owned, packs(book, "Ann"), hands(book, "Ann")[0].hand.cards)
    drafts = (pack_drafts(book, "Ann"), count_draft(book, "Ann"))
    assert drafts != ((), None)
    renamed = rename_collector(book, "ann", "  Annabel ")
    assert renamed.name == "Annabel"
    assert [account.name for account in collectors(book)] == ["Annabel", "Bea"]
    assert _current(book) == "Annabel"
    assert (open_binder(book, "Annabel").owned, packs(book, "Annabel"), hands(book)[0].hand.cards) == before
    assert {one.source.name for entry in entries(book, "Annabel") for one in entry.movements} == {"packs", "Annabel"}
    assert (pack_drafts(book, "Annabel"), count_draft(book, "Annabel")) == drafts
    with book.reading() as unit:
        assert unit.ledger.audit() == ()
    # The name is free, and whoever takes it begins with nothing.
    add(book, "Ann")
    assert (pack_drafts(book, "Ann"), count_draft(book, "Ann"), packs(book, "Ann")) == ((), None, ())


def test_a_name_can_be_spelled_otherwise_and_is_never_somebody_elses(
    book: Book, say: Say, contents: Callable[[Book], list[str]]
) -> None:
    add(book, "Ann")
    add(book, "Bea")
    gift(book, "Ann", [Copies(3)], say("g"), source="Bo")
    assert rename_collector(book, "Ann", "ÁNN").name == "ÁNN"
    before = contents(book)
    refused = (("ann", "bea"), ("ann", "BO"), ("ann", "House"), ("ann", "\u200b"), ("Cy", "Dee"), ("Bo", "Cy"))
    for old, new in refused:
        with pytest.raises(CollectionError):
            rename_collector(book, old, new)
        assert contents(book) == before
