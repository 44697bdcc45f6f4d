"""Ante."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from collection.tui.commands import bindings_of
from collection.tui.place import MudwaterScreen


class AnteScreen(MudwaterScreen):
    """Ante."""

    WHERE: ClassVar[str] = "ante"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("ante"))
