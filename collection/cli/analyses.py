"""`analyse`: written games judged, move by move."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json
from collection.cli.output import STAND_IN_NOTE, card_name, data, data_json, short, talk
from collection.cli.pictures import Picture, Svg, check_wish, give_picture
from collection.cli.replays import told_faults, written_in
from collection.cli.waiting import interruptible, progress
from collection.errors import CollectionError, NotUnderstood, Refused

if TYPE_CHECKING:
    from collection.analysis.judged import Analysis
    from collection.catalogue.catalogue import Catalogue
    from collection.games.registry import Replayed
    from collection.pictures.scene import Scene

_EFFORT, _INTERPRETED_EFFORT = 100_000, 2_000
"""As in `analysis.judging`, which is read only when there is something to judge; a test holds them together."""
_CARD = re.compile(r"(?<=[=~+])[0-9]+", re.ASCII)


def analyse(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Records as YAML; - is the standard input.")],
    effort: Annotated[
        int | None,
        typer.Option(
            "--effort",
            metavar="N",
            min=1,
            max=2_000_000,
            help=f"Games imagined for a position that cannot be proved: {_EFFORT:,} unless said, "
            f"{_INTERPRETED_EFFORT:,} where the kernel is not compiled.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same analysis.")] = 0,
    svg: Svg = False,
    picture: Picture = None,
    boards: Annotated[
        bool, typer.Option("--boards", help="In the picture every move as a small board instead of a table.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Judge every move of written games: where they turned.

    In hindsight, all cards known: `before` is the chance of who moved, with the best move, `after` the one that was
    left, `loss` the difference. Where the rest can be searched out both are proved (`exact`), else they are
    estimates. Cards that nobody saw are drawn several times, and the chances averaged.

    With --json a list of moves for one file; for several one object a line, with `file` and the list as `analysis`.
    A record that is not right is told on standard error and the others are still judged; the exit code is then 1.
    Ctrl-c tells what was judged, the last moves first.
    """
    from collection.games.mudwater.state import Faces
    from collection.games.registry import replay_any

    check_wish(picture, svg=svg, as_json=as_json)
    drawing = svg or picture is not None
    _check_drawing(files, drawing=drawing, boards=boards)
    catalogue = Asked.of(context).catalogue()
    cards = {"mudwater": Faces.of(catalogue)} | Asked.of(context).corrections()
    refused = False
    with interruptible() as interrupted:
        for file in files:
            shown = short(file, 200)
            try:
                replayed = replay_any(written_in(file), cards)
                analysis = _judged(replayed, effort, seed, interrupted)
            except CollectionError as no:
                refused = True
                told_faults(shown, no)
                continue
            if drawing:
                give_picture(picture, partial(_scene, analysis, replayed, catalogue, boards=boards), svg=svg)
            if as_json:
                judged = analysis.as_json(replayed.seat_names)
                data_json(judged if len(files) == 1 else {"file": file, "analysis": judged})
            elif not svg:
                tell_analysis(shown, analysis, replayed, catalogue)
            if interrupted.is_set():
                raise KeyboardInterrupt
    if refused:
        raise typer.Exit(1)


def _check_drawing(files: Sequence[str], *, drawing: bool, boards: bool) -> None:
    """Raise NotUnderstood where several analyses are to be one picture, and for boards without a picture."""
    if drawing and len(files) > 1:
        raise NotUnderstood(f"A picture shows one game, and {len(files)} files are named. Name one of them.")
    if boards and not drawing:
        raise NotUnderstood("--boards says what a picture shows: add --svg or --picture FILE.")


def _scene(analysis: Analysis, replayed: Replayed, catalogue: Catalogue, *, boards: bool) -> Scene:
    """Compose the picture of an analysis. Raises Refused for boards of a game that has none."""
    from collection.games.mudwater.record import Replay
    from collection.pictures.analysis import analysis_scene
    from collection.pictures.games import game_scene

    if not boards:
        return analysis_scene(analysis, replayed, catalogue)
    if not isinstance(replayed, Replay):
        raise Refused("Only games of Mudwater can be drawn as boards.")
    return game_scene(replayed, catalogue, analysis=analysis)


def _judged(replayed: Replayed, effort: int | None, seed: int, interrupted: threading.Event) -> Analysis:
    from collection.analysis.judging import DEFAULT, judge

    with progress("Judging") as told:
        return judge(replayed, seed=seed, effort=effort or DEFAULT, cancelled=interrupted.is_set, told=told)


def tell_analysis(shown: str, analysis: Analysis, replayed: Replayed, catalogue: Catalogue) -> None:
    """Write the report of an analysis under a line that says, safe to print, what was judged."""
    from collection.analysis.report import report_of
    from collection.analysis.summary import summary_of

    stand_in = False

    def named(written: re.Match[str]) -> str:
        nonlocal stand_in
        number = int(written[0])
        if number not in catalogue:
            return written[0]
        stand_in = stand_in or catalogue[number].is_stand_in
        return card_name(catalogue[number])

    spelled = (lambda move: _CARD.sub(named, move)) if replayed.game.name == "mudwater" else str
    data(shown)
    for line in report_of(analysis, summary_of(analysis, replayed), replayed, spelled):
        data(line)
    data()
    if stand_in:
        talk(STAND_IN_NOTE)
