"""`table`: Matschig, Cardia and MUD at a real table: results without cards, their history, what they come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

import typer

from collection.cli.asked import Asked
from collection.cli.options import Corrects, Date, DefaultVerb, Group, Id, Json, ListOptions, Note
from collection.cli.output import counted, data, data_json, listed, short, table, talk
from collection.cli.receipts import interval_json, short_id, tell_said_before, tell_way_back, whose
from collection.errors import NotUnderstood
from collection.ledger.match import HUMAN, Place, Status
from collection.text import plain, quoted

if TYPE_CHECKING:
    from collection.desk.sheet_statistics import CardiaFigures, Figures, MatschigFigures, MudFigures, TableTally
    from collection.desk.sheets import Person, SheetReceipt, TableLine
    from collection.games.matschig.sheet import Line
    from collection.games.sheets import Sheet

T = TypeVar("T")
GAMES = ("matschig", "mud", "cardia")


class ListsOrShows(DefaultVerb):
    """`table` is `table list`, and `table 1a2b` is `table show 1a2b`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in front that is meant."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["show", *args]
        return super().parse_args(ctx, args)


tables = typer.Typer(cls=ListsOrShows, help="Other games at a real table: log a result, history, statistics.")
add = typer.Typer(cls=Group, help="Write down a result; no card changes hands.", no_args_is_help=True)
tables.add_typer(add, name="add")

With: TypeAlias = Annotated[
    list[str] | None, typer.Option("--with", metavar="NAME...", help="Who else played; new names become rivals.")
]
Guests: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--guest", metavar="NAME...", help="Who else played and is not to come into the book; after --with."),
]
Game: TypeAlias = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Only matschig, mud or cardia.", case_sensitive=False)
]
Rival: TypeAlias = Annotated[
    str | None, typer.Option("--rival", metavar="NAME", help="Only with this person, or guest.")
]


@add.command(cls=ListOptions)
def matschig(
    context: typer.Context,
    rounds: Annotated[
        list[str],
        typer.Option(
            "--round",
            metavar="POINTS",
            help="A round, yours first: '12 7e 9'. 7o: one kind of mud only; 7e: halved for it; 22p: account halved.",
        ),
    ],
    others: With = None,
    guests: Guests = None,
    easier: Annotated[bool, typer.Option("--easier", help="Easier to Clean was played.")] = False,
    perfect: Annotated[bool, typer.Option("--perfect", help="Perfect Mud was played.")] = False,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Write down a game of Matschig, round by round; accounts and halves are computed.

    Points are those of the pools, before anything is halved. What letters say is played needs no option.
    """
    from collection.games.matschig.sheet import EASIER, PERFECT, checked

    people = _people(others, guests)
    read = _rounds(rounds, len(people) + 1)
    lines = [line for one in read for line in one]
    options = {
        EASIER: easier or any(one.easier for one in lines),
        PERFECT: perfect or any(one.perfect for one in lines),
    }
    names = ["you", *(short(person.name) for person in people)]
    sheet = checked(read, [name for name, is_on in options.items() if is_on], [*names, *"ABCDEF"])
    _write_down(Asked.of(context), people, sheet, (id, date, note, corrects), as_json=as_json)


@add.command(cls=ListOptions)
def mud(
    context: typer.Context,
    winner: Annotated[str, typer.Option("--winner", metavar="NAME", help="Who won: a name, or me.")],
    leaning: Annotated[str, typer.Option("--leaning", metavar="LEANING", help="Won as liberal or conservative.")],
    others: With = None,
    guests: Guests = None,
    short_game: Annotated[bool, typer.Option("--short", help="The short game: 3 Voters in 3 regions.")] = False,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Write down a game of MUD: who won, and as what."""
    from collection.games.mud.sheet import checked

    people = _people(others, guests)
    asked = Asked.of(context)
    seat = _seat_named(winner, people, asked)
    sheet = checked(len(people) + 1, seat, plain(leaning).lower(), short=short_game, said=quoted(winner))
    _write_down(asked, people, sheet, (id, date, note, corrects), as_json=as_json)


@add.command(cls=ListOptions)
def cardia(
    context: typer.Context,
    games: Annotated[
        list[str],
        typer.Option("--game", metavar="RESULT", help="Each game from your side: won, lost, draw; 'won III 5-3'."),
    ],
    others: With = None,
    guests: Guests = None,
    id: Id = None,
    date: Date = None,
    note: Note = None,
    corrects: Corrects = None,
    as_json: Json = False,
) -> None:
    """Write down a best of three of Cardia; behind a result may stand the deck, and the signets of both.

    Colons do where blanks would need quotation marks: `--game won:III:5-3 lost`.
    """
    from collection.games.cardia.sheet import checked, read_game

    people = _people(others, guests)
    sheet = checked(_each(games, read_game))
    _write_down(Asked.of(context), people, sheet, (id, date, note, corrects), as_json=as_json)


@tables.command("list")
def list_tables(
    context: typer.Context,
    game: Game = None,
    rival: Rival = None,
    void: Annotated[bool, typer.Option("--void", help="With those taken back.")] = False,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="At most so many.")] = None,
    as_json: Json = False,
) -> None:
    """List finished games, newest first; those played here stand among them."""
    from collection.desk.sheets import table_games

    asked = Asked.of(context)
    kind = _game(game)
    with asked.reading() as book:
        found = table_games(book, asked.collector, game=kind, rival=rival, void=void, limit=limit)
    if as_json:
        data_json([line_json(one) for one in found])
        return
    if not found:
        talk(f"No games yet. Write one down: {asked.command('table add mud --with Bo --winner Bo --leaning liberal')}")
        return
    table(
        ("Date", "Id", "Game", "With", "Result", "Where", "More"),
        [
            (
                one.match.happened.isoformat(),
                short_id(one.match.id),
                one.match.game,
                short(listed([short(name, 24) for name in one.others]), 40),
                "shared" if one.shared else one.result.value,
                "table" if one.match.place is Place.TABLE else "here",
                _more(one),
            )
            for one in found
        ],
    )


