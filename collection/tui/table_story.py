"""The story of a match: one sentence a turn, told from what one seat may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from collection.games.protocol import Event
from collection.tui.face import OWNER_MARKS
from collection.tui.table_sight import Sight, captured, takes


def tell(events: Iterable[Event], sight: Sight, names: tuple[str, str]) -> list[str]:
    """Tell what happened as far as the seat of `sight` may know, oldest first."""
    lines: list[str] = []
    taken: list[str] = []
    lead = _Lead()
    for event in events:
        if not event.visible_to(sight.seat):
            continue
        facts = dict(event.facts)
        if event.kind == "captured":
            taken.append(str(captured(facts)))
            lines[-1] = lines[-1].partition(", ")[0].rstrip(".") + f", {takes(taken)}."
        else:
            if event.kind != "rock":
                taken = []
                lead.tell(lines)
            _tell_one(event.kind, facts, lines, sight, names)
        lead.follow(event.kind, facts)
    lead.tell(lines)
    return lines


class _Lead:
    """Who holds most squares while a story is told, to say when that turns."""

    def __init__(self) -> None:
        self._owners: dict[str, int] = {}
        self._leader: int | None = None
        """Who led last; a tie turns nothing yet."""

    def follow(self, kind: str, facts: dict[str, Any]) -> None:
        """Take note of a square that changes hands."""
        if kind in ("placed", "rocked", "upgraded", "captured"):
            self._owners[facts["square"]] = facts["seat"]

    def tell(self, lines: list[str]) -> None:
        """Add to the last line that its move turned the lead, where it did."""
        held = [list(self._owners.values()).count(seat) for seat in (0, 1)]
        if held[0] == held[1]:
            return
        leader = 0 if held[0] > held[1] else 1
        if self._leader == 1 - leader:
            lines[-1] = lines[-1].rstrip(".") + f", and so leads {max(held)} to {min(held)}."
        self._leader = leader


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
        case "passed" | "took-back" | "resigned":
            lines.append(f"{who} {_did(kind, facts)}.")
        case "ended":
            lines.append(ended_line(facts, names))
        case "antes-turned-over":
            lines.append(f"Antes: ● {_name(sight, facts['black'])}, ○ {_name(sight, facts['white'])}.")
        case "rock-turned-over":
            lines.append(f"The rock at {facts['square']} was {_name(sight, facts['card'])}.")


def _did(kind: str, facts: dict[str, Any]) -> str:
    if kind == "took-back":
        count = facts["moves"]
        return "takes one move back" if count == 1 else f"takes {count} moves back"
    return "has to pass" if kind == "passed" else "resigns"


def ended_line(facts: dict[str, Any], names: tuple[str, str]) -> str:
    """Say how the match ended."""
    black, white = facts["black"], facts["white"]
    how = "" if facts["termination"] == "full-board" else " after two passes"
    if facts["winner"] == "draw":
        return f"A draw{how}, {black} to {white}."
    seat = 0 if facts["winner"] == "black" else 1
    if facts["termination"] == "resigned":
        return f"{OWNER_MARKS[seat]} {names[seat]} wins by that; the squares stood ● {black} to ○ {white}."
    return f"{OWNER_MARKS[seat]} {names[seat]} wins{how}, {max(black, white)} squares to {min(black, white)}."


def _name(sight: Sight, number: int | None) -> str:
    return "a card nobody knows" if number is None else sight.printed(number).name
