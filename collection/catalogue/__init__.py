"""Cards: what they are, the data files they come from, and the language to search them."""
