"""What the games but Mudwater come to: by game, and against each rival in each game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from collection.desk.sheets import TableLine, table_games
from collection.games.cardia.sheet import CardiaSheet, deck_words
from collection.games.matschig.rules import HALVED
from collection.games.matschig.sheet import EASIER, PERFECT, MatschigSheet, account_after
from collection.games.mud.sheet import LEANINGS, MudSheet
from collection.games.protocol import Seat
from collection.ledger.intervals import Interval, share
from collection.ledger.match import HUMAN, Result
from collection.store.book import Book
from collection.text import search_key


@dataclass(frozen=True, slots=True)
class MatschigFigures:
    """The collector's accounts: of games written down here with their rounds, and of games played here."""

    games: int
    """Those with an account; at least 1."""
    mean: float
    best: int
    """The lowest."""
    rounds: int
    """Those written down on sheets."""
    easier: tuple[int, int]
    """How often the collector halved points by Easier to Clean, and how often that could be."""
    perfect: tuple[int, int]
    """The same of the account by Perfect Mud."""


@dataclass(frozen=True, slots=True)
class MudFigures:
    """How games of MUD were won, and among how many."""

    won_as: Mapping[str, int]
    """The collector's victories by leaning."""
    lost_to: Mapping[str, int]
    """The others' victories by leaning."""
    by_players: Mapping[int, tuple[int, int]]
    """By the number of players: games, and how many of them the collector won."""


@dataclass(frozen=True, slots=True)
class CardiaFigures:
    """The single games of all matches, from the collector's side: won, lost, drawn."""

    games: tuple[int, int, int]
    by_deck: Mapping[str, tuple[int, int, int]]
    """The same by deck; under the empty name where no deck was written down."""


Figures = MatschigFigures | MudFigures | CardiaFigures


@dataclass(frozen=True, slots=True)
class TableTally:
    """Games of one kind, from the collector's side: against one rival, or all of them.

    `games` = `won` + `lost` + `drawn`. A victory that is shared is one, for each who shares it.
    """

    game: str
    rival: str
    """Empty for all games of this kind."""
    games: int
    won: int
    lost: int
    drawn: int
    shared: int
    """How many of `won` the collector shared: against a rival with them, else with anybody."""
    theirs: int
    """How many the rival won; `lost` for all games. At a table of more than two a third may win."""
    share: Interval
    """How many of the games the collector won, shared ones among them."""
    figures: Figures | None
    """What sheets tell more of; None where none does."""


def tally_tables(lines: Iterable[TableLine]) -> tuple[TableTally, ...]:
    """Add up games that count: each kind whole, and after it each rival by name. Those taken back are left out."""
    valid = [line for line in lines if not line.void]
    kinds: dict[str, list[TableLine]] = defaultdict(list)
    for line in valid:
        kinds[line.match.game].append(line)
    return tuple(tally for game in sorted(kinds) for tally in _of_game(game, kinds[game]))


def figure_words(figures: Figures) -> tuple[str, ...]:
    """Give what sheets tell more, in lines for people."""
    if isinstance(figures, MatschigFigures):
        return (f"account {figures.mean:.1f} on average, {figures.best} at best", *_halved(figures))
    if isinstance(figures, MudFigures):
        mine = ", ".join(f"{many} as {leaning.capitalize()}" for leaning, many in figures.won_as.items())
        theirs = ", ".join(f"{many} as {leaning.capitalize()}" for leaning, many in figures.lost_to.items())
        players = ", ".join(
            f"{won} of {games} with {many} players" for many, (games, won) in figures.by_players.items()
        )
        return f"you won {mine}; others won {theirs}", f"won {players}"
    return (
        f"single games: {_score(figures.games)}",
        *(f"{deck_words(deck) or 'deck not known'}: {_score(of)}" for deck, of in figures.by_deck.items()),
    )


def tally_words(tally: TableTally) -> str:
    """Give in a line what games come to: `3 games: 1 won (1 shared), 2 lost`."""
    shared = f" ({tally.shared} shared)" if tally.shared else ""
    drawn = f", {tally.drawn} drawn" if tally.drawn else ""
    many = f"{tally.games} {'game' if tally.games == 1 else 'games'}"
    return f"{many}: {tally.won} won{shared}, {tally.lost} lost{drawn}"


def _halved(figures: MatschigFigures) -> Iterable[str]:
    for variant, (halved, chances) in (("Easier to Clean", figures.easier), ("Perfect Mud", figures.perfect)):
        if chances:
            yield f"{variant}: halved {halved} of {chances} times that it could be"


def _score(counts: tuple[int, int, int]) -> str:
    won, lost, drawn = counts
    return f"{won} won, {lost} lost" + (f", {drawn} drawn" if drawn else "")


def rival_names(line: TableLine) -> tuple[str, ...]:
    """Give whom the collector played, each once: people by name, programs by theirs without a seat."""
    seats = enumerate(zip(line.match.seats, line.names, strict=True))
    names = (name if one.player == HUMAN else one.player for seat, (one, name) in seats if seat != line.seat)
    return tuple(dict.fromkeys(names))


