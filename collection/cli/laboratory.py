"""`lab`: players measured against each other."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked
from collection.cli.laboratory_learning import learn
from collection.cli.options import Group, Json
from collection.cli.output import data, data_json, listed, talk
from collection.errors import NotUnderstood
from collection.games.mudwater.state import Mode

if TYPE_CHECKING:
    from collection.lab.arena import Contest, Report
    from collection.lab.scores import Tally
    from collection.lab.sequential import SequentialTest

lab = typer.Typer(cls=Group, help="The lab: players measured.")

_GAMES, _AT_MOST = 200, 20_000
"""Games when nothing else is said, and with `--until-settled`."""


lab.command()(learn)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A match in the arena as it was asked for."""

    games: int
    seed: int
    mode: Mode
    jobs: int
    test: SequentialTest | None


@dataclass(frozen=True, slots=True)
class _Measured:
    """What came of it: `seconds` were taken in all, and `interrupted` says that somebody had enough."""

    players: tuple[str, str]
    by_clock: tuple[str, ...]
    """Those of them whose games no seed repeats."""
    report: Report
    seconds: float
    interrupted: bool

    @property
    def pace(self) -> float:
        """Games a second."""
        return self.report.games / max(self.seconds, 1e-9)


@lab.command()
def arena(
    context: typer.Context,
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="Two players, such as greedy,random.")],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help=f"How many games, {_GAMES} unless said; until settled at most so many, {_AT_MOST:,} unless said.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed plays the same games.")] = 0,
    until_settled: Annotated[
        bool, typer.Option("--until-settled", help="Stop as soon as it is clear who is stronger, or neither is.")
    ] = False,
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin",
            metavar="M",
            help="With --until-settled: how far from 0.5 a score has to be to matter; 0.05 unless said.",
        ),
    ] = None,
    mode: Annotated[Mode, typer.Option("--mode", case_sensitive=False, help="Which rules.")] = Mode.STANDARD,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="How many processes play; one a core unless said.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Let two players meet over many games, each deal played twice with the players exchanged.

    Results are those of the first player; low and high bound the score with 95 % confidence (Wilson score, on pairs of
    games). The same seed gives the same answer, however many processes play. Ctrl-c ends it and tells what was played.

    --until-settled: a two-sided sequential probability ratio test (Wald, Armitage) on pair scores, looking every 10
    pairs. It stops for a player who is stronger, or when neither is by --margin. Players of equal strength are called
    unequal in at most 5 % of runs, players who differ by the margin even in at most 5 %.
    """
    from collection.lab.mudwater import assumptions, mudwater_contest

    if margin is not None and not until_settled:
        raise NotUnderstood("--margin goes with --until-settled.")
    names = [name.strip() for name in players.split(",")]
    if len(names) != 2:
        raise NotUnderstood("--players names two players, separated by a comma: --players greedy,random.")
    wanted = _wanted(games, seed, mode, jobs, margin=margin, tested=until_settled)
    catalogue = Asked.of(context).catalogue()
    measured = _measure(mudwater_contest(catalogue, names, mode), wanted)
    if as_json:
        data_json(_as_json(measured, wanted))
    else:
        _tell(measured, wanted)
        for sentence in assumptions(catalogue):
            talk(sentence)
    if measured.by_clock:
        think = "thinks" if len(measured.by_clock) == 1 else "think"
        talk(f"{listed(measured.by_clock)} {think} by the clock: the same seed will not play the same games again.")
    if measured.interrupted:
        raise KeyboardInterrupt


def _wanted(
    games: int | None, seed: int, mode: Mode, jobs: int | None, *, margin: float | None, tested: bool
) -> _Wanted:
    """Fill in what was not said."""
    from collection.lab.sequential import SequentialTest
    from collection.lab.workers import cores

    test = (SequentialTest() if margin is None else SequentialTest(margin)) if tested else None
    most = games or (_AT_MOST if tested else _GAMES)
    # A process has nothing to do with less than a pair.
    return _Wanted(most, seed, mode, min(jobs or cores(), -(-most // 2)), test)


def _measure(contest: Contest, wanted: _Wanted) -> _Measured:
    """Play what is wanted. An interrupt ends it with what was played, and is raised if that is nothing."""
    from collection.lab.arena import played, report
    from collection.lab.workers import processes

    one, other = (make() for make in contest.players)
    by_clock = tuple(dict.fromkeys(player.name for player in (one, other) if player.by_clock))
    tally, interrupted = None, False
    started = time.perf_counter()
    try:
        with processes(wanted.jobs, time.perf_counter) as workers, _progress(wanted.games) as show:
            for tally in played(contest, wanted.games, wanted.seed, wanted.test, workers):
                show(tally)
    except KeyboardInterrupt:
        if tally is None:
            raise
        interrupted = True
    assert tally is not None, "one game at least is played"
    seconds = time.perf_counter() - started
    return _Measured((one.name, other.name), by_clock, report(tally, wanted.test), seconds, interrupted)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[Tally], None]]:
    """Show how far it is, on standard error and where that is a terminal; gone afterwards."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _tally: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(None), MofNCompleteColumn(), TextColumn("score {task.fields[score]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games, score="-----")
        yield lambda tally: progress.update(task, completed=tally.games, score=f"{tally.score:.3f}")


