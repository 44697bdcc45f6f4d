"""The chance of winning over a game, as a curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from collection.pictures import palette
from collection.pictures.scene import Box, Disc, Ink, Outline, Shape, Text

_LEFT, _RIGHT, _TOP, _LOW = 48.0, 14.0, 30.0, 30.0
"""Around the curve, for its words."""
_FEWEST_PIXELS = 26.0
"""Between two move numbers under the curve."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark on the curve: after so many moves, one or two characters."""

    at: int
    sign: str


def curve(
    chances: Sequence[float], signs: Sequence[Sign], x: float, y: float, width: float, height: float
) -> Iterator[Shape]:
    """Draw Black's chance at every position, 0 to 1, the first before any move; up is good for Black."""
    yield Box(x, y, width, height, Ink(palette.PAPER, palette.RULE, 1.2), radius=8)
    yield Text(x + 14, y + 20, "Black's chance of winning, after each move", 12.5, palette.INK, bold=True)
    left, top, right, low = x + _LEFT, y + _TOP + 4, x + width - _RIGHT, y + height - _LOW
    for share in (0, 50, 100):
        level = low - share / 100 * (low - top)
        yield Outline(((left, level), (right, level)), Ink(None, palette.RULE, 1.0, dashed=share == 50), open=True)
        yield Text(left - 6, level + 4, f"{share} %", 10.5, palette.SOFT, "end")
    last = max(len(chances) - 1, 1)
    step = (right - left) / last
    every = max(1, round(_FEWEST_PIXELS / step + 0.49))
    for move in range(0, len(chances), every):
        yield Text(left + move * step, low + 17, str(move), 10.5, palette.SOFT, "middle")
    points = tuple((left + move * step, low - chance * (low - top)) for move, chance in enumerate(chances))
    if len(points) > 1:
        yield Outline(points, Ink(None, palette.CURVE, 2.4), open=True)
    for point in points:
        yield Disc(*point, 3.0, Ink(palette.CURVE))
    for sign in signs:
        across, level = points[sign.at]
        down = level + 18 if level - top < 16 else level - 8
        yield Disc(across, level, 4.5, Ink(palette.PAPER, palette.TAKEN, 2.2))
        yield Text(across, down, sign.sign, 13, palette.TAKEN, "middle", bold=True)
