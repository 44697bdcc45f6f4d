from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from collection.catalogue.card import Copies
from collection.desk.packs import log_pack, log_pack_levels, packs
from collection.desk.said import Said
from collection.store.book import Book


def test_pages_of_packs_follow_each_other_without_gaps_and_know_only_one_collectors(
    book: Book, say: Callable[..., Said]
) -> None:
    days = [dt.date(2024, 5, day) for day in (3, 1, 3, 2, 3)]
    for number, day in enumerate(days):
        log_pack(book, "Ann", [Copies(number + 1)], say(f"ann{number}", on=day))
        log_pack(book, "Bo", [Copies(number + 1)], say(f"bo{number}", on=day))
    log_pack_levels(book, "Ann", (5, 2, 1, 0, 0), say("levels", on=days[1]))
    whole = packs(book, "Ann")
    assert [pack.id for pack in whole] == ["ann4", "ann2", "ann0", "ann3", "levels", "ann1"]
    pages = [packs(book, "Ann", limit=2)]
    while pages[-1]:
        pages.append(packs(book, "Ann", limit=2, before=pages[-1][-1].id))
    assert sum(pages, ()) == whole
    assert packs(book, "Ann", before="no such pack") == ()
