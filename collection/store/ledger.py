"""The shelf of entries and movements: append-only, with balances that the database keeps itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from collection.catalogue.card import CardNo, Copies
from collection.ledger.entry import Account, Draft, Entry, EntryId, EntryKind, Finding, Posted


class Ledger:
    """Entries. Nothing is edited or deleted; a void takes back, a correction posts anew and voids."""

    def post(self, draft: Draft, now: dt.datetime) -> Posted:
        """Write `draft` into the books, once.

        An id said before with the same content moves nothing again (`new` false); with other content it raises
        LedgerRefused. Raises LedgerRefused, naming every card, when a tracked account would fall below zero.
        """
        raise NotImplementedError

    def void(self, entry: EntryId, now: dt.datetime, *, note: str = "", void_id: EntryId | None = None) -> Posted:
        """Take `entry` back by an entry with reversing movements, dated as the entry that it voids.

        Voiding it again gives the same void (`new` false). Raises LedgerRefused when it is a void itself, or when the
        cards it brought have gone on.
        """
        raise NotImplementedError

    def entry(self, entry: str) -> Entry:
        """Give the entry with this id, or the only one whose id starts so. Raises LedgerRefused for none or several."""
        raise NotImplementedError

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

        `before` goes on after that entry, for a list read page by page.
        """
        raise NotImplementedError

    def holdings(self, account: Account) -> tuple[Copies, ...]:
        """Give what `account` holds, by number and finish; time does not grow with history."""
        raise NotImplementedError

    def owned(self, account: Account) -> Mapping[CardNo, int]:
        """Give copies per number, all finishes together; numbers with none are left out."""
        raise NotImplementedError

    def exchanged(self, mine: Account, other: Account) -> tuple[tuple[CardNo, int], ...]:
        """Give, per number, the copies of mine that `other` still holds: what went, less what came back, above 0."""
        raise NotImplementedError

    def audit(self) -> tuple[Finding, ...]:
        """Prove the books: balances equal sums, nothing tracked is negative, triggers and seals are in place.

        What a back-dated entry makes negative in the past is a notice.
        """
        raise NotImplementedError
