"""Accounts, entries, movements and what they add up to: arithmetic on frozen values."""
