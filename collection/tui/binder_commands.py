"""The commands of the Binder."""

from __future__ import annotations

from collection.tui.commands import Command

BINDER: tuple[Command, ...] = (
    Command("binder.filter", ("slash",), "Filter", "Type a search: level:2 family:club n>=4", footer=True),
    Command("binder.open", ("enter",), "Open", "Show the card under the cursor by itself", footer=True),
    Command(
        "binder.order",
        ("o",),
        "Order",
        "Order by the next field; a click on a heading orders by it, a second click turns it round",
        footer=True,
    ),
    Command("binder.mark", ("m",), "Mark", "Mark the card: keepsake, wish or offer, or take a mark off", footer=True),
    Command(
        "binder.lists", ("at",), "Lists", "Missing, spares, wishes, trades with a rival, saved searches", footer=True
    ),
    Command("binder.save", ("s",), "Save", "Save the search that is typed under a name, to be asked for as @name"),
    Command("binder.edit", ("e",), "Correct", "Correct the card from the card in hand; what you confirm stays"),
    Command("binder.ledger", ("l",), "Ledger", "Every entry that moved the card under the cursor"),
    Command("binder.keep", ("ctrl+t",), "Keep", "Write the life of the card under the cursor down in a text file"),
    Command("binder.completion", ("percent_sign",), "Complete", "Show completion by Level, family and tribe"),
    Command("binder.exchange", ("f",), "Exchange", "Log a trade, a gift, a find or a loss"),
    Command("binder.recount", ("equals_sign",), "Recount", "Count the cards that are shown, and set the books right"),
    Command("binder.all", ("0",), "Whole set", "Clear the search and show the whole set"),
    Command("binder.next-card", ("j",), "Next", "Go to the next card, also while one is open"),
    Command("binder.previous-card", ("k",), "Before", "Go to the card before, also while one is open"),
)
