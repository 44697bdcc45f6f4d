"""After a loss: the hands that are short of the lost card, what could take its place, and the hands changed so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.desk.breakage import short_of
from collection.desk.collectors import current
from collection.desk.marks import keepsakes
from collection.errors import HandRefused, LedgerRefused, Refused
from collection.hands.hand import Hand, HandFault, HandVersion
from collection.hands.legality import card_label, hand_faults
from collection.hands.replacing import Replacement, best_replacement, replaced
from collection.hands.tied import free_copies
from collection.ledger.entry import Account, AccountKind
from collection.ledger.match import FINISHED, Match, Stakes, Status
from collection.store.book import Book, Unit
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class Offer:
    """A hand that is short of a lost card, and what could take the card's place."""

    hand: Hand
    """As it is now, the lost card still in it."""
    lost: CardNo
    by: CardNo | None
    """The card for its place; None where none is free."""
    why: str
    """A sentence that says why it is this card, or why there is none."""
    cards: tuple[CardNo, ...]
    """The hand's cards once it is changed; as they are where no card is free."""
    faults: tuple[HandFault, ...]
    """Every reason why the hand would still not be legal then."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A card that was lost for good, and the loser's hands that are short of it now; none when none is."""

    match: Match
    loser: Account
    card: CardNo
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Mending:
    """What was done about a loss: the offers that were taken, and those that were not."""

    loss: Loss
    mended: tuple[Offer, ...] = ()
    left: tuple[Offer, ...] = ()
    """Hands that are short of the card as before: nothing is free for them, or they were not chosen."""


@dataclass(frozen=True, slots=True)
class GivenBack:
    """What became of a hand that was mended after a match, when the match was taken back."""

    hand: Hand
    """As it is now."""
    done: bool
    """Whether it has the cards again that it had before it was mended; else it is left as it is."""
    message: str
    """A sentence that says so, and why where it is left."""


def loss(book: Book, match: str, collector: str | None = None) -> Loss:
    """Give what the loss of `match` (its id or the start of it) left short, and the best replacement for each hand.

    The hands are the loser's, whoever asks; a `collector` who is named has to be the loser. They are told from what is
    owned now: a card that was won back, or is there twice, leaves no hand short. Raises LedgerRefused for a match that
    is not there, and Refused where it took no card from a collector.
    """
    with book.reading() as unit:
        found = unit.matches.find(match)
        if collector is not None:
            _refuse_other_than_loser(found, current(unit, collector))
        return loss_of(unit, found)


def mend(
    book: Book,
    match: str,
    now: dt.datetime,
    *,
    collector: str | None = None,
    chosen: Sequence[Offer] | None = None,
) -> Mending:
    """Change the hands that the loss of `match` left short, in one transaction: each takes its replacement.

    `chosen` are offers as `loss` gave them, None means all there are. Each change is a new version of its hand, made
    because of the match, so taking the match back takes it back too. Raises what `loss` raises, and HandRefused when a
    hand or the cards free for it have changed since `chosen` was read.
    """
    with book.writing() as unit:
        found = unit.matches.find(match)
        if collector is not None:
            _refuse_other_than_loser(found, current(unit, collector))
        return mend_all(unit, loss_of(unit, found), now, chosen)


def costs_a_hand(match: Match) -> bool:
    """Say whether `match` took a card from a collector of this book, who may have hands that are short of it now."""
    seat = match.loser
    if seat is None or match.stakes is not Stakes.KEEPS or match.status is not Status.DONE:
        return False
    account = match.seats[seat].account
    return account is not None and account.kind is AccountKind.COLLECTOR and match.seats[seat].ante is not None


def loss_of(unit: Unit, match: Match) -> Loss:
    """Give the loss of a match with its offers, as `loss` does, within the unit of work of the caller."""
    loser, card = _what_was_lost(match)
    catalogue, owned, kept = unit.cards.catalogue(), unit.ledger.owned(loser), keepsakes(unit, loser)
    hands = {hand.id: hand for hand in unit.hands.all(loser)}
    offers: list[Offer] = []
    # Sleeved hands first: what they take is tied up then, and free for no other.
    for hand in sorted(short_of(unit, loser, card), key=lambda hand: not hand.sleeved):
        free = free_copies(owned, [other for other in hands.values() if other.id != hand.id])
        best = best_replacement(card, hand.cards, catalogue, free, kept)
        offer = _offer(hand, card, best, catalogue, owned)
        hands[hand.id] = replace(hand, cards=offer.cards)
        offers.append(offer)
    return Loss(match, loser, card, tuple(offers))


