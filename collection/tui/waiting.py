"""What waits to be gone on with when the program is started: a sentence, and the keys that lead there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from collection.games.registry import TITLES
from collection.ledger.match import Status
from collection.text import plain

if TYPE_CHECKING:
    from collection.ledger.entry import Account
    from collection.store.book import Unit


def waiting(unit: Unit, account: Account) -> str:
    """Say that a match of this collector is not finished, and how to go on with it; empty when none waits."""
    if not account.id:
        return _other_games(unit)
    matches = unit.matches.all(account, statuses=frozenset({Status.PLAYING}))
    if not matches:
        return _other_games(unit)
    newest = matches[0]
    mine = newest.seat_of(account)
    rival = plain(newest.seats[0 if mine == 1 else 1].called)[:40]
    if len(matches) == 1:
        return f"Your match against {rival} is not finished: t goes to the Table, c resumes it."
    return f"{len(matches)} matches are not finished, the newest against {rival}: t goes to the Table, c resumes one."


def _other_games(unit: Unit) -> str:
    """Say the same of a game of several seats, whoever sat there."""
    left = unit.matches.other_games(statuses=frozenset({Status.PLAYING}))
    if not left:
        return ""
    name = TITLES[left[0].game]
    if len(left) == 1:
        return f"Your game of {name} is not finished: t goes to the Table, c resumes it."
    return f"{len(left)} games are not finished, the newest of {name}: t goes to the Table, c resumes one."
