"""Cardia: Tide & Storm, and the two decks of the game that it follows."""
