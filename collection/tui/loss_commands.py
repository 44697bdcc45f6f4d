"""The commands of a loss: writing one down, and mending the hands that it broke."""

from __future__ import annotations

from collection.tui.commands import Command

LOSS: tuple[Command, ...] = (
    Command("ante.loss", ("exclamation_mark",), "Loss", "Begin with a loss: whom a card of which hand went to"),
    Command(
        "match.loss", ("exclamation_mark",), "Loss", "See which hands the lost card broke, and mend them", footer=True
    ),
    Command("losing.save", ("s", "ctrl+s"), "Post", "Write this loss down, once confirmed", footer=True),
    Command("loss.mend", ("e",), "Mend", "Put the card that is offered into every hand that is to change", footer=True),
    Command("loss.skip", ("space",), "Skip", "Leave the hand under the cursor as it is, or change it too", footer=True),
    Command("loss.undo", ("u", "f8"), "Undo", "Take the game back: the lost card and all hands mended", footer=True),
)
