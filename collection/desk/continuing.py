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
    same = ("id", "game", "mode", "place", "stakes", "happened", "note", "branch")
    if any(getattr(earlier, part) != getattr(later, part) for part in same):
        return False
    if later.status not in _LATER[earlier.status] or earlier.hints > later.hints:
        return False
    if len(earlier.seats) != len(later.seats) or not all(map(_seat_goes_on, earlier.seats, later.seats)):
        return False
    return later.takings[: len(earlier.takings)] == earlier.takings and _moves_go_on(earlier, later)


def _moves_go_on(earlier: Match, later: Match) -> bool:
    if (earlier.moves, earlier.record, earlier.takings) == (later.moves, later.record, later.takings):
        return True
    if earlier.status is not Status.PLAYING:
        return False
    before, after = _moves(earlier), _moves(later)
    if before is None or after is None:
        return False
    # What was taken back since need not be there any more, but all that was left each time is.
    left = min([len(before), *(taking.left for taking in later.takings[len(earlier.takings) :])])
    return len(after) >= left and list(after[:left]) == list(before[:left])


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
