"""`match`: matches played here and branches off them: listed, told, gone on with or brought to an end."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from collection.cli import matches_games as others
from collection.cli.asked import Asked, catalogue_of
from collection.cli.options import DefaultVerb, Json
from collection.cli.output import counted, data, data_json, short, table, talk
from collection.cli.receipts import broken_since, legal_hands, short_id, tell_broken, tell_mend, whose
from collection.errors import NotUnderstood, Refused
from collection.ledger.match import HUMAN, Match, MatchSeat, Place, Result, Stakes, Status
from collection.text import plain

if TYPE_CHECKING:
    from collection.play.sitting import Sitter, Sitting
    from collection.store.book import Book

OPPOSITE = "greedy"
"""Who plays the other seat of a branch where nobody was named and no program played it."""
_PLACES = {Place.HERE: "here", Place.TABLE: "real table", Place.BRANCH: "branch"}


class ListsByDefault(DefaultVerb):
    """`match` is `match list`, and `match 1a2b` is `match show 1a2b`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in front that is meant."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["show", *args]
        return super().parse_args(ctx, args)


match = typer.Typer(cls=ListsByDefault, help="Matches: look at them again, resign, take back, branch off.")

Named: TypeAlias = Annotated[str, typer.Argument(metavar="MATCH", help="The match's id, or the start of it.")]


@match.command("list")
def list_matches(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Those that are over as well.")] = False,
    as_json: Json = False,
) -> None:
    """List the matches that can be gone on with, newest first; with --all those that are over too.

    Only matches with a written game stand here; every result of a game for real is in `ante list`.
    """
    from collection.desk.matches import games, other_games

    asked = Asked.of(context)
    with asked.reading() as book:
        found = [*games(book, asked.collector, unfinished=True), *other_games(book)]
    found.sort(key=lambda one: (one.happened, one.recorded), reverse=True)
    shown = [one for one in found if everything or one.status is Status.PLAYING]
    if as_json:
        data_json([others.match_json(one) if others.is_other(one) else _match_json(one) for one in shown])
        return
    mudwater = [one for one in shown if not others.is_other(one)]
    if mudwater:
        table(
            ("Match", "Day", "Where", "Stakes", "Moves", "Black", "White", "Result"),
            [_row(one) for one in mudwater],
            right=(4,),
        )
    if len(mudwater) < len(shown):
        if mudwater:
            data()
        others.tell_list([one for one in shown if others.is_other(one)])
    elif not found:
        talk(f"No match yet. Play one: {asked.command('play')}")
    hidden = len(found) - len(shown)
    if hidden:
        be = "is" if hidden == 1 else "are"
        talk(f"{counted(hidden, 'more match', 'more matches')} {be} over: {asked.command('match list --all')}")


@match.command()
def show(context: typer.Context, named: Named) -> None:
    """Tell the story of a match; of one that is still played, as far as you may know it."""
    from collection.cli.playing import seat_name
    from collection.cli.story import tell_game
    from collection.desk.matches import acting_seat, found_match, is_hidden
    from collection.games.mudwater.record import replay
    from collection.games.mudwater.state import Faces

    asked = Asked.of(context)
    with asked.reading() as book:
        found = found_match(book, named)
        if others.is_other(found):
            others.tell_match(asked, book, found)
            return
        catalogue = catalogue_of(book)
        eyes = acting_seat(book, found, asked.collector) if is_hidden(found) else None
    where = f"{_PLACES[found.place]}, {_stakes(found)}"
    data(f"Match {found.id}, {found.happened.isoformat()}, {where}: {_standing(found)}.")
    if found.branch is not None:
        origin = f"the match {found.branch.match}" if found.branch.match else "a written game"
        data(f"Branched off {origin} after {counted(found.branch.at, 'move')}; it counts for nobody.")
    if found.hints:
        data(f"Hints asked for: {found.hints}.")
    if not found.record:
        talk("Only the result of it was written down.")
        return
    played = replay(found.record, Faces.of(catalogue))
    tell_game(played, catalogue, [seat_name(one) for one in found.seats], eyes=eyes, takings=found.takings)


