"""Suggested hands at the desk: the beginners' split, the strongest, the cheapest to lose; and filling one up.

What is read from the book is read at once; games are played out after the book is let go again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from collection.catalogue.card import CardNo
from collection.desk.collectors import current
from collection.desk.hands import named_hand
from collection.desk.marks import keepsakes
from collection.errors import CollectionError, HandRefused
from collection.hands.advice import KEPT, MUST, By, Pick, Supply, complete
from collection.hands.cheapest import cheapest_first
from collection.hands.dealing import draw_hand
from collection.hands.hand import HAND_SIZE, Hand
from collection.hands.keepsakes import StakeWarning, stake_warnings
from collection.hands.legality import hand_faults
from collection.hands.stake import Stake, stake
from collection.hands.values import Values
from collection.ledger.entry import Account
from collection.store.book import Book, Unit
from collection.text import clean_name, quoted

if TYPE_CHECKING:
    from collection.lab.strength import Strongest, Watch


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a collector asks of a suggested hand."""

    must: tuple[CardNo, ...] = ()
    """Cards that have to be in it."""
    never: tuple[CardNo, ...] = ()
    """Cards that may not be, beside the keepsakes: those come in only for want of other cards."""
    leave: tuple[str, ...] = ()
    """Names of hands that keep a copy of each of their cards, as sleeved ones do in any case."""
    editing: str = ""
    """The saved hand that it is wanted for, if any: its own copies are free to it, sleeved or not."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A hand that is suggested, and all that speaks for and against it."""

    by: By
    picks: tuple[Pick, ...]
    """Fourteen cards by Level, each with its reason."""
    stake: Stake
    warnings: tuple[StakeWarning, ...]
    """Keepsakes in it."""
    notes: tuple[str, ...] = ()
    """What it assumes, in whole sentences."""
    found: Strongest | None = None
    """How the strongest hand was told from others."""

    @property
    def cards(self) -> tuple[CardNo, ...]:
        """The numbers, in order."""
        return tuple(sorted(pick.card for pick in self.picks))


def look_for_name(book: Book, collector: str | None, name: str) -> None:
    """See whether a hand can be saved under `name`, before one is searched for that takes its time.

    Raises HandRefused when the name is in use, and NotUnderstood when it is none.
    """
    wanted = clean_name(name, what="hand's name")
    with book.reading() as unit:
        unit.hands.free_name(current(unit, collector), wanted)


def suggest(
    book: Book,
    collector: str | None,
    by: By,
    wishes: Wishes = Wishes(),
    *,
    seed: int = 0,
    games: int | None = None,
    watch: Watch | None = None,
) -> Suggestion:
    """Suggest a legal hand from the free cards; nothing is saved.

    The split and the cheapest stake are told by arithmetic, a draw by `seed`. The strongest is searched in `games`
    games (by default as many as take a few seconds) that fall by `seed`, beside every saved hand that `wishes` allow;
    `watch` is told how far it is and can stop it. Raises HandRefused with every reason why there is no such hand, and
    NotUnderstood for too few games.
    """
    wanted = _Wanted.read(book, collector, wishes)
    return wanted.strongest(seed, games, watch) if by is By.STRENGTH else wanted.told(by, seed)


def suggest_all(
    book: Book,
    collector: str | None,
    wishes: Wishes = Wishes(),
    *,
    seed: int = 0,
    games: int | None = None,
    watch: Watch | None = None,
) -> tuple[Suggestion, Suggestion, Suggestion]:
    """Suggest by split, by stake and by strength, as `suggest` does; the games compare all three with one another."""
    wanted = _Wanted.read(book, collector, wishes)
    split, cheapest = wanted.told(By.SPLIT, seed), wanted.told(By.STAKE, seed)
    return split, cheapest, wanted.strongest(seed, games, watch, beside=[cheapest])


