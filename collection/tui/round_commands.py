"""The commands of the other games: gathering people and programs, and a game of theirs."""

from __future__ import annotations

from collection.tui.commands import Command

ROUND: tuple[Command, ...] = (
    Command("gather.deal", ("d", "ctrl+s"), "Deal", "Begin the game that is set up here", footer=True),
    Command("gather.type", ("n",), "Guest", "Name somebody who is not in the book, for the seat at ›", footer=True),
    Command("gather.empty", ("minus", "delete"), "Empty", "Let nobody sit at the seat at ›", footer=True),
    Command("round.filter", ("slash", "ctrl+f"), "Search", "Search what may be done, by the words of it", footer=True),
    Command("round.type", ("n",), "Type", "Type a move as it is written, also one that is not listed", footer=True),
    Command("round.hurry", ("M",), "Move now", "Cut short what the programs think, until a person acts", footer=True),
    Command("round.resume", ("c",), "Go on", "Let the programs go on until a person has to act", footer=True),
    Command("round.take-back", ("u", "ctrl+z"), "Undo", "Take your last choice back, and all since", footer=True),
    Command("round.story", ("i",), "Story", "Read the whole game so far, as far as you may know it", footer=True),
    Command(
        "round.hand-over",
        ("W",),
        "Who acts",
        "Hand the keyboard to another person who can act now; where only programs play, look over another shoulder",
        footer=True,
    ),
    Command("round.rematch", ("d",), "Rematch", "Play the same game again with the same people", footer=True),
    Command("round.give-up", ("x",), "Give up", "End this game without a result"),
)
