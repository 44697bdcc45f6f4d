"""Abilities that activate or copy the ability of another card."""

from __future__ import annotations

from typing import Final

from collection.games.cardia.asking import Ask, Do, hand_options, nothing, number_of
from collection.games.cardia.phials import losing, lower
from collection.games.cardia.state import Task
from collection.games.cardia.table import Ref, Table, card_of, card_option
from collection.games.protocol import Seat


def activate(table: Table, seat: Seat, value: int, chain: tuple[Ref, ...]) -> None:
    """Activate a card's normal ability where it lies: ongoing ones get a token, instant ones are resolved."""
    lay = table.lay(seat, value)
    if lay is None:
        return
    card = table.card(value)
    table.tell("activated", seat=seat, card=table.named(value))
    if (seat, value) in chain:
        table.tell("nothing", seat=seat, card=table.named(value))
    elif card.ongoing:
        table.change(seat, value, tokens=lay.tokens + 1)
        table.tell("token", seat=seat, card=table.named(value))
    else:
        table.push(Task("do", seat, value, card.amount, (card.ability,), (*chain, (seat, value))))


def copy(table: Table, task: Task, whose: Seat, value: int) -> None:
    """Copy a card's instant ability, as if it were printed on this one; ongoing ones cannot be copied (ruling 14)."""
    card = table.card(value)
    if card.ongoing or (whose, value) in task.chain:
        nothing(table, task)
        return
    table.tell("copied", seat=task.seat, card=table.named(task.here), copied=table.named(value))
    table.push(Task("do", task.seat, task.here, card.amount, (card.ability,), (*task.chain, (whose, value))))


def _previous(table: Table, task: Task) -> None:
    before = table.beside(task.seat, task.here, -1)
    if before is None:
        nothing(table, task)
    else:
        activate(table, task.seat, before.value, task.chain)


def _mentor(table: Table, task: Task) -> None:
    ongoing = [lay.value for lay in table.side(task.seat) if table.card(lay.value).ongoing]
    if ongoing:
        activate(table, task.seat, ongoing[-1], task.chain)
    else:
        nothing(table, task)


def _spy(table: Table, task: Task) -> None:
    milled = table.mill(1 - task.seat, 1)
    if milled:
        copy(table, task, 1 - task.seat, milled[0])
    else:
        nothing(table, task)


def _shapeshifter(table: Table, task: Task) -> None:
    opposing = table.opposing(task.seat, task.here)
    if opposing is None:
        nothing(table, task)
    else:
        copy(table, task, 1 - task.seat, opposing.value)


def _lower(table: Table, task: Task) -> list[str]:
    return [card_option(task.seat, value) for value in lower(table, task)]


def _other_losing(table: Table, task: Task) -> list[str]:
    return [card_option(task.seat, value) for value in losing(table, task.seat) if value != task.here]


def _activated(table: Table, task: Task, option: str) -> None:
    activate(table, *card_of(option), task.chain)


def _as_high(table: Table, task: Task) -> list[str]:
    at = table.find(task.seat, task.here)
    if at is None:
        return []
    now = [standing.influence[task.seat] for standing in table.standings()]
    return [
        card_option(task.seat, lay.value)
        for encounter, mine in zip(table.row, now, strict=True)
        if (lay := encounter.lays[task.seat]) is not None
        and lay.value != task.here
        and mine >= now[at]
        and not table.card(lay.value).ongoing
    ]


def _magistra(table: Table, task: Task, option: str) -> None:
    copy(table, task, *card_of(option))


def _instants(table: Table, task: Task) -> list[str]:
    return [option for option in hand_options(table, task.seat, "discard") if not table.card(number_of(option)).ongoing]


def _elemental(table: Table, task: Task, option: str) -> None:
    value = number_of(option)
    table.discard_hand(task.seat, [value])
    table.push(Task("draw", task.seat, amount=1))
    copy(table, task, task.seat, value)


STARTS: Final[dict[str, Do]] = {
    "activate-before": _previous,
    "mentor": _mentor,
    "spy": _spy,
    "shapeshifter": _shapeshifter,
}
ASKS: Final[dict[str, Ask]] = {
    "cartographer": Ask(_lower, _activated, "a card with less influence to activate"),
    "illusionist": Ask(_other_losing, _activated, "a losing card of yours to activate"),
    "magistra": Ask(_as_high, _magistra, "a card of yours to copy"),
    "elemental": Ask(_instants, _elemental, "a hand card with an instant ability", always=True),
}