@match.command()
def record(context: typer.Context, named: Named) -> None:
    """Write the record of a match that is over to standard output, for `replay -` and `analyse -`."""
    from collection.desk.matches import record_of

    with Asked.of(context).reading() as book:
        data(record_of(book, named).rstrip("\n"))


@match.command()
def resign(context: typer.Context, named: Named) -> None:
    """Give a match up as lost; for keeps, your ante goes to the winner."""
    from collection.cli.playing import settled
    from collection.desk.matches import found_match

    asked = Asked.of(context)
    with asked.book() as book:
        found = found_match(book, named)
        if others.is_other(found):
            raise others.no_resigning(asked, found)
        sitting, seat = _taken_up(book, asked, named)
        legal = legal_hands(book) if sitting.match.stakes is Stakes.KEEPS else frozenset()
        sitting.resign(seat, asked.clock())
        data(f"{_who(sitting.match.seats[seat])} resigned the match {short_id(sitting.match.id)}.")
        data(asked.carried(settled(sitting, catalogue_of(book))))
        broken = broken_since(book, legal)
        tell_broken(broken)
        tell_mend(asked, sitting.match.id, broken)


@match.command("take-back")
def take_back(context: typer.Context, named: Named) -> None:
    """Take back the card that you played last, and what followed it; in friendly matches only."""
    from collection.desk.matches import found_match

    asked = Asked.of(context)
    with asked.book() as book:
        other = found_match(book, named)
        if others.is_other(other):
            others.take_back(asked, book, other)
            return
        sitting, seat = _taken_up(book, asked, named)
        gone = sitting.take_back(seat, asked.clock())
        found = sitting.match
    data(
        f"{_who(found.seats[seat])} took back {counted(gone, 'move')}: the match {short_id(found.id)} stands "
        f"after move {found.moves}."
    )
    talk(f"Go on: {asked.command(f'play --resume {short_id(found.id)}')}")


@match.command()
def abandon(context: typer.Context, named: Named) -> None:
    """Leave a friendly match for good, without a result; it counts for nobody."""
    from collection.desk.matches import found_match
    from collection.play.sitting import resume

    asked = Asked.of(context)
    with asked.book() as book:
        found = found_match(book, named)
        if others.is_other(found):
            others.abandon(book, found)
        else:
            resume(book, named).give_up()
    data(f"The match {short_id(found.id)} was given up: it has no result.")


