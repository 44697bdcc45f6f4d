"""The chance of winning over a game, as a curve."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from collection.analysis.judged import Judged
from collection.analysis.words import Size, sign_of, size_of
from collection.pictures import palette
from collection.pictures.scene import Box, Disc, Ink, Outline, Shape, Text

_LEFT, _RIGHT, _TOP, _LOW = 54.0, 22.0, 50.0, 48.0
"""Around the curve, for its words."""
COSTLY = (Size.SLIP, Size.MISTAKE, Size.BLUNDER)
"""What is worth a mark, and the better move."""
_FEWEST_PIXELS = 26.0
"""Between two move numbers under the curve."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark on the curve: after so many moves, one or two characters."""

    at: int
    sign: str


def signs(judged: Iterable[Judged]) -> tuple[Sign, ...]:
    """Give the marks on the curve: where chances were given away."""
    return tuple(Sign(one.number, sign_of(size_of(one.loss))) for one in judged if size_of(one.loss) in COSTLY)


def curve(
    chances: Sequence[float],
    signs: Sequence[Sign],
    x: float,
    y: float,
    width: float,
    height: float,
    whose: str = "Black",
) -> Iterator[Shape]:
    """Draw the chance of the seat called `whose` at every position, 0 to 1, the first before any move.

    NaN stands for a position that was not judged.
    """
    yield Box(x, y, width, height, Ink(palette.PAPER, palette.RULE, 1.2), radius=8)
    yield Text(x + 14, y + 20, f"{whose}'s chance of winning, after so many moves", 12.5, palette.INK, bold=True)
    left, top, right, low = x + _LEFT, y + _TOP, x + width - _RIGHT, y + height - _LOW
    for share in (0, 50, 100):
        level = low - share / 100 * (low - top)
        yield Outline(((left, level), (right, level)), Ink(None, palette.RULE, 1.0, dashed=share == 50), open=True)
        yield Text(left - 6, level + 4, f"{share} %", 10.5, palette.SOFT, "end")
    last = max(len(chances) - 1, 1)
    step = (right - left) / last
    every = max(1, round(_FEWEST_PIXELS / step + 0.49))
    for move in range(0, len(chances), every):
        yield Text(left + move * step, low + 34, str(move), 10.5, palette.SOFT, "middle")
    points = {
        move: (left + move * step, low - chance * (low - top))
        for move, chance in enumerate(chances)
        if not math.isnan(chance)
    }
    if len(points) > 1:
        yield Outline(tuple(points.values()), Ink(None, palette.CURVE, 2.4), open=True)
    for point in points.values():
        yield Disc(*point, 3.0, Ink(palette.CURVE))
    for sign in signs:
        if sign.at not in points:
            continue
        across, level = points[sign.at]
        # Away from the lines that meet there: above, unless they come from above.
        beside = [points[at][1] for at in (sign.at - 1, sign.at + 1) if at in points]
        low_point = max(beside, default=level) <= level and min(beside, default=level) < level
        down = level + 18 if low_point else level - 9
        yield Disc(across, level, 4.5, Ink(palette.PAPER, palette.TAKEN, 2.2))
        yield Text(across, down, sign.sign, 13, palette.TAKEN, "middle", bold=True)
