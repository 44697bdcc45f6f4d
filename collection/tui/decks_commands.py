"""The commands of decks of Cardia: the shelf of saved decks, and the builder."""

from __future__ import annotations

from collection.tui.commands import Command

DECKS: tuple[Command, ...] = (
    Command("hands.decks", ("D",), "Decks", "Build decks of Cardia, and play them"),
    Command("table.decks", ("D",), "Decks", "Build decks of Cardia, and play them"),
    Command("decks.new", ("n",), "New", "Build a new deck", footer=True),
    Command("decks.edit", ("e",), "Change", "Change the deck under the cursor (enter does it too)", footer=True),
    Command("decks.deal", ("d",), "Deal", "Sit down to Cardia with the deck under the cursor", footer=True),
    Command("decks.copy", ("y",), "Copy", "Save the deck under the cursor under another name", footer=True),
    Command("decks.archive", ("z",), "Put away", "Put the deck under the cursor away; games keep its cards"),
    Command("decks.back", ("Z",), "Bring back", "Take the deck that was put away last into use again"),
    Command("decks.undo", ("u", "ctrl+z"), "Undo", "Give the deck the cards that it had before", footer=True),
    Command("decks.rename", ("ctrl+r",), "Rename", "Give the deck under the cursor another name"),
    Command("decks.keep", ("ctrl+t",), "Export", "Hand the deck on: as text, or as the options of a record"),
    Command("decks.take-in", ("ctrl+o",), "Import", "Save a deck from a text or a record, pasted or in a file"),
    Command("deck.put", ("enter",), "Card", "Put the card under the cursor in, or take it out", footer=True),
    Command("deck.save", ("s", "ctrl+s"), "Save", "Save this deck, legal or not", footer=True),
    Command("deck.undo", ("u", "ctrl+z"), "Undo", "Take back the last change", footer=True),
    Command("deck.faction", ("F",), "Faction", "Put all cards of this faction of this deck in", footer=True),
    Command("deck.fill", ("plus",), "Fill", "Make it a legal deck; every card that is in stays", footer=True),
    Command("deck.suggest", ("g",), "Suggest", "Choose among all legal decks that hold these cards"),
    Command("deck.other", ("left", "right"), "Other list", "Go to the other list: all cards, or the deck"),
    Command("deck.filter", ("slash", "ctrl+f"), "Filter", "Search the cards by name, value, deck, faction and text"),
    Command("deck.redo", ("U", "ctrl+y"), "Redo", "Do again what was taken back"),
    Command("deck.empty", ("minus", "delete"), "Empty", "Take every card out"),
    Command("deck.deal", ("d",), "Deal", "Sit down to Cardia with this deck as it was saved"),
    Command("deck.rename", ("ctrl+r",), "Rename", "Give this deck another name"),
)