@tables.command()
def show(
    context: typer.Context,
    named: Annotated[str, typer.Argument(metavar="MATCH", help="The game: its id, or how it starts.")],
    as_json: Json = False,
) -> None:
    """Show one result whole: `mudwater table 1a2b`."""
    from collection.desk.sheets import table_game

    asked = Asked.of(context)
    with asked.reading() as book:
        line = table_game(book, named, asked.collector)
    if as_json:
        data_json(line_json(line))
        return
    match = line.match
    void = " It was taken back." if line.void else ""
    data(f"{match.game}, {match.happened.isoformat()}, {_won(line)}.{void}")
    if line.sheet is None:
        talk("What is written down of it cannot be read; the result stands all the same.")
    else:
        for words in line.sheet.told([short(name, 40) for name in line.names]):
            data(words)
    if match.note:
        data(f"Note: {short(match.note, 200)}")


@tables.command()
def stats(context: typer.Context, game: Game = None, rival: Rival = None, as_json: Json = False) -> None:
    """Show what the games come to, by game and against each rival.

    The share is that of games won, shared victories among them, with its 95 % interval (Wilson).
    """
    from collection.desk.sheet_statistics import figure_words, tally_tables
    from collection.desk.sheets import table_games
    from collection.text import search_key

    asked = Asked.of(context)
    kind = _game(game)
    with asked.reading() as book:
        tallies = tally_tables(table_games(book, asked.collector, game=kind, rival=rival))
    if rival is not None:
        tallies = tuple(one for one in tallies if search_key(one.rival) == search_key(rival))
    if as_json:
        data_json([tally_json(one) for one in tallies])
        return
    if not tallies:
        talk("No games yet.")
        return
    table(
        ("Game", "Rival", "Games", "Won", "Lost", "Drawn", "Shared", "They won", "Won, 95 %"),
        [
            (
                one.game,
                short(one.rival, 30) or "(all)",
                *(str(count) for count in (one.games, one.won, one.lost, one.drawn, one.shared)),
                str(one.theirs) if one.rival else "",
                f"{one.share.estimate:.0%} ({one.share.low:.0%}-{one.share.high:.0%})",
            )
            for one in tallies
        ],
        right=(2, 3, 4, 5, 6, 7),
    )
    for one in tallies:
        if one.figures is not None and (not one.rival or rival is not None):
            for words in figure_words(one.figures):
                data(f"{one.game}: {words}")


def line_json(one: TableLine) -> dict[str, Any]:
    """Give a game as `table list --json` prints it."""
    match = one.match
    return {
        "id": match.id,
        "date": match.happened.isoformat(),
        "game": match.game,
        "mode": match.mode,
        "place": match.place.value,
        "status": match.status.value,
        "result": one.result.value,
        "shared": one.shared,
        "players": [
            {
                "name": name,
                "kind": "program"
                if seat.player != HUMAN
                else seat.account.kind.value
                if seat.account is not None
                else "guest",
                "result": None if seat.result is None else seat.result.value,
            }
            for name, seat in zip(one.names, match.seats, strict=True)
        ],
        "winners": list(one.winners),
        "sheet": None if one.sheet is None else one.sheet.as_json(),
        "points": list(one.points) or None,
        "note": match.note,
    }


def tally_json(one: TableTally) -> dict[str, Any]:
    """Give a tally as `table stats --json` prints it; `rival` is null for all games of a kind."""
    return {
        "game": one.game,
        "rival": one.rival or None,
        "games": one.games,
        "won": one.won,
        "lost": one.lost,
        "drawn": one.drawn,
        "shared": one.shared,
        "theirs": one.theirs,
        "share": interval_json(one.share),
        "figures": None if one.figures is None else _figures_json(one.figures),
    }


