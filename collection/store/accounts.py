"""The shelf of accounts."""

from __future__ import annotations

from collection.ledger.entry import Account, AccountKind


class Accounts:
    """Collectors, the house, rivals, and the world. Names are compared by `search_key`, one person one account."""

    def all(self, *kinds: AccountKind) -> tuple[Account, ...]:
        """Give the accounts of `kinds` (all kinds when none is named), by name."""
        raise NotImplementedError

    def find(self, name: str) -> Account | None:
        """Give the person (collector, house or rival) called `name`."""
        raise NotImplementedError

    def open(self, name: str, kind: AccountKind, *, solo: bool = False) -> Account:
        """Give the account called `name`, made when there is none.

        Raises LedgerRefused when the name belongs to an account of another kind. A collector named where a rival is
        asked for is given as it is: an ante between two collectors of one book is one movement.
        """
        raise NotImplementedError

    @property
    def packs(self) -> Account:
        """The world's unopened packs."""
        raise NotImplementedError

    @property
    def elsewhere(self) -> Account:
        """Everywhere else in the world."""
        raise NotImplementedError

    @property
    def house(self) -> Account:
        """The programs' own collection; its account is there from the start, its cards come by an entry like any."""
        raise NotImplementedError
