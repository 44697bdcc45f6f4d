"""The commands of the Hands screen."""

from __future__ import annotations

from collection.tui.commands import Command

HANDS: tuple[Command, ...] = ()
