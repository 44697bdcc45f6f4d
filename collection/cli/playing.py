"""`play`: a match here, on the Table screen, or between two players by themselves."""

from __future__ import annotations

import random
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import Id, Json
from collection.cli.output import data, data_json, on_a_terminal, short, talk
from collection.cli.playing_games import MUDWATER, WantedGame, play_game, which_game
from collection.cli.receipts import (
    broken_since,
    copies_named,
    legal_hands,
    short_id,
    tell_broken,
    tell_mend,
    tell_warnings,
    whose,
)
from collection.desk.files import written_whole
from collection.errors import NotUnderstood, Refused
from collection.games.mudwater.state import Mode
from collection.ledger.match import HUMAN, Match, MatchSeat, Stakes, Status
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.games.mudwater.record import Replay
    from collection.play.sitting import Sitter, Sitting
    from collection.store.book import Book

AUTOMATIC = "greedy"
"""Who plays where nobody was named and nobody is there to play."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The match that was asked for."""

    hand: str | None
    against: str
    against_hand: str | None
    mode: Mode
    stakes: Stakes
    me: str | None
    auto: bool
    first: str | None
    rematch: str | None
    resume: str | None
    id: str | None
    rehearse: str | None
    seed: int | None


def play(
    context: typer.Context,
    named_game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Which game; Mudwater unless said.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="The same, as an option.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="WHO", help="Other games: me, a program, or a person's name; once for each."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="Other games: a variant; `game show GAME` tells them."),
    ] = None,
    hand: Annotated[str | None, typer.Option("--hand", metavar="NAME", help="Your saved hand.")] = None,
    against: Annotated[
        str,
        typer.Option("--against", metavar="PLAYER", help="A program (random to master), or a collector."),
    ] = AUTOMATIC,
    against_hand: Annotated[
        str | None, typer.Option("--against-hand", metavar="NAME", help="That collector's saved hand.")
    ] = None,
    rehearse: Annotated[
        str | None,
        typer.Option("--rehearse", metavar="RIVAL", help="The program plays a hand like this rival's; friendly only."),
    ] = None,
    mode: Annotated[Mode, typer.Option("--mode", case_sensitive=False, help="Which rules.")] = Mode.STANDARD,
    stakes: Annotated[
        Stakes, typer.Option("--stakes", case_sensitive=False, help="For keeps, the loser's ante changes hands.")
    ] = Stakes.FRIENDLY,
    me: Annotated[
        str | None,
        typer.Option("--me", metavar="PLAYER", help=f"Who plays for you while you watch; {AUTOMATIC} with --auto."),
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Two players by themselves, to the end.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="The same seed plays the same game.")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="With --auto: write the game down as YAML.")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="me|them", help="Who begins; a coin when left out.")
    ] = None,
    rematch: Annotated[
        str | None, typer.Option("--rematch", metavar="[MATCH]", help="Again: whoever went second begins.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="[MATCH]", help="Go on with an unfinished match.")
    ] = None,
    id: Id = None,
    as_json: Json = False,
) -> None:
    """Play a match, on the Table screen or --auto.

    With --auto two players play by themselves, with --me alone you watch them on the screen. You are Black. The match
    is saved after each move; `--resume` takes it up again after anything.
    """
    asked = Asked.of(context)
    doomed = rehearse is not None or not (auto or on_a_terminal())
    meant, match = _which(asked, named_game, game, rematch, resume, doomed=doomed)
    rematch, resume = (rematch and (match or rematch), resume and (match or resume))
    theirs = _others_words(hand, against_hand, rehearse, mode, stakes, first)
    if meant != MUDWATER:
        if theirs:
            raise NotUnderstood(f"{theirs} is for Mudwater alone; a game of {meant} has no such thing.")
        words = (tuple(seat or ()), tuple(option or ()))
        play_game(asked, WantedGame(meant, *words, against, me, auto, seed, record, rematch, resume, id, as_json))
        return
    if seat or option:
        raise NotUnderstood("--seat and --option are for the other games, such as `play matschig`; see `game list`.")
    wanted = Wanted(
        hand, against, against_hand, mode, stakes, me, auto, first, rematch, resume, id, rehearse=rehearse, seed=seed
    )
    _check(wanted, record=record, as_json=as_json)
    rng = random.Random(seed)
    if not auto:
        _on_the_screen(asked, wanted, rng)
        return
    with written_whole(record) as write, asked.book() as book:
        sitting = _sit_down(book, asked, wanted, rng)
        _warn(book, asked, sitting.match)
        legal = legal_hands(book) if sitting.match.stakes is Stakes.KEEPS else frozenset()
        _play_out(book, sitting, wanted, rng, asked)
        write(sitting.match.record)
        _tell(asked, book, sitting, record, as_json=as_json)
        _tell_broken(asked, book, sitting.match, legal)


