"""The shelf of opened packs."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session, col, or_, select

from collection.catalogue.card import CardNo, Copies
from collection.errors import LedgerRefused
from collection.ledger.entry import Account, Draft, Entry, EntryId, EntryKind, Pack
from collection.ledger.price import Price, read_price
from collection.ledger.pulls import NO_PULLS, Cost, PullTally
from collection.store.entries import AT_ONCE
from collection.store.ids import only_one, starts_with
from collection.store.ledger import Ledger
from collection.store.tables import (
    EntryRow,
    MatchRow,
    PackCountedRow,
    PackRow,
    PackTallyCardRow,
    PackTallyCostRow,
    PackTallyRow,
)
from collection.text import clean_note, plain

_MOST_PAID = 1_000_000_000
"""The highest price that is counted, in hundredths."""


class Packs:
    """Packs, each with its entry where the numbers are known."""

    def __init__(self, session: Session, ledger: Ledger) -> None:
        self._session = session
        self._ledger = ledger

    def log(
        self,
        collector: Account,
        draft: Draft,
        now: dt.datetime,
        *,
        price: str = "",
        shop: str = "",
        corrects: EntryId | None = None,
    ) -> tuple[Pack, bool]:
        """Post the pull and keep the pack with it; give the pack and whether it is new.

        `corrects` names the entry in whose place this one is posted, and which is taken back afterwards: what that
        brought does not count as owned before. Raises as Ledger.post does.
        """
        if draft.kind is not EntryKind.PULL:
            raise LedgerRefused(f"A pack is a pull, not a {draft.kind}.")
        if any(movement.target.id != collector.id for movement in draft.movements):
            raise LedgerRefused(f"A pack that {plain(collector.name)} opens goes into the collection of nobody else.")
        price, shop = clean_note(price, what="price"), clean_note(shop, what="shop")
        there = self._row(draft.id)
        if there is None:
            before = self._owned_but_for(collector, corrects)
            posted = self._ledger.post(draft, now)
            if not posted.new:
                raise LedgerRefused(f"The id {draft.id} is in the books already, for a pull without a pack.")
            entry = posted.entry
            paid = _paid(price)
            row = PackRow(
                id=draft.id,
                collector=collector.id,
                entry=self._ledger.seq_of(draft.id),
                opened=entry.happened,
                recorded=now,
                price=price,
                shop=shop,
                note=entry.note,
                corrects=None if corrects is None else self._ledger.seq_of(corrects),
                new_numbers=sum(before[number] <= 0 for number in {m.copies.number for m in entry.movements}),
                currency=None if paid is None else paid.currency,
                minor=None if paid is None else paid.minor,
            )
            return self._keep(row), True
        if there.entry is None:
            raise _other(draft.id, ["of it only the counts per Level are kept"])
        self._ledger.post(draft, now)
        _refuse_other_words(there, collector, price, shop)
        return self._packs([there])[0], False

    def log_levels(
        self,
        collector: Account,
        pack_id: EntryId,
        levels: tuple[int, int, int, int, int],
        opened: dt.date | None,
        now: dt.datetime,
        *,
        price: str = "",
        shop: str = "",
        note: str = "",
    ) -> tuple[Pack, bool]:
        """Keep a pack of which only the counts per Level are known: nothing moves.

        Raises LedgerRefused for a pack without cards, and for an id that is in the book with other content.
        """
        price, shop, note = clean_note(price, what="price"), clean_note(shop, what="shop"), clean_note(note)
        if min(levels) < 0 or sum(levels) < 1 or sum(levels) > 1000:
            raise LedgerRefused("A pack holds at least one card, at most 1000, and of no Level less than none.")
        there = self._row(pack_id)
        if there is not None:
            differs = [] if there.levels == levels else ["its counts are others"]
            if opened is not None and there.opened != opened:
                differs.append(f"it was opened on {there.opened}, not on {opened}")
            if there.note != note:
                differs.append("its note is another")
            if differs:
                raise _other(pack_id, differs)
            _refuse_other_words(there, collector, price, shop)
            return self._packs([there])[0], False
        self._ledger.refuse_id(pack_id)
        for table in (EntryRow, MatchRow):
            if self._session.exec(select(table.id).where(table.id == pack_id)).first() is not None:
                raise LedgerRefused(f"The id {pack_id} is in the book already, for something else. Choose another id.")
        paid = _paid(price)
        row = PackRow(
            id=pack_id,
            collector=collector.id,
            opened=opened or now.date(),
            recorded=now,
            levels=levels,
            price=price,
            shop=shop,
            note=note,
            currency=None if paid is None else paid.currency,
            minor=None if paid is None else paid.minor,
        )
        return self._keep(row), True

    def get(self, id: EntryId) -> Pack | None:
        """Give the pack with exactly this id, None when there is none."""
        row = self._row(id)
        return None if row is None else self._packs([row])[0]

    def find(self, pack: str) -> Pack:
        """Give the pack with this id, or the only one whose id starts so. Raises LedgerRefused for none or several."""
        row = self._row(pack)
        if row is None:
            rows = self._session.exec(
                select(PackRow).where(*starts_with(col(PackRow.id), pack)).order_by(col(PackRow.id)).limit(6)
            ).all()
            row = only_one(rows, pack, "pack", [row.id for row in rows])
        return self._packs([row])[0]

    def all(self, collector: Account, *, limit: int | None = None, before: EntryId | None = None) -> tuple[Pack, ...]:
        """Give the collector's packs, newest first, voided ones among them and marked.

        With `before` only those that stand behind the pack of that id in this order: none where there is no such pack.
        """
        query = select(PackRow).where(PackRow.collector == collector.id)
        if before is not None:
            last = self._row(before)
            if last is None:
                return ()
            opened, seq = col(PackRow.opened), col(PackRow.seq)
            # The first condition alone is what the index can look up.
            query = query.where(opened <= last.opened, or_(opened < last.opened, seq < last.seq))
        query = query.order_by(col(PackRow.opened).desc(), col(PackRow.seq).desc())
        return self._packs(self._session.exec(query if limit is None else query.limit(limit)).all())

    def numbers(self, entries: Iterable[EntryId]) -> Mapping[EntryId, int]:
        """Give the running numbers of the packs among these entries."""
        wanted = list(entries)
        found: dict[EntryId, int] = {}
        for start in range(0, len(wanted), AT_ONCE):
            query = select(PackRow.id, PackRow.nth).where(col(PackRow.id).in_(wanted[start : start + AT_ONCE]))
            found.update((pack, nth) for pack, nth in self._session.exec(query) if nth is not None)
        return found

    def newest(self, collector: Account) -> Pack | None:
        """Give the pack that was logged last of those not taken back, whatever day it is dated; None for none."""
        taken_back = select(PackCountedRow.pack).where(PackCountedRow.sign == -1, PackCountedRow.pack == PackRow.seq)
        # The + 0 keeps the index of collectors out: through it all packs would be sorted to find the last one.
        query = select(PackRow).where(col(PackRow.collector) + 0 == collector.id, ~taken_back.exists())
        row = self._session.exec(query.order_by(col(PackRow.seq).desc()).limit(1)).first()
        return None if row is None else self._packs([row])[0]

    def tally(self, collector: Account) -> PullTally:
        """Give what the collector's packs add up to, without those taken back; time does not grow with history."""
        row = self._session.get(PackTallyRow, collector.id)
        if row is None:
            return NO_PULLS
        pulled = select(PackTallyCardRow.number, PackTallyCardRow.copies).where(
            PackTallyCardRow.collector == collector.id, PackTallyCardRow.copies > 0
        )
        paid = select(PackTallyCostRow).where(PackTallyCostRow.collector == collector.id, PackTallyCostRow.packs > 0)
        costs = self._session.exec(paid.order_by(col(PackTallyCostRow.currency)))
        return PullTally(
            packs=row.packs,
            level_packs=row.level_packs,
            cards=row.cards,
            by_card=dict(self._session.exec(pulled.order_by(col(PackTallyCardRow.number))).all()),
            by_level=(row.level_1, row.level_2, row.level_3, row.level_4, row.level_5),
            new_numbers=row.new_numbers,
            costs=tuple(Cost(cost.currency, cost.minor, cost.packs, cost.new_numbers) for cost in costs),
        )

    def void(self, pack: EntryId, now: dt.datetime, *, note: str = "") -> Entry | None:
        """Take a pack back, with its entry where it has one: gives the void, None where nothing had moved.

        Doing so again changes nothing. Raises LedgerRefused when there is no such pack, or its cards have gone on.
        """
        row = self._row(pack)
        if row is None:
            raise LedgerRefused(f"There is no pack {plain(pack)} in the book.")
        if row.entry is not None:
            return self._ledger.void(row.id, now, note=note).entry
        row.voided = True
        self._session.add(row)
        self._session.flush()
        return None

    def _row(self, id: EntryId) -> PackRow | None:
        return self._session.exec(select(PackRow).where(PackRow.id == id)).one_or_none()

    def _keep(self, row: PackRow) -> Pack:
        self._session.add(row)
        self._session.flush()
        self._session.refresh(row, ["nth"])
        return self._packs([row])[0]

    def _owned_but_for(self, collector: Account, corrects: EntryId | None) -> Counter[CardNo]:
        """Count what `collector` owns, without what the entry `corrects` brought unless that is taken back already."""
        owned = Counter(self._ledger.owned(collector))
        entry = None if corrects is None else self._ledger.get(corrects)
        if entry is not None and entry.voided_by is None:
            for movement in entry.movements:
                if movement.target.id == collector.id:
                    owned[movement.copies.number] -= movement.copies.quantity
                elif movement.source.id == collector.id:
                    owned[movement.copies.number] += movement.copies.quantity
        return owned

    def _packs(self, rows: Sequence[PackRow]) -> tuple[Pack, ...]:
        entries = self._ledger.by_seq(row.entry for row in rows if row.entry is not None)
        wanted = {row.corrects for row in rows if row.corrects is not None}
        corrected = {seq: entry.id for seq, entry in self._ledger.by_seq(wanted).items()}
        return tuple(
            _pack(
                row,
                None if row.entry is None else entries[row.entry],
                None if row.corrects is None else corrected[row.corrects],
            )
            for row in rows
        )