def _as_json(measured: _Measured, wanted: _Wanted) -> dict[str, Any]:
    from collection.lab.scores import INTERVAL
    from collection.lab.sequential import LOOK, NAME

    report, test = measured.report, wanted.test
    return {
        "players": list(measured.players),
        "games": report.games,
        "wins": report.wins,
        "draws": report.draws,
        "losses": report.losses,
        "score": report.score,
        "low": report.low,
        "high": report.high,
        "games_per_second": round(measured.pace, 1),
        "pairs": report.pairs,
        "interval": INTERVAL,
        "seed": wanted.seed,
        "mode": wanted.mode.value,
        "jobs": wanted.jobs,
        "repeatable": not measured.by_clock,
        "interrupted": measured.interrupted,
        "settled": None if test is None else report.verdict is not None,
        "verdict": report.verdict,
        "test": None
        if test is None
        else {"name": NAME, "margin": test.margin, "alpha": test.alpha, "beta": test.beta, "look": LOOK},
    }


def _tell(measured: _Measured, wanted: _Wanted) -> None:
    report, (one, other) = measured.report, measured.players
    data(f"{one} against {other}, {report.games} games: {report.wins} won, {report.draws} drawn, {report.losses} lost.")
    data(
        f"Score {report.score:.3f}, between {report.low:.3f} and {report.high:.3f} with 95 % confidence "
        "(Wilson score, on pairs of games)."
    )
    if wanted.test is not None:
        data(_settled(measured, wanted.test))
    data(f"{measured.pace:.{0 if measured.pace >= 10 else 1}f} games per second.")
    if wanted.test is not None:
        _tell_test(measured, wanted.test)


def _settled(measured: _Measured, test: SequentialTest) -> str:
    from collection.lab.sequential import Verdict

    one, other = measured.players
    match measured.report.verdict:
        case Verdict.FIRST:
            return f"Settled: {one} is stronger than {other}."
        case Verdict.SECOND:
            return f"Settled: {other} is stronger than {one}."
        case Verdict.EVEN:
            return f"Settled: neither is stronger by {test.margin:g} or more."
        case None:
            return "Not settled: it takes more games."


def _tell_test(measured: _Measured, test: SequentialTest) -> None:
    from collection.lab.sequential import LOOK, NAME

    talk(f"Test: {NAME}, looking every {LOOK} pairs; 0.5 against 0.5 + {test.margin:g} and 0.5 - {test.margin:g}.")
    talk(
        f"Error rates: equal players called unequal in at most {test.alpha:.0%} of runs, "
        f"players who differ by {test.margin:g} called even in at most {test.beta:.0%}."
    )
    if measured.report.verdict is not None:
        talk("The interval takes the number of games as fixed: after an early stop the score leans to the verdict.")
