"""The shelf of entries and movements: append-only, with balances that the database keeps itself."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import func, text, tuple_
from sqlmodel import Session, col, select

from collection.catalogue.card import CardNo, Copies
from collection.errors import LedgerRefused
from collection.ledger.entry import (
    MOST_COPIES,
    Account,
    AccountKind,
    Draft,
    Entry,
    EntryId,
    EntryKind,
    Finding,
    Movement,
    Posted,
)
from collection.store.accounts import Accounts
from collection.store.entries import AT_ONCE, read_entries, touching_all
from collection.store.ids import ID, LONGEST_ID, only_one, starts_with
from collection.store.shortages import names_of, refuse_shortages
from collection.store.tables import BalanceRow, EntryRow, FlowRow, MatchRow, MovementRow, PackRow, SayingRow
from collection.text import clean_note, plain, quoted

_MIRRORED = text(
    "SELECT json_group_array(json_array(number, finish, quantity, target, source)) "
    "FROM (SELECT * FROM movement WHERE entry = :entry ORDER BY line DESC)"
)

_SINCE = text(
    # The day finds the entries and these their movements: most movements of the book may touch the account.
    "SELECT number, finish, sum(CASE target WHEN :account THEN quantity ELSE -quantity END) "
    "FROM entry CROSS JOIN movement ON movement.entry = entry.seq "
    "WHERE entry.happened > :day AND :account IN (source, target) GROUP BY number, finish"
)


class Ledger:
    """Entries. Nothing is edited or deleted; a void takes back, a correction posts anew and voids."""

    def __init__(self, session: Session, accounts: Accounts) -> None:
        self._session = session
        self._accounts = accounts

    def post(self, draft: Draft, now: dt.datetime) -> Posted:
        """Write `draft` into the books, once.

        An id said before with the same content moves nothing again (`new` false); with other content it raises
        LedgerRefused. Raises LedgerRefused, naming every card, when a tracked account would fall below zero.
        """
        if draft.kind is EntryKind.VOID or draft.reverses is not None:
            return self._post_void(draft, now)
        note = clean_note(draft.note)
        there = self._row(draft.id)
        if there is not None:
            entry = self._read([there])[0]
            _refuse_other_content(entry, draft, note)
            return Posted(entry, new=False)
        self._refuse(draft)
        said = [
            [m.copies.number, m.copies.finish, m.copies.quantity, m.source.id, m.target.id] for m in draft.movements
        ]
        row = self._write(
            draft.id,
            draft.kind,
            draft.happened or now.date(),
            now,
            note,
            json.dumps(said, ensure_ascii=False, separators=(",", ":")),
            len(said),
        )
        return Posted(self._read([row])[0], new=True)

    def void(self, entry: EntryId, now: dt.datetime, *, note: str = "", void_id: EntryId | None = None) -> Posted:
        """Take `entry` back by an entry with reversing movements, dated as the entry that it voids.

        Voiding it again gives the same void (`new` false). Raises LedgerRefused when it is a void itself, or when the
        cards it brought have gone on.
        """
        row = self._row(entry)
        if row is None:
            raise LedgerRefused(f"There is no entry {plain(entry)} in the books.")
        if row.kind is EntryKind.VOID:
            raise LedgerRefused(f"{row.id} is a void, and a void is not taken back. Post the entry again instead.")
        there = self._session.exec(select(EntryRow).where(EntryRow.reverses == row.seq)).one_or_none()
        if there is not None:
            return Posted(self._read([there])[0], new=False)
        if void_id is not None and self._row(void_id) is not None:
            raise LedgerRefused(f"The id {plain(void_id)} is in the books already, for another entry.")
        void_id = self._void_id(row.id) if void_id is None else void_id
        self.refuse_id(void_id, EntryKind.VOID)
        refuse_shortages(self._session, _back(self._read([row])[0].movements))
        said = self._session.connection().execute(_MIRRORED, {"entry": row.seq}).scalar_one()
        void = self._write(
            void_id, EntryKind.VOID, row.happened, now, clean_note(note), said, row.lines, reverses=row.seq
        )
        return Posted(self._read([void])[0], new=True)

    def get(self, id: EntryId) -> Entry | None:
        """Give the entry with exactly this id, None when there is none."""
        row = self._row(id)
        return None if row is None else self._read([row])[0]

    def entry(self, entry: str) -> Entry:
        """Give the entry with this id, or the only one whose id starts so. Raises LedgerRefused for none or several."""
        row = self._row(entry)
        if row is None:
            rows = self._session.exec(
                select(EntryRow).where(*starts_with(col(EntryRow.id), entry)).order_by(col(EntryRow.id)).limit(6)
            ).all()
            row = only_one(rows, entry, "entry", [row.id for row in rows])
        return self._read([row])[0]

    def entries(
        self,
        account: Account | None = None,
        *,
        number: CardNo | None = None,
        kind: EntryKind | None = None,
        other: Account | None = None,
        limit: int | None = None,
        before: EntryId | None = None,
    ) -> tuple[Entry, ...]:
        """Give entries, newest first (by day, then by order of writing), that touch all of what is named.

        One movement must touch `account`, `other` and `number` together. `before` goes on after that entry, for a list
        read page by page. Raises LedgerRefused when there is no such entry.
        """
        query = select(EntryRow).order_by(col(EntryRow.happened).desc(), col(EntryRow.seq).desc())
        if kind is not None:
            query = query.where(EntryRow.kind == kind)
        if before is not None:
            row = self._row(before)
            if row is None:
                raise LedgerRefused(f"There is no entry {plain(before)} in the books.")
            page = tuple_(col(EntryRow.happened), col(EntryRow.seq))
            query = query.where(page < tuple_(row.happened, row.seq))
        touching = touching_all(account, other, number)
        if touching is not None:
            moved = select(MovementRow.entry).where(*touching)
            if number is not None or other is not None or (account is not None and account.kind is AccountKind.RIVAL):
                # Few movements: they are found by their own indexes.
                query = query.where(col(EntryRow.seq).in_(moved))
            else:
                # Most entries touch this account: look at each, newest first, until the page is full.
                query = query.where(moved.where(MovementRow.entry == EntryRow.seq).exists())
        if limit is not None:
            query = query.limit(limit)
        return self._read(self._session.exec(query).all())

    def holdings(self, account: Account) -> tuple[Copies, ...]:
        """Give what `account` holds, by number and finish; time does not grow with history."""
        return tuple(copies for copies in self._balances(account) if copies.quantity > 0)

    def owned(self, account: Account) -> Mapping[CardNo, int]:
        """Give copies per number, all finishes together; numbers with none are left out."""
        owned: dict[CardNo, int] = {}
        for copies in self.holdings(account):
            owned[copies.number] = owned.get(copies.number, 0) + copies.quantity
        return owned

    def holdings_on(self, account: Account, day: dt.date) -> tuple[Copies, ...]:
        """Give what `account` held at the end of `day`, by number and finish, going by when entries happened.

        What has been taken back counts on no day: a void happens on the day of what it takes back. Where entries dated
        back leave less than nothing, nothing is given.
        """
        held = {(copies.number, copies.finish): copies.quantity for copies in self._balances(account)}
        # Back from today: days that are asked for are mostly near, and the past is long.
        since = self._session.connection().execute(_SINCE, {"account": account.id, "day": day.isoformat()})
        for number, finish, quantity in since:
            held[number, finish] = held.get((number, finish), 0) - quantity
        return tuple(Copies(*key, quantity) for key, quantity in sorted(held.items()) if quantity > 0)

    def moved(self, source: Account, target: Account) -> Mapping[CardNo, int]:
        """Give, per number, all copies that ever went from `source` to `target`; time does not grow with history.

        What was taken back has gone both ways: only the difference to the other direction tells what is there.
        """
        query = (
            select(FlowRow.number, func.sum(FlowRow.quantity))
            .where(FlowRow.source == source.id, FlowRow.target == target.id)
            .group_by(col(FlowRow.number))
        )
        return dict(self._session.exec(query).all())

    def exchanged(self, mine: Account, other: Account) -> tuple[tuple[CardNo, int], ...]:
        """Give, per number, the copies of mine that `other` still holds: what went, less what came back, above 0."""
        net = Counter(self.moved(mine, other))
        net.subtract(self.moved(other, mine))
        return tuple(sorted((number, copies) for number, copies in net.items() if copies > 0))

    def audit(self) -> tuple[Finding, ...]:
        """Prove the books: balances equal sums, nothing tracked is negative, triggers and seals are in place.

        What a back-dated entry makes negative in the past is a notice.
        """
        from collection.store.audit import audit

        return audit(self._session)

    def ids(self, start: str, limit: int = 6) -> tuple[str, ...]:
        """Give the ids of entries, packs and matches that begin with `start`; it alone when it is one itself."""
        found: set[str] = set()
        for table in (EntryRow, PackRow, MatchRow):
            if self._session.exec(select(table.id).where(table.id == start)).first() is not None:
                return (start,)
            some = select(table.id).where(*starts_with(col(table.id), start)).order_by(col(table.id)).limit(limit)
            found.update(self._session.exec(some))
        return tuple(sorted(found)[:limit])

    def seq_of(self, entry: EntryId) -> int:
        """Give the number under which the file keeps an entry. Raises LedgerRefused when there is none."""
        row = self._row(entry)
        if row is None:
            raise LedgerRefused(f"There is no entry {plain(entry)} in the books.")
        return row.seq

    def by_seq(self, seqs: Iterable[int]) -> dict[int, Entry]:
        """Give entries by the number under which the file keeps them."""
        wanted = list(seqs)
        found: dict[int, Entry] = {}
        for start in range(0, len(wanted), AT_ONCE):
            part = wanted[start : start + AT_ONCE]
            rows = self._session.exec(select(EntryRow).where(col(EntryRow.seq).in_(part))).all()
            found.update(zip((row.seq for row in rows), self._read(rows), strict=True))
        return found

    def refuse_id(self, id: EntryId, kind: EntryKind | None = None) -> None:
        """Raise LedgerRefused for an id that is none, or was said for something else than an entry of `kind`.

        A match and its ante share an id.
        """
        if not ID.fullmatch(id):
            raise LedgerRefused(f"{quoted(id, 80)} is no id: 1 to 64 letters, digits, dots, dashes and underscores.")
        if self._session.exec(select(PackRow.id).where(PackRow.id == id)).first() is not None:
            raise LedgerRefused(f"The id {id} is in the book already, for a pack. Choose another id.")
        match = self._session.exec(select(MatchRow.id).where(MatchRow.id == id)).first()
        if match is not None and kind is EntryKind.ANTE:
            return
        if match is not None:
            raise LedgerRefused(f"The id {id} is in the book already, for a match. Choose another id.")
        if self._session.exec(select(SayingRow.id).where(SayingRow.id == id)).first() is not None:
            raise LedgerRefused(f"The id {id} was said before, for something else. Choose another id.")

    def _balances(self, account: Account) -> tuple[Copies, ...]:
        query = select(BalanceRow.number, BalanceRow.finish, BalanceRow.quantity).where(
            BalanceRow.account == account.id
        )
        rows = self._session.exec(query.order_by(col(BalanceRow.number), col(BalanceRow.finish)))
        return tuple(Copies(number, finish, quantity) for number, finish, quantity in rows)

    def _row(self, id: str) -> EntryRow | None:
        return self._session.exec(select(EntryRow).where(EntryRow.id == id)).one_or_none()

    def _write(
        self,
        id: EntryId,
        kind: EntryKind,
        happened: dt.date,
        recorded: dt.datetime,
        note: str,
        said: str,
        lines: int,
        *,
        reverses: int | None = None,
    ) -> EntryRow:
        """Insert the entry; the file's triggers insert its movements and count them into the balances."""
        last = self._session.exec(select(func.max(EntryRow.seq))).one()
        row = EntryRow(
            seq=(last or 0) + 1,
            id=id,
            kind=kind,
            happened=happened,
            recorded=recorded,
            note=note,
            reverses=reverses,
            lines=lines,
            said=said,
        )
        self._session.add(row)
        self._session.flush()
        return row

    def _post_void(self, draft: Draft, now: dt.datetime) -> Posted:
        if draft.kind is not EntryKind.VOID or draft.reverses is None:
            raise LedgerRefused("A void, and nothing else, takes an entry back.")
        mirrored = _content(_back(self.entry(draft.reverses).movements))
        if _content(draft.movements) != mirrored:
            raise LedgerRefused(f"A void of {draft.reverses} moves back exactly what that entry moved.")
        posted = self.void(draft.reverses, now, note=draft.note, void_id=draft.id)
        if posted.entry.id != draft.id:
            raise LedgerRefused(f"{draft.reverses} is taken back already, by {posted.entry.id}.")
        return posted

    def _void_id(self, id: EntryId) -> EntryId:
        void_id = f"void-{id}"
        if len(void_id) > LONGEST_ID or self._row(void_id) is not None:
            void_id = f"void-{hashlib.sha256(id.encode()).hexdigest()[:32]}"
        return void_id

    def _refuse(self, draft: Draft) -> None:
        self.refuse_id(draft.id, draft.kind)
        if not draft.movements:
            raise LedgerRefused("An entry moves at least one card.")
        reasons = [
            f"{copies.quantity} copies of card {copies.number} cannot be moved at once; 1 to {MOST_COPIES} can."
            for copies in (movement.copies for movement in draft.movements)
            if not 1 <= copies.quantity <= MOST_COPIES
        ]
        reasons.extend(
            f"Card {movement.copies.number} cannot go from {plain(movement.source.name)} to the same account."
            for movement in draft.movements
            if movement.source.id == movement.target.id
        )
        finishes = {movement.copies.finish for movement in draft.movements}
        reasons.extend(
            f"{quoted(finish)} is no finish: at least one visible character, and none that controls a terminal."
            for finish in sorted(finishes)
            if not finish or finish != clean_note(finish, what="finish")
        )
        numbers = {movement.copies.number for movement in draft.movements}
        there = set(names_of(self._session, numbers))
        reasons.extend(f"{number} is not the number of a card." for number in sorted(numbers - there))
        if reasons:
            raise LedgerRefused(*reasons)
        refuse_shortages(self._session, draft.movements)

    def _read(self, rows: Sequence[EntryRow]) -> tuple[Entry, ...]:
        return read_entries(self._session, self._accounts, rows)


