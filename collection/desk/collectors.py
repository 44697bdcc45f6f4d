"""Who sits at the desk."""

from __future__ import annotations

from collection.desk.people import listed, person_name
from collection.errors import LedgerRefused, Refused
from collection.ledger.entry import Account, AccountKind
from collection.store.book import Book, Unit
from collection.text import clean_name, quoted, search_key

NOBODY_YET = "Me"
"""What a collector is called who never said a name."""

IN_USE = "collector"
"""The setting that holds the name of the collector in use."""


def current(unit: Unit, name: str | None) -> Account:
    """Give the collector called `name`, or (None) the one in use: as set, else the only one, else one called Me.

    Raises Refused, naming the collectors there are, when `name` is not one, or when None could mean several. Reading
    only: where the book has no collector yet, None gives an account `Me` with id 0 that is not in the book and holds
    nothing.
    """
    there = unit.accounts.all(AccountKind.COLLECTOR)
    if name is None:
        return _in_use(unit, there)
    found = _among(there, clean_name(name, what="collector's name"))
    if found is not None:
        return found
    if not there:
        raise Refused(f"No collector is called {quoted(name)}: this book has none yet. Logging a pack makes one.")
    raise Refused(
        f"No collector is called {quoted(name)}. There are: {listed(account.name for account in there)}. "
        "`mudwater collector new NAME` adds one."
    )


def current_for_writing(unit: Unit, name: str | None) -> Account:
    """Give the collector as `current` does, made when there is none of that name yet.

    Raises LedgerRefused when that name belongs to a rival, and Refused for the name of the house.
    """
    if name is None:
        account = current(unit, None)
        return account if account.id else unit.accounts.open(NOBODY_YET, AccountKind.COLLECTOR)
    return unit.accounts.open(person_name(unit, name, "collector's name"), AccountKind.COLLECTOR)


def collectors(book: Book) -> tuple[Account, ...]:
    """Give all collectors of the book, by name."""
    with book.reading() as unit:
        return unit.accounts.all(AccountKind.COLLECTOR)


def add(book: Book, name: str, *, solo: bool = False) -> Account:
    """Add a collector. Raises LedgerRefused when somebody of that name is in the book."""
    with book.writing() as unit:
        wanted = person_name(unit, name, "collector's name")
        there = unit.accounts.find(wanted)
        if there is not None:
            raise LedgerRefused(f"{quoted(there.name)} is in this book already, as a {there.kind.value}.")
        return unit.accounts.open(wanted, AccountKind.COLLECTOR, solo=solo)


def use(book: Book, name: str) -> Account:
    """Make `name` the collector in use. Raises Refused when there is no such collector."""
    with book.writing() as unit:
        account = current(unit, name)
        unit.settings.set(IN_USE, account.name)
        return account


def _in_use(unit: Unit, there: tuple[Account, ...]) -> Account:
    if not there:
        return Account(0, NOBODY_YET, AccountKind.COLLECTOR)
    chosen = unit.settings.get(IN_USE)
    found = None if chosen is None else _among(there, chosen)
    if found is None and len(there) == 1:
        found = there[0]
    found = found or _among(there, NOBODY_YET)
    if found is None:
        raise Refused(
            f"Whose cards? There are several collectors: {listed(account.name for account in there)}. "
            "Say `--as NAME` before the verb, or `mudwater collector use NAME` once."
        )
    return found


def _among(there: tuple[Account, ...], name: str) -> Account | None:
    key = search_key(name)
    return next((account for account in there if search_key(account.name) == key), None)