def _which(
    asked: Asked, argument: str | None, option: str | None, rematch: str | None, resume: str | None, *, doomed: bool
) -> tuple[str, str | None]:
    """Give which game is meant, and the match that is to go on or be played again.

    Where it is `doomed` to be refused anyway, no book is opened for it.
    """
    if argument is not None and option is not None and argument != option:
        raise NotUnderstood(f"Which game, {quoted(argument)} or {quoted(option)}? Name it once.")
    both = rematch is not None and resume is not None
    again = None if both or doomed else resume or rematch
    return which_game(asked, argument or option, again, unfinished_only=resume is not None)


def _others_words(
    hand: str | None, against_hand: str | None, rehearse: str | None, mode: Mode, stakes: Stakes, first: str | None
) -> str:
    """Give the options that were said and mean nothing to other games."""
    said = {
        "--hand": hand is not None,
        "--against-hand": against_hand is not None,
        "--rehearse": rehearse is not None,
        "--mode": mode is not Mode.STANDARD,
        "--stakes": stakes is not Stakes.FRIENDLY,
        "--first": first is not None,
    }
    return ", ".join(name for name, is_said in said.items() if is_said)


def _tell_broken(asked: Asked, book: Book, match: Match, legal: frozenset[int]) -> None:
    broken = broken_since(book, legal)
    tell_broken(broken)
    tell_mend(asked, match.id, broken)


def _check(wanted: Wanted, *, record: Path | None, as_json: bool) -> None:
    from collection.players.programs import NAMES

    reasons = _why_no_rehearsal(wanted)
    if wanted.rematch is not None and wanted.resume is not None:
        reasons.append("A match is either played again (--rematch) or gone on with (--resume), not both.")
    if wanted.first not in (None, "me", "them"):
        reasons.append(f"--first is me or them, not {plain(wanted.first or '')[:40]}.")
    if wanted.me is not None and wanted.me not in (HUMAN, *NAMES):
        reasons.append(f"No program is called {quoted(wanted.me)}: --me is one of {', '.join((HUMAN, *NAMES))}.")
    if wanted.auto and wanted.me == HUMAN:
        reasons.append("With --auto nobody is there to play: name a program, such as --me greedy.")
    if not wanted.auto and record is not None:
        reasons.append("--record goes with --auto; a match on the screen is recorded in the book.")
    if not wanted.auto and as_json:
        reasons.append("--json goes with --auto.")
    if reasons:
        raise NotUnderstood(*reasons)
    if wanted.rehearse is not None and wanted.stakes is Stakes.KEEPS:
        from collection.play.seating import REHEARSAL_IS_FRIENDLY

        raise Refused(REHEARSAL_IS_FRIENDLY)
    if not wanted.auto and not on_a_terminal():
        raise Refused(
            "The Table screen needs a terminal, and this is none. Add --auto to let two players play by themselves."
        )


def _why_no_rehearsal(wanted: Wanted) -> list[str]:
    """Give the reasons why what was asked for makes no rehearsal; none where none was asked for."""
    from collection.players.programs import NAMES

    if wanted.rehearse is None:
        return []
    reasons = []
    if wanted.against not in NAMES:
        reasons.append(f"In a rehearsal a program plays: --against is one of {', '.join(NAMES)}.")
    if wanted.against_hand is not None:
        reasons.append("--rehearse makes the program's hand; --against-hand names a collector's.")
    if wanted.rematch is not None or wanted.resume is not None:
        reasons.append("A match that goes on or is played again keeps its hands: leave --rehearse out.")
    return reasons


def _on_the_screen(asked: Asked, wanted: Wanted, rng: random.Random) -> None:
    """Sit down, so that everything that can be refused is refused before the screen opens, and open it.

    Where no hand was named, the screen asks for it.
    """
    from collection.tui.running import run
    from collection.tui.table_setup import TableRequest

    if (wanted.hand, wanted.rematch, wanted.resume) == (None, None, None):
        request = TableRequest(
            me=wanted.me,
            against=wanted.against,
            rehearse=_rehearsed(asked, wanted.rehearse),
            mode=wanted.mode.value,
            stakes=wanted.stakes.value,
            seed=wanted.seed,
        )
    else:
        with asked.book() as book:
            match = _sit_down(book, asked, wanted, rng).match
            _warn(book, asked, match)
            request = TableRequest(match=match.id)
    code = run(asked.path, asked.collector, start="table", table=request)
    if code:
        raise typer.Exit(code)


def _rehearsed(asked: Asked, name: str | None) -> str | None:
    """Give the rival who is meant, as the book calls them, before the screen opens."""
    if name is None:
        return None
    from collection.desk.rehearsal import rehearsed_rival

    with asked.book() as book:
        return rehearsed_rival(book, name, asked.collector).name


def _warn(book: Book, asked: Asked, match: Match) -> None:
    """Name the keepsakes that the collector brings to a match for keeps."""
    from collection.desk.marks import warnings_of

    tell_warnings(warnings_of(book, asked.collector, match))


