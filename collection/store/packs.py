"""The shelf of opened packs."""

from __future__ import annotations

import datetime as dt

from collection.ledger.entry import Account, Draft, Entry, EntryId, Pack


class Packs:
    """Packs, each with its entry where the numbers are known."""

    def log(
        self, collector: Account, draft: Draft, now: dt.datetime, *, price: str = "", shop: str = ""
    ) -> tuple[Pack, bool]:
        """Post the pull and keep the pack with it; give the pack and whether it is new. Raises as Ledger.post does."""
        raise NotImplementedError

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
        """Keep a pack of which only the counts per Level are known: nothing moves."""
        raise NotImplementedError

    def all(self, collector: Account, *, limit: int | None = None) -> tuple[Pack, ...]:
        """Give the collector's packs, newest first, voided ones among them and marked."""
        raise NotImplementedError

    def void(self, pack: EntryId, now: dt.datetime, *, note: str = "") -> Entry | None:
        """Take a pack back, with its entry where it has one."""
        raise NotImplementedError
