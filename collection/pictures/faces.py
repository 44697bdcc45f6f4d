"""Cards as they are drawn: faces with their edges at the sides, backs, rocks, and the marks of the two players."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from collection.catalogue.card import STAND_IN_MARK, Card, CardNo, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.state import BLACK, Face
from collection.pictures import palette
from collection.pictures.lettering import broken, width_of
from collection.pictures.scene import Box, Disc, Ink, Outline, Point, Shape, Text, words_in

SHAPE = 1.4
"""How many times as high as wide a card is."""

STAND_IN_NOTE = f"{STAND_IN_MARK} marks a stand-in: nobody has confirmed it from a real card yet."

_EDGE_PLACES = ((50.0, 14.0), (86.5, 58.0), (50.0, 126.0), (13.5, 58.0))
"""Where the edges N E S W stand on a card that is 100 wide."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a card, as far as a picture shows it."""

    number: CardNo
    name: str
    level: Level
    family: Family
    edges: tuple[int, int, int, int]
    stand_in: bool

    @property
    def marked_name(self) -> str:
        """The name, marked where the card is a stand-in."""
        return f"{self.name} {STAND_IN_MARK}" if self.stand_in else self.name


def printed(card: Card) -> Printed:
    """Take from a card what a picture shows."""
    return Printed(card.number, card.name, card.level, card.family, card.edges, card.is_stand_in)


def played(number: CardNo, face: Face, catalogue: Catalogue) -> Printed:
    """Take a card's name from the catalogue, and what was played with from the game, which may be older.

    A number that is not in the catalogue has no name but its number.
    """
    if number not in catalogue:
        return Printed(number, f"card {number}", face.level, face.family, face.edges, stand_in=False)
    card = catalogue[number]
    return Printed(number, card.name, face.level, face.family, face.edges, card.is_stand_in)


def card_face(card: Printed, x: float, y: float, width: float) -> Iterator[Shape]:
    """Draw a card, its upper left corner at (x, y): Level as diamonds, family, number, name, edges at their sides."""
    unit = width / 100
    colour = palette.FAMILIES[card.family]
    yield Box(x, y, width, SHAPE * width, Ink(palette.PAPER, palette.INK, 1.6 * unit), radius=7 * unit)
    inner = Ink(None, colour, 1.2 * unit)
    yield Box(x + 3.5 * unit, y + 3.5 * unit, 93 * unit, (SHAPE * 100 - 7) * unit, inner, radius=5 * unit)
    yield from diamonds(card.level, x + 8 * unit, y + 12.5 * unit, 6.2 * unit)
    number = f"#{card.number}"
    yield words_in(x + 92.5 * unit, y + 16 * unit, number, 9.5 * unit, palette.INK, 31 * unit, "end", bold=True)
    yield from emblem(card.family, x + 50 * unit, y + 55 * unit, 24 * unit)
    lines = name_lines(card, 9 * unit, 86 * unit, bold=True)
    for line, words in enumerate(lines):
        down = (97 if len(lines) == 1 else 92) + 10.5 * line
        yield Text(x + 50 * unit, y + down * unit, words, 9 * unit, palette.INK, "middle", bold=True)
    kind = f"{card.family.value.capitalize()} · {card.level.rarity}"
    yield Text(x + 50 * unit, y + 112 * unit, kind, 6.8 * unit, palette.SOFT, "middle")
    for edge, (across, down) in zip(card.edges, _EDGE_PLACES, strict=True):
        middle = (x + across * unit, y + down * unit)
        yield Disc(*middle, 9 * unit, Ink(palette.INK))
        yield Text(middle[0], middle[1] + 4.7 * unit, str(edge), 13 * unit, palette.PAPER, "middle", bold=True)


