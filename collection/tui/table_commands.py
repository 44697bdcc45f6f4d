"""The commands of the Table: setting up a match, and playing it."""

from __future__ import annotations

from collection.tui.commands import Command

TABLE: tuple[Command, ...] = (
    Command("table.deal", ("d", "ctrl+s"), "Deal", "Begin the match that is set up here", footer=True),
    Command("table.resume", ("c",), "Continue", "Go on with the unfinished match under the cursor", footer=True),
    Command(
        "table.give-up",
        ("x",),
        "Give up",
        "End the unfinished friendly match under the cursor, without a result",
        footer=True,
    ),
    Command("table.games", ("G",), "Games", "Look at earlier games again: where they turned", footer=True),
    Command("table.others", ("O",), "Others", "Play another game than Mudwater: two to six sit down"),
    Command("table.new-hand", ("n",), "New hand", "Build a hand first"),
    Command("table.puzzles", ("P",), "Puzzles", "Solve positions of your own games: one move wins", footer=True),
    Command("match.rock", ("r",), "Rock", "Turn the card in hand face down, or face up again", footer=True),
    Command("match.pass", ("w",), "Pass", "Pass, which is allowed only when nothing else is", footer=True),
    Command("match.hint", ("g",), "Hint", "Ask the strongest program for the best move; it is counted", footer=True),
    Command("match.take-back", ("u", "ctrl+z"), "Undo", "Take your last move back, in a friendly match", footer=True),
    Command("match.story", ("i",), "Story", "Read the whole match so far", footer=True),
    Command("match.hands", ("H",), "Their hand", "See what is known and guessed of the other hand"),
    Command("match.review", ("enter",), "Look", "Look at the match again: where it turned", footer=True),
    Command("match.rematch", ("d",), "Rematch", "Deal the same hands again; whoever went second begins", footer=True),
    Command("match.hurry", ("M",), "Move now", "Cut short what a program thinks", footer=True),
    Command("match.branch", ("B",), "What if", "Play on from here beside this match, which stays as it is"),
    Command("match.resign", ("X",), "Resign", "Give this match to the rival, once confirmed"),
    Command("match.give-up", ("x",), "Give up", "End this friendly match without a result"),
)
