"""`replay`: written games played through and checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from collection.cli.asked import Asked
from collection.cli.options import Json
from collection.cli.output import data, data_json, short, talk
from collection.errors import CollectionError, RecordError, Refused
from collection.text import plain

if TYPE_CHECKING:
    from collection.catalogue.catalogue import Catalogue
    from collection.games.registry import Replayed


def replay(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Records as YAML; - is the standard input.")],
    as_json: Json = False,
) -> None:
    """Replay written games and check every move.

    With --json one object a line. A record that is not right is told on standard error, with its file and the move's
    number, and the others are still replayed; the exit code is then 1.
    """
    from collection.games.mudwater.state import Faces
    from collection.games.registry import replay_any

    catalogue = Asked.of(context).catalogue()
    cards = {"mudwater": Faces.of(catalogue)}
    refused = False
    for file in files:
        shown = short(file, 200)
        try:
            played = replay_any(written_in(file), cards)
        except CollectionError as no:
            refused = True
            told_faults(shown, no)
            continue
        if as_json:
            data_json({"file": file} | played.as_json())
        else:
            _tell(shown, played, catalogue)
    if refused:
        raise typer.Exit(1)


def told_faults(shown: str, no: CollectionError) -> None:
    """Say why a record was refused: its file, `shown` so that it is safe to print, and the move where there is one."""
    place = f" move {no.move}:" if isinstance(no, RecordError) and no.move is not None else ""
    for reason in no.reasons:
        talk(f"{shown}:{place} {plain(reason)}")


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


def _tell(shown: str, played: Replayed, catalogue: Catalogue) -> None:
    from collection.games.mudwater.record import Replay

    data(shown)
    if isinstance(played, Replay):
        from collection.cli.story import tell_game

        tell_game(played, catalogue)
        if played.changed_cards:
            numbers = ", ".join(str(number) for number in played.changed_cards)
            talk(f"{shown}: the catalogue has come to differ from this record in {numbers}; the record was followed.")
    else:
        data_json(played.as_json())
    data()
