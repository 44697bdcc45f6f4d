"""The ledger as an hledger journal: one transaction an entry, a commodity a card, every movement posted at both ends.

Written, not read. An account in a journal is a path with colons that ends at two spaces, and a semicolon begins a
comment; names of people lose what would be taken for either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from collection.catalogue.card import BASE_FINISH, Copies
from collection.catalogue.catalogue import Catalogue
from collection.ledger.entry import Account, AccountKind, Entry
from collection.text import plain

_PARENTS = {AccountKind.COLLECTOR: "collection", AccountKind.HOUSE: "collection", AccountKind.RIVAL: "people"}
_TAKEN_FOR_SYNTAX = re.compile('[:;|="()\\[\\]{}@*!#%&]')
_NARROWEST = 28


class _Names:
    """Names that a journal takes, each for one thing: where two become alike, the later gets a number."""

    def __init__(self) -> None:
        self._given: dict[object, str] = {}
        self._taken: set[str] = set()

    def of(self, key: object, wanted: str) -> str:
        """Give the name for `key`, made of `wanted` when it has none yet."""
        if key not in self._given:
            name, count = wanted, 1
            while name.casefold() in self._taken:
                count += 1
                name = f"{wanted} {count}"
            self._taken.add(name.casefold())
            self._given[key] = name
        return self._given[key]

    def all(self) -> list[str]:
        """Give every name, in order."""
        return sorted(self._given.values())


def write_journal(entries: Iterable[Entry], catalogue: Catalogue) -> str:
    """Write entries in the order of their days, those of one day in the order given."""
    accounts, commodities = _Names(), _Names()
    cards: dict[str, int] = {}
    transactions: list[str] = []
    for entry in sorted(entries, key=lambda entry: entry.happened):
        lines = [_head(entry)]
        if entry.reverses is not None:
            lines.append(f"    ; voids: {entry.reverses}")
        for movement in entry.movements:
            commodity = commodities.of((movement.copies.number, movement.copies.finish), _commodity(movement.copies))
            cards[commodity] = movement.copies.number
            source, target = (accounts.of(one.id, _account(one)) for one in (movement.source, movement.target))
            quantity = movement.copies.quantity
            lines.append(f'    {target:{_NARROWEST}}  {quantity} "{commodity}"')
            lines.append(f'    {source:{_NARROWEST}}  -{quantity} "{commodity}"')
        transactions.append("\n".join(lines) + "\n")
    declared = [f"account {name}" for name in accounts.all()]
    declared += [f'commodity "{name}"{_told(catalogue, cards[name])}' for name in commodities.all()]
    about = "; The ledger of a Mudwater collection: one commodity a card, and where each copy went.\n"
    return "\n".join([about, *(line + "\n" for line in ["\n".join(declared)] if declared), *transactions])


def _head(entry: Entry) -> str:
    note = _words(entry.note)
    return f"{entry.happened.isoformat()} ({entry.id}) {entry.kind.value}{f' | {note}' if note else ''}"


def _account(account: Account) -> str:
    return f"{_PARENTS.get(account.kind, 'world')}:{_words(account.name) or 'nameless'}"


def _commodity(copies: Copies) -> str:
    finish = "" if copies.finish == BASE_FINISH else f" {_words(copies.finish) or 'other'}"
    return f"card {copies.number}{finish}"


def _told(catalogue: Catalogue, number: int) -> str:
    """Give a comment with the card's name."""
    return f"  ; {_words(catalogue[number].name)}" if number in catalogue else ""


def _words(text: str) -> str:
    """Give a text on one line, in single spaces, without signs that a journal takes for its own."""
    return " ".join(_TAKEN_FOR_SYNTAX.sub("-", plain(text)).split())
