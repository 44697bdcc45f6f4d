"""The commands of the Packs, and of what the packs teach."""

from __future__ import annotations

from collection.tui.commands import Command

PACKS: tuple[Command, ...] = (
    Command("packs.confirm", ("ctrl+s",), "Log", "Put the pack into the book at once", footer=True),
    Command("packs.drop", ("ctrl+z",), "Card back", "Take the last card out of the pack being typed"),
    Command("packs.undo", ("u", "f8"), "Undo pack", "Take back the pack that was logged last", footer=True),
    Command("packs.details", ("ctrl+o",), "Date …", "Go to date, price, shop and note, and back", footer=True),
    Command("packs.aside", ("ctrl+n",), "Aside", "Keep the pack being typed for later and begin a fresh one, of today"),
    Command("packs.resume", ("c", "ctrl+y"), "Continue", "Go on with a pack that was kept for later"),
    Command("packs.levels", ("ctrl+l",), "Per Level", "Log an old pack of which only the counts per Level are known"),
    Command(
        "packs.lessons",
        ("percent_sign", "ctrl+t"),
        "Rates",
        "What the packs teach: pulls per Level, duplicates, costs, packs to finish",
        footer=True,
    ),
    Command("packs.type", ("n",), "Type", "Go to where a pack is typed", footer=True),
    Command("packs.look", ("i",), "Look", "Show what was in the pack under the cursor"),
    Command("packs.void", ("v",), "Void", "Take back the pack under the cursor, once confirmed"),
    Command("lessons.filter", ("slash", "ctrl+f"), "Card", "Ask how many packs bring one card", footer=True),
    Command("lessons.save", ("s", "ctrl+s"), "Save", "Save a picture of it as a PNG or SVG file", footer=True),
)
