"""Puzzles of a whole book taken into another, with what everybody has done with them."""

from __future__ import annotations

from collections.abc import Mapping

from collection.desk.merging_hands import Taken
from collection.errors import LedgerRefused
from collection.interchange.whole import KeptPuzzle
from collection.ledger.entry import Account
from collection.store.book import Unit


def merge_puzzle(unit: Unit, kept: KeptPuzzle, accounts: Mapping[int, Account]) -> Taken:
    """Take a puzzle in; what was done with it in both books is put together, so that none of it is lost.

    `accounts` are those of this book by their numbers in the other. Raises LedgerRefused when its match is not here or
    is shorter, and when the same position has another solution here.
    """
    there = unit.puzzles.at(kept.match, kept.puzzle)
    new = there is None
    if there is None:
        (there,) = unit.puzzles.keep(kept.match, (kept.puzzle,), kept.found)
    elif there.puzzle.move != kept.puzzle.move:
        raise LedgerRefused(f"it has another solution in this book, {there.puzzle.move}.")
    changed = False
    for account, work in kept.works:
        who = accounts[account.id]
        before = unit.puzzles.work(there.number, who)
        after = before.merged(work)
        if after != before:
            unit.puzzles.save(there.number, who, after)
            changed = True
    return Taken.NEW if new else Taken.CHANGED if changed else Taken.SAME
