"""MUD: its cards, its rules, and how it is written down."""
