"""Rehearsals: what is known of a rival's cards, and a hand made of it for a program to play in their place."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.desk.collectors import current
from collection.desk.people import somebody
from collection.desk.rivals import RivalPage, page_of
from collection.errors import Refused
from collection.hands.rehearsal import Evidence, Rehearsal, Sighting, rehearsal
from collection.ledger.entry import Account, AccountKind, EntryKind
from collection.ledger.mark import MarkKind
from collection.ledger.match import Match
from collection.players.beliefs import SeenCards
from collection.store.book import Book, Unit
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A rehearsal hand, whose it is taken for, and how much it rests on."""

    rival: Account
    hand: Rehearsal
    games: int
    """Games in which something of theirs was seen."""
    unread: int
    """Written games that were left out, as on the rival's page."""


def rehearse(book: Book, name: str, rng: random.Random, collector: str | None = None) -> Rehearsed:
    """Make a rehearsal hand of a rival's from what `collector` knows of them; nothing is written down.

    The same book and the same state of `rng` give the same hand. A rival of whom nothing is known gets a hand drawn
    whole. Raises Refused as `rehearsed_rival` does.
    """
    with book.reading() as unit:
        account = current(unit, collector)
        other = _other(unit, account, name)
        page = page_of(unit, account, other)
        evidence = _evidence(unit, account, page)
        catalogue = unit.cards.catalogue()
    return Rehearsed(other, rehearsal(evidence, catalogue, rng), page.seen_games, page.unread)


def rehearsed_rival(book: Book, name: str, collector: str | None = None) -> Account:
    """Give the rival called so. Raises Refused for the collector, for the house, and, naming the closest, for nobody.

    The house draws another hand each time, so that nothing seen of it says anything about the next.
    """
    with book.reading() as unit:
        return _other(unit, current(unit, collector), name)


def seen_cards(book: Book, name: str, collector: str | None = None) -> frozenset[CardNo]:
    """Give the cards that `collector` saw a rival play or stake, and that did not come to `collector` since.

    They are what that rival may bring again. Raises Refused as `rehearsed_rival` does.
    """
    with book.reading() as unit:
        account = current(unit, collector)
        page = page_of(unit, account, _other(unit, account, name))
        return frozenset(one.card for one in _evidence(unit, account, page).still_theirs)


def believed(book: Book, match: Match, seat: int) -> SeenCards | None:
    """Give what a program that plays for the collector in `seat` of `match` may take for likely of the other hand.

    That is what this collector has seen of who sits opposite, or of the rival who is rehearsed there. None where that
    is nothing: for a seat whose cards are no collector's, opposite the house, and of a rival who is called otherwise
    since.
    """
    mine, theirs = match.seats[seat], match.seats[1 - seat]
    rival = theirs.rehearses or ("" if theirs.account is None else theirs.account.name)
    if mine.account is None or mine.account.kind is not AccountKind.COLLECTOR or not rival:
        return None
    try:
        seen = seen_cards(book, rival, mine.account.name)
    except Refused:
        return None
    return SeenCards(seen) if seen else None


def _other(unit: Unit, account: Account, name: str) -> Account:
    other = somebody(unit, name)
    if other.id == account.id:
        raise Refused(f"{quoted(account.name)} is you: a rehearsal is against somebody else.")
    if other.kind is AccountKind.HOUSE:
        raise Refused(f"{other.name} draws a new hand for each game: there is nothing to rehearse. Play it as it is.")
    return other


def _evidence(unit: Unit, account: Account, page: RivalPage) -> Evidence:
    other = page.line.account
    went, came = _last_moves(unit, account, other)
    # What is left of a net is left by some movement that was not taken back: each has its day.
    return Evidence(
        tuple(Sighting(one.card.number, one.games, one.last, one.as_ante) for one in page.seen),
        {card.number: went[card.number] for card, _ in page.held},
        frozenset(mark.number for mark in page.marks if mark.kind is MarkKind.OFFER),
        {card.number: came[card.number] for card, _ in page.theirs},
        frozenset(mark.number for mark in page.marks if mark.kind is MarkKind.WISH),
    )


def _last_moves(unit: Unit, account: Account, other: Account) -> tuple[dict[CardNo, dt.date], dict[CardNo, dt.date]]:
    """Give, by number, the last day on which a card went from `account` to `other`, and on which one came."""
    went: dict[CardNo, dt.date] = {}
    came: dict[CardNo, dt.date] = {}
    for entry in reversed(unit.ledger.entries(account, other=other)):
        if entry.voided_by is not None or entry.kind is EntryKind.VOID:
            continue
        for movement in entry.movements:
            ends = (movement.source.id, movement.target.id)
            if ends == (account.id, other.id):
                went[movement.copies.number] = entry.happened
            elif ends == (other.id, account.id):
                came[movement.copies.number] = entry.happened
    return went, came
