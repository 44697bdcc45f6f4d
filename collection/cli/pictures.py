"""What verbs that can draw have in common: a picture in a file, or as SVG on standard output."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from collection.cli.output import data, talk
from collection.errors import NotUnderstood
from collection.text import plain

if TYPE_CHECKING:
    from collection.pictures.scene import Scene

Picture: TypeAlias = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE", help="Also as a picture, by its ending: .svg, or .png with matplotlib."),
]
Svg: TypeAlias = Annotated[
    bool, typer.Option("--svg", help="As a picture: SVG on standard output, and nothing else there.")
]


def check_wish(picture: Path | None, *, svg: bool, as_json: bool) -> None:
    """Raise NotUnderstood for what cannot go together, and for a picture whose ending says no kind.

    Raises Refused for a place where no picture can be written.
    """
    from collection.desk.files import written_whole
    from collection.pictures.drawing import kind_of

    if svg and as_json:
        raise NotUnderstood("--svg and --json both go to standard output. Ask for one of them.")
    if svg and picture is not None:
        raise NotUnderstood("--svg goes to standard output and --picture to a file. Ask for one of them.")
    if picture is None:
        return
    kind_of(picture)
    if not picture.exists() or picture.is_file() or picture.is_dir():
        # Tried before the work is done. A pipe would end with the trial, so there it is left to the writing.
        with written_whole(picture, what="picture"):
            pass


def give_picture(picture: Path | None, scene: Callable[[], Scene], *, svg: bool) -> None:
    """Draw `scene` into the file `picture`, whole or not at all, or as SVG on standard output; nothing for neither."""
    from collection.desk.files import written_whole
    from collection.pictures.drawing import drawn, kind_of

    if svg:
        data(drawn(scene(), "svg").decode("ascii").rstrip())
    elif picture is not None:
        with written_whole(picture, what="picture") as write:
            write(drawn(scene(), kind_of(picture)))
        talk(f"The picture is in {plain(str(picture))}")