@match.command()
def branch(
    context: typer.Context,
    named: Annotated[str | None, typer.Argument(metavar="[MATCH]", help="The match's id, or the start of it.")] = None,
    file: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="A written game instead of a match; - is standard input."),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="After N moves; as it stands, when left out.")
    ] = None,
    black: Annotated[str | None, typer.Option("--black", metavar="PLAYER", help="human, or a program.")] = None,
    white: Annotated[str | None, typer.Option("--white", metavar="PLAYER", help="human, or a program.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The same seed draws the same cards for those unseen.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Try a game otherwise from any position: a match of its own, friendly, that counts for nobody.

    The game itself stays as it is. You play your own seat, a program the other, unless you say otherwise. Of a match
    that is still played, the cards that you cannot see are drawn anew.
    """
    from collection.play.sitting import branch as branch_off

    asked = Asked.of(context)
    if (named is None) == (file is None):
        raise NotUnderstood("Which game? Name a match, or a file with --record.")
    source, written = (None, 0) if file is None else _read(asked, file)
    with asked.book() as book:
        left, mine = (None, None) if named is None else _left(book, asked, named)
        sitters = _sitters(book, asked, left, mine, (black, white))
        moves = left.moves if left is not None else written
        begun = branch_off(
            book,
            left or source or "",
            moves if at is None else at,
            sitters,
            random.Random(seed),
            asked.clock(),
            viewer=mine,
        ).match
    if as_json:
        data_json(_match_json(begun))
        return
    seats = ", ".join(f"{name} {_who(seat)}" for name, seat in zip(("Black", "White"), begun.seats, strict=True))
    data(f"Branch {short_id(begun.id)} stands after {counted(begun.moves, 'move')}: {seats}.")
    talk(f"Play it: {asked.command(f'play --resume {short_id(begun.id)}')}")


def _taken_up(book: Book, asked: Asked, named: str) -> tuple[Sitting, int]:
    """Take a match up, and give the seat of whoever speaks."""
    from collection.desk.matches import acting_seat
    from collection.play.sitting import resume

    sitting = resume(book, named)
    return sitting, acting_seat(book, sitting.match, asked.collector, to_move=sitting.to_move)


def _left(book: Book, asked: Asked, named: str) -> tuple[Match, int | None]:
    """Give the match that is left, and the seat with whose eyes: None for a match of other people that is over."""
    from collection.desk.matches import acting_seat, found_match, is_hidden

    found = found_match(book, named)
    if others.is_other(found):
        raise others.no_branch(found.game)
    try:
        return found, acting_seat(book, found, asked.collector)
    except Refused:
        if is_hidden(found):
            raise
        return found, None


def _sitters(
    book: Book, asked: Asked, left: Match | None, mine: int | None, said: tuple[str | None, str | None]
) -> tuple[Sitter, Sitter]:
    from collection.play.sitting import Sitter

    me = 0 if mine is None else mine
    players = []
    for seat, player in enumerate(said):
        before = OPPOSITE if left is None or left.seats[seat].player == HUMAN else left.seats[seat].player
        players.append(player or (HUMAN if seat == me else before))
    account = whose(book, asked)
    # Whoever does not collect in this book yet has no account, and needs none.
    name = account.name if account.id else None
    sitters = [Sitter(one, name if seat == me and one == HUMAN else None) for seat, one in enumerate(players)]
    return sitters[0], sitters[1]


def _read(asked: Asked, file: str) -> tuple[str, int]:
    """Read a written game, and count its moves. Raises Refused with every reason, each naming the file."""
    from collection.cli.replays import written_in
    from collection.games.mudwater.record import replay
    from collection.games.mudwater.state import Faces
    from collection.games.registry import name_in

    try:
        text = written_in(file)
        if (name := name_in(text)) != others.MUDWATER:
            raise others.no_branch(name)
        return text, len(replay(text, Faces.of(asked.catalogue())).record.moves)
    except Refused as no:
        raise Refused(*(f"{short(file, 200)}: {reason}" for reason in no.reasons)) from no


def _row(one: Match) -> tuple[str, ...]:
    result = next((f"{name} won" for name, seat in zip(("Black", "White"), one.seats, strict=False) if _won(seat)), "")
    return (
        short_id(one.id),
        one.happened.isoformat(),
        _PLACES[one.place],
        _stakes(one),
        str(one.moves),
        *(_who(seat, 24) for seat in one.seats),
        result or _standing(one),
    )


def _won(seat: MatchSeat) -> bool:
    return seat.result is Result.WON


def _who(seat: MatchSeat, cells: int = 40) -> str:
    return short(seat.called, cells) if seat.player == HUMAN or seat.rehearses else plain(seat.player)


def _stakes(one: Match) -> str:
    return "for keeps" if one.stakes is Stakes.KEEPS else "friendly"


def _standing(one: Match) -> str:
    """Say how far it has come."""
    if one.status is Status.PLAYING:
        return "goes on"
    if one.status is Status.ABANDONED:
        return "given up"
    if one.status is Status.VOID:
        return "taken back"
    return "a draw" if one.loser is None else "over"


def _match_json(one: Match) -> dict[str, Any]:
    black, white = (_seat_json(seat) for seat in one.seats)
    return {
        "id": one.id,
        "date": one.happened.isoformat(),
        "game": one.game,
        "mode": one.mode,
        "place": one.place.value,
        "stakes": one.stakes.value,
        "status": one.status.value,
        "moves": one.moves,
        "black": black,
        "white": white,
        "branch": None if one.branch is None else {"match": one.branch.match or None, "at": one.branch.at},
        "taken_back": one.taken_back,
        "hints": one.hints,
        "counts": one.counts,
    }


def _seat_json(seat: MatchSeat) -> dict[str, Any]:
    return {
        "collector": None if seat.account is None else seat.account.name,
        "player": seat.player,
        "hand": seat.hand_name,
        "result": None if seat.result is None else seat.result.value,
    }
