"""What the end of a match does to the books: one copy of the loser's ante goes to the winner, once."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from collection.catalogue.card import BASE_FINISH, CardNo
from collection.errors import LedgerRefused, Refused
from collection.games.protocol import Outcome
from collection.ledger import posting
from collection.ledger.entry import Account, Entry
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


def _entry_of(unit: Unit, match: Match) -> Entry | None:
    if match.stakes is Stakes.FRIENDLY or _sides(match) is None:
        return None
    try:
        entry = unit.ledger.entry(match.id)
    except LedgerRefused:
        return None
    return entry if entry.id == match.id else None


def _sides(match: Match) -> tuple[int, int] | None:
    """Give the loser's and the winner's seat, None for a draw."""
    results = [sitter.result for sitter in match.seats]
    if Result.LOST not in results or Result.WON not in results:
        return None
    return results.index(Result.LOST), results.index(Result.WON)


def _move_ante(unit: Unit, match: Match, now: dt.datetime) -> tuple[Entry | None, str]:
    """Give the entry that moved the card and why none could; both are empty when none is due."""
    sides = _sides(match)
    if match.stakes is Stakes.FRIENDLY or sides is None:
        return None, ""
    loser, winner = (match.seats[seat] for seat in sides)
    if loser.account is None or winner.account is None or loser.ante is None:
        return None, f"The ante that changes hands is not known. Name it with `mudwater ante complete {match.id}`."
    finish = _finish_held(unit, loser.account, loser.ante)
    if finish is None:
        name = f"#{loser.ante} {plain(unit.cards.catalogue()[loser.ante].name)}"
        return None, (
            f"{plain(loser.account.name)} lost {name} to {plain(winner.account.name)} and does not hold it any more. "
            "The match stays open until the card is back: then settle it."
        )
    draft = posting.ante(match.id, loser.account, winner.account, loser.ante, finish=finish)
    try:
        return unit.ledger.post(draft, now).entry, ""
    except LedgerRefused as refused:
        return None, f"The card could not be moved: {refused}"


def _finish_held(unit: Unit, account: Account, card: CardNo) -> str | None:
    """Choose the finish that changes hands: base where it is held, else the first that is, else None.

    An account that is not tracked can always give: only what moved is known of it.
    """
    if not account.kind.tracked:
        return BASE_FINISH
    held = [copies.finish for copies in unit.ledger.holdings(account) if copies.number == card]
    return BASE_FINISH if BASE_FINISH in held else next(iter(held), None)
