"""Trade lists: what can be given and got, and nothing made up of what a rival holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from collection.catalogue.card import Copies
from collection.desk.antes import add_ante
from collection.desk.marks import mark
from collection.desk.packs import log_pack
from collection.desk.said import Said
from collection.desk.trading import trade_list, trading
from collection.errors import Refused
from collection.ledger.mark import MarkKind
from collection.ledger.match import Result
from collection.store.book import Book

Say = Callable[..., Said]
KEEPSAKE, WISH, OFFER = MarkKind.KEEPSAKE, MarkKind.WISH, MarkKind.OFFER


@pytest.fixture
def stocked(book: Book, say: Say) -> Book:
    log_pack(book, None, [Copies(1), Copies(2, quantity=3), Copies(3), Copies(4, "foil"), Copies(4)], say("p"))
    return book


def test_a_rival_is_given_spares_and_offers_that_they_look_for(stocked: Book) -> None:
    mark(stocked, None, OFFER, [3, 99], note="for a rare")
    mark(stocked, None, KEEPSAKE, [2])
    mark(stocked, None, WISH, [1, 2, 3, 4, 5], whose="Bo", note="Bo asked")
    listed = trade_list(stocked, "bo")
    assert [(one.card.number, one.copies, one.spare, one.offered, one.keepsake) for one in listed.give] == [
        (2, 3, 2, False, True),
        (3, 1, 0, True, False),
        (4, 2, 1, False, False),
    ]
    assert {one.note for one in listed.give} == {"Bo asked"}


def test_what_a_rival_has_is_listed_where_it_is_missing_or_wished_for(stocked: Book) -> None:
    mark(stocked, None, WISH, [2, 50])
    mark(stocked, None, OFFER, [1, 2, 50, 60], whose="Bo")
    listed = trade_list(stocked, "Bo")
    assert [(one.card.number, one.missing, one.wished, one.copies) for one in listed.get] == [
        (2, False, True, 3),
        (50, True, True, 0),
        (60, True, False, 0),
    ]


def test_nothing_is_made_up_of_a_rival_of_whom_nothing_was_marked(stocked: Book, say: Say) -> None:
    add_ante(stocked, None, "Bo", Result.LOST, say("m"), mine=1)
    add_ante(stocked, None, "Bo", Result.WON, say("n"), theirs=77)
    listed = trade_list(stocked, "Bo")
    assert (listed.give, listed.get, listed.wishes, listed.offers) == ((), (), 0, 0)
    assert listed.yours == ((1, 1),)
    assert trading(stocked).rivals == ()


def test_all_that_could_be_traded_names_every_rival_of_whom_something_is_marked(stocked: Book) -> None:
    mark(stocked, None, WISH, [50])
    mark(stocked, None, OFFER, [1])
    mark(stocked, None, WISH, [2], whose="Bo")
    mark(stocked, None, OFFER, [50], whose="Cy")
    everything = trading(stocked)
    assert [one.card.number for one in everything.give] == [1, 2, 4]
    assert [one.card.number for one in everything.wishes] == [50]
    assert [one.rival.name for one in everything.rivals] == ["Bo", "Cy"]
    assert [[one.card.number for one in each.give] for each in everything.rivals] == [[2], []]
    assert [[one.card.number for one in each.get] for each in everything.rivals] == [[], [50]]


def test_somebody_nobody_knows_is_refused(stocked: Book) -> None:
    with pytest.raises(Refused, match="Nobody in this book"):
        trade_list(stocked, "Zed")
