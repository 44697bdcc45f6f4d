"""Packs."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from collection.tui.commands import bindings_of
from collection.tui.place import MudwaterScreen


class PacksScreen(MudwaterScreen):
    """Packs."""

    WHERE: ClassVar[str] = "packs"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("packs"))
