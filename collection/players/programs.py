"""The programs that can sit down, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from collection.errors import NotUnderstood
from collection.games.mudwater.game import Mudwater
from collection.games.protocol import AnyGame, Believe, Limit, Player
from collection.players import alphabeta, openspiel
from collection.players.greedy import GreedyPlayer
from collection.players.levels import LEVELS
from collection.players.random import RandomPlayer
from collection.players.search import SearchPlayer
from collection.text import quoted

LINES: Mapping[str, str] = {
    RandomPlayer.name: "Any legal move.",
    GreedyPlayer.name: "Takes what it can at once.",
    **{level.name: level.line for level in LEVELS},
}
"""Every program, weakest first, with a line that says what to expect."""
NAMES: tuple[str, ...] = tuple(LINES)
"""Every program, weakest first."""
USUAL = "steady"
"""The program to play against where nobody named one."""
SEARCH = "search:"
"""How a search of a given length is called: `search:200` imagines 200 games a move, `search:0.1s` thinks so long."""
UNLEARNED = "unlearned:"
"""The same of Mudwater without what the search has learned: it plays what it imagines to the end."""

_BUDGET = re.compile(r"(?P<iterations>[1-9][0-9]{0,8})|(?P<seconds>[0-9]{1,4}(\.[0-9]{1,3})?)s", re.ASCII)


def program(name: str, game: AnyGame, believe: Believe | None = None) -> Player:
    """Give the program called `name` for `game`. Raises NotUnderstood, naming those there are.

    Beside NAMES there are a search as long as wished (`search:200`, `search:0.1s`), one of Mudwater without what was
    learned (`unlearned:200`), alpha-beta (`alphabeta:d3x10`, `alphabeta:0.1s`), and `openspiel:200`, OpenSpiel's own
    player, where that is installed (`openspiel.PREFIX`).
    `believe` is what those that imagine a rival's cards take for likely (`beliefs`): unless said, and always for
    OpenSpiel's, every hidden hand is as likely as any other.
    """
    if name == RandomPlayer.name:
        return RandomPlayer(game)
    if name == GreedyPlayer.name:
        return GreedyPlayer(game)
    for level in LEVELS:
        if name == level.name:
            return SearchPlayer(name, game, level.budget_at(game), believe)
    if name.startswith((SEARCH, UNLEARNED)):
        return _search(name, game, believe)
    if name.startswith(alphabeta.PREFIX):
        return alphabeta.alphabeta_player(name, game, believe)
    if name.startswith(openspiel.PREFIX):
        return openspiel.openspiel_player(name, game)
    raise NotUnderstood(
        f"No program is called {quoted(name)}: there are {', '.join(NAMES)}, and for the lab others as long as wished, "
        "such as search:200 and alphabeta:d3x10."
    )


def _search(name: str, game: AnyGame, believe: Believe | None) -> Player:
    """Give a search of the length that its name says. Raises NotUnderstood also where nothing was learned."""
    if name.startswith(SEARCH):
        return SearchPlayer(name, game, _budget(name, SEARCH), believe)
    if not isinstance(game, Mudwater):
        raise NotUnderstood(f"{quoted(name)} is a program for mudwater: of {game.name} nothing was learned.")
    return SearchPlayer(name, Mudwater(learned=False), _budget(name, UNLEARNED), believe)


def _budget(name: str, prefix: str) -> Limit:
    """Read how long a search is to think. Raises NotUnderstood for what says nothing of the kind."""
    found = _BUDGET.fullmatch(name.removeprefix(prefix))
    if found is None or (found["seconds"] and not float(found["seconds"])):
        raise NotUnderstood(
            f"{quoted(name)} does not say how long to search: {prefix}200 imagines 200 games a move, "
            f"{prefix}0.1s thinks a tenth of a second."
        )
    return Limit(float(found["seconds"])) if found["seconds"] else Limit(iterations=int(found["iterations"]))
