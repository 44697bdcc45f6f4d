"""Matschig's score sheet: the points of every pool, round by round, and what was halved; the accounts follow.

A player's round is written as points and letters: `12`, or `7o` where only Water or only Sand lay there, `7e` where
that was halved (Easier to Clean), and `p` behind it where the account was halved after the round (Perfect Mud).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from collection.errors import NotUnderstood, RecordError
from collection.games.matschig.rules import HALVED
from collection.games.protocol import Seat
from collection.games.record import Tree
from collection.games.sheets import listed, strange_keys
from collection.games.written import LETTERS, letter
from collection.text import quoted

GAME: Final = "matschig"
SEATS: Final = range(3, 7)
MOST_ROUNDS: Final = 20
EASIER, PERFECT = "easier", "perfect"
_LINE: Final = re.compile(r"([0-9]{1,3})([oep]*)")
_NAMES: Final = {EASIER: "Easier to Clean", PERFECT: "Perfect Mud"}


@dataclass(frozen=True, slots=True)
class Line:
    """What one player has from one round."""

    points: int
    """The face values of the pool added up, before anything is halved."""
    one_kind: bool = False
    """Whether only Water or only Sand lay there."""
    easier: bool = False
    """Whether the points were halved, rounded up, before they went into the account."""
    perfect: bool = False
    """Whether the account was halved after them."""

    @property
    def counted(self) -> int:
        """What goes into the account (Easier to Clean)."""
        return (self.points + 1) // 2 if self.easier else self.points

    def __str__(self) -> str:
        """Give it as it is written."""
        kind = "e" if self.easier else "o" if self.one_kind else ""
        return f"{self.points}{kind}{'p' if self.perfect else ''}"


@dataclass(frozen=True, slots=True)
class MatschigSheet:
    """The rounds, each with a line for every seat. Made by `checked` alone."""

    rounds: tuple[tuple[Line, ...], ...]
    options: frozenset[str]
    """The variants that were played with: EASIER, PERFECT."""

    @property
    def game(self) -> str:
        """The game's name."""
        return GAME

    @property
    def seats(self) -> int:
        """How many played."""
        return len(self.rounds[0])

    @property
    def mode(self) -> str:
        """The variants."""
        return ", ".join(sorted(self.options)) or "usual"

    @property
    def accounts(self) -> tuple[int, ...]:
        """What stands in every account in the end."""
        return tuple(account_after(self.of(seat)) for seat in range(self.seats))

    @property
    def winners(self) -> frozenset[Seat]:
        """Who has least; those who tie share the victory."""
        accounts = self.accounts
        return frozenset(seat for seat, account in enumerate(accounts) if account == min(accounts))

    def of(self, seat: Seat) -> tuple[Line, ...]:
        """Give the lines of a seat, in the order of the rounds."""
        return tuple(one[seat] for one in self.rounds)

    def document(self) -> dict[str, Any]:
        """Give what the sheet says."""
        options = {"options": sorted(self.options)} if self.options else {}
        return {**options, "rounds": [[_written(line) for line in one] for one in self.rounds]}

    def as_json(self) -> dict[str, Any]:
        """Give it for programs, with the accounts."""
        return {
            "options": sorted(self.options),
            "rounds": [
                {
                    letter(seat): {
                        "points": line.points,
                        "one_kind": line.one_kind,
                        "easier": line.easier,
                        "perfect": line.perfect,
                        "counted": line.counted,
                    }
                    for seat, line in enumerate(one)
                }
                for one in self.rounds
            ],
            "accounts": {letter(seat): account for seat, account in enumerate(self.accounts)},
        }

    def told(self, names: Sequence[str]) -> tuple[str, ...]:
        """Give a line for every player, the cleanest first."""
        order = sorted(range(self.seats), key=lambda seat: (self.accounts[seat], seat))
        with_what = listed([_NAMES[option] for option in sorted(self.options)]) if self.options else "no variants"
        head = f"{len(self.rounds)} {'round' if len(self.rounds) == 1 else 'rounds'}, {with_what}"
        return (head, *(f"{names[seat]}: {self.accounts[seat]}  ({_story(self.of(seat))})" for seat in order))


def account_after(lines: Iterable[Line]) -> int:
    """Give what stands in an account after some rounds (ruling 19: first Easier to Clean, then Perfect Mud, once)."""
    account = 0
    for line in lines:
        account += line.counted
        if line.perfect:
            account //= 2
    return account


