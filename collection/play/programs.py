"""Programs at the table: they choose until a person is to move, or the end."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable

from collection.games.protocol import AnyGame, Limit
from collection.ledger.match import HUMAN
from collection.play.sitting import Sitting
from collection.players.programs import program


def play_out(sitting: Sitting, game: AnyGame, rng: random.Random, clock: Callable[[], dt.datetime]) -> None:
    """Let the programs of `sitting` move until a person is to move or the match is over.

    Each is given its own view and nothing else. Raises as `Sitting.play` does.
    """
    while (name := sitting.player_to_move) is not None and name != HUMAN:
        let_move(sitting, game, rng, clock)


def let_move(sitting: Sitting, game: AnyGame, rng: random.Random, clock: Callable[[], dt.datetime]) -> str:
    """Let the program whose turn it is make one move; give what it says about it (may be empty).

    Does nothing when a person is to move or the match is over.
    """
    seat, name = sitting.to_move, sitting.player_to_move
    if seat is None or name is None or name == HUMAN:
        return ""
    choice = program(name, game).choose(sitting.view(seat), rng, Limit())
    sitting.play(choice.move, clock())
    return choice.remark
