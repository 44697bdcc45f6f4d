"""A card's face drawn in cells: its edges at their sides, Level diamonds, family, number and name.

Everything that matters is said by a sign as well as by a colour: ● and ○ mark the owner, a heavy frame is black's, a
light one white's, a double one is where the cursor is, and a rock has no numbers at its sides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.widget import Widget

from collection.catalogue.card import STAND_IN_MARK, Card, CardNo, Family, Level
from collection.catalogue.catalogue import Catalogue
from collection.games.mudwater.state import BLACK, Face
from collection.text import plain

OWNER_MARKS = ("●", "○")
"""Black and white, without colour."""

FACE_DOWN = "░░"
"""A card that lies face down, in one line: an ante; a rock is drawn with the same sign."""
BEST = "★best"
"""Stands on the square that a hint names."""
SMALLEST = (13, 5)
"""Columns and rows below which a face cannot say everything."""


class Emphasis(Enum):
    """How loud a part of a face is."""

    PLAIN = ""
    STRONG = "bold"
    QUIET = "dim"


class Part(NamedTuple):
    """A stretch of one line."""

    text: str
    emphasis: Emphasis = Emphasis.PLAIN


Lines = list[list[Part]]


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a card, as far as a face shows it."""

    number: CardNo
    name: str
    level: Level
    family: Family
    edges: tuple[int, int, int, int]
    stand_in: bool = False

    @classmethod
    def of(cls, card: Card) -> Printed:
        """Take it from the catalogue."""
        return cls(card.number, plain(card.name), card.level, card.family, card.edges, card.is_stand_in)

    @classmethod
    def at_table(cls, number: CardNo, face: Face | None, catalogue: Catalogue) -> Printed:
        """Take name and stand-in from the catalogue, and what is played with from the match, which may be older."""
        printed = cls.of(catalogue[number])
        return printed if face is None else replace(printed, level=face.level, family=face.family, edges=face.edges)

    @property
    def badge(self) -> str:
        """The family's letter, with the stand-in mark where it applies."""
        return self.family.letter + (STAND_IN_MARK if self.stand_in else "")


class Frame(Enum):
    """The lines around a face: top left, across, top right, up, bottom left, bottom right."""

    HEAVY = "┏━┓┃┗┛"
    LIGHT = "┌─┐│└┘"
    DOTTED = "┌╌┐╎└┘"
    DOUBLE = "╔═╗║╚╝"


@dataclass(frozen=True, slots=True)
class Look:
    """What one square of the board shows to one viewer."""

    place: str = ""
    """The square's compass name; empty for a card that lies nowhere."""
    owner: int | None = None
    """None on an empty square."""
    card: Printed | None = None
    """None for a rock that this viewer may not look under."""
    rock: bool = False
    buried: int = 0
    """Cards under the top one."""
    target: bool = False
    """The card in hand may be played here."""
    upgrade: bool = False
    """...on top of what lies here."""
    taken: bool = False
    """The play under the cursor would capture it."""
    fresh: bool = False
    """Played or captured by the last move."""
    cursor: bool = False
    hint: bool = False
    """A hint names this square."""

    @property
    def frame(self) -> Frame:
        """The lines that say whose it is, or where the cursor is."""
        if self.cursor:
            return Frame.DOUBLE
        if self.owner is None:
            return Frame.DOTTED if self.card is None else Frame.LIGHT
        return Frame.HEAVY if self.owner == BLACK else Frame.LIGHT


