"""The commands of a match that is watched."""

from __future__ import annotations

from collection.tui.commands import Command

WATCH: tuple[Command, ...] = (
    Command("watch.go", ("space",), "Go on", "Let the programs go on by themselves, or let them rest", footer=True),
    Command(
        "watch.hurry",
        ("M",),
        "Move now",
        "Cut short what a program is thinking: it makes the best move it has",
        footer=True,
    ),
    Command(
        "watch.branch", ("B",), "What if", "Play on from the position that is shown, beside this game", footer=True
    ),
    Command("watch.review", ("enter",), "Look", "Look at the match again: where it turned", footer=True),
    Command("watch.rematch", ("d",), "Rematch", "Deal the same hands again; whoever went second begins", footer=True),
    Command("watch.back", ("left",), "Back", "Look back at the position before this one; nothing is taken back"),
    Command("watch.step", ("right",), "Step", "Go one move on: look at it, or let it be made"),
    Command("watch.slower", ("less_than_sign",), "Slow", "Let more time pass between two moves"),
    Command("watch.faster", ("greater_than_sign",), "Fast", "Let less time pass between two moves"),
    Command("watch.hands", ("H",), "Hands", "Hide both hands and every rock, or lay them open again"),
    Command("watch.first", ("home",), "First", "Look at the deal"),
    Command("watch.newest", ("end",), "Newest", "Look at the newest position again"),
    Command("watch.story", ("i",), "Story", "Read the whole match so far"),
    Command("watch.give-up", ("x",), "Give up", "End this friendly match without a result"),
)
