"""The shelf of matches."""

from __future__ import annotations

from collection.ledger.entry import Account
from collection.ledger.match import Match, Status


class Matches:
    """Matches, played here or at a real table."""

    def add(self, match: Match) -> tuple[Match, bool]:
        """Keep a new match; give it and whether it is new. Raises LedgerRefused for an id with other content."""
        raise NotImplementedError

    def save(self, match: Match, *, expected_moves: int) -> None:
        """Overwrite the match's record, moves, status and seats' antes and results.

        Raises LedgerRefused when it does not hold `expected_moves` moves any more: another window went on with it.
        A match that is done or void takes no more moves.
        """
        raise NotImplementedError

    def find(self, match: str) -> Match:
        """Give the match with this id, or the only one whose id starts so. Raises LedgerRefused for none or several."""
        raise NotImplementedError

    def all(
        self, account: Account, *, statuses: frozenset[Status] | None = None, limit: int | None = None
    ) -> tuple[Match, ...]:
        """Give the matches where `account` sat, newest first; voided ones only when asked for."""
        raise NotImplementedError
