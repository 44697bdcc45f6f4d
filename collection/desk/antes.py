"""Antes: games at a real table, and what all games have cost and brought."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from collection.catalogue.card import CardNo
from collection.desk.breakage import BrokenHand, broken_since, legal_hands
from collection.desk.cards import known_cards
from collection.desk.collectors import current, current_for_writing
from collection.desk.hands import named_hand
from collection.desk.losses import GivenBack, Mending, costs_a_hand, loss_of, mend_all
from collection.desk.marks import StakeWarning, warnings_of_ante
from collection.desk.people import partner, somebody
from collection.desk.said import Said
from collection.desk.taking_back import corrected, is_taken
from collection.errors import LedgerRefused, NotUnderstood, Refused
from collection.games.mudwater.state import GAME, Mode
from collection.ledger import statistics
from collection.ledger.entry import Account, AccountKind, Draft, Entry
from collection.ledger.match import FINISHED, HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.ledger.statistics import RivalTally
from collection.play.settlement import ante_due
from collection.store.book import Book, Unit
from collection.store.sayings import Act
from collection.text import quoted, search_key

_ME, _RIVAL = 0, 1
"""The seats of a game at a real table; who was Black there is not written down."""


@dataclass(frozen=True, slots=True)
class AnteReceipt:
    """A game written down: the match, the entry that moved the card (None: nothing moved), the hands that broke."""

    match: Match
    entry: Entry | None
    new: bool
    broken: tuple[BrokenHand, ...]
    warnings: tuple[StakeWarning, ...] = ()
    """The collector's ante was a keepsake."""
    mending: Mending | None = None
    """The hands that were changed in the same act; None where that was not asked for, or no card was lost."""
    given_back: tuple[GivenBack, ...] = ()
    """Hands that had been mended after the match that this one corrects."""


@dataclass(frozen=True, slots=True)
class AnteLine:
    """One finished game from the collector's side."""

    id: str
    date: dt.date
    rival: str
    result: Result
    mine: CardNo | None
    theirs: CardNo | None
    stakes: Stakes
    place: Place
    status: Status
    """DONE, UNSETTLED (a card is still to be named) or VOID."""
    hand_name: str
    note: str


def add_ante(
    book: Book,
    collector: str | None,
    rival: str,
    result: Result,
    said: Said,
    *,
    mine: CardNo | None = None,
    theirs: CardNo | None = None,
    hand: str | None = None,
    mode: str = Mode.STANDARD.value,
    stakes: Stakes = Stakes.KEEPS,
    mend: bool = False,
) -> AnteReceipt:
    """Write down a game from a real table. What moved: the loser's ante, to the winner, and nothing else.

    A card that is not known yet moves nothing until `complete_ante` names it; a draw moves nothing, and neither does a
    friendly game. A rival who is a collector of this book gets the card in the same movement. Whether the hand was
    legal is not asked: the game has been played. With `mend` the loser's hands that are short of the card take the best
    free one in its place, in the same transaction (see `losses.mend`); `broken` then has those that stay so.

    Raises LedgerRefused when the loser does not own the card or the id was said before with other content, Refused
    when `mine` is not in `hand`.
    """
    if mode not in tuple(Mode):
        raise NotUnderstood(f"{quoted(mode)} is no way to play. There are: {', '.join(Mode)}.")
    with book.writing() as unit:
        account = current_for_writing(unit, collector)
        catalogue = unit.cards.catalogue()
        known_cards(catalogue, mine, theirs)
        other = partner(unit, account, rival, "rival's name")
        legal = legal_hands(unit, catalogue)
        match = Match(
            id=said.id,
            game=GAME,
            mode=mode,
            place=Place.TABLE,
            stakes=stakes,
            status=Status.DONE,
            happened=said.day,
            recorded=said.now,
            seats=(
                MatchSeat(account, HUMAN, hand_name=hand or "", ante=mine, result=result),
                MatchSeat(other, HUMAN, ante=theirs, result=result.mirrored),
            ),
            record="",
            moves=0,
            note=said.note,
        )
        words = _words(match)
        earlier = unit.matches.get(said.id)
        if earlier is not None:
            _refuse_other_content(unit, earlier, words, said)
            done = corrected(unit, said, None, lambda: (earlier, False))
        else:
            match = _ready(_with_hand(unit, match, hand))
            done = corrected(unit, said, _due(unit, match), lambda: _keep(unit, match, said))
            unit.sayings.keep(said.id, Act.PLAYS, words)
        kept = done.written
        warnings = warnings_of_ante(unit, catalogue, kept, _ME)
        mending = _mended(unit, kept, said) if mend and done.new else None
        broken = broken_since(unit, catalogue, legal)
        return AnteReceipt(kept, unit.ledger.get(kept.id), done.new, broken, warnings, mending, done.given_back)


