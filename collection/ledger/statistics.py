"""What a collector's games come to, rival by rival."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.ledger.entry import Account
from collection.ledger.match import FINISHED, Match, MatchSeat, Result, Stakes, Status
from collection.text import search_key


@dataclass(frozen=True, slots=True)
class RivalTally:
    """Games against one rival, from the collector's side.

    `games` = `won` + `lost` + `drawn`, for keeps and friendly together; `friendly` of them were friendly. Cards count
    games for keeps only; `unknown` of those have a card that is still to be named.
    """

    rival: str
    games: int
    won: int
    lost: int
    drawn: int
    friendly: int
    cards_won: int
    cards_lost: int
    unknown: int
    still_held: tuple[tuple[CardNo, int], ...]
    """My cards that they still hold, from the whole ledger."""


def tally(
    collector: Account,
    matches: Iterable[Match],
    still_held: Mapping[str, tuple[tuple[CardNo, int], ...]],
) -> tuple[RivalTally, ...]:
    """Add up finished, valid matches where `collector` sat, by the name of whoever sat opposite.

    Neither rehearsals nor branches nor games that programs played for somebody to watch count.

    `still_held` gives, by the name of a rival, the copies that they hold.
    """
    games: dict[str, Counter[str]] = defaultdict(Counter)
    for match in matches:
        sides = _sides(collector, match)
        if sides is not None:
            mine, theirs = sides
            games[_name(theirs)].update(_counts(match, mine, theirs))
    rivals = sorted(games, key=lambda name: (search_key(name), name))
    return tuple(_tally(rival, games[rival], still_held.get(rival, ())) for rival in rivals)


def _sides(collector: Account, match: Match) -> tuple[MatchSeat, MatchSeat] | None:
    """Give the collector's seat and the other of a finished game of two that counts; None for any other match."""
    seat = match.seat_of(collector)
    if seat is None or len(match.seats) != 2 or match.status not in FINISHED or match.seats[seat].result is None:
        return None
    if not match.counts:
        return None
    mine, theirs = match.seats[seat], match.seats[1 - seat]
    return None if theirs.rehearses else (mine, theirs)


def _name(seat: MatchSeat) -> str:
    return seat.account.name if seat.account is not None else seat.player


def _counts(match: Match, mine: MatchSeat, theirs: MatchSeat) -> Iterable[str]:
    """Name every count of a tally that this game adds one to."""
    yield {Result.WON: "won", Result.LOST: "lost", Result.DRAW: "drawn"}[mine.result or Result.DRAW]
    if match.stakes is Stakes.FRIENDLY:
        yield "friendly"
    elif mine.result is not Result.DRAW:
        won = mine.result is Result.WON
        card = theirs.ante if won else mine.ante
        if card is None:
            yield "unknown"
        elif match.status is Status.DONE:
            yield "cards_won" if won else "cards_lost"


def _tally(rival: str, count: Counter[str], still_held: tuple[tuple[CardNo, int], ...]) -> RivalTally:
    return RivalTally(
        rival,
        games=count["won"] + count["lost"] + count["drawn"],
        won=count["won"],
        lost=count["lost"],
        drawn=count["drawn"],
        friendly=count["friendly"],
        cards_won=count["cards_won"],
        cards_lost=count["cards_lost"],
        unknown=count["unknown"],
        still_held=still_held,
    )
