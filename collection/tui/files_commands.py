"""The commands of counting the binder, and of files that are taken in and written."""

from __future__ import annotations

from collection.tui.commands import Command

FILES: tuple[Command, ...] = (
    Command("recount.save", ("s", "ctrl+s"), "Post", "Show the differences and post them as one entry", footer=True),
    Command("recount.drop", ("ctrl+z",), "Back", "Take the last count back", footer=True),
    Command("recount.undo", ("u", "f8"), "Undo", "Take back the recount that was posted last here", footer=True),
    Command("recount.type", ("n",), "Count", "Go to where counts are typed", footer=True),
    Command("recount.empty", ("minus", "delete"), "Start over", "Let go of everything counted so far, once confirmed"),
    Command("files.open", ("enter", "ctrl+o"), "Look", "Read the file and show what it would change", footer=True),
    Command(
        "files.save", ("s", "ctrl+s"), "Take in", "Take the file in as it is shown, whole or not at all", footer=True
    ),
    Command("files.undo", ("u", "f8"), "Undo", "Take back what was taken in last here"),
    Command("files.keep", ("ctrl+t",), "Export", "Write the collection, packs, ledger or all to a file", footer=True),
    Command("files.backup", ("ctrl+y",), "Back up", "Copy the whole book to a file beside it, now", footer=True),
    Command("files.type", ("n",), "File", "Go to where the file is named"),
)
