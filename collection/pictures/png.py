"""A scene as PNG, drawn by matplotlib where it is installed."""

from __future__ import annotations

import io
import logging
import warnings
from typing import TYPE_CHECKING, Any, Literal

from collection.errors import Refused
from collection.pictures.lettering import is_measured
from collection.pictures.scene import Anchor, Box, Disc, Ink, Outline, Scene, Shape, Text

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure
    from matplotlib.text import Text as Words

_POINTS_AN_INCH = 72
"""A pixel of the scene is a point of matplotlib's, so that lengths, lines and letters need no arithmetic."""
_SHARPNESS = 2
"""Pixels of the PNG for one of the scene, as long as the picture is not very large."""
_LONGEST = 20_000
"""Pixels that a side may have."""

_STYLE: Any = {
    "font.family": ["DejaVu Sans"],
    # Names are free text: a $ in one of them begins no formula.
    "text.parse_math": False,
}
_ALIGNED: dict[Anchor, Literal["left", "center", "right"]] = {"start": "left", "middle": "center", "end": "right"}


def png_of(scene: Scene) -> bytes:
    """Give `scene` as a PNG file, two pixels for one of the SVG. Raises Refused where matplotlib is not installed."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise Refused(
            "Pictures as PNG need matplotlib: pip install 'mudwater-collection[plot]'. An .svg needs nothing."
        ) from None
    # What it has to say about fonts and caches is of no use to anybody here.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        figure = figure_of(scene)
        file = io.BytesIO()
        figure.savefig(file, format="png", metadata={"Software": "mudwater", "Title": _latin(scene.title)})
    return file.getvalue()


def figure_of(scene: Scene) -> Figure:
    """Give `scene` as a figure, before it is written."""
    from matplotlib.figure import Figure
    from matplotlib.text import Text as Words

    sharpness = min(_SHARPNESS, _LONGEST / max(scene.width, scene.height))
    inches = (scene.width / _POINTS_AN_INCH, scene.height / _POINTS_AN_INCH)
    figure = Figure(figsize=inches, dpi=_POINTS_AN_INCH * sharpness)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    axes.set_axis_off()
    for order, shape in enumerate(scene.shapes):
        artist = _artist(shape)
        artist.set_zorder(order)
        axes.add_artist(artist)
        if isinstance(shape, Text) and isinstance(artist, Words) and not is_measured(shape.words):
            _narrow(artist, shape, sharpness)
    return figure


def _narrow(words: Words, text: Text, sharpness: float) -> None:
    """Make letters that nobody has measured as small as it takes for the words to have the width reckoned with."""
    room, width = text.width * sharpness, words.get_window_extent().width
    if width > room > 0:
        words.set_fontsize(text.size * room / width)


def _artist(shape: Shape) -> Artist:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle, FancyBboxPatch, Polygon, Rectangle
    from matplotlib.text import Text as Words

    match shape:
        case Box(radius=0.0):
            return Rectangle((shape.x, shape.y), shape.width, shape.height, **_ink(shape.ink))
        case Box():
            rounded = f"round,pad=0,rounding_size={shape.radius}"
            return FancyBboxPatch((shape.x, shape.y), shape.width, shape.height, boxstyle=rounded, **_ink(shape.ink))
        case Disc():
            return Circle((shape.x, shape.y), shape.radius, **_ink(shape.ink))
        case Outline(open=True):
            across, down = zip(*shape.points, strict=True)
            line, style = shape.ink.line or "none", _style(shape.ink)
            return Line2D(across, down, color=line, linewidth=shape.ink.width, linestyle=style, solid_joinstyle="round")
        case Outline():
            return Polygon(shape.points, closed=True, joinstyle="round", **_ink(shape.ink))
        case Text():
            return Words(
                shape.x,
                shape.y,
                shape.words,
                fontsize=shape.size,
                color=shape.colour,
                horizontalalignment=_ALIGNED[shape.anchor],
                verticalalignment="baseline",
                fontweight="bold" if shape.bold else "normal",
            )


def _ink(ink: Ink) -> dict[str, Any]:
    return {
        "facecolor": ink.fill or "none",
        "edgecolor": ink.line or "none",
        "linewidth": ink.width if ink.line else 0,
        "linestyle": _style(ink),
    }


def _style(ink: Ink) -> tuple[float, tuple[float, float]] | Literal["solid"]:
    """Give the dashes of a line, as in an SVG."""
    return (0.0, (3.0, 2.0)) if ink.dashed else "solid"


def _latin(text: str) -> str:
    """Give text as a PNG can hold it: it knows Latin letters alone."""
    return text.encode("latin-1", "replace").decode("latin-1")
