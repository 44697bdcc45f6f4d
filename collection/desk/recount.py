"""The binder counted for real: the differences, card by card, and one dated entry with a reason."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from collection.catalogue.card import CardNo
from collection.desk.importing import Imported, Mode, Preview, commit, previewed
from collection.desk.said import Said
from collection.errors import NotUnderstood
from collection.interchange.cells import Names
from collection.interchange.collection_csv import read_collection
from collection.interchange.lists import read_words
from collection.interchange.sheet import Sheet
from collection.store.book import Book


def preview_recount(
    book: Book,
    collector: str | None,
    counted: bytes | Sequence[str],
    *,
    whole: bool = False,
    scope: Collection[CardNo] | None = None,
    on: dt.date | None = None,
) -> Preview:
    """Compare what was counted, a file's bytes or words such as `45*2`, with the books; nothing is written.

    `whole` says that what was not counted is not there, within the numbers of `scope` where one is given; a count on
    an earlier day is compared with the books of that day. Raises NotUnderstood for words that name no cards.
    """
    with book.reading() as unit:
        catalogue = unit.cards.catalogue()
        sheet = (
            read_collection(counted, catalogue)
            if isinstance(counted, bytes)
            else Sheet("words", read_words(Names(catalogue), counted))
        )
        return previewed(unit, collector, catalogue, sheet, Mode.SET, whole=whole, scope=scope, on=on)


def post_recount(book: Book, preview: Preview, said: Said) -> Imported:
    """Post the differences as one `recount` entry, whose note is the reason.

    Raises NotUnderstood where no reason is given, and what `commit` raises.
    """
    if not said.note:
        raise NotUnderstood('Say why the books and the binder differ: --note "counted the binder".')
    return commit(book, preview, said)
