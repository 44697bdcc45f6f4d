"""The commands of the puzzles: the list of them, and one being solved."""

from __future__ import annotations

from collection.tui.commands import Command

PUZZLES: tuple[Command, ...] = (
    Command("puzzles.open", ("enter",), "Solve", "Solve the puzzle under the cursor", footer=True),
    Command("puzzles.resume", ("c",), "Look on", "Look through the games that are left for puzzles", footer=True),
    Command("puzzle.rock", ("r",), "Rock", "Turn the card in hand face down, or face up again", footer=True),
    Command("puzzle.hint", ("g",), "Hint", "Take a hint: which card, then which square", footer=True),
    Command("puzzle.answer", ("A",), "Answer", "Show the solution; it is then not solved by you", footer=True),
    Command("puzzle.again", ("d",), "Again", "Lay the position out again, to try another move", footer=True),
    Command("puzzle.next-puzzle", ("N",), "Next", "Go to the next puzzle that is not solved yet", footer=True),
)
