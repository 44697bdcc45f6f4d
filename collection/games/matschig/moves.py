"""The moves of Matschig, and how they are written.

| move | written |
|---|---|
| sling one Sand and one Water card | `throw w4 s1 at B` |
| add the third card, or not | `add s1 at C`, `leave` |
| defend | `block w4 with u2 u3, s1 with u1`, `fan`, `dryer`, `13 w7 s5`, `divert B`, `spread` |
| take the mud | `take` |
| halve a count, or not | `halve`, `keep` |
| of chance | `first B`, `shuffle w4 s1 ...` |
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from collection.errors import UnreadableMove
from collection.games.matschig.cards import Card, Kind, read_card
from collection.games.protocol import Seat
from collection.games.written import LETTERS, letter
from collection.text import quoted


@dataclass(frozen=True, slots=True)
class Throw:
    """Sling a Water and a Sand card at somebody."""

    water: Card
    sand: Card
    target: Seat


@dataclass(frozen=True, slots=True)
class Add:
    """Offer the third card that makes the mud perfect, and say who is to face it."""

    card: Card
    target: Seat


@dataclass(frozen=True, slots=True)
class Leave:
    """Offer no third card."""


@dataclass(frozen=True, slots=True)
class Block:
    """Hold umbrellas against mud cards, each group against one of them; groups are in the order of the cards."""

    groups: tuple[tuple[Card, tuple[Card, ...]], ...]

    @property
    def umbrellas(self) -> tuple[Card, ...]:
        """Every umbrella that is played."""
        return tuple(card for _, group in self.groups for card in group)


@dataclass(frozen=True, slots=True)
class Fan:
    """Blow all the Sand away."""


@dataclass(frozen=True, slots=True)
class Dryer:
    """Dry all the Water away."""


@dataclass(frozen=True, slots=True)
class Absorb:
    """Play the 13: discard these mud cards, 13 points of them at most, and take the rest."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Divert:
    """Send all of the mud on to somebody."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Spread:
    """Discard all of the mud; the others each draw a card."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the mud."""


@dataclass(frozen=True, slots=True)
class Halve:
    """Halve the count that a variant lets one halve."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Leave that count as it is."""


@dataclass(frozen=True, slots=True)
class First:
    """Chance says who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance puts cards in this order, the first to be drawn first."""

    cards: tuple[Card, ...]


Defence: TypeAlias = Block | Fan | Dryer | Absorb | Divert | Spread | Take
Move: TypeAlias = Throw | Add | Leave | Defence | Halve | Keep | First | Shuffle

SPECIAL_OF: Final[dict[type[Fan | Dryer | Absorb | Divert | Spread], Card]] = {
    Fan: Card(Kind.FAN),
    Dryer: Card(Kind.DRYER),
    Absorb: Card(Kind.THIRTEEN),
    Divert: Card(Kind.DIVERT),
    Spread: Card(Kind.SPREAD),
}
"""The card that each special defence plays."""

_WORDS: Final[dict[str, Move]] = {
    "leave": Leave(),
    "take": Take(),
    "fan": Fan(),
    "dryer": Dryer(),
    "spread": Spread(),
    "halve": Halve(),
    "keep": Keep(),
}
_WRITTEN: Final = {move: word for word, move in _WORDS.items()}
_AT: Final = re.compile(r"(throw|add) ([a-z0-9 ]+) at ([A-F])", re.ASCII)
_TO: Final = re.compile(r"(divert|first) ([A-F])", re.ASCII)
_GROUP: Final = re.compile(r"([ws]\d) with ((?:u\d )*u\d)", re.ASCII)


def write_move(move: Move) -> str:
    """Give a move as it is written."""
    if move in _WRITTEN:
        return _WRITTEN[move]
    match move:
        case Throw():
            words = ["throw", str(move.water), str(move.sand), "at", letter(move.target)]
        case Add():
            words = ["add", str(move.card), "at", letter(move.target)]
        case Block():
            words = ["block", ", ".join(f"{card} with {' '.join(map(str, group))}" for card, group in move.groups)]
        case Divert():
            words = ["divert", letter(move.target)]
        case First():
            words = ["first", letter(move.seat)]
        case Absorb():
            words = ["13", *map(str, move.cards)]
        case Shuffle():
            words = ["shuffle", *map(str, move.cards)]
        case _:
            raise TypeError(f"{move!r} is no move of Matschig")
    return " ".join(words)


def read_move(text: str) -> Move:
    """Read a move. Raises UnreadableMove."""
    text = " ".join(text.split())
    if text in _WORDS:
        return _WORDS[text]
    if (found := _AT.fullmatch(text)) is not None:
        return _aimed(found[1], _cards(found[2]), LETTERS.index(found[3]), text)
    if (found := _TO.fullmatch(text)) is not None:
        seat = LETTERS.index(found[2])
        return Divert(seat) if found[1] == "divert" else First(seat)
    word, _, rest = text.partition(" ")
    match word:
        case "13":
            return Absorb(tuple(sorted(_cards(rest))))
        case "shuffle":
            return Shuffle(_cards(rest))
        case "block":
            return _block(rest)
    raise UnreadableMove(f"{quoted(text)} is no move of Matschig, such as: throw w4 s1 at B; add s1 at C; take.")


def _aimed(word: str, cards: tuple[Card, ...], target: Seat, text: str) -> Move:
    if word == "add" and len(cards) == 1:
        return Add(cards[0], target)
    if word == "throw" and len(cards) == 2:
        water, sand = sorted(cards, key=lambda card: card.kind is not Kind.WATER)
        return Throw(water, sand, target)
    raise UnreadableMove(f"{quoted(text)}: a throw is of two cards, a third is added by itself.")


def _block(text: str) -> Block:
    groups = []
    for part in text.split(", "):
        found = _GROUP.fullmatch(part)
        if found is None:
            raise UnreadableMove(f"{quoted(part)} does not say what is blocked with what, such as: w4 with u2 u3.")
        groups.append((read_card(found[1]), tuple(sorted(_cards(found[2])))))
    return Block(tuple(sorted(groups)))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(read_card(word) for word in text.split())
