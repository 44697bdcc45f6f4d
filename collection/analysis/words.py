"""The one scale of words for the size of what a move gave away, wherever a move is judged.

| word | sign | of the chance of winning, in hindsight, it gave away |
|---|---|---|
| best | `✓` | nothing, or less than 1 point of 100 |
| good | `·` | less than 5 points, which two searches of one position may differ by |
| slip | `-` | less than 12 points |
| mistake | `?` | less than 30 points |
| blunder | `✗` | 30 points or more |

Where the rest of a game was searched out there is nothing between a win (100), a draw (50) and a loss (0): a move is
the best there, or a blunder.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final


class Size(StrEnum):
    """How much a move gave away, by the word for it."""

    BEST = "best"
    GOOD = "good"
    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BOUNDS: Final = {Size.BEST: 0.01, Size.GOOD: 0.05, Size.SLIP: 0.12, Size.MISTAKE: 0.30}
"""What each word's losses stay below; a blunder is any other."""

_SIGNS: Final = {Size.BEST: "✓", Size.GOOD: "·", Size.SLIP: "-", Size.MISTAKE: "?", Size.BLUNDER: "✗"}


def size_of(loss: float) -> Size:
    """Give the word for a loss of chance, 0 to 1."""
    return next((size for size, bound in BOUNDS.items() if loss < bound), Size.BLUNDER)


def sign_of(size: Size) -> str:
    """Give the sign of a size, one cell wide; no two are alike."""
    return _SIGNS[size]


def counted(count: int, size: Size) -> str:
    """Give `9 best`, `1 slip`, `2 slips`."""
    return f"{count} {size}" if count == 1 or size in (Size.BEST, Size.GOOD) else f"{count} {size}s"


def plural(count: int, word: str) -> str:
    """Give `1 move`, `2 moves`; for words that only take an s."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def scale() -> Iterator[str]:
    """Give the scale a line a word, for the foot of a report."""
    for size in Size:
        bound = BOUNDS.get(size)
        below = f"less than {bound * 100:.0f}" if bound is not None else f"{BOUNDS[Size.MISTAKE] * 100:.0f} or more"
        point = "point" if size is Size.BEST else "points"
        yield f"{sign_of(size)} {size}: gave away {below} {point} of 100 of the chance of winning"
