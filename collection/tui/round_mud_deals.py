"""Deals of MUD, put together card by card: with whom, what one gives, what one wants for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, partial
from typing import cast

from collection.games.mud.cards import IS_RAT, RATS, REGIONS, VOTERS, Card, has
from collection.games.mud.moves import Offer
from collection.games.mud.rules import OFFERS
from collection.games.mud.state import State
from collection.games.mud.telling import card_name
from collection.games.protocol import Seat
from collection.tui.round_sight import Pick, PlainSight, Step


def cards_words(cards: Iterable[Card | None]) -> str:
    """Give cards in words, equal ones once with how many; hidden ones as cards."""
    counts = Counter("a card" if card is None else card_name(card) for card in cards)
    return ", ".join(f"{words}{f' ×{count}' if count > 1 else ''}" for words, count in counts.items())


class DealsOfMud(PlainSight):
    """What of MUD is about deals."""

    @cached_property
    def _known(self) -> State:
        return cast("State", self._at.view.known)

    def deal(self) -> Pick:
        """Give the way to an offer."""
        left = OFFERS - self._known.offers[self._seat]
        return Pick("Offer a deal", f"{left} more this turn", self._why_no_deal(), step=self._with_whom_to_deal)

    def _why_no_deal(self) -> str:
        hand = self._known.hands[self._seat]
        for to in self._known.after(self._seat)[1:]:
            gives = () if not hand or hand[0] is None else (hand[0],)
            wants = () if gives or not self._known.hands[to] else (VOTERS[0],)
            if not (why_not := self.why_not(Offer(to, gives, wants))):
                return ""
        return why_not

    def _with_whom_to_deal(self) -> Step:
        picks = []
        for to in self._known.after(self._seat)[1:]:
            note = f"{len(self._known.hands[to])} cards in hand"
            picks.append(Pick(self.name(to), note, step=partial(self._give, to, ())))
        return Step("A deal with whom?", tuple(picks))

    def _give(self, to: Seat, gives: tuple[Card, ...]) -> Step:
        """Ask what is offered; each card that is picked is added."""
        left = Counter(card for card in self._known.hands[self._seat] if card is not None)
        left.subtract(gives)
        done = Pick("That is what I give" if gives else "I give nothing", step=partial(self._want, to, gives, ()))
        more = [
            Pick(f"+ {card_name(card)}", f"{count} in hand", step=partial(self._give, to, (*gives, card)))
            for card, count in sorted(left.items())
            if count > 0
        ]
        return Step(f"You give {self.name(to)}: {cards_words(gives) or 'nothing yet'}.", (done, *more))

    def _want(self, to: Seat, gives: tuple[Card, ...], wants: tuple[Card, ...]) -> Step:
        """Ask what is wanted: cards that are known to be there first, then any."""
        offer = Offer(to, tuple(sorted(gives)), tuple(sorted(wants)))
        picks = [
            self.pick("Offer it", offer, f"{cards_words(gives) or 'nothing'} for {cards_words(wants) or 'nothing'}")
        ]
        there = sorted({one.card for one in self._known.known if one.owner == to})
        picks += [self._wanted(to, gives, wants, card, "known to be there") for card in there]
        for region in REGIONS:
            cards = tuple(card for card in VOTERS if has(card, region))
            step = partial(self._want_one, to, gives, wants, cards)
            picks.append(Pick(f"+ a {region.capitalize()} Voter", step=step))
        picks.append(Pick("+ a RAT", step=partial(self._want_one, to, gives, wants, tuple(sorted(IS_RAT & set(RATS))))))
        return Step(f"You want of {self.name(to)}: {cards_words(wants) or 'nothing yet'}.", tuple(picks))

    def _want_one(self, to: Seat, gives: tuple[Card, ...], wants: tuple[Card, ...], cards: tuple[Card, ...]) -> Step:
        return Step("Which one?", tuple(self._wanted(to, gives, wants, card, "") for card in cards))

    def _wanted(self, to: Seat, gives: tuple[Card, ...], wants: tuple[Card, ...], card: Card, note: str) -> Pick:
        # Where they hold no more cards than are wanted already, the rules say so before the offer is made.
        many = Offer(to, tuple(sorted(gives)), tuple(sorted((*wants, card))))
        step = partial(self._want, to, gives, (*wants, card))
        return Pick(f"+ {card_name(card)}", note, self.why_not(many), step=step)