def _back(movements: Sequence[Movement]) -> tuple[Movement, ...]:
    """Give what takes movements back: the last first, so that every step was a balance that there has been."""
    return tuple(Movement(movement.copies, movement.target, movement.source) for movement in reversed(movements))


def _content(movements: Iterable[Movement]) -> Counter[tuple[CardNo, str, int, int]]:
    """Add movements up, so that `45 45` and `45*2` are the same thing said."""
    content: Counter[tuple[CardNo, str, int, int]] = Counter()
    for movement in movements:
        copies = movement.copies
        content[copies.number, copies.finish, movement.source.id, movement.target.id] += copies.quantity
    return content


def _refuse_other_content(entry: Entry, draft: Draft, note: str) -> None:
    differs = []
    if entry.kind is not draft.kind:
        differs.append(f"it is a {entry.kind}, not a {draft.kind}")
    if _content(entry.movements) != _content(draft.movements):
        differs.append("it moved other cards")
    if draft.happened is not None and entry.happened != draft.happened:
        differs.append(f"it happened on {entry.happened}, not on {draft.happened}")
    if entry.note != note:
        differs.append("its note is another")
    if differs:
        raise LedgerRefused(
            f"The id {entry.id} is in the books already with other content: {', '.join(differs)}. Choose another id."
        )
