"""A match being played here: seats, hands, antes, the turn loop, resumed after anything, settled exactly once."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass

from collection.catalogue.card import CardNo
from collection.games.mudwater.moves import Move
from collection.games.mudwater.state import Mode, State, View
from collection.games.protocol import Event, Outcome
from collection.ledger.entry import Entry
from collection.ledger.match import Match, Stakes
from collection.store.book import Book


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit down: a collector with a hand, or a program with one from the house's collection.

    `player` is `human` or a program's name. `collector` is None for the house; with an empty
    `hand` the house draws its own.
    """

    player: str
    collector: str | None = None
    hand_name: str = ""
    hand: tuple[CardNo, ...] = ()


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a finished match did to the books: the entry (None when nothing moved)."""

    match: Match
    entry: Entry | None


class Sitting:
    """A match on the table. Every move is in the book before `play` returns."""

    match: Match
    state: State
    history: tuple[tuple[int, Move], ...]
    """Seat and move, oldest first, without the deal."""
    events: tuple[Event, ...]
    """Everything that happened, oldest first; show a seat only what is visible to it."""
    settlement: Settlement | None
    """Once the match is over."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the game is over."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """Give what `seat` may know."""
        raise NotImplementedError

    def play(self, move: Move, now: dt.datetime) -> tuple[Event, ...]:
        """Make the move of the seat whose turn it is, save it, and, when it ended the game, settle in the same unit.

        Raises IllegalMove (state unchanged), and LedgerRefused when another window went on with this match.
        """
        raise NotImplementedError

    def give_up(self, now: dt.datetime) -> None:
        """End a friendly match without a result. Raises Refused for one that is for keeps."""
        raise NotImplementedError


def sit_down(
    book: Book,
    black: Sitter,
    white: Sitter,
    *,
    rng: random.Random,
    now: dt.datetime,
    mode: Mode = Mode.STANDARD,
    stakes: Stakes = Stakes.FRIENDLY,
    first: int | None = None,
    match_id: str | None = None,
    keep: bool = True,
) -> Sitting:
    """Begin a match: hands are copied, antes drawn at random, a coin says who begins (unless `first` does).

    For keeps: between two collectors of the book, or against the house for a `solo` collector; both hands must be
    legal. Friendly hands need fourteen different numbers. `keep` false plays without a trace in the book (friendly
    only). Raises HandRefused with every reason, and Refused for stakes that are not allowed.
    """
    raise NotImplementedError


def rematch(book: Book, match: str, *, rng: random.Random, now: dt.datetime) -> Sitting:
    """Begin again with the same seats, hands by name, mode and stakes; whoever went second goes first."""
    raise NotImplementedError


def resume(book: Book, match: str) -> Sitting:
    """Take up an unfinished match where it was left, by its id or the start of it."""
    raise NotImplementedError


def settle(book: Book, match: str, now: dt.datetime) -> Settlement:
    """Settle a match that is over: safe to call any number of times, it moves the card once."""
    raise NotImplementedError