def fit(text: str, width: int) -> str:
    """Give `text` in exactly `width` cells, cut with … where it is longer."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, max(width - 1, 0)).rstrip() + "…", width)


def centred(text: str, width: int) -> str:
    """Give `text` in the middle of `width` cells, cut where it is longer."""
    missing = width - cell_len(text)
    return fit(text, width) if missing <= 0 else " " * (missing // 2) + text + " " * (missing - missing // 2)


def name_lines(name: str, width: int, count: int) -> list[str]:
    """Give `name` in at most `count` lines of `width` cells, broken between words."""
    lines: list[str] = []
    rest = name.split()
    while rest and len(lines) < count:
        line = rest.pop(0)
        if len(lines) == count - 1:
            line, rest = " ".join([line, *rest]), []
        while rest and cell_len(f"{line} {rest[0]}") <= width:
            line = f"{line} {rest.pop(0)}"
        lines.append(fit(line, width))
    return lines + [" " * width] * (count - len(lines))


def draw(look: Look, width: int, height: int) -> Lines:
    """Draw `look` in `height` lines of `width` cells each; both at least SMALLEST."""
    width, height = max(width, SMALLEST[0]), max(height, SMALLEST[1])
    inside, rows = width - 2, height - 2
    if look.owner is None and look.card is None:
        body = _empty(look, inside, rows)
    elif look.rock:
        body = _rock(look, inside, rows)
    else:
        body = _card(look, inside, rows)
    return _framed(look, body, inside)


def _empty(look: Look, inside: int, rows: int) -> Lines:
    blank = [Part(" " * inside)]
    body = [blank] * rows
    label = f"[ {look.place} ]" if look.target else look.place
    loudness = Emphasis.STRONG if look.target or look.cursor else Emphasis.QUIET
    body[rows // 2] = [Part(centred(label, inside), loudness)]
    return body


def _rock(look: Look, inside: int, rows: int) -> Lines:
    mark = OWNER_MARKS[look.owner] if look.owner is not None else ""
    body = [[Part(fit(f"{mark} ", 2), Emphasis.STRONG), Part(fit("rock", inside - 2))]]
    hatch = [Part("░" * inside, Emphasis.QUIET)]
    body += [hatch] * (rows - 1)
    if look.card is not None:
        middle = max(rows // 2, 1)
        under = f"{look.card.number} {look.card.level.diamonds}"
        badged = f"{under} {look.card.badge}"
        body[middle] = [Part(centred(badged if len(badged) <= inside else under, inside))]
        body[middle + 1] = [Part(centred(look.card.name, inside))]
    if look.upgrade:
        body[0] = [body[0][0], Part(fit("rock", inside - 4)), Part(" ▲", Emphasis.STRONG)]
    return body


def _card(look: Look, inside: int, rows: int) -> Lines:
    card = look.card
    assert card is not None
    middle = rows // 2
    _, east, _, west = card.edges
    family = card.badge if inside < 15 else card.family.value.capitalize() + card.badge[1:]
    mark = OWNER_MARKS[look.owner] if look.owner is not None else ""
    head = f"{mark} {card.level.diamonds}".strip()
    number = str(card.number)
    if look.upgrade:
        head += "▲"
    body: Lines = [[Part(fit(head, inside - len(number)), Emphasis.STRONG), Part(number)]]
    body += [[Part(" " * inside)] for _ in range(rows - 1)]
    body[middle] = [
        Part(str(west), Emphasis.STRONG),
        Part(centred(family, inside - 2)),
        Part(str(east), Emphasis.STRONG),
    ]
    room = rows - middle - 1
    for line, text in enumerate(name_lines(card.name, inside, min(room, 2))):
        body[middle + 1 + line] = [Part(text if room == 1 else centred(text.rstrip(), inside))]
    if look.taken and look.owner is not None:
        change = f"{OWNER_MARKS[look.owner]}→{OWNER_MARKS[1 - look.owner]} taken"
        body[-1] = [Part(centred(change, inside), Emphasis.STRONG)]
    return body


def _framed(look: Look, body: Lines, inside: int) -> Lines:
    left, across, right, up, low_left, low_right = look.frame.value
    faced = look.card is not None and not look.rock
    north, south = (str(look.card.edges[0]), str(look.card.edges[2])) if look.card and faced else ("", "")
    quiet = Emphasis.QUIET if look.frame is Frame.DOTTED else Emphasis.PLAIN
    corner = look.place if look.owner is not None else ""
    lines: Lines = [_rule(left, across, right, inside, north, quiet, label=corner)]
    for row, parts in enumerate(body):
        start, end = ("▶", "◀") if look.cursor and row == len(body) // 2 else (up, up)
        lines.append([Part(start, quiet), *parts, Part(end, quiet)])
    label = BEST if look.hint else "new" if look.fresh else ""
    lines.append(_rule(low_left, across, low_right, inside, south, quiet, label=label))
    return lines


def _rule(
    left: str, across: str, right: str, inside: int, number: str, emphasis: Emphasis, *, label: str = ""
) -> list[Part]:
    """Draw a horizontal side: the edge's number in its middle, a label near its end."""
    before = (inside - len(number)) // 2
    after = inside - len(number) - before
    tail = Part(across * (after - len(label)), emphasis)
    name = Part(label, Emphasis.STRONG if label == BEST else emphasis)
    return [Part(left + across * before, emphasis), Part(number, Emphasis.STRONG), tail, name, Part(right, emphasis)]


def face_content(look: Look, width: int, height: int) -> Content:
    """Draw `look` as something a widget can show, in the widget's own colours."""
    lines = [
        Content.assemble(*((part.text, part.emphasis.value) for part in line)) for line in draw(look, width, height)
    ]
    return Content("\n").join(lines)


class CardFace(Widget):
    """One card, drawn as large as the widget is."""

    DEFAULT_CSS = """
    CardFace { width: 19; height: 7; }
    """

    def __init__(self, card: Printed | None = None, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._card = card

    @property
    def card(self) -> Printed | None:
        """The card shown, None for an empty place."""
        return self._card

    @card.setter
    def card(self, card: Printed | None) -> None:
        self._card = card
        self.refresh()

    def render(self) -> Content:
        """Draw the card."""
        if self._card is None:
            return Content("")
        return face_content(Look(card=self._card), self.size.width, self.size.height)
