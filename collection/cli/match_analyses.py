"""`match analyse` and `match habits`: the book's own games judged, one by one and all together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.analyses import tell_analysis
from collection.cli.asked import Asked, catalogue_of
from collection.cli.matches import Named
from collection.cli.options import Json
from collection.cli.output import counted, data, data_json, talk
from collection.cli.receipts import interval_json
from collection.cli.waiting import interruptible, progress

if TYPE_CHECKING:
    from collection.analysis.summary import ManyGames
    from collection.desk.analysis import SummedUp

Rival = Annotated[str | None, typer.Option("--rival", metavar="NAME", help="Only the games against this rival.")]


def analyse_match(context: typer.Context, named: Named, as_json: Json = False) -> None:
    """Judge every move of a match of the book, as `analyse` does a file; it is done once and kept.

    Ctrl-c tells what was judged, the last moves first.
    """
    from collection.desk.analysis import analysis_of, replayed_match

    asked = Asked.of(context)
    with asked.reading() as book:
        found, replayed = replayed_match(book, named)
        with interruptible() as interrupted, progress("Judging") as told:
            analysis = analysis_of(book, found.id, cancelled=interrupted.is_set, told=told)
        catalogue = catalogue_of(book)
    if as_json:
        data_json(analysis.as_json(replayed.seat_names))
    else:
        names = zip(replayed.seat_names, found.seats, strict=False)
        seats = ", ".join(f"{name} {seat.called}" for name, seat in names)
        tell_analysis(f"Match {found.id} of {found.happened}: {seats}", analysis, replayed, catalogue)
    if interrupted.is_set():
        raise KeyboardInterrupt


def habits(context: typer.Context, rival: Rival = None, as_json: Json = False) -> None:
    """Say what your finished games teach together: accuracy, where they turn, habits, each with its interval.

    Games not judged yet are judged first, a few seconds each, and kept; Ctrl-c goes on with those that are.
    """
    from collection.desk.analysis import many_of

    asked = Asked.of(context)
    with asked.reading() as book, interruptible() as interrupted, progress("Judging") as told:
        found = many_of(book, asked.collector, rival=rival, cancelled=interrupted.is_set, told=told)
    if as_json:
        together = None if found.together is None else _together_json(found.together)
        data_json({"games": [_game_json(one) for one in found.games], "left": found.left, "together": together})
    elif found.together is None:
        talk("There is no finished game to learn from: they are played at the Table, or with `play`.")
    else:
        from collection.analysis.many_report import many_report

        for line in many_report(found.together):
            data(line)
    if found.left:
        talk(f"{counted(found.left, 'game')} not judged yet: {asked.command('match habits')}")
    if found.unread:
        talk(f"Left out, for their moves cannot be replayed: {', '.join(found.unread)}.")
    if interrupted.is_set():
        raise KeyboardInterrupt


def _game_json(one: SummedUp) -> dict[str, Any]:
    summary = one.summary
    return {
        "match": one.match.id,
        "date": one.match.happened.isoformat(),
        "moves": summary.moves,
        "accuracy": summary.accuracy,
        "result": summary.result,
        "turned": [point.number for point in summary.turned],
        "sizes": {size.value: count for size, count in summary.sizes.items()},
    }


def _together_json(found: ManyGames) -> dict[str, Any]:
    return {
        "games": found.games,
        "moves": found.moves,
        "accuracy": interval_json(found.accuracy),
        "accuracy_first": interval_json(found.when_first),
        "accuracy_second": interval_json(found.when_second),
        "sizes": {size.value: count for size, count in found.sizes.items()},
        "turned": {phase.value: interval_json(interval) for phase, interval in found.turned.items()},
        "habits": [
            {
                "kind": one.kind.value,
                "times": one.times,
                "of": one.of,
                "games": one.games,
                "share": interval_json(one.share),
                "loss": one.loss,
            }
            for one in found.tendencies
        ],
    }
