"""A hand as plain text: its name, then one card on a line, as people and other programs write decks.

    # Dockside              the hand's name: the first line that begins so; later ones are comments
    45   #45   045          a card by number
    1 Dead Calm (SO) 33     a card as this program writes it; the number and the name check each other

Every line that a list of cards may hold (`lists`) is read, and `#33 Dead Calm` as this program says it in sentences.
Nothing is tidied: a second copy stays a second copy and an unknown number an unknown number, with a notice, for a hand
may be saved while it is not legal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from collection.catalogue.card import BASE_FINISH, CardNo
from collection.errors import NotUnderstood
from collection.hands.hand import HAND_SIZE
from collection.hands.legality import card_label
from collection.interchange.cells import Names, read_named
from collection.interchange.items import Faults
from collection.interchange.lists import COMMENT, SECTIONS, read_line, untabbed
from collection.interchange.sheet import Counted
from collection.interchange.table import lines_of
from collection.text import clean_name, plain, quoted, search_key

HIGHEST_NUMBER = 999_999
"""No number above this is kept in a hand; an unknown one below may be a card of tomorrow."""

_SET = "SO"
"""What other programs would write for Swamp Origins."""
_NAME_LINE = re.compile(r"\s*#\s+(?P<name>.*\S)\s*")
_NUMBER = re.compile(r"#?(?P<number>[0-9]{1,9})")
_NUMBER_AND_NAME = re.compile(r"#(?P<number>[0-9]{1,9}) (?P<name>.*\S)")
_SIDEBOARD = re.compile(r"SB: ?", re.IGNORECASE)
_MOST_REFUSED = 500
"""Lines that are refused one by one where none at all can be read."""


@dataclass(frozen=True, slots=True)
class Page:
    """A text in lines: the name it gives the hand, if any, and what is neither name nor comment nor blank."""

    name: str | None
    lines: tuple[tuple[int, str], ...]
    """Each with its place in the text, from 1."""


@dataclass(frozen=True, slots=True)
class HandText:
    """The cards of a text in its order, and what a person should know about its reading, in sentences."""

    cards: tuple[CardNo, ...]
    notices: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    """What was met so far."""

    faults: Faults = field(default_factory=Faults)
    cards: list[tuple[CardNo, int]] = field(default_factory=list)
    """Each card with its line."""
    finishes: list[int] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)


def page_of(text: str) -> Page:
    """Part a text into the hand's name and the lines that say something; what cannot be a name is a comment."""
    name: str | None = None
    lines: list[tuple[int, str]] = []
    for place, raw in enumerate(lines_of(text), start=1):
        line = untabbed(raw)
        if line and not COMMENT.match(line):
            lines.append((place, line))
        elif name is None and (found := _NAME_LINE.fullmatch(raw)):
            with suppress(NotUnderstood):
                name = clean_name(found["name"])
    return Page(name, tuple(lines))


def read_hand_text(page: Page, names: Names, *, most: int) -> HandText:
    """Read the cards of a hand's text.

    Raises NotUnderstood with every line that cannot be read, and for more than `most` cards.
    """
    reading = _Reading()
    for place, line in page.lines:
        if search_key(line.rstrip(":")) in SECTIONS and not names.called(line):
            reading.heads.append(place)
            continue
        try:
            _take(reading, names, place, line)
        except NotUnderstood as fault:
            for reason in fault.reasons:
                reading.faults.at(f"Line {place}", reason)
        if len(reading.cards) > most:
            raise NotUnderstood(f"More than {most} cards are no hand: {HAND_SIZE} are legal. Is it the right file?")
        if len(reading.faults) >= _MOST_REFUSED and not reading.cards:
            raise NotUnderstood(f"None of the first {place} lines names a card. Is it the right file?")
    if reading.faults:
        raise NotUnderstood(*reading.faults.sentences())
    return HandText(tuple(number for number, _ in reading.cards), tuple(_notices(reading, names)))


def write_hand_text(name: str, cards: Sequence[CardNo], names: Names) -> str:
    """Write a hand so that reading gives back its name and its cards, in order, legal or not.

    Cards stand as `1 Dead Calm (SO) 33`, which other programs read too; what would not be read back so (a number that
    is no card, a name that is not a card's alone) stands as `#33`.
    """
    lines = {number: _line(number, names) for number in cards}
    return "".join(f"{line}\n" for line in (f"# {name}", *(lines[number] for number in cards)))


def _line(number: CardNo, names: Names) -> str:
    if number in names.catalogue:
        line = f"1 {plain(names.catalogue[number].name)} ({_SET}) {number}"
        try:
            if read_line(names, line) == Counted(None, number, BASE_FINISH, 1):
                return line
        except NotUnderstood:
            pass
    return f"#{number}"


def _take(reading: _Reading, names: Names, place: int, line: str) -> None:
    """Read one line. Raises NotUnderstood."""
    if sideboard := _SIDEBOARD.match(line):
        reading.heads.append(place)
        line = line[sideboard.end() :]
    if bare := _NUMBER.fullmatch(line):
        number = int(bare["number"])
        if number > HIGHEST_NUMBER:
            raise NotUnderstood(f"{quoted(line)} is not a card's number.")
        reading.cards.append((number, place))
        return
    both = _NUMBER_AND_NAME.fullmatch(line)
    if both and names.called(both["name"]):
        card = read_named(names, both["number"], both["name"])
        if isinstance(card, str):
            raise NotUnderstood(card)
        reading.cards.append((card.number, place))
        return
    found = read_line(names, line)
    if found.quantity > HAND_SIZE:
        raise NotUnderstood(
            f"{quoted(line)} means {found.quantity} copies, and a hand has {HAND_SIZE} cards. "
            f"If {found.quantity} is the card's number, write #{found.quantity} alone or before the name."
        )
    if found.quantity == 0:
        raise NotUnderstood(f"{quoted(line)} means no copy: leave the line out.")
    if found.finish != BASE_FINISH:
        reading.finishes.append(place)
    reading.cards += [(found.number, place)] * found.quantity


def _notices(reading: _Reading, names: Names) -> list[str]:
    """Say what was read and will not be as it looks."""
    notices: list[str] = []
    if reading.heads:
        notices.append(
            f"{_named_lines(reading.heads)}: a hand has no sections and no sideboard, so all cards count alike."
        )
    if reading.finishes:
        notices.append(f"{_named_lines(reading.finishes)}: a hand keeps no finish, for it is the same card in any.")
    places: dict[CardNo, list[int]] = {}
    for number, place in reading.cards:
        places.setdefault(number, []).append(place)
    for number, lines in places.items():
        if number not in names.catalogue:
            notices.append(f"{_named_lines(lines)}: {number} is no card of this set, and is kept as it is.")
        if len(lines) > 1:
            label = card_label(number, names.catalogue)
            notices.append(f"{_named_lines(lines)}: {len(lines)} copies of {label}, and all are kept.")
    return notices


def _named_lines(places: Sequence[int]) -> str:
    """Give `Line 3`, `Lines 3 and 7`, `Lines 3, 4, 5 and 9 more`."""
    different = list(dict.fromkeys(places))
    if len(different) == 1:
        return f"Line {different[0]}"
    if len(different) > 6:
        return f"Lines {', '.join(map(str, different[:5]))} and {len(different) - 5} more"
    return f"Lines {', '.join(map(str, different[:-1]))} and {different[-1]}"
