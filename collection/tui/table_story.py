"""The story of a match: one sentence a turn, told from what one seat may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from collection.games.protocol import Event
from collection.tui.face import OWNER_MARKS
from collection.tui.table_sight import Sight, takes


def tell(events: Iterable[Event], sight: Sight, names: tuple[str, str]) -> list[str]:
    """Tell what happened as far as the seat of `sight` may know, oldest first."""
    lines: list[str] = []
    taken: list[str] = []
    for event in events:
        if not event.visible_to(sight.seat):
            continue
        facts = dict(event.facts)
        if event.kind == "captured":
            taken.append(_capture(facts))
            lines[-1] = lines[-1].partition(", ")[0].rstrip(".") + f", {takes(taken)}."
        else:
            taken = []
            _tell_one(event.kind, facts, lines, sight, names)
    return lines


def _capture(facts: dict[str, Any]) -> str:
    why = "by family" if facts["family"] else f"{facts['attack']} over {facts['defence']}"
    return f"{facts['square']} ({why})"


def _tell_one(kind: str, facts: dict[str, Any], lines: list[str], sight: Sight, names: tuple[str, str]) -> None:
    """Add the sentence for one event to `lines`; a rock's owner learns its card, so that goes behind the rock's own."""
    who = f"{OWNER_MARKS[facts['seat']]} {names[facts['seat']]}" if "seat" in facts else ""
    match kind:
        case "dealt":
            lines.append(f"{OWNER_MARKS[facts['first']]} {names[facts['first']]} begins.")
        case "ante":
            lines.append(f"Your ante is {_name(sight, facts['card'])}, face down until the end.")
        case "placed":
            lines.append(f"{who} places {_name(sight, facts['card'])} at {facts['square']}.")
        case "upgraded":
            lines.append(f"{who} upgrades {facts['square']} to {_name(sight, facts['card'])}.")
        case "rocked":
            lines.append(f"{who} lays a rock at {facts['square']}.")
        case "rock":
            lines[-1] = lines[-1].rstrip(".") + f": {_name(sight, facts['card'])}."
        case "passed":
            lines.append(f"{who} has to pass.")
        case "ended":
            lines.append(ended_line(facts, names))
        case "antes-turned-over":
            lines.append(f"Antes: ● {_name(sight, facts['black'])}, ○ {_name(sight, facts['white'])}.")
        case "rock-turned-over":
            lines.append(f"The rock at {facts['square']} was {_name(sight, facts['card'])}.")


def ended_line(facts: dict[str, Any], names: tuple[str, str]) -> str:
    """Say how the match ended."""
    black, white = facts["black"], facts["white"]
    how = "" if facts["termination"] == "full-board" else " after two passes"
    if facts["winner"] == "draw":
        return f"A draw{how}, {black} to {white}."
    seat = 0 if facts["winner"] == "black" else 1
    return f"{OWNER_MARKS[seat]} {names[seat]} wins{how}, {max(black, white)} squares to {min(black, white)}."


def _name(sight: Sight, number: int | None) -> str:
    return "a card nobody knows" if number is None else sight.printed(number).name
