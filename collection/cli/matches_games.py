"""`match` for every game but Mudwater: rows of the list, the story as far as one may know it, going back, giving up."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from collection.cli.asked import Asked
from collection.cli.output import counted, data, short, table, talk
from collection.cli.receipts import short_id
from collection.errors import Refused
from collection.games.registry import TITLES
from collection.games.written import letter
from collection.ledger.match import Match, Result, Status
from collection.text import plain

if TYPE_CHECKING:
    from collection.play.gathering import Gathering
    from collection.store.book import Book

MUDWATER = "mudwater"
NOBODY = -1
"""The eyes of somebody who sits nowhere."""


def is_other(found: Match) -> bool:
    """Say whether this is a match of another game."""
    return found.game != MUDWATER


def tell_list(found: list[Match]) -> None:
    """Write the matches of other games as a table."""
    from collection.play.gathering import names_of

    rows = [
        (
            short_id(one.id),
            one.happened.isoformat(),
            one.game,
            plain(one.mode),
            str(one.moves),
            ", ".join(short(name, 16) for name in names_of(one)),
            standing(one),
        )
        for one in found
    ]
    table(("Match", "Day", "Game", "Played", "Moves", "Who", "Result"), rows, right=(4,))


def standing(one: Match) -> str:
    """Say how far it has come, or who won."""
    from collection.play.gathering import names_of

    if one.status is Status.PLAYING:
        return "goes on"
    if one.status is Status.ABANDONED:
        return "given up"
    if one.status is Status.VOID:
        return "taken back"
    won = [name for name, seat in zip(names_of(one), one.seats, strict=True) if seat.result is Result.WON]
    return f"{', '.join(short(name, 16) for name in won)} won" if won else "a draw"


def match_json(one: Match) -> dict[str, Any]:
    """Give a match as `match list --json` prints it."""
    return {
        "id": one.id,
        "date": one.happened.isoformat(),
        "game": one.game,
        "mode": one.mode,
        "place": one.place.value,
        "stakes": one.stakes.value,
        "status": one.status.value,
        "moves": one.moves,
        "seats": [
            {
                "seat": letter(seat),
                "name": sitter.called,
                "collector": None if sitter.account is None else sitter.account.name,
                "player": sitter.player,
                "result": None if sitter.result is None else sitter.result.value,
            }
            for seat, sitter in enumerate(one.seats)
        ],
        "branch": None,
        "taken_back": one.taken_back,
        "hints": one.hints,
        "counts": one.counts,
    }


def tell_match(asked: Asked, book: Book, found: Match) -> None:
    """Tell the story of a match; of one that is still played, as far as whoever asks may know it.

    Whoever does not sit there is told what all may see: guests at one keyboard have no name to ask by.
    """
    from collection.cli.telling_games import tell_written
    from collection.desk.matches import acting_seat, has_result_only, is_hidden
    from collection.play.gathering import names_of, played_of

    data(f"Match {found.id}, {found.happened.isoformat()}, {TITLES.get(found.game, found.game)}: {standing(found)}.")
    if has_result_only(found):
        told = asked.command(f"table {short_id(found.id)}")
        talk(f"It was played at a real table, and only its result was written down: {told}")
        return
    eyes = None
    if is_hidden(found):
        try:
            eyes = acting_seat(book, found, asked.collector)
        except Refused:
            if asked.collector is not None:
                raise
            eyes = NOBODY
            talk(f"Told as far as all may see it; go on: {asked.command(f'play --resume {short_id(found.id)}')}")
    tell_written(asked, played_of(book, found), names_of(found), eyes=eyes, takings=found.takings)


def take_back(asked: Asked, book: Book, found: Match) -> None:
    """Take back what whoever asks chose last, and what followed it."""
    from collection.desk.matches import acting_seat

    gathering = _taken_up(book, found)
    seat = acting_seat(book, gathering.match, asked.collector)
    gone = gathering.take_back(seat, asked.clock())
    name = short(gathering.names[seat], 40)
    match = short_id(gathering.match.id)
    if gone:
        stands = f"stands after move {gathering.match.moves}"
        data(f"{name} took back {counted(gone, 'move')}: the match {match} {stands}.")
    else:
        data(f"{name} opened a choice again that others had not seen yet.")
    talk(f"Go on: {asked.command(f'play --resume {match}')}")


def abandon(book: Book, found: Match) -> None:
    """Give a match up without a result."""
    _taken_up(book, found).give_up()


def no_resigning(asked: Asked, found: Match) -> Refused:
    """Say that nobody resigns here."""
    title = TITLES.get(found.game, found.game)
    away = asked.command(f"match abandon {short_id(found.id)}")
    return Refused(f"Nobody resigns a game of {title}. To end it without a result: {away}")


def no_branch(game: str) -> Refused:
    """Say that nothing branches off a match of `game`."""
    return Refused(f"Only matches of Mudwater are tried otherwise, and this is one of {game}.")


def _taken_up(book: Book, found: Match) -> Gathering:
    from collection.play.gathering import regather

    # Nothing is drawn by the book's hand here but what chance owes after a choice is taken back.
    return regather(book, found.id, random.Random())
