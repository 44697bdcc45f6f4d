"""Mudwater in the arena: hands that anybody could hold, drawn from the whole catalogue."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from collection.catalogue.catalogue import Catalogue
from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.state import Faces, Mode, State
from collection.hands.dealing import draw_hand
from collection.lab.arena import Contest
from collection.lab.ladder import unsure
from collection.players.programs import program


@dataclass(frozen=True, slots=True)
class RandomHands:
    """Begins games between two hands drawn near the beginners' split, one copy of each card being owned."""

    game: Mudwater
    catalogue: Catalogue
    mode: Mode = Mode.STANDARD

    def __call__(self, rng: random.Random) -> State:
        """Draw both hands; Black begins."""
        owned = {card.number: 1 for card in self.catalogue}
        hands = draw_hand(self.catalogue, owned, rng), draw_hand(self.catalogue, owned, rng)
        return self.game.start(Setup(Faces.of(self.catalogue), self.mode, hands))


def mudwater_contest(catalogue: Catalogue, players: Sequence[str], mode: Mode = Mode.STANDARD) -> Contest:
    """Let two programs, by name, meet at Mudwater. Raises NotUnderstood for other than two, or as `program` does."""
    if len(players) != 2:
        raise NotUnderstood(f"The arena takes two players, and {len(players)} are named.")
    game = Mudwater()
    for name in players:
        program(name, game)
    one, other = (partial(program, name, game) for name in players)
    return Contest(game, RandomHands(game, catalogue, mode), (one, other))


def assumptions(catalogue: Catalogue) -> tuple[str, ...]:
    """Say in sentences what a score of the arena takes for granted; whoever shows one shows these."""
    return (
        "Each start was played twice, the players exchanged; "
        "hands were drawn from the whole set near the beginners' split 5/3/2/2/1 + 1.",
        *unsure(catalogue),
    )
