"""The commands of other games at a real table: results written down, their history, what they come to."""

from __future__ import annotations

from collection.tui.commands import Command

SHEETS: tuple[Command, ...] = (
    Command(
        "ante.others", ("O",), "Others", "Matschig, Cardia and MUD at a real table: log results, see how they stand"
    ),
    Command("others.new", ("n",), "New game", "Write down a result of Matschig, Cardia or MUD", footer=True),
    Command("others.open", ("enter",), "Open", "Show the game, or the figures, under the cursor whole", footer=True),
    Command("others.void", ("v",), "Void", "Take back the game under the cursor, once confirmed", footer=True),
    Command("others.filter", ("slash", "ctrl+f"), "Filter", "Show one game, or the games with one person", footer=True),
    Command("others.undo", ("u", "f8"), "Undo", "Take back the game written down last on this screen"),
)
