"""Ways to a game of several seats: a new one, one that was left, one more of the same."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from collection.catalogue.card import STAND_IN_MARK
from collection.games.registry import TITLES
from collection.ledger.match import Match
from collection.text import plain

if TYPE_CHECKING:
    from collection.games.written import WrittenGame
    from collection.play.gathering import Gathering
    from collection.play.sitting import Sitting
    from collection.store.book import Book

MUDWATER = "mudwater"


def title_of(game: str) -> str:
    """Give what a game is called."""
    return TITLES.get(game, game)


def stand_in_note(game: WrittenGame) -> str:
    """Say how much of a game's data nobody has seen the real thing of; empty where all of it is confirmed."""
    from collection.tui.round_sight import stand_ins

    made_up = len(stand_ins(game))
    if not made_up:
        return ""
    name = title_of(game.name).partition(":")[0]
    return f"{STAND_IN_MARK} stand-in: {made_up} of {len(game.fields) - 1} facts of {name}'s cards are not confirmed"


def again(gathering: Gathering, rng: Random, clock: Callable[[], dt.datetime], book: Book) -> Gathering:
    """Sit down to the same game with the same people, each at the same seat. Raises as `gather_again` does."""
    from collection.play.gathering import gather_again

    return gather_again(book, gathering.match.id, rng=rng, now=clock())


def take_up(match: str, rng: Random, book: Book) -> Sitting | Gathering:
    """Take up an unfinished match of any game, by its id or the start of it. Raises as `resume` and `regather` do."""
    from collection.play.gathering import regather
    from collection.play.sitting import resume

    with book.reading() as unit:
        found = unit.matches.find(match)
    return resume(book, found.id) if found.game == MUDWATER else regather(book, found.id, rng)


def round_line(match: Match) -> str:
    """Give an unfinished game on one line."""
    from collection.play.gathering import names_of

    steps = f"{match.moves} step{'' if match.moves == 1 else 's'} played"
    mode = "" if match.mode == "usual" else f", {match.mode}"
    return plain(f"{match.happened:%d %b}  {title_of(match.game)}: {', '.join(names_of(match))}{mode}, {steps}")
