"""Packs and ledgers of one collector, taken in from tables through the shelves that every act goes through."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from collection.catalogue.catalogue import Catalogue
from collection.desk.cards import known_copies
from collection.desk.collectors import current_for_writing
from collection.desk.merging import Tally, refuse_future
from collection.errors import CollectionError, LedgerRefused, Refused
from collection.interchange.ledger_csv import LedgerSheet, ReadEntry, Step
from collection.interchange.packs_csv import PackSheet, ReadPack
from collection.interchange.table import Refusal
from collection.ledger import posting
from collection.ledger.entry import Account, AccountKind, Draft, Entry, EntryId, EntryKind, Movement
from collection.play.house import stock
from collection.store.book import Unit
from collection.text import clean_name, quoted, search_key


class NotTaken(Exception):
    """A file that the book cannot take, with everything that speaks against it."""

    def __init__(self, refused: Iterable[Refusal]) -> None:
        super().__init__()
        self.refused = tuple(refused)


def take_packs(unit: Unit, sheet: PackSheet, collector: str | None, now: dt.datetime) -> tuple[Tally, ...]:
    """Log the packs of a file; those that are in the book with the same content are left as they are.

    Raises NotTaken, with the line of every pack that cannot be.
    """
    account, catalogue = current_for_writing(unit, collector), unit.cards.catalogue()
    refused: list[Refusal] = []
    new = changed = 0
    for read in sheet.packs:
        try:
            is_new, is_changed = _pack(unit, catalogue, account, read, now)
        except CollectionError as no:
            refused += [Refusal(read.line, reason) for reason in no.reasons]
        else:
            new, changed = new + is_new, changed + is_changed
    if refused:
        raise NotTaken(refused)
    return (Tally("packs", new, changed, len(sheet.packs) - new - changed),)


def take_entries(unit: Unit, sheet: LedgerSheet, collector: str | None, now: dt.datetime) -> tuple[Tally, ...]:
    """Post the entries of a file; those that are in the book with the same content are left as they are.

    A pull becomes a pack whose price and shop nobody has said. Raises NotTaken, with the line of every entry that
    cannot be.
    """
    account = current_for_writing(unit, collector)
    refused: list[Refusal] = []
    new = 0
    for read in sheet.entries:
        try:
            new += _entry(unit, account, read, now)
        except CollectionError as no:
            refused += [Refusal(read.line, reason) for reason in no.reasons]
    if refused:
        raise NotTaken(refused)
    return (Tally("entries", new, 0, len(sheet.entries) - new),)


def _pack(unit: Unit, catalogue: Catalogue, account: Account, read: ReadPack, now: dt.datetime) -> tuple[bool, bool]:
    """Log one pack; say whether it is new, and whether one that was here was taken back."""
    pack = read.pack
    refuse_future(pack.opened, now)
    if pack.levels is not None:
        there, new = unit.packs.log_levels(
            account, pack.id, pack.levels, pack.opened, now, price=pack.price, shop=pack.shop, note=pack.note
        )
    else:
        copies = known_copies(catalogue, pack.cards)
        draft = posting.pull(pack.id, unit.accounts.packs, account, copies, happened=pack.opened, note=pack.note)
        there, new = unit.packs.log(account, draft, now, price=pack.price, shop=pack.shop)
    taken_back = pack.voided and not there.voided
    if taken_back:
        unit.packs.void(pack.id, now)
    return new, taken_back and not new


def _entry(unit: Unit, account: Account, read: ReadEntry, now: dt.datetime) -> bool:
    """Post one entry; say whether it is new."""
    refuse_future(read.happened, now)
    there = unit.ledger.get(read.id)
    voided = None if read.voids is None else _voided(unit, read, read.voids)
    kind = read.kind if voided is None else voided.kind
    world = unit.accounts.packs if kind is EntryKind.PULL else unit.accounts.elsewhere
    movements = tuple(_movement(unit, account, world, step) for step in read.steps)
    if there is None and any(one.source.kind is AccountKind.HOUSE for one in movements):
        # How the programs came by their cards is not this collector's ledger.
        stock(unit, now)
    draft = Draft(read.id, read.kind, movements, read.happened, read.note, reverses=read.voids)
    recorded = read.recorded or now
    if there is None and read.kind is EntryKind.PULL:
        return unit.packs.log(account, draft, recorded)[1]
    if there is None and voided is not None and voided.voided_by is not None:
        # Taken back already, as packs are that a log of packs marks so: once is enough, whatever id that has.
        return False
    posted = unit.ledger.post(draft, recorded)
    if posted.entry.happened != read.happened:
        raise LedgerRefused(f"{read.id} counts as of {posted.entry.happened}, the day of what it takes back.")
    return posted.new


def _movement(unit: Unit, account: Account, world: Account, step: Step) -> Movement:
    other = _other(unit, account, step.other) if step.other else world
    return Movement(step.copies, other, account) if step.came else Movement(step.copies, account, other)


def _other(unit: Unit, account: Account, name: str) -> Account:
    """Give the person of that name, a new rival where the book knows nobody so called."""
    name = clean_name(name, what="counterparty's name")
    if search_key(name) == search_key(account.name):
        raise Refused(f"{quoted(name)} is whose ledger this is: the other side must be somebody else.")
    return unit.accounts.find(name) or unit.accounts.open(name, AccountKind.RIVAL)


def _voided(unit: Unit, read: ReadEntry, which: EntryId) -> Entry:
    """Give the entry that a void takes back."""
    voided = unit.ledger.get(which)
    if voided is None:
        raise LedgerRefused(f"{quoted(which)}, which {read.id} takes back, is not in the books.")
    return voided
