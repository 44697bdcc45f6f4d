"""One match written down twice, at two times: does the later one go on from the earlier?"""

from __future__ import annotations

from collections.abc import Sequence

from collection.errors import RecordError
from collection.games.record import Tree, read_tree
from collection.ledger.match import Match, MatchSeat, Status

_LATER: dict[Status, frozenset[Status]] = {
    Status.PLAYING: frozenset(Status),
    Status.UNSETTLED: frozenset({Status.UNSETTLED, Status.DONE, Status.VOID}),
    Status.DONE: frozenset({Status.DONE, Status.VOID}),
    Status.ABANDONED: frozenset({Status.ABANDONED, Status.VOID}),
    Status.VOID: frozenset({Status.VOID}),
}
"""What a match may have become."""


def goes_on(earlier: Match, later: Match) -> bool:
    """Say whether `later` is `earlier` as it is, or as it went on: more moves, antes named, settled, taken back."""
    same = ("id", "game", "mode", "place", "stakes", "happened", "note")
    if any(getattr(earlier, part) != getattr(later, part) for part in same):
        return False
    if later.status not in _LATER[earlier.status] or len(earlier.seats) != len(later.seats):
        return False
    if not all(map(_seat_goes_on, earlier.seats, later.seats)):
        return False
    if (earlier.moves, earlier.record) == (later.moves, later.record):
        return True
    if earlier.status is not Status.PLAYING or later.moves < earlier.moves:
        return False
    before, after = _moves(earlier), _moves(later)
    return before is not None and after is not None and list(after[: len(before)]) == list(before)


def _seat_goes_on(earlier: MatchSeat, later: MatchSeat) -> bool:
    kept = ("player", "hand_name", "hand")
    return (
        (earlier.account and earlier.account.id) == (later.account and later.account.id)
        and all(getattr(earlier, part) == getattr(later, part) for part in kept)
        and earlier.ante in (None, later.ante)
        and earlier.result in (None, later.result)
    )


def _moves(match: Match) -> Sequence[Tree] | None:
    """Give the moves of a written game, None where they cannot be read."""
    try:
        moves = read_tree(match.record).get("moves", [])
    except RecordError:
        return None
    return moves if isinstance(moves, list) else None
