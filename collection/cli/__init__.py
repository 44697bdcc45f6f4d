"""The verbs of the command line: thin, no rules and no SQL."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    raise NotImplementedError
