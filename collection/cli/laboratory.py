"""`lab`: players measured against each other."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json
from collection.cli.output import data, data_json
from collection.errors import NotUnderstood
from collection.games.mudwater.state import Mode

lab = typer.Typer(help="The lab: players measured.")


@lab.callback()
def _measures() -> None:
    """Keep `arena` a verb of its own, although it is the only one."""


@lab.command()
def arena(
    context: typer.Context,
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="Two players, such as greedy,random.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed plays the same games.")] = 0,
    mode: Annotated[Mode, typer.Option("--mode", case_sensitive=False, help="Which rules.")] = Mode.STANDARD,
    as_json: Json = False,
) -> None:
    """Let two players meet over many games, each deal played twice with the seats exchanged.

    Results are those of the first player; low and high bound the score with 95 % confidence.
    """
    from collection.lab.mudwater import mudwater_arena

    names = [name.strip() for name in players.split(",")]
    if len(names) != 2:
        raise NotUnderstood("--players names two players, separated by a comma: --players greedy,random.")
    catalogue = Asked.of(context).catalogue()
    started = time.perf_counter()
    report = mudwater_arena(catalogue, names, games, seed, mode)
    pace = games / max(time.perf_counter() - started, 1e-9)
    if as_json:
        data_json(
            {
                "players": list(report.players),
                "games": report.games,
                "wins": report.wins,
                "draws": report.draws,
                "losses": report.losses,
                "score": report.score,
                "low": report.low,
                "high": report.high,
                "games_per_second": round(pace, 1),
            }
        )
        return
    one, other = report.players
    data(f"{one} against {other}, {report.games} games: {report.wins} won, {report.draws} drawn, {report.losses} lost.")
    data(f"Score {report.score:.3f}, between {report.low:.3f} and {report.high:.3f} with 95 % confidence.")
    data(f"{pace:.0f} games per second.")
