"""The smallest Textual app there can be, and one with a bare table: what the screens are measured against."""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.widgets import Static


class Bare(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """Show it."""
        yield Static("nothing but this line")


if __name__ == "__main__":
    sys.exit(Bare().run())