def complete_ante(
    book: Book,
    match: str,
    said: Said,
    *,
    mine: CardNo | None = None,
    theirs: CardNo | None = None,
    collector: str | None = None,
) -> AnteReceipt:
    """Name an ante later; the card that was to change hands does so now, as of the day of the game.

    Naming what is named already does nothing (`new` false). Raises LedgerRefused when that ante is already named
    otherwise, when the match is void or not over, and when the loser does not own the card.
    """
    if mine is None and theirs is None:
        raise NotUnderstood("Which card was it? Name mine, theirs or both.")
    if said.corrects is not None:
        raise NotUnderstood("Naming a card later corrects nothing. Write the game down anew to correct it.")
    with book.writing() as unit:
        catalogue = unit.cards.catalogue()
        known_cards(catalogue, mine, theirs)
        found = unit.matches.find(match)
        if found.game != "mudwater":
            raise LedgerRefused(f"The match {found.id} is one of {found.game}: no card changes hands in it.")
        seat = _seat_of_collector(unit, found, collector)
        _refuse_incomplete(found, said)
        words = json.dumps([found.id, seat, mine, theirs, said.note], ensure_ascii=False)
        _refuse_other_naming(unit, words, said)
        named = _named(_named(found, seat, mine), 1 - seat, theirs)
        if named == found:
            return AnteReceipt(found, unit.ledger.get(found.id), False, ())
        legal = legal_hands(unit, catalogue)
        unit.sayings.keep(said.id, Act.COMPLETES, words)
        settles = named.status is Status.UNSETTLED
        named = _ready(replace(named, status=Status.DONE))
        note = said.note or named.note
        draft = ante_due(unit, named, happened=named.happened, note=note) if settles else None
        if draft is not None:
            unit.ledger.post(draft, said.now)
        unit.matches.save(named, expected_moves=found.moves)
        warnings = warnings_of_ante(unit, catalogue, named, seat)
        return AnteReceipt(named, unit.ledger.get(named.id), True, broken_since(unit, catalogue, legal), warnings)


def antes(
    book: Book, collector: str | None = None, *, rival: str | None = None, void: bool = False, limit: int | None = None
) -> tuple[AnteLine, ...]:
    """Give the collector's finished games that count, newest first; `void` adds those taken back.

    Raises Refused, naming the closest, for a rival nobody knows.
    """
    statuses = FINISHED | {Status.VOID} if void else FINISHED
    with book.reading() as unit:
        account = current(unit, collector)
        opposite = None if rival is None else somebody(unit, rival)
        most = limit if opposite is None else None
        matches = unit.matches.all(account, statuses=statuses, limit=most, watched=False)
    lines = [_line(match, account) for match in matches if opposite is None or match.seat_of(opposite) is not None]
    return tuple(line for line in lines if line is not None)[:limit]


def tallies(book: Book, collector: str | None = None) -> Sequence[RivalTally]:
    """Give the collector's statistics against each rival, voided games left out, by name."""
    with book.reading() as unit:
        account = current(unit, collector)
        matches = unit.matches.all(account, statuses=FINISHED)
        rivals = {
            sitter.account.name: sitter.account
            for match in matches
            for sitter in match.seats
            if sitter.account is not None and sitter.account.id != account.id
        }
        still_held = {name: unit.ledger.exchanged(account, rival) for name, rival in rivals.items()}
    return statistics.tally(account, matches, still_held)


def _with_hand(unit: Unit, match: Match, hand: str | None) -> Match:
    """Freeze the cards of the collector's saved hand into the match."""
    mine = match.seats[_ME]
    if hand is None or mine.account is None:
        return match
    saved = named_hand(unit, mine.account, hand)
    _refuse_stranger(saved.name, saved.cards, mine.ante)
    return replace(match, seats=(replace(mine, hand_name=saved.name, hand=saved.cards), match.seats[_RIVAL]))


def _refuse_stranger(name: str, cards: Sequence[CardNo], ante: CardNo | None) -> None:
    if cards and ante is not None and ante not in cards:
        raise Refused(
            f"Card {ante} is not in the hand {quoted(name)}, and the ante is one of the hand's own cards. "
            "Name another card, or the hand that was played."
        )


