"""Hands: legality and advice, by arithmetic alone."""
