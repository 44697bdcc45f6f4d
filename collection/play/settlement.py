"""What the end of a match does to the books: one copy of the loser's ante goes to the winner, once."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from collection.catalogue.card import BASE_FINISH
from collection.errors import LedgerRefused, Refused
from collection.games.protocol import Outcome
from collection.ledger import posting
from collection.ledger.entry import Draft, Entry
from collection.ledger.match import Match, Result, Stakes, Status
from collection.text import plain

if TYPE_CHECKING:
    from collection.store.book import Book, Unit


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a finished match did to the books: the entry (None when nothing moved)."""

    match: Match
    entry: Entry | None
    reason: str = ""
    """Why a card that was lost has not moved yet, and how it will; empty when the match is settled."""


def with_results(match: Match, outcome: Outcome) -> Match:
    """Give `match` with the result of every seat; no winners is a draw (ruling 2)."""
    seats = tuple(
        replace(sitter, result=Result.DRAW if not outcome.winners else _result(seat in outcome.winners))
        for seat, sitter in enumerate(match.seats)
    )
    return replace(match, seats=seats)


def conclude(unit: Unit, match: Match, now: dt.datetime, *, expected_moves: int) -> Settlement:
    """Move the card that `match` decided about, if any, and save the match, in the unit of work of the caller.

    Friendly games and draws move nothing. The entry has the match's id, so the same match can never move a second
    card. A card that the loser holds no more leaves the match UNSETTLED: the game is over and its result stands, and
    `settle` moves the card once it is back. Raises LedgerRefused when the match went on elsewhere.
    """
    entry, reason = _move_ante(unit, match, now)
    concluded = replace(match, status=Status.UNSETTLED if reason else Status.DONE)
    unit.matches.save(concluded, expected_moves=expected_moves)
    return Settlement(concluded, entry, reason)


def settle(book: Book, match: str, now: dt.datetime) -> Settlement:
    """Settle a match that is over: safe to call any number of times, it moves the card once.

    `match` is its id or the start of it. What is settled already is given as it was. A match whose card still cannot
    move comes back UNSETTLED with the `reason`. Raises Refused for a match that is not over, was given up or was taken
    back, and LedgerRefused for one that is not in the book.
    """
    with book.reading() as unit:
        found = unit.matches.find(match)
        if found.status is Status.DONE:
            return Settlement(found, _entry_of(unit, found))
    if found.status is Status.UNSETTLED:
        return _settle_open(book, found.id, now)
    why = {
        Status.PLAYING: "is not over yet: play it to its end",
        Status.ABANDONED: "was given up, so there is nothing to settle",
        Status.VOID: "was taken back, so there is nothing to settle",
    }
    raise Refused(f"The match {found.id} {why[found.status]}.")


def _settle_open(book: Book, match: str, now: dt.datetime) -> Settlement:
    with book.writing() as unit:
        found = unit.matches.find(match)
        if found.status is Status.UNSETTLED:
            return conclude(unit, found, now, expected_moves=found.moves)
    # Somebody else was quicker: settled or taken back, it is open no more.
    return settle(book, match, now)


def _result(won: bool) -> Result:
    return Result.WON if won else Result.LOST


def ante_due(unit: Unit, match: Match, *, happened: dt.date | None = None, note: str = "") -> Draft | None:
    """Write what `match` moves: one copy of the loser's ante, to the winner (Rules of Play, Claim the ante).

    Gives None for a draw and a friendly game, which move nothing, and while the card is not known. A hand asks for
    numbers alone (ruling 14), so the copy that goes is a base one where it is held, else of any finish that is.
    """
    if match.stakes is Stakes.FRIENDLY or match.loser is None:
        return None
    lost, won = match.seats[match.loser], match.seats[1 - match.loser]
    if lost.ante is None or lost.account is None or won.account is None:
        return None
    held = [one.finish for one in unit.ledger.holdings(lost.account) if one.number == lost.ante]
    finish = BASE_FINISH if BASE_FINISH in held or not held else held[0]
    return posting.ante(match.id, lost.account, won.account, lost.ante, finish=finish, happened=happened, note=note)


def _entry_of(unit: Unit, match: Match) -> Entry | None:
    return None if match.stakes is Stakes.FRIENDLY or match.loser is None else unit.ledger.get(match.id)


def _move_ante(unit: Unit, match: Match, now: dt.datetime) -> tuple[Entry | None, str]:
    """Give the entry that moved the card and why none could; both are empty when none is due."""
    if match.stakes is Stakes.FRIENDLY or match.loser is None:
        return None, ""
    draft = ante_due(unit, match)
    if draft is None:
        return None, f"The ante that changes hands is not known. Name it with `mudwater ante complete {match.id}`."
    (movement,) = draft.movements
    loser, winner, card = movement.source, movement.target, movement.copies.number
    if loser.kind.tracked and card not in unit.ledger.owned(loser):
        name = f"#{card} {plain(unit.cards.catalogue()[card].name)}"
        return None, (
            f"{plain(loser.name)} lost {name} to {plain(winner.name)} and does not hold it any more. "
            f"The match stays open until the card is back; then settle it: `mudwater ante complete {match.id}`."
        )
    try:
        return unit.ledger.post(draft, now).entry, ""
    except LedgerRefused as refused:
        return None, f"The card could not be moved: {refused}"
