"""Picking a card and a square: what is held, what was refused, and the sentence that goes with it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from collection.catalogue.card import CardNo
from collection.games.mudwater.state import SQUARES
from collection.tui.table_sight import Attempt, Sight
from collection.tui.text import plain_content

LONG = 400
"""Cells for a sentence that may wrap."""


@dataclass(slots=True)
class Picking:
    """What the person at the keyboard is about to play."""

    held: CardNo | None = None
    rock: bool = False
    """The card is held face down."""
    refusal: str = ""
    """Why the square that was chosen last does not do."""

    @property
    def idle(self) -> bool:
        """Whether nothing is held, and nothing was refused."""
        return self.held is None and not self.refusal

    def pick(self, card: CardNo) -> None:
        """Take `card` in hand, face up."""
        self.held, self.rock, self.refusal = card, False, ""

    def put_back(self) -> None:
        """Take nothing in hand."""
        self.held, self.rock, self.refusal = None, False, ""

    def turn(self) -> None:
        """Turn the card in hand face down, or face up again."""
        self.rock, self.refusal = not self.rock, ""

    def refuse(self, attempt: Attempt) -> None:
        """Keep why a square does not do."""
        self.refusal = " ".join(attempt.faults)

    def saying(self, sight: Sight, cursor: int, *, on_board: bool) -> Content:
        """Say what picking has come to: `cursor` is the square pointed at, which matters once `on_board`."""
        if self.refusal:
            return plain_content(f"Not allowed: {self.refusal}", "bold", cells=LONG)
        if self.held is not None:
            return self._said_of_held(sight, sight.attempt(self.held, cursor, rock=self.rock))
        if sight.must_pass():
            return plain_content("You have no legal play, so you must pass: w, or enter on any card.", "bold")
        if on_board:
            return plain_content(sight.lying_at(cursor), cells=LONG)
        return plain_content("Your turn. Pick a card (enter, or click it), then a square.")

    @staticmethod
    def _said_of_held(sight: Sight, attempt: Attempt) -> Content:
        if attempt.legal:
            return Content.assemble(("enter ", "bold"), plain_content(sight.describe(attempt), cells=LONG))
        place = SQUARES[attempt.play.square]
        return plain_content(f"Not at {place}: {' '.join(attempt.faults)}", cells=LONG)
