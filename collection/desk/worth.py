"""A hand's worth at the desk: its ladder, its stake, and what it may cost its collector, read from the book at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.desk.collectors import current
from collection.desk.hands import named_hand
from collection.desk.marks import keepsakes
from collection.hands.hand import Hand, HandFault
from collection.hands.ladder import Ladder, ladder
from collection.hands.legality import hand_faults
from collection.hands.stake import LossRecord, Stake, carried, chance_at, expected_loss, own_record, stake
from collection.hands.values import Values
from collection.ledger.entry import Account
from collection.ledger.intervals import Interval
from collection.ledger.match import FINISHED
from collection.store.book import Book, Unit

ASSUMPTIONS = (
    "Chances take it that the hand is played in every one of these games, that the ante is drawn evenly, and that "
    "games are lost as often as so far.",
    "An expected loss leaves out what won games bring.",
)
"""What every chance and expected loss rests on; whoever shows one shows these."""


@dataclass(frozen=True, slots=True)
class Worth:
    """All that a hand can do and cost, by arithmetic."""

    faults: tuple[HandFault, ...]
    """Every reason why it is not legal; none when it is."""
    ladder: Ladder
    stake: Stake
    record: LossRecord
    """The collector's own."""

    @property
    def expected_loss(self) -> Mapping[str, Interval] | None:
        """What one game for keeps costs on average, in hundredths by currency; None without a record.

        Cards without a value count as nothing, so where `stake.unvalued` is not 0 it is a lower bound.
        """
        if not self.record.games:
            return None
        return {
            currency: found for currency in self.stake.worth if (found := self._expected_loss(currency)) is not None
        }

    def chance_of_losing(self, games: int, copies: int = 1) -> Interval | None:
        """Give the chance of losing at least `copies` copies of one of its cards within `games` games for keeps.

        With as many copies as are owned, it is the chance that the last one goes. None without a record.
        """
        return carried(self.record, lambda lost: chance_at(lost, games, copies))

    def _expected_loss(self, currency: str) -> Interval | None:
        return carried(self.record, lambda lost: expected_loss(self.stake, lost)[currency])


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the hands of a collector are judged by, as the book stood at one moment.

    Read once, it judges any cards without the book: a hand that is being built is judged anew at every key.
    """

    collector: Account
    catalogue: Catalogue
    owned: Mapping[CardNo, int]
    keepsakes: frozenset[CardNo]
    values: Values
    hands: tuple[Hand, ...]
    """The saved hands in use."""
    record: LossRecord

    def worth(self, cards: Sequence[CardNo], hand: Hand | None = None) -> Worth:
        """Judge `cards`; `hand` is the saved hand that they are or shall be, which losing a card of them cannot break.

        That hand is told from the others by its id, so that it may have been renamed or changed since.
        """
        others = [other for other in self.hands if hand is None or other.id != hand.id]
        return Worth(
            hand_faults(cards, self.catalogue, self.owned),
            ladder(cards, self.catalogue),
            stake(cards, self.catalogue, self.owned, self.keepsakes, self.values, others),
            self.record,
        )


@dataclass(frozen=True, slots=True)
class HandWorth:
    """A saved hand, judged."""

    hand: Hand
    grounds: Grounds
    worth: Worth


def grounds(book: Book, collector: str | None = None) -> Grounds:
    """Read what the collector's hands are judged by."""
    with book.reading() as unit:
        return grounds_of(unit, current(unit, collector))


def hand_worth(book: Book, collector: str | None, name: str) -> HandWorth:
    """Judge a saved hand. Raises HandRefused, naming the closest names, when there is none."""
    with book.reading() as unit:
        account = current(unit, collector)
        saved = named_hand(unit, account, name)
        found = grounds_of(unit, account)
    return HandWorth(saved, found, found.worth(saved.cards, saved))


def counted_games(collector: Account) -> str:
    """Say in a sentence which games make up the own record (see `own_record`)."""
    against = "people and programs" if collector.solo else "other people, not programs"
    return (
        f"Counted are finished games of Mudwater against {against}, for keeps and friendly, at a real table and here; "
        "none that was taken back."
    )


def grounds_of(unit: Unit, account: Account) -> Grounds:
    """Read what the collector's hands are judged by, within the unit of work of the caller."""
    return Grounds(
        account,
        unit.cards.catalogue(),
        unit.ledger.owned(account),
        keepsakes(unit, account),
        unit.values.all(account),
        unit.hands.all(account),
        own_record(account, unit.matches.all(account, statuses=FINISHED)),
    )
