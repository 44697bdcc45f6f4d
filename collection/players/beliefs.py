"""What is likely of the cards that a rival hides in Mudwater: by the Level curve, or because they were seen before.

A belief rests on a view and on what was known before the game. It says how often a card is drawn into the hands that a
search imagines, and never rules one out that the view allows, except where all fourteen are taken for known.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.games.mudwater.state import View
from collection.games.protocol import Belief
from collection.hands.dealing import BEGINNERS_SPLIT
from collection.hands.hand import HAND_SIZE

_FREE = HAND_SIZE - sum(BEGINNERS_SPLIT.values())
"""Cards of a hand that the split leaves open: any card may be one."""
_SURE = 1 - 1e-6


@dataclass(frozen=True, slots=True)
class Weights:
    """A belief that is written down card by card; a card that is not in it weighs nothing."""

    by_card: Mapping[CardNo, float]

    def weight(self, card: int) -> float:
        """Give the relative weight of `card`, 0 or more."""
        return self.by_card.get(card, 0.0)


def level_curve(view: View) -> Belief:
    """Believe that the rival brought the beginners' split 5/3/2/2/1 + 1 (ruling 17: advice, never a rule).

    What it has shown of a Level is no longer expected of it; within a Level every card is as likely as any other, and
    by the free card no Level is ruled out.

    No program believes it unasked. Of two searches alike but for it, the one with it scored 51 % (50 to 53, 3,600 games
    at 200 to 1,000 imagined games a move) where hands were near the split, and 43 % (39 to 47, 400 games) at 8/6/0/0/0.
    Where searches judged nothing by what was learned from self-play, it was 54 % (52 to 56, 2,400 games): what was
    learned has much of it already.
    """
    return _drawn(view, _by_level(view))


@dataclass(frozen=True, slots=True)
class SeenCards:
    """Believe that the rival brought `cards` again, which were seen with it in earlier games, or are a hand it saved.

    `again` is the chance, 0 to 1, that it brought a certain one of them: 1, unless said, is what a rehearsal takes for
    granted. Where they are more than it can hold, each is as likely as the others; what they leave of the hand follows
    the Level curve.
    """

    cards: frozenset[CardNo]
    again: float = 1.0

    def __call__(self, view: View) -> Belief:
        """Give the belief about what is still hidden in `view`."""
        chances = _by_level(view)
        theirs = self.cards & chances.keys()
        if not theirs:
            return _drawn(view, chances)
        hidden = sum(chances.values())
        each = min(self.again, hidden / len(theirs))
        others = sum(chance for card, chance in chances.items() if card not in theirs)
        scale = (hidden - each * len(theirs)) / others if others else 0.0
        return _drawn(view, {card: each if card in theirs else chance * scale for card, chance in chances.items()})


def _by_level(view: View) -> dict[CardNo, float]:
    """Give for each card that the rival has not shown the chance that it brought it; together, the cards it hides."""
    state, rival = view.known, 1 - view.seat
    piles = (square.pile for square in state.board if square is not None)
    shown = {piece.card for pile in piles for piece in pile if piece.by == rival and piece.card is not None}
    unseen = {card: face.level for card, face in state.faces.items() if card not in shown}
    left = Counter(unseen.values())
    brought = Counter(state.faces[card].level for card in shown)
    of_level = {
        level: max(0, BEGINNERS_SPLIT[level] - brought[level]) / count + _FREE / len(unseen)
        for level, count in left.items()
    }
    # More of a Level than the split has was somebody's free card: what is expected of the others goes down by that.
    scale = (HAND_SIZE - len(shown)) / sum(of_level[level] for level in unseen.values())
    return {card: of_level[level] * scale for card, level in unseen.items()}


def _drawn(view: View, chances: Mapping[CardNo, float]) -> Belief:
    """Give the weights by which cards are drawn, one after the other, into a hand with these chances of being brought.

    The ante and the rocks are brought too, and not in the hand. A draw by weights is a race of clocks that ring at
    their rates (Efraimidis and Spirakis, 2006): to be in with a chance of p, a card needs the rate -log(1 - p).
    """
    hidden = sum(chances.values())
    in_hand = view.known.sides[1 - view.seat].size / hidden if hidden else 0.0
    return Weights({card: -math.log1p(-min(_SURE, chance * in_hand)) for card, chance in chances.items()})
