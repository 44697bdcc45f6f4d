"""A game of Mudwater as a value: hands, antes, board, and what each seat has learned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from collection.catalogue.card import Card, CardNo, Family, Level

GAME = "mudwater"
"""As records and commands spell it."""
BLACK, WHITE = 0, 1
SEAT_NAMES = ("black", "white")
SQUARES = ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")
"""The nine squares by compass name; a square is its index here."""


class Mode(StrEnum):
    """The two ways to play."""

    STANDARD = "standard"
    ADVANCED = "advanced"
    """Families break ties (Rules of Play, Advanced Mode)."""


@dataclass(frozen=True, slots=True)
class Face:
    """What matters of a card at the table: Level, family, and its edges N E S W."""

    level: Level
    family: Family
    edges: tuple[int, int, int, int]


class Faces(Mapping[CardNo, Face]):
    """The faces of all cards in play: immutable, hashed by content, shared by every state of a game."""

    __slots__ = ("_faces", "_hash")

    def __init__(self, faces: Mapping[CardNo, Face]) -> None:
        self._faces = dict(sorted(faces.items()))
        self._hash: int | None = None

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Faces:
        """Take the faces of `cards`."""
        return cls({card.number: Face(card.level, card.family, card.edges) for card in cards})

    def __getitem__(self, number: CardNo) -> Face:
        return self._faces[number]

    def __contains__(self, number: object) -> bool:
        return number in self._faces

    def __iter__(self) -> Iterator[CardNo]:
        return iter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self._faces.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Faces) and self._faces == other._faces)


@dataclass(frozen=True, slots=True)
class Piece:
    """One card lying on a square. `card` is None where nobody, or not this viewer, knows it."""

    card: CardNo | None
    up: bool
    by: int
    """The seat that played it."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square with cards on it; the last of `pile` is the top, which alone matters (ruling 6)."""

    owner: int
    pile: tuple[Piece, ...]

    @property
    def top(self) -> Piece:
        """The card that is captured and upgraded."""
        return self.pile[-1]


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's cards off the board.

    In a complete game `hand` is exactly the cards in hand. A record from a real table may know less: `hand` then holds
    the listed cards not known to have left it, `size` how many are in hand, and `unlisted` how many of the 14 were
    never listed and have not shown up since. What `hand` and `unlisted` count beyond `size` is an unknown ante and
    unknown rocks.
    In a view of the other seat `hand` is empty, `unlisted` 0, `size` is public and `ante` hidden.
    """

    hand: frozenset[CardNo]
    size: int
    unlisted: int
    ante: CardNo | None
    """The card set aside; None before the draw, where it is unknown, and in the rival's view."""
    lacks: frozenset[Level] = frozenset()
    """Levels that a pass has shown this hand not to hold (a pass is forced, so it tells)."""


@dataclass(frozen=True, slots=True)
class State:
    """A game in progress, before the draw of antes while `dealt` is false."""

    faces: Faces
    mode: Mode
    sides: tuple[Side, Side]
    board: tuple[Square | None, ...]
    to_move: int
    """The seat whose turn it is; before the draw the seat that begins, or CHANCE where a coin decides."""
    dealt: bool
    passes: int
    """Passes in a row, 0 to 2."""
    at_table: bool = False
    """Whether this is a game at a real table, written down afterwards: cards that nobody saw may be unknown."""
    resigned: int | None = None
    """The seat that gave the game up, which ends it; None in any other game."""


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know: a state whose hidden parts are None or empty."""

    seat: int
    known: State
