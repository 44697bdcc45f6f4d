"""The ladder of a hand tried out: its counted ways up, and what came of them in games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from collection.catalogue.card import EDGES, CardNo
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.state import Mode
from collection.hands.ladder import Ladder, ladder
from collection.lab.simulation import Simulation, Use, simulate
from collection.ledger.intervals import Interval, share

SELDOM = 1 / 20
"""A card that gets onto the board face up in a smaller share of the games where it is in hand is dead weight."""
FEWEST_GAMES = 20
"""In fewer games in hand no card is called dead weight for how it was played: one game would be more than SELDOM."""
_PLAYED_WITH = frozenset({"number", "level", *EDGES})
"""The fields of a card that decide a game of standard mode."""


class Why(StrEnum):
    """Why a card is dead weight."""

    NO_WAY_UP = "no-way-up"
    """No card of the hand below it, at some Level: it waits for a square to be captured."""
    SELDOM_PLAYED = "seldom-played"
    """It has a way up, but was played face up in less than 1 of 20 games where it was in hand."""


@dataclass(frozen=True, slots=True)
class LadderReport:
    """The ladder of a hand, counted, and tried out in games where there is a `simulation`."""

    ladder: Ladder
    simulation: Simulation | None = None

    @property
    def dead_weight(self) -> dict[CardNo, Why]:
        """The cards that are dead weight, by number of the card, each with the reason."""
        shut = dict.fromkeys(self.ladder.dead_weight, Why.NO_WAY_UP)
        seldom = {
            card: Why.SELDOM_PLAYED
            for card, use in self._uses.items()
            if use.held >= FEWEST_GAMES and use.share < SELDOM
        }
        return dict(sorted((seldom | shut).items()))

    def played(self, card: CardNo) -> Interval | None:
        """Give the share of the games with `card` in hand in which it was played face up; None without such a game."""
        use = self._uses.get(card)
        return share(use.face_up, use.held) if use is not None and use.held else None

    @property
    def _uses(self) -> Mapping[CardNo, Use]:
        return {} if self.simulation is None else self.simulation.uses


def tried_out(
    catalogue: Catalogue, cards: Sequence[CardNo], games: int, seed: int, mode: Mode = Mode.STANDARD
) -> LadderReport:
    """Count a hand's ways up and play `games` games with it; one seed plays the same games. Raises as `simulate`."""
    return LadderReport(ladder(cards, catalogue), simulate(catalogue, cards, games, seed, mode))


ANY_RIVAL = "Every rival hand was drawn from the whole set near the beginners' split 5/3/2/2/1 + 1"


def assumptions(catalogue: Catalogue, rivals: str = ANY_RIVAL) -> tuple[str, ...]:
    """Say in sentences what was simulated; whoever shows a share of games shows these. `rivals` says who was met."""
    return (
        "Tried out with a greedy player in both seats: people play otherwise.",
        f"{rivals}; seats and the first turn took turns.",
        *unsure(catalogue),
    )


def unsure(catalogue: Catalogue) -> tuple[str, ...]:
    """Say in a sentence how many cards are played with edges or a Level that nobody has confirmed; nothing if none."""
    count = sum(not card.confirmed.issuperset(_PLAYED_WITH) for card in catalogue)
    some = f"{count} of the" if count < len(catalogue) else "all"
    return (f"Level or edges of {some} {len(catalogue)} cards are stand-ins, in these games too.",) if count else ()
