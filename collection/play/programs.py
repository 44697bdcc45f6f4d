"""Programs at the table: they choose until a person is to move, or the end."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from typing import Any

from collection.games.protocol import AnyGame, Believe, Choice, Limit, Player
from collection.ledger.match import HUMAN
from collection.play.sitting import Sitting
from collection.players.programs import program

_AS_IT_LIKES = Limit()


class Programs:
    """The programs that play one match, each made once: what a search thought about before is not lost to it.

    They hold nothing of the match itself. A match taken up anew gets new ones, which begin to think from its view.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._sitting_down: dict[tuple[int, str], Player] = {}

    def choose(
        self,
        sitting: Sitting,
        seat: int,
        name: str,
        rng: random.Random,
        limit: Limit = _AS_IT_LIKES,
        believe: Believe | None = None,
    ) -> Choice[Any]:
        """Let the program called `name` choose for `seat`, whose turn it is, from its view alone.

        `believe`, about the rival's hand, counts when it first chooses in this match.
        Raises NotUnderstood where no program is called that.
        """
        player = self._sitting_down.get((seat, name))
        if player is None:
            player = self._sitting_down[seat, name] = program(name, self._game, believe)
        return player.choose(sitting.view(seat), rng, limit)


def play_out(sitting: Sitting, game: AnyGame, rng: random.Random, clock: Callable[[], dt.datetime]) -> None:
    """Let the programs of `sitting` move until a person is to move or the match is over.

    Each is given its own view and nothing else. Raises as `Sitting.play` does.
    """
    programs = Programs(game)
    while (name := sitting.player_to_move) is not None and name != HUMAN:
        let_move(sitting, programs, rng, clock)


def let_move(
    sitting: Sitting,
    programs: Programs,
    rng: random.Random,
    clock: Callable[[], dt.datetime],
    *,
    limit: Limit = _AS_IT_LIKES,
    left: Callable[[], bool] = lambda: False,
    believe: Believe | None = None,
) -> str:
    """Let the program whose turn it is make one move; give what it says about it (may be empty).

    It thinks as long as it likes within `limit`, and `programs` keep it for its next move. Does nothing when a person
    is to move or the match is over, and where by the time that it has chosen whoever let it move has `left`, or moves
    were taken back meanwhile or the match ended: then the match waits as it is. `believe`, about the rival's hand, is
    as in `Programs.choose`.
    """
    seat, name = sitting.to_move, sitting.player_to_move
    if seat is None or name is None or name == HUMAN:
        return ""
    before = sitting.history
    choice = programs.choose(sitting, seat, name, rng, limit, believe)
    if left() or sitting.to_move is None or sitting.history != before:
        return ""
    sitting.play(choice.move, clock())
    return choice.remark
