"""How wide words are in a picture, and words cut and broken so that they stay in their box.

Whoever looks at an SVG has fonts of their own. Widths are those of DejaVu Sans, which matplotlib brings along; it is as
wide as Verdana and wider than the other usual fonts, so that what fits here fits there.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from collection.text import plain

FONTS: Final = "'DejaVu Sans', Verdana, 'Bitstream Vera Sans', Geneva, sans-serif"
"""The fonts of a picture, the first that is there. None is fetched."""

_EM = 2048
# Advances of the printable ASCII characters, from the space on, in 2048ths of the letters' size.
# fmt: off
_PLAIN: Final = (
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087,
    2048, 1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612,
    1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024,
    1024, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253,
    1300, 1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,
)
_BOLD: Final = (
    713, 934, 1067, 1716, 1425, 2052, 1786, 627, 936, 936, 1071, 1716, 778, 850, 778, 748,
    1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 819, 819, 1716, 1716, 1716, 1188,
    2048, 1585, 1561, 1503, 1700, 1399, 1399, 1681, 1714, 762, 762, 1587, 1305, 2038, 1714, 1741,
    1501, 1741, 1577, 1475, 1397, 1663, 1585, 2259, 1579, 1483, 1485, 936, 748, 936, 1716, 1024,
    1024, 1382, 1466, 1214, 1466, 1389, 891, 1466, 1458, 702, 702, 1362, 702, 2134, 1458, 1407,
    1466, 1466, 1010, 1219, 979, 1458, 1335, 1892, 1321, 1335, 1192, 1458, 748, 1458, 1716,
)
# fmt: on
_DOTS = "…"
_SIGNS: Final = {
    "…": (2048, 2048),
    "·": (651, 778),
    "→": (1716, 1716),
    "✓": (1716, 1716),
    "✗": (1716, 1716),
}
"""Signs outside ASCII that pictures use of themselves: their advances in plain and in bold letters."""
_WIDEST, _WIDE_SIGN, _OTHER_LETTER = 1.0, 1.4, 1.1
"""In ems: an East Asian character, an emoji, and any other letter or sign of which nothing is known."""


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """Give how wide `words` are in letters of `size`; at most so wide where a script cannot be measured."""
    return sum(_width(character, bold) for character in words) * size


def is_measured(words: str) -> bool:
    """Say whether `words` hold only letters of which the width is known, rather than what it is at most."""
    return all(_base(character) != "" for character in words)


def _base(character: str) -> str:
    """Give the ASCII letter that a character is a form of, or the sign that it is; empty for any other."""
    first = character if character.isascii() else unicodedata.normalize("NFD", character)[0]
    return first if (" " <= first <= "~") or first in _SIGNS else ""


def _width(character: str, bold: bool) -> float:
    """Give how wide a character is, in ems."""
    base = _base(character)
    if base in _SIGNS:
        return _SIGNS[base][bold] / _EM
    if base:
        return (_BOLD if bold else _PLAIN)[ord(base) - 32] / _EM
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE_SIGN if unicodedata.category(character) == "So" else _WIDEST
    return _WIDE_SIGN if unicodedata.category(character) == "So" else _OTHER_LETTER


def cut(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """Give `words` made plain and at most `room` wide; what had to be cut ends in `…`."""
    words = plain(words)
    if width_of(words, size, bold=bold) <= room:
        return words
    left = room / size - 1.0
    for place, character in enumerate(words):
        left -= _width(character, bold)
        if left < 0:
            return words[:place].rstrip() + _DOTS if room >= size else ""
    return words


def broken(words: str, size: float, room: float, lines: int, *, bold: bool = False) -> list[str]:
    """Give `words` in at most `lines` lines, broken between words, each cut to `room`."""
    given: list[str] = []
    rest = plain(words).split()
    while rest and len(given) < lines:
        line = rest.pop(0)
        if len(given) == lines - 1:
            line, rest = " ".join([line, *rest]), []
        while rest and width_of(f"{line} {rest[0]}", size, bold=bold) <= room:
            line = f"{line} {rest.pop(0)}"
        given.append(cut(line, size, room, bold=bold))
    return given