def mend_all(unit: Unit, found: Loss, now: dt.datetime, chosen: Sequence[Offer] | None = None) -> Mending:
    """Take the `chosen` offers of a loss, None means all of them, within the unit of work of the caller."""
    stale = [offer for offer in chosen or () if offer not in found.offers]
    if stale:
        names = (quoted(offer.hand.name) for offer in stale)
        raise HandRefused(*(f"{name}, or what is free for it, has changed since this was shown." for name in names))
    wanted = found.offers if chosen is None else chosen
    mended = tuple(offer for offer in found.offers if offer in wanted and offer.by is not None)
    for offer in mended:
        unit.hands.change(offer.hand, offer.cards, now, because=found.match.id)
    return Mending(found, mended, tuple(offer for offer in found.offers if offer not in mended))


def give_back(unit: Unit, match: Match, now: dt.datetime) -> tuple[GivenBack, ...]:
    """Give the hands that were mended after `match` the cards back that they had before, each its parent version.

    A hand that was changed since, or put away, is left as it is and told too: what its owner did to it counts for more.
    One whose mending was taken back by hand has nothing to be given. Runs in the unit of work that voids the match.
    """
    account = None if match.loser is None else match.seats[match.loser].account
    if account is None or account.kind is not AccountKind.COLLECTOR:
        return ()
    catalogue = unit.cards.catalogue()
    told: list[GivenBack] = []
    for hand in (*unit.hands.all(account), *unit.hands.all(account, archived=True)):
        versions = {version.number: version for version in unit.hands.versions(hand)}
        mended = _mended_for(match, hand, versions)
        if mended is None or mended.parent is None:
            continue
        if mended.number != hand.version or hand.archived:
            told.append(GivenBack(hand, False, _left_words(hand, mended.parent)))
        else:
            before = unit.hands.go_to(hand, mended.parent, now)
            told.append(GivenBack(before, True, _given_back_words(before, mended, catalogue)))
    return tuple(told)


def _mended_for(match: Match, hand: Hand, versions: Mapping[int, HandVersion]) -> HandVersion | None:
    """Give the version made because of `match` that the hand's cards are, or come from; None when they do not."""
    number: int | None = hand.version
    while number is not None:
        if versions[number].because == match.id:
            return versions[number]
        number = versions[number].parent
    return None


def _given_back_words(hand: Hand, mended: HandVersion, catalogue: Catalogue) -> str:
    back = " and ".join(card_label(card, catalogue) for card in hand.cards if card not in mended.cards)
    out = " and ".join(card_label(card, catalogue) for card in mended.cards if card not in hand.cards)
    return f"{quoted(hand.name)} has {back} again in place of {out}."


def _left_words(hand: Hand, before: int) -> str:
    if hand.archived:
        return f"{quoted(hand.name)} was mended and has been put away since; it is left as it is."
    return (
        f"{quoted(hand.name)} was mended and has been changed since, so it is left as it is; "
        f"its cards from before are its version {before}."
    )


def _offer(
    hand: Hand, lost: CardNo, best: Replacement | None, catalogue: Catalogue, owned: Mapping[CardNo, int]
) -> Offer:
    if best is None:
        why = (
            f"No card is free for the place of {card_label(lost, catalogue)}: every other one that is owned is in "
            "this hand, in a sleeved one, or a keepsake."
        )
        return Offer(hand, lost, None, why, hand.cards, hand_faults(hand.cards, catalogue, owned))
    cards = replaced(hand.cards, lost, best.card)
    return Offer(hand, lost, best.card, best.why, cards, hand_faults(cards, catalogue, owned))


def _what_was_lost(match: Match) -> tuple[Account, CardNo]:
    """Give who lost which card in a match. Raises Refused where no collector of this book lost one."""
    seat = match.loser
    if match.status is Status.VOID:
        raise LedgerRefused(f"The match {match.id} was taken back, and its card with it: no hand is short of it.")
    if match.status not in FINISHED:
        raise LedgerRefused(f"The match {match.id} has no result: nobody has lost a card.")
    if seat is None or match.stakes is not Stakes.KEEPS:
        why = "was a draw" if seat is None else "was friendly"
        raise Refused(f"The match {match.id} {why}: nobody lost a card.")
    account, card = match.seats[seat].account, match.seats[seat].ante
    if match.status is Status.UNSETTLED or card is None:
        raise Refused(
            f"The card that was lost in the match {match.id} has not moved yet. "
            f"Once it is known: `mudwater ante complete {match.id}`."
        )
    if account is None or account.kind is not AccountKind.COLLECTOR:
        who = "A program" if account is None else quoted(account.name)
        raise Refused(f"{who} lost the match {match.id}, and has no hands in this book.")
    return account, card


def _refuse_other_than_loser(match: Match, account: Account) -> None:
    seat = match.seat_of(account)
    if seat is None or seat != match.loser:
        raise Refused(f"{quoted(account.name)} did not lose the match {match.id}. Leave `--as` out to see who did.")