def read_line(text: str) -> Line:
    """Read one player's round, such as `7e`. Raises NotUnderstood."""
    found = _LINE.fullmatch(text)
    letters = found[2] if found is not None else ""
    if found is None or len(set(letters)) < len(letters):
        raise NotUnderstood(
            f"{quoted(text)} is no player's round. Write points and letters: 12, 7o (one kind only), 7e (halved by "
            "Easier to Clean), 22p (account halved by Perfect Mud)."
        )
    return Line(int(found[1]), one_kind="o" in letters or "e" in letters, easier="e" in letters, perfect="p" in letters)


def checked(
    rounds: Sequence[Sequence[Line]], options: Iterable[str] = (), names: Sequence[str] = LETTERS
) -> MatschigSheet:
    """Make a sheet; `names` are what its faults call the seats. Raises RecordError with every fault."""
    variants = frozenset(options)
    faults = [f"options: {quoted(one)} is none of {EASIER}, {PERFECT}." for one in sorted(variants - _NAMES.keys())]
    if not 1 <= len(rounds) <= MOST_ROUNDS:
        faults.append(f"rounds: a game has 1 to {MOST_ROUNDS} rounds, not {len(rounds)}.")
    if faults or not rounds:
        raise RecordError(*faults)
    seats = len(rounds[0])
    if seats not in SEATS:
        faults.append(f"rounds: Matschig is played by {SEATS[0]} to {SEATS[-1]}, and round 1 has points for {seats}.")
    faults += [
        f"Round {number} has points for {len(one)}, and round 1 for {seats}."
        for number, one in enumerate(rounds, start=1)
        if len(one) != seats
    ]
    if faults:
        raise RecordError(*faults)
    sheet = MatschigSheet(tuple(map(tuple, rounds)), variants)
    for seat in range(seats):
        faults += _unfair(sheet.of(seat), variants, str(names[seat]))
    if faults:
        raise RecordError(*faults)
    return sheet


def read(tree: Mapping[str, Tree]) -> MatschigSheet:
    """Read what stands behind `sheet: matschig`. Raises RecordError with every fault."""
    faults = strange_keys(tree, ("options", "rounds"), GAME)
    options, written = tree.get("options", ()), tree.get("rounds")
    if isinstance(options, str | Mapping) or not all(isinstance(one, str) for one in options):
        faults.append(f"options: a list of {EASIER}, {PERFECT}.")
        options = ()
    rounds: list[list[Line]] = []
    if written is None or isinstance(written, str | Mapping):
        faults.append("rounds: a list of rounds, each a list of points.")
        written = ()
    for number, one in enumerate(written, start=1):
        rounds.append([])
        for text in one if not isinstance(one, str | Mapping) else (one,):
            try:
                rounds[-1].append(read_line(text if isinstance(text, str) else ""))
            except NotUnderstood as fault:
                faults.append(f"rounds, {number}: {fault}")
    if faults:
        raise RecordError(*faults)
    return checked(rounds, [str(one) for one in options])


def _unfair(lines: Sequence[Line], variants: frozenset[str], name: str) -> Iterable[str]:
    """Name what a player may not have halved (ruling 19)."""
    for number, line in enumerate(lines, start=1):
        where = f"Round {number}, {name}:"
        before = account_after(lines[: number - 1]) + line.counted
        if line.easier and EASIER not in variants:
            yield f"{where} points are halved only where Easier to Clean is played."
        elif line.easier and line.points == 0:
            yield f"{where} there is nothing in the pool to halve."
        if line.perfect and PERFECT not in variants:
            yield f"{where} an account is halved only where Perfect Mud is played."
        elif line.perfect and before not in HALVED:
            marks = ", ".join(map(str, sorted(HALVED)))
            yield f"{where} the account stands at {before}, and only {marks} may be halved."


def _written(line: Line) -> int | str:
    text = str(line)
    return int(text) if text.isdigit() else text


def _story(lines: Sequence[Line]) -> str:
    parts: list[str] = []
    for line in lines:
        words = str(line.points) if not line.easier else f"{line.points} halved to {line.counted}"
        parts.append(f"{words}, then the account halved" if line.perfect else words)
    return "; ".join(parts)
