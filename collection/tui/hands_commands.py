"""The commands of the Hands: the shelf of saved hands, the builder, and what is told of a hand."""

from __future__ import annotations

from collection.tui.commands import Command

_SHELF: tuple[Command, ...] = (
    Command("hands.new", ("n",), "New", "Build a new hand from what is owned", footer=True),
    Command("hands.edit", ("e",), "Change", "Change the hand under the cursor (enter does it too)", footer=True),
    Command("hands.deal", ("d",), "Deal", "Go to the Table with the hand under the cursor", footer=True),
    Command("hands.suggest", ("g",), "Suggest", "Have hands suggested, by split, stake and strength", footer=True),
    Command(
        "hands.stake", ("percent_sign",), "Stake", "What the hand under the cursor can cost, card by card", footer=True
    ),
    Command("hands.ladder", ("L",), "Ladder", "Which cards get onto the board: ways up, and many games tried out"),
    Command("hands.compare", ("C",), "Compare", "Lay the hand under the cursor beside another one"),
    Command("hands.history", ("i",), "Versions", "Read how the hand came to be, and bring an earlier version back"),
    Command("hands.undo", ("u", "ctrl+z"), "Undo", "Put the hand back to the version that was changed last"),
    Command("hands.redo", ("U", "ctrl+y"), "Redo", "Put the hand forth again to the version that came after"),
    Command(
        "hands.sleeve", ("S",), "Sleeve", "Tie the hand's copies up, so that no other hand is offered them, or not"
    ),
    Command("hands.copy", ("y",), "Copy", "Save the hand under the cursor under another name"),
    Command("hands.rename", ("ctrl+r",), "Rename", "Give the hand under the cursor another name"),
    Command("hands.keep", ("ctrl+t",), "Export", "Hand the hand on: as text, as a code to read out, as a record"),
    Command("hands.take-in", ("ctrl+o",), "Import", "Save a hand from a text, a code or a record, pasted or in a file"),
    Command("hands.archive", ("z",), "Put away", "Put the hand under the cursor away; its matches keep their copies"),
)

_BUILDER: tuple[Command, ...] = (
    Command("builder.put", ("enter",), "Card", "Put the card under the cursor in, or take it out", footer=True),
    Command("builder.save", ("s", "ctrl+s"), "Save", "Save this hand, legal or not", footer=True),
    Command("builder.undo", ("u", "ctrl+z"), "Undo", "Take back the last change, also the saved ones", footer=True),
    Command(
        "builder.lock", ("full_stop",), "Lock", "Lock the card under the cursor into the hand, or not", footer=True
    ),
    Command("builder.fill", ("plus",), "Fill", "Fill up to fourteen; every card that is in stays", footer=True),
    Command("builder.stake", ("percent_sign",), "Stake", "What this hand can cost, card by card"),
    Command("builder.other", ("left", "right"), "Other list", "Go to the other list: owned cards, or the hand"),
    Command("builder.filter", ("slash", "ctrl+f"), "Filter", "Search the owned cards: level:2 n>=4"),
    Command("builder.redo", ("U", "ctrl+y"), "Redo", "Do again what was taken back"),
    Command("builder.anew", ("asterisk",), "Fill anew", "Replace every card that is not locked"),
    Command("builder.empty", ("minus", "delete"), "Empty", "Take every card out that is not locked"),
    Command("builder.suggest", ("g",), "Suggest", "Have a hand suggested around the locked cards"),
    Command("builder.ladder", ("L",), "Ladder", "Which cards get onto the board: ways up, and many games tried out"),
    Command("builder.compare", ("C",), "Compare", "Lay this hand beside another one"),
    Command("builder.history", ("i",), "Versions", "Read how this hand came to be, and bring an earlier version back"),
    Command("builder.deal", ("d",), "Deal", "Go to the Table with this hand as it was saved"),
    Command("builder.rename", ("ctrl+r",), "Rename", "Give this hand another name"),
)

_TOLD: tuple[Command, ...] = (
    Command("versions.open", ("enter",), "Take", "Open the builder with this version, not saved yet", footer=True),
    Command("versions.compare", ("C",), "Compare", "Lay this version beside the others", footer=True),
    Command("compare.previous", ("left",), "Before", "Lay the hand before in the list beside this one", footer=True),
    Command("compare.next", ("right",), "Next", "Lay the next hand of the list beside this one", footer=True),
    Command("stake.edit", ("e",), "Value", "Say what the card, or each of its Level, is worth", footer=True),
    Command("stake.fewer", ("left",), "Fewer", "Look at fewer games ahead", footer=True),
    Command("stake.more", ("right",), "More", "Look at more games ahead", footer=True),
    Command("stake.ladder", ("L",), "Ladder", "Which cards get onto the board", footer=True),
    Command("ladder.more", ("right",), "More", "Try the hand out in more games", footer=True),
    Command("ladder.stake", ("percent_sign",), "Stake", "What this hand can cost, card by card", footer=True),
)

HANDS: tuple[Command, ...] = (*_SHELF, *_BUILDER, *_TOLD)
