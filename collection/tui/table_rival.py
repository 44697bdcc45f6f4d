"""The rival's hand by guess: what a seat knows of it for certain, and what is likely, told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from textual.content import Content

from collection.catalogue.card import CardNo, Level
from collection.games.mudwater.state import View
from collection.games.protocol import AnyGame
from collection.tui.face import OWNER_MARKS
from collection.tui.hands_cards import card_line, cards_word
from collection.tui.table_sight import Sight
from collection.tui.text import plain_content

if TYPE_CHECKING:
    from collection.players.beliefs import SeenCards

_DRAWS = 200
"""Hands that are drawn to see how often a card is in them."""
_BAR = 16
"""Cells for a Level with eight cards."""


@dataclass(frozen=True, slots=True)
class RivalHand:
    """What is known and guessed of the other hand, by one seat."""

    seat: int
    """Whose hand it is."""
    size: int
    lacks: frozenset[Level]
    """Levels that a pass has shown it not to hold."""
    levels: Mapping[Level, float]
    """Guessed: how many cards of each Level are in it."""
    seen: Mapping[CardNo, float]
    """Guessed: cards that this rival was seen with in earlier games, and the chance that each is in it now."""

    def line(self) -> str:
        """Give it in one short line, `~` before all that is guessed."""
        guess = " ".join(f"{level.name}~{self.levels[level]:.0f}" for level in Level if level not in self.lacks)
        lacks = "".join(f" no {level.name}" for level in sorted(self.lacks))
        mark = OWNER_MARKS[self.seat]
        return f"{mark} {cards_word(self.size)}: {guess}{lacks}" if self.size else f"{mark} No cards in hand."

    def page(self, name: str, sight: Sight) -> list[Content]:
        """Give all of it: what is certain first, then the guess."""
        lacking = ", ".join(level.name for level in sorted(self.lacks))
        known = [f"{name} holds {cards_word(self.size)}."]
        if lacking:
            known.append(f"A pass is forced, so it told: no card of Level {lacking} is among them.")
        parts = [Content.styled("Known", "bold"), *(plain_content(line, cells=300) for line in known)]
        if not self.size:
            return parts
        parts += [Content(""), Content.styled("Guessed, by Level", "bold")]
        for level in Level:
            count = self.levels[level]
            bar = "none: known" if level in self.lacks else f"{'█' * round(count * _BAR / 8):<{_BAR}} about {count:.1f}"
            parts.append(Content(f"{level.diamonds:<5} {bar}"))
        parts += [Content(""), Content.styled("Guessed, from earlier games", "bold")]
        likely = sorted(self.seen.items(), key=lambda pair: (-pair[1], pair[0]))
        parts += [plain_content(f"{share:>4.0%} {card_line(sight.printed(card))}") for card, share in likely]
        if not likely:
            parts.append(Content("Nothing that was seen of them before can be in this hand."))
        why = "Drawn from the usual split of Levels and from what they have shown; a rival may play anything else."
        return [*parts, Content(""), plain_content(why, "dim", cells=200)]


def rival_hand(game: AnyGame, view: View, believe: SeenCards | None, rng: Random) -> RivalHand:
    """Draw the hand opposite many times as `view` allows it, by the Level curve and what was seen before; count."""
    from collection.players.beliefs import level_curve

    rival = 1 - view.seat
    side = view.known.sides[rival]
    belief = believe(view) if believe is not None else level_curve(view)
    cards: Counter[CardNo] = Counter()
    for _ in range(_DRAWS):
        cards.update(game.guess(view, rng, belief).sides[rival].hand)
    levels: Counter[Level] = Counter()
    for card, count in cards.items():
        levels[Level(view.known.faces[card].level)] += count
    seen = believe.cards if believe is not None else frozenset()
    return RivalHand(
        rival,
        side.size,
        side.lacks,
        {level: levels[level] / _DRAWS for level in Level},
        {card: cards[card] / _DRAWS for card in seen if cards[card]},
    )