def _paid(price: str) -> Price | None:
    """Give what a price says; None for one that cannot be read, or is beyond any sum."""
    paid = read_price(price)
    return paid if paid is not None and paid.minor <= _MOST_PAID else None


def _pack(row: PackRow, entry: Entry | None, corrects: EntryId | None) -> Pack:
    cards: dict[tuple[int, str], int] = {}
    for movement in () if entry is None else entry.movements:
        key = movement.copies.number, movement.copies.finish
        cards[key] = cards.get(key, 0) + movement.copies.quantity
    levels = None
    if row.levels is not None:
        first, second, third, fourth, fifth = row.levels
        levels = (first, second, third, fourth, fifth)
    return Pack(
        id=row.id,
        opened=row.opened,
        cards=tuple(Copies(*key, quantity) for key, quantity in sorted(cards.items())),
        levels=levels,
        price=row.price,
        shop=row.shop,
        note=row.note,
        # A pack with an entry is taken back by taking that back; only the others need a mark of their own.
        voided=row.voided if entry is None else entry.voided_by is not None,
        new_numbers=row.new_numbers,
        number=row.nth,
        corrects=corrects,
    )


def _refuse_other_words(there: PackRow, collector: Account, price: str, shop: str) -> None:
    differs = []
    if there.collector != collector.id:
        differs.append("it is another collector's")
    if there.price != price:
        differs.append("its price is another")
    if there.shop != shop:
        differs.append("its shop is another")
    if differs:
        raise _other(there.id, differs)


def _other(id: EntryId, differs: list[str]) -> LedgerRefused:
    return LedgerRefused(
        f"The id {id} is in the book already with other content: {', '.join(differs)}. Choose another id."
    )
