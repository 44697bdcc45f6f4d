"""A match as the books keep it: who sat where, what was staked, how it ended."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from collection.catalogue.card import CardNo
from collection.ledger.entry import Account, EntryId

HUMAN = "human"
"""The player of a seat whose moves a person makes."""


class Stakes(StrEnum):
    """What is at stake."""

    FRIENDLY = "friendly"
    KEEPS = "keeps"


class Place(StrEnum):
    """Where it was played."""

    HERE = "here"
    TABLE = "table"
    """A real table, written down afterwards."""
    BRANCH = "branch"
    """Here too, but branched off another game to see what if: always friendly, and it counts for nobody."""


class Status(StrEnum):
    """How far a match has come."""

    PLAYING = "playing"
    UNSETTLED = "unsettled"
    """Over, but a card that must change hands is not known yet or cannot be moved."""
    DONE = "done"
    ABANDONED = "abandoned"
    """Given up without a result (friendly only)."""
    VOID = "void"


FINISHED = frozenset({Status.DONE, Status.UNSETTLED})
"""Matches that ended with a result, and were not taken back."""


class Result(StrEnum):
    """A result, from one seat's side."""

    WON = "won"
    LOST = "lost"
    DRAW = "draw"

    @property
    def mirrored(self) -> Result:
        """The same result from the other seat's side."""
        return {Result.WON: Result.LOST, Result.LOST: Result.WON, Result.DRAW: Result.DRAW}[self]


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """One seat of a match. The hand is a frozen copy: later edits of the saved hand do not reach it."""

    account: Account | None
    """Whose cards they are; None for a program in a game without a collection, such as a rehearsal."""
    player: str
    """HUMAN, or the name of the program that chose the moves."""
    hand_name: str = ""
    """The saved hand's name; in a rehearsal that of the rival whose hand it is taken for; without an account a guest's
    own."""
    hand: tuple[CardNo, ...] = ()
    """Empty when it is not known."""
    ante: CardNo | None = None
    result: Result | None = None

    @property
    def rehearses(self) -> str:
        """The rival in whose place a program plays, as they were called then; empty in any other game."""
        return self.hand_name if self.account is None and self.player != HUMAN else ""

    @property
    def called(self) -> str:
        """Who makes the moves, in words: a person's name, a program's, or `greedy as Bo`."""
        if self.player == HUMAN:
            return self.account.name if self.account is not None else self.hand_name or HUMAN
        return f"{self.player} as {self.rehearses}" if self.rehearses else self.player


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a branch left the game that it tries out otherwise."""

    match: EntryId
    """The match that it left; empty where that was a written game outside the book."""
    at: int
    """How many moves of that game stand before it: none of them is taken back."""


@dataclass(frozen=True, slots=True)
class Taking:
    """Moves taken back at once in a friendly match."""

    seat: int
    left: int
    """How many moves the match held afterwards."""
    moves: int
    """How many went, the other seat's replies among them; at least 1."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match in the books. `seats` are in the game's own order; the ante's entry, if any, has the match's id."""

    id: EntryId
    game: str
    mode: str
    place: Place
    stakes: Stakes
    status: Status
    happened: dt.date
    recorded: dt.datetime
    seats: tuple[MatchSeat, ...]
    record: str
    """The written game as far as it has come; empty when only the result is known."""
    moves: int
    """How many moves `record` holds: a writer states how many it expects, so two processes cannot both go on."""
    note: str = ""
    branch: Branch | None = None
    """Where it left another game; only and always for one of `Place.BRANCH`."""
    takings: tuple[Taking, ...] = ()
    """What was taken back, oldest first; never anything for keeps."""
    hints: int = 0
    """How often a person asked what to play."""

    @property
    def taken_back(self) -> int:
        """How many moves were taken back, all together."""
        return sum(taking.moves for taking in self.takings)

    @property
    def is_watched(self) -> bool:
        """Whether it was played here by programs alone, with nothing at stake: for somebody to look at."""
        by_programs = self.place is not Place.TABLE and all(seat.player != HUMAN for seat in self.seats)
        return by_programs and self.stakes is Stakes.FRIENDLY

    @property
    def counts(self) -> bool:
        """Whether it stands in anybody's record and history of games: a branch and a game only watched never do."""
        return self.place is not Place.BRANCH and not self.is_watched

    @property
    def loser(self) -> int | None:
        """The seat that lost; None for a draw, and where there is no result."""
        return next((seat for seat, sitter in enumerate(self.seats) if sitter.result is Result.LOST), None)

    def seat_of(self, account: Account) -> int | None:
        """The seat where `account` sat, None when it did not."""
        for seat, sitter in enumerate(self.seats):
            if sitter.account is not None and sitter.account.id == account.id:
                return seat
        return None