def _figures_json(figures: Figures) -> dict[str, Any]:
    from collection.desk.sheet_statistics import CardiaFigures, MatschigFigures

    if isinstance(figures, MatschigFigures):
        return _matschig_json(figures)
    return _cardia_json(figures) if isinstance(figures, CardiaFigures) else _mud_json(figures)


def _matschig_json(figures: MatschigFigures) -> dict[str, Any]:
    return {
        "games": figures.games,
        "mean_account": figures.mean,
        "best_account": figures.best,
        "rounds": figures.rounds,
        "easier": {"halved": figures.easier[0], "chances": figures.easier[1]},
        "perfect": {"halved": figures.perfect[0], "chances": figures.perfect[1]},
    }


def _mud_json(figures: MudFigures) -> dict[str, Any]:
    return {
        "won_as": dict(figures.won_as),
        "lost_to": dict(figures.lost_to),
        "by_players": [
            {"players": many, "games": games, "won": won} for many, (games, won) in figures.by_players.items()
        ],
    }


def _cardia_json(figures: CardiaFigures) -> dict[str, Any]:
    def counts(of: tuple[int, int, int]) -> dict[str, int]:
        return dict(zip(("won", "lost", "drawn"), of, strict=True))

    return {
        "games": counts(figures.games),
        "by_deck": [{"deck": deck or None, **counts(of)} for deck, of in figures.by_deck.items()],
    }


def _people(others: Sequence[str] | None, guests: Sequence[str] | None) -> list[Person]:
    from collection.desk.sheets import Person

    people = [*(Person(name) for name in others or ()), *(Person(name, guest=True) for name in guests or ())]
    if not people:
        raise NotUnderstood("Who played? Name the others with `--with`, or with `--guest`.")
    return people


def _each(texts: Sequence[str], read: Callable[[str], T]) -> list[T]:
    """Read every text; raise NotUnderstood with all that cannot be."""
    found: list[T] = []
    faults: list[str] = []
    for text in texts:
        try:
            found.append(read(text))
        except NotUnderstood as no:
            faults += no.reasons
    if faults:
        raise NotUnderstood(*faults)
    return found


def _rounds(said: Sequence[str], players: int) -> list[list[Line]]:
    """Read rounds, each in quotation marks, or all points one after the other."""
    from collection.games.matschig.sheet import read_line

    words = [one.split() for one in said]
    if len(said) > 1 and all(len(one) == 1 for one in words):
        flat = [word for one in words for word in one]
        if len(flat) % players:
            raise NotUnderstood(
                f"{counted(len(flat), 'number')} of points for {counted(players, 'player')}: "
                "every round has one for each, yours first."
            )
        words = [flat[start : start + players] for start in range(0, len(flat), players)]
    lines = iter(_each([word for one in words for word in one], read_line))
    return [[next(lines) for _ in one] for one in words]


def _seat_named(winner: str, people: Sequence[Person], asked: Asked) -> int | None:
    """Give the seat of who is called so; the collector is `me`, or goes by their name."""
    from collection.text import search_key

    wanted = search_key(winner)
    for seat, person in enumerate(people, start=1):
        if search_key(person.name) == wanted:
            return seat
    if wanted in ("me", "you"):
        return 0
    mine = asked.collector
    if mine is None and asked.path.exists():
        with asked.book() as book:
            mine = whose(book, asked).name
    return 0 if mine is not None and search_key(mine) == wanted else None


def _write_down(
    asked: Asked,
    people: Sequence[Person],
    sheet: Sheet,
    words: tuple[str | None, str | None, str | None, str | None],
    *,
    as_json: bool,
) -> None:
    from collection.desk.sheets import add_sheet

    said = asked.said(*words)
    with asked.posting() as book:
        receipt = add_sheet(book, asked.collector, people, sheet, said)
    _tell(asked, receipt, as_json=as_json)


def _tell(asked: Asked, receipt: SheetReceipt, *, as_json: bool) -> None:
    from collection.desk.sheets import line_of

    line = line_of(receipt.match)
    if as_json:
        data_json(line_json(line) | {"new": receipt.new})
    else:
        data(f"Game {short_id(receipt.match.id)} is written down: {_won(line)}.")
        for words in receipt.sheet.told([short(name, 40) for name in line.names]):
            data(f"  {words}")
    tell_said_before(receipt.new)
    tell_way_back(asked, receipt.match.id)


def _won(line: TableLine) -> str:
    winners = [short(name, 40) for name in line.winners]
    if not winners:
        return "a draw"
    return f"{listed(winners)} {'share the victory' if len(winners) > 1 else 'won'}"


def _more(one: TableLine) -> str:
    """Give the gist of a game in a few words."""
    from collection.desk.sheets import gist

    taken = f"{Status.VOID.value}. " if one.void else ""
    return taken + " ".join(part for part in (gist(one), short(one.match.note)) if part)


def _game(said: str | None) -> str | None:
    if said is None:
        return None
    name = plain(said).lower()
    if name not in GAMES:
        raise NotUnderstood(f"{quoted(said)} is no game that stands here; there is {', '.join(GAMES)}.")
    return name
