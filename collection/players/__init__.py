"""Who chooses a move, from a view alone."""