def _ready(match: Match) -> Match:
    """Say of a game that is over whether it is settled: not while the loser's card for keeps is unknown."""
    loser = match.loser
    open_still = match.stakes is Stakes.KEEPS and loser is not None and match.seats[loser].ante is None
    return replace(match, status=Status.UNSETTLED if open_still else Status.DONE)


def _due(unit: Unit, match: Match) -> Draft | None:
    return ante_due(unit, match, happened=match.happened, note=match.note)


def _keep(unit: Unit, match: Match, said: Said) -> tuple[Match, bool]:
    if unit.ledger.get(match.id) is not None:
        raise LedgerRefused(f"The id {match.id} was said before, for something else. Choose another id.")
    # Only now: what is corrected may have brought back a copy of another finish.
    draft = _due(unit, match)
    if draft is not None:
        unit.ledger.post(draft, said.now)
    return unit.matches.add(match)


def _mended(unit: Unit, match: Match, said: Said) -> Mending | None:
    return mend_all(unit, loss_of(unit, match), said.now) if costs_a_hand(match) else None


def _refuse_other_content(unit: Unit, earlier: Match, words: str, said: Said) -> None:
    """Compare a game with what was said under the same id before; a date left out is no part of what is said."""
    if unit.sayings.words(said.id, Act.PLAYS) != words or said.on not in (None, earlier.happened):
        raise LedgerRefused(f"The id {said.id} was said before, with other content. Choose another id.")


def _words(match: Match) -> str:
    """Write what a person says of a game, without what the books add to it: its day, its hand's cards, its entry."""
    seats = [
        (sitter.account and sitter.account.id, search_key(sitter.hand_name), sitter.ante, sitter.result)
        for sitter in match.seats
    ]
    return json.dumps([match.game, match.mode, match.stakes, match.note, seats], ensure_ascii=False)


def _refuse_other_naming(unit: Unit, words: str, said: Said) -> None:
    before = unit.sayings.words(said.id, Act.COMPLETES)
    if before != words and (before is not None or is_taken(unit, said.id)):
        raise LedgerRefused(f"The id {said.id} was said before, with other content. Choose another id.")


def _seat_of_collector(unit: Unit, match: Match, collector: str | None) -> int:
    """Give the seat of whoever speaks: the collector named or in use, else the only collector who sat there."""
    sitting = [
        seat
        for seat, sitter in enumerate(match.seats)
        if sitter.account is not None and sitter.account.kind is AccountKind.COLLECTOR
    ]
    if collector is None and len(sitting) == 1:
        return sitting[0]
    account = current(unit, collector)
    seat = match.seat_of(account)
    if seat is None:
        raise Refused(
            f"{quoted(account.name)} did not play the match {match.id}. Say `--as NAME` for somebody who did."
        )
    return seat


def _refuse_incomplete(match: Match, said: Said) -> None:
    if match.status is Status.VOID:
        raise LedgerRefused(f"The match {match.id} was taken back: no card of it can be named. Write it down anew.")
    if match.status not in FINISHED:
        raise LedgerRefused(f"The match {match.id} has no result: its antes are not turned over.")
    if said.on not in (None, match.happened):
        raise NotUnderstood(f"The card changes hands as of the day of the game, {match.happened}. Leave the date out.")


def _named(match: Match, seat: int, card: CardNo | None) -> Match:
    """Name the ante of a seat. Raises LedgerRefused when it is named otherwise, Refused when the hand lacks it."""
    sitter = match.seats[seat]
    if card is None or sitter.ante == card:
        return match
    if sitter.ante is not None:
        raise LedgerRefused(
            f"That ante is named already: card {sitter.ante}, not {card}. "
            f"If it is wrong, write the game down anew with `--corrects {match.id}`."
        )
    _refuse_stranger(sitter.hand_name, sitter.hand, card)
    seats = list(match.seats)
    seats[seat] = replace(sitter, ante=card)
    return replace(match, seats=tuple(seats))


def _line(match: Match, account: Account) -> AnteLine | None:
    seat = match.seat_of(account)
    if seat is None or match.seats[seat].result is None:
        return None
    mine, theirs = match.seats[seat], match.seats[1 - seat]
    rival = theirs.called if theirs.account is None else theirs.account.name
    result = mine.result
    assert result is not None
    return AnteLine(
        match.id,
        match.happened,
        rival,
        result,
        mine.ante,
        theirs.ante,
        match.stakes,
        match.place,
        match.status,
        mine.hand_name,
        match.note,
    )
