"""The commands of the suggestions."""

from __future__ import annotations

from collection.tui.commands import Command

SUGGEST: tuple[Command, ...] = (
    Command("suggest.open", ("enter",), "Take", "Open the builder with this hand, not saved yet", footer=True),
    Command("suggest.edit", ("e",), "Wishes", "Say what must be held, never staked, left whole", footer=True),
    Command("suggest.more", ("right",), "More", "Play the search anew with twice the games", footer=True),
    Command("suggest.stake", ("percent_sign",), "Stake", "What the hand can cost, card by card", footer=True),
    Command("suggest.ladder", ("L",), "Ladder", "Which cards get onto the board"),
    Command("suggest.compare", ("C",), "Compare", "Lay this hand beside the saved ones"),
)