def fill_hand(
    book: Book,
    collector: str | None,
    cards: Sequence[CardNo],
    *,
    never: Sequence[CardNo] = (),
    leave: Sequence[str] = (),
    editing: str = "",
) -> tuple[Pick, ...]:
    """Fill up a hand to fourteen by the beginners' split: `cards` stay as they are, and first; nothing is saved.

    Only copies that are free come in: none of a sleeved hand, none of the hands named in `leave`. `editing` is the name
    of the saved hand that is being filled, whose own copies are free to it. Raises HandRefused with every reason when
    it cannot be filled, or is full.
    """
    if len(cards) >= HAND_SIZE:
        raise HandRefused(f"This hand has {len(cards)} cards and is full: take one out first.")
    wishes = Wishes(never=tuple(never), leave=tuple(leave), editing=editing)
    with book.reading() as unit:
        supply, faults = _supply(unit, current(unit, collector), wishes)
    if faults:
        raise HandRefused(*faults)
    return complete([Pick(number, KEPT) for number in cards], supply)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What was asked for, and everything in the book that bears on it."""

    wishes: Wishes
    supply: Supply
    hands: tuple[Hand, ...]
    values: Values

    @classmethod
    def read(cls, book: Book, collector: str | None, wishes: Wishes) -> _Wanted:
        """Read the book. Raises HandRefused with every reason why no hand can be made."""
        with book.reading() as unit:
            account = current(unit, collector)
            supply, unknown = _supply(unit, account, wishes)
            hands, values = unit.hands.all(account), unit.values.all(account)
        faults = (*unknown, *supply.faults(must=wishes.must))
        if faults:
            raise HandRefused(*faults)
        return cls(wishes, supply, hands, values)

    @property
    def must(self) -> tuple[Pick, ...]:
        """The cards that have to be in."""
        return tuple(Pick(number, MUST) for number in dict.fromkeys(self.wishes.must))

    def told(self, by: By, seed: int) -> Suggestion:
        """Suggest what needs no games."""
        if by is By.DRAW:
            return self._suggestion(by, self._drawn(random.Random(seed)))
        if by is By.SPLIT:
            return self._suggestion(by, complete(self.must, self.supply))
        cheapest = cheapest_first(self.supply, self.values, self.hands)
        return self._suggestion(by, complete(self.must, self.supply, cheapest.order), cheapest.notes)

    def strongest(
        self, seed: int, games: int | None, watch: Watch | None, *, beside: Sequence[Suggestion] = ()
    ) -> Suggestion:
        """Search for the strongest."""
        from collection.lab.strength import GAMES, Contender, Watch, greedy_trial, least_games, strongest

        saved, left_out = self._comparable()
        found = strongest(
            complete(self.must, self.supply),
            self.supply,
            greedy_trial(self.supply.catalogue, seed),
            saved=saved,
            beside=[Contender("", one.picks) for one in beside],
            must=self.wishes.must,
            games=max(GAMES, least_games(len(saved) + len(beside))) if games is None else games,
            seed=seed,
            watch=watch or Watch(),
        )
        return self._suggestion(By.STRENGTH, found.hand.picks, left_out, found)

    def _drawn(self, rng: random.Random) -> tuple[Pick, ...]:
        """Draw a hand, with what must be in put in the place of drawn cards of the nearest Level."""
        kept = {pick.card for pick in self.must}
        free = {card.number: self.supply.free[card.number] for card in self.supply.open(kept)}
        catalogue = self.supply.catalogue
        drawn = list(draw_hand(catalogue, {**free, **dict.fromkeys(kept, 1)}, rng))
        for number in kept - set(drawn):
            level = catalogue[number].level
            others = [other for other in drawn if other not in kept]
            drawn.remove(min(others, key=lambda other: (abs(catalogue[other].level - level), other)))
            drawn.append(number)
        return tuple(Pick(number, MUST if number in kept else "drawn, near the beginners' split") for number in drawn)

    def _comparable(self) -> tuple[Mapping[str, tuple[CardNo, ...]], tuple[str, ...]]:
        """Give the saved hands that could be suggested too, and a sentence about the legal ones that could not."""
        must = {pick.card for pick in self.must}
        open_cards = must.union(card.number for card in self.supply.open(must))
        legal = [one for one in self.hands if not hand_faults(one.cards, self.supply.catalogue, self.supply.owned)]
        fits = {one.name: one.cards for one in legal if must <= set(one.cards) <= open_cards}
        others = [quoted(one.name) for one in legal if one.name not in fits]
        why = "a card of it is not free or not to be staked here, or one that must be held is missing"
        return fits, (f"Not compared, since {why}: {', '.join(others)}.",) if others else ()

    def _suggestion(
        self, by: By, picks: Sequence[Pick], notes: tuple[str, ...] = (), found: Strongest | None = None
    ) -> Suggestion:
        supply, numbers = self.supply, [pick.card for pick in picks]
        in_order = sorted(picks, key=lambda pick: supply.catalogue[pick.card].level)
        others = [one for one in self.hands if set(one.cards) != set(numbers)]
        staked = stake(numbers, supply.catalogue, supply.owned, supply.keepsakes, self.values, others)
        warnings = stake_warnings(sorted(numbers), supply.catalogue, supply.owned, supply.keepsakes)
        return Suggestion(by, tuple(in_order), staked, warnings, notes, found)


def _supply(unit: Unit, account: Account, wishes: Wishes) -> tuple[Supply, tuple[str, ...]]:
    """Give what a hand can be made from, and a sentence for each name in `wishes` that is no hand's."""
    whole = {hand.id: hand for hand in unit.hands.all(account) if hand.sleeved and hand.name != wishes.editing}
    unknown: list[str] = []
    for name in wishes.leave:
        try:
            left = named_hand(unit, account, name)
        except CollectionError as no:
            unknown += no.reasons
        else:
            whole[left.id] = left
    catalogue, owned = unit.cards.catalogue(), unit.ledger.owned(account)
    kept = keepsakes(unit, account)
    return Supply(catalogue, owned, kept, frozenset(wishes.never), tuple(whole.values())), tuple(unknown)
