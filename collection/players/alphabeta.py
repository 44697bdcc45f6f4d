"""The player that looks ahead: alpha-beta in imagined worlds, the second serious one."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from collection.errors import NotUnderstood
from collection.games.protocol import AnyGame, Believe, Choice, Limit, Thoughts
from collection.ledger.intervals import wilson
from collection.players.search import Reports, least
from collection.text import quoted

PREFIX = "alphabeta:"
"""How it is called: `alphabeta:d3x10` looks 3 moves ahead in 10 worlds, `alphabeta:0.1s` as far as it gets."""

_BUDGET = re.compile(r"d(?P<depth>[1-9])x(?P<worlds>[1-9][0-9]{0,4})|(?P<seconds>[0-9]{1,4}(\.[0-9]{1,3})?)s", re.ASCII)
_WORLDS = 10
"""Worlds that are looked into at each depth by the clock, before it looks a move further."""
_DEEPEST = 9


def alphabeta_player(name: str, game: AnyGame, believe: Believe | None = None) -> AlphaBetaPlayer:
    """Give the player called `name`, which begins with PREFIX. Raises NotUnderstood for what is none of it."""
    found = _BUDGET.fullmatch(name.removeprefix(PREFIX))
    if found is None or (found["seconds"] and not float(found["seconds"])):
        raise NotUnderstood(
            f"{quoted(name)} does not say how far to look ahead: alphabeta:d3x10 looks 3 moves ahead in 10 imagined "
            "worlds, alphabeta:0.1s as far as a tenth of a second allows."
        )
    if game.name != "mudwater":
        raise NotUnderstood(f"Alpha-beta plays Mudwater here, not {game.name}.")
    if found["seconds"]:
        return AlphaBetaPlayer(name, game, believe=believe, seconds=float(found["seconds"]))
    return AlphaBetaPlayer(name, game, believe=believe, depth=int(found["depth"]), worlds=int(found["worlds"]))


class AlphaBetaPlayer:
    """Plays the move that is worth most on the average of some worlds, each played as if all its cards were known.

    By the clock it looks a move further each time that enough worlds were looked into, until the time is up.
    """

    def __init__(
        self,
        name: str,
        game: AnyGame,
        *,
        believe: Believe | None = None,
        depth: int | None = None,
        worlds: int = _WORLDS,
        seconds: float | None = None,
    ) -> None:
        self.name = name
        self.by_clock = seconds is not None
        self._game = game
        self._believe = believe
        self._depth = depth
        self._worlds = worlds
        self._seconds = seconds

    def choose(self, view: Any, rng: random.Random, limit: Limit) -> Choice[Any]:
        """Choose a legal move for the seat that owns `view`; `limit.iterations` counts worlds."""
        from collection.games.mudwater.lookahead import MudwaterLookahead

        begun = limit.clock()
        legal = list(self._game.moves(self._game.guess(view, rng), view.seat))
        if len(legal) == 1:
            return Choice(legal[0], "The only legal move.")
        seconds = least(self._seconds, limit.seconds)
        until = None if seconds is None else begun + seconds
        belief = self._believe(view) if self._believe is not None else None
        thoughts = _thoughts(self._worths(MudwaterLookahead(view, rng, belief), until, limit))
        first = thoughts.options[0]
        worlds = "1 imagined world" if first.visits == 1 else f"{first.visits} imagined worlds"
        return Choice(first.move, f"Worth {first.chance:.0%} in {worlds}.", thoughts)

    def _worths(self, lookahead: Any, until: float | None, limit: Limit) -> list[dict[Any, float]]:
        """Look into world after world until the limit; give what came out at the greatest depth with enough of them."""
        seen: defaultdict[int, list[dict[Any, float]]] = defaultdict(list)
        depth, deepest = self._depth or 1, self._depth or _DEEPEST
        wanted = self._worlds if limit.iterations is None else min(self._worlds, limit.iterations)
        reports = Reports(limit)
        while True:
            found = lookahead.worth(depth)
            if found:
                seen[depth].append(found)
            else:
                depth = deepest = depth - 1
            enough = len(seen[depth]) >= wanted
            if enough and depth < deepest:
                depth += 1
            elif enough and not self.by_clock:
                break
            if not any(seen.values()):
                continue  # no world was looked into to its end so far: there is nothing to choose by
            now = limit.clock()
            if (until is not None and now >= until) or (limit.cancelled is not None and limit.cancelled()):
                break
            reports.give(now, lambda: _thoughts(_deepest(seen, wanted)))
        return _deepest(seen, wanted)


def _deepest(seen: Mapping[int, list[dict[Any, float]]], wanted: int) -> list[dict[Any, float]]:
    """Give the worlds of the greatest depth that half of the wanted ones were looked into at, else of the least."""
    depths = sorted((depth for depth, worlds in seen.items() if worlds), reverse=True)
    return seen[next((depth for depth in depths if len(seen[depth]) * 2 >= wanted), depths[-1])]


def _thoughts(worlds: list[dict[Any, float]]) -> Thoughts[Any]:
    from collection.games.mudwater.lookahead import averaged

    options = averaged(worlds)
    first = options[0]
    return Thoughts(options, first.chance, *wilson(first.chance, first.visits))
