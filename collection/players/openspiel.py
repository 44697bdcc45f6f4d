"""OpenSpiel's information-set search at our table: the yardstick that researchers know."""

from __future__ import annotations

import importlib.util
import random
import re
from typing import Any

from collection.errors import NotUnderstood
from collection.games.protocol import AnyGame, Choice, Limit
from collection.text import quoted

PREFIX = "openspiel:"
"""What its names begin with: `openspiel:200` makes 200 simulations a move, `openspiel:0.1s` thinks so many seconds."""

_BUDGET = re.compile(r"(?P<simulations>[1-9][0-9]{0,8})|(?P<seconds>[0-9]{1,4}(\.[0-9]{1,3})?)s", re.ASCII)
_EXPLORATION = 2.0
"""What OpenSpiel calls uct_c, as its own example has it; against 1 it scored 0.46 (0.37 to 0.55, 120 games at 200)."""


def openspiel_player(name: str, game: AnyGame) -> OpenSpielPlayer:
    """Give the player called `name`, which begins with PREFIX.

    Raises NotUnderstood for what is no budget, for a game other than Mudwater, and where OpenSpiel is not installed.
    """
    budget = _BUDGET.fullmatch(name.removeprefix(PREFIX))
    seconds = float(budget["seconds"]) if budget and budget["seconds"] else None
    if budget is None or seconds == 0:
        raise NotUnderstood(
            f"{quoted(name)} does not say how long OpenSpiel may think: openspiel:200 makes 200 simulations a move, "
            "openspiel:0.1s thinks a tenth of a second."
        )
    if game.name != "mudwater":
        raise NotUnderstood(f"OpenSpiel plays Mudwater here, not {game.name}.")
    if importlib.util.find_spec("pyspiel") is None:
        raise NotUnderstood(
            f"{quoted(name)} needs OpenSpiel, which is not installed: pip install 'mudwater-collection[openspiel]'."
        )
    simulations = int(budget["simulations"]) if budget["simulations"] else None
    return OpenSpielPlayer(name, game, Limit(seconds, simulations))


class OpenSpielPlayer:
    """Asks OpenSpiel's Python ISMCTSBot, with random rollouts, in a game that begins where the view stands.

    Its imagined games are drawn as `Table.imagined` does: every hidden hand that agrees with the view is as likely as
    any other. It keeps nothing from move to move.
    """

    def __init__(self, name: str, game: AnyGame, budget: Limit) -> None:
        self.name = name
        self.by_clock = budget.seconds is not None
        self._game = game
        self._budget = budget

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        """Choose the move visited most, of several one drawn; its own budget or `limit` ends it, the first that is up.

        Two simulations are made however short the time: the bot's first one only looks at the moves there are.
        """
        import numpy as np
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        from collection.games.mudwater.openspiel import MudwaterGame

        game = MudwaterGame.at(self._game.guess(view, rng))
        state = game.new_initial_state()
        if len(state.legal_actions()) == 1:
            return self._choice(view, state, state.legal_actions()[0], "The only legal move.")
        luck = np.random.RandomState(rng.getrandbits(32))
        most = _least(self._budget.iterations, limit.iterations)
        seconds = _least(self._budget.seconds, limit.seconds)
        bot = ISMCTSBot(game, RandomRolloutEvaluator(1, luck), _EXPLORATION, most, random_state=luck)
        # What its run_search does, with a clock beside the counter, and without comparing every imagined root.
        root = bot.create_new_node(state)
        until = None if seconds is None else limit.clock() + seconds
        made = 0
        while made < 2 or not _is_up(made, most, until, limit):
            bot.run_simulation(state.resampled(view.seat, rng))
            made += 1
        policy = bot.get_final_policy(state, root)
        action = rng.choice([action for action, chance in policy if chance > 0])
        visits = root.child_info[action].visits
        return self._choice(view, state, action, f"Visited in {visits} of {made} simulations.")

    def _choice(self, view: Any, state: Any, action: int, remark: str) -> Choice[Any]:
        return Choice(self._game.read(view.known, state.table.written(action)), remark)


def _is_up(made: int, most: int | None, until: float | None, limit: Limit) -> bool:
    """Say whether simulations, time or somebody's patience are at an end."""
    if (most is not None and made >= most) or (limit.cancelled is not None and limit.cancelled()):
        return True
    return until is not None and limit.clock() >= until


def _least(one: Any, other: Any) -> Any:
    """Give the lesser of two limits, where None is none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