def with_rival(book: Book, rival: str, collector: str | None = None) -> tuple[TableTally, ...]:
    """Give what the collector's games with one rival come to, game by game; nothing where there are none."""
    tallies = tally_tables(table_games(book, collector, rival=rival))
    return tuple(one for one in tallies if one.rival and search_key(one.rival) == search_key(rival))


def _of_game(game: str, lines: Sequence[TableLine]) -> Iterable[TableTally]:
    yield _tally(game, "", lines)
    met: dict[str, list[TableLine]] = defaultdict(list)
    for line in lines:
        for name in rival_names(line):
            met[name].append(line)
    for rival in sorted(met, key=lambda name: (search_key(name), name)):
        yield _tally(game, rival, met[rival])


def _tally(game: str, rival: str, lines: Sequence[TableLine]) -> TableTally:
    results = Counter(line.result for line in lines)
    theirs = [_they_won(line, rival) for line in lines]
    both = sum(line.result is Result.WON and they for line, they in zip(lines, theirs, strict=True))
    won = results[Result.WON]
    return TableTally(
        game,
        rival,
        games=len(lines),
        won=won,
        lost=results[Result.LOST],
        drawn=results[Result.DRAW],
        shared=both if rival else sum(line.shared for line in lines),
        theirs=sum(theirs) if rival else results[Result.LOST],
        share=share(won, len(lines)),
        figures=_figures(lines),
    )


def _they_won(line: TableLine, rival: str) -> bool:
    return any(
        one.result is Result.WON and rival in (name, one.player)
        for seat, (one, name) in enumerate(zip(line.match.seats, line.names, strict=True))
        if seat != line.seat
    )


def _figures(lines: Sequence[TableLine]) -> Figures | None:
    """Give what is told more of games of one kind."""
    match lines[0].match.game:
        case "matschig":
            return _matschig(lines)
        case "mud":
            return _mud([(line.sheet, line.seat) for line in lines if isinstance(line.sheet, MudSheet)])
        case "cardia":
            return _cardia([(line.sheet, line.seat) for line in lines if isinstance(line.sheet, CardiaSheet)])
    return None


def _matschig(lines: Sequence[TableLine]) -> MatschigFigures | None:
    sheets = [(line.sheet, line.seat) for line in lines if isinstance(line.sheet, MatschigSheet)]
    accounts = [sheet.accounts[seat] for sheet, seat in sheets]
    accounts += [line.points[line.seat] for line in lines if line.points]
    if not accounts:
        return None
    easier: list[bool] = []
    perfect: list[bool] = []
    for sheet, seat in sheets:
        easier += _easier(sheet, seat)
        perfect += _perfect(sheet, seat)
    return MatschigFigures(
        games=len(accounts),
        mean=sum(accounts) / len(accounts),
        best=min(accounts),
        rounds=sum(len(sheet.rounds) for sheet, _ in sheets),
        easier=(sum(easier), len(easier)),
        perfect=(sum(perfect), len(perfect)),
    )


def _easier(sheet: MatschigSheet, seat: Seat) -> Iterable[bool]:
    """Say of every round in which points could be halved whether they were."""
    if EASIER in sheet.options:
        yield from (line.easier for line in sheet.of(seat) if line.one_kind and line.points)


def _perfect(sheet: MatschigSheet, seat: Seat) -> Iterable[bool]:
    """Say of every round after which the account could be halved whether it was."""
    lines = sheet.of(seat)
    for number, line in enumerate(lines):
        if PERFECT in sheet.options and account_after(lines[:number]) + line.counted in HALVED:
            yield line.perfect


def _mud(sheets: Sequence[tuple[MudSheet, Seat]]) -> MudFigures | None:
    if not sheets:
        return None
    mine = Counter(sheet.leaning for sheet, seat in sheets if sheet.winner == seat)
    theirs = Counter(sheet.leaning for sheet, seat in sheets if sheet.winner != seat)
    players: dict[int, list[bool]] = defaultdict(list)
    for sheet, seat in sheets:
        players[sheet.seats].append(sheet.winner == seat)
    return MudFigures(
        {leaning: mine[leaning] for leaning in LEANINGS},
        {leaning: theirs[leaning] for leaning in LEANINGS},
        {many: (len(players[many]), sum(players[many])) for many in sorted(players)},
    )


def _cardia(sheets: Sequence[tuple[CardiaSheet, Seat]]) -> CardiaFigures | None:
    if not sheets:
        return None
    decks: dict[str, Counter[str]] = defaultdict(Counter)
    for sheet, seat in sheets:
        for one in sheet.games:
            decks[one.deck]["drawn" if one.winner is None else "won" if one.winner == seat else "lost"] += 1
    by_deck = {deck: _counts(decks[deck]) for deck in sorted(decks)}
    return CardiaFigures(_counts(sum(decks.values(), Counter())), by_deck)


def _counts(found: Counter[str]) -> tuple[int, int, int]:
    return found["won"], found["lost"], found["drawn"]
