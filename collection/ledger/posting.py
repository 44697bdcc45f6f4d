"""How each kind of entry is written: who gives, who gets, and under which kind.

Every builder gives a Draft and moves nothing; equal copies are added up, so that a line stands in an entry once.
Each raises NotUnderstood when there is nothing to move, or when both ends are the same account.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from collection.catalogue.card import BASE_FINISH, CardNo, Copies
from collection.errors import NotUnderstood
from collection.ledger.entry import Account, Draft, Entry, EntryId, EntryKind, Movement


def added_up(copies: Iterable[Copies]) -> tuple[Copies, ...]:
    """Add up equal copies: one for each number and finish, in that order."""
    sums: dict[tuple[CardNo, str], int] = {}
    for one in copies:
        key = (one.number, one.finish)
        sums[key] = sums.get(key, 0) + one.quantity
    return tuple(Copies(number, finish, quantity) for (number, finish), quantity in sorted(sums.items()))


def pull(
    id: EntryId,
    packs: Account,
    collector: Account,
    copies: Iterable[Copies],
    *,
    happened: dt.date | None = None,
    note: str = "",
) -> Draft:
    """Write that `collector` pulled `copies` from a pack; `packs` is the world's account of unopened ones."""
    return _draft(id, EntryKind.PULL, _all(copies, packs, collector), happened, note)


def trade(
    id: EntryId,
    collector: Account,
    partner: Account,
    give: Iterable[Copies],
    get: Iterable[Copies],
    *,
    happened: dt.date | None = None,
    note: str = "",
) -> Draft:
    """Write a trade with its two sides: `collector` gives `give` to `partner` and gets `get`, in one entry."""
    movements = (*_all(give, collector, partner), *_all(get, partner, collector))
    return _draft(id, EntryKind.TRADE, movements, happened, note)


def gift(
    id: EntryId,
    giver: Account,
    receiver: Account,
    copies: Iterable[Copies],
    *,
    happened: dt.date | None = None,
    note: str = "",
) -> Draft:
    """Write that `giver` gave `copies` to `receiver` for nothing."""
    return _draft(id, EntryKind.GIFT, _all(copies, giver, receiver), happened, note)


def found(
    id: EntryId,
    elsewhere: Account,
    collector: Account,
    copies: Iterable[Copies],
    *,
    happened: dt.date | None = None,
    note: str = "",
) -> Draft:
    """Write that `copies` turned up in the collection; `elsewhere` is the rest of the world."""
    return _draft(id, EntryKind.FOUND, _all(copies, elsewhere, collector), happened, note)


def lost(
    id: EntryId,
    collector: Account,
    elsewhere: Account,
    copies: Iterable[Copies],
    *,
    happened: dt.date | None = None,
    note: str = "",
) -> Draft:
    """Write that `copies` are gone from the collection."""
    return _draft(id, EntryKind.LOST, _all(copies, collector, elsewhere), happened, note)


def recount(
    id: EntryId,
    elsewhere: Account,
    collector: Account,
    came: Iterable[Copies],
    went: Iterable[Copies],
    *,
    happened: dt.date | None = None,
    note: str = "",
) -> Draft:
    """Write what a count found: `came` is there beyond what the books said, `went` is missing from it."""
    movements = (*_all(came, elsewhere, collector), *_all(went, collector, elsewhere))
    return _draft(id, EntryKind.RECOUNT, movements, happened, note)


def ante(
    id: EntryId,
    loser: Account,
    winner: Account,
    card: CardNo,
    *,
    finish: str = BASE_FINISH,
    happened: dt.date | None = None,
    note: str = "",
) -> Draft:
    """Write what a game for keeps moves: one copy of the loser's ante, to the winner, and nothing else (case 19).

    `id` is the match's own id, so that a match can move its card only once.
    """
    return _draft(id, EntryKind.ANTE, _all([Copies(card, finish)], loser, winner), happened, note)


def reverse(entry: Entry, id: EntryId, *, note: str = "") -> Draft:
    """Write the void of `entry`: each movement the other way round, dated as the entry that it takes back."""
    movements = tuple(Movement(one.copies, one.target, one.source) for one in entry.movements)
    return Draft(id, EntryKind.VOID, movements, entry.happened, note, reverses=entry.id)


def _all(copies: Iterable[Copies], source: Account, target: Account) -> tuple[Movement, ...]:
    if source.id == target.id:
        raise NotUnderstood(f"Cards go from one account to another; both ends of this are {source.name}.")
    return tuple(Movement(one, source, target) for one in added_up(copies))


def _draft(id: EntryId, kind: EntryKind, movements: tuple[Movement, ...], happened: dt.date | None, note: str) -> Draft:
    if not movements:
        raise NotUnderstood(f"No card is named: an entry of the kind {kind.value} moves at least one.")
    return Draft(id, kind, movements, happened, note)
