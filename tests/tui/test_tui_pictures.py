"""Pictures of the screens, looked at by a person once and compared from then on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from collection.tui.app import MudwaterApp

Settle = Callable[[Pilot[int]], Awaitable[None]]
OpenScreens = Callable[..., MudwaterApp]

PICTURES: dict[str, tuple[str, tuple[int, int], tuple[str, ...]]] = {
    "binder-narrow": ("binder", (80, 24), ("down", "down")),
    "binder-card": ("binder", (80, 24), ("down", "enter")),
    "binder-wide": ("binder", (120, 40), ("down",)),
    "binder-lists": ("binder", (80, 24), ("at",)),
    "binder-correct": ("binder", (80, 24), ("down", "e", "ctrl+t")),
    "packs": ("packs", (80, 24), (*"12 45 45 zzz",)),
    "lessons-too-few": ("packs", (80, 24), ("ctrl+t",)),
    "recount": ("binder", (80, 24), ("equals_sign", "enter", "3", "enter")),
    "ante-form": ("ante", (80, 24), ("n", "ctrl+s")),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_screen_looks_as_it_was_approved(
    name: str, two_collectors: Path, open_screens: OpenScreens, settle_screens: Settle, snap_compare: Any
) -> None:
    place, size, keys = PICTURES[name]

    async def walk(pilot: Pilot[int]) -> None:
        await settle_screens(pilot)
        for key in keys:
            await pilot.press({" ": "space"}.get(key, key))
        await settle_screens(pilot)

    app = open_screens(two_collectors, place)
    assert snap_compare(app, terminal_size=size, run_before=walk)
    app.close_book()
