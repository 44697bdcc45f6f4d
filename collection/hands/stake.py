"""What a hand can cost: each of its fourteen cards is the ante one time in fourteen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.state import GAME
from collection.hands.hand import HAND_SIZE, Hand
from collection.hands.legality import hand_faults
from collection.hands.values import Values
from collection.ledger.entry import Account
from collection.ledger.intervals import Interval, Method
from collection.ledger.intervals import share as share_of
from collection.ledger.match import FINISHED, HUMAN, Match, Result
from collection.ledger.price import Price


@dataclass(frozen=True, slots=True)
class LossRecord:
    """How often a collector has lost: `losses` of `games` games that ended, draws among the games."""

    games: int
    losses: int

    @property
    def share(self) -> float | None:
        """The share of games lost, 0 to 1; None without a game."""
        return self.losses / self.games if self.games else None

    @property
    def interval(self) -> Interval | None:
        """The same share with the range that so many games leave open; None without a game."""
        return share_of(self.losses, self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class CardAtStake:
    """What losing one card of a hand would mean."""

    card: CardNo
    owned: int
    keepsake: bool
    value: Price | None
    """The owner's own value; None where nobody has said."""
    breaks: tuple[str, ...]
    """Names of the other legal hands that the loss of one copy would leave without it."""

    @property
    def spares(self) -> int:
        """Copies left over beside the one in the hand; 0 also where none is owned."""
        return max(0, self.owned - 1)

    @property
    def last(self) -> bool:
        """Whether it is the only copy."""
        return self.owned == 1


@dataclass(frozen=True, slots=True)
class Stake:
    """What a hand puts at stake in one game for keeps."""

    cards: tuple[CardAtStake, ...]
    """One for each different card of the hand, in its order."""
    worth: Mapping[str, int]
    """Sum of the cards' values, in hundredths, by currency; cards without a value are left out."""
    unvalued: int
    """How many of the cards have no value."""

    @property
    def last_copies(self) -> tuple[CardNo, ...]:
        """The cards of which there is only one copy."""
        return tuple(one.card for one in self.cards if one.last)

    @property
    def keepsakes(self) -> tuple[CardNo, ...]:
        """The cards that their owner means never to stake."""
        return tuple(one.card for one in self.cards if one.keepsake)

    @property
    def breaks(self) -> tuple[str, ...]:
        """Names of the other legal hands that the loss of some card of this one would break, each once."""
        return tuple(dict.fromkeys(name for one in self.cards for name in one.breaks))


def stake(
    cards: Sequence[CardNo],
    catalogue: Catalogue,
    owned: Mapping[CardNo, int],
    keepsakes: Collection[CardNo],
    values: Values,
    others: Sequence[Hand],
) -> Stake:
    """Give what `cards` put at stake; `others` are the collector's other saved hands that are in use.

    Numbers that are no cards, and doubles, are left out. One copy serves every hand that it is in, for only one hand
    is brought to a game: so losing a card breaks a hand when it was the last copy, and the hand was legal with it.
    """
    numbers = [number for number in dict.fromkeys(cards) if number in catalogue]
    last = {number for number in numbers if owned.get(number, 0) == 1}
    breaks: dict[CardNo, list[str]] = {number: [] for number in last}
    for other in others:
        shared = last.intersection(other.cards)
        if shared and not hand_faults(other.cards, catalogue, owned):
            for number in shared:
                breaks[number].append(other.name)
    at_stake = tuple(
        CardAtStake(
            number,
            owned.get(number, 0),
            number in keepsakes,
            values.of(catalogue[number]),
            tuple(breaks.get(number, ())),
        )
        for number in numbers
    )
    worth = Counter[str]()
    for one in at_stake:
        if one.value is not None:
            worth[one.value.currency] += one.value.minor
    return Stake(at_stake, dict(sorted(worth.items())), sum(one.value is None for one in at_stake))


def own_record(collector: Account, matches: Iterable[Match]) -> LossRecord:
    """Count how often `collector` lost at Mudwater: what all chances of losing a card rest on.

    Every finished game counts that the collector played in person against somebody else's cards, for keeps or friendly,
    here or at a real table; voided ones do not, nor those given up. Games against programs count for a solo collector
    alone, who stakes cards against them: to others they are practice, as rehearsals and branches are to everybody.
    """
    results = [result for match in matches if (result := _result(collector, match)) is not None]
    return LossRecord(len(results), results.count(Result.LOST))


def _result(collector: Account, match: Match) -> Result | None:
    """Give how `collector` fared in a match that counts, None for any other."""
    seat = match.seat_of(collector)
    if seat is None or match.game != GAME or match.status not in FINISHED or len(match.seats) != 2:
        return None
    if not match.counts:
        return None
    mine, theirs = match.seats[seat], match.seats[1 - seat]
    is_against_another = theirs.account is not None and theirs.account.id != collector.id
    is_in_person = mine.player == HUMAN and (theirs.player == HUMAN or collector.solo)
    return mine.result if is_against_another and is_in_person else None


def expected_loss(staked: Stake, share_lost: float) -> Mapping[str, float]:
    """Give what one game for keeps with this hand costs on average, in hundredths, by currency.

    `share_lost` (0 to 1) is the share of games that the collector loses. A lost game costs the ante, which is each of
    the fourteen equally often (ruling 13). Cards without a value count as nothing, so with any it is a lower bound.
    What won games bring is not in it.
    """
    return {currency: share_lost * minor / HAND_SIZE for currency, minor in staked.worth.items()}


def chance_of_losing(record: LossRecord, games: int, copies: int = 1) -> float | None:
    """Give the chance (0 to 1) of losing at least `copies` copies of one card of a hand within `games` games for keeps.

    In each game that card is the ante one time in fourteen (ruling 13) and goes when the game is lost, at the share of
    games that the collector has lost so far. None without a record. It assumes that the hand is played in all of them.
    """
    return None if record.share is None else chance_at(record.share, games, copies)


def chance_at(share_lost: float, games: int, copies: int = 1) -> float:
    """Give the same chance for a collector who loses `share_lost` (0 to 1) of the games, each on its own (binomial).

    It rises with `share_lost`, so an interval of that share is carried through by its ends.
    """
    goes = share_lost / HAND_SIZE
    exactly = (1 - goes) ** games
    fewer = 0.0
    for lost in range(min(copies, games + 1)):
        fewer += exactly
        exactly *= (games - lost) / (lost + 1) * goes / (1 - goes)
    return max(0.0, 1.0 - fewer) if copies <= games else 0.0


def carried(record: LossRecord, reckon: Callable[[float], float]) -> Interval | None:
    """Give what `reckon` makes of the share of games lost, with its range; None without a record.

    `reckon` must not fall where the share rises, as no loss does: so its ends are those of the share.
    """
    lost = record.interval
    if lost is None:
        return None
    return Interval(reckon(lost.estimate), reckon(lost.low), reckon(lost.high), Method.WILSON_CARRIED, lost.confidence)
