"""A picture as plain shapes, before it is written as SVG or PNG: every kind of file shows the same.

Lengths are in pixels of the SVG, x to the right and y down. Later shapes lie over earlier ones. Nothing is transparent,
so that a picture looks the same on a light and on a dark page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from collection.pictures.lettering import cut, width_of
from collection.text import plain

Anchor: TypeAlias = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is painted: colours as `#rrggbb`, None for none; `line` is drawn `width` wide around it."""

    fill: str | None = None
    line: str | None = None
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, its corners rounded with `radius`."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Outline:
    """Points joined by straight lines, the last with the first too unless it is `open`."""

    points: tuple[Point, ...]
    ink: Ink
    open: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one line: (x, y) is on their base line, at their start, middle or end. Made plain here, never cut."""

    x: float
    y: float
    words: str
    size: float
    colour: str
    anchor: Anchor = "start"
    bold: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", plain(self.words))

    @property
    def width(self) -> float:
        """How wide the words are, at most."""
        return width_of(self.words, self.size, bold=self.bold)

    @property
    def left(self) -> float:
        """Where the words begin."""
        return self.x - {"start": 0.0, "middle": self.width / 2, "end": self.width}[self.anchor]


Shape: TypeAlias = Box | Disc | Outline | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. `title` and `description` are for those who cannot see it: what it shows, in words."""

    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]

    @property
    def texts(self) -> tuple[Text, ...]:
        """All words in the picture, in the order in which they are drawn."""
        return tuple(shape for shape in self.shapes if isinstance(shape, Text))


def words_in(
    x: float,
    y: float,
    words: str,
    size: float,
    colour: str,
    room: float,
    anchor: Anchor = "start",
    *,
    bold: bool = False,
) -> Text:
    """Give words cut to `room`: the door for whatever people may have written."""
    return Text(x, y, cut(words, size, room, bold=bold), size, colour, anchor, bold)