def _sit_down(book: Book, asked: Asked, wanted: Wanted, rng: random.Random) -> Sitting:
    from collection.play.sitting import rematch, resume, sit_down

    now = asked.clock()
    if wanted.resume is not None:
        return resume(book, wanted.resume)
    if wanted.rematch is not None:
        return rematch(book, wanted.rematch, rng=rng, now=now)
    black, white = _sitters(book, asked, wanted, rng)
    return sit_down(
        book,
        black,
        white,
        rng=rng,
        now=now,
        mode=wanted.mode,
        stakes=wanted.stakes,
        first=None if wanted.first is None else int(wanted.first == "them"),
        match_id=asked.new_id() if wanted.id is None else wanted.id,
    )


def _sitters(book: Book, asked: Asked, wanted: Wanted, rng: random.Random) -> tuple[Sitter, Sitter]:
    from collection.desk.rehearsal import rehearse
    from collection.play.sitting import Sitter
    from collection.players.programs import NAMES

    alone = AUTOMATIC if wanted.auto else HUMAN
    black = Sitter(wanted.me or alone, whose(book, asked).name, wanted.hand or "")
    if wanted.rehearse is not None:
        # Drawn before anything else, so that `rival rehearse` shows the same hand for the same seed.
        made = rehearse(book, wanted.rehearse, rng, asked.collector)
        return black, Sitter(wanted.against, hand=made.hand.cards, rehearses=made.rival.name)
    if wanted.against in NAMES:
        if wanted.against_hand is not None:
            raise NotUnderstood("--against-hand names a collector's hand; a program draws its own.")
        return black, Sitter(wanted.against)
    return black, Sitter(alone, wanted.against, wanted.against_hand or "")


def _play_out(book: Book, sitting: Sitting, wanted: Wanted, rng: random.Random, asked: Asked) -> None:
    """Let the seats play to the end; a person's seat is played by the program that `--me` names.

    That program knows what the person knows: which cards the books have seen with who sits opposite.
    """
    from collection.desk.rehearsal import believed
    from collection.play.programs import Programs

    programs = Programs(sitting.game)
    beliefs = [believed(book, sitting.match, seat) for seat in (0, 1)]
    while (seat := sitting.to_move) is not None:
        player = sitting.match.seats[seat].player
        name = (wanted.me or AUTOMATIC) if player == HUMAN else player
        choice = programs.choose(sitting, seat, name, rng, believe=beliefs[seat])
        sitting.play(choice.move, asked.clock())


def _tell(asked: Asked, book: Book, sitting: Sitting, record: Path | None, *, as_json: bool) -> None:
    """Tell the story of a finished match and what it did to the books."""
    from collection.cli.story import tell_game
    from collection.games.mudwater.record import replay
    from collection.games.mudwater.state import Faces

    catalogue = catalogue_of(book)
    played: Replay = replay(sitting.match.record, Faces.of(catalogue))
    if as_json:
        data_json({"file": None if record is None else str(record)} | played.as_json())
    else:
        names = [seat_name(seat) for seat in sitting.match.seats]
        tell_game(played, catalogue, names, takings=sitting.match.takings)
    say = talk if as_json else data
    say(asked.carried(settled(sitting, catalogue)))
    if record is not None:
        again = asked.command(f"replay {shlex.quote(plain(str(record)))}")
        talk(f"Written down in {plain(str(record))}; to see it again: {again}")
    match = short_id(sitting.match.id)
    again = f"play --rematch {match} --auto"
    if (left := sitting.match.branch) is not None:
        again = f"match branch {short_id(left.match) or '--record FILE'} --at {left.at}"
    talk(f"Match {match}. Again: {asked.command(again)}")


def seat_name(sitter: MatchSeat) -> str:
    """Say who sits there and who plays, safe to print."""
    player = plain(sitter.player)
    if sitter.rehearses:
        return f"a rehearsal of {short(sitter.rehearses, 40)}, played by {player}"
    return player if sitter.account is None else f"{short(sitter.account.name, 40)}, played by {player}"


def settled(sitting: Sitting, catalogue: Catalogue) -> str:
    """Say what the match did to the books."""
    match, settlement = sitting.match, sitting.settlement
    entry = None if settlement is None else settlement.entry
    if entry is not None:
        moved = "; ".join(
            f"{copies_named(catalogue, movement.copies)} went from {short(movement.source.name, 40)} "
            f"to {short(movement.target.name, 40)}"
            for movement in entry.movements
        )
        return f"For keeps: {moved}."
    if match.branch is not None:
        return "A branch: it counts in no statistics, and no card changed hands."
    if match.stakes is Stakes.FRIENDLY:
        rehearsed = next((seat.rehearses for seat in match.seats if seat.rehearses), "")
        practice = f" A rehearsal of {short(rehearsed, 40)}: it counts in no statistics."
        return f"Friendly: both antes went back, and no card changed hands.{practice if rehearsed else ''}"
    if match.status is Status.UNSETTLED:
        return "For keeps, but no card changed hands yet. " + ("" if settlement is None else settlement.reason)
    return "A draw: no card changed hands."
