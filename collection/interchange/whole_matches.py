"""Matches of the JSON document of a whole book, read back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from collection.interchange.items import Item
from collection.ledger.entry import Account
from collection.ledger.match import Branch, Match, MatchSeat, Place, Result, Stakes, Status, Taking
from collection.text import crop, quoted

WITH_BRANCHES = 3
"""The first version of the document that tells branches, what was taken back, and hints."""

ReadAccount = Callable[[Item, str], Account]
"""Reads a field that names an account of the document."""


def read_matches(top: Item, account: ReadAccount, version: int) -> tuple[Match, ...]:
    """Read the matches of a document of `version`; in an older one none is a branch and nothing was taken back."""
    matches: dict[str, Match] = {}
    for item in top.items("matches", "match"):
        match = _match(item, account)
        if version >= WITH_BRANCHES:
            match = _continued(item, match, matches)
        elif match.place is Place.BRANCH:
            item.fault(f"place {quoted(Place.BRANCH)} is none that a document of version {version} knows.")
        if match.id in matches:
            item.fault("this id is a match already.")
        matches[match.id] = match
        item.close()
    return tuple(matches.values())


def _match(item: Item, account: ReadAccount) -> Match:
    key = item.id()
    item.place = f"{item.place} ({crop(key, 64)})"
    seats = tuple(_seat(one, account) for one in item.items("seats", "seat"))
    if len(seats) < 2:
        item.fault("a match has two seats or more.")
    return Match(
        id=key,
        game=item.line("game"),
        mode=item.line("mode"),
        place=item.word("place", Place),
        stakes=item.word("stakes", Stakes),
        status=item.word("status", Status),
        happened=item.day("happened"),
        recorded=item.moment("recorded"),
        seats=seats,
        record=item.text("record"),
        moves=item.number("moves"),
        note=item.line("note"),
    )


def _seat(item: Item, account: ReadAccount) -> MatchSeat:
    seat = MatchSeat(
        account=item.maybe("account", lambda name: account(item, name)),
        player=item.line("player"),
        hand_name=item.line("hand_name"),
        hand=item.numbers("hand"),
        ante=item.maybe("ante", item.number),
        result=item.maybe("result", lambda name: item.word(name, Result)),
    )
    item.close()
    return seat


def _continued(item: Item, match: Match, before: dict[str, Match]) -> Match:
    """Give `match` with where it branched off, what was taken back in it, and its hints."""
    left, at = item.maybe("branch_of", item.id), item.maybe("branch_at", item.number)
    if (match.place is Place.BRANCH) != (at is not None) or (left is not None and at is None):
        item.fault("branch_at belongs to a branch, and to every branch.")
    if at is not None and at > match.moves:
        item.fault(f"branch_at is {at}, and the match holds {match.moves} moves.")
    if left is not None and left not in before:
        item.fault(f"branch_of names the match {quoted(left)}, which does not stand before it in the document.")
    takings = tuple(_taking(one, len(match.seats)) for one in item.items("takings", "taking"))
    if match.stakes is Stakes.KEEPS and (takings or at is not None):
        item.fault("a branch is friendly, and nothing is taken back in a match for keeps.")
    branch = None if at is None else Branch(left or "", at)
    return replace(match, branch=branch, takings=takings, hints=item.number("hints"))


def _taking(item: Item, seats: int) -> Taking:
    taking = Taking(item.number("seat", 0, max(0, seats - 1)), item.number("left"), item.number("moves", 1))
    item.close()
    return taking
