"""People by name: how a name is kept, and who is meant by one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from collection.errors import Refused
from collection.ledger.entry import Account, AccountKind
from collection.store.book import Unit
from collection.text import clean_name, quoted, search_key


def listed(names: Iterable[str]) -> str:
    """Give names as a sentence lists them."""
    return ", ".join(quoted(name) for name in names)


def person_name(unit: Unit, text: str, what: str = "name") -> str:
    """Give a person's name as the books keep it.

    Names of the world (`packs`, `elsewhere`) are free for people, since the world is nobody. Raises NotUnderstood when
    nothing visible is left of it, and Refused for the name of the house, whose cards are the programs'.
    """
    name = clean_name(text, what=what)
    if search_key(name) == search_key(unit.accounts.house.name):
        raise Refused(f"{unit.accounts.house.name} is the programs' own collection. Choose another {what}.")
    return name


def partner(unit: Unit, collector: Account, text: str, what: str = "name") -> Account:
    """Give the other person of an act for writing: somebody in the book, else a new rival.

    Raises Refused when that is the collector, or the house.
    """
    name = person_name(unit, text, what)
    if search_key(name) == search_key(collector.name):
        raise Refused(f"{quoted(collector.name)} is you: the other side must be somebody else.")
    return unit.accounts.open(name, AccountKind.RIVAL)


def somebody(unit: Unit, text: str) -> Account:
    """Give the person called so, for reading. Raises Refused, naming the closest, when the book knows nobody."""
    found = unit.accounts.find(clean_name(text))
    if found is not None:
        return found
    known = unit.accounts.all(AccountKind.COLLECTOR, AccountKind.HOUSE, AccountKind.RIVAL)
    near = closest(text, [account.name for account in known])
    hint = f" Close to it: {listed(near)}." if near else " `mudwater ante stats` lists the rivals."
    raise Refused(f"Nobody in this book is called {quoted(text)}.{hint}")


def closest(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Give the names closest to a mistyped one, best first, at most three."""
    by_key = {search_key(name): name for name in names}
    # Comparing costs the product of both lengths, so a pasted page is compared by its beginning.
    return tuple(by_key[key] for key in difflib.get_close_matches(search_key(text)[:200], by_key, n=3, cutoff=0.5))
