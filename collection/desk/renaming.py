"""A collector called otherwise: the account and all that was ever written of it stay."""

from __future__ import annotations

from collection.desk.collectors import IN_USE, current
from collection.desk.drafts import move_drafts
from collection.desk.people import person_name
from collection.ledger.entry import Account
from collection.store.book import Book
from collection.text import search_key


def rename_collector(book: Book, name: str, to: str) -> Account:
    """Call a collector otherwise. Who is in use stays so, and what was begun stays begun.

    A file of the whole book that was written before still tells the old name: taken in, it brings that collector back
    as another. Raises Refused when there is no such collector, and for the name of the house; LedgerRefused when
    somebody else has the name.
    """
    with book.writing() as unit:
        account = current(unit, name)
        renamed = unit.accounts.rename(account, person_name(unit, to, "collector's name"))
        chosen = unit.settings.get(IN_USE)
        if chosen is not None and search_key(chosen) == search_key(account.name):
            unit.settings.set(IN_USE, renamed.name)
        move_drafts(unit, account.name, renamed.name)
        return renamed
