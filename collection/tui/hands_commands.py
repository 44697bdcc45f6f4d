"""The commands of the Hands: the shelf of saved hands, and the builder."""

from __future__ import annotations

from collection.tui.commands import Command

HANDS: tuple[Command, ...] = (
    Command("hands.new", ("n",), "New", "Build a new hand from what is owned", footer=True),
    Command("hands.edit", ("e",), "Change", "Change the hand under the cursor (enter does it too)", footer=True),
    Command("hands.deal", ("d",), "Deal", "Go to the Table with the hand under the cursor", footer=True),
    Command("hands.suggest", ("g",), "Suggest", "Let the program draw a legal hand from what is owned", footer=True),
    Command("hands.copy", ("y",), "Copy", "Save the hand under the cursor under another name"),
    Command("hands.rename", ("ctrl+r",), "Rename", "Give the hand under the cursor another name"),
    Command("hands.keep", ("ctrl+t",), "Export", "Hand the hand on: as text, as a code to read out, as a record"),
    Command("hands.take-in", ("ctrl+o",), "Import", "Save a hand from a text, a code or a record, pasted or in a file"),
    Command("hands.archive", ("z",), "Put away", "Put the hand under the cursor away; its matches keep their copies"),
    Command("builder.save", ("s", "ctrl+s"), "Save", "Save this hand, legal or not", footer=True),
    Command("builder.filter", ("slash", "ctrl+f"), "Filter", "Search the owned cards: level:2 n>=4", footer=True),
    Command("builder.undo", ("u", "ctrl+z"), "Undo", "Take back the last change to this hand", footer=True),
    Command(
        "builder.suggest", ("g",), "Suggest", "Replace this hand by a legal one drawn from what is owned", footer=True
    ),
    Command("builder.deal", ("d",), "Deal", "Go to the Table with this hand as it was saved"),
    Command("builder.rename", ("ctrl+r",), "Rename", "Give this hand another name"),
    Command("builder.empty", ("minus", "delete"), "Empty", "Take every card out; undo brings them back"),
)
