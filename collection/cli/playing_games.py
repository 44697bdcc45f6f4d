"""`play` for every game but Mudwater: people and programs at two to six seats, on the screen or by themselves."""

from __future__ import annotations

import random
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from collection.cli.asked import Asked
from collection.cli.options import LatestByDefault
from collection.cli.output import data_json, on_a_terminal, short, talk
from collection.cli.receipts import short_id, whose
from collection.cli.telling_games import tell_written
from collection.desk.files import written_whole
from collection.errors import NotUnderstood, Refused
from collection.games.registry import TITLES
from collection.ledger.match import HUMAN, Match
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.games.protocol import Player
    from collection.games.written import Options, WrittenGame
    from collection.play.gathering import Gathering, Guest
    from collection.store.book import Book

MUDWATER = "mudwater"
ME = "me"
"""The seat of whoever asks."""
AUTOMATIC = "greedy"


@dataclass(frozen=True, slots=True)
class WantedGame:
    """The game that was asked for."""

    game: str
    seats: tuple[str, ...]
    """Who sits where, in order: `me`, a program, or a person's name; empty for me and as few others as may be."""
    options: tuple[str, ...]
    """`NAME=VALUE` each."""
    against: str
    """Who sits at the other seats where none were named."""
    me: str | None
    """The program that plays people's seats."""
    auto: bool
    seed: int | None
    record: Path | None
    rematch: str | None
    resume: str | None
    id: str | None
    as_json: bool


def which_game(asked: Asked, said: str | None, again: str | None, *, unfinished_only: bool) -> tuple[str, str | None]:
    """Give which game is meant: the one that was `said`, or that of the match `again`; and that match by its id.

    Of the latest match it is that of any game, or of the one that was said. Raises Refused where there is none, and
    NotUnderstood for a game that does not exist and for a match of another game.
    """
    from collection.games.registry import NAMES

    if said is not None and said not in NAMES:
        raise NotUnderstood(f"There is no game called {quoted(said)}; there is {', '.join(NAMES)}.")
    if again is None:
        return said or MUDWATER, None
    with asked.book() as book:
        match = _meant(book, asked, said, again, unfinished_only=unfinished_only)
    if said is not None and match.game != said:
        raise NotUnderstood(f"The match {match.id} is one of {match.game}, not of {said}.")
    return match.game, match.id


def _meant(book: Book, asked: Asked, game: str | None, match: str, *, unfinished_only: bool) -> Match:
    from collection.desk.matches import found_match, played_here

    if match != LatestByDefault.latest:
        return found_match(book, match)
    meant = next(iter(played_here(book, asked.collector, unfinished=unfinished_only, game=game)), None)
    if meant is None:
        kind = "unfinished match to go on with" if unfinished_only else "match to play again"
        raise Refused(f"{short(whose(book, asked).name)} has no {kind}.")
    return meant


def play_game(asked: Asked, wanted: WantedGame) -> None:
    """Play a game here. Raises NotUnderstood and Refused with every reason before anything is begun."""
    _check(wanted)
    rng = random.Random(wanted.seed)
    if not wanted.auto:
        with asked.book() as book:
            match = _sit_down(book, asked, wanted, rng).match
        _on_the_screen(asked, match)
        return
    with written_whole(wanted.record) as write, asked.book() as book:
        gathering = _sit_down(book, asked, wanted, rng)
        _tell_clocks(gathering, wanted)
        _play_out(gathering, wanted, rng, asked)
        write(gathering.match.record)
        _tell(asked, gathering, wanted)


def _check(wanted: WantedGame) -> None:
    reasons = []
    again = wanted.rematch is not None or wanted.resume is not None
    if wanted.rematch is not None and wanted.resume is not None:
        reasons.append("A match is either played again (--rematch) or gone on with (--resume), not both.")
    if again and (wanted.seats or wanted.options):
        reasons.append("A match that goes on or is played again keeps its seats and options: leave them out.")
    if wanted.auto and wanted.me == HUMAN:
        reasons.append("With --auto nobody is there to play: name a program, such as --me greedy.")
    if not wanted.auto and wanted.record is not None:
        reasons.append("--record goes with --auto; a match on the screen is recorded in the book.")
    if not wanted.auto and wanted.as_json:
        reasons.append("--json goes with --auto.")
    if reasons:
        raise NotUnderstood(*reasons)
    if not wanted.auto and not on_a_terminal():
        raise Refused("The Table screen needs a terminal, and this is none. Add --auto to let programs play.")


def _sit_down(book: Book, asked: Asked, wanted: WantedGame, rng: random.Random) -> Gathering:
    from collection.games.registry import written_game
    from collection.play.gathering import corrections_of, gather, gather_again, regather

    if wanted.resume is not None:
        return regather(book, wanted.resume, rng)
    now = asked.clock()
    match_id = asked.new_id() if wanted.id is None else wanted.id
    if wanted.rematch is not None:
        return gather_again(book, wanted.rematch, rng=rng, now=now, match_id=match_id)
    with book.reading() as unit:
        game = written_game(wanted.game, corrections_of(unit, wanted.game))
    options, guests = _agreed(book, asked, game, wanted)
    return gather(book, wanted.game, guests, rng=rng, now=now, options=options, match_id=match_id)


