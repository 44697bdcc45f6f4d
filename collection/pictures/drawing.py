"""A scene as a file: SVG by the standard library, PNG by matplotlib. The same scene gives the same bytes."""

from __future__ import annotations

from pathlib import Path

from collection.errors import NotUnderstood
from collection.pictures.scene import Scene
from collection.text import plain

KINDS = {".svg": "svg", ".png": "png"}
"""The kinds of pictures, by the ending of the file."""


def kind_of(path: Path) -> str:
    """Give the kind of picture that a file's name asks for. Raises NotUnderstood for any other ending."""
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise NotUnderstood(
            f"{plain(path.name)[:60]} ends neither in .png nor in .svg: name the picture after its kind."
        )
    return kind


def drawn(scene: Scene, kind: str) -> bytes:
    """Give `scene` as the bytes of a file of `kind`, `svg` or `png`.

    Raises Refused for a PNG where matplotlib is not installed; an SVG needs nothing.
    """
    if kind == "svg":
        from collection.pictures.svg import svg_of

        return svg_of(scene)
    from collection.pictures.png import png_of

    return png_of(scene)