def name_lines(card: Printed, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Give a card's name on one line or two, the stand-in's mark never on a line of its own."""
    mark = f" {STAND_IN_MARK}" if card.stand_in else ""
    lines = broken(card.name, size, room - width_of(mark, size, bold=bold), 2, bold=bold)
    return [*lines[:-1], lines[-1] + mark] if lines else [mark.strip()]


def diamonds(level: Level, x: float, y: float, size: float, colour: str = palette.INK) -> Iterator[Shape]:
    """Draw one to five diamonds side by side, each `size` wide, around the height y."""
    half = size / 2
    for place in range(level):
        middle = x + half + place * size
        high, wide = 0.75 * size, 0.44 * size
        yield Outline(((middle, y - high), (middle + wide, y), (middle, y + high), (middle - wide, y)), Ink(colour))


def emblem(family: Family, x: float, y: float, radius: float) -> Iterator[Shape]:
    """Draw a family's sign around (x, y), its letter in the middle: each family has a shape as well as a colour."""
    ink = Ink(palette.FAMILIES[family])
    match family:
        case Family.CLUB:
            for across, down in ((0.0, -0.48), (-0.5, 0.3), (0.5, 0.3)):
                yield Disc(x + across * radius, y + down * radius, 0.5 * radius, ink)
            yield Disc(x, y, 0.52 * radius, ink)
        case Family.MUTANT:
            yield Outline(_ring(x, y, radius, 6, 1.0, 30), ink)
        case Family.COSMIC:
            yield Outline(_ring(x, y, 1.12 * radius, 8, 0.6, 0), ink)
        case Family.ARCANA:
            side, low = 1.1 * radius, y + 0.8 * radius
            yield Outline(((x, y - side), (x + side, low), (x - side, low)), ink)
    size = 0.8 * radius
    down = 0.5 * radius if family is Family.ARCANA else 0.29 * radius
    yield Text(x, y + down, family.letter, size, palette.PAPER, "middle", bold=True)


def _ring(x: float, y: float, radius: float, corners: int, inner: float, turned: float) -> tuple[Point, ...]:
    """Give the corners of a polygon, or of a star whose hollows lie at `inner` of the radius."""
    points = []
    steps = corners if inner == 1.0 else 2 * corners
    for step in range(steps):
        angle = math.radians(turned + step * 360 / steps - 90)
        reach = radius if inner == 1.0 or step % 2 == 0 else inner * radius
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return tuple(points)


def card_back(x: float, y: float, width: float, sign: str = "?") -> Iterator[Shape]:
    """Draw a card of which nobody knows the face."""
    unit = width / 100
    yield Box(x, y, width, SHAPE * width, Ink(palette.PAPER, palette.INK, 1.6 * unit, dashed=True), radius=7 * unit)
    yield words_in(x + 50 * unit, y + 84 * unit, sign, 40 * unit, palette.SOFT, 90 * unit, "middle", bold=True)


def rock_face(card: Printed | None, x: float, y: float, width: float) -> Iterator[Shape]:
    """Draw a rock and, since a written game hides nothing, the card that it is; `?` where nobody turned it over."""
    unit = width / 100
    yield Box(x, y, width, SHAPE * width, Ink(palette.ROCK, palette.ROCK_LINE, 1.6 * unit), radius=7 * unit)
    boulder = ((18, 62), (26, 34), (46, 22), (66, 26), (82, 44), (85, 62))
    yield Outline(
        tuple((x + across * unit, y + down * unit) for across, down in boulder),
        Ink("#d9d8d2", palette.ROCK_LINE, 1.4 * unit),
    )
    yield Text(x + 50 * unit, y + 53 * unit, "rock", 15 * unit, palette.ROCK_INK, "middle", bold=True)
    if card is None:
        yield Text(x + 50 * unit, y + 95 * unit, "?", 24 * unit, palette.ROCK_INK, "middle", bold=True)
        yield Text(x + 50 * unit, y + 112 * unit, "never turned over", 8.2 * unit, palette.ROCK_INK, "middle")
        return
    lines = name_lines(card, 9 * unit, 90 * unit)
    yield Text(x + 50 * unit, y + 84 * unit, f"#{card.number}", 11 * unit, palette.ROCK_INK, "middle", bold=True)
    for line, words in enumerate(lines):
        yield Text(x + 50 * unit, y + (98 + 11 * line) * unit, words, 9 * unit, palette.ROCK_INK, "middle")
    reach = 3.1 * card.level * unit
    low = y + 129.5 * unit
    yield from diamonds(card.level, x + 42 * unit - reach, y + 126 * unit, 6.2 * unit)
    yield Text(x + 58 * unit + reach, low, card.family.letter, 9 * unit, palette.ROCK_INK, "middle", bold=True)


def token(seat: int, x: float, y: float, radius: float) -> Iterator[Shape]:
    """Draw the marker of a seat around (x, y): dark with B for Black, light with W for White."""
    fill, ink, letter = (
        (palette.BLACK, palette.BLACK_INK, "B") if seat == BLACK else (palette.WHITE, palette.WHITE_INK, "W")
    )
    yield Disc(x, y, radius, Ink(fill, palette.EMPTY_LINE if seat == BLACK else palette.INK, 0.16 * radius))
    yield Text(x, y + 0.42 * radius, letter, 1.15 * radius, ink, "middle", bold=True)