def _agreed(book: Book, asked: Asked, game: WrittenGame, wanted: WantedGame) -> tuple[Options, list[Guest]]:
    """Give what is agreed and who sits down. Raises NotUnderstood with every fault of both."""
    try:
        options = _options(book, asked, game, wanted.options)
    except NotUnderstood as no:
        raise NotUnderstood(*no.reasons, *_wrong_number(game, wanted)) from None
    if wrong := _wrong_number(game, wanted):
        raise NotUnderstood(*wrong)
    return options, _guests(book, asked, game, wanted)


def _wrong_number(game: WrittenGame, wanted: WantedGame) -> list[str]:
    """Say that so many cannot play."""
    from collection.games.written import how_many

    if not wanted.seats or len(wanted.seats) in game.seats:
        return []
    return [f"{TITLES[game.name]} is played by {how_many(game.seats)}: {len(wanted.seats)} seats are named."]


def _options(book: Book, asked: Asked, game: WrittenGame, said: Sequence[str]) -> Options:
    """Read options as they are typed, `NAME=VALUE`; the usual ones fall out. Raises NotUnderstood with every fault.

    Cardia's `deck` may be a saved one, by its name. Raises Refused for one that there is not, or that is not legal.
    """
    from collection.games.written import choose_options

    chosen: dict[str, str] = {}
    faults = []
    for one in said:
        name, sign, value = (part.strip() for part in one.partition("="))
        if not sign or not name or not value:
            faults.append(f"{quoted(one)}: an option is NAME=VALUE, such as rounds=3.")
        elif chosen.setdefault(name, value) != value:
            faults.append(f"The option {quoted(name)} is given twice.")
    cards: Options = {}
    deck = chosen.get("deck")
    if game.name == "cardia" and deck is not None and deck not in _values(game, "deck"):
        from collection.desk.decks import deck_options

        del chosen["deck"]
        cards = deck_options(book, asked.collector, deck)
    try:
        options = choose_options(game, chosen)
    except NotUnderstood as no:
        raise NotUnderstood(*faults, *no.reasons) from None
    if faults:
        raise NotUnderstood(*faults)
    return {**options, **cards}


def _values(game: WrittenGame, option: str) -> tuple[str, ...]:
    return next((variant.values for variant in game.variants if variant.name == option), ())


def _guests(book: Book, asked: Asked, game: WrittenGame, wanted: WantedGame) -> list[Guest]:
    """Give who sits where, `me` being the collector whose book it is; a program plays for people with --auto."""
    from collection.play.gathering import Guest
    from collection.players.programs import NAMES, SEARCH

    who = wanted.me or (AUTOMATIC if wanted.auto else HUMAN)
    words = wanted.seats or (ME, *[wanted.against] * (game.seats[0] - 1))
    guests = []
    for word in words:
        if word in NAMES or word.startswith(SEARCH):
            guests.append(Guest(word))
        else:
            mine = word.lower() == ME
            guests.append(Guest(who, whose(book, asked).name if mine else word, mine=mine))
    return guests


def _on_the_screen(asked: Asked, match: Match) -> None:
    """Open the Table where everybody sits already."""
    from collection.tui.running import run
    from collection.tui.table_setup import TableRequest

    code = run(asked.path, asked.collector, start="table", table=TableRequest(match=match.id))
    if code:
        raise typer.Exit(code)


def _tell_clocks(gathering: Gathering, wanted: WantedGame) -> None:
    """Say that the same seed will not play the same game where somebody thinks by the clock."""
    if wanted.seed is None:
        return
    players = _players(gathering, wanted)
    clocked = sorted({player.name for player in players.values() if getattr(player, "by_clock", False)})
    for name in clocked:
        talk(f"{plain(name)} thinks by the clock: the same seed need not play the same game.")


def _players(gathering: Gathering, wanted: WantedGame) -> Mapping[int, Player]:
    """Give who plays each seat; people's seats are played by the program that `--me` names."""
    from collection.play.gathering import players_of
    from collection.players.programs import program

    players = players_of(gathering)
    return players | {seat: program(wanted.me or AUTOMATIC, gathering.game) for seat in gathering.people}


def _play_out(gathering: Gathering, wanted: WantedGame, rng: random.Random, asked: Asked) -> None:
    """Let the seats play to the end: as long as each program thinks by its name, with no clock over it."""
    from collection.games.protocol import Limit
    from collection.play.gathering import let_programs_choose

    players = _players(gathering, wanted)
    while let_programs_choose(gathering, players, rng, asked.clock(), Limit()):
        pass


def _tell(asked: Asked, gathering: Gathering, wanted: WantedGame) -> None:
    """Tell the story of a finished game, and how to see it again."""
    file = None if wanted.record is None else str(wanted.record)
    if wanted.as_json:
        data_json({"file": file} | gathering.played.as_json())
    else:
        tell_written(asked, gathering.played, gathering.names, takings=gathering.match.takings)
    if file is not None:
        again = asked.command(f"replay {shlex.quote(plain(file))}")
        talk(f"Written down in {plain(file)}; to see it again: {again}")
    match = short_id(gathering.match.id)
    talk(f"Match {match}. Again: {asked.command(f'play --rematch {match} --auto')}")
