"""Mudwater in the arena: hands that anybody could hold, drawn from the whole catalogue."""

from __future__ import annotations

import random
from collections.abc import Sequence

from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.game import Mudwater, Setup
from collection.games.mudwater.state import Faces, Mode, State
from collection.hands.dealing import draw_hand
from collection.lab.arena import Begin, Report, arena
from collection.players.programs import program


def random_hands(game: Mudwater, catalogue: Catalogue, mode: Mode = Mode.STANDARD) -> Begin:
    """Give what begins games between two hands drawn near the beginners' split, one copy of each card being owned."""
    faces = Faces.of(catalogue)
    owned = {card.number: 1 for card in catalogue}

    def begin(rng: random.Random) -> State:
        black, white = draw_hand(catalogue, owned, rng), draw_hand(catalogue, owned, rng)
        return game.start(Setup(faces, mode, (black, white)))

    return begin


def mudwater_arena(
    catalogue: Catalogue, players: Sequence[str], games: int, seed: int, mode: Mode = Mode.STANDARD
) -> Report:
    """Measure two programs, by name, at Mudwater. Raises NotUnderstood as `program` and `arena` do."""
    game = Mudwater()
    seated = [program(name, game) for name in players]
    return arena(game, random_hands(game, catalogue, mode), seated, games, seed)
