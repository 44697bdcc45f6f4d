"""MUD's score sheet: who won, with which leaning, among how many, and what had to be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from collection.errors import RecordError
from collection.games.protocol import Seat
from collection.games.record import Tree
from collection.games.sheets import seat_of, strange_keys, whole_number
from collection.games.written import LETTERS, letter
from collection.text import quoted

GAME: Final = "mud"
SEATS: Final = range(2, 7)
LEANINGS: Final = ("liberal", "conservative")
"""As what one can win: an Undecided Voter counts for either, and is nobody's leaning."""
_LONG, _SHORT = (4, 4), (3, 3)


@dataclass(frozen=True, slots=True)
class MudSheet:
    """A game that somebody won. Made by `checked` alone."""

    seats: int
    winner: Seat
    leaning: str
    """One of LEANINGS."""
    short: bool = False
    """Whether the short game was played; six players always have its goal."""

    @property
    def game(self) -> str:
        """The game's name."""
        return GAME

    @property
    def mode(self) -> str:
        """Whether it was the short game."""
        return "short" if self.short else "usual"

    @property
    def goal(self) -> tuple[int, int]:
        """How many Voters of one leaning, in how many regions, won it."""
        return _SHORT if self.short or self.seats == SEATS[-1] else _LONG

    @property
    def winners(self) -> frozenset[Seat]:
        """Who won."""
        return frozenset({self.winner})

    def document(self) -> dict[str, Any]:
        """Give what the sheet says."""
        short = {"short": "yes"} if self.short else {}
        return {"seats": self.seats, **short, "winner": letter(self.winner), "leaning": self.leaning}

    def as_json(self) -> dict[str, Any]:
        """Give it for programs, with the goal."""
        voters, regions = self.goal
        return {
            "short": self.short,
            "goal": {"voters": voters, "regions": regions},
            "winner": letter(self.winner),
            "leaning": self.leaning,
        }

    def told(self, names: Sequence[str]) -> tuple[str, ...]:
        """Give who won and how."""
        voters, regions = self.goal
        game = "short game" if self.short else "usual game"
        return (
            f"{game} of {self.seats}: {voters} Voters of one leaning in {regions} regions",
            f"{names[self.winner]} won as {self.leaning.capitalize()}",
        )


def checked(
    seats: int, winner: Seat | None, leaning: str, *, short: bool = False, said: str = "the winner's letter"
) -> MudSheet:
    """Make a sheet; `said` is what the winner was called where nobody is called so. Raises RecordError, every fault."""
    faults: list[str] = []
    if seats not in SEATS:
        faults.append(f"seats: MUD is played by {SEATS[0]} to {SEATS[-1]}, not by {seats}.")
    if winner is None or not 0 <= winner < seats:
        faults.append(f"winner: {said} is nobody of those who played.")
    if leaning not in LEANINGS:
        faults.append(f"leaning: one wins as {' or '.join(LEANINGS)}, not as {quoted(leaning)}.")
    if faults or winner is None:
        raise RecordError(*faults)
    return MudSheet(seats, winner, leaning, short)


def read(tree: Mapping[str, Tree]) -> MudSheet:
    """Read what stands behind `sheet: mud`. Raises RecordError with every fault."""
    faults = strange_keys(tree, ("seats", "short", "winner", "leaning"), GAME)
    seats, winner, leaning = whole_number(tree.get("seats"), 99), tree.get("winner"), tree.get("leaning")
    short = tree.get("short", "no")
    if short not in ("yes", "no"):
        faults.append("short: yes or no.")
    if seats is None:
        faults.append("seats: the number of players.")
    try:
        sheet = checked(
            seats or SEATS[0],
            seat_of(winner, min(seats or SEATS[-1], len(LETTERS))),
            leaning if isinstance(leaning, str) else "",
            short=short == "yes",
            said=quoted(winner) if isinstance(winner, str) else "what stands there",
        )
    except RecordError as no:
        raise RecordError(*faults, *no.reasons) from None
    if faults:
        raise RecordError(*faults)
    return sheet
