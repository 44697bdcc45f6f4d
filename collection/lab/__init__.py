"""All that plays games out: the arena."""
