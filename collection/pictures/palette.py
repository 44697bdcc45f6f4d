"""The colours of the pictures: they bring their own background, so that they are read on light and dark pages alike.

Every colour of letters stands out from what it is written on by 4.5 to 1 or more (WCAG 2, level AA).
"""

from __future__ import annotations

from typing import Final

from collection.catalogue.card import Family

PAGE: Final = "#f6f1e4"
INK: Final = "#1f2b26"
SOFT: Final = "#525e57"
RULE: Final = "#c9bfa6"

BOARD: Final = "#d6cbb0"
EMPTY: Final = "#e8e0cc"
EMPTY_LINE: Final = "#8d8268"
EMPTY_INK: Final = "#5a5240"

BLACK: Final = "#26342e"
BLACK_INK: Final = "#f6f1e4"
WHITE: Final = "#ffffff"
WHITE_INK: Final = "#1f2b26"

PAPER: Final = "#fdfaf1"
ROCK: Final = "#b9b8b1"
ROCK_LINE: Final = "#6c6d69"
ROCK_INK: Final = "#1f2b26"

FRESH: Final = "#c77700"
"""Around what was just played."""
TAKEN: Final = "#b3261e"
"""Around what was just captured."""
CURVE: Final = "#1f5a96"

FAMILIES: Final[dict[Family, str]] = {
    Family.CLUB: "#2d6a3f",
    Family.MUTANT: "#762f7b",
    Family.COSMIC: "#1f5a96",
    Family.ARCANA: "#9a3a1c",
}
"""Behind the letter of each family; the emblem's shape says it too."""
