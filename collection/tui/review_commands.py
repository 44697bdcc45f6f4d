"""The commands of a review, and of the list of earlier games."""

from __future__ import annotations

from collection.tui.commands import Command

REVIEW: tuple[Command, ...] = (
    Command("review.previous", ("left",), "Back", "Go back by one move (h too, in the list and on the board)"),
    Command("review.next", ("right",), "Forward", "Go forward by one move (l too)"),
    Command("review.first", ("home",), "Start", "Go to the start of the game"),
    Command("review.last", ("end",), "End", "Go to the end of the game"),
    Command("review.turn", ("T",), "Turn", "Go to the next turning point; after the last, to the first", footer=True),
    Command("review.turn-back", ("comma",), "Turn back", "Go to the turning point before"),
    Command("review.better", ("g",), "Better", "Show on the board the better move in place of this one", footer=True),
    Command("review.hands", ("H",), "Hands", "Look at both hands as they were; again for the moves", footer=True),
    Command("review.summary", ("percent_sign",), "Sum", "Accuracy, turning points, habits of this game", footer=True),
    Command("review.branch", ("B",), "What if", "Play on from here; the game itself stays as it is", footer=True),
    Command("review.story", ("i",), "Story", "Read the whole game"),
    Command("review.save", ("s", "ctrl+s"), "Save", "Write the analysis to a text file, or as a picture"),
    Command("review.resume", ("c",), "Continue", "Go on with an analysis that was stopped"),
    Command("ante.games", ("G",), "Review", "Look at the game under the cursor again, where it was played here"),
    Command("games.open", ("enter",), "Look", "Look at the game under the cursor again", footer=True),
    Command("games.filter", ("slash", "ctrl+f"), "Rival", "Show the games against one rival", footer=True),
    Command("games.summary", ("percent_sign",), "Sum", "What many games together tell, with intervals", footer=True),
    Command("games.take-in", ("ctrl+o",), "File", "Look at a written game in a file", footer=True),
)
