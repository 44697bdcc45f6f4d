"""A hint: the moves that the strongest program would make in a person's seat, best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual.content import Content

from collection.games.mudwater.moves import Act, Move, Pass, Play
from collection.games.mudwater.state import SQUARES
from collection.games.protocol import Choice
from collection.ledger.intervals import wilson
from collection.tui.face import fit
from collection.tui.table_sight import Sight
from collection.tui.text import plain_content

_OFFERED = 3
"""Moves that a hint names."""
_LEAST = 0.01
"""A move that was looked into in a smaller share of the imagined games is no advice: its chance says little."""
_WIDTH = 36


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and the share of imagined games that it won, 0 to 1, with its 95 % interval."""

    move: Move
    chance: float
    low: float
    high: float

    @property
    def share(self) -> str:
        """The chance and its interval in per cent."""
        return f"{self.chance:.0%} ({100 * self.low:.0f}–{100 * self.high:.0f})"


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found for `seat` when `moves` moves had been made; `advice` is empty for the only legal move."""

    seat: int
    moves: int
    best: Move
    advice: tuple[Advice, ...]
    games: int

    @property
    def play(self) -> Play | None:
        """The best move, where it is a play."""
        return self.best if isinstance(self.best, Play) else None

    def lines(self, sight: Sight) -> Content:
        """Give what stands beside the board: a heading and a line for each move."""
        if not self.advice:
            return Content.styled("★ This is the only legal move.", "bold")
        parts = [Content.styled(f"Hint, by {self.games:,} imagined games", "bold")]
        for place, one in enumerate(self.advice):
            room = _WIDTH - len(one.share) - 3
            text = f"{'★' if place == 0 else ' '} {fit(_short(one.move, sight), room)} {one.share}"
            parts.append(plain_content(text, "bold" if place == 0 else ""))
        return Content("\n").join(parts)

    def sentence(self, sight: Sight) -> str:
        """Say what the best move does, and how often it won."""
        what = sight.describe_move(self.best)
        if not self.advice:
            return f"★ {what}"
        best = self.advice[0]
        return (
            f"★ {what.rstrip('.')}: wins {best.chance:.0%} of the games imagined "
            f"({100 * best.low:.0f} to {100 * best.high:.0f})."
        )


def hint_of(choice: Choice[Any], seat: int, moves: int) -> Hint:
    """Give the hint that a program's choice makes."""
    thoughts = choice.thoughts
    if thoughts is None:
        return Hint(seat, moves, choice.move, (), 0)
    games = sum(option.visits for option in thoughts.options)
    named = [option for option in thoughts.options if option.visits >= _LEAST * games][:_OFFERED]
    advice = tuple(Advice(one.move, one.chance, *wilson(one.chance, one.visits)) for one in named)
    return Hint(seat, moves, choice.move, advice, games)


def _short(move: Move, sight: Sight) -> str:
    if isinstance(move, Pass):
        return "pass"
    assert isinstance(move, Play), "no seat deals"
    how = {Act.PLACE: "at", Act.UPGRADE: "on", Act.ROCK: "rock at"}[move.act]
    taken = " ".join(SQUARES[capture.square] for capture in sight.captures(move))

    return f"{move.card:>3} {how} {SQUARES[move.square]}{f', takes {taken}' if taken else ''}"
