"""Saved searches, and what a collector's searches can ask for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from collection.catalogue.card import CardNo
from collection.catalogue.conditions import Known
from collection.catalogue.query import parse
from collection.desk.collectors import current
from collection.desk.people import closest, listed
from collection.errors import NotUnderstood, QueryError, Refused
from collection.ledger.entry import Account, AccountKind
from collection.ledger.mark import MarkKind
from collection.store.book import Book, Unit
from collection.text import clean_name, clean_note, quoted, search_key

_UNQUOTED = re.compile(r"""[^\s()"“”„«»]+""")
_QUOTES = '"“”„«»'
LONGEST_NAME = 60
"""Characters of a saved search's name, at most."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search under a name."""

    name: str
    text: str
    found: int | None
    """How many cards it finds now; None when it cannot be read any more."""
    fault: str = ""
    """Why it cannot be read."""
    new: bool = False
    """Whether an act changed it."""

    @property
    def spelled(self) -> str:
        """The name as a search uses it: `@wanted`, `@"rares of mine"`."""
        return f"@{self.name}" if _UNQUOTED.fullmatch(self.name) else f'@"{self.name}"'


def known(unit: Unit, account: Account, owned: Mapping[CardNo, int] | None = None) -> Known:
    """Give all that the searches of `account` can ask for; `owned` None means the copies as they are now."""
    marked: dict[str, set[CardNo]] = {kind.value: set() for kind in MarkKind}
    for mark in unit.marks.all(account):
        marked[mark.kind.value].add(mark.number)
    people = unit.accounts.all(AccountKind.COLLECTOR, AccountKind.HOUSE, AccountKind.RIVAL)
    return Known(
        unit.ledger.owned(account) if owned is None else owned,
        {kind: frozenset(numbers) for kind, numbers in marked.items()},
        {
            search_key(other.name): frozenset(number for number, _ in unit.ledger.exchanged(account, other))
            for other in people
            if other.id != account.id
        },
        {search_key(name): text for name, text in unit.searches.all()},
    )


def known_to(book: Book, collector: str | None = None) -> Known:
    """Give all that the collector's searches can ask for."""
    with book.reading() as unit:
        return known(unit, current(unit, collector))


def save_search(book: Book, collector: str | None, name: str, text: str) -> SavedSearch:
    """Save a search; one of that name that is there already is replaced.

    Raises QueryError, pointing at the column, for a search that cannot be read or that would lead back to itself, and
    NotUnderstood for a name that no search could spell, and for a search that means every card.
    """
    name, text = clean_name(name, what="search's name"), clean_note(text, what="search")
    if len(name) > LONGEST_NAME or any(mark in name for mark in _QUOTES):
        raise NotUnderstood(f"A search's name has at most {LONGEST_NAME} characters, and no quotation marks.")
    if not text:
        raise NotUnderstood("This search is empty: it would mean every card.")
    with book.writing() as unit:
        before = known(unit, current(unit, collector))
        after = replace(before, saved={**(before.saved or {}), search_key(name): text})
        query = parse(text, after)
        parse(f'@"{name}"', after)
        found = len(query.found(unit.cards.catalogue(), after))
        new = unit.searches.find(name) != text
        unit.searches.save(name, text)
        return SavedSearch(name, text, found, new=new)


def searches(book: Book, collector: str | None = None) -> tuple[SavedSearch, ...]:
    """Give the saved searches by name, each with how many cards it finds, or why it cannot be read any more."""
    with book.reading() as unit:
        there = known(unit, current(unit, collector))
        catalogue = unit.cards.catalogue()
        saved = unit.searches.all()
    found: list[SavedSearch] = []
    for name, text in saved:
        try:
            found.append(SavedSearch(name, text, len(parse(text, there).found(catalogue, there))))
        except QueryError as no:
            found.append(SavedSearch(name, text, None, str(no)))
    return tuple(found)


def drop_search(book: Book, name: str) -> SavedSearch:
    """Forget a saved search. Raises Refused, naming the closest, when there is none of that name."""
    name = name.removeprefix("@")
    with book.writing() as unit:
        text = unit.searches.find(name)
        if text is None:
            there = [one for one, _ in unit.searches.all()]
            near = closest(name, there) or tuple(there[:5])
            hint = f" There is: {listed(near)}." if near else " None is saved yet."
            raise Refused(f"No search is saved as {quoted(name)}.{hint}")
        unit.searches.drop(name)
        return SavedSearch(name, text, None, new=True)
