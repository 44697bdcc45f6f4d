"""`replay`: written games played through and checked."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json
from collection.cli.output import data, data_json, on_a_terminal, short, talk
from collection.cli.pictures import Picture, Svg, check_wish, give_picture
from collection.errors import CollectionError, NotUnderstood, RecordError, Refused
from collection.text import plain

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.games.registry import Replayed
    from collection.pictures.scene import Scene


def replay(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Records as YAML; - is the standard input.")],
    svg: Svg = False,
    picture: Picture = None,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar="N", min=0, help="Only the position after N moves, large; the screen begins there."
        ),
    ] = None,
    black: Annotated[str, typer.Option("--black", metavar="NAME", help="Black's name there.")] = "Black",
    white: Annotated[str, typer.Option("--white", metavar="NAME", help="White's name there.")] = "White",
    screen: Annotated[bool, typer.Option("--screen", help="Go through one game on the screen, judged.")] = False,
    as_json: Json = False,
) -> None:
    """Replay written games and check every move, or draw one.

    With --json one object a line. A record that is not right is told on standard error, with its file and the move's
    number, and the others are still replayed; the exit code is then 1. A picture shows one game: every move as a small
    board, the antes and the result, or with --at one position. `replay g.yaml --svg > g.svg`. With --screen it is gone
    through on the screen, every move judged.
    """
    from collection.games.mudwater.state import Faces
    from collection.games.registry import replay_any

    check_wish(picture, svg=svg, as_json=as_json)
    drawing = svg or picture is not None
    _check_drawing(files, (at, black, white), drawing=drawing, screen=screen)
    if screen:
        _check_screen(files, drawing=drawing or as_json)
    catalogue = Asked.of(context).catalogue()
    cards = {"mudwater": Faces.of(catalogue)} | Asked.of(context).corrections()
    refused = False
    for file in files:
        shown = short(file, 200)
        try:
            played = replay_any(written_in(file), cards)
            if screen:
                _refuse_screen(played)
        except CollectionError as no:
            refused = True
            told_faults(shown, no)
            continue
        if screen:
            _show(Asked.of(context), file, (black, white), at)
            return
        if drawing:
            give_picture(picture, partial(_scene, played, catalogue, at, (black, white)), svg=svg)
        if as_json:
            data_json({"file": file} | played.as_json())
        elif not svg:
            _tell(Asked.of(context), shown, played, catalogue, cards)
    if refused:
        raise typer.Exit(1)


def _check_drawing(
    files: Sequence[str], said: tuple[int | None, str, str], *, drawing: bool, screen: bool = False
) -> None:
    """Raise NotUnderstood where several games are to be one picture, or words for a picture come without one."""
    if drawing and len(files) > 1:
        raise NotUnderstood(f"A picture shows one game, and {len(files)} files are named. Name one of them.")
    if not drawing and not screen and said != (None, "Black", "White"):
        raise NotUnderstood("--at, --black and --white say what is shown: add --svg, --picture FILE or --screen.")


def _check_screen(files: Sequence[str], *, drawing: bool) -> None:
    """Raise NotUnderstood for what does not go together with the screen, and where there is none."""
    if drawing:
        raise NotUnderstood("--screen shows the game on the screen: leave --json, --svg and --picture out.")
    if len(files) > 1 or files == ["-"]:
        raise NotUnderstood("The screen shows one game, read from a file: name one.")
    if not on_a_terminal():
        raise NotUnderstood("The screen needs a terminal, and this is none. Leave --screen out for the game as text.")


def _refuse_screen(played: Replayed) -> None:
    """Raise Refused for a game that the screen cannot go through."""
    from collection.games.mudwater.record import Replay

    if not isinstance(played, Replay):
        raise Refused("Only games of Mudwater are gone through on the screen: leave --screen out for this one as text.")


def _show(asked: Asked, file: str, names: tuple[str, str], at: int | None) -> None:
    """Go through a game on the screen; it has been read, so that a bad one was refused before."""
    from collection.tui.review_opening import review_of_file
    from collection.tui.running import run

    opening = partial(review_of_file, Path(file), names=names, at=at)
    code = run(asked.path, asked.collector, start="table", opening=opening)
    if code:
        raise typer.Exit(code)


def _scene(played: Replayed, catalogue: Catalogue, at: int | None, names: tuple[str, str]) -> Scene:
    """Compose the picture of a game, or of one position of it. Raises Refused for what cannot be drawn."""
    from collection.games.mudwater.record import Replay
    from collection.pictures.games import game_scene
    from collection.pictures.positions import position_scene

    if not isinstance(played, Replay):
        raise Refused("Only games of Mudwater can be drawn.")
    return game_scene(played, catalogue, names) if at is None else position_scene(played, at, catalogue, names)


def told_faults(shown: str, no: CollectionError) -> None:
    """Say why a record was refused: its file, `shown` so that it is safe to print, and the move where there is one."""
    move = no.move if isinstance(no, RecordError) else None
    for reason in no.reasons:
        if move is not None and reason.startswith(f"Move {move} "):
            # It names the move by itself, as a sentence: there is no need to say so twice.
            talk(f"{shown}: m{plain(reason)[1:]}")
        else:
            talk(f"{shown}:{'' if move is None else f' move {move}:'} {plain(reason)}")


def written_in(file: str) -> str:
    """Read a file as UTF-8. Raises Refused, saying why it cannot be read."""
    from collection.games.record import LARGEST

    try:
        if file == "-":
            content = sys.stdin.buffer.read(4 * LARGEST + 1)
        else:
            with Path(file).open("rb") as opened:
                # A character takes four bytes at most: what is longer than this is refused as too large anyway.
                content = opened.read(4 * LARGEST + 1)
        return content.decode("utf-8-sig")
    except OSError as fault:
        raise Refused(f"it cannot be read: {fault.strerror or type(fault).__name__}.") from fault
    except UnicodeDecodeError as fault:
        raise Refused("it is not text in UTF-8.") from fault
    except ValueError as fault:
        raise Refused("it cannot be read: no file can have such a name.") from fault


def _tell(asked: Asked, shown: str, played: Replayed, catalogue: Catalogue, cards: Mapping[str, Any]) -> None:
    from collection.cli.telling_games import tell_written
    from collection.games.mudwater.record import Replay
    from collection.games.registry import changed_fields
    from collection.games.written import Played

    data(shown)
    if isinstance(played, Replay):
        from collection.cli.story import tell_game

        tell_game(played, catalogue)
        if played.changed_cards:
            numbers = ", ".join(str(number) for number in played.changed_cards)
            talk(f"{shown}: the catalogue has come to differ from this record in {numbers}; the record was followed.")
    elif isinstance(played, Played):
        tell_written(asked, played)
        if changed := changed_fields(played, cards.get(played.game.name)):
            talk(f"{shown}: the data have come to differ in {short(', '.join(changed))}; the record was followed.")
    data()
